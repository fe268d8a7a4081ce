/*
 * log_loop.h - choosing the part of a full log to overwrite
 *
 * This module only computes; the writer writes.
 *
 * A log grows segment by segment up to its limit. Then it turns: the place of
 * the oldest segment becomes an extent, which takes the next segment, and so on
 * in a circle. Extents are adjacent:
 *
 *	HEADER | extent | extent | ... | extent | tail
 */
#ifndef PXT_LOG_LOOP_H
#define PXT_LOG_LOOP_H

#include <stdbool.h>

#include "log/log_format.h"

/* An upper bound: the smallest extent is 1/16 of log-max-size, and extents take
 * at most twice that size. */
enum { PXT_LOG_EXTENTS_MAX = 40 };

struct pxt_log_extent {
	uint64_t at;
	uint64_t end;	  /* valid once the log turns */
	uint64_t used;	  /* next section in it, once the log turns */
	uint64_t number;  /* number of its SEGMENT */
	uint64_t records; /* bytes of records */
	uint64_t last;	  /* latest ticks */
	uint64_t events;
};

struct pxt_log_loop {
	uint64_t least; /* bytes of records that fit every extent */
	uint64_t share; /* minimum bytes of an extent in the file */
	struct pxt_log_extent extent[PXT_LOG_EXTENTS_MAX];
	unsigned count;
	unsigned current; /* extent of the next chunk */
	bool turning;	  /* growth has ended */
	uint64_t tail;	  /* then: end of the extents */

	/* Overwritten data. */
	bool turned; /* true after the first overwriting */
	uint64_t horizon;
	uint64_t overwritten;
	uint64_t previous; /* number of the last CHUNK or SEGMENT */
};

/* The limit of writing: none for APPEND, this one for UNTIL_FULL, and for LOOP
 * while it grows. */
struct pxt_log_limit {
	uint64_t records_max;
	uint64_t bytes_max; /* limit of the file, for many chunks */
	uint64_t records;
	uint64_t bytes;
};

/* Bytes of records that one more chunk may have; and several more together. */
uint64_t pxt_log_limit_room(const struct pxt_log_limit *limit);
uint64_t pxt_log_limit_rest(const struct pxt_log_limit *limit, size_t chunks);
void pxt_log_limit_add(struct pxt_log_limit *limit, uint64_t records);

/* Initializes both for a log with these attributes. */
void pxt_log_loop_init(struct pxt_log_loop *loop, struct pxt_log_limit *limit,
		       const struct pxt_attr *attr);

/* Growing: true if a file of that length needs another segment. */
bool pxt_log_loop_wants_extent(const struct pxt_log_loop *loop,
			       const struct pxt_log_limit *limit,
			       uint64_t length);
void pxt_log_loop_add_extent(struct pxt_log_loop *loop,
			     struct pxt_log_limit *limit, uint64_t at,
			     uint64_t number);

/* Accounts for a chunk in the current extent. */
void pxt_log_loop_add_chunk(struct pxt_log_loop *loop,
			    const struct pxt_log_chunk *chunk, uint64_t records,
			    uint64_t number);

/* Returns the end of the extents for a file of that length. */
uint64_t pxt_log_loop_tail(const struct pxt_log_loop *loop, uint64_t length);

/* Ends growth: the next chunk goes to the next extent. */
void pxt_log_loop_turn(struct pxt_log_loop *loop, uint64_t tail);

/* Turning: bytes of records that still fit the current extent, and that will
 * fit the next one. */
uint64_t pxt_log_loop_left(const struct pxt_log_loop *loop,
			   const struct pxt_log_limit *limit);
uint64_t pxt_log_loop_next_room(const struct pxt_log_loop *loop,
				const struct pxt_log_limit *limit);

/* Turning: fills in SEGMENT of the next extent; and accounts for its being
 * written. */
void pxt_log_loop_next(const struct pxt_log_loop *loop,
		       struct pxt_log_segment *segment);
void pxt_log_loop_advance(struct pxt_log_loop *loop, uint64_t number);

/* The order for END. */
void pxt_log_loop_order(const struct pxt_log_loop *loop,
			struct pxt_log_order *order);

#endif
