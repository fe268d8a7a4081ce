/*
 * locks.c - waiting for objects, and owning them
 */
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "figures/locks/locks.h"
#include "figures/locks/lookup.h"
#include "figures/locks/claim.h"
#include "figures/locks/roles.h"

void locks_init(struct locks *locks, struct fields *fields)
{
	memset(locks, 0, sizeof(*locks));
	locks->fields = fields;
	key_seed_init(&locks->seed);
	keys_init(&locks->processes, LOCKS_CLAIMS, sizeof(struct lock_process));
	keys_init(&locks->threads, LOCKS_CLAIMS, sizeof(struct lock_thread));
	keys_init(&locks->objects, LOCKS_MOST, sizeof(struct lock_object));
	keys_init(&locks->spans, LOCKS_MOST, sizeof(struct lock_span));
	keys_init(&locks->claims, LOCKS_CLAIMS, sizeof(struct lock_claim));
	keys_init(&locks->origins, LOCKS_ORIGINS, sizeof(int64_t));
	keys_init(&locks->selves, LOCKS_CLAIMS, sizeof(pid_t));
	keys_init(&locks->places, LOCKS_CLAIMS, sizeof(struct lock_place));
}

void locks_fini(struct locks *locks)
{
	lock_words_fini(&locks->words);
	for (size_t i = 0; i < LOCKS_TYPES; i++)
		free(locks->roles[i]);
	keys_fini(&locks->processes);
	keys_fini(&locks->threads);
	keys_fini(&locks->objects);
	keys_fini(&locks->spans);
	keys_fini(&locks->claims);
	keys_fini(&locks->origins);
	keys_fini(&locks->selves);
	keys_fini(&locks->places);
}

int locks_want(struct locks *locks, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *wanted)
{
	struct lock_roles **roles = &locks->roles[type % LOCKS_TYPES];
	int err = 0;

	*wanted = false;
	if (type >= LOCKS_TYPES || !layout)
		return 0;
	if (!*roles || (*roles)->layout != layout) {
		free(*roles);
		err = lock_roles_make(&locks->words, locks->fields->source,
				      type, layout, roles);
	}
	*wanted = *roles && (*roles)->count;
	return err;
}

/* Events */

/* Naming a thread would make another object of it. */
static struct key key_of_self(uint32_t process, uint32_t kind, uint64_t address)
{
	return (struct key){ { (uint64_t)process << 32 | kind, address } };
}

static int note_self(struct locks *locks, const struct lock_role *role,
		     uint32_t process, uint64_t address, pid_t tid)
{
	const struct key key = key_of_self(process, role->kind, address);
	uint32_t number;
	int err;

	err = keys_find(&locks->selves, &key, true, &number);
	if (!err && number != KEYS_NONE)
		*(pid_t *)keys_record(&locks->selves, number) = tid;
	return err;
}

/* A thread object is owned by its thread. */
static void find_self(struct locks *locks, struct lock_object *object)
{
	const struct key key =
		key_of_self(object->process, object->kind, object->address);
	uint32_t number;

	keys_find(&locks->selves, &key, false, &number);
	if (number != KEYS_NONE)
		object->said_owner =
			*(pid_t *)keys_record(&locks->selves, number);
}

static void note_owner(struct locks *locks, const struct lock_role *role,
		       struct lock_object *object)
{
	const struct fields *fields = locks->fields;
	struct posix_trace_number_np number;

	if (role->begins)
		find_self(locks, object);
	if (role->owner < 0 || (unsigned)role->owner >= fields->count ||
	    posix_trace_value_number_np(
		    fields->layout, &fields->values[role->owner], 0, &number))
		return;
	object->said_owner = (pid_t)number.as.u;
}

/* Ends are processed first: acquiring ends a wait. */
static int play(struct locks *locks, const struct lock_role *role,
		uint32_t claim, uint32_t span,
		const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	int err = 0;

	lock_object_charge(locks,
			   lock_object(locks, lock_claim(locks, claim)->object),
			   ns);
	if (role->ends && span != KEYS_NONE)
		lock_claim_end_wait(locks, claim, role, span, ns);
	if (role->releases)
		lock_claim_release(locks, claim, ns);
	if (role->acquires)
		err = lock_claim_acquire(locks, claim,
					 item->info.posix_prog_address, ns);
	if (role->begins && span != KEYS_NONE)
		lock_claim_begin_wait(locks, claim, span,
				      item->info.posix_prog_address, ns);
	return err;
}

