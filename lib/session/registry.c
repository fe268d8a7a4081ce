/* registry.c - the objects of this process */
#include "session/registry.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "session/home.h"
#include "stream/objects.h"

enum {
	ENTRIES = 2 * PXT_OBJECTS_MAX,
	WINDOW = 16,	/* entries in which one may be */
	SLACK_NS = 100, /* of the times of events */
	HOOKS = 64,	/* one after the other, each for a while */
};

/* Where an object is. What its hash is it stays, until another needs the place
 * and nothing is there. */
struct entry {
	_Atomic uint64_t hash;	 /* of kind and address; 0: free */
	_Atomic uint64_t handle; /* 0: none */
	_Atomic int64_t until;	 /* when the one before it ended */
	_Atomic uint32_t decision;
};

static struct entry entry[ENTRIES];
static _Atomic bool any; /* of them is there */

static uint64_t hash_of(const char *kind, uint64_t address)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ address;

	for (; *kind; kind++)
		sum = (sum ^ (uint8_t)*kind) * UINT64_C(0x100000001b3);
	sum *= UINT64_C(0x9e3779b97f4a7c15);
	sum ^= sum >> 32;
	return sum ? sum : 1;
}

static struct entry *find(uint64_t hash)
{
	for (unsigned i = 0; i < WINDOW; i++) {
		struct entry *here = &entry[(hash + i) % ENTRIES];
		const uint64_t is = atomic_load_explicit(&here->hash,
							 memory_order_acquire);

		if (is == hash)
			return here;
		if (!is)
			return NULL;
	}
	return NULL;
}

static bool is_empty(const struct entry *here)
{
	return !atomic_load_explicit(&here->handle, memory_order_relaxed) &&
	       !atomic_load_explicit(&here->decision, memory_order_relaxed);
}

/* The same, or a place for it. NULL: there is none. */
static struct entry *find_place(uint64_t hash)
{
	struct entry *found = find(hash);

	for (unsigned i = 0; i < WINDOW && !found; i++) {
		struct entry *here = &entry[(hash + i) % ENTRIES];
		uint64_t is = atomic_load_explicit(&here->hash,
						   memory_order_relaxed);

		if (is && is != hash && !is_empty(here))
			continue;
		if (atomic_compare_exchange_strong_explicit(
			    &here->hash, &is, hash, memory_order_acq_rel,
			    memory_order_acquire) ||
		    is == hash)
			found = here;
	}
	return found;
}

/* Asking */

struct hook {
	pxt_registry_hook *ask;
	void *argument;
};

unsigned pxt_registry_hooked;
static struct hook hooks[HOOKS];
static _Atomic uint32_t hook_number; /* 0: there was none */
static __thread bool asking;

/* A decision is of one hook: its number, and whether. */
static uint32_t decision_of(uint32_t number, bool wanted)
{
	return number << 1 | wanted;
}

void pxt_registry_set_hook(pxt_registry_hook *hook, void *argument)
{
	uint32_t number = atomic_load_explicit(&hook_number,
					       memory_order_relaxed);

	number = (number + 1) & (UINT32_MAX >> 1);
	if (!number)
		number = 1;
	hooks[number % HOOKS] = (struct hook){ hook, argument };
	atomic_store_explicit(&hook_number, number, memory_order_release);
	__atomic_store_n(&pxt_registry_hooked, hook != NULL, __ATOMIC_RELEASE);
}

static bool ask(const struct hook *hook, const struct pxt_object *object,
		const char *kind)
{
	struct pxt_object_texts texts = { .name = "" };
	struct posix_trace_object_np told = {
		.pid = (pid_t)object->pid,
		.address = object->address,
		.kind = kind,
		.name = texts.name,
		.details = texts.details,
		.since = { .tv_sec = object->since_ns / 1000000000,
			   .tv_nsec = object->since_ns % 1000000000 },
	};
	const int saved_errno = errno;
	bool wanted;

	if (pxt_object_get(object, &texts))
		return true;
	asking = true;
	wanted = hook->ask(&told, hook->argument);
	asking = false;
	errno = saved_errno;
	return wanted;
}

/* What the hook says of an object, which is noted where there is a place. */
static bool decide(struct entry *here, const struct pxt_object *object,
		   const char *kind)
{
	const uint32_t number = atomic_load_explicit(&hook_number,
						     memory_order_acquire);
	const struct hook hook = hooks[number % HOOKS];
	bool wanted;

	if (!hook.ask || asking)
		return true;
	wanted = ask(&hook, object, kind);
	if (here)
		atomic_store_explicit(&here->decision,
				      decision_of(number, wanted),
				      memory_order_relaxed);
	return wanted;
}

/* Registering */

