/*
 * stream.h - the file in shared memory that an active stream is
 *
 *	head: identity, attributes, clock
 *	ring: gate, counters		filter		slot states
 *	chunks, each page-aligned
 *
 * The controller makes it and removes it; traced processes map it. A stream
 * whose controller has died is ended by whoever makes the next one.
 */
#ifndef PXT_STREAM_STREAM_H
#define PXT_STREAM_STREAM_H

#include "base/clock.h"
#include "base/lifeline.h"
#include "base/shm.h"
#include "model/attr.h"
#include "stream/filter.h"
#include "stream/mailbox.h"
#include "stream/ring.h"

/* Where a stream's log is, for who finds that the controller has died. */
struct pxt_stream_log {
	uint8_t uuid[16]; /* zeroes: there is none */
	uint64_t device;
	uint64_t inode;
	char path[4096]; /* empty: not known */
};

struct pxt_stream_shared {
	uint64_t magic;
	uint64_t length; /* of the file */
	uint64_t nonce;	 /* no other stream has it */
	struct pxt_attr attr;
	struct pxt_ring_geometry geometry;
	uint64_t rate; /* of the clock, when the stream was made */
	struct pxt_clock_pair origin;
	uint32_t clock;
	int32_t controller;
	uint64_t controller_start;
	uint64_t controller_image;
	_Atomic uint32_t lifeline; /* cut by the controller's death */
	int32_t target; /* the process it was made for */
	uint64_t target_start;
	struct pxt_stream_log log;

	/* The controller's, for who takes its place: START was recorded, and
	 * no STOP since; ticks up to which the stream was cleared; and how
	 * many of the events that are missing somebody was told of. */
	_Atomic uint32_t window;
	_Atomic uint64_t cleared;
	_Atomic uint64_t told_lost;
	_Atomic uint64_t told_overwritten;

	struct pxt_mailbox mailbox; /* what others ask of the controller */

	struct pxt_ring_shared ring;

	struct pxt_filter filter; /* changes behind R9 of ring.h */

	_Alignas(64) _Atomic uint64_t state[];
};

/* One process's view: what is copied here was checked, and is used instead
 * of what the file says later. */
struct pxt_stream {
	struct pxt_stream_shared *shared;
	size_t length; /* that is mapped */
	unsigned number; /* of the file in its directory */
	uint64_t nonce;
	enum pxt_clock clock;
	uint64_t rate;
	struct pxt_clock_pair origin;
	struct pxt_attr attr;
	struct pxt_ring ring;
	uint32_t family; /* that its records name: the target's number */
};

/* Streams have numbers below {TRACE_SYS_MAX}; what was set aside has one behind
 * these. */
enum { PXT_STREAM_NUMBERS = 2 * TRACE_SYS_MAX }; /* of both together */

/* Make a stream in a directory of base/shm.h, with its gate shut. EAGAIN:
 * there are {TRACE_SYS_MAX} already. EBUSY: somebody holds the directory's
 * lock. ENOMEM. Where the caller's address space is limited, or that of the
 * target, a process, its chunks are smaller, or there are fewer. */
int pxt_stream_create(int dir, const struct pxt_attr *attr, pid_t target,
		      struct pxt_stream *stream);

/* Which file of the caller's directory the stream of a number is; needs no
 * descriptor. ENOENT. */
int pxt_stream_birth(unsigned number, struct pxt_shm_birth *birth);

/* Map the stream a number denotes, to record into it: of address space that is
 * limited no more than base/address_space.h says. ENOENT: none. ESTALE: its
 * nonce is another. EBADMSG: it is not a stream. ENOMEM. Safe in signal
 * handlers. */
int pxt_stream_open(int dir, unsigned number, uint64_t nonce,
		    struct pxt_stream *stream);

/* The same of whatever stream has the number. EBADMSG: also one that is being
 * made. */
int pxt_stream_open_any(int dir, unsigned number, struct pxt_stream *stream);

/* The same without any slot. */
int pxt_stream_open_head(int dir, unsigned number, struct pxt_stream *stream);

void pxt_stream_close(struct pxt_stream *stream);

/* Has the controller ended, or executed another program? */
bool pxt_stream_is_dead(const struct pxt_stream *stream);

/* The same of a stream that has no guardian, by a look at the process. Safe in
 * signal handlers. */
bool pxt_stream_is_left(const struct pxt_stream *stream);

/* Is the file no stream any more? Somebody cut it, or scribbled: there is
 * nothing in it, and never will be. */
bool pxt_stream_is_lost(const struct pxt_stream *stream);

/* Say whose events it is for, before anybody else can know it. */
void pxt_stream_set_target(struct pxt_stream *stream, pid_t pid,
			   uint64_t start);

/* Map the stream a number denotes, if its controller is dead. ENOENT: no
 * stream has the number. EBUSY: it is in use. EBADMSG: it is not a stream, or
 * not one of this version. */
int pxt_stream_open_dead(int dir, unsigned number, struct pxt_stream *stream);

/* The same without any slot. */
int pxt_stream_find_dead(int dir, unsigned number, struct pxt_stream *stream);

/* Would what pxt_stream_open_dead() and pxt_stream_copy() map together take no
 * more of the caller's address space than is ours? So it would if there is none
 * of that number. */
bool pxt_stream_is_modest(int dir, unsigned number);

/* Map a stream that was opened once more, by its file, so that nobody sees
 * what is done to it there: no records may come to it any more. ENOMEM: also if
 * slots came into use that were not mapped, as address space is limited. */
int pxt_stream_copy(const struct pxt_stream *stream, int fd,
		    struct pxt_stream *copy);

/* Take a lock that belongs to the stream's file, for who opens it dead: a
 * descriptor of the file. wait: for some seconds. EAGAIN: another has it.
 * ENOENT. */
int pxt_stream_lock(int dir, unsigned number, bool wait, int *lock);

/* Release and close it. A child that was forked meanwhile has it no more
 * either. */
void pxt_stream_unlock(int lock);

/* Give a stream that cannot be ended now another number, so that it is in
 * nobody's way: no program looks for it when it begins, and no create. EAGAIN:
 * there are too many, or somebody holds the directory's lock. */
int pxt_stream_set_aside(int dir, unsigned number);

/* A stream of another version of the library that no process has open, for a
 * thread that all signals are held back from: one of them may come. */
bool pxt_stream_is_strange(int dir, unsigned number);

/* The number of the stream that has this log. ENOENT. */
int pxt_stream_find_log(int dir, const uint8_t *uuid, unsigned *number);

/* May there be any stream in the directory that was not set aside? */
bool pxt_stream_any(int dir);

/* The CLOCK_REALTIME of ticks, by the stream's first pair and the present one:
 * as if the clock had gone evenly in between. */
int64_t pxt_stream_time(const struct pxt_stream *stream, uint64_t ticks);

/* Shut the gate for ever, and give the number back. */
void pxt_stream_remove(int dir, struct pxt_stream *stream);

#endif
