/*
 * stray.h - a value that does not belong into a series that goes up
 *
 * Times and event counts of frames go up, but for small steps back where
 * something came between the time of a frame and its place. A value that is far
 * above most of those behind it cannot be, nor one that is far below most of
 * those before it; whether it or these are wrong, those on its other side tell.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_STRAY_H
#define PXT_FORMAT_LITEOS_IMPORT_STRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_liteos_series {
	const uint64_t *value;
	size_t count;
	bool comes_round; /* the first is behind the last */
	uint64_t far;
};

/* Say of each whether it is. */
void pxt_liteos_stray_find(const struct pxt_liteos_series *series, bool *stray);

#endif
