/* thread_life.c - beginnings and ends of threads, and handles */
#include "format/threadx/export/thread_life.h"

#include <stdio.h>
#include <string.h>

enum pxt_threadx_thread_life pxt_threadx_thread_life_find(const char *name)
{
	static const struct {
		const char *name;
		enum pxt_threadx_thread_life life;
	} lives[] = {
		{ "thread_create", PXT_THREADX_CREATED },
		{ "thread_exit", PXT_THREADX_ENDED },
		{ "thread_name", PXT_THREADX_NAMED },
		{ "thread_start", PXT_THREADX_STARTED },
	};

	for (size_t i = 0; i < sizeof(lives) / sizeof(lives[0]); i++)
		if (!strcmp(lives[i].name, name))
			return lives[i].life;
	return PXT_THREADX_NO_LIFE;
}

static bool find_handle(const struct pxt_threadx_foreign_event *event,
			struct pxt_threadx_key *key)
{
	const struct posix_trace_value_np *value =
		pxt_threadx_foreign_event_field(event, "thread");

	if (!value || !value->field->object ||
	    strcmp(value->field->object, "thread") ||
	    !pxt_threadx_foreign_event_number(event, value, &key->number) ||
	    !key->number)
		return false;
	*key = pxt_threadx_foreign_event_key(event, PXT_THREADX_THREAD,
					     key->number);
	return true;
}

/* The handle may be that of an earlier thread. */
static int create(struct pxt_threadx_foreign_event *event,
		  const struct pxt_threadx_key *handle)
{
	struct pxt_threadx_objects *objects = &event->conversion->objects;
	size_t found;

	if (!pxt_threadx_objects_find(objects, handle, &found) ||
	    !objects->object[found].is_over)
		return 0;
	return pxt_threadx_objects_renew(objects, handle);
}

/* A thread whose creation precedes its start has an address already. */
static bool is_waited_for(const struct pxt_threadx_objects *objects,
			  const struct pxt_threadx_key *handle,
			  const struct pxt_threadx_key *own, size_t *found)
{
	size_t number;

	if (pxt_threadx_objects_find(objects, own, &number) ||
	    !pxt_threadx_objects_find(objects, handle, found))
		return false;
	return objects->object[*found].key.number == handle->number &&
	       !objects->object[*found].tid && !objects->object[*found].is_over;
}

static int start(struct pxt_threadx_foreign_event *event,
		 const struct pxt_threadx_key *handle)
{
	struct pxt_threadx_objects *objects = &event->conversion->objects;
	const struct pxt_threadx_key own = pxt_threadx_foreign_event_key(
		event, PXT_THREADX_THREAD, (uint64_t)event->item->tid);
	size_t number;
	int err;

	if (!own.number || own.number == handle->number)
		return 0;
	if (is_waited_for(objects, handle, &own, &number)) {
		objects->object[number].tid = own.number;
		return pxt_threadx_objects_bind(objects, &own, number);
	}
	err = pxt_threadx_objects_get(objects, &own, &number);
	if (err)
		return err;
	objects->object[number].handle = handle->number;
	objects->object[number].is_over = false;
	return pxt_threadx_objects_bind(objects, handle, number);
}

int pxt_threadx_thread_life_begin(struct pxt_threadx_foreign_event *event)
{
	struct pxt_threadx_key handle;

	if (event->life == PXT_THREADX_NO_LIFE || !find_handle(event, &handle))
		return 0;
	if (event->life == PXT_THREADX_CREATED)
		return create(event, &handle);
	return event->life == PXT_THREADX_STARTED ? start(event, &handle) : 0;
}

static int name(struct pxt_threadx_foreign_event *event)
{
	const struct posix_trace_value_np *value =
		pxt_threadx_foreign_event_field(event, "name");
	struct pxt_threadx_key handle;
	size_t number;
	int err;

	if (!value || value->field->kind != POSIX_TRACE_FIELD_TEXT_NP ||
	    !find_handle(event, &handle))
		return 0;
	err = pxt_threadx_objects_get(&event->conversion->objects, &handle,
				      &number);
	if (!err)
		snprintf(pxt_threadx_foreign_event_object_at(event, number)
				 ->name,
			 PXT_THREADX_GIVEN_NAME, "%.*s", (int)value->len,
			 (const char *)value->data);
	return err;
}

int pxt_threadx_thread_life_end(struct pxt_threadx_foreign_event *event)
{
	if (event->life == PXT_THREADX_ENDED)
		pxt_threadx_foreign_event_object_at(event, event->thread)
			->is_over = true;
	return event->life == PXT_THREADX_NAMED ? name(event) : 0;
}
