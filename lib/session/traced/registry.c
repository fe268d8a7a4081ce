/* registry.c - objects of this process */
#include "session/traced/registry.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/resident.h"
#include "session/traced/home.h"
#include "session/traced/index.h"
#include "stream/objects.h"
#include "stream/process_image.h"

enum {
	SLACK_NS = 100, /* the times of events differ by so much */
	HOOKS = 64,	/* the last ones that were set */
};

static _Atomic bool any PXT_RESIDENT; /* object is there */

/* The place of an object, present or possible. */
struct place {
	uint64_t hash;
	struct pxt_index_entry *entry; /* NULL: none */
};

static struct place find(const char *kind, uint64_t address)
{
	const uint64_t hash = pxt_index_hash(kind, address);

	return (struct place){ hash, pxt_index_find(hash) };
}

static struct place take(const char *kind, uint64_t address)
{
	const uint64_t hash = pxt_index_hash(kind, address);

	return (struct place){ hash, pxt_index_take(hash) };
}

static void leave(const struct place *here, pxt_object_handle handle,
		  int64_t until)
{
	if (here->entry)
		pxt_index_leave(here->entry, here->hash, handle, until);
}

/* Asking */

struct hook {
	pxt_registry_hook *ask;
	void *argument;
};

unsigned pxt_registry_hooked;
static struct hook hooks[HOOKS];
static _Atomic uint32_t hook_number; /* 0: no hook was set yet */
static __thread bool asking;

/* A decision belongs to a hook: its number, and the result. */
static uint32_t decision_of(uint32_t number, bool wanted)
{
	return number << 1 | wanted;
}

