/* rescue.c - ending orphans: when, and to which log */
#include "session/control/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/helper_thread.h"
#include "base/proc.h"
#include "base/shm.h"
#include "base/shortage.h"
#include "base/wait.h"
#include "log/log_file.h"
#include "log/log_reader.h"
#include "session/control/takeover.h"
#include "stream/process.h"
#include "stream/process_streams.h"
#include "stream/process_sweep.h"
#include "stream/stream_directory.h"

enum {
	BUDGET = 256 << 20, /* bytes of a log to read in passing */
	PATIENCE_S = 3,
	FEW = 16,  /* streams, all of which a create looks at */
	LOOKS = 4, /* streams of many that a create looks at */
	LOOKS_THOROUGH = 1,
};
_Static_assert((int)POSIX_TRACE_NUMBERS_NP == (int)PXT_STREAM_NUMBERS,
	       "what users are told");

/* In passing */

/* A flight recorder keeps what it has for those that ask. */
static bool is_flight_recorder(const struct pxt_stream *stream)
{
	return stream->attr.orphan == POSIX_TRACE_ORPHAN_RUN_NP;
}

static int complete(struct pxt_orphan *orphan, const char *path)
{
	struct posix_trace_recovered_np result;
	int fd, err;

	err = pxt_orphan_open_log(&orphan->stream, path, &fd);
	if (err)
		return err;
	err = pxt_takeover_finish(orphan, fd, PXT_TAKEOVER_RESUME, false,
				  &result);
	close(fd);
	return err;
}

/* A budget suffices here: a caller that asks for the stream, or opens its log,
 * has more time, or knows the path. */
static int complete_soon(struct pxt_orphan *orphan)
{
	uint64_t budget = BUDGET;
	int err;

	orphan->budget = &budget;
	err = complete(orphan, NULL);
	orphan->budget = NULL;
	if (err && !pxt_is_shortage(err))
		pxt_stream_set_aside(orphan->dir, orphan->number);
	return err;
}

/* The lock of the rescuing thread. A child forked meanwhile has it, too, and
 * would keep it when the parent is killed. */
static _Atomic int held = -1;

struct recording {
	uint64_t nonce;
	bool any;
};

static void look_for_recording(struct pxt_process *process, void *argument)
{
	struct recording *recording = argument;

	recording->any |= pxt_process_has_stream(process, recording->nonce) &&
			  pxt_process_lives(process);
}

/* The target, or an heir of it, lives. */
static bool is_recorded(int dir, const struct pxt_stream *stream)
{
	struct recording recording = { .nonce = stream->nonce };

	pxt_process_for_each(dir, look_for_recording, &recording);
	return recording.any;
}

static int rescue(int dir, unsigned number)
{
	struct pxt_orphan orphan;
	int err = 0;

	if (pxt_stream_is_strange(dir, number))
		pxt_stream_set_aside(dir, number);
	if (!pxt_stream_is_modest(dir, number) ||
	    pxt_orphan_open(dir, number, false, &orphan))
		return 0;
	atomic_store_explicit(&held, orphan.file, memory_order_seq_cst);
	if (pxt_orphan_has_log(&orphan.stream)) {
		if (!pxt_orphan_runs_on(dir, &orphan.stream))
			err = complete_soon(&orphan);
	} else if (!is_flight_recorder(&orphan.stream)) {
		pxt_takeover_give_up(&orphan);
	} else if (!is_recorded(dir, &orphan.stream)) {
		pxt_stream_set_aside(dir, number);
	}
	atomic_store_explicit(&held, -1, memory_order_seq_cst);
	pxt_orphan_close(&orphan);
	return err;
}

/* A stream that takes too long ends the round. */
void pxt_rescue_all(int dir)
{
	int err = 0;

	if (!pxt_orphan_is_ours(dir))
		return;
	for (unsigned n = 0; n < TRACE_SYS_MAX && err != ETIMEDOUT; n++)
		err = rescue(dir, n);
}

/* A thread of its own: a log may lie on a file system that does not answer, and
 * creating a stream must not wait for that. */

static _Atomic uint32_t rescuing; /* a thread of this process is at work */
static int rescuers_dir;

static void *run(void *argument)
{
	(void)argument;
	pxt_helper_thread_name("posixtrace");
	pxt_rescue_all(rescuers_dir);
	close(rescuers_dir);
	atomic_store_explicit(&rescuing, 0, memory_order_seq_cst);
	pxt_wake(&rescuing);
	return NULL;
}

