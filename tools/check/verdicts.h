/*
 * verdicts.h - verdicts on rules, of what was found in a trace
 */
#ifndef CHECK_VERDICTS_H
#define CHECK_VERDICTS_H

#include "check/rules.h"

/* lost: events. ENOMEM. */
int verdicts_make(struct rules *rules, uint64_t lost);

/* The number of rules with a verdict. */
size_t verdicts_count(const struct rules *rules, enum verdict verdict);

#endif
