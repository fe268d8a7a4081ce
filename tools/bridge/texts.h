/*
 * texts.h - texts of a trace for formats that take UTF-8 only
 *
 * Bytes that are no UTF-8 become U+FFFD. A list numbers texts from 0 in order
 * of appearance.
 */
#ifndef BRIDGE_TEXTS_H
#define BRIDGE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* Appends to a text of *at bytes in `size` bytes what fits of other bytes, in
 * whole characters. False: bytes were replaced. */
bool texts_append(char *text, size_t *at, size_t size, const void *data,
		  size_t len);

/* Zero at first. */
struct texts {
	struct pxt_map numbers; /* + 1 */
	char **text;
	size_t count, room;
};

void texts_fini(struct texts *texts);

/* Finds or adds a text that is UTF-8. ENOMEM. */
int texts_find(struct texts *texts, const char *text, size_t len,
	       uint32_t *number);

static inline const char *texts_get(const struct texts *texts, uint32_t number)
{
	return texts->text[number];
}

#endif
