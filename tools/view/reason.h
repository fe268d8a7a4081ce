/*
 * reason.h - reasons of losses, fit to be shown
 */
#ifndef REASON_H
#define REASON_H

#include <trace_np.h>

enum { REASON_SIZE = POSIX_TRACE_REASON_MAX_NP + 1 };

/* Copies the reason of a loss; "": none. Returns text. */
const char *reason_of(const struct posix_trace_item_np *item,
		      char text[REASON_SIZE]);

#endif