/* Whose they are. NULL: a child of vfork(), which is to leave them alone. */
static struct pxt_process *owner(void)
{
	struct pxt_process *process = pxt_home_process();

	return process->shared && process->pid != getpid() ? NULL : process;
}

/* The object that an entry says is there. Another's may have come into the
 * place; a child's may still be its parent's. */
static bool is_known(const struct entry *here,
		     const struct pxt_process *process, const char *kind,
		     uint64_t address, pxt_object_handle *handle,
		     struct pxt_object *object)
{
	if (!here || !process->shared)
		return false;
	*handle = atomic_load_explicit(&here->handle, memory_order_acquire);
	return *handle && !pxt_objects_get(&process->names, *handle, object) &&
	       object->address == address && object->kind == strlen(kind) &&
	       !memcmp(object->text, kind, object->kind);
}

static bool is_mine(const struct pxt_object *object,
		    const struct pxt_process *process)
{
	return (pid_t)object->pid == process->pid;
}

/* When the one that was there before ended. */
static int64_t free_since(const struct entry *here)
{
	return here ? atomic_load_explicit(&here->until,
					   memory_order_relaxed) :
		      0;
}

static void leave(struct entry *here, int64_t until)
{
	atomic_store_explicit(&here->until, until, memory_order_relaxed);
	atomic_store_explicit(&here->decision, 0, memory_order_relaxed);
	atomic_store_explicit(&here->handle, 0, memory_order_relaxed);
}

/* Into the table, where there is one. */
static int enter(struct pxt_process *process, struct entry *here,
		 const struct pxt_object *object)
{
	pxt_object_handle handle;
	int err;

	if (!process->shared)
		return 0;
	err = pxt_objects_add(&process->names, object, &handle);
	if (!err && here) {
		atomic_store_explicit(&here->handle, handle,
				      memory_order_release);
		atomic_store_explicit(&any, true, memory_order_relaxed);
	}
	return err;
}

/* There is another now. */
static void replace(struct entry *here, struct pxt_process *process,
		    const char *kind, struct pxt_object *object)
{
	struct pxt_object before;
	pxt_object_handle handle;

	if (is_known(here, process, kind, object->address, &handle, &before) &&
	    is_mine(&before, process)) {
		if (object->since_ns <= before.since_ns)
			object->since_ns = before.since_ns + 1;
		pxt_objects_end(&process->names, handle,
				object->since_ns - 1);
	}
	if (here)
		leave(here, 0);
}

int pxt_registry_enter(const char *kind, uint64_t address, const char *name,
			 const char *details)
{
	struct pxt_object object = { .address = address };
	struct pxt_process *process;
	struct entry *here;
	int err;

	err = pxt_object_set(&object, kind, name, details);
	process = err ? NULL : owner();
	if (!process)
		return err;
	here = find_place(hash_of(kind, address));
	object.pid = (uint32_t)process->pid;
	object.since_ns = pxt_clock_ns(CLOCK_REALTIME) - SLACK_NS;
	if (object.since_ns <= free_since(here))
		object.since_ns = free_since(here) + 1;
	replace(here, process, kind, &object);
	err = enter(process, here, &object);
	decide(here, &object, kind);
	return err;
}

/* What a child has of its parent is the parent's: from now on the child has
 * something else there, of which nothing is known. */
static void end_heritage(struct pxt_process *process, struct pxt_object *object,
			 const char *kind, int64_t now)
{
	object->pid = (uint32_t)process->pid;
	object->since_ns = now;
	if (!pxt_object_set(object, kind, NULL, NULL))
		enter(process, NULL, object);
}

void pxt_registry_leave(const char *kind, uint64_t address)
{
	struct entry *here = find(hash_of(kind, address));
	struct pxt_process *process = here ? owner() : NULL;
	struct pxt_object object;
	pxt_object_handle handle;
	int64_t now;

	/* Programs close all that might be open. */
	if (!process)
		return;
	now = pxt_clock_ns(CLOCK_REALTIME) + SLACK_NS;
	if (is_known(here, process, kind, address, &handle, &object)) {
		if (is_mine(&object, process))
			pxt_objects_end(&process->names, handle, now);
		else
			end_heritage(process, &object, kind, now);
	}
	leave(here, now);
}

/* A child's own from now on, since the parent has had it. */
static int rename_heritage(struct pxt_process *process, struct entry *here,
			   struct pxt_object *object)
{
	object->pid = (uint32_t)process->pid;
	return enter(process, here, object);
}

static int rename_mine(struct pxt_process *process, struct entry *here,
		       pxt_object_handle handle, const char *name)
{
	int err;

	err = pxt_objects_rename(&process->names, &handle, name);
	if (!err)
		atomic_store_explicit(&here->handle, handle,
				      memory_order_release);
	return err;
}

