/*
 * trace.c - the events of a ThreadX trace in memory
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "figures/threadx/trace.h"

void threadx_trace_init(struct threadx_trace *trace)
{
	*trace = (struct threadx_trace){ 0 };
}

void threadx_trace_fini(struct threadx_trace *trace)
{
	for (size_t i = 0; i < trace->objects; i++)
		free(trace->object[i].name);
	free(trace->object);
	free(trace->event);
	free(trace->next);
	free(trace->place);
	free(trace->first);
	free(trace->thread);
	threadx_trace_init(trace);
}

int threadx_trace_add(struct threadx_trace *trace,
		      const struct threadx_event *event)
{
	int err;

	err = pxt_array_reserve(&trace->event, &trace->room, trace->count + 1,
				sizeof(*trace->event));
	if (!err)
		trace->event[trace->count++] = *event;
	return err;
}

int threadx_trace_add_object(struct threadx_trace *trace,
			     const struct threadx_object *object,
			     const char *name)
{
	char *copy = strdup(name);
	int err;

	if (!copy)
		return ENOMEM;
	err = pxt_array_reserve(&trace->object, &trace->object_room,
				trace->objects + 1, sizeof(*trace->object));
	if (err) {
		free(copy);
		return err;
	}
	trace->object[trace->objects] = *object;
	trace->object[trace->objects++].name = copy;
	return 0;
}

/* Relevant addresses */

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a;
	const uint64_t y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

enum { PLACES_OF_EVENT = 3, PLACES_LEAST = 1 << 12 };

static size_t put_event(uint64_t *at, const struct threadx_event *event)
{
	size_t count = 0;

	at[count++] = event->context;
	switch (event->id) {
	case THREADX_MUTEX_GET:
		at[count++] = event->info[2];
		/* fallthrough */
	case THREADX_MUTEX_PUT:
	case THREADX_THREAD_CREATE:
	case THREADX_THREAD_RESUME:
	case THREADX_THREAD_SUSPEND:
		at[count++] = event->info[0];
	}
	return count;
}

static size_t unite(uint64_t *at, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(at, count, sizeof(*at), compare);
	for (size_t i = 0; i < count; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	return kept;
}

/* Makes room for a few more. Most are duplicates: these are removed before the
 * room grows. */
static int make_room(struct threadx_trace *trace, size_t *room)
{
	if (trace->places + PLACES_OF_EVENT <= *room)
		return 0;
	trace->places = unite(trace->place, trace->places);
	if (2 * (trace->places + PLACES_OF_EVENT) <= *room)
		return 0;
	return pxt_array_reserve(&trace->place, room, 2 * *room + PLACES_LEAST,
				 sizeof(*trace->place));
}

static int find_places(struct threadx_trace *trace)
{
	size_t room = 0;
	int err = 0;

	for (size_t i = 0; i < trace->objects && !err; i++) {
		err = make_room(trace, &room);
		if (!err)
			trace->place[trace->places++] =
				trace->object[i].address;
	}
	for (size_t i = 0; i < trace->count && !err; i++) {
		err = make_room(trace, &room);
		if (!err)
			trace->places += put_event(trace->place + trace->places,
						   &trace->event[i]);
	}
	trace->places = unite(trace->place, trace->places);
	return err;
}

size_t threadx_trace_place(const struct threadx_trace *trace, uint64_t address)
{
	const uint64_t *found = bsearch(&address, trace->place, trace->places,
					sizeof(address), compare);

	return found ? (size_t)(found - trace->place) : THREADX_NO_PLACE;
}

/* Objects by address */

static int compare_slots(const void *a, const void *b)
{
	const struct threadx_object *x = a;
	const struct threadx_object *y = b;

	return (x->slot > y->slot) - (x->slot < y->slot);
}

static void sort_objects(struct threadx_trace *trace)
{
	if (trace->objects)
		qsort(trace->object, trace->objects, sizeof(*trace->object),
		      compare_slots);
}

static void find_objects(struct threadx_trace *trace)
{
	for (size_t i = 0; i < trace->places; i++)
		trace->first[i] = trace->thread[i] = THREADX_NO_OBJECT;
	for (size_t i = trace->objects; i--;) {
		const struct threadx_object *object = &trace->object[i];
		const size_t place =
			threadx_trace_place(trace, object->address);
		uint32_t *thread = &trace->thread[place];

		trace->first[place] = i;
		if (object->type == THREADX_IS_THREAD &&
		    (*thread == THREADX_NO_OBJECT || !object->gone ||
		     trace->object[*thread].gone))
			*thread = i;
	}
}

const struct threadx_object *
threadx_trace_object(const struct threadx_trace *trace, uint64_t address)
{
	const size_t place = threadx_trace_place(trace, address);

	return place == THREADX_NO_PLACE ||
			       trace->first[place] == THREADX_NO_OBJECT ?
		       NULL :
		       &trace->object[trace->first[place]];
}

static int register_thread(struct threadx_trace *trace, size_t place)
{
	const struct threadx_object thread = {
		.address = trace->place[place],
		.type = THREADX_IS_THREAD,
	};

	if (trace->thread[place] != THREADX_NO_OBJECT)
		return 0;
	trace->thread[place] = trace->objects;
	if (trace->first[place] == THREADX_NO_OBJECT)
		trace->first[place] = trace->objects;
	return threadx_trace_add_object(trace, &thread, "");
}

static int place_events(struct threadx_trace *trace)
{
	int err = 0;

	for (size_t i = 0; i < trace->count && !err; i++) {
		struct threadx_event *event = &trace->event[i];

		if (i && event->context == event[-1].context) {
			event->place = event[-1].place;
			continue;
		}
		event->place = threadx_trace_place(trace, event->context);
		if (threadx_is_thread(event->context))
			err = register_thread(trace, event->place);
	}
	return err;
}

int threadx_trace_end(struct threadx_trace *trace)
{
	int err;

	sort_objects(trace);
	err = find_places(trace);
	if (err)
		return err;
	trace->first = calloc(trace->places + 1, sizeof(*trace->first));
	trace->thread = calloc(trace->places + 1, sizeof(*trace->thread));
	trace->next = calloc(trace->count + 1, sizeof(*trace->next));
	if (!trace->first || !trace->thread || !trace->next)
		return ENOMEM;
	find_objects(trace);
	return place_events(trace);
}
