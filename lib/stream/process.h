/*
 * process.h - the file in shared memory by which a process can be traced
 *
 * One per process, named for its number and start time; whoever comes first
 * makes it: the library in the process, or a controller before the program
 * is even executed. It holds
 *
 *	word	how many streams trace the process, and a counter of changes:
 *		all that posix_trace_event() looks at while nothing changes
 *	slots	which streams these are
 *	names	event types by name, appended only
 *	image	what program this is, for logs
 *
 * Everybody who may trace the process may write to it, so nobody trusts it:
 * each word is checked where it is used.
 *
 * A name is appended by one compare-and-swap of its entry, which holds where
 * its text lies. The text is written before, into room that was set aside by
 * moving the top; who loses the race looks at the winner's name and goes on,
 * and gives the room back by moving the top down if nobody has moved it up
 * since: that releases, and moving it up acquires. Entries fill from the first
 * to the last without gaps, so that two who open one name meet at one entry.
 * The swap releases, reading an entry acquires.
 */
#ifndef PXT_STREAM_PROCESS_H
#define PXT_STREAM_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/event.h"

enum {
	PXT_PROCESS_SLOTS = TRACE_SYS_MAX,
	/* Room for all names eight times: who loses a race for a name may leave
	 * its copy behind. Only what is used is backed by memory. */
	PXT_PROCESS_TEXT =
		8 * PXT_EVENT_NAMED_MAX * (TRACE_EVENT_NAME_MAX + 1),
	PXT_PROCESS_IMAGE = 65536,
};

struct pxt_process_shared {
	uint64_t magic;
	uint64_t length;
	_Alignas(64) _Atomic uint64_t word; /* low 16 bits: streams */
	_Alignas(64) struct {
		_Atomic uint64_t nonce; /* 0: the slot is free */
		_Atomic uint32_t number;
	} slot[PXT_PROCESS_SLOTS];

	_Atomic uint64_t name[PXT_EVENT_NAMED_MAX]; /* offset, length, hash */
	_Atomic uint32_t top;			    /* of text */
	_Atomic uint32_t image_version; /* odd while it is being written */
	_Atomic uint32_t image_length;
	char text[PXT_PROCESS_TEXT];
	uint8_t image[PXT_PROCESS_IMAGE];
};

struct pxt_process {
	struct pxt_process_shared *shared;
	pid_t pid;
	uint64_t start;
};

static inline bool pxt_process_traced(uint64_t word)
{
	return word & 0xffff;
}

/* Open the file of a process in a directory of base/shm.h, making it if need
 * be. EPERM, ENOMEM; EBADMSG: there is one of another version. Safe in
 * signal handlers. */
int pxt_process_open(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process);
void pxt_process_close(struct pxt_process *process);

/* Remove the file of one process, or those of all that have ended. */
void pxt_process_remove(int dir, const struct pxt_process *process);
void pxt_process_sweep(int dir);

/* Controllers: let the process find a stream, or lose it. EAGAIN: it is in
 * too many already. */
int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce);
void pxt_process_drop_stream(struct pxt_process *process, unsigned number,
			     uint64_t nonce);

/* The type of a name that is no predefined one, at most TRACE_EVENT_NAME_MAX
 * long: the old one, a new one, or the unnamed one when all are used up.
 * ENOMEM: no room for its text. */
int pxt_process_open_name(struct pxt_process *process, const char *name,
			  uint32_t *type);

/* The name of a user type, into TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL: it
 * has none. */
int pxt_process_name(const struct pxt_process *process, uint32_t type,
		     char *name);

/* Has the type a name? */
bool pxt_process_has_type(const struct pxt_process *process, uint32_t type);

/* Copy the names, in their order, to the file of a child. */
void pxt_process_copy_names(struct pxt_process *to,
			    const struct pxt_process *from);

/* Tell what program runs, up to PXT_PROCESS_IMAGE bytes of model/image.h; by
 * the process itself, one thread at a time. */
void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len);

/* What was told last; *version changes when it does. ENODATA: nothing yet,
 * or it is being written. */
int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version);

#endif
