/*
 * selection_state.h - what was asked for, and what is known of a source so far
 */
#ifndef SELECTION_STATE_H
#define SELECTION_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "select/select_words.h"
#include "select/when.h"
#include "select/where.h"
#include "source/source.h"
#include "source/source_as.h"

enum {
	SELECTION_EVENTS = 1 << 12, /* all types a log may have */
	SELECTION_PROCESSES = 1 << 8,
	SELECTION_FIELDS = 32,
};

/* What is known of one event type or process. */
enum select_verdict { SELECT_UNKNOWN, SELECT_WANTED, SELECT_UNWANTED };

struct selection {
	/* What the user asked for, and said of what is read. */
	struct source_as *as; /* borrowed; NULL: it is not asked for */
	struct select_words events;
	struct select_words processes;
	struct select_words threads;
	struct select_words hosts;
	struct when from;
	struct when to;
	struct where *where;
	const char *condition; /* that is where's text; borrowed */

	/* What is being read. */
	struct source *source;
	struct timespec first; /* of all its items; valid if bounded */
	struct timespec last;
	struct timespec until;
	bool chooses; /* among the events of a time */
	bool bounded; /* its times were asked for */
	bool over;    /* all that comes is behind the time */
	uint8_t fields[SELECTION_FIELDS]; /* see select_fields.c */
	struct fields *described;	  /* NULL: none is of these */
	uint8_t event[SELECTION_EVENTS];  /* verdicts */
	struct {
		unsigned origin;
		pid_t pid;
		int64_t program; /* which of its programs */
		uint8_t verdict;
	} process[SELECTION_PROCESSES];

	/* What was wanted so far. */
	uint64_t matched; /* events */
	uint64_t lost;
	uint64_t uncounted; /* losses of nobody knows how many */
};

#endif
