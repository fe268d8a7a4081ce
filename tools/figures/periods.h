/*
 * periods.h - figures of each of the equal parts of time
 *
 * The periods lie side by side. Each is closed when an item behind it comes, and
 * the figures begin anew; those without events are closed, too. Spans count
 * where they end.
 *
 * A loss counts in all periods that it touches. Logs tell of a loss at its end,
 * when periods that it touches may be closed: a survey finds such losses before.
 * Without the survey they count from the present period on.
 */
#ifndef PERIODS_H
#define PERIODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "figures/figures.h"

struct periods_loss {
	int64_t begin_ns, end_ns;
	uint64_t lost;
};

struct periods;

/* Takes the figures of the period that is closed. May return an error number,
 * or change the length of later periods. */
typedef int periods_take(struct periods *periods, void *argument);

struct periods {
	struct figures *figures; /* borrowed */
	int64_t length;		 /* nanoseconds */
	int64_t begin_ns;	 /* beginning of the present period */
	bool has_begun;
	uint64_t events;       /* in the present period */
	uint64_t lost, places; /* losses that touch it; 0 of a size unknown */
	uint64_t most_idle;    /* limit of empty periods in a row; 0: none */
	uint64_t idle;	       /* periods beyond that, so far */
	int64_t last_ns;       /* end of all items and losses */
	struct periods_loss *loss; /* losses that touch the present period and
				    * may reach into the next */
	size_t losses, room;
	bool is_surveyed;
	struct periods_loss *known; /* found by the survey, by beginning */
	size_t known_count, known_room, known_next;
	periods_take *take;
	void *argument;
};

/* figures, argument: borrowed until fini. */
void periods_init(struct periods *periods, struct figures *figures,
		  int64_t length, periods_take *take, void *argument);
void periods_fini(struct periods *periods);

/* Sets the beginning of all periods; the first one that is closed is that of
 * first_ns. Without it, the first item is the beginning. */
void periods_begin(struct periods *periods, int64_t begin_ns, int64_t first_ns);

/* Meets an item of the survey, in periods that have a beginning; NULL: its end,
 * the same items follow again. ENOMEM. */
int periods_survey(struct periods *periods,
		   const struct posix_trace_item_np *item);

/* The end of the present period. */
int64_t periods_end_ns(const struct periods *periods);

/* Adds an item. Its time may be before the present period: it counts there.
 * ENOMEM, or an error of take(). */
int periods_add(struct periods *periods,
		const struct posix_trace_item_np *item);

/* Closes all periods that end by that time. Errors as above. */
int periods_reach(struct periods *periods, int64_t ns);

/* Closes the last period, too. Errors as above. */
int periods_end(struct periods *periods);

#endif
