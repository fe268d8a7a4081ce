/*
 * totals.h - totals of a written log, in one line
 */
#ifndef TOTALS_H
#define TOTALS_H

#include <stdint.h>

#include <trace_np.h>

/* Zero at first. */
struct totals {
	unsigned long long events;
	unsigned long long lost;
	unsigned threads; /* counted by the caller */
	unsigned logs;	  /* counted by the caller, if several */
	struct timespec first;
	struct timespec last;
};

void totals_add(struct totals *totals, const struct posix_trace_item_np *item);

/* Reports them on stderr, in record's form: "orders.ptl  12.4 s  1,204 events
 * ...". bytes: size of the file. */
void totals_tell(const struct totals *totals, const char *file, uint64_t bytes);

#endif
