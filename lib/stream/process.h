/*
 * process.h - the file in shared memory by which a process can be traced
 *
 * One per process, named for its number and start time; whoever comes first
 * makes it: the library in the process, or a controller before the program
 * is even executed. It holds
 *
 *	word	how many streams trace the process, and a counter of changes:
 *		all that posix_trace_event() looks at while nothing changes
 *	slots	which streams these are, and whether children inherit them
 *	family	the file that has its event types' names, see names.h
 *	opened	the types that the program, not its family, has opened
 *	unreached  events that went into no stream as it could not be mapped,
 *		see unreached.h
 *	image	what program this is, for logs
 *
 * How a stream comes and goes
 *
 *	P1  its nonce is put into a free slot, by compare-and-swap; then its
 *	    number; then the word changes
 *	P2  its slot is cleared; then the word changes
 *	P3  each change counts the slots anew, and who finds that a stream has
 *	    no slot any more changes a word that tells another count: a
 *	    controller may be killed between any two of these
 *	P4  a nonce tells streams apart, a number only where to look: it may be
 *	    the last stream's, and counts if the file has the nonce
 *
 * Everybody who may trace the process may write to it, so nobody trusts it:
 * each word is checked where it is used.
 */
#ifndef PXT_STREAM_PROCESS_H
#define PXT_STREAM_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "stream/names.h"

enum {
	PXT_PROCESS_SLOTS = TRACE_SYS_MAX,
	PXT_PROCESS_IMAGE = 65536,
	PXT_PROCESS_DISOWNED = 64, /* children remembered */
};

/* See unreached.h. */
struct pxt_process_unreached {
	_Atomic uint64_t nonce; /* of the stream that it is about; 0: none */
	_Atomic uint64_t since_ns;
	_Atomic uint64_t claimed;
	_Atomic uint64_t untyped; /* counted without memory for types */
	_Atomic uint32_t teller;
	_Atomic uint32_t missing; /* the stream is not mapped now */
	_Atomic uint32_t reason;
	_Atomic uint32_t backed; /* there is memory for types */
};

struct pxt_process_shared {
	uint64_t magic;
	uint64_t length;
	/* Since when program runs, by CLOCK_REALTIME; 0: not known. */
	_Atomic int64_t program_since_ns;
	_Alignas(64) _Atomic uint64_t word; /* low 16 bits: streams */
	_Alignas(64) struct {
		_Atomic uint64_t nonce; /* 0: the slot is free */
		_Atomic uint64_t
			heirs_since; /* start times; 0: none inherits */
		_Atomic uint32_t number;
	} slot[PXT_PROCESS_SLOTS];

	_Atomic uint64_t family;
	_Atomic uint32_t opened[PXT_EVENT_NAMED_MAX];
	_Atomic uint64_t disowned[PXT_PROCESS_DISOWNED]; /* number, birth */
	_Atomic uint32_t disowned_next;
	_Atomic uint64_t program; /* see base/proc.h; 0: no library ran yet */
	uint64_t serial;	  /* see base/proc.h; 0: not known */
	struct pxt_process_unreached unreached[PXT_PROCESS_SLOTS];
	_Atomic uint32_t image_version; /* odd while it is being written */
	_Atomic uint32_t image_length;
	uint8_t image[PXT_PROCESS_IMAGE];
	/* Backed by memory when it is needed. */
	_Alignas(4096) _Atomic uint64_t
		unreached_types[PXT_PROCESS_SLOTS][PXT_EVENT_END];
};

struct pxt_process {
	struct pxt_process_shared *shared;
	size_t length; /* that is mapped: maybe without unreached_types */
	pid_t pid;
	uint64_t start;
	int dir; /* borrowed; -1: the family does not change */
	struct pxt_names names;
};

static inline bool pxt_process_traced(uint64_t word)
{
	return word & 0xffff;
}

/* Open the file of a process in a directory of base/shm.h, making it if need
 * be. One that is of an earlier process of the number, though of the same
 * start time, makes room. dir: borrowed. EPERM, ENOMEM; EBADMSG: there is one
 * of another version. Safe in signal handlers. */
int pxt_process_open(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process);
void pxt_process_close(struct pxt_process *process);

/* Open one that is there. ENOENT. */
int pxt_process_find(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process);

/* Open the file of that number's latest process. ENOENT. */
int pxt_process_find_pid(int dir, pid_t pid, struct pxt_process *process);

/* Open one that is there, and not its names: they are looked for when they are
 * needed. Those of a family that is nowhere would be made anew, whoever
 * scribbled its number there. */
int pxt_process_find_without_names(int dir, pid_t pid, uint64_t start,
				   struct pxt_process *process);

/* Open each, without its names, and close it behind the visit. */
typedef void pxt_process_visit(struct pxt_process *process, void *argument);
void pxt_process_for_each(int dir, pxt_process_visit *visit, void *argument);

/* Remove the file of one process. */
void pxt_process_remove(int dir, const struct pxt_process *process);

/* Remove a file that is no process file, whoever scribbled over it. */
void pxt_process_discard(int dir, pid_t pid, uint64_t start);

/* Remove the file of another that has ended. What it says to be its names may
 * be another family's: these stay. */
void pxt_process_remove_dead(int dir, const struct pxt_process *process);

#endif
