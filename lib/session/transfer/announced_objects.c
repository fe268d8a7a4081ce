/* announced_objects.c - objects in a log, from a family's table */
#include "session/transfer/announced_objects.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "log/log_objects.h"
#include "stream/objects.h"

enum {
	MOST = 1 << 18,	 /* limit per log, against damaged memory */
	SLACK_NS = 1000, /* objects begin by less before they are there */

	/* Bytes that a reader keeps of a section, besides texts, and of all
	 * objects, but for nameless ones before the objects of a look. */
	NAMELESS = PXT_LOG_OBJECT_COST + 24 + 3,
	BEFORE = PXT_OBJECTS_MAX * (NAMELESS + PXT_OBJECT_KIND_MAX),
	ROOM = PXT_LOG_END_MAX - BEFORE,
};

/* A slot, as it was last seen. */
struct seen {
	pxt_object_handle handle; /* last object; 0: none */
	uint32_t number;    /* number of that, or of one that is gone (O6) */
	bool is_live;	    /* handle: without an end */
	bool is_dealt_with; /* handle: told, counted or not wanted */

	/* Object whose begin is in the log, if there is one. */
	bool has_begin;
	bool is_behind; /* a nameless one is before it in the log */
	uint32_t pid;
	uint64_t address;
	int64_t since_ns;
	uint64_t sure_after; /* up to this look a nameless one may be due */
	char kind[PXT_OBJECT_KIND_MAX + 1];
};

struct pxt_announced_objects {
	int64_t since_ns;
	uint32_t changes;  /* state of the table at the last look */
	bool any;	   /* the table was looked through */
	bool is_noted;	   /* seen is not empty */
	uint64_t family;   /* the family of that table */
	uint32_t refused;  /* objects without a slot there, ... */
	uint64_t earlier;  /* ... and in earlier tables */
	uint64_t look;	   /* number of the present look, ... */
	int64_t look_ns;   /* ... begin of that, ... */
	int64_t looked_ns; /* ... and of the one before */
	bool has_missed;   /* log lacks objects */
	uint32_t count;
	uint64_t bytes; /* memory of readers that is taken */
	uint64_t missed;
	struct seen *seen; /* slots */
};

/* Tables */

/* Objects that are in the table when the stream is made may be missed later. */
static void begin_table(struct pxt_announced_objects *objects,
			const struct pxt_names *names)
{
	struct pxt_object object;

	objects->family = names->id;
	objects->is_noted = true;
	for (uint32_t i = pxt_objects_next(names, 0); i < PXT_OBJECTS_MAX;
	     i = pxt_objects_next(names, i + 1)) {
		struct seen *seen = &objects->seen[i];

		seen->number = pxt_objects_past(names, i);
		if (pxt_objects_look(names, i, &seen->handle, &object))
			continue;
		seen->number = pxt_objects_number(seen->handle);
		seen->is_live = !(seen->handle & PXT_OBJECT_ENDED);
	}
}

int pxt_announced_objects_create(int64_t since_ns,
				 const struct pxt_names *names,
				 struct pxt_announced_objects **out)
{
	struct pxt_announced_objects *objects = calloc(1, sizeof(*objects));

	if (!objects)
		return ENOMEM;
	objects->seen = calloc(PXT_OBJECTS_MAX, sizeof(*objects->seen));
	if (!objects->seen) {
		free(objects);
		return ENOMEM;
	}
	objects->since_ns = since_ns;
	objects->looked_ns = since_ns;
	if (names->shared)
		begin_table(objects, names);
	*out = objects;
	return 0;
}

void pxt_announced_objects_close(struct pxt_announced_objects *objects)
{
	if (!objects)
		return;
	free(objects->seen);
	free(objects);
}

void pxt_announced_objects_switch_log(struct pxt_announced_objects *objects)
{
	for (uint32_t i = 0; objects->is_noted && i < PXT_OBJECTS_MAX; i++)
		if (objects->seen[i].handle || objects->seen[i].has_begin)
			objects->seen[i].is_dealt_with =
				objects->seen[i].has_begin = false;
	objects->any = objects->has_missed = false;
	objects->count = 0;
	objects->bytes = objects->missed = 0;
}

/* The objects of the family that there was before are not found any more. */
static void switch_table(struct pxt_announced_objects *objects,
			 const struct pxt_names *names)
{
	if (objects->is_noted)
		memset(objects->seen, 0,
		       PXT_OBJECTS_MAX * sizeof(*objects->seen));
	objects->any = objects->is_noted = false;
	objects->earlier += objects->refused;
	objects->refused = 0;
	objects->family = names->id;
}

