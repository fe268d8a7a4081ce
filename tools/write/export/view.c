/*
 * view.c - a source as the view of exporters
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "event/objects.h"
#include "write/export/view.h"

/* Exporters ask for each event: names are cached. A type without a name may get
 * one. */
static const char *get_name(struct pxt_view *pxt, trace_event_id_t type)
{
	struct export_view *view = export_view_of(pxt);

	if (type < FIELDS_TYPES && view->name[type])
		return view->name[type];
	if (source_get_name(view->source, type, view->unkept))
		return NULL;
	if (type < FIELDS_TYPES)
		view->name[type] = strdup(view->unkept);
	return view->unkept;
}

static const struct posix_trace_layout_np *get_layout(struct pxt_view *pxt,
						      trace_event_id_t type)
{
	return fields_layout(&export_view_of(pxt)->fields, type);
}

static const char *get_process(struct pxt_view *pxt, unsigned origin, pid_t pid)
{
	struct posix_trace_process_np process;

	return source_get_process(export_view_of(pxt)->source, origin, pid,
				  &process) ?
		       NULL :
		       process.name;
}

static const char *get_thread(struct pxt_view *pxt, unsigned origin, pid_t pid,
			      pid_t tid)
{
	struct export_view *view = export_view_of(pxt);

	return source_get_thread(view->source, origin, pid, tid, view->thread,
				 sizeof(view->thread)) ?
		       NULL :
		       view->thread;
}

static const char *get_system(struct pxt_view *pxt, unsigned origin)
{
	struct export_view *view = export_view_of(pxt);

	return source_get_origin(view->source, origin, &view->origin) ?
		       NULL :
		       view->origin.system;
}

static const char *get_note(struct pxt_view *pxt, unsigned origin,
			    const char *key)
{
	return source_find_note(export_view_of(pxt)->source, origin, key);
}

static int get_object(struct pxt_view *pxt, unsigned origin, pid_t pid,
		      uint64_t address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	const struct export_view *view = export_view_of(pxt);

	return objects_get(view->source, view->fields.symbols, origin, pid,
			   address, kind, when, object);
}

/* The list is copied as a whole. */
static void keep(const struct posix_trace_object_np *object, void *argument)
{
	struct export_view *view = argument;

	if (!pxt_array_reserve(&view->object, &view->room, view->objects + 1,
			       sizeof(*view->object)))
		view->object[view->objects++] = *object;
}

static int list_object(struct pxt_view *pxt, unsigned origin, size_t index,
		       struct posix_trace_object_np *object)
{
	struct export_view *view = export_view_of(pxt);

	if (!index || origin != view->listed) {
		view->objects = 0;
		view->listed = origin;
		source_list_objects(view->source, origin, keep, view);
	}
	if (index >= view->objects)
		return ESRCH;
	*object = view->object[index];
	return 0;
}

void export_view_init(struct export_view *view, struct source *source)
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
	view->source = source;
	fields_init(&view->fields, source);
}

void export_view_fini(struct export_view *view)
{
	for (size_t i = 0; i < FIELDS_TYPES; i++)
		free(view->name[i]);
	free(view->object);
	fields_fini(&view->fields);
}
