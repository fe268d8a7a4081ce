/*
 * threadx.c - ThreadX figures of a source
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "event/described_system.h"
#include "figures/threadx/count.h"
#include "figures/threadx/next.h"
#include "figures/threadx/threadx.h"
#include "format/threadx/details.h"

enum { UNKNOWN, NONE, SOME };

static const char word[] = "ThreadX";

void threadx_init(struct threadx *threadx, struct source *source,
		  struct fields *fields, struct labels *labels)
{
	*threadx = (struct threadx){
		.source = source,
		.fields = fields,
		.labels = labels,
	};
	threadx_trace_init(&threadx->trace);
}

void threadx_fini(struct threadx *threadx)
{
	free(threadx->shapes);
	free(threadx->type);
	threadx_figures_fini(&threadx->figures);
	threadx_trace_fini(&threadx->trace);
}

/* Kinds of events */

bool threadx_want(struct threadx *threadx, trace_event_id_t type)
{
	const struct posix_trace_layout_np *layout;
	uint8_t *verdict;

	if (type >= FIELDS_TYPES)
		return false;
	layout = threadx->fields->layouts[type];
	verdict = &threadx->verdict[type];
	if (*verdict == UNKNOWN && layout)
		*verdict = strcmp(described_system_of(layout).name, word) ?
				   NONE :
				   SOME;
	return *verdict == SOME;
}

static int begin(struct threadx *threadx, unsigned origin, pid_t pid)
{
	struct source_origin found;

	threadx->is_met = true;
	threadx->origin = origin;
	if (!source_get_origin(threadx->source, origin, &found) &&
	    !source_origin_is_other(&found))
		threadx->pid = pid;
	threadx->shapes = calloc(1, sizeof(*threadx->shapes));
	threadx->type = calloc(THREADX_IDS, sizeof(*threadx->type));
	return threadx->shapes && threadx->type ? 0 : ENOMEM;
}

static bool is_of_system(const struct threadx *threadx, unsigned origin,
			 pid_t pid)
{
	return origin == threadx->origin &&
	       (!threadx->pid || pid == threadx->pid);
}

int threadx_add(struct threadx *threadx, const struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	struct fields *fields = threadx->fields;
	const struct pxt_threadx_shape *shape;
	struct pxt_threadx_record record;
	struct threadx_event event;
	int err;

	if (!threadx->is_met) {
		err = begin(threadx, item->origin, item->info.posix_pid);
		if (err)
			return err;
	}
	if (!is_of_system(threadx, item->origin, item->info.posix_pid)) {
		threadx->others++;
		return 0;
	}
	if (threadx->is_beyond)
		return 0;
	shape = pxt_threadx_shapes_get(threadx->shapes, type,
				       fields_layout(fields, type));
	if (!shape || !fields_decode(fields, item) ||
	    !pxt_threadx_shape_read(shape, fields->layout, fields->values,
				    fields->count, &record) ||
	    !record.context)
		return 0;
	if (threadx->trace.count == THREADX_EVENTS_MOST) {
		threadx->is_beyond = true;
		threadx_trace_fini(&threadx->trace);
		return 0;
	}
	event = (struct threadx_event){
		.context = record.context,
		.priority = record.priority,
		.ticks = record.ticks,
		.id = record.id % THREADX_IDS,
	};
	memcpy(event.info, record.info, sizeof(event.info));
	threadx->type[event.id] = type;
	return threadx_trace_add(&threadx->trace, &event);
}

/* Objects */

struct listing {
	struct threadx *threadx;
	int err;
};

static void add_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct listing *listing = argument;
	struct threadx *threadx = listing->threadx;
	struct pxt_threadx_details details;
	struct threadx_object made;

	if (listing->err ||
	    !is_of_system(threadx, threadx->origin, object->pid) ||
	    !pxt_threadx_details_parse(&details, object->details))
		return;
	made = (struct threadx_object){
		.address = object->address,
		.parameter = { details.parameter[0], details.parameter[1] },
		.slot = details.slot,
		.type = details.type,
		.gone = details.available,
	};
	listing->err =
		threadx_trace_add_object(&threadx->trace, &made, object->name);
}

/* A system without events may be ThreadX, too. */
static int find_origin(struct threadx *threadx)
{
	struct source_origin found;

	for (unsigned i = 0; !source_get_origin(threadx->source, i, &found);
	     i++)
		if (!strncmp(found.system, word, strlen(word)))
			return begin(threadx, i, 0);
	return 0;
}

int threadx_end(struct threadx *threadx)
{
	struct listing listing = { .threadx = threadx };
	int err = 0;

	if (!threadx->is_met)
		err = find_origin(threadx);
	if (err || !threadx->is_met || threadx->is_beyond)
		return err;
	err = source_list_objects(threadx->source, threadx->origin, add_object,
				  &listing);
	if (!err || err == ESRCH)
		err = listing.err;
	if (!err)
		err = threadx_trace_end(&threadx->trace);
	if (!err)
		err = threadx_next(&threadx->trace);
	return err ? err :
		     threadx_figures_init(&threadx->figures, &threadx->trace);
}
