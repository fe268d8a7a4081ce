/* thread_names.c - names of threads, from /proc and from the threads */
#include "session/transfer/thread_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/proc.h"

enum {
	THREADS_MAX = 65536,   /* contexts may name any number */
	AGAIN_NS = 1000000000, /* between two queries of active threads */
};

struct thread {
	uint32_t pid, tid;
	char name[PXT_PROC_NAME]; /* "": unknown */
	bool own;		  /* not just the program's */
	bool written;		  /* the log has a name for it */
	bool changed;		  /* the log is to have this one */
	bool goes_on;		  /* has had events since it was asked */
};

struct pxt_thread_names {
	struct pxt_images *images;
	struct thread *thread; /* in order of appearance */
	size_t count, room;
	size_t changed;		/* threads whose name the log is to have */
	int64_t asked_ns;	/* time of the last query */
	struct pxt_map numbers; /* index + 1, by process and thread */
};

int pxt_thread_names_create(struct pxt_images *images,
			    struct pxt_thread_names **out)
{
	struct pxt_thread_names *names = calloc(1, sizeof(*names));

	if (!names)
		return ENOMEM;
	names->images = images;
	*out = names;
	return 0;
}

void pxt_thread_names_close(struct pxt_thread_names *names)
{
	if (!names)
		return;
	free(names->thread);
	pxt_map_fini(&names->numbers);
	free(names);
}

/* A thread without its own name has one of its program: of the file, or the one
 * it was executed by. */
static bool is_of_program(struct pxt_thread_names *names, uint32_t pid,
			  const char *name)
{
	char program[PXT_PROC_NAME];

	return (!pxt_proc_program(pxt_images_number(names->images, pid),
				  program) &&
		!strcmp(name, program)) ||
	       pxt_images_has_name(names->images, pid, name);
}

static void set_name(struct pxt_thread_names *names, struct thread *thread,
		     const char *name, bool own)
{
	memset(thread->name, 0, sizeof(thread->name));
	memcpy(thread->name, name, strnlen(name, PXT_PROC_NAME - 1));
	thread->own = own;
	if (thread->changed || (!own && !thread->written))
		return;
	thread->changed = true;
	names->changed++;
}

/* A number that was reused by another process is ignored. */
static void ask(struct pxt_thread_names *names, struct thread *thread)
{
	const pid_t pid = pxt_images_number(names->images, thread->pid);
	const pid_t tid = pxt_images_number(names->images, thread->tid);
	char name[PXT_PROC_NAME];
	bool own;

	thread->goes_on = false;
	if (pxt_proc_thread_name(pid, tid, name) || !*name ||
	    !strcmp(name, thread->name))
		return;
	own = !is_of_program(names, thread->pid, name);
	if (pxt_images_has_process(names->images, thread->pid))
		set_name(names, thread, name, own);
}

/* NULL: no room, or no such thread. *new: it was added. */
static struct thread *get(struct pxt_thread_names *names, uint32_t pid,
			  uint32_t tid, bool *new)
{
	const uint64_t key = (uint64_t)pid << 32 | tid;
	const size_t found = pxt_map_get_number(&names->numbers, key);
	size_t *number;

	*new = false;
	if (found)
		return &names->thread[found - 1];
	if (!pid || !tid || names->count >= THREADS_MAX)
		return NULL;
	number = pxt_map_at_number(&names->numbers, key);
	if (!number ||
	    pxt_array_reserve(&names->thread, &names->room, names->count + 1,
			      sizeof(*names->thread)))
		return NULL;
	*new = true;
	names->thread[names->count++] =
		(struct thread){ .pid = pid, .tid = tid };
	*number = names->count;
	return &names->thread[*number - 1];
}

void pxt_thread_names_note(struct pxt_thread_names *names, uint32_t pid,
			   uint32_t tid)
{
	bool new;
	struct thread *thread = get(names, pid, tid, &new);

	if (thread && new)
		ask(names, thread);
	else if (thread)
		thread->goes_on = true;
}

void pxt_thread_names_set(struct pxt_thread_names *names, uint32_t pid,
			  uint32_t tid, const char *name)
{
	bool new;
	struct thread *thread = *name ? get(names, pid, tid, &new) : NULL;

	if (thread && strncmp(thread->name, name, PXT_PROC_NAME - 1))
		set_name(names, thread, name, true);
}

void pxt_thread_names_switch_log(struct pxt_thread_names *names)
{
	names->count = names->changed = 0;
	pxt_map_clear(&names->numbers);
}

static void ask_again(struct pxt_thread_names *names)
{
	const int64_t now = pxt_clock_ns(CLOCK_MONOTONIC);

	if (now - names->asked_ns < AGAIN_NS)
		return;
	names->asked_ns = now;
	for (size_t i = 0; i < names->count; i++)
		if (names->thread[i].goes_on)
			ask(names, &names->thread[i]);
}

static int write_name(struct pxt_thread_names *names, struct thread *thread,
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
	names->changed--;
	return 0;
}

static int write_changed(struct pxt_thread_names *names,
			 struct pxt_log_writer *log)
{
	int err = 0;

	for (size_t i = 0; i < names->count && names->changed && !err; i++)
		err = write_name(names, &names->thread[i], log);
	return err;
}

int pxt_thread_names_write(struct pxt_thread_names *names,
			   struct pxt_log_writer *log)
{
	ask_again(names);
	return write_changed(names, log);
}

int pxt_thread_names_write_last(struct pxt_thread_names *names,
				struct pxt_log_writer *log)
{
	for (size_t i = 0; i < names->count; i++)
		ask(names, &names->thread[i]);
	return write_changed(names, log);
}
