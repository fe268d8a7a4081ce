/*
 * failures.h - events that tell of an error
 *
 * An error is an error number in a field that is marked as [[errno]], or a
 * negative number in a signed field named result or ret.
 */
#ifndef FAILURES_H
#define FAILURES_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "event/fields.h"

enum { FAILURES_MOST = 1 << 14 };

struct failure {
	trace_event_id_t type; /* stands for all of its name */
	char *text;	       /* "error=ENOENT" */
	uint64_t count;
};

/* The field of a type that may tell of an error. */
struct failure_field {
	const struct posix_trace_layout_np *layout; /* NULL: none so far */
	int field; /* number of the field; -1: none fails */
};

struct failures {
	struct fields *fields; /* borrowed */
	struct failure_field of[FIELDS_TYPES];
	struct pxt_map numbers; /* + 1 */
	struct failure *failure;
	size_t count, room;
	uint64_t left_out; /* events beyond FAILURES_MOST */
	struct out words;  /* text of an error */
};

void failures_init(struct failures *failures, struct fields *fields);
void failures_fini(struct failures *failures);

/* Adds an event, if it tells of an error. type: stands for all types of its
 * name. ENOMEM. */
int failures_add(struct failures *failures,
		 const struct posix_trace_item_np *item, trace_event_id_t type);

#endif
