/*
 * back.h - an event of any system becomes a frame of LiteOS
 *
 * An event that was read from LiteOS has all of its frame in its details. Of
 * another one the numbers become identity and params, its name a type of a
 * module that no kernel has, its thread a task.
 */
#ifndef PXT_FORMAT_LITEOS_EXPORT_BACK_H
#define PXT_FORMAT_LITEOS_EXPORT_BACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "format/export.h"
#include "format/liteos/frame.h"

enum { PXT_LITEOS_ORIGINS = 64 }; /* that are looked at */

/* What a type of event is, here. */
struct pxt_liteos_known {
	trace_event_id_t id;
	bool ours; /* read from LiteOS: fields by what they are, see .c */
	bool is_told; /* its name is beside, if nobody else knows it */
	uint32_t type; /* of another system's: its number */
	uint8_t declared; /* params that have names of their own */
	bool is_free;	  /* nobody knows how many params it has */
	struct pxt_liteos_shape shape;
	signed char at[20];
};

struct pxt_liteos_back {
	struct pxt_export *export; /* borrowed */
	struct pxt_liteos_shape shape; /* of what is made of others */

	struct pxt_map types; /* in known[], from 1 on */
	struct pxt_liteos_known *known;
	size_t count, room;
	struct pxt_map names; /* of others: the numbers of their types */
	struct pxt_map told; /* types of LiteOS whose names are beside */
	uint32_t others;     /* types of others */
	struct pxt_map threads; /* their tasks, */
	uint32_t first_task;	/* ... from that one on */
	uint32_t recorded;	/* frames of others */
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
};

/* What is known of a frame besides. */
struct pxt_liteos_origin {
	bool ours;
	bool has_slot;
	uint32_t slot;
	bool has_offset; /* of its message */
	uint64_t offset;
	bool has_session;
	uint32_t session;
	bool has_told; /* tasks before it, see liteos/told.h: of the item */
	const char *told;
	size_t told_len;
	bool is_new_task; /* of another system's: its first event */
};

void pxt_liteos_back_init(struct pxt_liteos_back *back,
			  struct pxt_export *export);
void pxt_liteos_back_fini(struct pxt_liteos_back *back);

/* Make a frame of an event, without a time where it is of another system.
 * *shape: what it has. ENOMEM. */
int pxt_liteos_back_frame(struct pxt_liteos_back *back,
			  const struct posix_trace_item_np *item,
			  struct pxt_liteos_shape *shape,
			  struct pxt_liteos_frame *frame,
			  struct pxt_liteos_origin *origin);

/* Whether an origin is of LiteOS. */
bool pxt_liteos_back_is(struct pxt_export *export, unsigned origin);

/* The first origin that is of LiteOS. False: there is none. */
bool pxt_liteos_back_tasks(struct pxt_export *export, unsigned *origin);

/* A fact of the import that an item is from, as a number. False: it has none,
 * or is not of LiteOS. */
bool pxt_liteos_back_fact(struct pxt_export *export, unsigned origin,
			  const char *key, uint64_t *number);
const char *pxt_liteos_back_note(struct pxt_export *export, unsigned origin,
				 const char *key);

#endif
