/*
 * pair_remarks.h - what is wrong with pairs that were named, and what is missing
 */
#ifndef PAIR_REMARKS_H
#define PAIR_REMARKS_H

#include "figures/figures.h"

/* Reports a field named by the user that does not exist. Returns the exit
 * status. */
int pairs_refuse(const struct figures *figures);

/* Reports events of pairs that do not exist, or that too many waited. Returns
 * the exit status. */
int pairs_tell(const struct figures *figures);

#endif
