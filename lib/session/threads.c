/* threads.c - from /proc to a log */
#include "session/threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

enum {
	THREADS_MAX = 16384, /* contexts may name any number */
	FIRST_SIZE = 64,     /* of the table, a power of two */
};

struct thread {
	uint32_t pid, tid;
	char name[PXT_PROC_NAME]; /* "": none is known */
	bool own; /* it is not just the program's */
};

struct pxt_threads {
	struct pxt_portraits *portraits;
	struct thread *thread; /* in the order in which they came */
	size_t count, written;
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

/* *own: it is not just the program's. false: nobody knows, or it is the same
 * as before. A number that is another process's by now says nothing. */
static bool ask(struct pxt_threads *threads, const struct thread *thread,
		char name[PXT_PROC_NAME], bool *own)
{
	const pid_t pid = (pid_t)thread->pid;
	char program[PXT_PROC_NAME];

	if (pxt_proc_thread_name(pid, (pid_t)thread->tid, name) || !*name ||
	    !strcmp(name, thread->name))
		return false;
	*own = pxt_proc_program(pid, program) || strcmp(name, program);
	return pxt_portraits_lives(threads->portraits, thread->pid);
}

static void name_thread(struct pxt_threads *threads, struct thread *thread)
{
	char name[PXT_PROC_NAME];
	bool own;

	if (!ask(threads, thread, name, &own))
		return;
	memcpy(thread->name, name, sizeof(name));
	thread->own = own;
}

void pxt_threads_note(struct pxt_threads *threads, uint32_t pid, uint32_t tid)
{
	struct thread *thread;

	if (!pid || !tid)
		return;
	if (threads->size && *find(threads, pid, tid))
		return;
	if (!make_room(threads))
		return;
	thread = &threads->thread[threads->count++];
	*thread = (struct thread){ .pid = pid, .tid = tid };
	*find(threads, pid, tid) = (uint32_t)threads->count;
	name_thread(threads, thread);
}

void pxt_threads_again(struct pxt_threads *threads)
{
	threads->count = threads->written = 0;
	if (threads->size)
		enter_all(threads);
}

static int write_name(const struct thread *thread, const char *name,
		      struct pxt_log_writer *log)
{
	const struct pxt_log_thread told = {
		.pid = thread->pid,
		.tid = thread->tid,
		.name = name,
	};

	return pxt_log_put_thread(log, &told);
}

int pxt_threads_write(struct pxt_threads *threads, struct pxt_log_writer *log)
{
	int err = 0;

	for (; threads->written < threads->count; threads->written++) {
		const struct thread *thread =
			&threads->thread[threads->written];

		if (thread->own)
			err = write_name(thread, thread->name, log);
		if (err)
			return err;
	}
	return 0;
}

static int write_change(struct pxt_threads *threads, struct thread *thread,
			struct pxt_log_writer *log)
{
	const bool told = thread->own;
	char name[PXT_PROC_NAME];
	bool own;
	int err;

	if (!ask(threads, thread, name, &own) || (!own && !told))
		return 0;
	err = write_name(thread, name, log);
	if (err)
		return err;
	memcpy(thread->name, name, sizeof(name));
	thread->own = own;
	return 0;
}

int pxt_threads_write_last(struct pxt_threads *threads,
			   struct pxt_log_writer *log)
{
	int err;

	err = pxt_threads_write(threads, log);
	for (size_t i = 0; i < threads->count && !err; i++)
		err = write_change(threads, &threads->thread[i], log);
	return err;
}
