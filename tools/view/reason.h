/*
 * reason.h - why events are missing, in words that are fit to be shown
 */
#ifndef REASON_H
#define REASON_H

#include <trace_np.h>

enum { REASON_SIZE = POSIX_TRACE_REASON_MAX_NP + 1 };

/* As a loss tells; "": it does not. Gives text. */
const char *reason_of(const struct posix_trace_item_np *item,
		      char text[REASON_SIZE]);

#endif