void pxt_registry_set_hook(pxt_registry_hook *hook, void *argument)
{
	uint32_t number =
		atomic_load_explicit(&hook_number, memory_order_relaxed);

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

/* The hook decides; its decision is noted where there is a place. */
static bool decide(const struct place *here, const struct pxt_object *object,
		   const char *kind)
{
	const uint32_t number =
		atomic_load_explicit(&hook_number, memory_order_acquire);
	const struct hook hook = hooks[number % HOOKS];
	bool wanted;

	if (!hook.ask || asking)
		return true;
	wanted = ask(&hook, object, kind);
	pxt_index_decide(here->entry, here->hash, decision_of(number, wanted));
	return wanted;
}

/* Registering */

/* The process of the objects. NULL: a child of vfork(), which is to leave them
 * alone. */
static struct pxt_process *owner(void)
{
	struct pxt_process *process = pxt_home_process();

	return process->shared && process->id.pid != getpid() ? NULL : process;
}

static bool is_of_kind(const struct pxt_object *object, const char *kind)
{
	return object->kind == strlen(kind) &&
	       !memcmp(object->text, kind, object->kind);
}

/* True if the object is in its place. The place may have been reused; a child's
 * may still be its parent's. */
static bool is_known(const struct place *here,
		     const struct pxt_process *process, const char *kind,
		     uint64_t address, pxt_object_handle *handle,
		     struct pxt_object *object)
{
	*handle = 0;
	if (!process->shared)
		return false;
	*handle = pxt_index_handle(here->entry, here->hash);
	return *handle && !pxt_objects_get(&process->names, *handle, object) &&
	       object->address == address && is_of_kind(object, kind);
}

static bool is_mine(const struct pxt_object *object,
		    const struct pxt_process *process)
{
	return (pid_t)object->pid == process->id.pid;
}

/* Enters it into the table, if there is one. */
static int enter(struct pxt_process *process, struct pxt_index_entry *here,
		 const struct pxt_object *object)
{
	pxt_object_handle handle;
	int err;

	if (!process->shared)
		return 0;
	err = pxt_objects_add(&process->names, object, &handle);
	if (!err && here) {
		pxt_index_put(here, handle);
		atomic_store_explicit(&any, true, memory_order_relaxed);
	}
	return err;
}

/* The place has another object now. What began there later than that is said to
 * have begun was there until now. */
static void replace(const struct place *here, struct pxt_process *process,
		    const char *kind, struct pxt_object *object, int64_t now_ns)
{
	struct pxt_object before;
	pxt_object_handle handle;

	if (is_known(here, process, kind, object->address, &handle, &before) &&
	    is_mine(&before, process)) {
		if (object->since_ns < before.since_ns)
			object->since_ns = now_ns;
		if (object->since_ns <= before.since_ns)
			object->since_ns = before.since_ns + 1;
		pxt_objects_end(&process->names, handle, object->since_ns - 1);
	}
	if (here->entry)
		pxt_index_clear(here->entry, here->hash, handle);
}

/* Gives the entry up, if it is empty. */
static void give_up(const struct place *here)
{
	if (here->entry && !pxt_index_handle(here->entry, here->hash) &&
	    !pxt_index_decision(here->entry, here->hash))
		leave(here, 0, pxt_index_free_since(here->entry));
}

static bool is_reserved(const char *kind)
{
	return kind && !strcmp(kind, PXT_OBJECT_THREAD);
}

/* named_late: the object may have been there before, if nothing else was. */
static int enter_new(const char *kind, uint64_t address, const char *name,
		     const char *details, int64_t since_ns, bool named_late)
{
	struct pxt_object object = { .address = address };
	struct pxt_process *process;
	struct place here;
	int64_t now_ns;
	int err;

	err = is_reserved(kind) ? EINVAL :
				  pxt_object_set(&object, kind, name, details);
	process = err ? NULL : owner();
	if (!process)
		return err;
	here = take(kind, address);
	object.pid = (uint32_t)process->id.pid;
	object.named_late = named_late && !pxt_index_free_since(here.entry);
	now_ns = pxt_clock_ns(CLOCK_REALTIME) - SLACK_NS;
	object.since_ns = since_ns < now_ns ? since_ns : now_ns;
	if (object.since_ns <= pxt_index_free_since(here.entry))
		object.since_ns = pxt_index_free_since(here.entry) + 1;
	replace(&here, process, kind, &object, now_ns);
	err = enter(process, here.entry, &object);
	decide(&here, &object, kind);
	give_up(&here);
	return err;
}

int pxt_registry_enter(const char *kind, uint64_t address, const char *name,
		       const char *details, int64_t since_ns)
{
	return enter_new(kind, address, name, details, since_ns, false);
}

/* Objects that a child has of its parent are the parent's: from now on the
 * child has something else there, of which nothing is known. */
static void end_heritage(struct pxt_process *process, struct pxt_object *object,
			 const char *kind, int64_t now)
{
	object->pid = (uint32_t)process->id.pid;
	object->since_ns = now;
	if (!pxt_object_set(object, kind, NULL, NULL))
		enter(process, NULL, object);
}

static void end(struct pxt_process *process, pxt_object_handle handle,
		struct pxt_object *object, const char *kind, int64_t now)
{
	if (is_mine(object, process))
		pxt_objects_end(&process->names, handle, now);
	else
		end_heritage(process, object, kind, now);
}

void pxt_registry_leave(const char *kind, uint64_t address)
{
	const struct place here = find(kind, address);
	struct pxt_process *process = here.entry ? owner() : NULL;
	struct pxt_object object;
	pxt_object_handle handle;
	int64_t now;

	/* Programs close everything that may be open. */
	if (!process)
		return;
	now = pxt_clock_ns(CLOCK_REALTIME) + SLACK_NS;
	if (is_known(&here, process, kind, address, &handle, &object))
		end(process, handle, &object, kind, now);
	leave(&here, handle, now);
}

static void leave_if_between(struct pxt_process *process,
			     struct pxt_index_entry *entry, const char *kind,
			     uint64_t first, uint64_t last)
{
	const struct place here = { pxt_index_owner(entry), entry };
	struct pxt_object object;
	pxt_object_handle handle;
	int64_t now;

	handle = pxt_index_handle(entry, here.hash);
	if (!handle || pxt_objects_get(&process->names, handle, &object) ||
	    object.address < first || object.address > last ||
	    !is_of_kind(&object, kind))
		return;
	now = pxt_clock_ns(CLOCK_REALTIME) + SLACK_NS;
	end(process, handle, &object, kind, now);
	leave(&here, handle, now);
}

void pxt_registry_leave_all(const char *kind, uint64_t first, uint64_t last)
{
	struct pxt_process *process =
		atomic_load_explicit(&any, memory_order_relaxed) ? owner() :
								   NULL;

	if (process && process->shared)
		for (size_t i = 0; i < PXT_INDEX_ENTRIES; i++)
			leave_if_between(process, pxt_index_at(i), kind, first,
					 last);
}

/* Makes it the child's own from now on, as the parent had it before. */
static int rename_heritage(struct pxt_process *process,
			   struct pxt_index_entry *here,
			   struct pxt_object *object)
{
	object->pid = (uint32_t)process->id.pid;
	return enter(process, here, object);
}

static int rename_mine(struct pxt_process *process,
		       struct pxt_index_entry *here, pxt_object_handle handle,
		       const char *name)
{
	int err;

	err = pxt_objects_rename(&process->names, &handle, name);
	if (!err)
		pxt_index_put(here, handle);
	return err;
}

int pxt_registry_name(const char *kind, uint64_t address, const char *name)
{
	struct pxt_process *process;
	struct pxt_object object;
	pxt_object_handle handle;
	struct place here;
	int err;

	err = name ? pxt_object_set(&object, kind, name, NULL) : EINVAL;
	process = err ? NULL : owner();
	if (!process)
		return err;
	here = find(kind, address);
	if (!is_known(&here, process, kind, address, &handle, &object))
		return enter_new(kind, address, name, NULL, INT64_MAX, true);
	pxt_object_rename(&object, name);
	if (is_mine(&object, process))
		err = rename_mine(process, here.entry, handle, name);
	else
		err = rename_heritage(process, here.entry, &object);
	decide(&here, &object, kind);
	return err;
}

/* True at its first occurrence: in events, or for this hook. */
static bool first_seen(const char *kind, uint64_t address)
{
	struct pxt_process *process = owner();
	struct pxt_object object;
	pxt_object_handle handle;
	struct place here;

	if (!process)
		return true;
	here = take(kind, address);
	if (!is_known(&here, process, kind, address, &handle, &object)) {
		object =
			(struct pxt_object){ .address = address,
					     .pid = (uint32_t)process->id.pid };
		if (pxt_object_set(&object, kind, NULL, NULL))
			return true;
	}
	return decide(&here, &object, kind);
}

bool pxt_registry_wants(const char *kind, uint64_t address)
{
	const uint32_t number =
		atomic_load_explicit(&hook_number, memory_order_acquire);
	struct place here;
	uint32_t decision;

	if (asking)
		return false;
	if (!number)
		return true;
	here = find(kind, address);
	decision = pxt_index_decision(here.entry, here.hash);
	if (decision >> 1 == number)
		return decision & 1;
	return first_seen(kind, address);
}

/* Programs that begin and end */

/* Digits by hand, as snprintf() is not safe in signal handlers. */
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

/* Objects that the child does not register itself are what its parent had. */
static void tell_parent(struct pxt_process *child, uint32_t parent)
{
	struct pxt_object object = {
		.pid = (uint32_t)child->id.pid,
		.since_ns = pxt_clock_ns(CLOCK_REALTIME) - SLACK_NS,
	};
	char name[16];

	write_number(parent, name);
	if (!pxt_object_set(&object, PXT_OBJECT_PARENT, name, NULL))
		enter(child, NULL, &object);
}

/* A child in a family of its own gets copies. */
static void take_along(struct pxt_process *child,
		       const struct pxt_process *parent,
		       struct pxt_index_entry *here)
{
	const pxt_object_handle old =
		pxt_index_handle(here, pxt_index_owner(here));
	struct pxt_object object;

	if (!old)
		return;
	pxt_index_put(here, 0);
	if (pxt_objects_get(&parent->names, old, &object))
		return;
	object.pid = (uint32_t)child->id.pid;
	enter(child, here, &object);
}

void pxt_registry_forked(struct pxt_process *child,
			 const struct pxt_process *parent)
{
	if (!atomic_load_explicit(&any, memory_order_relaxed))
		return;
	if (child->names.id == parent->names.id) {
		tell_parent(child, (uint32_t)parent->id.pid);
		return;
	}
	for (size_t i = 0; i < PXT_INDEX_ENTRIES; i++)
		take_along(child, parent, pxt_index_at(i));
}

/* Descriptors survive an exec, as far as can be known. */
static void survive(struct pxt_process *process, pxt_object_handle handle,
		    const struct pxt_object *object)
{
	struct pxt_object_texts texts;
	struct place here;

	if (pxt_object_get(object, &texts))
		return;
	if (strcmp(texts.kind, "fd")) {
		pxt_objects_end(&process->names, handle,
				pxt_clock_ns(CLOCK_REALTIME));
		return;
	}
	here = take(texts.kind, object->address);
	pxt_index_put(here.entry, handle);
	atomic_store_explicit(&any, true, memory_order_relaxed);
}

/* The object ends at once, as the program has: so it takes no other's room. */
void pxt_registry_leave_program(struct pxt_process *process, int64_t since_ns,
				int64_t until_ns)
{
	struct pxt_object object = {
		.pid = (uint32_t)process->id.pid,
		.since_ns = since_ns,
	};
	char name[PXT_OBJECT_TEXT];
	pxt_object_handle handle;

	if (since_ns <= 0 || since_ns >= until_ns ||
	    pxt_process_get_program_name(process, name, sizeof(name)) ||
	    !*name || pxt_object_set(&object, PXT_OBJECT_PROGRAM, name, NULL) ||
	    pxt_objects_add(&process->names, &object, &handle))
		return;
	pxt_objects_end(&process->names, handle, until_ns);
}

void pxt_registry_executed(struct pxt_process *process)
{
	struct pxt_object object;
	pxt_object_handle handle;

	for (uint32_t i = pxt_objects_next(&process->names, 0);
	     i < PXT_OBJECTS_MAX;
	     i = pxt_objects_next(&process->names, i + 1)) {
		handle = 0;
		if (!pxt_objects_look(&process->names, i, &handle, &object) &&
		    !(handle & PXT_OBJECT_ENDED) && is_mine(&object, process))
			survive(process, handle, &object);
	}
}
