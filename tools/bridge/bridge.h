/*
 * bridge.h - what the items of a trace are for viewers
 *
 * A viewer draws threads, spans that nest in them, lanes for spans that
 * overlap, objects with those who hold them, counters and losses. An exporter
 * for a viewer has a struct bridge, gives it each item twice, first for the
 * survey, and then asks what the item does. Spans are those of `stat', and found
 * by the same code; the same holds for who has an object.
 *
 * Numbers of threads, processes, lanes and names count from 0 in order of
 * appearance, so that an exporter declares what is new to it.
 */
#ifndef BRIDGE_BRIDGE_H
#define BRIDGE_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "bridge/lanes.h"
#include "bridge/nesting.h"
#include "bridge/span_ends.h"
#include "bridge/texts.h"
#include "event/fields.h"
#include "event/symbols.h"
#include "figures/locks/locks.h"
#include "figures/pairs.h"
#include "figures/entities.h"
#include "format/export.h"

enum {
	BRIDGE_NO_LANE = UINT32_MAX, /* the span nests in its thread */
	BRIDGE_TEXT = 512,	     /* bytes of a name, with the null */
	BRIDGE_RECENT = 64,
};

/* A step of a span that an item makes. Spans that overlap have a lane. An end without
 * a beginning has neither lane nor number. */
struct bridge_span {
	enum pair_act act;
	bool is_keyed;
	bool ends;	  /* false: it begins, and the trace has no end of it */
	uint32_t open;	  /* see struct pair_step */
	uint32_t name;	  /* "lock mutex/jobs" */
	const char *span; /* "lock" */
	uint32_t thread;  /* thread of the beginning */
	uint32_t process; /* process of the beginning */
	uint32_t lane;
	int64_t from_ns;
	uint64_t number; /* running number of the span, from 1 */
};

/* An object that a thread has from now on, or until now, or until an unknown
 * time, as events were lost. Each has a lane of the object's. */
struct bridge_hold {
	enum lock_held what;
	uint32_t claim;	  /* the same at its beginning and end, and small */
	uint32_t name;	  /* name of the object: "mutex/jobs" */
	uint32_t thread;  /* thread that has it */
	uint32_t process; /* process of the object */
	uint32_t lane;
	int64_t from_ns;
};

/* A thread that had an event not long ago, and its number. */
struct bridge_recent {
	struct entity thread;
	uint32_t number;
};

struct bridge {
	struct pxt_export *export;
	struct source *source;
	struct fields *fields;
	struct labels labels;
	struct symbols *symbols; /* made at the first request */
	struct pairs pairs;
	struct locks locks;
	struct nesting nesting;
	struct lanes lanes;
	struct entities threads, processes;
	struct bridge_recent recent[BRIDGE_RECENT];
	uint32_t *process_of; /* process numbers, by thread */
	size_t threads_room;
	struct texts names;	  /* names of spans and objects */
	struct bridge_span *open; /* beginnings, by number of the open span */
	struct bridge_hold *held; /* beginnings, by claim */
	size_t open_room, held_room, hold_room;
	uint64_t begun; /* spans so far */
	struct span_ends ends;
	bool is_surveyed;
	bool is_causal; /* spans nest by what has come so far */
	bool is_late;	/* a description came after events of its type */
	bool was_asked[FIELDS_TYPES];
	int error; /* error of a listener */

	/* The present item. */
	const struct posix_trace_item_np *item;
	bool is_described; /* fields have decoded it */
	uint32_t thread, process;
	int64_t ns;
	struct bridge_span span[PAIR_STEPS];
	unsigned spans;
	struct bridge_hold *hold;
	size_t holds;
};

/* export: its view is that of a struct export_view, as all has; borrowed. */
int bridge_init(struct bridge *bridge, struct pxt_export *export);
void bridge_fini(struct bridge *bridge);

/* Spans nest by what has come so far, whatever follows: then nothing depends on
 * the survey but the ends of spans, and items need not be met before. */
void bridge_be_causal(struct bridge *bridge);

/* Meets an item of the survey; NULL: its end. EAGAIN at the end: the survey has
 * to be repeated. ENOMEM. */
int bridge_survey(struct bridge *bridge,
		  const struct posix_trace_item_np *item);

/* Meets an item after the survey. ENOMEM. */
int bridge_meet(struct bridge *bridge, const struct posix_trace_item_np *item);

/* True if the present event does that, to one of its spans. */
bool bridge_has_act(const struct bridge *bridge, enum pair_act act);

/* The name of the item's event type. Borrowed until the next call. */
const char *bridge_event_name(struct bridge *bridge);

/* Names for people, in UTF-8: "matcher", "feed"; of several hosts:
 * "h1:matcher". A thread without a name has the name of its process. */
void bridge_process_name(struct bridge *bridge, uint32_t process,
			 char name[BRIDGE_TEXT]);
void bridge_thread_name(struct bridge *bridge, uint32_t thread,
			char name[BRIDGE_TEXT]);

/* "7 events lost", for an item that is a loss; "events lost", if their number
 * is unknown. */
void bridge_loss_text(const struct posix_trace_item_np *item,
		      char text[BRIDGE_TEXT]);

/* A field of the present event that is a counter: the number of its name,
 * "stock.boxes", or of an event about an object "lock.waiters mutex/jobs".
 * ENOENT: no counter. ENOMEM. */
int bridge_counter(struct bridge *bridge,
		   const struct posix_trace_value_np *field, uint32_t *name);

/* The owner of the present event's address: its process, and which modules that
 * had at the time. */
uint64_t bridge_code_owner(const struct bridge *bridge);

/* The symbol of the item's address; nothing in it where none is known. */
const struct symbol *bridge_symbol(struct bridge *bridge);

/* The place in the program of the item, as stat names it: "queue.c:41", else
 * "sort+0xae4d", or the address. */
void bridge_place(struct bridge *bridge, char text[BRIDGE_TEXT]);

/* Copies bytes as UTF-8 with a null at the end, in size bytes, and counts texts
 * of which bytes were replaced, or did not fit. Returns the length. */
size_t bridge_text(struct bridge *bridge, char *text, size_t size,
		   const void *data, size_t len);

#endif
