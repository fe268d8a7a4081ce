/*
 * soak_count.h - what a stream delivered, counted by lane and number
 *
 * Takes events in the order in which they are delivered, and says at once
 * what is wrong with one of them:
 *
 *	C1  it is one that its lane has begun, with the type, the length and
 *	    the bytes that the plan has for it; cut at max-data-size, and only
 *	    there
 *	C2  it is of the process and of the thread that made it
 *	C3  it comes behind all of its lane with lower numbers, and once
 *	C4  it is not behind STOP and before START, and its type is not in the
 *	    filter that START or FILTER told last
 *	C5  if no system event is between it and the last of its lane, then
 *	    all between the two are of types in that filter, or in the next
 *	    one: both are in force before FILTER is recorded. Or they were
 *	    made while a filter was set that is not told, as the stream was
 *	    full by then: soak_check.h looks at these
 *
 * C4 and C5 do not hold for a LOOP stream with log, which may leave out START,
 * STOP and FILTER if it is flushed while it is overwritten (deviation 14); and
 * no longer when a stream was cleared, which no event tells.
 *
 * A stream with log that is read as well delivers each event here or there:
 * of it C4 and C5 do not hold, and C3 for each part by itself.
 *
 * Whether what is missing may be missing is for soak_check.h to say, when all
 * is known. For that each gap remembers whether a loss was told within it.
 */
#ifndef TESTS_SOAK_COUNT_H
#define TESTS_SOAK_COUNT_H

#include <trace_np.h>

#include "soak.h"

struct soak_gap {
	uint32_t from, to; /* numbers that are missing, both included */
	bool told;	   /* that there is a loss, between its neighbours */
};

struct soak_early {
	uint32_t lane, number, type;
};

struct soak_lane_count {
	uint32_t last; /* number delivered last */
	uint64_t told; /* the stream's told and system, as they were then */
	uint64_t system;
	uint8_t *seen; /* a bit for each number */
	uint32_t room; /* bytes of seen */
	struct soak_gap *gap;
	size_t gaps;
};

enum soak_window { SOAK_UNKNOWN, SOAK_RUNNING, SOAK_STOPPED };

struct soak_count {
	struct soak_board *board; /* borrowed */
	const char *what;	  /* the stream, for messages; borrowed */
	trace_id_t trid;
	size_t max_data;
	bool loops;
	bool strict;	      /* system events tell everything: C4, C5 */
	unsigned overwriting; /* OVERFLOWs without their RESUME */
	bool abrupt;	      /* it may be shut down while it is read */
	_Atomic bool cleared;
	int16_t kind[4096]; /* by event type: our type + 1, 0 not known */
	int16_t brief[4096];
	trace_event_id_t id[8]; /* by our type; 0: not looked for yet */

	enum soak_window window;
	bool filter_known;
	trace_event_set_t filter;
	uint64_t system;	  /* system events so far */
	struct soak_early *early; /* what the next filter has to explain */
	size_t earlies;
	struct soak_early *odd; /* what it did not explain */
	size_t odds;
	uint64_t told; /* places where a loss was told */

	uint64_t events; /* ours */
	uint64_t lost;	 /* the sum over LOSS items */
	unsigned misses; /* that nothing excuses */
	unsigned
		doubts; /* that a thread may be why that did not run for long */
	struct soak_lane_count lane[SOAK_LANES];
};

struct soak_count *soak_count_create(struct soak_board *board,
				     const char *what);
void soak_count_close(struct soak_count *count);

/* tid: the kernel's thread, or 0 where that is not told. */
void soak_count_event(struct soak_count *count,
		      const struct posix_trace_event_info *info, pid_t tid,
		      const void *data, size_t len);
void soak_count_loss(struct soak_count *count, uint64_t lost);

/* What comes now is the other part: the log. */
void soak_count_turn(struct soak_count *count, trace_id_t log);

/* That was all. */
void soak_count_end(struct soak_count *count);

bool soak_count_has(const struct soak_lane_count *lane, uint32_t number);

/* Is a number that is missing in a gap where a loss was told? */
bool soak_count_was_told(const struct soak_count *count, uint32_t lane,
			 uint32_t number);

/* Something is not as it should be. */
void soak_miss(struct soak_count *count, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Nor is this, but it is a sum of losses, the place of one, or what is behind
 * STOP or FILTER. Never use it of an event's order, data or origin. */
void soak_doubt(struct soak_count *count, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
