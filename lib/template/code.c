/* code.c - templates as they run: instructions for a small engine */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "template/code.h"

enum {
	MOST_INSNS = 1 << 24,
	MOST_TEXT = 1 << 28,
};

void pxt_code_fini(struct pxt_code *code)
{
	free(code->insn);
	free(code->text);
	memset(code, 0, sizeof(*code));
}

static bool reserve(struct pxt_code *code, void *array, size_t *room,
		    size_t wanted, size_t size, size_t most)
{
	if (wanted > most || pxt_array_reserve(array, room, wanted, size))
		code->error = ENOMEM;
	return !code->error;
}

uint32_t pxt_code_add(struct pxt_code *code, enum pxt_op op, unsigned size,
		      uint32_t at, uint64_t number)
{
	if (!reserve(code, &code->insn, &code->room, code->count + 1,
		     sizeof(*code->insn), MOST_INSNS))
		return 0;
	code->insn[code->count] = (struct pxt_insn){
		.op = (uint8_t)op,
		.size = (uint8_t)size,
		.at = at,
		.number = number,
	};
	return code->count++;
}

uint32_t pxt_code_add_text(struct pxt_code *code, const char *text, size_t len)
{
	if (!reserve(code, &code->text, &code->text_room, code->text_len + len,
		     1, MOST_TEXT) ||
	    !len)
		return 0;
	memcpy(code->text + code->text_len, text, len);
	code->text_len += (uint32_t)len;
	return code->text_len - (uint32_t)len;
}

void pxt_code_land(struct pxt_code *code, uint32_t insn)
{
	if (!code->error)
		code->insn[insn].at = code->count;
}
