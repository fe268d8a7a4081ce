/* thread_names.c - from /proc, and from the threads themselves, to a log */
#include "session/transfer/thread_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/proc.h"

enum {
	THREADS_MAX = 65536, /* contexts may name any number */
	FIRST_SIZE = 64,     /* of the table, a power of two */
	AGAIN_NS = 1000000000, /* until those that go on are asked again */
};

struct thread {
	uint32_t pid, tid;
	char name[PXT_PROC_NAME]; /* "": none is known */
	bool own;     /* it is not just the program's */
	bool written; /* the log has a name of it */
	bool changed; /* ... or is to have this one */
	bool goes_on; /* it has had events since it was asked */
};

struct pxt_threads {
	struct pxt_portraits *portraits;
	struct thread *thread; /* in the order in which they came */
	size_t count;
	size_t changed;	  /* how many of them */
	int64_t asked_ns; /* when those that go on were */
	uint32_t *place; /* table: 1 + where in thread; 0: free */
	size_t size;
};

int pxt_threads_create(struct pxt_portraits *portraits,
		       struct pxt_threads **out)
{
	struct pxt_threads *threads = calloc(1, sizeof(*threads));

	if (!threads)
		return ENOMEM;
	threads->portraits = portraits;
	*out = threads;
	return 0;
}

void pxt_threads_close(struct pxt_threads *threads)
{
	if (!threads)
		return;
	free(threads->thread);
	free(threads->place);
	free(threads);
}

/* The thread's place in the table, or a free one. */
static uint32_t *find(const struct pxt_threads *threads, uint32_t pid,
		      uint32_t tid)
{
	size_t at = tid * UINT32_C(0x9e3779b1) >> 8;

	for (;; at++) {
		uint32_t *place = &threads->place[at & (threads->size - 1)];
		const struct thread *thread;

		if (!*place)
			return place;
		thread = &threads->thread[*place - 1];
		if (thread->pid == pid && thread->tid == tid)
			return place;
	}
}

static void enter_all(struct pxt_threads *threads)
{
	memset(threads->place, 0, threads->size * sizeof(*threads->place));
	for (size_t i = 0; i < threads->count; i++)
		*find(threads, threads->thread[i].pid,
		      threads->thread[i].tid) = (uint32_t)i + 1;
}

/* Half of the table stays free. */
static bool make_room(struct pxt_threads *threads)
{
	const size_t size = threads->size ? 2 * threads->size : FIRST_SIZE;
	struct thread *thread;
	uint32_t *place;

	if (threads->count < threads->size / 2)
		return true;
	if (threads->count >= THREADS_MAX)
		return false;
	thread = reallocarray(threads->thread, size / 2, sizeof(*thread));
	if (!thread)
		return false;
	threads->thread = thread;
	place = reallocarray(threads->place, size, sizeof(*place));
	if (!place)
		return false;
	threads->place = place;
	threads->size = size;
	enter_all(threads);
	return true;
}

/* A thread that does not name itself has a name of its program: that of its
 * file, or the one by which it was executed. */
static bool is_of_program(struct pxt_threads *threads, uint32_t pid,
			  const char *name)
{
	char program[PXT_PROC_NAME];

	return (!pxt_proc_program((pid_t)pid, program) &&
		!strcmp(name, program)) ||
	       pxt_portraits_is_called(threads->portraits, pid, name);
}

static void set_name(struct pxt_threads *threads, struct thread *thread,
		     const char *name, bool own)
{
	memset(thread->name, 0, sizeof(thread->name));
	memcpy(thread->name, name, strnlen(name, PXT_PROC_NAME - 1));
	thread->own = own;
	if (thread->changed || (!own && !thread->written))
		return;
	thread->changed = true;
	threads->changed++;
}

/* A number that is another process's by now says nothing. */
static void ask(struct pxt_threads *threads, struct thread *thread)
{
	const pid_t pid = (pid_t)thread->pid;
	char name[PXT_PROC_NAME];
	bool own;

	thread->goes_on = false;
	if (pxt_proc_thread_name(pid, (pid_t)thread->tid, name) || !*name ||
	    !strcmp(name, thread->name))
		return;
	own = !is_of_program(threads, thread->pid, name);
	if (pxt_portraits_known(threads->portraits, thread->pid))
		set_name(threads, thread, name, own);
}

/* NULL: there is no room, or no such thread. *new: it was not there. */
static struct thread *get(struct pxt_threads *threads, uint32_t pid,
			  uint32_t tid, bool *new)
{
	struct thread *thread;

	*new = false;
	if (!pid || !tid)
		return NULL;
	if (threads->size && *find(threads, pid, tid))
		return &threads->thread[*find(threads, pid, tid) - 1];
	if (!make_room(threads))
		return NULL;
	*new = true;
	thread = &threads->thread[threads->count++];
	*thread = (struct thread){ .pid = pid, .tid = tid };
	*find(threads, pid, tid) = (uint32_t)threads->count;
	return thread;
}

void pxt_threads_note(struct pxt_threads *threads, uint32_t pid, uint32_t tid)
{
	bool new;
	struct thread *thread = get(threads, pid, tid, &new);

	if (thread && new)
		ask(threads, thread);
	else if (thread)
		thread->goes_on = true;
}

void pxt_threads_name(struct pxt_threads *threads, uint32_t pid, uint32_t tid,
		      const char *name)
{
	bool new;
	struct thread *thread = *name ? get(threads, pid, tid, &new) : NULL;

	if (thread && strncmp(thread->name, name, PXT_PROC_NAME - 1))
		set_name(threads, thread, name, true);
}

void pxt_threads_again(struct pxt_threads *threads)
{
	threads->count = threads->changed = 0;
	if (threads->size)
		enter_all(threads);
}

static void ask_again(struct pxt_threads *threads)
{
	const int64_t now = pxt_clock_ns(CLOCK_MONOTONIC);

	if (now - threads->asked_ns < AGAIN_NS)
		return;
	threads->asked_ns = now;
	for (size_t i = 0; i < threads->count; i++)
		if (threads->thread[i].goes_on)
			ask(threads, &threads->thread[i]);
}

static int write_name(struct pxt_threads *threads, struct thread *thread,
		      struct pxt_log_writer *log)
{
	const struct pxt_log_thread told = {
		.pid = thread->pid,
		.tid = thread->tid,
		.name = thread->name,
	};
	int err;

	if (!thread->changed)
		return 0;
	err = pxt_log_put_thread(log, &told);
	if (err)
		return err;
	thread->written = true;
	thread->changed = false;
	threads->changed--;
	return 0;
}

static int write_changed(struct pxt_threads *threads,
			 struct pxt_log_writer *log)
{
	int err = 0;

	for (size_t i = 0; i < threads->count && threads->changed && !err; i++)
		err = write_name(threads, &threads->thread[i], log);
	return err;
}

int pxt_threads_write(struct pxt_threads *threads, struct pxt_log_writer *log)
{
	ask_again(threads);
	return write_changed(threads, log);
}

int pxt_threads_write_last(struct pxt_threads *threads,
			   struct pxt_log_writer *log)
{
	for (size_t i = 0; i < threads->count; i++)
		ask(threads, &threads->thread[i]);
	return write_changed(threads, log);
}
