/*
 * outliers.h - outliers in an increasing series
 *
 * Times and event counters of frames increase, except for small steps back. A
 * value far above most of those behind it, or far below most of those before
 * it, contradicts them; those on its other side show which are wrong.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_OUTLIERS_H
#define PXT_FORMAT_LITEOS_IMPORT_OUTLIERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_liteos_series {
	const uint64_t *value;
	size_t count;
	bool comes_round; /* first follows last */
	uint64_t far;
};

/* Marks the outliers. */
void pxt_liteos_outliers_find(const struct pxt_liteos_series *series,
			      bool *is_outlier);

#endif
