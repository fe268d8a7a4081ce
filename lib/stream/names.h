/*
 * names.h - the file in shared memory with the names of event types
 *
 * A family of processes - a target, the children that its streams are inherited
 * by, and the programs they execute - has one: so that in a stream a name is
 * one type, and a type one name. Appended only.
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
	/* Room for all names twice: losing a race for a name may leave a copy
	 * behind. Unused parts take no memory. */
	PXT_NAMES_TEXT = 2 * PXT_NAMES_MAX * (TRACE_EVENT_NAME_MAX + 1),
	PXT_NAMES_DESCRIPTIONS = 2 << 20, /* bytes; see descriptions.h */

	/* See objects.h. */
	PXT_OBJECTS_MAX = 1 << 14,
	PXT_OBJECTS_PAGE = 16, /* slots per unit of memory */
	PXT_OBJECTS_WORDS = 31,
};

struct pxt_objects_slot {
	_Atomic uint64_t tag;
	_Atomic uint64_t word[PXT_OBJECTS_WORDS];
};

struct pxt_names_shared {
	uint64_t magic;
	uint64_t length;
	_Atomic uint32_t top;	/* end of the texts */
	_Atomic uint32_t joins; /* see pxt_names_end() */
	_Atomic uint32_t joined;
	_Atomic int64_t join_ns;
	_Atomic uint32_t description_top;
	_Atomic uint32_t first_description;
	_Atomic uint32_t object_hand;
	_Atomic uint32_t object_changes;
	_Atomic uint32_t objects_missed;
	_Atomic uint32_t unreached; /* a member has had unreached events */
	_Atomic uint64_t object_pages[PXT_OBJECTS_MAX / PXT_OBJECTS_PAGE / 64];
	_Atomic uint64_t entry[PXT_NAMES_MAX]; /* offset, length, hash */
	char text[PXT_NAMES_TEXT];
	_Alignas(4) char descriptions[PXT_NAMES_DESCRIPTIONS];
	_Alignas(4096) struct pxt_objects_slot object[PXT_OBJECTS_MAX];
};

struct pxt_names {
	struct pxt_names_shared *shared;
	size_t length; /* mapped length: maybe without objects */
	uint64_t id;   /* id in the file's name; never 0 */
};

/* Creates an empty file in a directory of base/shm.h; opens one. ENOENT,
 * ENOMEM, EPERM; EBADMSG: not of this version. Safe in signal handlers. */
int pxt_names_create(int dir, struct pxt_names *names);
int pxt_names_open(int dir, uint64_t id, struct pxt_names *names);
void pxt_names_close(struct pxt_names *names);

/* Maps the counts of members alone. */
int pxt_names_open_head(int dir, uint64_t id, struct pxt_names *names);

void pxt_names_remove(int dir, uint64_t id);

/* Brackets the change that makes a process a member. False: the family has
 * ended, and its file will be removed. */
bool pxt_names_begin_join(struct pxt_names *names);
void pxt_names_end_join(struct pxt_names *names);

/* *quiet: no join is in progress; *joins: their number. A join that began that
 * long ago is one whose process was killed. The file is read, as mapping costs
 * three times as much. Errors of pxt_names_open(). */
#define PXT_NAMES_PATIENCE_NS INT64_C(10000000000)
int pxt_names_look(int dir, uint64_t id, bool *quiet, uint32_t *joins);

/* Prevents further joins, if no process names the family, as seen since it was
 * quiet with that number of joins. False: there was another join. */
bool pxt_names_end(struct pxt_names *names, uint32_t joins);

/* Names the file of an id, without snprintf(), which is not safe in signal
 * handlers. */
enum { PXT_NAMES_FILE_NAME = sizeof("names-0123456789abcdef") };
void pxt_names_file_name(uint64_t id, char *name);

/* The id in a file's name, or 0. */
uint64_t pxt_names_id(const char *file);

/* Finds the type of a name of at most TRACE_EVENT_NAME_MAX bytes. ENOENT: none
 * yet. */
int pxt_names_find(const struct pxt_names *names, const char *name,
		   uint32_t *type);

/* Finds or adds it. ENOSPC: no types left; ENOMEM: no room for the text. */
int pxt_names_add(struct pxt_names *names, const char *name, uint32_t *type);

/* Copies the name of a type into TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL:
 * none. */
int pxt_names_get(const struct pxt_names *names, uint32_t type, char *name);

bool pxt_names_has(const struct pxt_names *names, uint32_t type);

/* Appends the names of another file, in their order. */
void pxt_names_copy(struct pxt_names *to, const struct pxt_names *from);

#endif
