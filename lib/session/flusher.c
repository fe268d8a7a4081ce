/* flusher.c - the log writer thread, and what it does */
#include "session/flusher.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/wait.h"
#include "log/log_writer.h"
#include "session/control.h"
#include "session/session.h"

enum {
	PERIOD_NS = 1000000000,
	RETRY_NS = 100000000, /* while the log cannot be written */
	STACK = 256 * 1024,
};

/* Who last wrote to a slot, and what is known of its losses. */
struct owner {
	struct pxt_context context;
	uint64_t lost;
};

struct pxt_flusher {
	struct pxt_session *session; /* it owns us */
	struct pxt_log_writer *log;
	pthread_t thread;
	bool has_thread;
	_Atomic bool ending;

	int error;	      /* the first, until somebody asks */
	_Atomic bool failing; /* the last write failed */
	uint32_t named;	      /* the last type whose name is in the log */
	uint32_t image_version;
	uint64_t lost_by_nobody;
	struct owner *owner; /* one per slot */
	uint8_t *buffer;     /* one chunk, or one image */
	uint64_t events, lost;
	uint32_t *threads; /* ids, to count them */
	size_t thread_count, thread_room;
};

/* Threads seen */

static void note_thread(struct pxt_flusher *flusher, uint32_t tid)
{
	size_t room = flusher->thread_room ? 2 * flusher->thread_room : 64;
	uint32_t *threads;

	if (!tid) /* nobody */
		return;
	for (size_t i = flusher->thread_count; i-- > 0;)
		if (flusher->threads[i] == tid)
			return;
	if (flusher->thread_count == flusher->thread_room) {
		threads =
			reallocarray(flusher->threads, room, sizeof(*threads));
		if (!threads)
			return;
		flusher->threads = threads;
		flusher->thread_room = room;
	}
	flusher->threads[flusher->thread_count++] = tid;
}

/* The log refuses what the process told of itself: nobody else is to blame,
 * or to suffer. */
static bool is_junk(int err)
{
	return err == EINVAL || err == EMSGSIZE;
}

/* Names and image go to the log before the events that need them. */

static int write_names(struct pxt_flusher *flusher)
{
	struct pxt_process *process = &flusher->session->process;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err;

	while (!pxt_process_name(process, flusher->named + 1, name)) {
		err = pxt_log_put_name(flusher->log, (uint32_t)process->pid,
				       flusher->named + 1, name);
		if (err && !is_junk(err))
			return err;
		flusher->named++;
	}
	return 0;
}

static int write_image(struct pxt_flusher *flusher)
{
	uint32_t version;
	size_t len;
	int err;

	if (pxt_process_get_image(&flusher->session->process, flusher->buffer,
				  &len, &version) ||
	    version == flusher->image_version)
		return 0;
	err = pxt_log_put_process(flusher->log, flusher->buffer, len);
	if (err && !is_junk(err))
		return err;
	flusher->image_version = version;
	return 0;
}

/* Chunks */

/* Walk the records of a piece: what is no record is not for the log. */
static size_t examine(struct pxt_flusher *flusher,
		      const struct pxt_live_piece *piece,
		      struct pxt_log_chunk *chunk, struct pxt_record_walk *walk)
{
	struct pxt_event event;
	struct pxt_loss loss;
	uint32_t tid = 0;

	pxt_record_walk_init(walk, flusher->buffer, piece->to - piece->from,
			     piece->context.rate ? &piece->context : NULL,
			     piece->context_ticks);
	*chunk = (struct pxt_log_chunk){
		.sequence = piece->sequence,
		.offset = piece->from,
		.context = piece->context,
		.context_ticks = piece->context_ticks,
	};
	while (!pxt_record_walk_next(walk, &event)) {
		if (!chunk->first)
			chunk->first = event.ticks;
		chunk->last = event.ticks;
		if (event.type == PXT_RECORD_LOSS) {
			memcpy(&loss, event.data, sizeof(loss));
			chunk->lost += loss.count;
			continue;
		}
		chunk->events++;
		if (event.tid != tid)
			note_thread(flusher, event.tid);
		tid = event.tid;
	}
	return (size_t)(walk->in.at - flusher->buffer);
}

