/*
 * log_loop.h - which part of a full log is overwritten next
 *
 * Numbers only: what is written, and how, is the writer's business.
 *
 * A log grows segment by segment until it is as large as it may be. Then it
 * turns: the place of the oldest segment is its extent for good, and takes
 * the next segment; and so on round. The extents lie side by side:
 *
 *	HEADER | extent | extent | ... | extent | tail
 */
#ifndef PXT_LOG_LOOP_H
#define PXT_LOG_LOOP_H

#include <stdbool.h>

#include "log/log_format.h"

/* More than fit: the least extent is 1/16 of log-max-size, and the file has
 * at most twice that size in extents. */
enum { PXT_LOG_EXTENTS_MAX = 40 };

struct pxt_log_extent {
	uint64_t at;
	uint64_t end;	  /* once the log turns */
	uint64_t used;	  /* where its next section goes, then */
	uint64_t number;  /* of the section SEGMENT */
	uint64_t records; /* bytes of them */
	uint64_t last;	  /* the greatest ticks */
	uint64_t events;
};

struct pxt_log_loop {
	uint64_t least; /* bytes of records that fit any extent */
	uint64_t share; /* bytes of the file that an extent has at least */
	struct pxt_log_extent extent[PXT_LOG_EXTENTS_MAX];
	unsigned count;
	unsigned current; /* where the next chunk goes */
	bool turning;	  /* no longer growing */
	uint64_t tail;	  /* then: where the extents end */

	/* What was overwritten. */
	bool turned; /* anything at all */
	uint64_t horizon;
	uint64_t overwritten;
	uint64_t previous; /* number of the last CHUNK or SEGMENT */
};

/* How much may be written: APPEND has no limit, UNTIL_FULL this one, LOOP as
 * long as it grows. */
struct pxt_log_limit {
	uint64_t records_max;
	uint64_t bytes_max; /* of the file, in chunks: there may be many */
	uint64_t records;
	uint64_t bytes;
};

/* Bytes of records that one more chunk may have; and that several more may
 * have together. */
uint64_t pxt_log_limit_room(const struct pxt_log_limit *limit);
uint64_t pxt_log_limit_rest(const struct pxt_log_limit *limit, size_t chunks);
void pxt_log_limit_add(struct pxt_log_limit *limit, uint64_t records);

/* Begin to count: for a log with these attributes. */
void pxt_log_loop_init(struct pxt_log_loop *loop, struct pxt_log_limit *limit,
		       const struct pxt_attr *attr);

/* Growing: is it time for another segment, now that the file has that
 * length? */
bool pxt_log_loop_wants_extent(const struct pxt_log_loop *loop,
			       const struct pxt_log_limit *limit,
			       uint64_t length);
void pxt_log_loop_add_extent(struct pxt_log_loop *loop,
			     struct pxt_log_limit *limit, uint64_t at,
			     uint64_t number);

/* A chunk went to the current extent. */
void pxt_log_loop_add_chunk(struct pxt_log_loop *loop,
			    const struct pxt_log_chunk *chunk, uint64_t records,
			    uint64_t number);

/* Where the extents have to end if they are to end with the file. */
uint64_t pxt_log_loop_tail(const struct pxt_log_loop *loop, uint64_t length);

/* Growing has come to its end: the next chunk goes to the next extent. */
void pxt_log_loop_turn(struct pxt_log_loop *loop, uint64_t tail);

/* Turning: bytes of records that still fit the current extent, and that will
 * fit the next one. */
uint64_t pxt_log_loop_left(const struct pxt_log_loop *loop,
			   const struct pxt_log_limit *limit);
uint64_t pxt_log_loop_next_room(const struct pxt_log_loop *loop,
				const struct pxt_log_limit *limit);

/* Turning: what the section SEGMENT of the next extent says, and that it is
 * written. */
void pxt_log_loop_next(const struct pxt_log_loop *loop,
		       struct pxt_log_segment *segment);
void pxt_log_loop_advance(struct pxt_log_loop *loop, uint64_t number);

/* For END. */
void pxt_log_loop_order(const struct pxt_log_loop *loop,
			struct pxt_log_order *order);

#endif