/* EBADMSG: of another version, or damaged. */
static bool is_suspect(int dir, unsigned number)
{
	struct pxt_stream stream;
	const int err = pxt_stream_find_dead(dir, number, &stream);

	if (!err)
		pxt_stream_close(&stream);
	return err == EBADMSG || (!err && pxt_stream_is_modest(dir, number));
}

/* A look at many streams takes only a part of them, from a number on that chance
 * says, and most of these by their lifelines: the others have their turn
 * later. */
static bool any_suspect(int dir, bool all)
{
	const unsigned first = pxt_stream_any_number();
	const uint64_t numbers =
		all ? pxt_stream_numbers(dir) :
		      pxt_stream_some_numbers(dir, first, LOOKS,
					      PXT_STREAM_CASUAL);
	const bool few = __builtin_popcountll(numbers) <= FEW;
	unsigned looks = 0;

	for (unsigned i = 0; i < TRACE_SYS_MAX; i++) {
		const unsigned n = (first + i) % TRACE_SYS_MAX;

		if (!(numbers >> n & 1))
			continue;
		if (!all && !few && looks == LOOKS)
			break;
		if ((all || looks++ < LOOKS_THOROUGH ||
		     !pxt_stream_is_held(dir, n)) &&
		    is_suspect(dir, n))
			return true;
	}
	return false;
}

/* Opened again, as a lock of a directory belongs to the descriptor. */
static int start_thread(int dir)
{
	pthread_t thread;
	int err;

	rescuers_dir = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (rescuers_dir < 0)
		return errno;
	err = pxt_helper_thread_start(&thread, PXT_HELPER_THREAD_STACK, run,
				      NULL);
	if (err)
		close(rescuers_dir);
	else
		pthread_detach(thread);
	return err;
}

void pxt_rescue_begin(int dir, bool all)
{
	if (!pxt_orphan_is_ours(dir) || !any_suspect(dir, all) ||
	    atomic_exchange_explicit(&rescuing, 1, memory_order_seq_cst))
		return;
	if (start_thread(dir))
		atomic_store_explicit(&rescuing, 0, memory_order_seq_cst);
}

void pxt_rescue_await(void)
{
	struct timespec deadline;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += PATIENCE_S;
	while (atomic_load_explicit(&rescuing, memory_order_seq_cst) &&
	       pxt_wait(&rescuing, 1, &deadline) != ETIMEDOUT)
		;
}

/* The thread is the parent's. */
void pxt_rescue_forked(void)
{
	const int lock =
		atomic_exchange_explicit(&held, -1, memory_order_seq_cst);

	if (lock >= 0)
		close(lock);
	if (atomic_exchange_explicit(&rescuing, 0, memory_order_seq_cst))
		close(rescuers_dir);
}

static void give_up(int dir, unsigned number)
{
	struct pxt_orphan orphan;

	if (pxt_orphan_open(dir, number, false, &orphan))
		return;
	pxt_takeover_give_up(&orphan);
	pxt_orphan_close(&orphan);
}

void pxt_rescue_make_room(int dir)
{
	unsigned oldest = TRACE_SYS_MAX;
	int64_t created_ns = INT64_MAX;
	struct pxt_orphan orphan;

	for (unsigned n = 0; n < TRACE_SYS_MAX; n++) {
		if (pxt_orphan_open(dir, n, false, &orphan))
			continue;
		if (orphan.stream.attr.created_ns < created_ns) {
			created_ns = orphan.stream.attr.created_ns;
			oldest = n;
		}
		pxt_orphan_close(&orphan);
	}
	if (oldest < TRACE_SYS_MAX)
		give_up(dir, oldest);
}

/* A log without a name may be opened by a descriptor, which may be for
 * reading. */
static int rescue_log(int dir, unsigned number, int log)
{
	struct pxt_orphan orphan;
	char path[32];
	int err;

	err = pxt_orphan_open(dir, number, true, &orphan);
	if (err)
		return err;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", log);
	if (!pxt_orphan_runs_on(dir, &orphan.stream))
		complete(&orphan, path);
	pxt_orphan_close(&orphan);
	return 0;
}

/* Callers that ask again and again must not hold the lock of a live stream. */
static int look(int dir, unsigned number)
{
	struct pxt_stream stream;
	int err;

	err = pxt_stream_find_dead(dir, number, &stream);
	if (!err)
		pxt_stream_close(&stream);
	return err;
}

