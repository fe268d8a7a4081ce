/* policies.c - the words for policies */

#include <trace.h>

#include "common/policies.h"

const struct word policies_of_streams[] = {
	{ "flush", POSIX_TRACE_FLUSH },
	{ "loop", POSIX_TRACE_LOOP },
	{ "until-full", POSIX_TRACE_UNTIL_FULL },
	{ 0 },
};

const struct word policies_of_logs[] = {
	{ "append", POSIX_TRACE_APPEND },
	{ "loop", POSIX_TRACE_LOOP },
	{ "until-full", POSIX_TRACE_UNTIL_FULL },
	{ 0 },
};
