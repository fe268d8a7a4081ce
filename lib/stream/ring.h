/*
 * ring.h - chunks of shared memory, from many writers to one reader
 *
 * The ring knows bytes and their order, nothing of events, names or files.
 * It lives in memory its owner mapped. What writers call never allocates,
 * blocks or waits for anybody, and is safe in signal handlers. A chunk beyond
 * the base gets memory when it is needed, page by page, and each time as much
 * again as it has: this takes a few calls of the system per chunk, while its
 * slot is new, and none per record.
 *
 *	slots:   | retired | owned by A | retired | owned by B | free | ...
 *	           full      A appends    full      B appends
 *
 * A writer owns one chunk and appends to it alone. When the next record does
 * not fit it takes another chunk and retires the one it had. The reader
 * reads what is published in owned and retired chunks, and frees retired
 * ones. A writer that goes away while its chunk has room releases it, and
 * the next newcomer adopts it.
 *
 * The capacity promise. At most `base` chunks are retired at a time; the
 * chunks that writers own come on top, one per writer, up to PXT_RING_WRITERS.
 * A chunk is retired with less than `room` bytes left, so `base` of them hold
 * at least base * (chunk - room) bytes. Taking a chunk fails, or overwrites,
 * only when `base` chunks are retired: until that much has been recorded,
 * by whichever writers, and is not read, nothing is lost (R14). A chunk beyond
 * the base that gets no more memory is retired as it is, and counts as one.
 *
 * Who writes
 *	gate	the controller, with its lock; a writer clears WATCHED, and
 *		sets FULL while OPEN, in one compare-and-swap: never after
 *		a stop, and never in a ring that loops. OPEN it clears when
 *		the controller is dead
 *	state	whoever moves it, by compare-and-swap, as drawn:
 *
 *		FREE --claim--> OWNED --retire--> RETIRED --free--> FREE
 *		                  ^ |                |
 *		            adopt | | release        | reclaim (LOOP)
 *		                  | v                v
 *		               RELEASED        OWNED, next sequence
 *
 *	chunk	its owner; between owners nobody, but for
 *	taken	how far it was read: the reader, by compare-and-swap, until
 *		whoever reclaims the chunk closes it likewise
 *	high	writers, by compare-and-swap, upwards only
 *	wake	whoever wakes, after it made true what the sleeper waits for
 *
 * Always true
 *	R1  a state's sequence never comes back: each claim takes a new one,
 *	    and a chunk is what its sequence says while that stays
 *	R2  bytes below the tail of a chunk are whole records, and stay as
 *	    they are while the sequence does
 *	R3  a tail whose sequence is not the state's counts as zero
 *	R4  slots from high on have never been used
 *	R5  the owner's thread is in the state itself: a kill between any two
 *	    instructions leaves no chunk that nobody owns. It is a number of
 *	    one PID namespace, the target's; of other owners it is 0, and they
 *	    keep their chunk until the controller is gone
 *	R11 a retired state has in the owner's place a number that counts
 *	    retirements: the lowest is reclaimed first. It wraps around, and
 *	    no more than half of its range is ever in use
 *	R12 what is reclaimed was taken or is told as overwritten, and only
 *	    one of these: the swap that closes `taken` decides
 *	R14 at some time since a writer began to look for a chunk as many were
 *	    retired, or full and about to be, as it counts. It counts those
 *	    whose number was drawn before it began: what retires while it
 *	    looks may have been filled after what it saw first was freed.
 *	    Where no slot is left, writers that have their next chunk already
 *	    hold what is missing. Owned chunks do not count, released ones are
 *	    adopted before any other is taken, and the dead keep none
 *	R15 a chunk that the reader has whole is free when its owner gives it up
 *	R18 a view may have the first slots only, as many as are mapped there:
 *	    it takes no other, nor counts what is retired in others. If there
 *	    are fewer than R14 asks for, the ring is full for it when these are.
 *	    Where they are in use before the ring is full, a record is lost, and
 *	    the gate stays as it is. So it is in a ring that has slots for fewer
 *	    writers than PXT_RING_WRITERS
 *	R19 an owner writes below the end of its place, where the chunk has
 *	    memory. It alone raises `backed`, between claim and giving up, so
 *	    that the next owner finds it (R6, R7)
 *
 * What is ordered
 *	R6  tail (release) -> reader's tail (acquire): the bytes before it
 *	R7  free (release) -> claim (acquire): reading before writing anew
 *	R8  claim, then bytes (release fence) -> bytes copied, then state
 *	    looked at again (acquire fence): a copy of bytes that were
 *	    overwritten meanwhile is found out and dropped
 *	R9  busy, then gate read -> gate changed, pxt_barrier_all(), busy read:
 *	    a writer the controller does not see busy will see the new gate.
 *	    The writer's half is a compiler barrier, the other one membarrier(2).
 *	    A gate, or a filter, that does not want a record may be believed
 *	    without busy: that is when the record was not made
 *	R10 state retired, fence, sleeping read -> sleeping set, fence, states
 *	    read: a reader that is about to sleep, or the writer, sees the other
 *	R13 what was overwritten told, then the new owner's tail (release) ->
 *	    reader's tail (acquire): a chunk that was reclaimed and is not
 *	    begun is busy, so that behind a look every loss before it is known
 *	R16 busy, then clock read -> clock read, pxt_barrier_all(), busy read:
 *	    behind a look at all slots, what was recorded with a time before
 *	    it is published. A writer that moves to a chunk which the look has
 *	    passed may not have been seen busy: it reads gate and clock again
 *	R17 closing `taken`, then telling, then `taken` begun anew: in a chunk
 *	    of the dead that is closed it is told again, by who buries it. A
 *	    look does so at once where the chunk is not begun
 *
 * Progress: writers are lock-free. However many of them are stopped while
 * busy, a look of the controller at all slots is delayed by no more than
 * PXT_RING_PATIENCE_MS.
 */
