/* engine_read.c - loading from the event */
#include <math.h>
#include <string.h>

#include "template/engine.h"

const uint8_t *pxt_engine_take(struct pxt_render *render, size_t len)
{
	const int64_t at = render->base + ((render->place + 7) >> 3);
	const struct pxt_hook *hook = render->hook;

	if (at < 0 || (uint64_t)at > hook->len ||
	    len > hook->len - (size_t)at) {
		pxt_engine_truncate(render);
		return NULL;
	}
	render->place = (((render->place + 7) >> 3) + (int64_t)len) * 8;
	return hook->entry + at;
}

uint64_t pxt_engine_get(const uint8_t *at, unsigned size, bool is_big)
{
	uint64_t number = 0;

	if (is_big || (size & (size - 1)))
		for (unsigned i = 0; i < size; i++)
			number = number << 8 | at[i];
	else
		for (unsigned i = size; i > 0; i--)
			number = number << 8 | at[i - 1];
	return number;
}

static uint64_t low_bits(uint64_t number, uint64_t bits)
{
	return bits < 64 ? number & ((UINT64_C(1) << bits) - 1) : number;
}

static uint64_t extend(uint64_t number, unsigned size)
{
	const unsigned shift = 64 - 8 * size;

	if (!size)
		return 0;
	return (uint64_t)((int64_t)(number << shift) >> shift);
}

static void read_number(struct pxt_render *render, unsigned size,
			bool is_signed)
{
	const uint8_t *at;

	size = pxt_engine_size(render, size);
	at = pxt_engine_take(render, size);
	if (!at)
		return;
	render->number = pxt_engine_get(at, size, render->hook->is_big);
	if (is_signed)
		render->number = extend(render->number, size);
}

