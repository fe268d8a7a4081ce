/*
 * record.h - records: events in memory and in a log
 *
 * A record is a head of 20 bytes, its data, and padding to a multiple of 8:
 *
 *	u64 ticks	reading of the stream's clock
 *	u64 origin	low 48 bits: program address; high 16 bits: type
 *	u32 size	low 30 bits: bytes of data; bit 31: data was cut
 *
 * all in the byte order of the machine. Two types are not events: CONTEXT says
 * who wrote the records that follow it in its chunk and how their clock relates
 * to CLOCK_REALTIME, LOSS that events are missing here.
 */
#ifndef PXT_MODEL_RECORD_H
#define PXT_MODEL_RECORD_H

#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "model/event.h"

enum {
	PXT_RECORD_HEAD = 20,
	PXT_RECORD_CONTEXT = 0xffff,
	PXT_RECORD_LOSS = 0xfffe,
	PXT_RECORD_DATA_MAX = (1 << 30) - 1,
	PXT_REASON_MAX = 255, /* bytes of a reason, without its null */
};

#define PXT_RECORD_ADDRESS_MASK ((UINT64_C(1) << 48) - 1)
#define PXT_RECORD_CUT (UINT32_C(1) << 31)

/* Data of CONTEXT. The record's ticks and realtime_ns were read together. */
struct pxt_context {
	uint32_t pid;
	uint32_t tid;
	uint64_t thread;      /* pthread_t */
	uint64_t realtime_ns; /* since the epoch */
	uint64_t rate;	      /* nanoseconds per tick, times 2^32 */
	uint32_t family;      /* the family whose names apply */
	uint32_t origin;      /* origin of the records in a merged log; or 0 */
};
_Static_assert(sizeof(struct pxt_context) == 40, "layout of a context");

/* Data of LOSS: count events are missing between since and the record. Its
 * address is the offset of the reason in the walk's reasons; 0: none. */
struct pxt_loss {
	uint64_t count;
	uint64_t since_ns; /* CLOCK_REALTIME */
};
_Static_assert(sizeof(struct pxt_loss) == 16, "layout of a loss");

/* Size of a record with len bytes of data. */
static inline size_t pxt_record_span(size_t len)
{
	return (PXT_RECORD_HEAD + len + 7) & ~(size_t)7;
}

static inline void pxt_record_head(uint8_t *at, uint64_t ticks, uint32_t type,
				   uint64_t address, uint32_t size)
{
	uint64_t turned = address << 16 | (uint16_t)type;
	uint64_t origin = turned >> 16 | turned << 48;

	memcpy(at, &ticks, sizeof(ticks));
	memcpy(at + 8, &origin, sizeof(origin));
	memcpy(at + 16, &size, sizeof(size));
}

/* Converts ticks to CLOCK_REALTIME, by a pair that was read at base, limited to
 * the range of int64_t. */
int64_t pxt_context_time(const struct pxt_context *context, uint64_t base,
			 uint64_t ticks);

/* A walk over the records of one chunk, or of the rest of one. */
struct pxt_record_walk {
	struct pxt_bytes in;
	struct pxt_context context; /* context of the next record */
	uint64_t context_ticks;	    /* ticks of its pair */
	uint64_t last;		    /* ticks of the previous event */
	uint64_t latest;	  /* no event is younger; UINT64_MAX at first */
	struct pxt_bytes reasons; /* reasons of losses; empty at first */
};

/* context: that of the first record; NULL, or rate 0, if the first record has
 * to be a context. */
void pxt_record_walk_init(struct pxt_record_walk *walk, const void *data,
			  size_t len, const struct pxt_context *context,
			  uint64_t context_ticks);

/* Skips further events under the same context, up to these ticks and the end of
 * the bytes, and returns their number. *type: that of the last. Any other
 * record is left to pxt_record_walk_next(). */
uint32_t pxt_record_walk_pass(struct pxt_record_walk *walk, const void *end,
			      uint64_t upto, uint32_t *type);

/* Reads the next event or loss, and contexts before it. Data is not aligned.
 * ENODATA: the end. EBADMSG: an invalid record, older than the previous one, or
 * later than possible; in.at is its place. */
int pxt_record_walk_next(struct pxt_record_walk *walk, struct pxt_event *event);

/* Reads the first event behind these ticks. *before: the walk to that event, or
 * to the end or the invalid record. Errors as of pxt_record_walk_next(). */
int pxt_record_walk_find(struct pxt_record_walk *walk, uint64_t upto,
			 struct pxt_record_walk *before);

#endif
