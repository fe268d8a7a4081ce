/*
 * settings.h - what a user wants of a report
 */
#ifndef REPORT_SETTINGS_H
#define REPORT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/rendering.h"
#include "figures/figures.h"
#include "format/settings.h"
#include "source/source.h"

/* The settings of an export to report_format. */
struct report_settings {
	struct pxt_settings settings; /* none */
	uint64_t most;	  /* events; of a trace with more, none is written */
	int64_t start_ns; /* begin of the trace */
	bool utc;	  /* times are shown in UTC */
	bool is_part;	  /* the user selects a part of the trace */
	struct figures_options figures;
	struct source *source;	     /* borrowed, for its damage */
	struct rendering *rendering; /* borrowed; NULL: no templates */
	uint64_t *left_out;	     /* is set to the number of events that are
				      * not written */
};

#endif
