/* stream.c - creating, mapping and sweeping stream files */
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/address_space.h"
#include "base/clock.h"
#include "base/number_space.h"
#include "base/proc.h"
#include "base/wait.h"
#include "model/record.h"
#include "stream/stream_directory.h"
#include "stream/stream_layout.h"

#define MAGIC UINT64_C(0x656d727473747870) /* "pxtstrme" */

enum {
	LOCK_ATTEMPTS = 5000,
	LOCK_PAUSE_NS = 2000000,
	SWEEP_FEW = 8,	   /* streams, all of which a create looks at */
	SWEEP_LOOKS = 2,   /* streams of many that a create looks at */
	SWEEP_ONCE_IN = 8, /* creates in a long directory */
};

static void bind_ring(struct pxt_stream *stream,
		      const struct pxt_ring_geometry *geometry)
{
	uint32_t slots = pxt_ring_slots(geometry);

	stream->ring = (struct pxt_ring){
		.shared = &stream->shared->ring,
		.state = stream->shared->state,
		.chunks = (uint8_t *)stream->shared +
			  pxt_stream_chunks_offset(slots),
		.geometry = *geometry,
		.slots = slots,
		.is_narrow = geometry->writers < PXT_RING_WRITERS,
	};
}

/* Opening */

/* The part of a file to map. */
enum extent {
	HEAD,  /* no slots */
	SHARE, /* slots within the caller's share of address space */
	USED,  /* used slots, and some more */
};

enum {
	PAGE = 4096,
	HEAD_LENGTH =
		(sizeof(struct pxt_stream_shared) + PAGE - 1) / PAGE * PAGE,
	USED_SPARE = 16, /* slots for what is recorded when a stream ends */
};

static int bind(struct pxt_stream *stream,
		const struct pxt_ring_geometry *geometry)
{
	const size_t head = pxt_stream_chunks_offset(pxt_ring_slots(geometry));

	bind_ring(stream, geometry);
	if (stream->length == HEAD_LENGTH)
		stream->ring.slots = 0;
	else if (stream->length < head)
		return ENOMEM;
	else
		return pxt_ring_narrow(
			&stream->ring,
			(uint32_t)((stream->length - head) / geometry->chunk));
	return 0;
}

/* Checks that it is a stream, with that nonce. file: size of the file. */
static int check(struct pxt_stream *stream, size_t file, uint64_t nonce)
{
	const struct pxt_stream_shared *shared = stream->shared;
	struct pxt_ring_geometry geometry = shared->geometry;

	stream->nonce = shared->nonce;
	stream->clock = (enum pxt_clock)shared->clock;
	stream->rate = shared->rate;
	stream->origin = shared->origin;
	stream->attr = shared->attr;
	pxt_stream_note_target(stream);

	if (shared->magic != MAGIC || !pxt_ring_plausible(&geometry) ||
	    file != pxt_stream_file_length(&geometry) ||
	    (stream->clock != PXT_CLOCK_TSC &&
	     stream->clock != PXT_CLOCK_MONOTONIC) ||
	    !stream->rate || stream->origin.realtime_ns < 0 ||
	    pxt_attr_check(&stream->attr) ||
	    pxt_attr_user_event_size(&stream->attr, stream->attr.max_data) >
		    geometry.room ||
	    pxt_attr_system_event_size() > geometry.room)
		return EBADMSG;
	if (stream->nonce != nonce)
		return ESTALE;

	return bind(stream, &geometry);
}

/* Size of a file up to the used slots, and some more. */
static size_t used_length(int fd, size_t file)
{
	struct pxt_ring_geometry geometry;
	uint32_t high, slots;

	if (pread(fd, &geometry, sizeof(geometry),
		  offsetof(struct pxt_stream_shared, geometry)) !=
		    sizeof(geometry) ||
	    pread(fd, &high, sizeof(high),
		  offsetof(struct pxt_stream_shared, ring.high)) !=
		    sizeof(high) ||
	    !pxt_ring_plausible(&geometry))
		return file;
	slots = pxt_ring_slots(&geometry);
	if (high >= slots || slots - high < USED_SPARE)
		return file;
	return pxt_stream_chunks_offset(slots) +
	       (size_t)(high + USED_SPARE) * geometry.chunk;
}