/* Counting */

static uint64_t count_missed(const struct pxt_announced_objects *objects,
			     const struct pxt_names *names)
{
	return objects->missed + objects->earlier + pxt_objects_missed(names) +
	       (objects->family == names->id ? 0 : objects->refused);
}

/* True if the log, and its readers, have room for all that is told of one: its
 * nameless one before it, if there are any, its begin, its end. */
static bool has_room(struct pxt_announced_objects *objects,
		     const struct pxt_object *object)
{
	const uint64_t sections = objects->has_missed ? 3 : 2;
	const uint64_t bytes = sections * (NAMELESS + object->kind) +
			       object->name + object->details;

	if (objects->count == MOST || bytes > ROOM - objects->bytes)
		return false;
	objects->count++;
	objects->bytes += bytes;
	return true;
}

/* Writing */

static int write_section(uint32_t pid, uint64_t address, int64_t since_ns,
			 const struct pxt_object_texts *texts,
			 struct pxt_log_writer *log)
{
	const struct pxt_log_object section = {
		.pid = pid,
		.address = address,
		.since_ns = since_ns,
		.kind = texts->kind,
		.name = texts->name,
		.details = texts->details,
	};
	const int err = pxt_log_put_object(log, &section);

	/* Processes may call their objects by what is no name. */
	return err == EINVAL || err == EMSGSIZE ? 0 : err;
}

/* The log knows nothing of the place from that time on. */
static int write_nameless(const struct seen *seen, int64_t since_ns,
			  struct pxt_log_writer *log)
{
	struct pxt_object_texts texts = { .name = "" };

	strcpy(texts.kind, seen->kind);
	return write_section(seen->pid, seen->address, since_ns, &texts, log);
}

/* An object of before this one may have been missed. */
static int write_before(struct seen *seen, struct pxt_log_writer *log)
{
	int err = 0;

	if (seen->is_behind)
		return 0;
	if (seen->since_ns > 0)
		err = write_nameless(seen, seen->since_ns - 1, log);
	seen->is_behind = !err;
	return err;
}

/* A thread's name is stored like an object, and is none. */
static bool is_thread(const struct pxt_object_texts *texts)
{
	return !strcmp(texts->kind, PXT_OBJECT_THREAD);
}

/* Objects that tell of a process, which no other object replaces. */
static bool is_of_process(const char *kind)
{
	return !strcmp(kind, PXT_OBJECT_PARENT) ||
	       !strcmp(kind, PXT_OBJECT_PROGRAM);
}

/* An object that came during this look may stand where an earlier one was that
 * the look has not found: whether one was missed is known after the next. */
static void note_begin(const struct pxt_announced_objects *objects,
		       const struct pxt_object *object,
		       const struct pxt_object_texts *texts, struct seen *seen)
{
	seen->is_behind = object->named_late || is_of_process(texts->kind);
	seen->pid = object->pid;
	seen->address = object->address;
	seen->since_ns = object->since_ns;
	seen->sure_after = objects->look +
			   (object->since_ns > objects->look_ns - SLACK_NS);
	strcpy(seen->kind, texts->kind);
}

static int write_begin(struct pxt_announced_objects *objects,
		       const struct pxt_object *object,
		       const struct pxt_object_texts *texts, struct seen *seen,
		       struct pxt_log_writer *log)
{
	int err;

	if (!seen->has_begin)
		note_begin(objects, object, texts, seen);
	err = objects->has_missed ? write_before(seen, log) : 0;
	if (!err)
		err = write_section(object->pid, object->address,
				    object->since_ns, texts, log);
	seen->has_begin = seen->has_begin || !err;
	return err;
}

/* now: the handle of the object; is_new: another version is not in the log, or
 * not in seen->handle. */
static int write_object(struct pxt_announced_objects *objects,
			const struct pxt_object *object, pxt_object_handle now,
			bool is_new, struct seen *seen,
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
	if (is_new) {
		if (now & PXT_OBJECT_ENDED &&
		    object->until_ns < objects->since_ns)
			return 0;
		if (has_room(objects, object))
			err = write_begin(objects, object, &texts, seen, log);
		else
			objects->missed +=
				!seen->has_begin && !seen->is_dealt_with;
	}
	if (!err && seen->has_begin && now & PXT_OBJECT_ENDED &&
	    object->until_ns > object->since_ns)
		err = write_nameless(seen, object->until_ns, log);
	return err;
}

