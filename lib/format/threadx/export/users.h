/*
 * users.h - user events of ThreadX for other types
 *
 * Each type gets a user id, from 4096 on, and a line in a file that tells
 * TraceX its name.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_USERS_H
#define PXT_FORMAT_THREADX_EXPORT_USERS_H

#include <stdint.h>

#include "format/export.h"

enum { PXT_THREADX_TYPES = 1 << 16 }; /* types beyond have no ids */

/* Zero at first. */
struct pxt_threadx_users {
	uint16_t id[PXT_THREADX_TYPES];	  /* id; 0: none so far */
	uint16_t type[PXT_THREADX_TYPES]; /* in the order of ids */
	unsigned count;
};

/* The id of a type; 0: none left. */
uint16_t pxt_threadx_users_id(struct pxt_threadx_users *users,
			      trace_event_id_t type);

/* Chooses the fields for the four words; returns their number. */
unsigned pxt_threadx_users_fields(const struct posix_trace_layout_np *layout,
				  unsigned fields[4]);

/* Writes the file. ENOMEM, or an error of the output. */
int pxt_threadx_users_write(const struct pxt_threadx_users *users,
			    struct pxt_view *view, struct pxt_output *out);

#endif