static int write_piece(struct pxt_flusher *flusher,
		       const struct pxt_live_piece *piece, uint64_t floor)
{
	struct pxt_live *live = flusher->session->live;
	struct pxt_record_walk walk;
	struct pxt_log_chunk chunk;
	size_t len;
	int err;

	/* Overwritten since we looked: the loss is counted elsewhere. */
	if (pxt_live_copy(live, piece, flusher->buffer))
		return 0;

	len = examine(flusher, piece, &chunk, &walk);
	chunk.floor = floor;
	if (len) {
		err = pxt_log_put_chunk(flusher->log, &chunk, flusher->buffer,
					len);
		if (err)
			return err;
	}
	flusher->events += chunk.events;
	flusher->lost += chunk.lost;
	if (walk.context.rate)
		flusher->owner[piece->slot].context = walk.context;
	pxt_live_took(live, piece, &walk.context, walk.context_ticks);
	return 0;
}

/* A floor holds for what comes after a section: all but the last of one look
 * have their fellows still to come. */
static int write_pieces(struct pxt_flusher *flusher)
{
	const struct pxt_live_piece *pieces;
	uint64_t floor;
	size_t count;
	int err;

	err = pxt_live_look(flusher->session->live, &pieces, &count, &floor);
	if (!err)
		err = write_names(flusher);
	if (!err)
		err = write_image(flusher);
	for (size_t i = 0; i < count && !err; i++)
		err = write_piece(flusher, &pieces[i],
				  i + 1 < count ? 0 : floor);
	return err;
}

/* Losses */

static void put_loss(struct pxt_flusher *flusher, const struct pxt_context *who,
		     uint64_t count, int64_t since_ns)
{
	const struct pxt_loss loss = {
		.count = count,
		.since_ns = (uint64_t)since_ns,
	};
	const struct pxt_writer_self self = {
		.thread = who->thread,
		.pid = (uint32_t)flusher->session->process.pid,
		.tid = who->tid,
	};

	pxt_writer_force(&flusher->session->control, &self, PXT_RECORD_LOSS, 0,
			 &loss, sizeof(loss));
}

static void note_loss(struct pxt_flusher *flusher,
		      const struct pxt_context *who, uint64_t now,
		      uint64_t *known, int64_t since_ns)
{
	if (now == *known)
		return;
	put_loss(flusher, who, now - *known, since_ns);
	*known = now;
}

/* Record what was lost since the last time, each writer's by itself. */
static void put_losses(struct pxt_flusher *flusher)
{
	static const struct pxt_context nobody;
	struct pxt_stream *stream = &flusher->session->stream;
	struct pxt_ring *ring = &stream->ring;
	uint64_t full_at = atomic_load_explicit(&ring->shared->full_at,
						memory_order_relaxed);
	int64_t since = full_at ? pxt_stream_time(stream, full_at) :
				  pxt_clock_ns(CLOCK_REALTIME);

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		note_loss(flusher, &flusher->owner[slot].context,
			  pxt_ring_lost(ring, slot), &flusher->owner[slot].lost,
			  since);
	note_loss(flusher, &nobody,
		  atomic_load_explicit(&ring->shared->lost,
				       memory_order_relaxed) +
			  atomic_load_explicit(&ring->shared->overwritten,
					       memory_order_relaxed),
		  &flusher->lost_by_nobody, since);
}

/* A full stream stopped by itself. Now that there is room, say so, say what
 * was lost, and let it go on. */
static void reopen(struct pxt_flusher *flusher)
{
	struct pxt_session *session = flusher->session;
	struct pxt_ring_shared *shared = session->stream.ring.shared;

	pxt_ring_settle(&session->stream.ring);
	pxt_control_put_stop(session, 0, 1);
	put_losses(flusher);
	if (atomic_load_explicit(&shared->gate, memory_order_relaxed) &
	    PXT_GATE_OPEN)
		pxt_control_put_start(session, 0);
	atomic_store_explicit(&shared->full_at, 0, memory_order_relaxed);
	atomic_fetch_and_explicit(&shared->gate, ~(uint32_t)PXT_GATE_FULL,
				  memory_order_release);
}

