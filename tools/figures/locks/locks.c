/*
 * locks.c - waiting for objects, and owning them
 */
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "event/objects.h"
#include "figures/locks/locks.h"
#include "figures/locks/roles.h"

void locks_init(struct locks *locks, struct fields *fields)
{
	memset(locks, 0, sizeof(*locks));
	locks->fields = fields;
	key_seed_init(&locks->seed);
	keys_init(&locks->processes, LOCKS_PARTS, sizeof(struct lock_process));
	keys_init(&locks->threads, LOCKS_PARTS, sizeof(struct lock_thread));
	keys_init(&locks->objects, LOCKS_MOST, sizeof(struct lock_object));
	keys_init(&locks->spans, LOCKS_MOST, sizeof(struct lock_span));
	keys_init(&locks->parts, LOCKS_PARTS, sizeof(struct lock_part));
	keys_init(&locks->origins, LOCKS_ORIGINS, sizeof(int64_t));
	keys_init(&locks->selves, LOCKS_PARTS, sizeof(pid_t));
	keys_init(&locks->places, LOCKS_PARTS, sizeof(struct lock_place));
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
	keys_fini(&locks->parts);
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

/* Lists of parts */

static void join(struct locks *locks, struct lock_list *list,
		 enum lock_links which, uint32_t number)
{
	struct lock_link *link = &lock_part(locks, number)->link[which];

	*link = (struct lock_link){ .older = list->newest };
	if (list->newest)
		lock_part(locks, list->newest - 1)->link[which].newer =
			number + 1;
	else
		list->oldest = number + 1;
	list->newest = number + 1;
}

static void leave(struct locks *locks, struct lock_list *list,
		  enum lock_links which, uint32_t number)
{
	const struct lock_link link = lock_part(locks, number)->link[which];

	if (link.older)
		lock_part(locks, link.older - 1)->link[which].newer =
			link.newer;
	else
		list->oldest = link.newer;
	if (link.newer)
		lock_part(locks, link.newer - 1)->link[which].older =
			link.older;
	else
		list->newest = link.older;
}

static bool is_busy(const struct lock_part *part)
{
	return part->span || part->depth;
}

/* Called when it becomes busy. */
static void begin_business(struct locks *locks, uint32_t number)
{
	const struct lock_part *part = lock_part(locks, number);

	if (is_busy(part))
		return;
	join(locks, &lock_thread(locks, part->thread)->busy, LOCK_THREAD,
	     number);
	join(locks, &locks->busy, LOCK_ALL, number);
}

/* Called when it may be idle again. */
static void end_business(struct locks *locks, uint32_t number)
{
	const struct lock_part *part = lock_part(locks, number);

	if (is_busy(part))
		return;
	leave(locks, &lock_thread(locks, part->thread)->busy, LOCK_THREAD,
	      number);
	leave(locks, &locks->busy, LOCK_ALL, number);
}

/* Times */

/* Clocks of two machines, or processors, differ a little. */
static uint64_t since(int64_t from, int64_t ns)
{
	return ns > from ? (uint64_t)ns - (uint64_t)from : 0;
}

static void begin_time(struct lock_time *time, int64_t ns)
{
	*time = (struct lock_time){ .since_ns = ns };
}

/* Returns the time since the last call. */
static uint64_t settle_time(struct lock_time *time, struct lock_sum *sum,
			    int64_t ns)
{
	const uint64_t gone = since(time->since_ns, ns);

	time->since_ns = ns > time->since_ns ? ns : time->since_ns;
	time->before += gone;
	sum->total += gone;
	if (time->before > sum->greatest)
		sum->greatest = time->before;
	return gone;
}

/* Charges waiting to the owner. */
static void charge(struct locks *locks, struct lock_object *object, int64_t ns)
{
	const uint64_t cost = since(object->charged_ns, ns) * object->waiting;
	const struct lock_part *owner;

	if (ns > object->charged_ns)
		object->charged_ns = ns;
	if (!cost)
		return;
	if (!object->owners.oldest) {
		object->nobodys += object->said_owner ? 0 : cost;
		return;
	}
	owner = lock_part(locks, object->owners.oldest - 1);
	if (owner->place != KEYS_NONE)
		lock_place(locks, owner->place)->cost += cost;
}

/* Waiting */

static void settle_wait(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);
	struct lock_span *span = lock_span(locks, part->span - 1);
	struct lock_object *object = lock_object(locks, part->object);
	struct lock_thread *thread = lock_thread(locks, part->thread);
	struct lock_time same = part->wait;

	part->waited += settle_time(&same, &object->waited, ns);
	settle_time(&part->wait, &span->waited, ns);
	if (!thread->most ||
	    part->waited > lock_part(locks, thread->most - 1)->waited)
		thread->most = number + 1;
}

static void stop_waiting(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);
	struct lock_thread *thread = lock_thread(locks, part->thread);

	lock_span(locks, part->span - 1)->waiting--;
	part->span = 0;
	locks->waiting--;
	lock_object(locks, part->object)->waiting--;
	if (!--thread->waiting)
		settle_time(&thread->wait, &thread->waited, ns);
	end_business(locks, number);
}

