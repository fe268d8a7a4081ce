/*
 * index.h - where the objects of this process are in the table of its family
 *
 * Found by a hash of kind and address, without a lock: nothing allocates or
 * blocks, and all is safe in signal handlers. A hash may be in any of some
 * entries in a row, its window. An entry is
 *
 *	free -> in use by a hash -> left by it -> in use by that or another ...
 *
 * Who writes
 *	hash	who takes an entry that is free or left, by compare-and-swap: in
 *		use by his; or leaves one that is in use by his
 *	handle	who enters an object, in an entry that is in use by its hash;
 *		who leaves, by compare-and-swap with what he found there
 *	decision	whoever asked, at any time
 *
 * Always true
 *	I1  who uses an entry, and by which hash, is one word: two that find it
 *	    empty do not both have it
 *	I2  a handle is that of the hash that the entry is in use by before and
 *	    behind its being read: so who leaves what is not there takes no
 *	    other's away
 *	I3  a decision says of which hash it is, as the entry may be another's
 *	    by then: it is nobody else's
 *
 * An entry is one object's: who enters and leaves the same one at once, as a
 * program does that does not know whether it is there, may lose it.
 */
#ifndef PXT_SESSION_TRACED_INDEX_H
#define PXT_SESSION_TRACED_INDEX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream/objects.h"

enum { PXT_INDEX_ENTRIES = 2 * PXT_OBJECTS_MAX };

struct pxt_index_entry {
	_Atomic uint64_t hash;	   /* with whether it is in use; 0: free */
	_Atomic uint64_t handle;   /* 0: none */
	_Atomic uint64_t decision; /* with of which hash */
	_Atomic int64_t until;	   /* when the object before it ended */
};

/* Never 0. */
uint64_t pxt_index_hash(const char *kind, uint64_t address);

/* Where it is, or was. NULL: it is not. */
struct pxt_index_entry *pxt_index_find(uint64_t hash);

/* The same, or another entry; in use from now on. NULL: all of its window are
 * in use. */
struct pxt_index_entry *pxt_index_take(uint64_t hash);

/* One of all, and the hash that it is, or was, in use by. */
struct pxt_index_entry *pxt_index_at(size_t i);
uint64_t pxt_index_owner(const struct pxt_index_entry *entry);

/* Its object; 0: there is none of this hash. entry may be NULL: there is none,
 * and none is put. */
pxt_object_handle pxt_index_handle(const struct pxt_index_entry *entry,
				   uint64_t hash);
void pxt_index_put(struct pxt_index_entry *entry, pxt_object_handle handle);

/* What was decided of this hash: 0, if nothing. */
uint32_t pxt_index_decision(const struct pxt_index_entry *entry, uint64_t hash);
void pxt_index_decide(struct pxt_index_entry *entry, uint64_t hash,
		      uint32_t decision);

/* It is no more, nor what was decided of it; the entry stays in use, or it is
 * for others to take. handle: what was found there. */
void pxt_index_clear(struct pxt_index_entry *entry, uint64_t hash,
		     pxt_object_handle handle);
void pxt_index_leave(struct pxt_index_entry *entry, uint64_t hash,
		     pxt_object_handle handle, int64_t until);

/* When the one that was there before ended. */
int64_t pxt_index_free_since(const struct pxt_index_entry *entry);

#endif
