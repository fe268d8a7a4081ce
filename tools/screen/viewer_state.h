/*
 * viewer_state.h - a timeline, and what the user is doing with it
 */
#ifndef SCREEN_VIEWER_STATE_H
#define SCREEN_VIEWER_STATE_H

#include <stdbool.h>

#include "live/live.h"
#include "screen/range_log.h"
#include "screen/search.h"
#include "screen/timeline.h"
#include "source/sources.h"

enum { PROMPT_TEXT = SEARCH_TEXT };

/* The use of a line that is typed. */
enum prompt_use { PROMPT_NONE, PROMPT_SEARCH, PROMPT_SAVE };

struct prompt {
	enum prompt_use use;
	char text[PROMPT_TEXT];
	size_t len;
};

struct viewer {
	struct timeline timeline;
	struct search search;
	struct prompt prompt;
	struct range_log saved;		  /* the range that is being saved */
	const struct source_files *files; /* input of a saved range; borrowed */
	struct live *live;    /* the running recording, borrowed; or NULL */
	int64_t refreshed_ns; /* when the timeline was refreshed */
	bool helps;	      /* the keys are on the screen */
	bool is_over;
	unsigned rows;	/* rows of strips on the screen */
	unsigned names; /* columns of their names */
};

#endif
