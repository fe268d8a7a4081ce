/*
 * hook.h - an entry as AIX records it: a hook word, and data words
 *
 * A template reads bytes of that form. What other systems record is put into
 * it: field by field, in the byte order of the system that recorded it.
 */
#ifndef PXT_TEMPLATE_HOOK_H
#define PXT_TEMPLATE_HOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "template/posix_line.h"

struct pxt_hook {
	uint16_t id;
	uint16_t type; /* 32-bit: a digit; 64-bit: flags */
	uint16_t data; /* the subhook */
	uint8_t word;  /* bytes: 4 or 8 */
	bool is_big;   /* the most significant byte is first */
	bool is_generic;
	const uint8_t *entry; /* borrowed; from the hook word on */
	size_t len;
};

/* Of what an entry without a hook word is. */
struct pxt_machine_form {
	uint8_t word;
	bool is_big;
};

enum { PXT_HOOK_EXTRA = 16 }; /* bytes that an entry has besides its data */

/* Make an entry of an event's data, in memory with room for len and
 * PXT_HOOK_EXTRA bytes; both stay borrowed. Data that shall begin with a hook
 * word, and is too short for one, is an entry that ends in it. */
void pxt_hook_make(struct pxt_hook *hook,
		   const struct pxt_attachment *attachment,
		   struct pxt_machine_form form, const void *data, size_t len,
		   uint8_t *memory);

/* Take an entry that begins with its hook word. False: it has none. */
bool pxt_hook_take(struct pxt_hook *hook, struct pxt_machine_form form,
		   const void *entry, size_t len);

#endif
