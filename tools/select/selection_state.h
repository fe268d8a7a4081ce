/*
 * selection_state.h - a selection, and cached facts about the source
 */
#ifndef SELECTION_STATE_H
#define SELECTION_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "select/moment.h"
#include "select/select_words.h"
#include "select/where.h"
#include "source/source.h"
#include "source/source_as.h"

enum {
	SELECTION_EVENTS = 1 << 12, /* limit of types in a log */
	SELECTION_PROCESSES = 1 << 8,
	SELECTION_FIELDS = 32,
};

/* The verdict on an event type or process. */
enum select_verdict { SELECT_UNKNOWN, SELECT_WANTED, SELECT_UNWANTED };

struct selection {
	/* The user's selection, and facts about the input. */
	struct source_as *as; /* borrowed; NULL: not applicable */
	struct select_words events;
	struct select_words processes;
	struct select_words threads;
	struct select_words hosts;
	struct moment from;
	struct moment to;
	struct where *where;
	const char *condition; /* text of where; borrowed */

	/* The source. */
	struct source *source;
	struct timespec first; /* first time of all items; valid if bounded */
	struct timespec last;
	struct timespec since; /* valid if a begin was given */
	struct timespec until;
	struct timespec passed; /* time of the last item, selected or not */
	bool chooses;		/* selects among the events of a time */
	bool bounded;		/* the bounds were needed */
	bool over;		/* all later items are behind the time */
	uint8_t fields[SELECTION_FIELDS]; /* see select_fields.c */
	struct fields *described;	  /* NULL: no such field */
	uint8_t event[SELECTION_EVENTS];  /* verdicts */
	struct {
		unsigned origin;
		pid_t pid;
		int64_t program; /* program of that process */
		uint8_t verdict;
	} process[SELECTION_PROCESSES];

	/* Selected so far. */
	uint64_t matched; /* events */
	uint64_t lost;
	uint64_t uncounted; /* losses of unknown size */
};

#endif
