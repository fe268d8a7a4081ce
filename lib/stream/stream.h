/*
 * stream.h - the file in shared memory of an active stream
 *
 * The controller makes it and removes it; traced processes map it. A stream
 * whose controller has died is ended by the next process that makes one.
 */
#ifndef PXT_STREAM_STREAM_H
#define PXT_STREAM_STREAM_H

#include "base/lifeline.h"
#include "base/shm.h"
#include "stream/process_file.h"
#include "stream/stream_layout.h"

/* A process's view: values copied here are checked, and used instead of later
 * values in the file. */
struct pxt_stream {
	struct pxt_stream_shared *shared;
	size_t length;	 /* mapped length */
	unsigned number; /* number of the file in its directory */
	uint64_t nonce;
	enum pxt_clock clock;
	uint64_t rate;
	struct pxt_clock_pair origin;
	struct pxt_attr attr;
	struct pxt_ring ring;
	uint32_t family; /* family of its records: the target's number */
	bool is_foreign; /* the target's numbers are not the caller's own */
};

/* Numbers of streams are below {TRACE_SYS_MAX}; streams that were set aside
 * have numbers behind these. */
enum { PXT_STREAM_NUMBERS = 2 * TRACE_SYS_MAX }; /* limit of both together */

/* Creates a stream in a directory of base/shm.h, with its gate shut. EAGAIN:
 * {TRACE_SYS_MAX} exist. EBUSY: the directory's lock is held. ENOMEM. Under a
 * limit on the address space of the caller, or of the target process, chunks
 * are smaller, or fewer. */
int pxt_stream_create(int dir, const struct pxt_attr *attr, pid_t target,
		      struct pxt_stream *stream);

/* Identifies the file of a stream in the caller's directory; needs no
 * descriptor. ENOENT. */
int pxt_stream_birth(unsigned number, struct pxt_shm_birth *birth);

/* Maps the stream of a number, for recording: within a limited address space,
 * no more than base/address_space.h says. ENOENT: none. ESTALE: another nonce.
 * EBADMSG: not a stream. ENOMEM. Safe in signal handlers. */
int pxt_stream_open(int dir, unsigned number, uint64_t nonce,
		    struct pxt_stream *stream);

/* Maps any stream of that number. EBADMSG: also for an unfinished one. */
int pxt_stream_open_any(int dir, unsigned number, struct pxt_stream *stream);

/* Maps the stream without any slot. */
int pxt_stream_open_head(int dir, unsigned number, struct pxt_stream *stream);

void pxt_stream_close(struct pxt_stream *stream);

/* True if the controller has ended, or executed another program. */
bool pxt_stream_is_dead(const struct pxt_stream *stream);

/* True if that is the file of the stream's log, by what the stream tells of it. */
bool pxt_stream_logs_to(const struct pxt_stream *stream, int fd);

/* True if the controller of a stream without a guardian is gone, by a look at
 * the process. Safe in signal handlers. */
bool pxt_stream_is_left(const struct pxt_stream *stream);

/* True if the file is not a stream any more, cut or damaged: it has no
 * contents, and never will. */
bool pxt_stream_is_lost(const struct pxt_stream *stream);

/* Sets the target, before any other process can know the stream. */
void pxt_stream_set_target(struct pxt_stream *stream,
			   const struct pxt_process_id *id);

/* The target, as it knows itself. */
void pxt_stream_target(const struct pxt_stream_shared *shared,
		       struct pxt_process_id *id);

/* Takes over whose numbers those of the stream are. */
void pxt_stream_note_target(struct pxt_stream *stream);

/* The same as pxt_stream_is_dead(), before the stream was checked. */
bool pxt_stream_has_no_controller(const struct pxt_stream_shared *shared);

/* The number here of the controller; 0: gone, or not seen from here. */
pid_t pxt_stream_controller(const struct pxt_stream *stream);

/* Maps the stream of a number, if its controller is dead. ENOENT: no such
 * stream. EBUSY: it is in use. EBADMSG: not a stream, or not of this
 * version. */
int pxt_stream_open_dead(int dir, unsigned number, struct pxt_stream *stream);

/* Maps the dead stream without any slot. */
int pxt_stream_find_dead(int dir, unsigned number, struct pxt_stream *stream);

/* True if the kernel has not cut the lifeline of the stream's controller. False
 * is no answer: controllers need not have one. Costs less than to find out if
 * the stream is dead. */
bool pxt_stream_is_held(int dir, unsigned number);

/* True if pxt_stream_open_dead() and pxt_stream_copy() together fit into the
 * caller's share of address space; also if there is no such stream. */
bool pxt_stream_is_modest(int dir, unsigned number);

/* Maps an open stream again, by its file, so that changes are not seen by
 * others: it must not get more records. ENOMEM: also if slots came into use
 * that are not mapped, in a limited address space. */
int pxt_stream_copy(const struct pxt_stream *stream, int fd,
		    struct pxt_stream *copy);

/* Takes the lock of a stream's file, for opening a dead stream: a descriptor of
 * the file. wait: for some seconds. EAGAIN: it is held. ENOENT. */
int pxt_stream_lock(int dir, unsigned number, bool wait, int *lock);

/* Releases and closes the lock, for children forked meanwhile, too. */
void pxt_stream_unlock(int lock);

/* Gives a stream that cannot be ended now another number, where neither
 * programs nor create look. EAGAIN: too many, or the directory's lock is
 * held. */
int pxt_stream_set_aside(int dir, unsigned number);

/* True for a stream of another version of the library that no process has open.
 * The calling thread must block all signals: one of them may be sent. */
bool pxt_stream_is_strange(int dir, unsigned number);

/* Finds the stream with this log. ENOENT. */
int pxt_stream_find_log(int dir, const uint8_t *uuid, unsigned *number);

/* Converts ticks to CLOCK_REALTIME, by the stream's first clock pair and the
 * present one: as if the clock had been steady in between. */
int64_t pxt_stream_time(const struct pxt_stream *stream, uint64_t ticks);

/* Shuts the gate for good, and frees the number. */
void pxt_stream_remove(int dir, struct pxt_stream *stream);

#endif
