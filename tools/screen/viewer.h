/*
 * viewer.h - a timeline that is looked at, until the user quits
 */
#ifndef SCREEN_VIEWER_H
#define SCREEN_VIEWER_H

#include "live/live_class.h"
#include "screen/timeline.h"
#include "source/sources.h"

struct viewer_plan {
	struct timeline_plan timeline;
	const struct source_files *files; /* borrowed */
	struct live *live;		  /* a stream; or NULL */
};

/* Begins and ends the drawing. Returns the exit status, after reporting
 * errors. */
int viewer_run(const struct viewer_plan *plan);

#endif
