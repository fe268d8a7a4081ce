/*
 * names.h - the file in shared memory that gives event types their names
 *
 * A family of processes - a target, the children that its streams are
 * inherited by, and the programs they execute - has one: so that in a stream
 * a name is one type, and a type one name. Appended only.
 *
 * A name is appended by one compare-and-swap of its entry, which holds where
 * its text lies. The text is written before, into room that was set aside by
 * moving the top; who loses the race looks at the winner's name and goes on,
 * and gives the room back by moving the top down if nobody has moved it up
 * since: that releases, and moving it up acquires. Entries fill from the first
 * to the last without gaps, so that two who open one name meet at one entry.
 * The swap releases, reading an entry acquires.
 *
 * What the types' data is, is behind the names, see descriptions.h, and what
 * objects the processes have is behind that, see objects.h. A process whose
 * share of its address space is small (base/address_space.h) maps no objects.
 *
 * Every member may write to it, so nobody trusts it.
 */
#ifndef PXT_STREAM_NAMES_H
#define PXT_STREAM_NAMES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"

enum {
	PXT_NAMES_MAX = PXT_EVENT_END - PXT_EVENT_USER_FIRST,
	/* Room for all names twice: who loses a race for a name may leave its
	 * copy behind. Only what is used is backed by memory. */
	PXT_NAMES_TEXT = 2 * PXT_NAMES_MAX * (TRACE_EVENT_NAME_MAX + 1),
	PXT_NAMES_DESCRIPTIONS = 2 << 20, /* bytes; see descriptions.h */

	/* See objects.h. */
	PXT_OBJECTS_MAX = 1 << 14,
	PXT_OBJECTS_PAGE = 16, /* slots that are backed together */
	PXT_OBJECTS_WORDS = 31,
};

struct pxt_objects_slot {
	_Atomic uint64_t tag;
	_Atomic uint64_t word[PXT_OBJECTS_WORDS];
};

struct pxt_names_shared {
	uint64_t magic;
	uint64_t length;
	_Atomic uint32_t top;		       /* of text */
	_Atomic uint32_t joins;		       /* see pxt_names_end() */
	_Atomic uint32_t joined;
	_Atomic int64_t join_ns;
	_Atomic uint32_t description_top;
	_Atomic uint32_t first_description;
	_Atomic uint32_t object_hand;
	_Atomic uint32_t object_changes;
	_Atomic uint32_t objects_missed;
	_Atomic uint32_t unreached; /* a member has had to count, ever */
	_Atomic uint64_t object_pages[PXT_OBJECTS_MAX / PXT_OBJECTS_PAGE / 64];
	_Atomic uint64_t entry[PXT_NAMES_MAX]; /* offset, length, hash */
	char text[PXT_NAMES_TEXT];
	_Alignas(4) char descriptions[PXT_NAMES_DESCRIPTIONS];
	_Alignas(4096) struct pxt_objects_slot object[PXT_OBJECTS_MAX];
};

struct pxt_names {
	struct pxt_names_shared *shared;
	size_t length; /* that is mapped: maybe without objects */
	uint64_t id; /* of the file in its directory; never 0 */
};

/* Make an empty one in a directory of base/shm.h; open one. ENOENT, ENOMEM,
 * EPERM; EBADMSG: it is none of this version. Safe in signal handlers. */
int pxt_names_create(int dir, struct pxt_names *names);
int pxt_names_open(int dir, uint64_t id, struct pxt_names *names);
void pxt_names_close(struct pxt_names *names);

void pxt_names_remove(int dir, uint64_t id);

/* Another process joins the family: between these two its file comes to name
 * it. false: the family has ended, and its file is about to go. */
bool pxt_names_begin_join(struct pxt_names *names);
void pxt_names_end_join(struct pxt_names *names);

/* Has it been joined, how often, and is nobody about to? Who has begun that so
 * long ago was killed. */
#define PXT_NAMES_PATIENCE_NS INT64_C(10000000000)
bool pxt_names_are_quiet(const struct pxt_names *names, uint32_t *joins);

/* No process names it, as could be seen since it was quiet, and joined that
 * often: let nobody join again. false: somebody has meanwhile, or is about to.
 */
bool pxt_names_end(struct pxt_names *names, uint32_t joins);

/* The id in a file's name, or 0. */
uint64_t pxt_names_id(const char *file);

/* The type of a name at most TRACE_EVENT_NAME_MAX long. ENOENT: none yet. */
int pxt_names_find(const struct pxt_names *names, const char *name,
		   uint32_t *type);

/* The same, or a new one. ENOSPC: all are used up; ENOMEM: no room for its
 * text. */
int pxt_names_add(struct pxt_names *names, const char *name, uint32_t *type);

/* The name of a type, into TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL: none. */
int pxt_names_get(const struct pxt_names *names, uint32_t type, char *name);

bool pxt_names_has(const struct pxt_names *names, uint32_t type);

/* Append the names of another, in their order. */
void pxt_names_copy(struct pxt_names *to, const struct pxt_names *from);

#endif