static int add_role(struct locks *locks, const struct lock_role *role,
		    uint32_t thread, const struct posix_trace_item_np *item)
{
	uint32_t object, claim = KEYS_NONE, span = KEYS_NONE;
	const uint32_t process = lock_thread(locks, thread)->process;
	uint64_t address;
	int err;

	if (!lock_lookup_address(locks->fields, role, &address))
		return 0;
	if (role->self)
		return note_self(locks, role, process, address, item->tid);
	err = lock_lookup_object(locks, role, process, address, item, &object);
	if (!err && object != KEYS_NONE)
		err = lock_lookup_claim(locks, object, thread, &claim);
	if (!err && claim != KEYS_NONE)
		err = lock_lookup_span(locks, object, role, &span);
	if (err || claim == KEYS_NONE)
		return err;
	note_owner(locks, role, lock_object(locks, object));
	return play(locks, role, claim, span, item);
}

int locks_add(struct locks *locks, const struct posix_trace_item_np *item)
{
	const struct lock_roles *roles =
		locks->roles[item->info.posix_event_id];
	uint32_t thread;
	int err;

	locks->any = true;
	err = lock_lookup_thread(locks, item, &thread);
	if (err || thread == KEYS_NONE)
		return err;
	for (unsigned i = 0; i < roles->count && !err; i++)
		err = add_role(locks, &roles->role[i], thread, item);
	return err;
}

int locks_note(struct locks *locks, const struct posix_trace_item_np *item)
{
	uint32_t thread;

	return locks->any ? lock_lookup_thread(locks, item, &thread) : 0;
}

int locks_lose(struct locks *locks, const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const struct key key =
		key_of_thread(item->origin, item->info.posix_pid, item->tid);
	struct lock_list *list = &locks->busy;
	uint32_t thread;
	int err;

	if (!locks->any)
		return 0;
	if (item->tid) {
		err = keys_find(&locks->threads, &key, false, &thread);
		if (err || thread == KEYS_NONE)
			return err;
		list = &lock_thread(locks, thread)->busy;
	}
	while (list->oldest)
		lock_claim_forget(locks, list->oldest - 1, ns);
	return 0;
}

static const int64_t *last_of(struct locks *locks, unsigned origin)
{
	const struct key key = { { origin } };
	uint32_t number;

	keys_find(&locks->origins, &key, false, &number);
	return number == KEYS_NONE ? NULL :
				     keys_record(&locks->origins, number);
}

static int pass_other(struct locks *locks, unsigned origin, int64_t ns)
{
	const struct key key = { { origin } };
	const uint32_t known = locks->origins.count;
	uint32_t number;
	int err;

	locks->passing = 0;
	err = keys_find(&locks->origins, &key, true, &number);
	if (err || number == KEYS_NONE)
		return err;
	locks->passed_ns = keys_record(&locks->origins, number);
	locks->passing = origin + 1;
	if (locks->origins.count != known)
		*locks->passed_ns = ns;
	return 0;
}

int locks_pass(struct locks *locks, unsigned origin, int64_t ns)
{
	int err = 0;

	if (ns > locks->last_ns)
		locks->last_ns = ns;
	if (locks->passing != origin + 1)
		err = pass_other(locks, origin, ns);
	if (locks->passing && ns > *locks->passed_ns)
		*locks->passed_ns = ns;
	return err;
}

static void end_process(struct lock_process *process, int64_t ns)
{
	if (process->has_ended)
		return;
	process->has_ended = true;
	process->end_ns = ns;
}

void locks_end(struct locks *locks, unsigned origin, pid_t pid, int64_t ns)
{
	const struct key key = key_of_thread(origin, pid, 0);
	uint32_t number;

	keys_find(&locks->processes, &key, false, &number);
	if (number != KEYS_NONE)
		end_process(lock_process(locks, number), ns);
}

void locks_reach(struct locks *locks, int64_t ns, bool (*lives)(pid_t pid))
{
	for (uint32_t i = 0; i < locks->processes.count; i++) {
		struct lock_process *process = lock_process(locks, i);

		if (lives ? lives(process->pid) : !process->has_ended) {
			process->has_ended = false;
			locks_pass(locks, process->origin, ns);
		} else {
			end_process(process, process->last_ns);
		}
	}
}

static int64_t end_of_origin(struct locks *locks, unsigned origin)
{
	const int64_t *last = last_of(locks, origin);

	return last ? *last : locks->last_ns;
}

static int64_t end_of(struct locks *locks, const struct lock_process *process)
{
	const int64_t ns = process->has_ended ?
				   process->end_ns :
				   end_of_origin(locks, process->origin);

	return ns > process->last_ns ? ns : process->last_ns;
}