int pxt_registry_name(const char *kind, uint64_t address, const char *name)
{
	struct pxt_process *process;
	struct pxt_object object;
	pxt_object_handle handle;
	struct entry *here;
	int err;

	err = name ? pxt_object_set(&object, kind, name, NULL) : EINVAL;
	process = err ? NULL : owner();
	if (!process)
		return err;
	here = find(hash_of(kind, address));
	if (!is_known(here, process, kind, address, &handle, &object))
		return pxt_registry_enter(kind, address, name, NULL);
	pxt_object_rename(&object, name);
	if (is_mine(&object, process))
		err = rename_mine(process, here, handle, name);
	else
		err = rename_heritage(process, here, &object);
	decide(here, &object, kind);
	return err;
}

/* Seen for the first time: by events, or by this hook. */
static bool first_seen(const char *kind, uint64_t address)
{
	struct pxt_process *process = owner();
	struct pxt_object object;
	pxt_object_handle handle;
	struct entry *here;

	if (!process)
		return true;
	here = find_place(hash_of(kind, address));
	if (is_known(here, process, kind, address, &handle, &object))
		return decide(here, &object, kind);
	object = (struct pxt_object){ .address = address,
				      .pid = (uint32_t)process->pid };
	if (pxt_object_set(&object, kind, NULL, NULL))
		return true;
	return decide(here, &object, kind);
}

bool pxt_registry_wants(const char *kind, uint64_t address)
{
	const uint32_t number = atomic_load_explicit(&hook_number,
						     memory_order_acquire);
	const struct entry *here = find(hash_of(kind, address));
	uint32_t decision = 0;

	if (asking)
		return false;
	if (!number)
		return true;
	if (here)
		decision = atomic_load_explicit(&here->decision,
						memory_order_relaxed);
	if (decision >> 1 == number)
		return decision & 1;
	return first_seen(kind, address);
}

/* Programs that come and go */

/* By hand: snprintf() is not safe in signal handlers. */
static void write_number(uint32_t number, char text[16])
{
	char digits[16];
	int count = 0;

	do
		digits[count++] = (char)('0' + number % 10);
	while (number /= 10);
	while (count)
		*text++ = digits[--count];
	*text = '\0';
}

/* What it does not register itself is what its parent had there. */
static void tell_parent(struct pxt_process *child, uint32_t parent)
{
	struct pxt_object object = {
		.pid = (uint32_t)child->pid,
		.since_ns = pxt_clock_ns(CLOCK_REALTIME) - SLACK_NS,
	};
	char name[16];

	write_number(parent, name);
	if (!pxt_object_set(&object, PXT_OBJECT_PARENT, name, NULL))
		enter(child, NULL, &object);
}

/* In a family of its own it has them itself. */
static void take_along(struct pxt_process *child,
		       const struct pxt_process *parent, struct entry *here)
{
	const pxt_object_handle old =
		atomic_load_explicit(&here->handle, memory_order_relaxed);
	struct pxt_object object;

	if (!old)
		return;
	atomic_store_explicit(&here->handle, 0, memory_order_relaxed);
	if (pxt_objects_get(&parent->names, old, &object))
		return;
	object.pid = (uint32_t)child->pid;
	enter(child, here, &object);
}

void pxt_registry_forked(struct pxt_process *child,
			const struct pxt_process *parent)
{
	if (!atomic_load_explicit(&any, memory_order_relaxed))
		return;
	if (child->names.id == parent->names.id) {
		tell_parent(child, (uint32_t)parent->pid);
		return;
	}
	for (size_t i = 0; i < ENTRIES; i++)
		take_along(child, parent, &entry[i]);
}

/* Descriptors stay, as far as anybody can tell. */
static void survive(struct pxt_process *process, pxt_object_handle handle,
		    const struct pxt_object *object)
{
	struct pxt_object_texts texts;
	struct entry *here;

	if (pxt_object_get(object, &texts))
		return;
	if (strcmp(texts.kind, "fd")) {
		pxt_objects_end(&process->names, handle,
				pxt_clock_ns(CLOCK_REALTIME));
		return;
	}
	here = find_place(hash_of(texts.kind, object->address));
	if (here)
		atomic_store_explicit(&here->handle, handle,
				      memory_order_relaxed);
	atomic_store_explicit(&any, true, memory_order_relaxed);
}

void pxt_registry_executed(struct pxt_process *process)
{
	struct pxt_object object;
	pxt_object_handle handle;

	for (uint32_t i = 0; i < PXT_OBJECTS_MAX; i++) {
		handle = 0;
		if (!pxt_objects_look(&process->names, i, &handle, &object) &&
		    !(handle & PXT_OBJECT_ENDED) && is_mine(&object, process))
			survive(process, handle, &object);
	}
}
