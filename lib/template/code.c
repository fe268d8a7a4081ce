/* code.c - templates as they run: instructions for a small engine */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* Makes room for `more` elements behind count. */
static void *grow(struct pxt_code *code, void *array, uint32_t count,
		  uint32_t *room, size_t more, size_t size, size_t most)
{
	size_t wanted = *room ? *room : 256;

	if (count + more <= *room)
		return array;
	while (wanted < count + more)
		wanted *= 2;
	if (wanted <= most)
		array = reallocarray(array, wanted, size);
	if (wanted > most || !array) {
		code->error = ENOMEM;
		return NULL;
	}
	*room = (uint32_t)wanted;
	return array;
}

uint32_t pxt_code_add(struct pxt_code *code, enum pxt_op op, unsigned size,
		      uint32_t at, uint64_t number)
{
	struct pxt_insn *insn = grow(code, code->insn, code->count, &code->room,
				     1, sizeof(*insn), MOST_INSNS);

	if (!insn)
		return 0;
	code->insn = insn;
	insn[code->count] = (struct pxt_insn){
		.op = (uint8_t)op,
		.size = (uint8_t)size,
		.at = at,
		.number = number,
	};
	return code->count++;
}

uint32_t pxt_code_add_text(struct pxt_code *code, const char *text, size_t len)
{
	char *to = grow(code, code->text, code->text_len, &code->text_room, len,
			1, MOST_TEXT);

	if (!to || !len)
		return 0;
	code->text = to;
	memcpy(to + code->text_len, text, len);
	code->text_len += (uint32_t)len;
	return code->text_len - (uint32_t)len;
}

void pxt_code_land(struct pxt_code *code, uint32_t insn)
{
	if (!code->error)
		code->insn[insn].at = code->count;
}
