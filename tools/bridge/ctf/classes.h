/*
 * classes.h - event types as classes of CTF
 *
 * A field is a member of the payload, an array without a length is preceded by
 * one. Data without a description, or that does not fit it, is an array of bytes,
 * and has a class of its own. The description goes into the class's EMF URI, which readers ignore, so
 * that the command reads what it wrote: see source/ctf/uri.h.
 */
#ifndef BRIDGE_CTF_CLASSES_H
#define BRIDGE_CTF_CLASSES_H

#include <babeltrace2/babeltrace.h>

#include "event/fields.h"

struct ctf_class {
	bt_event_class *class; /* a reference */
	const struct posix_trace_layout_np *layout;
	uint8_t at[POSIX_TRACE_FIELDS_MAX_NP]; /* members, by field */
};

/* Makes the class of a type. description: "" if there is none. layout: NULL for
 * an array of bytes. ENOMEM. */
int ctf_class_make(struct ctf_class *class, bt_stream_class *stream,
		   const char *name, const char *description,
		   const struct posix_trace_layout_np *layout);

/* Sets the payload of an event by the decoded fields, or by the item's data.
 * False: data is cut. */
bool ctf_class_set(const struct ctf_class *class, bt_event *event,
		   const struct fields *fields,
		   const struct posix_trace_item_np *item);

#endif
