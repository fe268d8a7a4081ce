/* census.c - walking through process files and stream files */
#include "session/control/census.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "model/image.h"
#include "model/record.h"
#include "session/control/orphan.h"
#include "session/controller.h"
#include "stream/process.h"
#include "stream/process_image.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/stream.h"
#include "stream/unreached.h"

/* Processes */

struct processes {
	pxt_census_process *visit;
	void *argument;
	uid_t user;
};

static unsigned count_opened(const struct pxt_process *process)
{
	unsigned count = 0;

	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++)
		count += atomic_load_explicit(&process->shared->opened[i],
					      memory_order_relaxed) != 0;
	return count;
}

static unsigned count_streams(const struct pxt_process *process)
{
	unsigned count = 0;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		count += atomic_load_explicit(&process->shared->slot[i].nonce,
					      memory_order_relaxed) != 0;
	return count;
}

/* The program says it itself, where /proc cannot. */
static void name_program(const struct pxt_process *process, char *name,
			 size_t size)
{
	void *bytes = malloc(PXT_PROCESS_IMAGE);
	struct pxt_image image;
	uint32_t version;
	size_t len;

	if (bytes && !pxt_process_get_image(process, bytes, &len, &version) &&
	    !pxt_image_decode(&image, bytes, len))
		snprintf(name, size, "%s", image.name);
	free(bytes);
}

static pid_t number_of(const struct pxt_process *process)
{
	const pid_t here = pxt_process_number(process);

	return here ? here : pxt_process_unseen_number(&process->id);
}

static void tell_process(struct pxt_process *process, void *argument)
{
	const struct processes *processes = argument;
	struct posix_trace_traceable_np out;

	if (!pxt_process_lives(process))
		return;
	out = (struct posix_trace_traceable_np){
		.pid = number_of(process),
		.own_pid = process->id.pid,
		.space = process->id.space,
		.user = processes->user,
		.events = count_opened(process),
		.streams = count_streams(process),
		.unreached = pxt_unreached_reason(process),
	};
	if (out.pid >= PXT_PROCESS_UNSEEN)
		name_program(process, out.program, sizeof(out.program));
	processes->visit(&out, processes->argument);
}

static void tell_processes(uid_t user, pid_t beside, int dir, void *argument)
{
	struct processes *processes = argument;

	(void)beside;
	processes->user = user;
	pxt_process_for_each(dir, tell_process, processes);
}

int pxt_census_processes(pxt_census_process *visit, void *argument)
{
	struct processes processes = { .visit = visit, .argument = argument };
	int cancel, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_shm_for_each_directory(tell_processes, &processes);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* Streams */

static uint32_t count_records(const void *data, size_t len)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	uint32_t count = 0;

	pxt_record_walk_init(&walk, data, len, NULL, 0);
	while (!pxt_record_walk_next(&walk, &event))
		count++;
	return count;
}

/* Chunks that still grow are not in the sum of the ring. */
static uint64_t count_growing(const struct pxt_ring *ring, uint32_t slot,
			      const struct pxt_ring_sight *sight, void *copy)
{
	if (sight->state != PXT_CHUNK_OWNED &&
	    sight->state != PXT_CHUNK_RELEASED)
		return 0;
	if (!sight->bytes ||
	    pxt_ring_copy(ring, slot, sight->sequence, 0, sight->bytes, copy))
		return 0;
	return count_records(copy, sight->bytes);
}

/* copy: of a chunk. */
static void measure(const struct pxt_ring *ring, void *copy,
		    struct posix_trace_stream_np *out)
{
	struct pxt_ring_sight sight;

	out->events = pxt_ring_recorded(ring);
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++) {
		pxt_ring_glance(ring, slot, &sight);
		out->used += sight.bytes;
		out->events += count_growing(ring, slot, &sight, copy);
	}
	out->lost = pxt_ring_lost_in_all(ring) - pxt_ring_cramped(ring);
	out->unreached = pxt_ring_unreached(ring);
	out->overwritten = pxt_ring_missed(ring) - out->lost - out->unreached +
			   atomic_load_explicit(&ring->shared->dropped,
						memory_order_relaxed);
}