static bool is_full(const struct pxt_flusher *flusher)
{
	return atomic_load_explicit(&flusher->session->stream.ring.shared->gate,
				    memory_order_relaxed) &
	       PXT_GATE_FULL;
}

static int result(struct pxt_flusher *flusher, int err)
{
	flusher->failing = err;
	if (err && !flusher->error)
		flusher->error = err;
	return err;
}

static int drain(struct pxt_flusher *flusher)
{
	int err;

	err = write_pieces(flusher);
	if (!err && is_full(flusher)) {
		reopen(flusher);
		err = write_pieces(flusher);
	}
	return result(flusher, err);
}

int pxt_flusher_flush(struct pxt_flusher *flusher)
{
	pxt_live_bury(flusher->session->live);
	return drain(flusher);
}

/* The thread */

static bool has_work(const struct pxt_flusher *flusher)
{
	const struct pxt_ring *ring = &flusher->session->stream.ring;

	return !flusher->failing &&
	       (is_full(flusher) ||
		pxt_ring_retired(ring) > ring->geometry.base / 4);
}

static void sleep_until_needed(struct pxt_flusher *flusher)
{
	struct pxt_ring_shared *shared = flusher->session->stream.ring.shared;
	int64_t deadline = pxt_clock_ns(CLOCK_REALTIME) +
			   (flusher->failing ? RETRY_NS : PERIOD_NS);
	const struct timespec until = {
		.tv_sec = deadline / 1000000000,
		.tv_nsec = deadline % 1000000000,
	};
	uint32_t seen =
		atomic_load_explicit(&shared->wake, memory_order_acquire);

	atomic_store_explicit(&shared->sleeping, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst); /* R10 */
	if (!has_work(flusher) && !atomic_load(&flusher->ending))
		pxt_wait(&shared->wake, seen, &until);
	atomic_store_explicit(&shared->sleeping, 0, memory_order_relaxed);
}

/* A stream that loops keeps its last events to itself until somebody asks
 * for them. */
static bool flushes_by_itself(const struct pxt_session *session)
{
	return session->attr.stream_policy == POSIX_TRACE_FLUSH;
}

static void *run(void *argument)
{
	struct pxt_flusher *flusher = argument;
	struct pxt_session *session = flusher->session;

	while (!atomic_load(&flusher->ending)) {
		pthread_mutex_lock(&session->lock);
		if (flushes_by_itself(session))
			drain(flusher);
		pthread_mutex_unlock(&session->lock);
		sleep_until_needed(flusher);
	}
	return NULL;
}

static int start_thread(struct pxt_flusher *flusher)
{
	pthread_attr_t attr;
	sigset_t all, saved;
	int err;

	/* Signals are for the application's own threads. */
	sigfillset(&all);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	pthread_sigmask(SIG_BLOCK, &all, &saved);
	err = pthread_create(&flusher->thread, &attr, run, flusher);
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	pthread_attr_destroy(&attr);
	flusher->has_thread = !err;
	if (!err)
		pthread_setname_np(flusher->thread, "posixtrace-log");
	return err;
}

void pxt_flusher_join(struct pxt_flusher *flusher)
{
	_Atomic uint32_t *wake = &flusher->session->stream.ring.shared->wake;

	if (!flusher->has_thread)
		return;
	atomic_store(&flusher->ending, true);
	atomic_fetch_add(wake, 1);
	pxt_wake(wake);
	pthread_join(flusher->thread, NULL);
	flusher->has_thread = false;
}

/* The log's two ends */

static void describe(const struct pxt_session *session,
		     struct pxt_log_header *header)
{
	const struct pxt_stream *stream = &session->stream;
	struct utsname name;

