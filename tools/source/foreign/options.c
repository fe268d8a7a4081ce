/*
 * options.c - settings for traces of any other system
 */
#include "source/foreign/options.h"

const struct pxt_format_option source_foreign_options[] = {
	{ "epoch", "TIME",
	  "when the trace began, in seconds since 1970 with up to 9 digits "
	  "behind the point" },
	{ 0 },
};