static uint64_t double_bits(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static void as_float(struct pxt_render *render, unsigned size)
{
	const uint32_t bits = (uint32_t)render->number;
	float value;

	if (size == 8)
		return;
	memcpy(&value, &bits, sizeof(value));
	render->number = double_bits(value);
}

static void from_float(struct pxt_render *render)
{
	const double value = pxt_engine_double(render->number);

	if (isnan(value))
		render->number = 0;
	else if (value >= 0x1p63)
		render->number = (uint64_t)INT64_MAX;
	else if (value < -0x1p63)
		render->number = (uint64_t)INT64_MIN;
	else
		render->number = (uint64_t)(int64_t)value;
}

int64_t pxt_engine_take_bits(struct pxt_render *render, uint64_t bits)
{
	const int64_t at = render->base * 8 + render->place;

	if (at < 0 || (uint64_t)at > (uint64_t)render->hook->len * 8 ||
	    bits > (uint64_t)render->hook->len * 8 - (uint64_t)at) {
		pxt_engine_truncate(render);
		return -1;
	}
	render->place += (int64_t)bits;
	return at;
}

static void read_bits(struct pxt_render *render, uint64_t bits)
{
	const int64_t at = pxt_engine_take_bits(render, bits);

	if (at < 0)
		return;
	render->number = 0;
	for (uint64_t i = 0; i < bits; i++)
		render->number = render->number << 1 |
				 pxt_engine_bit(render, (uint64_t)at + i);
}

static uint64_t variable_bytes(const struct pxt_hook *hook)
{
	const size_t len = hook->len > hook->word ? hook->len - hook->word : 0;

	if (!hook->is_generic)
		return len;
	return len > hook->word ? len - hook->word : 0;
}

/* A log may have cut the hook word itself: its contents are missing, too. */
static bool has_hook_word(struct pxt_render *render)
{
	if (render->hook->len >= render->hook->word)
		return true;
	pxt_engine_truncate(render);
	return false;
}

static bool is_in_hook_word(unsigned macro)
{
	return macro == PXT_MACRO_HOOK_DATA || macro == PXT_MACRO_HOOK_TYPE ||
	       macro == PXT_MACRO_GENERIC;
}

static uint64_t get_macro(const struct pxt_render *render, unsigned macro)
{
	const struct pxt_occurrence *occurrence = render->occurrence;
	const struct pxt_hook *hook = render->hook;

	switch (macro) {
	case PXT_MACRO_HOOK_DATA:
		return hook->data;
	case PXT_MACRO_HOOK_LENGTH:
		return variable_bytes(hook);
	case PXT_MACRO_HOOK_TYPE:
		return hook->type;
	case PXT_MACRO_HOOK_ENVIRONMENT:
		return hook->word * 8;
	case PXT_MACRO_GENERIC:
		return hook->is_generic;
	case PXT_MACRO_PLACE:
		return (uint64_t)(render->place >> 3);
	case PXT_MACRO_BASE:
		return (uint64_t)render->base;
	case PXT_MACRO_ID:
		return hook->id;
	case PXT_MACRO_TID:
		return occurrence->tid;
	case PXT_MACRO_PID:
		return (uint64_t)occurrence->pid;
	case PXT_MACRO_LOG_OFFSET:
		return occurrence->log_offset;
	case PXT_MACRO_LOG_PLACE:
		return occurrence->log_entry +
		       (uint64_t)(render->base + (render->place >> 3));
	}
	return 0;
}

static void read_data_word(struct pxt_render *render, unsigned number)
{
	const struct pxt_hook *hook = render->hook;
	const size_t at = (size_t)number * hook->word;

	if (at + hook->word > hook->len)
		pxt_engine_truncate(render);
	else
		render->number = pxt_engine_get(hook->entry + at, hook->word,
						hook->is_big);
}

/* Texts end at a null. */
static void set_text(struct pxt_render *render, const void *at, size_t len)
{
	const char *end = memchr(at, '\0', len);

	render->text.at = at;
	render->text.len = end ? (size_t)(end - render->text.at) : len;
	pxt_engine_spend(render, len);
}

static void read_text(struct pxt_render *render, size_t len)
{
	const uint8_t *at = pxt_engine_take(render, len);

	if (at)
		set_text(render, at, len);
}

static void read_counted(struct pxt_render *render, unsigned size)
{
	read_number(render, size, false);
	if (render->end == PXT_ENGINE_RUNS)
		read_text(render, render->number);
}

const char *pxt_engine_process(struct pxt_render *render, int64_t pid)
{
	return render->names ? render->names->get_process(render->names, pid) :
			       NULL;
}

static void read_text_macro(struct pxt_render *render, unsigned macro)
{
	const struct pxt_occurrence *occurrence = render->occurrence;
	const char *text;

	text = macro == PXT_MACRO_EXEC ?
		       pxt_engine_process(render, occurrence->pid) :
	       macro == PXT_MACRO_LOG ? occurrence->log :
					occurrence->event;
	if (!text)
		text = "?";
	set_text(render, text, strlen(text));
}

/* Makes a text of the low-order bytes of the number, in the entry's order. */
static void as_text(struct pxt_render *render, unsigned size)
{
	const bool is_big = render->hook->is_big;

	for (unsigned i = 0; i < size; i++)
		render->scratch[i] = (char)(render->number >>
					    8 * (is_big ? size - 1 - i : i));
	set_text(render, render->scratch, size);
}

static uint64_t as_octal(uint64_t number)
{
	uint64_t digits = 0;

	for (unsigned i = 0; i < 16; i++)
		digits |= (number >> 3 * i & 7) << 4 * i;
	return digits;
}

void pxt_engine_read(struct pxt_render *render, const struct pxt_insn *insn)
{
	const unsigned size = insn->size;
	const uint64_t number = insn->number;

	switch ((enum pxt_op)insn->op) {
	case PXT_OP_READ_UNSIGNED:
		read_number(render, size, false);
		break;
	case PXT_OP_READ_SIGNED:
		read_number(render, size, true);
		break;
	case PXT_OP_READ_FLOAT:
		read_number(render, size, false);
		as_float(render, size);
		break;
	case PXT_OP_READ_BITS:
		read_bits(render, number);
		break;
	case PXT_OP_READ_HB:
		if (has_hook_word(render))
			render->number = render->hook->is_generic ?
						 variable_bytes(render->hook) :
						 0;
		break;
	case PXT_OP_READ_HT:
		if (has_hook_word(render))
			render->number = render->hook->type;
		break;
	case PXT_OP_READ_MACRO:
		if (!is_in_hook_word(size) || has_hook_word(render))
			render->number = get_macro(render, size);
		break;
	case PXT_OP_READ_DATA:
		read_data_word(render, size);
		break;
	case PXT_OP_READ_SLOT:
		render->number = render->variables[insn->at];
		break;
	case PXT_OP_CONSTANT:
		render->number = number;
		break;
	case PXT_OP_MASK:
		render->number &= number;
		break;
	case PXT_OP_KEEP_UNSIGNED:
		render->number = low_bits(render->number,
					  8 * pxt_engine_size(render, size));
		break;
	case PXT_OP_KEEP_SIGNED:
		render->number =
			extend(render->number, pxt_engine_size(render, size));
		break;
	case PXT_OP_KEEP_BITS:
		render->number = low_bits(render->number, number);
		break;
	case PXT_OP_AS_FLOAT:
		as_float(render, size);
		break;
	case PXT_OP_FROM_FLOAT:
		from_float(render);
		break;
	case PXT_OP_AS_OCTAL:
		render->number = as_octal(render->number);
		break;

	case PXT_OP_READ_TEXT:
		read_text(render, number);
		break;
	case PXT_OP_READ_COUNTED:
		read_counted(render, size);
		break;
	case PXT_OP_READ_TEXT_MACRO:
		read_text_macro(render, size);
		break;
	case PXT_OP_CUT_TEXT:
		if (render->text.len > number)
			render->text.len = number;
		break;
	case PXT_OP_AS_TEXT:
		as_text(render, size);
		break;
	default:
		break;
	}
}
