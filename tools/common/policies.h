/*
 * policies.h - words for the full policies of streams and logs
 */
#ifndef POLICIES_H
#define POLICIES_H

#include "common/words.h"

extern const struct word policies_of_streams[];
extern const struct word policies_of_logs[];

#endif