	memset(header, 0, sizeof(*header));
	header->attr = session->attr;
	header->clock = stream->clock;
	header->target_pid = (uint32_t)session->process.pid;
	header->start_ticks = stream->origin.ticks;
	header->rate = stream->rate;
	if (getrandom(header->uuid, sizeof(header->uuid), 0) < 0)
		memcpy(header->uuid, &stream->nonce, sizeof(stream->nonce));
	if (uname(&name))
		return;
	snprintf(header->host, sizeof(header->host), "%s", name.nodename);
	snprintf(header->system, sizeof(header->system), "%.40s %.40s %.40s",
		 name.sysname, name.release, name.machine);
}

int pxt_flusher_finish(struct pxt_flusher *flusher)
{
	struct pxt_log_end end = { 0 };
	int err;

	err = pxt_flusher_flush(flusher);
	if (!err) {
		put_losses(flusher);
		err = pxt_flusher_flush(flusher);
	}
	end.events = flusher->events;
	end.lost = flusher->lost;
	end.stream_overrun = flusher->lost != 0;
	end.flush_error = (uint32_t)flusher->error;
	if (!err)
		err = result(flusher, pxt_log_put_end(flusher->log, &end));
	pxt_log_writer_close(flusher->log);
	flusher->log = NULL;
	return err;
}

int pxt_flusher_take_error(struct pxt_flusher *flusher)
{
	int error = flusher->error;

	flusher->error = 0;
	return error;
}

/* Events that the stream still holds because the log has no room. */
static uint64_t count_unwritten(struct pxt_flusher *flusher)
{
	const struct pxt_live_piece *pieces;
	struct pxt_record_walk walk;
	struct pxt_log_chunk chunk;
	uint64_t events = 0;
	uint64_t floor;
	size_t count;

	if (pxt_live_look(flusher->session->live, &pieces, &count, &floor))
		return 0;
	for (size_t i = 0; i < count; i++) {
		if (pxt_live_copy(flusher->session->live, &pieces[i],
				  flusher->buffer))
			continue;
		examine(flusher, &pieces[i], &chunk, &walk);
		events += chunk.events;
	}
	return events;
}

void pxt_flusher_totals(struct pxt_flusher *flusher,
			struct posix_trace_totals_np *totals)
{
	*totals = (struct posix_trace_totals_np){
		.events = flusher->events,
		.lost = pxt_ring_missed(&flusher->session->stream.ring),
		.log_bytes = pxt_log_length(flusher->log),
		.threads = (unsigned)flusher->thread_count,
	};
	if (flusher->failing)
		totals->lost += count_unwritten(flusher);
}

int pxt_flusher_create(struct pxt_session *session, int fd,
		       struct pxt_flusher **out)
{
	const struct pxt_ring *ring = &session->stream.ring;
	size_t buffer = ring->geometry.chunk > PXT_PROCESS_IMAGE ?
				ring->geometry.chunk :
				PXT_PROCESS_IMAGE;
	struct pxt_flusher *flusher = calloc(1, sizeof(*flusher));
	struct pxt_log_header header;
	int err = ENOMEM;

	if (!flusher)
		return ENOMEM;
	flusher->session = session;
	flusher->named = PXT_EVENT_USER_FIRST - 1;
	flusher->owner = calloc(ring->slots, sizeof(*flusher->owner));
	flusher->buffer = malloc(buffer);
	if (!flusher->owner || !flusher->buffer)
		goto close;

	describe(session, &header);
	err = pxt_log_create(fd, &header, &flusher->log);
	if (err)
		goto close;
	err = start_thread(flusher);
	if (err)
		goto close;
	*out = flusher;
	return 0;

close:
	pxt_flusher_close(flusher);
	return err;
}

void pxt_flusher_close(struct pxt_flusher *flusher)
{
	if (!flusher)
		return;
	if (flusher->has_thread)
		pxt_flusher_join(flusher);
	pxt_log_writer_close(flusher->log);
	free(flusher->threads);
	free(flusher->buffer);
	free(flusher->owner);
	free(flusher);
}
