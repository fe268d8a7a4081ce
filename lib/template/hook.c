/* hook.c - entries as AIX records them: a hook word, and data words */
#include <string.h>

#include "template/hook.h"

enum {
	TYPE_STAMPED = 8,
	TYPE_WORD = 2,
	TYPE_WORDS = 6,
	TYPE_NONE = 1,
	FLAG_STAMPED = 0x8000,
	FLAG_GENERIC = 0x4000,
};

static void put16(uint8_t *to, bool is_big, unsigned value)
{
	to[is_big ? 0 : 1] = (uint8_t)(value >> 8);
	to[is_big ? 1 : 0] = (uint8_t)value;
}

static uint16_t get16(const uint8_t *from, bool is_big)
{
	return (uint16_t)(from[is_big ? 0 : 1] << 8 | from[is_big ? 1 : 0]);
}

/* Writes the number of bytes in front of them. */
static void put_word(uint8_t *to, const struct pxt_hook *hook, size_t value)
{
	for (unsigned i = 0; i < hook->word; i++)
		to[hook->is_big ? hook->word - 1 - i : i] =
			(uint8_t)((uint64_t)value >> 8 * i);
}

static uint16_t cut16(size_t value)
{
	return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

/* The type in a 32-bit hook word. */
static uint16_t short_type(const struct pxt_hook *hook, size_t len)
{
	if (hook->is_generic)
		return TYPE_STAMPED;
	if (len < 4)
		return TYPE_STAMPED | TYPE_NONE;
	return TYPE_STAMPED | (len < 8 ? TYPE_WORD : TYPE_WORDS);
}

static void put_hook_word(uint8_t *to, struct pxt_hook *hook, size_t len)
{
	if (hook->word == 4) {
		hook->type = short_type(hook, len);
		put16(to, hook->is_big, (hook->id & 0xfff0u) | hook->type);
		put16(to + 2, hook->is_big, hook->data);
		return;
	}
	hook->type =
		hook->is_generic ? FLAG_STAMPED | FLAG_GENERIC : FLAG_STAMPED;
	put16(to, hook->is_big, hook->type);
	put16(to + 2, hook->is_big, cut16(len));
	put16(to + 4, hook->is_big, hook->id);
	put16(to + 6, hook->is_big, hook->data);
}

bool pxt_hook_take(struct pxt_hook *hook, struct pxt_machine_form form,
		   const void *entry, size_t len)
{
	const uint8_t *at = entry;

	if (len < form.word)
		return false;
	hook->word = form.word;
	hook->is_big = form.is_big;
	hook->entry = at;
	hook->len = len;
	hook->type = get16(at, form.is_big);
	if (form.word == 4) {
		hook->id = hook->type & 0xfff0;
		hook->type &= 15;
		hook->is_generic = !(hook->type & 7);
		hook->data = get16(at + 2, form.is_big);
	} else {
		hook->is_generic = hook->type & FLAG_GENERIC;
		hook->id = get16(at + 4, form.is_big);
		hook->data = get16(at + 6, form.is_big);
	}
	return true;
}

/* Entries without a hook word have nothing that a template could read. */
static void take_entry(struct pxt_hook *hook, struct pxt_machine_form form,
		       const void *entry, size_t len)
{
	if (pxt_hook_take(hook, form, entry, len))
		return;
	*hook = (struct pxt_hook){
		.word = form.word,
		.is_big = form.is_big,
		.entry = entry,
		.len = len,
	};
}

void pxt_hook_make(struct pxt_hook *hook,
		   const struct pxt_attachment *attachment,
		   struct pxt_machine_form form, const void *data, size_t len,
		   uint8_t *memory)
{
	const bool is_raw = attachment->kind == PXT_PAYLOAD_RAW;
	size_t extra;

	if (attachment->word)
		form.word = attachment->word;
	if (attachment->has_order)
		form.is_big = attachment->is_big;
	if (attachment->kind == PXT_PAYLOAD_HOOK) {
		take_entry(hook, form, data, len);
		hook->id = attachment->id;
		return;
	}
	hook->id = attachment->id;
	hook->word = form.word;
	hook->is_big = form.is_big;
	hook->is_generic = attachment->kind != PXT_PAYLOAD_WORDS;
	hook->data = attachment->subhook;
	extra = is_raw ? hook->word * 2u : hook->word;
	if (hook->is_generic && hook->word == 4)
		hook->data = is_raw	      ? cut16(len) :
			     len > hook->word ? cut16(len - hook->word) :
						0;
	put_hook_word(memory, hook, is_raw ? len + hook->word : len);
	if (is_raw)
		put_word(memory + hook->word, hook, len);
	if (len)
		memcpy(memory + extra, data, len);
	hook->entry = memory;
	hook->len = extra + len;
}
