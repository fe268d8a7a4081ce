/*
 * strips.h - the strips of a trace: threads, spans with keys, objects
 *
 * Strips have numbers from 0 on in order of appearance. Beyond a limit all that
 * comes is on one last strip, so that nothing is left out.
 */
#ifndef CHART_STRIPS_H
#define CHART_STRIPS_H

#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"
#include "bridge/texts.h"
#include "event/labels.h"
#include "figures/entities.h"

enum strip_kind {
	STRIP_THREAD,
	STRIP_SPAN,   /* spans of a name that are connected by keys */
	STRIP_OBJECT, /* has owners */
	STRIP_REST,
};

enum { STRIP_NAME = 256 };

struct strip {
	enum strip_kind kind;
	struct entity entity; /* thread, or process of the others */
	uint32_t name;	      /* number of a text; not of threads */
};

struct strips {
	struct source *source; /* borrowed */
	struct labels labels;
	struct texts names;	/* names of spans and objects */
	struct pxt_map numbers; /* + 1 */
	struct strip *strip;
	size_t count, room;
	struct entity last; /* the thread that was looked for last */
	uint32_t last_number;
};

/* source: borrowed until fini. ascii: the terminal shows ASCII only. */
void strips_init(struct strips *strips, struct source *source, bool ascii);
void strips_fini(struct strips *strips);

/* Finds or adds the strip of an item's thread. ENOMEM. */
int strips_find_thread(struct strips *strips,
		       const struct posix_trace_item_np *item,
		       uint32_t *number);

/* Same for another kind, by process and name. */
int strips_find_named(struct strips *strips, enum strip_kind kind,
		      const struct posix_trace_item_np *item, const char *name,
		      uint32_t *number);

/* The name for people, of plain characters: "matcher/4243", "order",
 * "mutex/jobs". Returns name. */
char *strips_name(struct strips *strips, uint32_t number,
		  char name[STRIP_NAME]);

/* A text of the names by its number + 1; 0: "". */
const char *strips_text(const struct strips *strips, uint32_t label);

/* Sorts the numbers of all strips for people: threads by process, then spans,
 * then objects. order: room for strips->count. */
void strips_sort(const struct strips *strips, uint32_t *order);

#endif