int64_t locks_end_of(struct locks *locks, unsigned origin, pid_t pid)
{
	const struct key key = key_of_thread(origin, pid, 0);
	uint32_t number;

	keys_find(&locks->processes, &key, false, &number);
	return number == KEYS_NONE ? end_of_origin(locks, origin) :
				     end_of(locks, lock_process(locks, number));
}

void locks_settle(struct locks *locks)
{
	for (uint32_t at = locks->busy.oldest; at;) {
		struct lock_claim *claim = lock_claim(locks, at - 1);
		struct lock_thread *thread = lock_thread(locks, claim->thread);
		const int64_t ns =
			end_of(locks, lock_process(locks, thread->process));

		/* The thread has no event, but it exists. */
		if (ns > thread->last_ns)
			thread->last_ns = ns;
		lock_claim_settle(locks, at - 1, ns);
		at = claim->link[LOCK_ALL].newer;
	}
}

static void forget_sums(struct locks *locks)
{
	for (uint32_t i = 0; i < locks->threads.count; i++) {
		struct lock_thread *thread = lock_thread(locks, i);

		thread->first_ns = thread->last_ns;
		thread->waited = (struct lock_sum){ 0 };
		thread->most = 0;
	}
	for (uint32_t i = 0; i < locks->objects.count; i++) {
		struct lock_object *object = lock_object(locks, i);

		object->waited = object->had = (struct lock_sum){ 0 };
		object->times = object->nobodys = 0;
	}
	for (uint32_t i = 0; i < locks->spans.count; i++) {
		lock_span(locks, i)->waited = (struct lock_sum){ 0 };
		lock_span(locks, i)->at_once = 0;
	}
	for (uint32_t i = 0; i < locks->claims.count; i++)
		lock_claim(locks, i)->waited = 0;
	for (uint32_t i = 0; i < locks->places.count; i++)
		lock_place(locks, i)->cost = lock_place(locks, i)->times = 0;
}

/* Undoes the count of a time that goes on. Returns its present length. */
static uint64_t count_again(struct lock_time *time)
{
	const uint64_t length = time->before;

	time->since_ns -= (int64_t)length;
	time->before = 0;
	return length;
}

/* Waiting is charged to the present owner, from its acquisition on. */
static void charge_again(struct locks *locks, struct lock_object *object,
			 int64_t since_ns, int64_t now_ns)
{
	const struct lock_claim *owner;

	if (!object->owners.oldest) {
		object->nobodys += object->said_owner ?
					   0 :
					   lock_time_since(since_ns, now_ns);
		return;
	}
	owner = lock_claim(locks, object->owners.oldest - 1);
	if (owner->hold.since_ns > since_ns) {
		object->nobodys +=
			lock_time_since(since_ns, owner->hold.since_ns);
		since_ns = owner->hold.since_ns;
	}
	if (owner->place != KEYS_NONE)
		lock_place(locks, owner->place)->cost +=
			lock_time_since(since_ns, now_ns);
}

static void hold_again(struct locks *locks, struct lock_claim *claim)
{
	count_again(&claim->hold);
	lock_object(locks, claim->object)->times++;
	if (claim->place != KEYS_NONE)
		lock_place(locks, claim->place)->times++;
}

static void wait_again(struct locks *locks, struct lock_claim *claim)
{
	struct lock_thread *thread = lock_thread(locks, claim->thread);
	struct lock_object *object = lock_object(locks, claim->object);
	const uint64_t length = count_again(&claim->wait);

	count_again(&thread->wait);
	if (claim->wait.since_ns < thread->first_ns)
		thread->first_ns = claim->wait.since_ns;
	charge_again(locks, object, claim->wait.since_ns,
		     claim->wait.since_ns + (int64_t)length);
}

void locks_begin_anew(struct locks *locks)
{
	forget_sums(locks);
	for (uint32_t at = locks->busy.oldest; at;
	     at = lock_claim(locks, at - 1)->link[LOCK_ALL].newer)
		if (lock_claim(locks, at - 1)->depth)
			hold_again(locks, lock_claim(locks, at - 1));
	for (uint32_t at = locks->busy.oldest; at;
	     at = lock_claim(locks, at - 1)->link[LOCK_ALL].newer)
		if (lock_claim(locks, at - 1)->span)
			wait_again(locks, lock_claim(locks, at - 1));
}

uint64_t locks_refused(const struct locks *locks)
{
	return locks->processes.refused + locks->threads.refused +
	       locks->objects.refused + locks->spans.refused +
	       locks->claims.refused + locks->places.refused +
	       locks->selves.refused;
}