/* Without a limit everything is mapped, once and for all. */
static size_t extent_length(int fd, size_t file, enum extent extent)
{
	const uint64_t share = extent == HEAD ? 0 : pxt_address_space_share(0);

	if (extent == HEAD)
		return HEAD_LENGTH;
	if (share >= file)
		return file;
	return extent == SHARE ? share / PAGE * PAGE : used_length(fd, file);
}

static int map_file(int fd, size_t file, enum extent extent,
		    struct pxt_stream *stream)
{
	void *memory;
	int err;

	if (file <= HEAD_LENGTH)
		return EBADMSG;
	stream->length = extent_length(fd, file, extent);
	if (stream->length <= HEAD_LENGTH && extent != HEAD)
		return ENOMEM;
	err = pxt_shm_map(fd, stream->length, &memory);
	if (!err)
		stream->shared = memory;
	return err;
}

static int map(int dir, unsigned number, enum extent extent,
	       struct pxt_stream *stream, size_t *file)
{
	char name[PXT_STREAM_FILE_NAME];
	int fd, err;

	pxt_stream_file_name(number, name);
	err = pxt_shm_open(dir, name, &fd, file);
	if (err)
		return err;
	stream->number = number;
	err = map_file(fd, *file, extent, stream);
	close(fd);
	return err;
}

int pxt_stream_birth(unsigned number, struct pxt_shm_birth *birth)
{
	char name[PXT_STREAM_FILE_NAME];

	pxt_stream_file_name(number, name);
	return pxt_shm_birth(name, birth);
}

int pxt_stream_open(int dir, unsigned number, uint64_t nonce,
		    struct pxt_stream *stream)
{
	size_t file;
	int err;

	err = map(dir, number, SHARE, stream, &file);
	if (err)
		return err;
	err = check(stream, file, nonce);
	if (err)
		pxt_stream_close(stream);
	return err;
}

static int open_any_stream(int dir, unsigned number, enum extent extent,
			   struct pxt_stream *stream)
{
	size_t file;
	int err;

	err = map(dir, number, extent, stream, &file);
	if (err)
		return err;
	err = check(stream, file, stream->shared->nonce);
	if (err)
		pxt_stream_close(stream);
	return err == ESTALE ? EBADMSG : err;
}

int pxt_stream_open_any(int dir, unsigned number, struct pxt_stream *stream)
{
	return open_any_stream(dir, number, USED, stream);
}

int pxt_stream_open_head(int dir, unsigned number, struct pxt_stream *stream)
{
	return open_any_stream(dir, number, HEAD, stream);
}

void pxt_stream_close(struct pxt_stream *stream)
{
	struct pxt_stream_shared *shared = stream->shared;

	/* A child forked between the two must not unmap what another thread has
	 * mapped there meanwhile. */
	stream->shared = NULL;
	atomic_signal_fence(memory_order_seq_cst);
	pxt_shm_unmap(shared, stream->length);
}

bool pxt_stream_is_lost(const struct pxt_stream *stream)
{
	const volatile uint64_t *magic = &stream->shared->magic;

	return *magic != MAGIC;
}

/* Dead streams */

/* A finished stream has everything that pxt_stream_has_no_controller() needs. */
static bool is_whole(const struct pxt_stream_shared *shared)
{
	const bool whole = shared->magic == MAGIC;

	atomic_thread_fence(memory_order_acquire);
	return whole;
}

static int open_dead_stream(int dir, unsigned number, enum extent extent,
			    struct pxt_stream *stream)
{
	size_t file;
	int err;

	err = map(dir, number, extent, stream, &file);
	if (err)
		return err;
	/* A single look: the maker may finish at any moment. */
	err = is_whole(stream->shared) ? EBUSY : EBADMSG;
	if (err == EBUSY && pxt_stream_has_no_controller(stream->shared))
		err = check(stream, file, stream->shared->nonce);
	if (err)
		pxt_stream_close(stream);
	return err;
}

int pxt_stream_open_dead(int dir, unsigned number, struct pxt_stream *stream)
{
	return open_dead_stream(dir, number, USED, stream);
}

int pxt_stream_find_dead(int dir, unsigned number, struct pxt_stream *stream)
{
	return open_dead_stream(dir, number, HEAD, stream);
}