#ifndef PXT_STREAM_RING_H
#define PXT_STREAM_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	/* Limit of chunks besides the base: 4096 threads, and as many levels
	 * of theirs, controllers and so on as are in use at one time. */
	PXT_RING_WRITERS = 4096 + 256,
	PXT_RING_SPARE = 8, /* limit of those with reserved memory */
	PXT_RING_PATIENCE_MS = 1000,
	PXT_RING_HEAD = 64,	  /* bytes of a chunk before its records */
	PXT_RING_SLOTS_LEAST = 4, /* minimum slots of a view */
};

/* Bits of the gate. */
enum {
	PXT_GATE_OPEN = 1,    /* the controller wants records */
	PXT_GATE_FULL = 2,    /* a writer found no chunk: no records */
	PXT_GATE_WATCHED = 4, /* a reader sleeps: wake it after a record */
	PXT_GATE_GONE = 8,    /* the stream has ended */
	PXT_GATE_CHOOSY = 16, /* not every record is wanted: ask the filter */
};

/* States of a slot: state in 2 bits, owner's tid in 22 (when retired: the
 * number of the retirement), sequence in 40. */
enum {
	PXT_CHUNK_FREE,
	PXT_CHUNK_OWNED,
	PXT_CHUNK_RELEASED,
	PXT_CHUNK_RETIRED,
};

struct pxt_ring_shared {
	_Alignas(64) _Atomic uint32_t gate;
	/* Records that a reader of events left out, as others of their time were
	 * overwritten: beside the gate, as it seldom changes. */
	_Atomic uint64_t dropped;

	/* A change of chunks reads and writes the members from here to `sleeping`,
	 * which lie in one line of the cache. */
	_Alignas(64) _Atomic uint64_t sequence; /* sequence of the next chunk */
	_Atomic uint64_t retirements;
	_Atomic uint64_t overwritten;	   /* records in reclaimed chunks */
	_Atomic uint64_t overwritten_from; /* lowest mark among them ... */
	_Atomic uint64_t horizon;	   /* highest mark among them */
	/* The reader's mark: it has everything before, except the gaps that it
	 * has noticed since; 0: none. */
	_Atomic uint64_t taken_upto;
	/* Records in chunks that were given up full, for observers. Owners that
	 * died left no counts. */
	_Atomic uint64_t recorded;
	_Atomic uint32_t high;
	_Atomic uint32_t sleeping; /* a reader waits for chunks to retire */

	_Alignas(64) _Atomic uint32_t wake; /* futex: counts wake-ups */
	_Atomic uint64_t lost;	  /* records lost by writers without a chunk */
	_Atomic uint64_t cramped; /* records lost in a narrow view whose chunks
				   * were all in use, in a ring that is not
				   * full */
	_Atomic uint64_t unreached; /* records that did not arrive, and were
				     * reported as lost: see unreached.h */
	_Atomic uint32_t unreached_reason; /* reason of the last of them */
	_Atomic uint64_t full_at;	   /* mark when FULL was set */
	_Atomic uint64_t gap_from;
	_Atomic uint64_t emptied; /* overwritten, when the reader last had
				   * everything: for observers */
};

/* The head of a chunk. */
struct pxt_ring_chunk {
	_Atomic uint64_t tail;	/* sequence's low 32 bits, bytes in use, BUSY */
	_Atomic uint64_t lost;	/* records its owners lost, ever */
	_Atomic uint64_t first; /* mark of the first record, once it is there */
	_Atomic uint64_t last;	/* valid when retired, as is records */

