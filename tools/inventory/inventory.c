/*
 * inventory.c - an inventory of processes and streams
 */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "common/monotonic_clock.h"
#include "common/proc.h"
#include "common/text.h"
#include "inventory/inventory.h"

enum { MOMENT_NS = 200000000 };

/* Names */

void inventory_command(pid_t pid, char *name, size_t size)
{
	char text[32];

	proc_name(pid, text, sizeof(text));
	text_tame(name, size, *text ? text : "-");
}

void inventory_user(uid_t user, char *name, size_t size)
{
	const struct passwd *entry = getpwuid(user);

	if (entry)
		text_tame(name, size, entry->pw_name);
	else
		snprintf(name, size, "%u", (unsigned)user);
}

void inventory_label(const struct posix_trace_stream_np *stream, char *label,
		     size_t size)
{
	char user[INVENTORY_NAME];

	if (stream->beside) {
		snprintf(label, size, "%d@%d", stream->number,
			 (int)stream->beside);
		return;
	}
	if (stream->user == geteuid()) {
		snprintf(label, size, "%d", stream->number);
		return;
	}
	inventory_user(stream->user, user, sizeof(user));
	snprintf(label, size, "%s/%d", user, stream->number);
}

/* Taking an inventory */

static void add_process(const struct posix_trace_traceable_np *process,
			void *argument)
{
	struct inventory *inventory = argument;
	struct inventory_process *added;

	/* The own process is only looking. */
	if (process->pid == getpid() || inventory->failed)
		return;
	inventory->failed = pxt_array_reserve(
		&inventory->processes, &inventory->process_room,
		inventory->process_count + 1, sizeof(*added));
	if (inventory->failed)
		return;
	added = &inventory->processes[inventory->process_count++];
	*added = (struct inventory_process){ .is = *process, .rate = -1 };
	if (*process->program)
		text_tame(added->command, sizeof(added->command),
			  process->program);
	else
		inventory_command(process->pid, added->command,
				  sizeof(added->command));
}

static void add_stream(const struct posix_trace_stream_np *stream,
		       void *argument)
{
	struct inventory *inventory = argument;

	if (inventory->failed)
		return;
	inventory->failed = pxt_array_reserve(
		&inventory->streams, &inventory->stream_room,
		inventory->stream_count + 1, sizeof(*inventory->streams));
	if (inventory->failed)
		return;
	inventory->streams[inventory->stream_count++] =
		(struct inventory_stream){
			.is = *stream,
			.rate = -1,
		};
}

static int by_pid(const void *a, const void *b)
{
	const struct inventory_process *left = a, *right = b;

	return (left->is.pid > right->is.pid) - (left->is.pid < right->is.pid);
}

static void keep_process(struct inventory *inventory, pid_t pid)
{
	size_t kept = 0;

	for (size_t i = 0; i < inventory->process_count; i++)
		if (inventory->processes[i].is.pid == pid)
			inventory->processes[kept++] = inventory->processes[i];
	inventory->process_count = kept;
}

int inventory_take(struct inventory *inventory, pid_t pid)
{
	int err;

	*inventory = (struct inventory){ 0 };
	inventory->time_ns = now_ns();
	err = posix_trace_list_streams_np(pid, add_stream, inventory);
	if (!err)
		err = posix_trace_list_processes_np(add_process, inventory);
	if (!err && inventory->failed)
		err = ENOMEM;
	if (err) {
		inventory_fini(inventory);
		return err;
	}
	if (pid)
		keep_process(inventory, pid);
	if (inventory->process_count)
		qsort(inventory->processes, inventory->process_count,
		      sizeof(*inventory->processes), by_pid);
	return 0;
}

void inventory_fini(struct inventory *inventory)
{
	free(inventory->processes);
	free(inventory->streams);
	inventory->processes = NULL;
	inventory->streams = NULL;
	inventory->process_count = inventory->process_room = 0;
	inventory->stream_count = inventory->stream_room = 0;
}

/* Comparing inventories */

static const struct inventory_stream *
find_stream(const struct inventory *inventory,
	    const struct posix_trace_stream_np *stream)
{
	for (size_t i = 0; i < inventory->stream_count; i++) {
		const struct posix_trace_stream_np *is =
			&inventory->streams[i].is;

		if (is->user == stream->user && is->number == stream->number &&
		    is->created.tv_sec == stream->created.tv_sec &&
		    is->created.tv_nsec == stream->created.tv_nsec)
			return &inventory->streams[i];
	}
	return NULL;
}

/* Counters are approximate: they may seem to decrease. */
static void compare_stream(struct inventory_stream *stream,
			   const struct inventory_stream *before,
			   double seconds)
{
	const unsigned long long then = before->is.events;
	const unsigned long long now = stream->is.events;

	stream->rate = now > then ? (double)(now - then) / seconds : 0;
	if (stream->is.lost > before->is.lost)
		stream->lost = stream->is.lost - before->is.lost;
}

/* Events of a stream are attributed to its target. */
static void add_rate(struct inventory *inventory,
		     const struct inventory_stream *stream)
{
	for (size_t i = 0; i < inventory->process_count; i++) {
		struct inventory_process *process = &inventory->processes[i];

		if (process->is.pid != stream->is.target)
			continue;
		if (process->rate < stream->rate)
			process->rate = stream->rate;
	}
}

/* A stream that overwrites is full all the time, and goes on. */
enum inventory_state inventory_state(const struct posix_trace_stream_np *stream)
{
	if (stream->status == POSIX_TRACE_RUNNING)
		return INVENTORY_RUNNING;
	return stream->full == POSIX_TRACE_FULL &&
			       stream->policy != POSIX_TRACE_LOOP ?
		       INVENTORY_STUFFED :
		       INVENTORY_STOPPED;
}

void inventory_compare(struct inventory *inventory,
		       const struct inventory *before)
{
	const double seconds =
		(double)(inventory->time_ns - before->time_ns) / 1e9;

	if (seconds <= 0)
		return;
	for (size_t i = 0; i < inventory->stream_count; i++) {
		struct inventory_stream *stream = &inventory->streams[i];
		const struct inventory_stream *old =
			find_stream(before, &stream->is);

		if (!old)
			continue;
		compare_stream(stream, old, seconds);
		add_rate(inventory, stream);
	}
}

int inventory_with_rates(struct inventory *inventory, pid_t pid)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };
	struct inventory before;
	int err;

	err = inventory_take(&before, pid);
	if (err)
		return err;
	if (!before.stream_count) {
		*inventory = before;
		return 0;
	}
	nanosleep(&moment, NULL);
	err = inventory_take(inventory, pid);
	if (!err)
		inventory_compare(inventory, &before);
	inventory_fini(&before);
	return err;
}
