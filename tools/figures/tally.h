/*
 * tally.h - counts of events by type
 *
 * There is a row for each type; or for each type in each thread, or process.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "figures/nearby_losses.h"
#include "figures/spread.h"
#include "figures/entities.h"

enum { TALLY_INTERVALS = 1 << 13 }; /* limit of rows with intervals */

enum tally_group { TALLY_EVENT, TALLY_THREAD, TALLY_PROCESS };

struct tally_row {
	uint64_t count;
	int64_t first_ns, last_ns; /* CLOCK_REALTIME */
	int64_t latest_ns;	   /* time of the last event */
	uint64_t lost;		   /* nearby */
	struct spread *intervals;  /* intervals between events; or NULL */
};

/* The place where an event is counted. */
struct tally_place {
	uint32_t row;
	uint32_t type; /* number among the types near losses */
};

struct tally {
	enum tally_group group;
	bool intervals;
	uint32_t interval_rows;	  /* TALLY_INTERVALS: others may lack them */
	struct entities entities; /* numbers of the rows' keys */
	struct tally_row *row;
	size_t room;
	uint64_t events;
	int64_t first_ns, last_ns; /* range of all events */
	struct nearby_losses nearby;
};

/* intervals: count these, too. */
void tally_init(struct tally *tally, enum tally_group group, bool intervals);
void tally_fini(struct tally *tally);

/* program: that of the process at that time. *place: for events. ENOMEM. */
int tally_add(struct tally *tally, const struct posix_trace_item_np *item,
	      int64_t program, struct tally_place *place);

/* Adds another event of a place that is kept. ENOMEM. */
int tally_add_again(struct tally *tally, const struct tally_place *place,
		    int64_t ns);

/* True unless other threads and types share the place. */
bool tally_keeps(const struct tally *tally, const struct tally_place *place);

/* Sets the counts of the rows to zero. */
void tally_renew(struct tally *tally);

/* Ends the input. */
void tally_end(struct tally *tally);

/* Rate per second, over the range of all events; negative: no range. */
double tally_rate(const struct tally *tally, const struct tally_row *row);

#endif
