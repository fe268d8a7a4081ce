/*
 * recovery.h - completing the log of an orphan
 */
#ifndef RECOVERY_H
#define RECOVERY_H

#include <stdbool.h>

#include <trace_np.h>

struct recovery {
	int number;			     /* number of the stream */
	struct posix_trace_orphan_np orphan; /* description of the stream */
	const char *log;    /* log named by the user, or NULL */
	const char *output; /* destination, or NULL: the log itself */
	bool force;	    /* output may be replaced */
	bool quiet;
	bool verbose;
};

/* Reports what would be done. */
void recovery_foretell(const struct recovery *recovery);

/* Recovers, and reports. Returns the exit status. */
int recovery_run(const struct recovery *recovery);

#endif
