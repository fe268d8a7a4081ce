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

#include "stream/descriptions.h"
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

/* Open each, without making names for one that has none, and close it behind
 * the visit. */
typedef void pxt_process_visit(struct pxt_process *process, void *argument);
void pxt_process_for_each(int dir, pxt_process_visit *visit, void *argument);

/* Whether one has a stream, by its nonce. */
bool pxt_process_has_stream(const struct pxt_process *process, uint64_t nonce);

/* Remove the file of one process; or those of all that have ended and that no
 * stream traces, with the names that nobody uses any more. */
void pxt_process_remove(int dir, const struct pxt_process *process);
void pxt_process_sweep_all(int dir);

/* Likewise, by the way: of a directory that somebody has filled not all is looked
 * at. */
void pxt_process_sweep(int dir);

/* Remove a file that is no process file, whoever scribbled over it. */
void pxt_process_discard(int dir, pid_t pid, uint64_t start);

/* Remove the file of another that has ended. What it says to be its names may
 * be another family's: these stay. */
void pxt_process_remove_dead(int dir, const struct pxt_process *process);

/* Controllers: let the process find a stream, or lose it. heirs_since: 0, or
 * the time (pxt_proc_now()) from which on its children inherit the stream.
 * EAGAIN: it is in too many already. Dropping tells whether it was in, and
 * completes what somebody began who was killed. */
int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce, uint64_t heirs_since);
bool pxt_process_drop_stream(struct pxt_process *process, uint64_t nonce);

/* Change the word, and nothing else: all look at the slots anew. */
void pxt_process_touch(struct pxt_process *process);

/* The streams that a child born then inherits: are there any, and hand them
 * on. */
bool pxt_process_has_heirs(const struct pxt_process *parent, uint64_t born);
void pxt_process_inherit(struct pxt_process *child, struct pxt_process *parent,
			 uint64_t born);

/* One of them: is there one in that slot? */
struct pxt_process_heir {
	uint64_t nonce;
	uint32_t number;
};
bool pxt_process_heir(const struct pxt_process *parent, size_t slot,
		      uint64_t born, struct pxt_process_heir *heir);

/* A child that was forked when there was nothing to inherit: should it be in
 * doubt later whether a stream is older than it is, it is not. now: as start
 * times. */
void pxt_process_disown(struct pxt_process *parent, pid_t child, uint64_t now);
bool pxt_process_disowned(const struct pxt_process *parent, pid_t child,
			  uint64_t born);

/* The type of a name that is no predefined one, at most TRACE_EVENT_NAME_MAX
 * long: the old one, a new one, or the unnamed one when the program has used
 * up all it may. ENOMEM: no room for its text. One thread at a time, like all
 * that follows, if dir is not -1. */
int pxt_process_open_name(struct pxt_process *process, const char *name,
			  uint32_t *type);

/* The name of a user type, into TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL: it
 * has none. */
int pxt_process_name(struct pxt_process *process, uint32_t type, char *name);

/* Has the type a name, in the process's family? */
bool pxt_process_has_type(struct pxt_process *process, uint32_t type);

/* Descriptions of types that have names, as in descriptions.h. EINVAL: it has
 * none. */
int pxt_process_describe(struct pxt_process *process, uint32_t type,
			 const char *text);
int pxt_process_refuse(struct pxt_process *process, uint32_t type,
		       const char *text);
int pxt_process_description(struct pxt_process *process, uint32_t type,
			    char *text);
int pxt_process_next_description(struct pxt_process *process, uint32_t *at,
				 uint32_t *type, char *text);

/* A child made by fork keeps its parent's types: in a family of its own, or
 * in the parent's when it has joined that. ESTALE: that has ended; else what
 * keeps it from being had. */
void pxt_process_keep_names(struct pxt_process *child,
			    const struct pxt_process *parent);
int pxt_process_join_family(struct pxt_process *process, int dir,
			    struct pxt_names *family);

/* A new program: none of its types are opened yet; and unless a stream has
 * events of the old one, it begins a family. By the program or by others. */
void pxt_process_forget_names(struct pxt_process *process, int dir);

/* Tell what program runs, up to PXT_PROCESS_IMAGE bytes of model/image.h; by
 * the process itself, one thread at a time. */
void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len);

/* What was told is of another program than the one that runs now. */
void pxt_process_forget_image(struct pxt_process *process);

/* The program's name in what was told last, or its beginning. ENODATA. Safe in
 * signal handlers. */
int pxt_process_get_program_name(const struct pxt_process *process, char *name,
				 size_t size);

/* A child that runs its parent's program has told nothing yet: tell the same,
 * with its own number. */
void pxt_process_copy_image(struct pxt_process *to,
			    const struct pxt_process *from);

/* What was told last; *version changes when it does. ENODATA: nothing yet,
 * or it is being written. */
int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version);

#endif
