/* log_objects.c - objects read from a log */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "log/log_objects.h"
#include "model/object.h"

enum { GENERATIONS = 16 }; /* limit of inheritance */

struct pxt_told_object {
	struct pxt_log_object object; /* first: see told_of() */
	struct pxt_told_object *next;
	size_t number; /* order of arrival */
	size_t place;  /* in by_kind */
	bool replaced; /* registered again later */
	bool is_descriptor;
	uint8_t data[];
};

_Static_assert(sizeof(struct pxt_told_object) <= PXT_LOG_OBJECT_COST,
	       "as writers reckon");

static const struct pxt_told_object *
told_of(const struct pxt_log_object *object)
{
	return (const struct pxt_told_object *)object;
}

/* Order */

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_places(const struct pxt_log_object *a,
			  const struct pxt_log_object *b)
{
	if (a->origin != b->origin)
		return compare_numbers(a->origin, b->origin);
	if (a->pid != b->pid)
		return compare_numbers(a->pid, b->pid);
	return compare_numbers(a->address, b->address);
}

static int compare_kinds(const struct pxt_log_object *a,
			 const struct pxt_log_object *b)
{
	const int places = compare_places(a, b);

	return places ? places : strcmp(a->kind, b->kind);
}

static int compare_times(const struct pxt_told_object *a,
			 const struct pxt_told_object *b)
{
	if (a->object.since_ns != b->object.since_ns)
		return a->object.since_ns > b->object.since_ns ? 1 : -1;
	return compare_numbers(a->number, b->number);
}

static int by_kind(const void *a, const void *b)
{
	const struct pxt_told_object *const *x = a, *const *y = b;
	const int kinds = compare_kinds(&(*x)->object, &(*y)->object);

	return kinds ? kinds : compare_times(*x, *y);
}

/* A descriptor and an object at the address of its number are two places. */
static int compare_spaces(const struct pxt_told_object *a,
			  const struct pxt_told_object *b)
{
	const int places = compare_places(&a->object, &b->object);

	return places ? places : a->is_descriptor - b->is_descriptor;
}

static int by_time(const void *a, const void *b)
{
	const struct pxt_told_object *const *x = a, *const *y = b;
	const int spaces = compare_spaces(*x, *y);

	return spaces ? spaces : compare_times(*x, *y);
}

static void sort(struct pxt_log_objects *objects)
{
	if (objects->sorted || !objects->count)
		return;
	qsort(objects->by_kind, objects->count,
	      sizeof(struct pxt_told_object *), by_kind);
	qsort(objects->by_time, objects->count,
	      sizeof(struct pxt_told_object *), by_time);
	for (size_t i = 0; i < objects->count; i++)
		objects->by_kind[i]->place = i;
	for (size_t i = 1; i < objects->count; i++) {
		struct pxt_told_object *before = objects->by_kind[i - 1];
		const struct pxt_told_object *after = objects->by_kind[i];

		before->replaced =
			before->object.since_ns == after->object.since_ns &&
			!compare_kinds(&before->object, &after->object);
	}
	memset(objects->recent, 0, sizeof(objects->recent));
	objects->sorted = true;
}

/* Adding */

static bool reserve(struct pxt_log_objects *objects)
{
	const size_t wanted = objects->count + 1;

	return !pxt_array_reserve(&objects->by_kind, &objects->kind_room,
				  wanted, sizeof(*objects->by_kind)) &&
	       !pxt_array_reserve(&objects->by_time, &objects->time_room,
				  wanted, sizeof(*objects->by_time));
}

int pxt_log_objects_add(struct pxt_log_objects *objects, const void *data,
			size_t len)
{
	struct pxt_log_object decoded;
	struct pxt_told_object *added;

	if (pxt_log_object_decode(&decoded, data, len))
		return EBADMSG;
	if (sizeof(*added) + len > PXT_LOG_END_MAX - objects->bytes)
		return 0;
	added = reserve(objects) ? malloc(sizeof(*added) + len) : NULL;
	if (!added)
		return ENOMEM;
	memcpy(added->data, data, len);
	pxt_log_object_decode(&added->object, added->data, len);
	added->next = NULL;
	added->number = objects->count;
	added->replaced = false;
	added->is_descriptor = pxt_object_is_descriptor(decoded.kind);

	if (!objects->first)
		objects->last = &objects->first;
	*objects->last = added;
	objects->last = &added->next;
	objects->by_kind[objects->count] = added;
	objects->by_time[objects->count++] = added;
	objects->bytes += sizeof(*added) + len;
	objects->sorted = false;
	return 0;
}

/* Finding */

typedef int compare(const void *a, const void *b);

