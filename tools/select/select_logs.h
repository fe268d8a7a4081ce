/*
 * select_logs.h - logs of a fleet that may have what is selected
 */
#ifndef SELECT_LOGS_H
#define SELECT_LOGS_H

#include "select/selection_state.h"

/* Makes the wish of a selection, for fleets, which selection_fini() frees. The
 * selection stays where it is. ENOMEM. */
int select_logs_init(struct selection *selection);
void select_logs_fini(struct selection *selection);

#endif