bool pxt_stream_is_held(int dir, unsigned number)
{
	uint8_t head[offsetof(struct pxt_stream_shared, target)];
	char name[PXT_STREAM_FILE_NAME];
	uint64_t magic;
	uint32_t holder;
	size_t length;
	ssize_t len;
	int fd;

	pxt_stream_file_name(number, name);
	if (pxt_shm_open(dir, name, &fd, &length))
		return false;
	len = pread(fd, head, sizeof(head), 0);
	close(fd);
	if (len != sizeof(head))
		return false;
	memcpy(&magic, head, sizeof(magic));
	memcpy(&holder, head + offsetof(struct pxt_stream_shared, lifeline),
	       sizeof(holder));
	return magic == MAGIC && holder && !(holder & FUTEX_OWNER_DIED);
}

bool pxt_stream_is_modest(int dir, unsigned number)
{
	char name[PXT_STREAM_FILE_NAME];
	uint64_t share;
	size_t length;
	bool modest;
	int fd;

	pxt_stream_file_name(number, name);
	if (pxt_shm_open(dir, name, &fd, &length))
		return true;
	share = pxt_address_space_share(0);
	modest = share == PXT_ADDRESS_SPACE_ALL ||
		 used_length(fd, length) <= share / 2;
	close(fd);
	return modest;
}

/* True if the view has all slots that were ever used. */
static bool has_all(const struct pxt_stream *stream)
{
	return !stream->ring.is_narrow ||
	       atomic_load_explicit(&stream->ring.shared->high,
				    memory_order_seq_cst) <= stream->ring.slots;
}

int pxt_stream_copy(const struct pxt_stream *stream, int fd,
		    struct pxt_stream *copy)
{
	void *memory;
	int err;

	if (!has_all(stream))
		return ENOMEM;
	err = pxt_shm_map_copy(fd, stream->length, &memory);
	if (err)
		return err;
	*copy = *stream;
	copy->shared = memory;
	copy->ring.shared = &copy->shared->ring;
	copy->ring.state = copy->shared->state;
	copy->ring.chunks = (uint8_t *)memory +
			    (stream->ring.chunks - (uint8_t *)stream->shared);
	return 0;
}

/* Any process that can open the file may hold its lock, for ever. */
int pxt_stream_lock(int dir, unsigned number, bool wait, int *lock)
{
	int attempts = wait ? LOCK_ATTEMPTS : 1;
	char name[PXT_STREAM_FILE_NAME];
	size_t length;
	int err;

	pxt_stream_file_name(number, name);
	err = pxt_shm_open(dir, name, lock, &length);
	if (err)
		return err;
	while (flock(*lock, LOCK_EX | LOCK_NB)) {
		if (!--attempts) {
			close(*lock);
			return EAGAIN;
		}
		pxt_pause(LOCK_PAUSE_NS);
	}
	return 0;
}

void pxt_stream_unlock(int lock)
{
	flock(lock, LOCK_UN);
	close(lock);
}

/* The lock of a stream belongs to its file. */
int pxt_stream_set_aside(int dir, unsigned number)
{
	char from[PXT_STREAM_FILE_NAME], to[PXT_STREAM_FILE_NAME];
	int err;

	err = pxt_shm_lock(dir);
	if (err)
		return EAGAIN;
	pxt_stream_file_name(number, from);
	err = EEXIST;
	for (unsigned n = TRACE_SYS_MAX; n < PXT_STREAM_NUMBERS && err; n++) {
		pxt_stream_file_name(n, to);
		err = pxt_shm_rename(dir, from, to);
		if (err && err != EEXIST)
			break;
	}
	pxt_shm_unlock(dir);
	return err == EEXIST ? EAGAIN : err;
}

static bool has_other_magic(int fd)
{
	uint64_t magic;

	return pread(fd, &magic, sizeof(magic),
		     offsetof(struct pxt_stream_shared, magic)) ==
		       sizeof(magic) &&
	       magic && magic != MAGIC;
}

/* The kernel grants a lease of a file that nobody else has open or mapped.
 * Opening it meanwhile is refused, and causes a signal. */
static bool is_idle(int fd)
{
	const struct f_owner_ex self = { F_OWNER_TID, gettid() };

	return !fcntl(fd, F_SETOWN_EX, &self) &&
	       !fcntl(fd, F_SETLEASE, F_WRLCK) &&
	       !fcntl(fd, F_SETLEASE, F_UNLCK);
}

