/*
 * totals.h - what was written, in one line
 */
#ifndef TOTALS_H
#define TOTALS_H

#include <stdint.h>

#include <trace_np.h>

/* Zeroes at first. */
struct totals {
	unsigned long long events;
	unsigned long long lost;
	unsigned threads; /* its user counts them */
	unsigned logs;	  /* likewise, if they are several */
	struct timespec first;
	struct timespec last;
};

void totals_add(struct totals *totals, const struct posix_trace_item_np *item);

/* Tell them on stderr, as record does: "orders.ptl  12.4 s  1,204 events ...".
 * bytes: of the file. */
void totals_tell(const struct totals *totals, const char *file, uint64_t bytes);

#endif
