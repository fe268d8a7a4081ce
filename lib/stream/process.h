/*
 * process.h - the file in shared memory through which a process is traced
 *
 * One per process, named for its number, start time and PID namespace; whoever comes first
 * makes it: the library in the process, or a controller before the program is
 * even executed. It holds
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
 * How a file goes while its process lives
 *
 *	P5  a controller that is to add a stream counts itself as a holder, then
 *	    looks at the program: does that say GONE, the controller lets go of
 *	    the file and opens it anew. It holds it until the stream is there
 *	P6  a remover has the directory's lock. It puts GONE in the place of the
 *	    program, then looks for holders and for streams: are there any, the
 *	    program is put back, and the file stays
 *	P7  an opener that meets GONE takes the lock, and looks again: does the file
 *	    say GONE still, a remover was killed, and the opener goes on for it
 *	P8  the library in the process puts its program there only in the place of
 *	    what it has read, which is not GONE: else as P7
 *	P9  a process that removes its own file has no other thread, and blocks
 *	    signals: a later event of a handler opens the file anew. A process
 *	    that has other threads leaves its file to a sweep
 *
 * docs/model/leave.pml has the proof of these.
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
#include "stream/process_file.h"

enum {
	PXT_PROCESS_SLOTS = TRACE_SYS_MAX,
	PXT_PROCESS_IMAGE = 65536,
	PXT_PROCESS_DISOWNED = 64, /* limit of remembered children */
	PXT_PROCESS_ATTEMPTS =
		100, /* attempts to open a file that others remove */
};

/* See unreached.h, U1 for what is tagged. */
struct pxt_process_unreached {
	_Atomic uint64_t nonce; /* nonce of the stream; 0: none */
	_Atomic uint64_t since_ns;
	_Atomic uint64_t claimed; /* tagged */
	_Atomic uint64_t untyped; /* tagged: events counted while there was no
				   * memory by types */
	_Atomic uint64_t teller;  /* tagged */
	_Atomic uint32_t missing; /* the stream is not mapped */
	_Atomic uint32_t reason;
	_Atomic uint32_t backed; /* memory by types exists */
};

struct pxt_process_shared {
	uint64_t magic;
	uint64_t length;
	/* Start of the program by CLOCK_REALTIME; 0: unknown. */
	_Atomic int64_t program_since_ns;
	_Alignas(64) _Atomic uint64_t word; /* low 16 bits: streams */
	_Alignas(64) struct {
		_Atomic uint64_t nonce; /* 0: the slot is free */
		_Atomic uint64_t
			heirs_since; /* start times; 0: not inherited */
		_Atomic uint32_t number;
	} slot[PXT_PROCESS_SLOTS];

	_Atomic uint64_t family;
	_Atomic uint32_t opened[PXT_EVENT_NAMED_MAX];
	_Atomic uint64_t disowned[PXT_PROCESS_DISOWNED]; /* number and birth */
	_Atomic uint32_t disowned_next;
	_Atomic uint64_t program; /* see base/proc.h, or PXT_PROGRAM_... */
	uint64_t serial;	  /* see base/proc.h; 0: unknown */
	_Atomic uint32_t holders; /* P5 */
	struct pxt_process_unreached unreached[PXT_PROCESS_SLOTS];
	_Atomic uint32_t image_version; /* odd while it is being written */
	_Atomic uint32_t image_length;
	uint8_t image[PXT_PROCESS_IMAGE];
	/* Tagged. Memory is reserved on demand. */
	_Alignas(4096) _Atomic uint64_t
		unreached_types[PXT_PROCESS_SLOTS][PXT_EVENT_END];
};

struct pxt_process {
	struct pxt_process_shared *shared;
	size_t length; /* mapped length: maybe without unreached_types */
	struct pxt_process_id id;
	pid_t here; /* number in the caller's /proc; 0: to be found */
	int dir;    /* borrowed; -1: the family stays */
	struct pxt_names names;
};

