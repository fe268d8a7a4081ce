/*
 * tally.h - how often the events of a trace come, type by type
 *
 * There is a row for each type; or for each type of each thread, or of each
 * process.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "figures/nearby.h"
#include "figures/spread.h"
#include "figures/who.h"

enum { TALLY_INTERVALS = 1 << 13 }; /* rows that have some, at most */

enum tally_group { TALLY_EVENT, TALLY_THREAD, TALLY_PROCESS };

struct tally_row {
	uint64_t count;
	int64_t first_ns, last_ns; /* CLOCK_REALTIME */
	int64_t latest_ns;	   /* of the one that came last */
	uint64_t lost;		   /* nearby */
	struct spread *intervals;  /* from one to the next; or NULL */
};

struct tally {
	enum tally_group group;
	bool intervals;
	uint32_t interval_rows; /* TALLY_INTERVALS: others may have none */
	struct whos whos; /* whose row it is */
	struct tally_row *row;
	size_t room;
	uint64_t events;
	int64_t first_ns, last_ns; /* of all of them */
	struct nearby nearby;
};

/* intervals: of them, too. */
void tally_init(struct tally *tally, enum tally_group group, bool intervals);
void tally_fini(struct tally *tally);

/* program: which of its process's it is of. ENOMEM. */
int tally_add(struct tally *tally, const struct posix_trace_item_np *item,
	      int64_t program);

/* Say that all have come. */
void tally_end(struct tally *tally);

/* Events a second, from the first to the last of all; negative: that is no
 * time. */
double tally_rate(const struct tally *tally, const struct tally_row *row);

#endif