/* The user of a directory, and a process in its root; beside 0: the caller. */
struct owner {
	uid_t user;
	pid_t beside;
};

static void describe(int dir, const struct pxt_stream *stream,
		     const struct owner *owner,
		     struct posix_trace_stream_np *out)
{
	const struct pxt_stream_shared *shared = stream->shared;
	const uint32_t gate =
		atomic_load_explicit(&shared->ring.gate, memory_order_seq_cst);
	struct posix_trace_orphan_np told;

	pxt_orphan_describe(dir, stream, &told);
	*out = (struct posix_trace_stream_np){
		.number = (int)stream->number,
		.user = owner->user,
		.beside = owner->beside,
		.target = told.target,
		.target_lives = told.target_lives,
		.controller = told.controller,
		.controller_lives = !pxt_stream_is_dead(stream),
		.policy = (int)stream->attr.stream_policy,
		.inherited = (int)stream->attr.inherited,
		.status = pxt_controller_gate_runs(gate) ?
				  POSIX_TRACE_RUNNING :
				  POSIX_TRACE_SUSPENDED,
		.full = pxt_ring_is_full(&stream->ring, gate) ?
				POSIX_TRACE_FULL :
				POSIX_TRACE_NOT_FULL,
		.created = { .tv_sec = stream->attr.created_ns / 1000000000,
			     .tv_nsec = stream->attr.created_ns % 1000000000 },
		.size = stream->attr.stream_size,
		.filtered = pxt_filter_count(&stream->shared->filter),
		.has_log = told.has_log,
	};
	memcpy(out->name, told.name, sizeof(out->name));
	memcpy(out->log, told.log, sizeof(out->log));
}

/* Without memory to count in, a stream is told without its figures. */
static void tell_stream(int dir, const struct pxt_stream *stream,
			const struct owner *owner, pxt_census_stream *visit,
			void *argument)
{
	void *copy = malloc(stream->ring.geometry.chunk);
	struct posix_trace_stream_np out;

	describe(dir, stream, owner, &out);
	if (copy)
		measure(&stream->ring, copy, &out);
	free(copy);
	visit(&out, argument);
}

struct streams {
	pxt_census_stream *visit;
	void *argument;
	const struct pxt_process *process; /* NULL: streams of any */
	int err; /* ENOMEM, EMFILE, ENFILE: a stream could not be told */
};

/* Streams that come and go, or are damaged, are left out. */
static void note_failure(struct streams *streams, int err)
{
	if (err == ENOMEM || err == EMFILE || err == ENFILE)
		streams->err = err;
}

static void tell_streams(uid_t user, pid_t beside, int dir, void *argument)
{
	struct streams *streams = argument;
	struct pxt_stream stream;
	int err;

	for (unsigned n = 0; n < PXT_STREAM_NUMBERS; n++) {
		err = pxt_stream_open_any(dir, n, &stream);
		if (err) {
			note_failure(streams, err);
			continue;
		}
		if (!streams->process ||
		    pxt_process_has_stream(streams->process, stream.nonce))
			tell_stream(dir, &stream,
				    &(struct owner){ user, beside },
				    streams->visit, streams->argument);
		pxt_stream_close(&stream);
	}
}

/* The streams of a single process */

/* ESRCH: no such process. ENOENT: no directory. */
static int identify(pid_t pid, struct pxt_process_id *id, int *dir)
{
	uint64_t start;
	int err;

	if (pid >= PXT_PROCESS_UNSEEN) {
		err = pxt_shm_find_directory(dir);
		if (err)
			return err;
		err = pxt_process_find_unseen(*dir, pid, id);
		if (err)
			close(*dir);
		return err;
	}
	err = pxt_proc_start_time(pid, &start);
	if (err)
		return err;
	pxt_process_identify(pid, start, id);
	return pxt_shm_find_directory_of(pid, dir);
}

