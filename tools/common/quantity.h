/*
 * quantity.h - sizes and durations in users' notation
 *
 *	4096, 64K, 16M, 16MiB, 1.5G	bytes; K is 1024
 *	500ms, 5s, 1.5s, 10min, 2h	a number alone is seconds
 */
#ifndef QUANTITY_H
#define QUANTITY_H

#include <stdbool.h>
#include <stdint.h>

/* False: invalid, 0, or too large. */
bool quantity_size(const char *text, uint64_t *bytes);
bool quantity_duration(const char *text, int64_t *ns);

#endif