int pxt_rescue_log(const uint8_t *uuid, int log)
{
	unsigned number;
	int dir, err;

	err = pxt_shm_find_directory(&dir);
	if (err)
		return err;
	err = pxt_stream_find_log(dir, uuid, &number);
	if (!err)
		err = look(dir, number);
	if (!err)
		err = rescue_log(dir, number, log);
	close(dir);
	return err;
}

/* On request */

/* A missing directory has no stream. */
static int open_number(int number, int *dir)
{
	if (number < 0 || number >= PXT_STREAM_NUMBERS)
		return ENOENT;
	return pxt_shm_find_directory(dir);
}

static int describe(int number, struct posix_trace_orphan_np *orphan)
{
	struct pxt_stream stream;
	int dir, err;

	err = open_number(number, &dir);
	if (err)
		return err;
	err = pxt_stream_find_dead(dir, (unsigned)number, &stream);
	if (!err) {
		pxt_orphan_describe(dir, &stream, orphan);
		pxt_stream_close(&stream);
	}
	close(dir);
	return err;
}

/* The functions of <trace_np.h> are no cancellation points. */
int pxt_rescue_describe(int number, struct posix_trace_orphan_np *orphan)
{
	int cancel, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = describe(number, orphan);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* The stream of that UUID must have this very file for its log. */
static int find(int log, const uint8_t *uuid, int *number)
{
	struct pxt_stream stream;
	unsigned found;
	int dir, err;

	err = pxt_shm_find_directory(&dir);
	if (err)
		return err;
	err = pxt_stream_find_log(dir, uuid, &found);
	if (!err)
		err = pxt_stream_find_dead(dir, found, &stream);
	close(dir);
	if (err)
		return err;
	err = pxt_orphan_is_log(&stream, log) ? 0 : ENOENT;
	pxt_stream_close(&stream);
	*number = (int)found;
	return err;
}

static int has_end(int log)
{
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_open(log, &reader);
	if (err)
		return err;
	err = pxt_log_reader_end(reader) ? EALREADY : ENOENT;
	pxt_log_reader_close(reader);
	return err;
}

/* The stream comes first: a complete log may still have one, if its rescuer was
 * killed before removing the stream. */
static int find_of(int log, int *number)
{
	uint8_t uuid[16];
	int err;

	err = pxt_log_file_read_uuid(log, uuid);
	if (!err)
		err = find(log, uuid, number);
	return err == ENOENT ? has_end(log) : err;
}

int pxt_rescue_find(int log, int *number)
{
	int cancel, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = find_of(log, number);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* The log is another file: a copy, or an empty one. */
static int finish_elsewhere(struct pxt_orphan *orphan, int fd,
			    struct posix_trace_recovered_np *result)
{
	struct stat st;

	if (fstat(fd, &st))
		return errno;
	if (!S_ISREG(st.st_mode))
		return EINVAL;
	if (!st.st_size)
		return pxt_takeover_finish(orphan, fd, PXT_TAKEOVER_SALVAGE,
					   true, result);
	if (!pxt_orphan_is_copy(&orphan->stream, fd))
		return EINVAL;
	return pxt_takeover_finish(orphan, fd, PXT_TAKEOVER_RESUME, true,
				   result);
}

static int finish_in_place(struct pxt_orphan *orphan,
			   struct posix_trace_recovered_np *result)
{
	int fd, err;

	err = pxt_orphan_open_log(&orphan->stream, NULL, &fd);
	if (err)
		return err;
	err = pxt_takeover_finish(orphan, fd, PXT_TAKEOVER_RESUME, true,
				  result);
	close(fd);
	return err;
}

static int recover(int dir, unsigned number, int fd,
		   struct posix_trace_recovered_np *result)
{
	struct pxt_orphan orphan;
	int err;

	err = pxt_orphan_open(dir, number, false, &orphan);
	if (err)
		return err == EAGAIN ? EBUSY : err;
	err = fd < 0 ? finish_in_place(&orphan, result) :
		       finish_elsewhere(&orphan, fd, result);
	pxt_orphan_close(&orphan);
	return err;
}

int pxt_rescue_stream(int number, int fd,
		      struct posix_trace_recovered_np *result)
{
	int cancel, dir, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = open_number(number, &dir);
	if (!err) {
		err = recover(dir, (unsigned)number, fd, result);
		pxt_process_sweep_all(dir);
		close(dir);
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int pxt_rescue_sweep(void)
{
	int cancel, dir, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = pxt_shm_find_directory(&dir);
	if (!err) {
		pxt_process_sweep_all(dir);
		close(dir);
	}
	pthread_setcancelstate(cancel, NULL);
	return err == ENOENT ? 0 : err;
}
