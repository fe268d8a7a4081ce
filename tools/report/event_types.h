/*
 * event_types.h - the types of a page's events, and what their fields hold
 *
 * A type has a column for each field of its description. One without, or with
 * data behind its fields, has a column with that data in words. With templates
 * there is one more.
 */
#ifndef REPORT_EVENT_TYPES_H
#define REPORT_EVENT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "report/block.h"
#include "report/packed_blocks.h"
#include "report/words.h"

enum event_field_kind {
	EVENT_FIELD_INTEGER,
	EVENT_FIELD_HEX,
	EVENT_FIELD_DOUBLE,
	EVENT_FIELD_FLOAT,
	EVENT_FIELD_BOOL,
	EVENT_FIELD_TEXT,
	EVENT_FIELD_WORD,
	EVENT_FIELD_DATA,
	EVENT_FIELD_TEMPLATE,
};

struct event_field {
	enum event_field_kind kind;
	const struct posix_trace_field_np *field; /* NULL: no field */
	bool is_of_number; /* WORD: a number always has the same text */
};

struct event_type {
	trace_event_id_t id;
	uint64_t events;
	const struct posix_trace_layout_np *layout; /* NULL: none so far */
	size_t described; /* number of its first field */
	struct event_field *field;
	size_t fields, room;
	size_t data, text; /* columns + 1; 0: none so far */
	struct block block;
	struct block_list list;
};

struct event_types {
	struct bridge *bridge; /* borrowed, as are the others */
	struct packed_blocks *blocks;
	struct report_words *words;
	uint32_t number[FIELDS_TYPES]; /* numbers + 1, by type */
	struct pxt_map numbers;	       /* numbers of types beyond */
	struct event_type *type;
	size_t count, room;
	size_t texts; /* bytes of texts in the blocks */
};

void event_types_init(struct event_types *types, struct bridge *bridge,
		      struct packed_blocks *blocks, struct report_words *words);
void event_types_fini(struct event_types *types);

/* Finds or adds the type of the present event, and counts that. ENOMEM. */
int event_types_find(struct event_types *types, uint32_t *number);

/* Adds the fields of the present event, which is of that type. ENOMEM. */
int event_types_put(struct event_types *types, uint32_t number);

/* Writes the blocks. of: number of the block of the log they belong to.
 * ENOMEM. */
int event_types_flush(struct event_types *types, long of);

#endif
