/*
 * hook.h - entries as AIX records them: a hook word, and data words
 *
 * Templates read bytes of that form. Data of other systems is converted field
 * by field, in the byte order of the system that recorded it.
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
	bool is_big;   /* most significant byte first */
	bool is_generic;
	const uint8_t *entry; /* borrowed; begins with the hook word */
	size_t len;
};

/* The word size and byte order of the recording machine. */
struct pxt_machine_form {
	uint8_t word;
	bool is_big;
};

enum { PXT_HOOK_EXTRA = 16 }; /* bytes that an entry has besides its data */

/* Makes an entry of an event's data, in memory with room for len and
 * PXT_HOOK_EXTRA bytes; both stay borrowed. Data of a kind that begins with a
 * hook word, but too short for one, is an entry that ends in the hook word. */
void pxt_hook_make(struct pxt_hook *hook,
		   const struct pxt_attachment *attachment,
		   struct pxt_machine_form form, const void *data, size_t len,
		   uint8_t *memory);

/* Makes an entry of data that begins with its hook word. False: it does not. */
bool pxt_hook_take(struct pxt_hook *hook, struct pxt_machine_form form,
		   const void *entry, size_t len);

#endif
