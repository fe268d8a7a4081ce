/* lives.c - which thread it is that a program calls by a handle */
#include "format/threadx/export/lives.h"

#include <stdio.h>
#include <string.h>

enum pxt_threadx_life pxt_threadx_lives_find(const char *name)
{
	static const struct {
		const char *name;
		enum pxt_threadx_life life;
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

static bool find_handle(const struct pxt_threadx_one *one,
			struct pxt_threadx_key *key)
{
	const struct posix_trace_value_np *value =
		pxt_threadx_one_field(one, "thread");

	if (!value || !value->field->object ||
	    strcmp(value->field->object, "thread") ||
	    !pxt_threadx_one_number(one, value, &key->number) || !key->number)
		return false;
	*key = pxt_threadx_one_key(one, PXT_THREADX_THREAD, key->number);
	return true;
}

/* Another thread may have had that handle. */
static int create(struct pxt_threadx_one *one,
		  const struct pxt_threadx_key *handle)
{
	struct pxt_threadx_things *things = &one->mapped->things;
	size_t found;

	if (!pxt_threadx_things_find(things, handle, &found) ||
	    !things->thing[found].is_over)
		return 0;
	return pxt_threadx_things_renew(things, handle);
}

/* One that was created before has the address that was told then. */
static bool is_waited_for(const struct pxt_threadx_things *things,
			  const struct pxt_threadx_key *handle,
			  const struct pxt_threadx_key *own, size_t *found)
{
	size_t number;

	if (pxt_threadx_things_find(things, own, &number) ||
	    !pxt_threadx_things_find(things, handle, found))
		return false;
	return things->thing[*found].key.number == handle->number &&
	       !things->thing[*found].tid && !things->thing[*found].is_over;
}

static int start(struct pxt_threadx_one *one,
		 const struct pxt_threadx_key *handle)
{
	struct pxt_threadx_things *things = &one->mapped->things;
	const struct pxt_threadx_key own = pxt_threadx_one_key(
		one, PXT_THREADX_THREAD, (uint64_t)one->item->tid);
	size_t number;
	int err;

	if (!own.number || own.number == handle->number)
		return 0;
	if (is_waited_for(things, handle, &own, &number)) {
		things->thing[number].tid = own.number;
		return pxt_threadx_things_bind(things, &own, number);
	}
	err = pxt_threadx_things_get(things, &own, &number);
	if (err)
		return err;
	things->thing[number].handle = handle->number;
	things->thing[number].is_over = false;
	return pxt_threadx_things_bind(things, handle, number);
}

int pxt_threadx_lives_begin(struct pxt_threadx_one *one)
{
	struct pxt_threadx_key handle;

	if (one->life == PXT_THREADX_NO_LIFE || !find_handle(one, &handle))
		return 0;
	if (one->life == PXT_THREADX_CREATED)
		return create(one, &handle);
	return one->life == PXT_THREADX_STARTED ? start(one, &handle) : 0;
}

static int name(struct pxt_threadx_one *one)
{
	const struct posix_trace_value_np *value =
		pxt_threadx_one_field(one, "name");
	struct pxt_threadx_key handle;
	size_t number;
	int err;

	if (!value || value->field->kind != POSIX_TRACE_FIELD_TEXT_NP ||
	    !find_handle(one, &handle))
		return 0;
	err = pxt_threadx_things_get(&one->mapped->things, &handle, &number);
	if (!err)
		snprintf(pxt_threadx_one_thing(one, number)->name,
			 PXT_THREADX_GIVEN_NAME, "%.*s", (int)value->len,
			 (const char *)value->data);
	return err;
}

int pxt_threadx_lives_end(struct pxt_threadx_one *one)
{
	if (one->life == PXT_THREADX_ENDED)
		pxt_threadx_one_thing(one, one->thread)->is_over = true;
	return one->life == PXT_THREADX_NAMED ? name(one) : 0;
}
