/*
 * select_range.h - where in a log the times of a selection are
 */
#ifndef SELECT_RANGE_H
#define SELECT_RANGE_H

#include "select/selection_state.h"

/* Find out what the times mean in this log, and go to the first of them. A
 * log without events has no times: then selection->over. ESRCH: it has no such
 * event as a time names. */
int select_range_begin(struct selection *selection, bool utc);

#endif
