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

/* Layouts of the descriptions that came first: a fuzzer meets most of them in
 * each of its inputs. */
enum { KEPT = 4096 };

static struct kept {
	char *text;
	struct posix_trace_layout_np layout;
} kept[KEPT];

static bool is_kept(const struct posix_trace_layout_np *layout)
{
	return (uintptr_t)layout >= (uintptr_t)kept &&
	       (uintptr_t)layout < (uintptr_t)(kept + KEPT);
}

static void release(struct posix_trace_layout_np *layout)
{
	if (!is_kept(layout))
		free(layout);
}

static struct kept *find_kept(const char *text)
{
	uint32_t hash = 2166136261;

	for (const char *at = text; *at; at++)
		hash = (hash ^ (unsigned char)*at) * 16777619;
	return &kept[hash % KEPT];
}

/* NULL: that is no description. */
static struct posix_trace_layout_np *layout_of(const char *text)
{
	struct kept *one = find_kept(text);
	struct posix_trace_layout_np *layout = &one->layout;

	if (one->text && !strcmp(one->text, text))
		return layout;
	if (one->text)
		layout = malloc(sizeof(*layout));
	if (!layout)
		abort();
	if (posix_trace_layout_parse_np(text, layout)) {
		release(layout);
		return NULL;
	}
	if (!one->text)
		one->text = strdup(text);
	return layout;
}

bool trace_view_can_parse(const char *text)
{
	struct posix_trace_layout_np *layout = layout_of(text);
	const bool can = layout;

	release(layout);
	return can;
}

static const struct posix_trace_layout_np *get_layout(struct pxt_view *base,
						      trace_event_id_t type)
{
	struct trace_view *view = (struct trace_view *)base;
	const unsigned slot = type % TRACE_VIEW_TYPES;
	const char *text = pxt_trace_type_description(view->trace, type);

	if (!text)
		return NULL;
	if (!view->layout[slot])
		view->layout[slot] = layout_of(text);
	if (!view->layout[slot])
		abort();
	if (slot >= view->slots)
		view->slots = slot + 1;
	return view->layout[slot];
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
	return pxt_trace_get_object(trace_of(view), pid, address, kind, when,
				    object);
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
	for (unsigned i = 0; i < view->slots; i++)
		release(view->layout[i]);
}