/* Number of elements up to the key. */
static size_t upper(struct pxt_told_object *const *sorted, size_t count,
		    const struct pxt_told_object *wanted, compare *order)
{
	size_t from = 0, to = count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (order(&sorted[middle], &wanted) <= 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

typedef int compare_groups(const struct pxt_told_object *a,
			   const struct pxt_told_object *b);

static int compare_told_kinds(const struct pxt_told_object *a,
			      const struct pxt_told_object *b)
{
	return compare_kinds(&a->object, &b->object);
}

static const struct pxt_told_object *
find(struct pxt_told_object *const *sorted, size_t count,
     const struct pxt_told_object *told, compare *order, compare_groups *groups)
{
	struct pxt_told_object wanted = *told;
	size_t at;

	wanted.number = SIZE_MAX;
	at = upper(sorted, count, &wanted, order);
	if (at && !groups(sorted[at - 1], told))
		return sorted[at - 1];
	if (at == count || groups(sorted[at], told))
		return NULL;

	/* The first one in its latest version. */
	wanted.object.since_ns = sorted[at]->object.since_ns;
	at = upper(sorted, count, &wanted, order);
	return sorted[at - 1];
}

static const struct pxt_log_object *
object_of(const struct pxt_told_object *told)
{
	return told ? &told->object : NULL;
}

static const struct pxt_log_object *
find_kind(const struct pxt_log_objects *objects,
	  const struct pxt_log_object *wanted)
{
	const struct pxt_told_object told = { .object = *wanted };

	return object_of(find(objects->by_kind, objects->count, &told, by_kind,
			      compare_told_kinds));
}

static const struct pxt_told_object *
find_in_space(const struct pxt_log_objects *objects,
	      const struct pxt_log_object *wanted, bool is_descriptor)
{
	const struct pxt_told_object told = {
		.object = *wanted,
		.is_descriptor = is_descriptor,
	};

	if (!pxt_object_stands_in(is_descriptor, wanted->kind, wanted->address))
		return NULL;
	return find(objects->by_time, objects->count, &told, by_time,
		    compare_spaces);
}

static bool is_there(const struct pxt_told_object *told, int64_t when_ns)
{
	return told->object.since_ns <= when_ns;
}

/* Finds an object of any kind that may stand in for one of the kind. */
static const struct pxt_log_object *
find_any(const struct pxt_log_objects *objects,
	 const struct pxt_log_object *wanted)
{
	const struct pxt_told_object *one, *other;
	bool is_later;

	one = find_in_space(objects, wanted, false);
	other = find_in_space(objects, wanted, true);
	if (!one || !other)
		return object_of(one ? one : other);
	if (is_there(one, wanted->since_ns) !=
	    is_there(other, wanted->since_ns))
		return object_of(is_there(one, wanted->since_ns) ? one : other);
	is_later = compare_times(one, other) > 0;
	return object_of(is_later == is_there(one, wanted->since_ns) ? one :
								       other);
}

/* A later object of another kind proves nothing: a number that was a signal's
 * may be an action's, too. */
static const struct pxt_log_object *
find_own(const struct pxt_log_objects *objects,
	 const struct pxt_log_object *wanted)
{
	const struct pxt_log_object *found;

	if (*wanted->kind) {
		found = find_kind(objects, wanted);
		if (found)
			return found;
	}
	found = find_any(objects, wanted);
	return found && *wanted->kind && found->since_ns > wanted->since_ns ?
		       NULL :
		       found;
}

/* Events name the same few objects again and again. */
static size_t *recent_place(struct pxt_log_objects *objects,
			    const struct pxt_log_object *wanted)
{
	const uint64_t mixed = wanted->address ^ wanted->address >> 6 ^
			       wanted->address >> 12 ^ wanted->pid;

	return &objects->recent[mixed % PXT_OBJECTS_RECENT];
}

/* True for an object of that place and kind that is there by then. */
static bool is_by_then(const struct pxt_told_object *told,
		       const struct pxt_log_object *wanted)
{
	return told->object.since_ns <= wanted->since_ns &&
	       !compare_kinds(&told->object, wanted);
}

static const struct pxt_log_object *
find_recent(struct pxt_log_objects *objects,
	    const struct pxt_log_object *wanted)
{
	const size_t at = *recent_place(objects, wanted);

	if (!at || !is_by_then(objects->by_kind[at - 1], wanted) ||
	    (at < objects->count && is_by_then(objects->by_kind[at], wanted)))
		return NULL;
	return &objects->by_kind[at - 1]->object;
}

/* Finds the process that this one is a copy of, and the time. False:
 * unknown. */
static bool find_parent(const struct pxt_log_objects *objects,
			struct pxt_log_object *wanted)
{
	const struct pxt_log_object child = {
		.origin = wanted->origin,
		.pid = wanted->pid,
		.kind = PXT_OBJECT_PARENT,
		.since_ns = wanted->since_ns,
	};
	const struct pxt_log_object *found = find_kind(objects, &child);
	unsigned long pid;
	char *end;

	if (!found)
		return false;
	pid = strtoul(found->name, &end, 10);
	if (*end || end == found->name || pid > UINT32_MAX)
		return false;
	wanted->pid = (uint32_t)pid;
	if (wanted->since_ns > found->since_ns)
		wanted->since_ns = found->since_ns;
	return true;
}

const struct pxt_log_object *
pxt_log_objects_find(struct pxt_log_objects *objects,
		     const struct pxt_log_object *wanted)
{
	struct pxt_log_object of = *wanted;
	const struct pxt_log_object *first, *found;

	sort(objects);
	found = find_recent(objects, wanted);
	if (found)
		return found;
	first = found = find_own(objects, wanted);
	if (found && is_by_then(told_of(found), wanted))
		*recent_place(objects, wanted) = told_of(found)->place + 1;
	for (int i = 0; i < GENERATIONS; i++) {
		if (found && found->since_ns <= of.since_ns)
			return found;
		if (!find_parent(objects, &of))
			break;
		found = find_own(objects, &of);
	}
	return first;
}

const struct pxt_log_object *
pxt_log_objects_next(struct pxt_log_objects *objects, uint32_t origin,
		     const struct pxt_log_object *before)
{
	const struct pxt_told_object *next =
		before ? told_of(before)->next : objects->first;

	sort(objects);
	while (next && (next->replaced || next->object.origin != origin))
		next = next->next;
	return next ? &next->object : NULL;
}

void pxt_log_objects_fini(struct pxt_log_objects *objects)
{
	struct pxt_told_object *next;

	for (struct pxt_told_object *at = objects->first; at; at = next) {
		next = at->next;
		free(at);
	}
	free(objects->by_kind);
	free(objects->by_time);
	memset(objects, 0, sizeof(*objects));
}
