/*
 * view.h - a source as the view of exporters, see format/export.h
 */
#ifndef WRITE_EXPORT_VIEW_H
#define WRITE_EXPORT_VIEW_H

#include "event/fields.h"
#include "format/export.h"
#include "source/source.h"

struct export_view {
	struct pxt_view view;
	struct source *source; /* borrowed */
	struct fields fields;
	char *name[FIELDS_TYPES]; /* cached names of types */

	/* Objects of an origin, copied at the first request. */
	struct posix_trace_object_np *object;
	size_t objects, room;
	unsigned listed;

	/* The last results. */
	char unkept[TRACE_EVENT_NAME_MAX + 1];
	char thread[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];
	struct source_origin origin;
};

/* The view of an exporter within the command. */
static inline struct export_view *export_view_of(struct pxt_view *view)
{
	return (struct export_view *)view;
}

/* source: borrowed until fini. */
void export_view_init(struct export_view *view, struct source *source);
void export_view_fini(struct export_view *view);

#endif