/* The process must exist; without a file or directory, ENOENT. */
static int open_process(pid_t pid, int *dir, uid_t *user,
			struct pxt_process *process)
{
	struct pxt_process_id id;
	struct stat st;
	int err;

	err = identify(pid, &id, dir);
	if (err)
		return err;
	err = fstat(*dir, &st) ? errno : 0;
	*user = st.st_uid;
	if (!err)
		err = pxt_process_find_id(*dir, &id, process);
	if (err)
		close(*dir);
	return err;
}

static bool is_our_directory(int dir)
{
	struct stat ours, theirs;
	int own;
	bool is;

	if (pxt_shm_find_users_directory(geteuid(), &own))
		return false;
	is = !fstat(own, &ours) && !fstat(dir, &theirs) &&
	     ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
	close(own);
	return is;
}

/* Also false for a directory of another user, whose streams have that user's
 * name. */
static pid_t beside_of(pid_t pid, int dir)
{
	if (pid >= PXT_PROCESS_UNSEEN || is_our_directory(dir) ||
	    (pxt_proc_shares(pid, "/ns/mnt") &&
	     pxt_proc_shares(pid, "/ns/user") && pxt_proc_shares(pid, "/root")))
		return 0;
	return pid;
}

static int tell_streams_of(pid_t pid, struct streams *streams)
{
	struct pxt_process process;
	uid_t user;
	int dir, err;

	err = open_process(pid, &dir, &user, &process);
	if (err)
		return err == ENOENT ? 0 : err;
	streams->process = &process;
	tell_streams(user, beside_of(pid, dir), dir, streams);
	streams->process = NULL;
	pxt_process_close(&process);
	close(dir);
	return 0;
}

int pxt_census_streams(pid_t pid, pxt_census_stream *visit, void *argument)
{
	struct streams streams = { .visit = visit, .argument = argument };
	int cancel, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pid ? tell_streams_of(pid, &streams) :
		    pxt_shm_for_each_directory(tell_streams, &streams);
	pthread_setcancelstate(cancel, NULL);
	return err ? err : streams.err;
}

/* Event types are those that the program has opened, in that order: its family
 * may have more. */
static void tell_events(struct pxt_process *process, pxt_census_event *visit,
			void *argument)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		const uint32_t type = atomic_load_explicit(
			&process->shared->opened[i], memory_order_relaxed);

		if (type && !pxt_process_name(process, type, name))
			visit((trace_event_id_t)type, name, argument);
	}
}

struct describing {
	struct pxt_process *process;
	pxt_census_description *visit;
	void *argument;
};

static void tell_description(trace_event_id_t event, const char *name,
			     void *argument)
{
	const struct describing *describing = argument;
	char text[PXT_DESCRIPTION_MAX + 1];

	if (!pxt_process_description(describing->process, event, text))
		describing->visit(event, name, text, describing->argument);
}

static void tell_descriptions(struct pxt_process *process,
			      pxt_census_description *visit, void *argument)
{
	struct describing describing = { process, visit, argument };

	tell_events(process, tell_description, &describing);
}

static int visit_events(pid_t pid, pxt_census_event *visit,
			pxt_census_description *tell, void *argument)
{
	struct pxt_process process;
	int cancel, dir, err;
	uid_t user;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = open_process(pid, &dir, &user, &process);
	if (!err) {
		if (visit)
			tell_events(&process, visit, argument);
		else
			tell_descriptions(&process, tell, argument);
		pxt_process_close(&process);
		close(dir);
	}
	pthread_setcancelstate(cancel, NULL);
	return err == ENOENT ? 0 : err;
}

int pxt_census_events(pid_t pid, pxt_census_event *visit, void *argument)
{
	return visit_events(pid, visit, NULL, argument);
}

int pxt_census_descriptions(pid_t pid, pxt_census_description *visit,
			    void *argument)
{
	return visit_events(pid, NULL, visit, argument);
}