static void end_wait(struct locks *locks, uint32_t number,
		     const struct lock_role *role, uint32_t span, int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);

	if (!part->span) {
		lock_span(locks, span)->at_once += role->optional;
		return;
	}
	settle_wait(locks, number, ns);
	lock_span(locks, part->span - 1)->waited.count++;
	lock_object(locks, part->object)->waited.count++;
	stop_waiting(locks, number, ns);
}

/* If it is waiting already, its end was missed. */
static void begin_wait(struct locks *locks, uint32_t number, uint32_t span,
		       const void *address, int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);
	struct lock_thread *thread = lock_thread(locks, part->thread);

	if (part->span)
		stop_waiting(locks, number, ns);
	begin_business(locks, number);
	part->span = span + 1;
	part->waits_at = (uintptr_t)address;
	begin_time(&part->wait, ns);
	locks->waiting++;
	lock_span(locks, span)->waiting++;
	lock_object(locks, part->object)->waiting++;
	if (!thread->waiting++)
		begin_time(&thread->wait, ns);
}

/* Having */

static int note_place(struct locks *locks, uint32_t number,
		      const void *address)
{
	const struct key key = { { number, (uintptr_t)address } };
	uint32_t place;
	int err;

	err = keys_find(&locks->places, &key, true, &place);
	lock_part(locks, number)->place = place;
	if (err || place == KEYS_NONE)
		return err;
	lock_place(locks, place)->part = number;
	lock_place(locks, place)->address = (uintptr_t)address;
	lock_place(locks, place)->times++;
	return 0;
}

static int acquire(struct locks *locks, uint32_t number, const void *address,
		   int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);
	struct lock_object *object = lock_object(locks, part->object);

	object->is_had = true;
	object->said_owner = 0;
	object->times++;
	if (part->depth) {
		part->depth += part->depth < UINT32_MAX;
		return 0;
	}
	begin_business(locks, number);
	part->depth = 1;
	begin_time(&part->hold, ns);
	join(locks, &object->owners, LOCK_OBJECT, number);
	object->having++;
	return note_place(locks, number, address);
}

static void stop_having(struct locks *locks, uint32_t number)
{
	struct lock_part *part = lock_part(locks, number);
	struct lock_object *object = lock_object(locks, part->object);

	part->depth = 0;
	leave(locks, &object->owners, LOCK_OBJECT, number);
	object->having--;
	end_business(locks, number);
}

/* Ownership from before the recording is unknown. */
static void release(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);
	struct lock_object *object = lock_object(locks, part->object);

	object->is_had = true;
	object->said_owner = 0;
	if (!part->depth || --part->depth)
		return;
	settle_time(&part->hold, &object->had, ns);
	object->had.count++;
	stop_having(locks, number);
}

/* Processes, threads and objects */

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