	/* The reader's, in a ring that loops: sequence's low 32 bits and bytes
	 * taken; then likewise records, which may lag behind. */
	_Atomic uint64_t taken;
	_Atomic uint64_t taken_records;

	_Atomic uint32_t records;
	_Atomic uint32_t backed; /* bytes with memory, if it was not reserved */
};
_Static_assert(sizeof(struct pxt_ring_chunk) <= PXT_RING_HEAD,
	       "the head has room");

#define PXT_TAIL_BUSY UINT64_C(1)

/* The value of taken in a reclaimed chunk: no extent has it. */
#define PXT_TAKEN_CLOSED UINT64_C(1)

struct pxt_ring_geometry {
	uint32_t chunk;	  /* bytes, head included; a multiple of 4096 */
	uint32_t base;	  /* chunks */
	uint32_t writers; /* chunks besides these: PXT_RING_WRITERS, or fewer */
	uint32_t room;	  /* bytes the largest record needs */
	uint32_t loop;	  /* overwrite the oldest when full */
};

/* A process's view. The geometry is copied here once, checked, and never read
 * again from memory that another process can write. */
struct pxt_ring {
	struct pxt_ring_shared *shared; /* all three borrowed */
	_Atomic uint64_t *state;
	uint8_t *chunks;
	struct pxt_ring_geometry geometry;
	uint32_t slots; /* slots that are mapped here */
	uint64_t space; /* of the owners' numbers, if that is not here */
	bool is_narrow; /* slots may be too few: R18 */
};

/* A writer's place in the ring: private memory of one thread. */
struct pxt_ring_place {
	struct pxt_ring_chunk *chunk; /* never NULL: &none if it has no chunk */
	uint64_t tail;		      /* value of chunk->tail when not busy */
	uint32_t end; /* bytes for records that have memory; 0: no chunk */
	uint32_t slot;
	uint64_t sequence;
	uint64_t first; /* mark of the first record */
	uint64_t last;	/* mark of the last one */
	uint32_t records;
	struct pxt_ring_chunk none; /* an empty chunk */
};

static inline uint32_t pxt_tail_bytes(uint64_t tail)
{
	return (uint32_t)tail & ~7U;
}

static inline uint8_t *pxt_ring_bytes(const struct pxt_ring_place *place)
{
	return (uint8_t *)place->chunk + PXT_RING_HEAD;
}

/* The geometry for records of up to record bytes, size in total. */
struct pxt_ring_geometry pxt_ring_plan(uint64_t size, uint32_t record,
				       bool loop);

/* The geometry for a limited address space: smaller chunks, if writers get more
 * of them then, and their number stays reasonable. All slots may still exceed
 * the space. */
struct pxt_ring_geometry pxt_ring_plan_within(uint64_t size, uint32_t record,
					      bool loop, uint64_t space);

/* Reduces the chunks for writers until all slots fit the space, to
 * PXT_RING_SPARE at least. */
void pxt_ring_limit_writers(struct pxt_ring_geometry *geometry, uint64_t space);

/* True if the geometry may have been planned so. */
bool pxt_ring_plausible(const struct pxt_ring_geometry *geometry);

static inline uint32_t pxt_ring_slots(const struct pxt_ring_geometry *geometry)
{
	return geometry->base + geometry->writers;
}

/* Slots with reserved memory: others get it when they need it. */
static inline uint32_t pxt_ring_ready(const struct pxt_ring_geometry *geometry)
{
	uint32_t spare = geometry->base / 4;

	return geometry->base +
	       (spare < PXT_RING_SPARE ? spare : PXT_RING_SPARE);
}

/* Restricts a view to the first slots: R18. ENOMEM: too few to be useful. */
int pxt_ring_narrow(struct pxt_ring *ring, uint32_t slots);

void pxt_ring_place_init(struct pxt_ring_place *place);

/* For a busy writer without enough room: more memory for its chunk, so that len
 * bytes fit. EMSGSIZE: the chunk is full, or there is none. ENOSPC: there is no
 * memory. */
int pxt_ring_extend(const struct pxt_ring *ring, struct pxt_ring_place *place,
		    uint32_t len);

/* For a writer whose chunk is full, or gets no more memory: takes a chunk with
 * at least geometry.room bytes, busy, and retires the old one; some bytes may
 * still lack memory. ENOSPC: the ring is full; ENOMEM: it is not, but all chunks
 * of this view are in use. The place is unchanged. force: take a free chunk even
 * if the ring is full. */
int pxt_ring_move(struct pxt_ring *ring, struct pxt_ring_place *place,
		  pid_t tid, bool force);

/* Gives the place up. */
void pxt_ring_leave(struct pxt_ring *ring, struct pxt_ring_place *place);

