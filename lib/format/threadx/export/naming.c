/* naming.c - the registry of threads and objects of another system */
#include "format/threadx/export/naming.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "format/threadx/details.h"
#include "format/threadx/registry.h"

enum { NAME = 256, PRIORITY_PRESENT = 0x80 };

/* What the parameters of a type are called elsewhere. */
static const struct {
	uint8_t type;
	const char *key[2];
} parameters[] = {
	{ PXT_THREADX_THREAD, { "stack_start", "stack_size" } },
	{ PXT_THREADX_TIMER, { "initial_ticks", "reschedule_ticks" } },
	{ PXT_THREADX_QUEUE, { "memory_size", "message_size" } },
	{ PXT_THREADX_SEMAPHORE, { "initial_count", NULL } },
	{ PXT_THREADX_MUTEX, { "inheritance", NULL } },
	{ PXT_THREADX_BYTE_POOL, { "pool_size", NULL } },
};

static void take_details(struct pxt_threadx_thing *thing, const char *details)
{
	uint64_t number;

	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++)
		for (int j = 0; j < 2; j++) {
			const char *key = parameters[i].key[j];

			if (parameters[i].type == thing->key.type && key &&
			    pxt_threadx_details_number(details, key, &number))
				thing->parameter[j] = number;
		}
	if (thing->key.type == PXT_THREADX_THREAD &&
	    pxt_threadx_details_number(details, "priority", &number) &&
	    number <= 1023)
		thing->priority = (uint16_t)number;
}

/* A thread by its own name, or that of its process; without a number it is
 * nobody in particular. */
static void name_thread(struct pxt_view *view,
			const struct pxt_threadx_thing *thing, char name[NAME])
{
	const struct pxt_threadx_key *key = &thing->key;
	const uint64_t number = thing->tid ? thing->tid : key->number;
	const char *known = *thing->name ? thing->name : NULL;

	if (!known && number <= INT32_MAX)
		known = view->get_thread(view, key->origin, thing->pid,
					 (pid_t)number);
	if (known && *known) {
		snprintf(name, NAME, "%s", known);
		return;
	}
	known = view->get_process(view, key->origin, thing->pid);
	if (!number) {
		snprintf(name, NAME, "%s", known && *known ? known : "-");
		return;
	}
	if (known && *known)
		snprintf(name, NAME, "%.200s/%llu", known,
			 (unsigned long long)number);
	else
		snprintf(name, NAME, "thread %llu",
			 (unsigned long long)number);
}

/* As whoever registered it says. */
static void name_object(struct pxt_view *view, struct pxt_threadx_thing *thing,
			uint64_t number, char name[NAME])
{
	const struct pxt_threadx_key *key = &thing->key;
	struct posix_trace_object_np object;

	*name = '\0';
	if (view->get_object(view, key->origin, thing->pid,
			     thing->has_word ? thing->word : number,
			     thing->has_word ? "task" :
					       pxt_threadx_kind(key->type),
			     NULL, &object) ||
	    pxt_threadx_things_type(object.kind) != key->type)
		return;
	snprintf(name, NAME, "%s", object.name);
	take_details(thing, object.details);
}

static void name_thing(struct pxt_view *view, struct pxt_threadx_thing *thing,
		       char name[NAME])
{
	const struct pxt_threadx_key *key = &thing->key;

	name_object(view, thing, key->number, name);
	if (!*name && thing->handle)
		name_object(view, thing, thing->handle, name);
	if (!*name && key->type == PXT_THREADX_THREAD)
		name_thread(view, thing, name);
	else if (!*name && key->type == PXT_THREADX_BYTE_POOL && !key->number)
		strcpy(name, "heap");
	else if (!*name)
		snprintf(name, NAME, "0x%llx",
			 (unsigned long long)key->number);
}

static int enter(struct pxt_threadx_buffer *buffer, struct pxt_export *export,
		 struct pxt_threadx_thing *thing, uint64_t slot)
{
	struct pxt_threadx_entry entry = {
		.details = { .slot = slot, .type = (uint8_t)thing->key.type },
		.address = thing->address,
	};
	char name[NAME];

	name_thing(export->view, thing, name);
	if (strlen(name) >= buffer->name_size) {
		pxt_export_lose(export, "ends of names");
		name[buffer->name_size - 1] = '\0';
	}
	entry.details.parameter[0] = thing->parameter[0];
	entry.details.parameter[1] = thing->parameter[1];
	if (thing->key.type == PXT_THREADX_THREAD) {
		entry.details.reserved1 =
			(uint8_t)(PRIORITY_PRESENT | thing->priority >> 8);
		entry.details.reserved2 = (uint8_t)thing->priority;
	}
	return pxt_threadx_buffer_enter(buffer, &entry, name);
}

static void take_object(struct pxt_threadx_thing *thing,
			const struct posix_trace_object_np *object)
{
	const bool has_word = object->address != thing->key.number &&
			      *object->name;

	if (!thing->pid || has_word)
		thing->pid = object->pid;
	if (has_word)
		thing->word = object->address;
	thing->has_word |= has_word;
	take_details(thing, object->details);
}

/* Those that no event speaks of, and what is known of the others. */
static int add_others(struct pxt_threadx_mapped *mapped,
		      struct pxt_export *export, unsigned origin)
{
	struct pxt_view *view = export->view;
	struct posix_trace_object_np object;
	int err = 0;

	for (size_t i = 0; !err; i++) {
		struct pxt_threadx_key key = { .origin = origin };
		size_t number;

		if (view->list_object(view, origin, i, &object))
			break;
		key.pid = pxt_threadx_mapped_pid(mapped, export, origin,
						 object.pid);
		key.type = pxt_threadx_things_type(object.kind);
		key.number = object.address;
		/* A task of LiteOS has several words, and one thread. */
		if (key.type == PXT_THREADX_THREAD)
			pxt_threadx_details_number(object.details, "thread",
						   &key.number);
		if (key.type)
			err = pxt_threadx_things_get(&mapped->things, &key,
						     &number);
		if (key.type && !err)
			take_object(&mapped->things.thing[number], &object);
		if (!key.type || err == ENOSPC)
			pxt_export_lose(export,
					"objects of kinds that ThreadX has "
					"not, or too many");
		err = err == ENOSPC ? 0 : err;
	}
	return err;
}

static bool is_registered(const struct pxt_threadx_thing *thing)
{
	return !thing->is_interrupt && !thing->is_alias;
}

int pxt_threadx_naming(struct pxt_threadx_mapped *mapped,
		       struct pxt_threadx_buffer *buffer,
		       struct pxt_export *export)
{
	uint64_t slots = 0;
	int err = 0;

	for (unsigned i = 0; i < mapped->origins && !err; i++)
		err = add_others(mapped, export, i);
	for (size_t i = 0; i < mapped->things.count && !err; i++)
		if (is_registered(&mapped->things.thing[i]))
			err = enter(buffer, export, &mapped->things.thing[i],
				    slots++);
	buffer->slots = slots ? slots : 1;
	return err;
}
