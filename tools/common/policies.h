/*
 * policies.h - what becomes of a stream, or a log, that is full, in words
 */
#ifndef POLICIES_H
#define POLICIES_H

#include "common/words.h"

extern const struct word policies_of_streams[];
extern const struct word policies_of_logs[];

#endif
