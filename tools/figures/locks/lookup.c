/*
 * lookup.c - the thread and the object that an event is about
 */
#include "common/stamp.h"
#include "event/objects.h"
#include "figures/locks/lookup.h"

static int find_process(struct locks *locks,
			const struct posix_trace_item_np *item,
			uint32_t *number)
{
	const pid_t pid = item->info.posix_pid;
	const struct key key = key_of_thread(item->origin, pid, 0);
	int err;

	err = keys_find(&locks->processes, &key, true, number);
	if (err || *number == KEYS_NONE)
		return err;
	lock_process(locks, *number)->origin = item->origin;
	lock_process(locks, *number)->pid = pid;
	return 0;
}

static int add_thread(struct locks *locks,
		      const struct posix_trace_item_np *item,
		      struct lock_thread *thread)
{
	*thread = (struct lock_thread){
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
		.first_ns = stamp_ns(&item->info.posix_timestamp),
	};
	return find_process(locks, item, &thread->process);
}

int lock_lookup_thread(struct locks *locks,
		       const struct posix_trace_item_np *item, uint32_t *number)
{
	const struct key key =
		key_of_thread(item->origin, item->info.posix_pid, item->tid);
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const uint32_t known = locks->threads.count;
	struct lock_thread *thread;
	int err;

	err = keys_find(&locks->threads, &key, true, number);
	if (err || *number == KEYS_NONE)
		return err;
	thread = lock_thread(locks, *number);
	if (locks->threads.count != known)
		err = add_thread(locks, item, thread);
	thread->last_ns = ns;
	if (thread->process != KEYS_NONE)
		lock_process(locks, thread->process)->last_ns = ns;
	else
		*number = KEYS_NONE;
	return err;
}

bool lock_lookup_address(const struct fields *fields,
			 const struct lock_role *role, uint64_t *address)
{
	struct posix_trace_number_np number;

	if (role->field >= fields->count ||
	    posix_trace_value_number_np(
		    fields->layout, &fields->values[role->field], 0, &number))
		return false;
	*address = role->hex ?
			   objects_address(fields->values[role->field].field,
					   &number) :
			   number.as.u;
	return true;
}

/* The present name at the address distinguishes objects, as addresses and
 * descriptors are reused. Objects without names are not distinguished. */
static uint64_t name_of(const struct locks *locks, const struct lock_role *role,
			uint64_t address,
			const struct posix_trace_item_np *item)
{
	struct posix_trace_object_np object;
	uint64_t hash = 0;

	if (source_get_object(locks->fields->source, item->origin,
			      item->info.posix_pid, address,
			      locks->words.word[role->kind],
			      &item->info.posix_timestamp, &object))
		return 0;
	for (const char *at = object.name; *at; at++)
		hash = (hash ^ (unsigned char)*at) *
		       UINT64_C(0x9e3779b97f4a7c15);
	return hash;
}

int lock_lookup_object(struct locks *locks, const struct lock_role *role,
		       uint32_t process, uint64_t address,
		       const struct posix_trace_item_np *item, uint32_t *number)
{
	const struct key key = { { ((uint64_t)process << 32 | role->kind) ^
					   name_of(locks, role, address, item),
				   address } };
	/* Releasing alone does not create an object. */
	const bool add = role->begins || role->ends || role->acquires;
	struct lock_object *object;
	int err;

	err = keys_find(&locks->objects, &key, add, number);
	if (err || *number == KEYS_NONE)
		return err;
	object = lock_object(locks, *number);
	object->process = process;
	object->kind = role->kind;
	object->address = address;
	object->hex |= role->hex;
	object->latest_ns = stamp_ns(&item->info.posix_timestamp);
	return 0;
}

int lock_lookup_claim(struct locks *locks, uint32_t object, uint32_t thread,
		      uint32_t *number)
{
	const struct key key = { { object, thread } };
	int err;

	err = keys_find(&locks->claims, &key, true, number);
	if (err || *number == KEYS_NONE)
		return err;
	lock_claim(locks, *number)->object = object;
	lock_claim(locks, *number)->thread = thread;
	return 0;
}

int lock_lookup_span(struct locks *locks, uint32_t object,
		     const struct lock_role *role, uint32_t *number)
{
	const struct key key = { { object, role->span } };
	int err;

	*number = KEYS_NONE;
	if (!role->begins && !role->ends)
		return 0;
	err = keys_find(&locks->spans, &key, true, number);
	if (err || *number == KEYS_NONE)
		return err;
	lock_span(locks, *number)->object = object;
	lock_span(locks, *number)->name = role->span;
	return 0;
}
