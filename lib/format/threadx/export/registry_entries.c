/* registry_entries.c - registry slots of other systems' threads and objects */
#include "format/threadx/export/registry_entries.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "format/threadx/details.h"
#include "format/threadx/kinds.h"

enum { NAME = 256, PRIORITY_PRESENT = 0x80 };

/* Names of a type's parameters in other systems. */
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

static void take_details(struct pxt_threadx_object *object, const char *details)
{
	uint64_t number;

	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++)
		for (int j = 0; j < 2; j++) {
			const char *key = parameters[i].key[j];

			if (parameters[i].type == object->key.type && key &&
			    pxt_threadx_details_number(details, key, &number))
				object->parameter[j] = number;
		}
	if (object->key.type == PXT_THREADX_THREAD &&
	    pxt_threadx_details_number(details, "priority", &number) &&
	    number <= 1023)
		object->priority = (uint16_t)number;
}

/* Threads are named by themselves, or after their process; those without a
 * number have no name. */
static void name_thread(struct pxt_view *view,
			const struct pxt_threadx_object *object,
			char name[NAME])
{
	const struct pxt_threadx_key *key = &object->key;
	const uint64_t number = object->tid ? object->tid : key->number;
	const char *found = *object->name ? object->name : NULL;

	if (!found && number <= INT32_MAX)
		found = view->get_thread(view, key->origin, object->pid,
					 (pid_t)number);
	if (found && *found) {
		snprintf(name, NAME, "%s", found);
		return;
	}
	found = view->get_process(view, key->origin, object->pid);
	if (!number) {
		snprintf(name, NAME, "%s", found && *found ? found : "-");
		return;
	}
	if (found && *found)
		snprintf(name, NAME, "%.200s/%llu", found,
			 (unsigned long long)number);
	else
		snprintf(name, NAME, "thread %llu", (unsigned long long)number);
}

/* Objects are named by their registration. */
static void name_object(struct pxt_view *view,
			struct pxt_threadx_object *object, uint64_t number,
			char name[NAME])
{
	const struct pxt_threadx_key *key = &object->key;
	struct posix_trace_object_np found;

	*name = '\0';
	if (view->get_object(view, key->origin, object->pid,
			     object->has_word ? object->word : number,
			     object->has_word ? "task" :
						pxt_threadx_kind(key->type),
			     NULL, &found) ||
	    pxt_threadx_objects_type(found.kind) != key->type)
		return;
	snprintf(name, NAME, "%s", found.name);
	take_details(object, found.details);
}

static void name_registered(struct pxt_view *view,
			    struct pxt_threadx_object *object, char name[NAME])
{
	const struct pxt_threadx_key *key = &object->key;

	name_object(view, object, key->number, name);
	if (!*name && object->handle)
		name_object(view, object, object->handle, name);
	if (!*name && key->type == PXT_THREADX_THREAD)
		name_thread(view, object, name);
	else if (!*name && key->type == PXT_THREADX_BYTE_POOL && !key->number)
		strcpy(name, "heap");
	else if (!*name)
		snprintf(name, NAME, "0x%llx", (unsigned long long)key->number);
}

static int enter(struct pxt_threadx_buffer *buffer, struct pxt_export *export,
		 struct pxt_threadx_object *object, uint64_t slot)
{
	struct pxt_threadx_entry entry = {
		.details = { .slot = slot, .type = (uint8_t)object->key.type },
		.address = object->address,
	};
	char name[NAME];

	name_registered(export->view, object, name);
	if (strlen(name) >= buffer->name_size) {
		pxt_export_lose(export, "ends of names");
		name[buffer->name_size - 1] = '\0';
	}
	entry.details.parameter[0] = object->parameter[0];
	entry.details.parameter[1] = object->parameter[1];
	if (object->key.type == PXT_THREADX_THREAD) {
		entry.details.reserved1 =
			(uint8_t)(PRIORITY_PRESENT | object->priority >> 8);
		entry.details.reserved2 = (uint8_t)object->priority;
	}
	return pxt_threadx_buffer_enter(buffer, &entry, name);
}

static void take_object(struct pxt_threadx_object *object,
			const struct posix_trace_object_np *found)
{
	const bool has_word =
		found->address != object->key.number && *found->name;

	if (!object->pid || has_word)
		object->pid = found->pid;
	if (has_word)
		object->word = found->address;
	object->has_word |= has_word;
	take_details(object, found->details);
}

/* Adds objects without events, and details of the others. */
static int add_others(struct pxt_threadx_conversion *conversion,
		      struct pxt_export *export, unsigned origin)
{
	struct pxt_view *view = export->view;
	struct posix_trace_object_np found;
	int err = 0;

	for (size_t i = 0; !err; i++) {
		struct pxt_threadx_key key = { .origin = origin };
		size_t number;

		if (view->list_object(view, origin, i, &found))
			break;
		key.pid = pxt_threadx_conversion_pid(conversion, export, origin,
						     found.pid);
		key.type = pxt_threadx_objects_type(found.kind);
		key.number = found.address;
		/* LiteOS tasks have several words, and one thread. */
		if (key.type == PXT_THREADX_THREAD)
			pxt_threadx_details_number(found.details, "thread",
						   &key.number);
		if (key.type)
			err = pxt_threadx_objects_get(&conversion->objects,
						      &key, &number);
		if (key.type && !err)
			take_object(&conversion->objects.object[number],
				    &found);
		if (!key.type || err == ENOSPC)
			pxt_export_lose(export,
					"objects of kinds that ThreadX has "
					"not, or too many");
		err = err == ENOSPC ? 0 : err;
	}
	return err;
}

static bool is_registered(const struct pxt_threadx_object *object)
{
	return !object->is_interrupt && !object->is_alias;
}

int pxt_threadx_registry_entries_put(struct pxt_threadx_conversion *conversion,
				     struct pxt_threadx_buffer *buffer,
				     struct pxt_export *export)
{
	uint64_t slots = 0;
	int err = 0;

	for (unsigned i = 0; i < conversion->origins && !err; i++)
		err = add_others(conversion, export, i);
	for (size_t i = 0; i < conversion->objects.count && !err; i++)
		if (is_registered(&conversion->objects.object[i]))
			err = enter(buffer, export,
				    &conversion->objects.object[i], slots++);
	buffer->slots = slots ? slots : 1;
	return err;
}
