/*
 * conversion.h - events of any system as frames of LiteOS
 *
 * Events read from LiteOS have their whole frame in details. For others,
 * numbers become identity and params, the name a type of a module that no
 * kernel has, and the thread a task.
 */
#ifndef PXT_FORMAT_LITEOS_EXPORT_CONVERSION_H
#define PXT_FORMAT_LITEOS_EXPORT_CONVERSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "format/export.h"
#include "format/liteos/frame.h"

enum { PXT_LITEOS_ORIGINS = 64 }; /* limit for origins */

/* An event type and its equivalent in LiteOS. */
struct pxt_liteos_export_type {
	trace_event_id_t id;
	bool is_native;	   /* read from LiteOS: field indexes, see .c */
	bool is_announced; /* written to the file of names if nobody else knows
			      it */
	uint32_t number;   /* other system's: number of the type */
	uint8_t declared;  /* params with names */
	bool is_free;	   /* the number of params is unknown */
	struct pxt_liteos_shape shape;
	signed char at[20];
};

/* The first event of LiteOS, as it was met before the first one is written. */
struct pxt_liteos_first {
	bool is_known;
	unsigned origin;
	pid_t pid;
	struct pxt_liteos_shape shape;
	bool is_message; /* read from a message */
	uint64_t ticks;	 /* of its clock, at that time of the trace: */
	struct timespec time;
	uint32_t count; /* its number */
};

struct pxt_liteos_conversion {
	struct pxt_export *export;     /* borrowed */
	struct pxt_liteos_shape shape; /* shape of other systems' events */

	struct pxt_map met; /* types that were met before */
	struct pxt_liteos_first first;

	struct pxt_map types; /* index in type[], from 1 */
	struct pxt_liteos_export_type *type;
	size_t count, room;
	struct pxt_map names;		/* numbers of other systems' types */
	struct pxt_map announced_types; /* numbers whose names are beside */
	struct pxt_map vendors; /* LiteOS's numbers beyond the kernels' */
	uint32_t others;	/* numbers used for other systems' types */
	struct pxt_map threads; /* tasks for their threads, */
	uint32_t first_task;	/* numbered from here on */
	uint32_t recorded;	/* frames of other systems */
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
};

/* The origin of a frame. */
struct pxt_liteos_origin {
	bool is_native;
	bool has_slot;
	uint32_t slot;
	bool has_offset; /* offset of its message */
	uint64_t offset;
	bool has_session;
	uint32_t session;
	bool has_announced_tasks; /* before it; text of the item */
	const char *announced_tasks;
	size_t announced_tasks_len;
	bool is_new_task; /* other system's thread: first event */
};

void pxt_liteos_conversion_init(struct pxt_liteos_conversion *conversion,
				struct pxt_export *export);
void pxt_liteos_conversion_fini(struct pxt_liteos_conversion *conversion);

/* Meets an item before the first one is written: all are to be met, up to the
 * first event of LiteOS. ENOMEM. */
int pxt_liteos_conversion_meet(struct pxt_liteos_conversion *conversion,
			       const struct posix_trace_item_np *item);

/* Makes a frame of an event; events of other systems get no time. *shape: its
 * parts. ENOMEM. */
int pxt_liteos_conversion_frame(struct pxt_liteos_conversion *conversion,
				const struct posix_trace_item_np *item,
				struct pxt_liteos_shape *shape,
				struct pxt_liteos_frame *frame,
				struct pxt_liteos_origin *origin);

/* True if an origin is of LiteOS. */
bool pxt_liteos_conversion_is_native(struct pxt_export *export,
				     unsigned origin);

/* Finds the first origin of LiteOS. False: none. */
bool pxt_liteos_conversion_native_origin(struct pxt_export *export,
					 unsigned *origin);

/* Reads a fact that the importer noted, as a number. False: none, or the origin
 * is not of LiteOS. */
bool pxt_liteos_conversion_fact(struct pxt_export *export, unsigned origin,
				const char *key, uint64_t *number);
const char *pxt_liteos_conversion_note(struct pxt_export *export,
				       unsigned origin, const char *key);

#endif
