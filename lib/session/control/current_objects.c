/* current_objects.c - present objects of a stream's processes */
#include "session/control/current_objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/timespec.h"

enum { GENERATIONS = 16 }; /* the same as in logs */

static bool is_kind(const struct pxt_object *object, const char *kind)
{
	return object->kind == strlen(kind) &&
	       !memcmp(object->text, kind, object->kind);
}

static bool is_there(const struct pxt_object *object, int64_t when_ns)
{
	return object->since_ns <= when_ns;
}

/* Objects of the kind take precedence; then one that existed by that time, the
 * last of these, or the first of the others. */
static bool is_better(const struct pxt_object *one,
		      const struct pxt_object *other,
		      const struct pxt_log_object *wanted)
{
	const bool kind = is_kind(one, wanted->kind);
	const bool there = is_there(one, wanted->since_ns);

	if (kind != is_kind(other, wanted->kind))
		return kind;
	if (there != is_there(other, wanted->since_ns))
		return there;
	return there ? one->since_ns > other->since_ns :
		       one->since_ns < other->since_ns;
}

/* True if it is of the kind that is wanted, or may stand in for one. */
static bool fits(const struct pxt_object *object,
		 const struct pxt_log_object *wanted)
{
	struct pxt_object_texts texts;

	if (object->pid != wanted->pid || object->address != wanted->address ||
	    is_kind(object, PXT_OBJECT_THREAD))
		return false;
	return is_kind(object, wanted->kind) ||
	       (!pxt_object_get(object, &texts) &&
		pxt_object_stands_in(pxt_object_is_descriptor(texts.kind),
				     wanted->kind, wanted->address));
}

/* A later object may be where one was that is forgotten, unless the later one
 * was there, and was named late. */
static bool is_too_late(const struct pxt_object *object, int64_t when_ns)
{
	return !is_there(object, when_ns) && !object->named_late;
}

static bool find(const struct pxt_names *names,
		 const struct pxt_log_object *wanted, struct pxt_object *found)
{
	pxt_object_handle handle;
	struct pxt_object object;
	bool any = false, has_forgotten = pxt_objects_missed(names);

	for (uint32_t i = pxt_objects_next(names, 0); i < PXT_OBJECTS_MAX;
	     i = pxt_objects_next(names, i + 1)) {
		handle = 0;
		has_forgotten = has_forgotten || pxt_objects_past(names, i);
		if (pxt_objects_look(names, i, &handle, &object) ||
		    !fits(&object, wanted) ||
		    (any && !is_better(&object, found, wanted)))
			continue;
		*found = object;
		any = true;
	}
	return any && !(has_forgotten && is_too_late(found, wanted->since_ns));
}

/* Find the process of which this one is a copy, and since when. */
static bool find_parent(const struct pxt_names *names,
			struct pxt_log_object *wanted)
{
	const struct pxt_log_object child = {
		.pid = wanted->pid,
		.kind = PXT_OBJECT_PARENT,
		.since_ns = wanted->since_ns,
	};
	struct pxt_object_texts texts;
	struct pxt_object object;

	if (!find(names, &child, &object) || !is_kind(&object, child.kind) ||
	    pxt_object_get(&object, &texts))
		return false;
	wanted->pid = (uint32_t)strtoul(texts.name, NULL, 10);
	if (wanted->since_ns > object.since_ns)
		wanted->since_ns = object.since_ns;
	return wanted->pid;
}

static int tell(const struct pxt_object *found, int64_t when_ns,
		struct pxt_object_texts *texts,
		struct posix_trace_object_np *object)
{
	const bool ended = found->until_ns && found->until_ns <= when_ns;
	const int64_t since = ended ? found->until_ns : found->since_ns;

	if (pxt_object_get(found, texts) || since < 0)
		return ESRCH;
	if (ended)
		*texts->name = *texts->details = '\0';
	*object = (struct posix_trace_object_np){
		.pid = (pid_t)found->pid,
		.address = found->address,
		.kind = texts->kind,
		.name = texts->name,
		.details = texts->details,
		.since = pxt_timespec_of(since),
	};
	return 0;
}

int pxt_current_objects_find(const struct pxt_names *names,
			     const struct pxt_log_object *wanted,
			     struct pxt_object_texts *texts,
			     struct posix_trace_object_np *object)
{
	struct pxt_log_object of = *wanted;
	struct pxt_object first = { 0 }, found;
	bool has, had;

	has = had = find(names, &of, &first);
	found = first;
	for (int i = 0; i < GENERATIONS; i++) {
		if (has && is_there(&found, of.since_ns))
			return tell(&found, of.since_ns, texts, object);
		if (!find_parent(names, &of))
			break;
		has = find(names, &of, &found);
	}
	return had ? tell(&first, of.since_ns, texts, object) : ESRCH;
}

int pxt_current_objects_next(const struct pxt_names *names, uint32_t *slot,
			     struct pxt_object_texts *texts,
			     struct posix_trace_object_np *object)
{
	pxt_object_handle handle;
	struct pxt_object found;

	while ((*slot = pxt_objects_next(names, *slot)) < PXT_OBJECTS_MAX) {
		handle = 0;
		if (!pxt_objects_look(names, (*slot)++, &handle, &found) &&
		    !(handle & PXT_OBJECT_ENDED) &&
		    !tell(&found, INT64_MAX, texts, object))
			return 0;
	}
	return ESRCH;
}
