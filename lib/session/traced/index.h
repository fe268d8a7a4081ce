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
	_Atomic uint64_t hash;	   /* including IN_USE; 0: free */
	_Atomic uint64_t handle;   /* 0: no object */
	_Atomic uint64_t decision; /* including a part of its hash */
	_Atomic int64_t until;	   /* end of the previous object */
};

/* Returns a nonzero hash. */
uint64_t pxt_index_hash(const char *kind, uint64_t address);

/* Finds the entry of a hash, in use or left. NULL: none. */
struct pxt_index_entry *pxt_index_find(uint64_t hash);

/* Same, or takes another entry; in use from now on. NULL: its window is
 * full. */
struct pxt_index_entry *pxt_index_take(uint64_t hash);

/* An entry by index, and the hash that it is, or was, in use by. */
struct pxt_index_entry *pxt_index_at(size_t i);
uint64_t pxt_index_owner(const struct pxt_index_entry *entry);

/* Reads and sets the object; 0: none of this hash. entry may be NULL: there is
 * none, and nothing is set. */
pxt_object_handle pxt_index_handle(const struct pxt_index_entry *entry,
				   uint64_t hash);
void pxt_index_put(struct pxt_index_entry *entry, pxt_object_handle handle);

/* The decision about this hash: 0, if none. */
uint32_t pxt_index_decision(const struct pxt_index_entry *entry, uint64_t hash);
void pxt_index_decide(struct pxt_index_entry *entry, uint64_t hash,
		      uint32_t decision);

/* Removes object and decision; the entry stays in use, or becomes free. handle:
 * the one that was found there. */
void pxt_index_clear(struct pxt_index_entry *entry, uint64_t hash,
		     pxt_object_handle handle);
void pxt_index_leave(struct pxt_index_entry *entry, uint64_t hash,
		     pxt_object_handle handle, int64_t until);

/* The end of the previous object. */
int64_t pxt_index_free_since(const struct pxt_index_entry *entry);

#endif