bool pxt_stream_is_strange(int dir, unsigned number)
{
	char name[PXT_STREAM_FILE_NAME];
	size_t length;
	bool strange;
	int fd;

	pxt_stream_file_name(number, name);
	if (pxt_shm_open(dir, name, &fd, &length))
		return false;
	strange = has_other_magic(fd) && is_idle(fd);
	close(fd);
	return strange;
}

int pxt_stream_find_log(int dir, const uint8_t *uuid, unsigned *number)
{
	struct pxt_stream stream;
	size_t file;
	bool found;

	for (*number = 0; *number < PXT_STREAM_NUMBERS; ++*number) {
		if (map(dir, *number, HEAD, &stream, &file))
			continue;
		found = stream.shared->magic == MAGIC &&
			!memcmp(stream.shared->log.uuid, uuid,
				sizeof(stream.shared->log.uuid));
		pxt_stream_close(&stream);
		if (found)
			return 0;
	}
	return ENOENT;
}

/* Making */

static void shut_for_ever(struct pxt_stream_shared *shared)
{
	atomic_store_explicit(&shared->ring.gate, PXT_GATE_GONE,
			      memory_order_release);
}

/* An unfinished file, which nobody works on while the lock is held; or a
 * damaged one whose controller is dead. */
static bool is_ruin(struct pxt_stream *stream, size_t file)
{
	const struct pxt_stream_shared *shared = stream->shared;

	if (shared->magic != MAGIC)
		return !shared->magic;
	return check(stream, file, shared->nonce) &&
	       pxt_stream_has_no_controller(shared);
}

static bool sweep_number(int dir, unsigned number)
{
	struct pxt_stream stream;
	char name[PXT_STREAM_FILE_NAME];
	size_t file;
	int err;

	err = map(dir, number, HEAD, &stream, &file);
	if (!err) {
		err = is_ruin(&stream, file) ? EBADMSG : 0;
		pxt_stream_close(&stream);
	}
	if (err != EBADMSG)
		return false;
	pxt_stream_file_name(number, name);
	pxt_shm_remove(dir, name);
	return true;
}

/* Removes ruins, and returns the numbers that are still taken. Of many streams
 * only a part is looked at, from the number `first` on. */
static uint64_t sweep_numbers(int dir, uint64_t numbers, unsigned first,
			      bool all)
{
	const bool few = __builtin_popcountll(numbers) <= SWEEP_FEW;
	unsigned looks = 0;

	for (unsigned i = 0; i < TRACE_SYS_MAX; i++) {
		const unsigned n = (first + i) % TRACE_SYS_MAX;
		const uint64_t bit = UINT64_C(1) << n;

		if (!(numbers & bit))
			continue;
		if (!all && !few && looks++ == SWEEP_LOOKS)
			break;
		if ((all || !pxt_stream_is_held(dir, n)) &&
		    sweep_number(dir, n))
			numbers &= ~bit;
	}
	return numbers;
}

/* A whole stream fits the log, and one thread can fill all of the base and a
 * chunk of its own. */
static uint64_t raised_log_size(const struct pxt_attr *attr,
				const struct pxt_ring_geometry *geometry)
{
	uint64_t least = (geometry->base + UINT64_C(2)) * geometry->chunk;

	return attr->log_size > least ? attr->log_size : least;
}

static int fill_in(struct pxt_stream *stream, const struct pxt_attr *attr,
		   const struct pxt_ring_geometry *geometry)
{
	struct pxt_stream_shared *shared = stream->shared;

	if (getrandom(&shared->nonce, sizeof(shared->nonce), 0) !=
	    sizeof(shared->nonce))
		return EAGAIN;
	shared->length = stream->length;
	shared->geometry = *geometry;
	shared->clock = pxt_clock_choose();
	shared->rate = pxt_clock_measure((enum pxt_clock)shared->clock);
	shared->origin = pxt_clock_read((enum pxt_clock)shared->clock);
	shared->attr = *attr;
	shared->attr.log_size = raised_log_size(attr, geometry);
	shared->attr.created_ns = shared->origin.realtime_ns;
	if (pxt_proc_own(&shared->controller_start, &shared->controller_image))
		return EAGAIN;
	shared->controller = getpid();
	shared->controller_space = pxt_space_own();
	atomic_thread_fence(memory_order_release);
	shared->magic = MAGIC;
	return check(stream, stream->length, shared->nonce);
}