/* The object was there at the last look, and has another one's place. */
static int write_lost_end(const struct pxt_announced_objects *objects,
			  struct seen *seen, struct pxt_log_writer *log)
{
	const int64_t since_ns = seen->since_ns < objects->looked_ns ?
					 objects->looked_ns :
					 seen->since_ns + 1;

	return is_of_process(seen->kind) ? 0 :
					   write_nameless(seen, since_ns, log);
}

/* Deals with the objects that the slot has had, up to that number. */
static int leave_past(struct pxt_announced_objects *objects, struct seen *seen,
		      uint32_t past, struct pxt_log_writer *log)
{
	const uint32_t gone = (past - seen->number) & PXT_OBJECTS_NUMBER_MASK;
	int err = 0;

	if (past == pxt_objects_before(seen->number))
		return 0;
	if (seen->has_begin && seen->sure_after >= objects->look)
		err = write_before(seen, log);
	if (!err && seen->has_begin && seen->is_live)
		err = write_lost_end(objects, seen, log);
	if (err)
		return err;
	objects->missed += gone + (seen->is_live && !seen->is_dealt_with);
	*seen = (struct seen){ .number = past };
	return 0;
}

static int write_slot(struct pxt_announced_objects *objects,
		      const struct pxt_names *names, uint32_t slot,
		      struct pxt_thread_names *threads,
		      struct pxt_log_writer *log)
{
	struct seen *seen = &objects->seen[slot];
	pxt_object_handle now = seen->is_dealt_with ? seen->handle : 0;
	struct pxt_object object;
	const bool is_found = !pxt_objects_look(names, slot, &now, &object);
	bool is_new;
	int err;

	err = leave_past(objects, seen,
			 is_found ?
				 pxt_objects_before(pxt_objects_number(now)) :
				 pxt_objects_past(names, slot),
			 log);
	if (err || !is_found)
		return err;
	is_new = !seen->is_dealt_with || (seen->handle & ~PXT_OBJECT_ENDED) !=
						 (now & ~PXT_OBJECT_ENDED);
	err = write_object(objects, &object, now, is_new, seen, threads, log);
	if (err)
		return err;
	seen->handle = now;
	seen->number = pxt_objects_number(now);
	seen->is_live = !(now & PXT_OBJECT_ENDED);
	seen->is_dealt_with = true;
	return 0;
}

/* The first objects that the log has missed may have been where those are that
 * this look has told, or the last one during it. */
static int write_all_before(struct pxt_announced_objects *objects,
			    const struct pxt_names *names,
			    struct pxt_log_writer *log)
{
	int err = 0;

	if (objects->has_missed || !count_missed(objects, names))
		return 0;
	for (uint32_t i = 0; i < PXT_OBJECTS_MAX && !err; i++)
		if (objects->seen[i].has_begin &&
		    objects->seen[i].sure_after >= objects->look)
			err = write_before(&objects->seen[i], log);
	objects->has_missed = !err;
	return err;
}

static int look_through(struct pxt_announced_objects *objects,
			const struct pxt_names *names,
			struct pxt_thread_names *threads,
			struct pxt_log_writer *log)
{
	int err = 0;

	objects->is_noted = true;
	for (uint32_t i = pxt_objects_next(names, 0);
	     i < PXT_OBJECTS_MAX && !err; i = pxt_objects_next(names, i + 1))
		err = write_slot(objects, names, i, threads, log);
	if (!err)
		err = write_all_before(objects, names, log);
	if (!err)
		objects->look++;
	return err;
}

int pxt_announced_objects_write(struct pxt_announced_objects *objects,
				const struct pxt_names *names,
				struct pxt_thread_names *threads,
				struct pxt_log_writer *log)
{
	uint32_t changes;
	int err = 0;

	if (objects->family != names->id)
		switch_table(objects, names);
	objects->look_ns = pxt_clock_ns(CLOCK_REALTIME);
	changes = pxt_objects_changes(names);
	objects->refused = pxt_objects_missed(names);
	if (objects->any ? objects->changes != changes : changes)
		err = look_through(objects, names, threads, log);
	else if (!changes)
		return 0;
	if (err)
		return err;
	objects->looked_ns = objects->look_ns;
	objects->any = true;
	objects->changes = changes;
	return 0;
}

int pxt_announced_objects_write_missed(
	const struct pxt_announced_objects *objects,
	const struct pxt_names *names, struct pxt_log_writer *log)
{
	const uint64_t missed = count_missed(objects, names);
	char count[24];
	const struct pxt_log_note note = {
		.key = "objects_missed",
		.value = count,
	};

	if (!missed)
		return 0;
	snprintf(count, sizeof(count), "%" PRIu64, missed);
	return pxt_log_put_note(log, &note);
}
