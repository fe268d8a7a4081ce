/* announced_objects.c - objects in a log, from a family's table */
#include "session/transfer/announced_objects.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/objects.h"

enum { MOST = 1 << 18 }; /* limit per log, against damaged memory */

struct pxt_announced_objects {
	int64_t since_ns;
	uint32_t changes; /* state of the table at the last look */
	bool any;	  /* the table was looked through */
	bool is_noted;	  /* a handle was noted */
	uint64_t family;  /* the family of that table */
	uint32_t count, missed;
	pxt_object_handle *handle; /* the last that was told of each slot */
};

int pxt_announced_objects_create(int64_t since_ns,
				 struct pxt_announced_objects **out)
{
	struct pxt_announced_objects *objects = calloc(1, sizeof(*objects));

	if (!objects)
		return ENOMEM;
	objects->handle = calloc(PXT_OBJECTS_MAX, sizeof(*objects->handle));
	if (!objects->handle) {
		free(objects);
		return ENOMEM;
	}
	objects->since_ns = since_ns;
	*out = objects;
	return 0;
}

void pxt_announced_objects_close(struct pxt_announced_objects *objects)
{
	if (!objects)
		return;
	free(objects->handle);
	free(objects);
}

void pxt_announced_objects_switch_log(struct pxt_announced_objects *objects)
{
	if (objects->is_noted)
		memset(objects->handle, 0,
		       PXT_OBJECTS_MAX * sizeof(*objects->handle));
	objects->any = objects->is_noted = false;
	objects->count = objects->missed = 0;
}

static int write_section(const struct pxt_object *object, int64_t since_ns,
			 const char *name, const char *details,
			 const char *kind, struct pxt_log_writer *log)
{
	const struct pxt_log_object section = {
		.pid = object->pid,
		.address = object->address,
		.since_ns = since_ns,
		.kind = kind,
		.name = name,
		.details = details,
	};
	const int err = pxt_log_put_object(log, &section);

	/* Processes may call their objects by what is no name. */
	return err == EINVAL || err == EMSGSIZE ? 0 : err;
}

/* A thread's name is stored like an object, and is none. */
static bool is_thread(const struct pxt_object_texts *texts)
{
	return !strcmp(texts->kind, PXT_OBJECT_THREAD);
}

static bool is_same(pxt_object_handle a, pxt_object_handle b)
{
	return (a & ~PXT_OBJECT_ENDED) == (b & ~PXT_OBJECT_ENDED);
}

/* before: announced earlier for the slot. */
static int write_object(struct pxt_announced_objects *objects,
			const struct pxt_object *object,
			pxt_object_handle before, pxt_object_handle now,
			struct pxt_thread_names *threads,
			struct pxt_log_writer *log)
{
	struct pxt_object_texts texts;
	int err = 0;

	if (pxt_object_get(object, &texts) || object->since_ns < 0)
		return 0;
	if (is_thread(&texts)) {
		if (object->since_ns >= objects->since_ns)
			pxt_thread_names_set(threads, object->pid,
					     (uint32_t)object->address,
					     texts.name);
		return 0;
	}
	if (!is_same(before, now)) {
		if (now & PXT_OBJECT_ENDED &&
		    object->until_ns < objects->since_ns)
			return 0;
		if (objects->count == MOST) {
			objects->missed++;
			return 0;
		}
		objects->count++;
		err = write_section(object, object->since_ns, texts.name,
				    texts.details, texts.kind, log);
	}
	if (!err && now & PXT_OBJECT_ENDED &&
	    object->until_ns > object->since_ns)
		err = write_section(object, object->until_ns, "", "",
				    texts.kind, log);
	return err;
}

static int write_slot(struct pxt_announced_objects *objects,
		      const struct pxt_names *names, uint32_t slot,
		      struct pxt_thread_names *threads,
		      struct pxt_log_writer *log)
{
	const pxt_object_handle before = objects->handle[slot];
	pxt_object_handle now = before;
	struct pxt_object object;
	int err;

	if (pxt_objects_look(names, slot, &now, &object))
		return 0;
	err = write_object(objects, &object, before, now, threads, log);
	if (!err)
		objects->handle[slot] = now;
	return err;
}

int pxt_announced_objects_write(struct pxt_announced_objects *objects,
				const struct pxt_names *names,
				struct pxt_thread_names *threads,
				struct pxt_log_writer *log)
{
	const uint32_t changes = pxt_objects_changes(names);
	int err = 0;

	if (objects->family != names->id) {
		pxt_announced_objects_switch_log(objects);
		objects->family = names->id;
	}
	if (objects->any ? objects->changes == changes : !changes)
		return 0;
	objects->is_noted = true;
	for (uint32_t i = pxt_objects_next(names, 0);
	     i < PXT_OBJECTS_MAX && !err; i = pxt_objects_next(names, i + 1))
		err = write_slot(objects, names, i, threads, log);
	if (err)
		return err;
	objects->any = true;
	objects->changes = changes;
	return 0;
}

int pxt_announced_objects_write_missed(
	const struct pxt_announced_objects *objects,
	const struct pxt_names *names, struct pxt_log_writer *log)
{
	const uint32_t missed = objects->missed + pxt_objects_missed(names);
	char count[16];
	const struct pxt_log_note note = {
		.key = "objects_missed",
		.value = count,
	};

	if (!missed)
		return 0;
	snprintf(count, sizeof(count), "%u", missed);
	return pxt_log_put_note(log, &note);
}
