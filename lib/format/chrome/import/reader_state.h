/*
 * reader_state.h - the reader of JSON, for it and for what its tokens mean
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_READER_STATE_H
#define PXT_FORMAT_CHROME_IMPORT_READER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "format/chrome/import/event.h"
#include "format/feed.h"
#include "format/gap.h"
#include "format/trace.h"

/* The place of the parser in the JSON. */
enum pxt_chrome_place {
	PXT_CHROME_OUTSIDE,
	PXT_CHROME_TOP,	   /* in the object that has the events */
	PXT_CHROME_FACTS,  /* in an object of facts */
	PXT_CHROME_SKIP,   /* in what is left out */
	PXT_CHROME_EVENTS, /* between events */
	PXT_CHROME_EVENT,
	PXT_CHROME_ARGS,
	PXT_CHROME_ID2,
	PXT_CHROME_REST, /* in what becomes JSON again */
	PXT_CHROME_DONE,
};

enum {
	PXT_CHROME_KEY = 64,	/* bytes of a key of facts, with the null */
	PXT_CHROME_DEPTH = 100, /* maps and arrays in an event */
};

struct pxt_chrome_reader {
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	/* Takes an event with a phase and a time. An error ends reading. */
	int (*take)(void *context, struct pxt_chrome_event *event);
	/* Takes a loss: 0 events are an unknown number. */
	int (*lose)(void *context, uint64_t lost, const char *why);
	void *context;

	void *json;    /* the parser; NULL: an event is searched */
	uint64_t base; /* offset of the bytes that are parsed */
	uint64_t last; /* offset of the last token */
	bool is_begun;
	bool is_damaged; /* no event could be read since a damage */
	char before;	 /* last byte before those that are searched */
	struct pxt_gap gap;
	char why[PXT_TRACE_WHY];
	int err; /* error of a callback */

	enum pxt_chrome_place place, outer;
	unsigned depth; /* depth of maps and arrays in SKIP, and in REST */
	bool is_array;	/* the events are not in an object */
	bool has_events;
	unsigned member;	       /* member of an event, or of its id2 */
	struct pxt_chrome_field field; /* field with the key that was read */
	struct pxt_chrome_event event;
	char key[PXT_CHROME_KEY];     /* key of a fact */
	char section[PXT_CHROME_KEY]; /* key of the object of facts */
	unsigned facts;
	bool has_start;
	int64_t start_ns; /* otherData.start_ns */
};

#endif
