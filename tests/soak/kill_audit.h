/*
 * kill_audit.h - is what was delivered what was recorded?
 *
 * Takes all events of one stream, or of its log, in the order in which they
 * are read, and compares them with the ledger.
 */
#ifndef TESTS_SOAK_KILL_AUDIT_H
#define TESTS_SOAK_KILL_AUDIT_H

#include <trace_np.h>

#include "kill_lab.h"

/* What became of one line. */
struct audit_line {
	uint32_t first, end;	/* numbers; end is one more than the last */
	unsigned breaks_before; /* that there had been at the first */
	unsigned breaks;	/* ... and at the last */
	bool any;
};

struct audit {
	/* What is asked for. */
	size_t max_data;
	bool loops;	/* the stream may have overwritten its oldest events */
	bool log_loops; /* and so may the log */
	bool log_fills; /* the log may have ended before the stream */
	bool losses_told;  /* all that was lost has its number */
	bool nothing_lost; /* there was room for everything */
	bool needs_stop;   /* STOP is the last event of all */

	/* What there was. */
	struct audit_line line[LEDGER_LINES];
	unsigned breaks; /* where events may be missing: the stream told so */
	int64_t break_ns;
	uint64_t events, lost;
	unsigned starts, stops;
	trace_event_id_t last;
	int last_number; /* the data of STOP */
};

/* Read all that an active stream has now. */
void audit_live(struct audit *audit, trace_id_t trid);

/* Read some of it. */
void audit_live_some(struct audit *audit, trace_id_t trid, unsigned count);

/* Read all of a log: the descriptor of the log itself, or of a copy. */
void audit_log(struct audit *audit, int fd);

/* The bounds of events that were recorded from the beginning until now; or
 * those of the end alone. */
void audit_bounds_now(struct bounds bounds[LEDGER_LINES]);
void audit_least_end_now(struct bounds bounds[LEDGER_LINES]);
void audit_most_end_now(struct bounds bounds[LEDGER_LINES]);

/* Everything was read: is it what it ought to be? */
void audit_finish(const struct audit *audit,
		  const struct bounds bounds[LEDGER_LINES]);

#endif