/* Counts a record lost for lack of room, and shuts the gate unless the ring
 * loops. mark: when the ring was found full; 0 if the gate said so already. */
void pxt_ring_lose(struct pxt_ring *ring, struct pxt_ring_place *place,
		   uint64_t mark);

/* Counts a record lost because all chunks of the view were in use. */
void pxt_ring_lose_cramped(struct pxt_ring *ring);

/* Ends recording, as the controller is dead. */
void pxt_ring_abandon(struct pxt_ring *ring);

/* After a record: wakes a reader that sleeps until there is one. */
void pxt_ring_wake(struct pxt_ring *ring);

/* For the reader and the controller. */

struct pxt_ring_sight {
	uint64_t sequence;
	uint32_t bytes; /* published */
	uint32_t state; /* PXT_CHUNK_... */
	pid_t tid;	/* owner's thread, if owned */
	bool busy;	/* still busy at the end of patience */
	bool begins;	/* reclaimed and not begun: overwriting may not be
			 * reported yet (R13) */
};

/* Patience shared by several looks: zero at first. */
struct pxt_ring_patience {
	int64_t end_ns; /* CLOCK_MONOTONIC; 0: no wait yet */
};

/* The number of slots that may be in use. */
uint32_t pxt_ring_high(const struct pxt_ring *ring);

/* Looks at a slot without waiting. busy: its writer is within a record. */
void pxt_ring_glance(const struct pxt_ring *ring, uint32_t slot,
		     struct pxt_ring_sight *sight);

/* Looks at a slot; waits until a busy writer has published. */
void pxt_ring_look(const struct pxt_ring *ring, uint32_t slot,
		   struct pxt_ring_sight *sight);

/* Same, with shared patience. */
void pxt_ring_look_within(const struct pxt_ring *ring, uint32_t slot,
			  struct pxt_ring_patience *patience,
			  struct pxt_ring_sight *sight);

/* After a change of the gate: waits until every writer has seen it. False: one
 * is stopped within a record. */
bool pxt_ring_settle(const struct pxt_ring *ring);

/* Copies published bytes. ESTALE: overwritten. */
int pxt_ring_copy(const struct pxt_ring *ring, uint32_t slot, uint64_t sequence,
		  uint32_t from, uint32_t to, void *out);

/* In a ring that loops: marks the first bytes and records of a chunk as not
 * lost if it is overwritten. ESTALE: it was reclaimed before, and the newly
 * taken ones count as lost. */
int pxt_ring_take(struct pxt_ring *ring, uint32_t slot, uint64_t sequence,
		  uint32_t bytes, uint32_t records);

/* Frees a retired chunk that was read to its end. */
void pxt_ring_free(struct pxt_ring *ring, uint32_t slot, uint64_t sequence);

/* Takes a chunk from its owner, if that is dead. mark: now. */
void pxt_ring_bury(struct pxt_ring *ring, uint32_t slot, uint64_t mark);

/* Takes the chunk without an owning thread: that of a dead controller. */
void pxt_ring_disown(struct pxt_ring *ring, uint32_t slot, uint64_t mark);

/* The number of retired chunks. */
uint32_t pxt_ring_retired(const struct pxt_ring *ring);

/* True if more than a quarter of the base is retired, or half of a small one: it
 * is time to read. */
bool pxt_ring_is_filling(const struct pxt_ring *ring);

/* True if the ring, with that gate, was full since the reader last had everything:
 * nothing is recorded, or the oldest is overwritten. */
bool pxt_ring_is_full(const struct pxt_ring *ring, uint32_t gate);

/* The mark of a retired chunk's last record, as its owner left it. */
uint64_t pxt_ring_last(const struct pxt_ring *ring, uint32_t slot);

/* The number of records in the chunk, if its owners have counted all. */
uint32_t pxt_ring_records(const struct pxt_ring *ring, uint32_t slot);

/* Total of records in chunks that were given up full; approximate. */
uint64_t pxt_ring_recorded(const struct pxt_ring *ring);

/* Total of records lost by owners of this slot. */
uint64_t pxt_ring_lost(const struct pxt_ring *ring, uint32_t slot);

/* Total of records lost in narrow views (R18). */
uint64_t pxt_ring_cramped(const struct pxt_ring *ring);

/* Total of records that did not arrive, and were reported as lost. */
uint64_t pxt_ring_unreached(const struct pxt_ring *ring);

/* Total of records without room, including those of narrow views. */
uint64_t pxt_ring_lost_in_all(const struct pxt_ring *ring);

/* Total of records without room, not arrived, or overwritten before they were
 * read. */
uint64_t pxt_ring_missed(const struct pxt_ring *ring);

#endif
