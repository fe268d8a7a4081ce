/*
 * options.h - settings for traces of any other system
 */
#ifndef SOURCE_FOREIGN_OPTIONS_H
#define SOURCE_FOREIGN_OPTIONS_H

#include "format/format.h"

extern const struct pxt_format_option source_foreign_options[];

#endif
