/*
 * inventory.h - an inventory of processes and streams, and the changes since another
 * one
 */
#ifndef INVENTORY_H
#define INVENTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

enum { INVENTORY_NAME = 64 };

struct inventory_process {
	struct posix_trace_traceable_np is;
	char command[INVENTORY_NAME]; /* fit for a terminal */
	double rate;		      /* events per second; negative: unknown */
};

struct inventory_stream {
	struct posix_trace_stream_np is;
	double rate;
	unsigned long long lost; /* since the previous inventory */
};

struct inventory {
	int64_t time_ns; /* CLOCK_MONOTONIC */
	struct inventory_process *processes;
	struct inventory_stream *streams;
	size_t process_count, stream_count;
	size_t process_room, stream_room;
	bool failed; /* for want of memory */
};

/* pid 0: all processes. The error of posix_trace_list_streams_np(), or ENOMEM.
 * After an error there is nothing to free. */
int inventory_take(struct inventory *inventory, pid_t pid);
void inventory_fini(struct inventory *inventory);

/* Computes the changes since before. */
void inventory_compare(struct inventory *inventory,
		       const struct inventory *before);

/* Takes an inventory, and another one a moment later if there is anything to
 * compare. */
int inventory_with_rates(struct inventory *inventory, pid_t pid);

/* A stream that is stuffed records nothing, as it is full. */
enum inventory_state {
	INVENTORY_RUNNING,
	INVENTORY_STOPPED,
	INVENTORY_STUFFED,
};

enum inventory_state
inventory_state(const struct posix_trace_stream_np *stream);

/* The name of a process's program, and of a user, fit for a terminal. */
void inventory_command(pid_t pid, char *name, size_t size);
void inventory_user(uid_t user, char *name, size_t size);

/* The label of a stream: its number; for another user's, behind the user's
 * name; beside a process, before the process's number. */
void inventory_label(const struct posix_trace_stream_np *stream, char *label,
		     size_t size);

#endif
