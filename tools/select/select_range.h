/*
 * select_range.h - times of a selection, resolved in a log
 */
#ifndef SELECT_RANGE_H
#define SELECT_RANGE_H

#include "select/selection_state.h"

/* Resolves the times in this log, and seeks to the first of them. A log without
 * events has no times: then selection->over. ESRCH: the log has no such event
 * as a time names. */
int select_range_begin(struct selection *selection, bool utc);

#endif
