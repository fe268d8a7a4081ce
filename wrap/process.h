/* process.h - what the files of the group proc share */
#ifndef WRAP_PROCESS_H
#define WRAP_PROCESS_H

#include "wrap/events.h"

/* Which call it was that failed. */
enum wrap_process_call {
	WRAP_FORK,
	WRAP_EXEC,
	WRAP_SPAWN,
	WRAP_POPEN,
	WRAP_DAEMON,
};

static inline void wrap_process_failed(enum wrap_process_call call, int error,
				       const void *caller)
{
	const struct wrap_process_failure data = { (int32_t)call, error };

	RECORD(proc_fail, data, caller);
}

#endif
