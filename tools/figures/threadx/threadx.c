/*
 * threadx.c - ThreadX figures of a source
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "figures/threadx/count.h"
#include "figures/threadx/next.h"
#include "figures/threadx/threadx.h"
#include "format/threadx/details.h"

enum { UNKNOWN, NONE, SOME };

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

bool threadx_want(struct threadx *threadx, unsigned number)
{
	static const char word[] = "ThreadX";
	struct source_origin origin;
	uint8_t *verdict;

	if (number >= THREADX_ORIGINS)
		return false;
	verdict = &threadx->verdict[number];
	if (*verdict == UNKNOWN)
		*verdict =
			!source_get_origin(threadx->source, number, &origin) &&
					!strncmp(origin.system, word,
						 strlen(word)) ?
				SOME :
				NONE;
	return *verdict == SOME;
}

static int begin(struct threadx *threadx, unsigned origin)
{
	threadx->is_met = true;
	threadx->origin = origin;
	threadx->shapes = calloc(1, sizeof(*threadx->shapes));
	threadx->type = calloc(THREADX_IDS, sizeof(*threadx->type));
	return threadx->shapes && threadx->type ? 0 : ENOMEM;
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
		err = begin(threadx, item->origin);
		if (err)
			return err;
	}
	if (item->origin != threadx->origin) {
		threadx->others++;
		return 0;
	}
	shape = pxt_threadx_shapes_get(threadx->shapes, type,
				       fields_layout(fields, type));
	if (!shape || !fields_decode(fields, item) ||
	    !pxt_threadx_shape_read(shape, fields->layout, fields->values,
				    fields->count, &record) ||
	    !record.context)
		return 0;
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
	struct threadx_trace *trace;
	int err;
};

static void add_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct listing *listing = argument;
	struct pxt_threadx_details details;
	struct threadx_object made;

	if (listing->err ||
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
		threadx_trace_add_object(listing->trace, &made, object->name);
}

/* A system without events may be ThreadX, too. */
static int find_origin(struct threadx *threadx)
{
	for (unsigned i = 0; i < THREADX_ORIGINS; i++)
		if (threadx_want(threadx, i))
			return begin(threadx, i);
	return 0;
}

int threadx_end(struct threadx *threadx)
{
	struct listing listing = { .trace = &threadx->trace };
	int err = 0;

	if (!threadx->is_met)
		err = find_origin(threadx);
	if (err || !threadx->is_met)
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
