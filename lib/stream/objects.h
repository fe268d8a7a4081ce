/*
 * objects.h - objects of a family of processes, in its names file
 *
 * A table of slots. Each has a tag, which says what is in it, and an object:
 *
 *	serial | FREE -> BUSY -> LIVE -> GONE -> BUSY -> ...
 *
 * An object that ended stays until its slot is needed: events that are not read
 * yet may name it. So slots are taken from the first to the last and round
 * again, by a hand that moves past those that live. A serial is the number of
 * the object, of all that the slot has had, and its version: renames.
 *
 * Who writes
 *	hand	anybody, by adding one
 *	tag	who takes a slot, or ends or renames what is in it, by
 *		compare-and-swap: to BUSY, his process, and a serial that is
 *		another: the next number, or the next version; or from LIVE to
 *		GONE
 *	words	who made it BUSY, until he makes it LIVE; then its end, once,
 *		by compare-and-swap with what says that this serial has none
 *
 * Always true
 *	O1  words are those of the serial that the tag says, if it says LIVE or
 *	    GONE before and behind their being read: making it BUSY comes before
 *	    the words (a fence that releases), making it LIVE behind them
 *	O2  an object is LIVE before its first event is published
 *	O3  a slot whose page's bit is not set is not touched by readers: it
 *	    need not be backed by memory
 *	O4  what changed is counted behind the change
 *	O5  a slot that is BUSY or LIVE is taken from nobody but a process that
 *	    has ended, by who finds no other
 *	O6  each object that is entered has the number behind that of the one
 *	    before it: numbers that a log writer did not see are objects that it
 *	    missed. A registration whose process is killed in it counts as one
 *
 * Who is killed while it renames an object takes its name along, if no log has
 * told it.
 *
 * Every member of the family may write to it, so nobody trusts it.
 */
#ifndef PXT_STREAM_OBJECTS_H
#define PXT_STREAM_OBJECTS_H

#include "model/object.h"
#include "stream/names.h"

/* A handle of an object: its slot and serial. Never 0. */
typedef uint64_t pxt_object_handle;

/* Numbers of the objects of a slot: 1, 2, ..., and 0 again. */
enum {
	PXT_OBJECTS_NUMBER_BITS = 26,
	PXT_OBJECTS_NUMBER_MASK = (1 << PXT_OBJECTS_NUMBER_BITS) - 1,
};

/* Enters an object. ENOSPC: all slots are in use, which is counted; ENOMEM: no
 * memory. Safe in signal handlers, like all functions that change the table. */
int pxt_objects_add(struct pxt_names *names, const struct pxt_object *object,
		    pxt_object_handle *handle);

/* Reads the object. ESTALE: it has ended. */
int pxt_objects_get(const struct pxt_names *names, pxt_object_handle handle,
		    struct pxt_object *object);

/* Renames the object, which changes its handle. ESTALE. */
int pxt_objects_rename(struct pxt_names *names, pxt_object_handle *handle,
		       const char *name);

/* Ends the object, at that time. */
void pxt_objects_end(struct pxt_names *names, pxt_object_handle handle,
		     int64_t when_ns);

/* Counts changes, including objects that found no slot. */
uint32_t pxt_objects_changes(const struct pxt_names *names);
uint32_t pxt_objects_missed(const struct pxt_names *names);

/* Returns the first slot from that one on that has memory; PXT_OBJECTS_MAX:
 * none. */
uint32_t pxt_objects_next(const struct pxt_names *names, uint32_t slot);

/* Reads a slot, from 0 to PXT_OBJECTS_MAX - 1, if its handle differs from
 * *handle, or it has ended and *handle does not say so. ENODATA: empty, or
 * nothing new. The handle of an ended object has PXT_OBJECT_ENDED. */
#define PXT_OBJECT_ENDED (UINT64_C(1) << 63)
int pxt_objects_look(const struct pxt_names *names, uint32_t slot,
		     pxt_object_handle *handle, struct pxt_object *object);

/* The number of the object before. */
static inline uint32_t pxt_objects_before(uint32_t number)
{
	return (number - 1) & PXT_OBJECTS_NUMBER_MASK;
}

/* The number of an object in its slot; and that of the last one that the slot
 * had before the one that is there, or is being entered or renamed. 0: none. */
uint32_t pxt_objects_number(pxt_object_handle handle);
uint32_t pxt_objects_past(const struct pxt_names *names, uint32_t slot);

#endif
