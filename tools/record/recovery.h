/*
 * recovery.h - one stream without controller, from memory to a complete log
 */
#ifndef RECOVERY_H
#define RECOVERY_H

#include <stdbool.h>

#include <trace_np.h>

struct recovery {
	int number;			     /* of the stream */
	struct posix_trace_orphan_np orphan; /* what it is */
	const char *log;    /* its log, if the user named that, or NULL */
	const char *output; /* where to, or NULL: to the log itself */
	bool force;	    /* output may be replaced */
	bool quiet;
	bool verbose;
};

/* Say what would be done. */
void recovery_foretell(const struct recovery *recovery);

/* Do it, and say how it went. Gives the exit status. */
int recovery_run(const struct recovery *recovery);

#endif