/* ENOMEM: no room in the system; EEXIST: the number is taken. */
static int make_number(int dir, unsigned number, const struct pxt_attr *attr,
		       const struct pxt_ring_geometry *geometry,
		       struct pxt_stream *stream)
{
	size_t length = pxt_stream_file_length(geometry);
	char name[PXT_STREAM_FILE_NAME];
	void *memory;
	int fd, err;

	pxt_stream_file_name(number, name);
	err = pxt_shm_create(dir, name, pxt_stream_reserved_length(geometry),
			     length, &fd);
	if (err)
		return err;
	err = pxt_shm_map(fd, length, &memory);
	close(fd);
	if (err)
		goto remove;

	stream->shared = memory;
	stream->length = length;
	stream->number = number;
	err = fill_in(stream, attr, geometry);
	if (!err)
		return 0;

	pxt_stream_close(stream);
remove:
	pxt_shm_remove(dir, name);
	return err;
}

/* EEXIST: all numbers are taken. To see that one is takes a third of what it
 * takes to fail to make its file. */
static int make_any_number(int dir, uint64_t taken, unsigned first,
			   const struct pxt_attr *attr,
			   const struct pxt_ring_geometry *geometry,
			   struct pxt_stream *stream)
{
	int err = EEXIST;

	for (unsigned i = 0; i < TRACE_SYS_MAX && err == EEXIST; i++) {
		const unsigned n = (first + i) % TRACE_SYS_MAX;

		if (!(taken >> n & 1) && !pxt_stream_may_exist(dir, n))
			err = make_number(dir, n, attr, geometry, stream);
	}
	return err;
}

static bool is_sweep_due(bool is_long)
{
	return !is_long || !((uint64_t)pxt_clock_ns(CLOCK_MONOTONIC) /
			     TRACE_SYS_MAX % SWEEP_ONCE_IN);
}

/* The least free number costs a look at all below it, and is not looked for in
 * a long directory. EEXIST: all numbers are taken. */
static int make_swept(int dir, const struct pxt_attr *attr,
		      const struct pxt_ring_geometry *geometry,
		      struct pxt_stream *stream)
{
	const unsigned chance = pxt_stream_any_number();
	const bool is_long = pxt_stream_directory_is_long(dir);
	const unsigned first = is_long ? chance : 0;
	uint64_t taken = 0;
	int err;

	if (is_sweep_due(is_long)) {
		taken = pxt_stream_some_numbers(dir, chance, SWEEP_LOOKS,
						PXT_STREAM_CASUAL);
		taken = sweep_numbers(dir, taken, chance, false);
	}
	err = make_any_number(dir, taken, first, attr, geometry, stream);
	if (err != EEXIST)
		return err;
	taken = sweep_numbers(dir, pxt_stream_numbers(dir), chance, true);
	return make_any_number(dir, taken, first, attr, geometry, stream);
}

int pxt_stream_create(int dir, const struct pxt_attr *attr, pid_t target,
		      struct pxt_stream *stream)
{
	const struct pxt_ring_geometry geometry = pxt_stream_plan(attr, target);
	int err;

	if (!pxt_ring_plausible(&geometry))
		return ENOMEM;

	err = pxt_shm_lock(dir);
	if (err)
		return err == EAGAIN ? EBUSY : err;
	err = make_swept(dir, attr, &geometry, stream);
	pxt_shm_unlock(dir);
	return err == EEXIST ? EAGAIN : err;
}

void pxt_stream_remove(int dir, struct pxt_stream *stream)
{
	char name[PXT_STREAM_FILE_NAME];

	shut_for_ever(stream->shared);
	pxt_stream_file_name(stream->number, name);
	pxt_shm_remove(dir, name);
}

int64_t pxt_stream_time(const struct pxt_stream *stream, uint64_t ticks)
{
	/* The stream's first rate is valid for milliseconds. */
	const struct pxt_clock_pair now = pxt_clock_read(stream->clock);
	const struct pxt_context context = {
		.realtime_ns = (uint64_t)stream->origin.realtime_ns,
		.rate = pxt_clock_rate(&stream->origin, &now, stream->rate),
	};

	return pxt_context_time(&context, stream->origin.ticks, ticks);
}