static int find_thread(struct locks *locks,
		       const struct posix_trace_item_np *item, uint32_t *number)
{
	const struct key key = key_of_thread(item->origin, item->info.posix_pid,
					     item->tid);
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

static bool get_address(const struct fields *fields,
			const struct lock_role *role, uint64_t *address)
{
	struct posix_trace_number_np number;

	if (role->field >= fields->count ||
	    posix_trace_value_number_np(fields->layout,
					&fields->values[role->field], 0,
					&number))
		return false;
	*address = role->hex ? objects_address(fields->values[role->field].field,
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

static int find_object(struct locks *locks, const struct lock_role *role,
		       uint32_t process, uint64_t address,
		       const struct posix_trace_item_np *item, uint32_t *number)
{
	const struct key key = {
		{ ((uint64_t)process << 32 | role->kind) ^
			  name_of(locks, role, address, item),
		  address }
	};
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

static int find_part(struct locks *locks, uint32_t object, uint32_t thread,
		     uint32_t *number)
{
	const struct key key = { { object, thread } };
	int err;

	err = keys_find(&locks->parts, &key, true, number);
	if (err || *number == KEYS_NONE)
		return err;
	lock_part(locks, *number)->object = object;
	lock_part(locks, *number)->thread = thread;
	return 0;
}

static int find_span(struct locks *locks, uint32_t object,
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
	const struct key key = key_of_self(object->process, object->kind,
					   object->address);
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
	    posix_trace_value_number_np(fields->layout,
					&fields->values[role->owner], 0,
					&number))
		return;
	object->said_owner = (pid_t)number.as.u;
}

/* Ends are processed first: acquiring ends a wait. */
static int play(struct locks *locks, const struct lock_role *role,
		uint32_t part, uint32_t span,
		const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	int err = 0;

	charge(locks, lock_object(locks, lock_part(locks, part)->object), ns);
	if (role->ends && span != KEYS_NONE)
		end_wait(locks, part, role, span, ns);
	if (role->releases)
		release(locks, part, ns);
	if (role->acquires)
		err = acquire(locks, part, item->info.posix_prog_address, ns);
	if (role->begins && span != KEYS_NONE)
		begin_wait(locks, part, span, item->info.posix_prog_address,
			   ns);
	return err;
}

static int add_role(struct locks *locks, const struct lock_role *role,
		    uint32_t thread, const struct posix_trace_item_np *item)
{
	uint32_t object, part = KEYS_NONE, span = KEYS_NONE;
	const uint32_t process = lock_thread(locks, thread)->process;
	uint64_t address;
	int err;

	if (!get_address(locks->fields, role, &address))
		return 0;
	if (role->self)
		return note_self(locks, role, process, address, item->tid);
	err = find_object(locks, role, process, address, item, &object);
	if (!err && object != KEYS_NONE)
		err = find_part(locks, object, thread, &part);
	if (!err && part != KEYS_NONE)
		err = find_span(locks, object, role, &span);
	if (err || part == KEYS_NONE)
		return err;
	note_owner(locks, role, lock_object(locks, object));
	return play(locks, role, part, span, item);
}

int locks_add(struct locks *locks, const struct posix_trace_item_np *item)
{
	const struct lock_roles *roles =
		locks->roles[item->info.posix_event_id];
	uint32_t thread;
	int err;

	locks->any = true;
	err = find_thread(locks, item, &thread);
	if (err || thread == KEYS_NONE)
		return err;
	for (unsigned i = 0; i < roles->count && !err; i++)
		err = add_role(locks, &roles->role[i], thread, item);
	return err;
}

int locks_note(struct locks *locks, const struct posix_trace_item_np *item)
{
	uint32_t thread;

	return locks->any ? find_thread(locks, item, &thread) : 0;
}

static void forget(struct locks *locks, uint32_t number, int64_t ns)
{
	struct lock_part *part = lock_part(locks, number);

	charge(locks, lock_object(locks, part->object), ns);
	if (part->span)
		stop_waiting(locks, number, ns);
	if (part->depth)
		stop_having(locks, number);
}

int locks_lose(struct locks *locks, const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const struct key key = key_of_thread(item->origin, item->info.posix_pid,
					     item->tid);
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
		forget(locks, list->oldest - 1, ns);
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

		if (lives(process->pid)) {
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
	return number == KEYS_NONE ?
		       end_of_origin(locks, origin) :
		       end_of(locks, lock_process(locks, number));
}

void locks_settle(struct locks *locks)
{
	for (uint32_t at = locks->busy.oldest; at;) {
		struct lock_part *part = lock_part(locks, at - 1);
		struct lock_object *object = lock_object(locks, part->object);
		struct lock_thread *thread = lock_thread(locks, part->thread);
		const int64_t ns = end_of(
			locks, lock_process(locks, thread->process));

		/* The thread has no event, but it exists. */
		if (ns > thread->last_ns)
			thread->last_ns = ns;
		charge(locks, object, ns);
		if (part->span) {
			settle_wait(locks, at - 1, ns);
			settle_time(&thread->wait, &thread->waited, ns);
		}
		if (part->depth)
			settle_time(&part->hold, &object->had, ns);
		at = part->link[LOCK_ALL].newer;
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
	for (uint32_t i = 0; i < locks->parts.count; i++)
		lock_part(locks, i)->waited = 0;
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
	const struct lock_part *owner;

	if (!object->owners.oldest) {
		object->nobodys += object->said_owner ? 0 :
							since(since_ns, now_ns);
		return;
	}
	owner = lock_part(locks, object->owners.oldest - 1);
	if (owner->hold.since_ns > since_ns) {
		object->nobodys += since(since_ns, owner->hold.since_ns);
		since_ns = owner->hold.since_ns;
	}
	if (owner->place != KEYS_NONE)
		lock_place(locks, owner->place)->cost += since(since_ns,
							       now_ns);
}

static void hold_again(struct locks *locks, struct lock_part *part)
{
	count_again(&part->hold);
	lock_object(locks, part->object)->times++;
	if (part->place != KEYS_NONE)
		lock_place(locks, part->place)->times++;
}

static void wait_again(struct locks *locks, struct lock_part *part)
{
	struct lock_thread *thread = lock_thread(locks, part->thread);
	struct lock_object *object = lock_object(locks, part->object);
	const uint64_t length = count_again(&part->wait);

	count_again(&thread->wait);
	if (part->wait.since_ns < thread->first_ns)
		thread->first_ns = part->wait.since_ns;
	charge_again(locks, object, part->wait.since_ns,
		     part->wait.since_ns + (int64_t)length);
}

void locks_begin_anew(struct locks *locks)
{
	forget_sums(locks);
	for (uint32_t at = locks->busy.oldest; at;
	     at = lock_part(locks, at - 1)->link[LOCK_ALL].newer)
		if (lock_part(locks, at - 1)->depth)
			hold_again(locks, lock_part(locks, at - 1));
	for (uint32_t at = locks->busy.oldest; at;
	     at = lock_part(locks, at - 1)->link[LOCK_ALL].newer)
		if (lock_part(locks, at - 1)->span)
			wait_again(locks, lock_part(locks, at - 1));
}

uint64_t locks_refused(const struct locks *locks)
{
	return locks->processes.refused + locks->threads.refused +
	       locks->objects.refused + locks->spans.refused +
	       locks->parts.refused + locks->places.refused +
	       locks->selves.refused;
}
