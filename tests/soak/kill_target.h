/*
 * kill_target.h - a process that records until it is killed
 *
 * It fills the lines of the ledger. When its home is made it is ready; it
 * begins when the lab says go, and its child, if it is to have one, inherits
 * its streams.
 */
#ifndef TESTS_SOAK_KILL_TARGET_H
#define TESTS_SOAK_KILL_TARGET_H

#include "kill_lab.h"

struct target {
	unsigned threads;
	size_t max_data;
	unsigned pace; /* events before each rest; 0: no rest */
	bool has_child;
};

/* Start a target, and wait until it is ready. */
pid_t target_start(const struct target *target);

/* What the handler of this signal does is record, too. */
enum { TARGET_SIGNAL = 10 }; /* SIGUSR1 */

/* Record the next event of a line. */
void target_record(unsigned type, struct line *line, size_t max_data);

/* The same in two steps: all that takes long is done before. */
struct target_event {
	struct line *line;
	struct mark mark;
	size_t len;
	unsigned char data[LEDGER_DATA_MAX];
};
void target_prepare(struct target_event *event, struct line *line,
		    uint32_t number, size_t max_data);
void target_put(unsigned type, const struct target_event *event);

/* The type of all events. */
unsigned target_type(void);

#endif
