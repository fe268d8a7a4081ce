/* trace_view.c - what an importer told, as an exporter asks it */
#include "format/trace_view.h"

#include <stdlib.h>
#include <string.h>

static struct pxt_trace *trace_of(struct pxt_view *view)
{
	return ((struct trace_view *)view)->trace;
}

static const char *get_name(struct pxt_view *view, trace_event_id_t type)
{
	return pxt_trace_type_name(trace_of(view), type);
}

/* A description that is none is that of no type. */
static const struct posix_trace_layout_np *get_layout(struct pxt_view *view,
						      trace_event_id_t type)
{
	struct posix_trace_layout_np **layout =
		&((struct trace_view *)view)->layout[type % TRACE_VIEW_TYPES];
	const char *text = pxt_trace_type_description(trace_of(view), type);

	if (!text || *layout)
		return text ? *layout : NULL;
	*layout = malloc(sizeof(**layout));
	if (!*layout || posix_trace_layout_parse_np(text, *layout))
		abort();
	return *layout;
}

static const char *get_process(struct pxt_view *view, unsigned origin,
			       pid_t pid)
{
	return origin ? NULL : pxt_trace_get_process(trace_of(view), pid);
}

static const char *get_thread(struct pxt_view *view, unsigned origin, pid_t pid,
			      pid_t tid)
{
	return origin ? NULL : pxt_trace_get_thread(trace_of(view), pid, tid);
}

static const char *get_system(struct pxt_view *view, unsigned origin)
{
	return origin ? NULL : pxt_trace_get_system(trace_of(view));
}

static const char *get_note(struct pxt_view *view, unsigned origin,
			    const char *key)
{
	return origin ? NULL : pxt_trace_get_note(trace_of(view), key);
}

static int get_object(struct pxt_view *view, unsigned origin, pid_t pid,
		      uint64_t address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	(void)origin;
	(void)when;
	return pxt_trace_get_object(trace_of(view), pid, address, kind, object);
}

static int list_object(struct pxt_view *view, unsigned origin, size_t index,
		       struct posix_trace_object_np *object)
{
	(void)origin;
	return pxt_trace_list_object(trace_of(view), index, object);
}

void trace_view_init(struct trace_view *view, struct pxt_trace *trace)
{
	memset(view, 0, sizeof(*view));
	view->view = (struct pxt_view){
		.get_name = get_name,
		.get_layout = get_layout,
		.get_process = get_process,
		.get_thread = get_thread,
		.get_system = get_system,
		.get_note = get_note,
		.get_object = get_object,
		.list_object = list_object,
	};
	view->trace = trace;
}

void trace_view_fini(struct trace_view *view)
{
	for (size_t i = 0; i < TRACE_VIEW_TYPES; i++)
		free(view->layout[i]);
}