/* Programs are odd numbers. */
#define PXT_PROGRAM_NONE UINT64_C(0) /* no library ran yet */
#define PXT_PROGRAM_GONE UINT64_C(2) /* P6 */

static inline bool pxt_process_traced(uint64_t word)
{
	return word & 0xffff;
}

/* Opens the file of a process in a directory of base/shm.h, making it if
 * necessary. A file of an earlier process of that number is replaced, even with
 * the same start time. dir: borrowed. EPERM, ENOMEM; EBADMSG: a file of another
 * version. Safe in signal handlers. pid: the number here. */
int pxt_process_open(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process);
void pxt_process_close(struct pxt_process *process);

/* The same of a process as it knows itself. */
int pxt_process_open_id(int dir, const struct pxt_process_id *id,
			struct pxt_process *process);

/* A number for a process that is not seen from here, above those of the
 * kernel. */
enum { PXT_PROCESS_UNSEEN = 1 << 30 };
pid_t pxt_process_unseen_number(const struct pxt_process_id *id);

/* Identifies the living process of such a number in a directory. ESRCH. */
int pxt_process_find_unseen(int dir, pid_t number, struct pxt_process_id *id);

/* True if it is the calling process. */
bool pxt_process_is_own(const struct pxt_process *process);

/* The number here of the process; 0: it has ended, or is not seen from here. */
pid_t pxt_process_number(const struct pxt_process *process);

/* True if the process has not ended. A process that is not seen from here lives
 * as long as it keeps its file. */
bool pxt_process_lives(const struct pxt_process *process);
bool pxt_process_id_lives(int dir, const struct pxt_process_id *id);

/* Keeps the file of the calling process, for the eyes of processes that do not
 * see it: until it ends, or executes another program. */
int pxt_process_keep(int dir, const struct pxt_process *process);
void pxt_process_keep_no_more(bool is_forked);

/* Opens an existing file. ENOENT. */
int pxt_process_find(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process);

int pxt_process_find_id(int dir, const struct pxt_process_id *id,
			struct pxt_process *process);

/* Opens the file of the latest process of that number in that space; 0: the
 * caller's. ENOENT. */
int pxt_process_find_pid(int dir, uint64_t space, pid_t pid,
			 struct pxt_process *process);

/* Reads what a sweep has to know of a file, which costs less than opening it.
 * EBADMSG: a file of another version. */
struct pxt_process_summary {
	unsigned streams; /* number of streams that trace the process */
	uint64_t family;
};
int pxt_process_summarize(int dir, const struct pxt_process_id *id,
			  struct pxt_process_summary *summary);

/* Opens each file, without names, and closes it after the visit. */
typedef void pxt_process_visit(struct pxt_process *process, void *argument);
void pxt_process_for_each(int dir, pxt_process_visit *visit, void *argument);

/* Number of streams that trace the process. */
uint64_t pxt_process_count_streams(const struct pxt_process *process);

/* Holds the file, so that no remover takes it away before a stream is added,
 * and releases it. ESTALE: the file is about to go, and to be opened anew. */
int pxt_process_hold(struct pxt_process *process);
void pxt_process_release(struct pxt_process *process);

/* Sets the program that runs in the process. ESTALE: the file is about to
 * go. */
int pxt_process_set_program(struct pxt_process *process, uint64_t program);

/* Removes the file of a process that lives, unless it has another program, or a
 * stream, or a holder. */
bool pxt_process_retire(int dir, struct pxt_process *process, uint64_t program);

/* Removes the file of a process. */
void pxt_process_remove(int dir, const struct pxt_process *process);

/* Removes a damaged process file. */
void pxt_process_discard(int dir, const struct pxt_process_id *id);

/* Removes the file of another process that has ended. Its names are not
 * removed: the number may be damaged. */
void pxt_process_remove_dead(int dir, const struct pxt_process *process);

#endif
