/* process.h - what the files of the group proc share */
#ifndef WRAP_PROCESS_H
#define WRAP_PROCESS_H

#include "wrap/events.h"
#include "wrap/peek.h"
#include "wrap/words.h"

/* Which call it was that failed. */
enum wrap_process_call {
	WRAP_FORK,
	WRAP_EXEC,
	WRAP_SPAWN,
	WRAP_POPEN,
	WRAP_DAEMON,
};

enum wrap_how {
	WRAP_EXITED,
	WRAP_KILLED,
	WRAP_CORE_DUMPED,
	WRAP_STOPPED,
	WRAP_CONTINUED,
};

/* Say what a status means that is of a process. Gives how many bytes there are
 * to tell. */
size_t wrap_explain_status(struct wrap_status *is);

/* The same of what a call gave, where -1 is no status; errno says why. */
size_t wrap_take_status(struct wrap_status *is, int status);

/* path: of what did not start, or NULL. */
static inline void wrap_process_failed(enum wrap_process_call call, int error,
				       const char *path, const void *caller)
{
	struct {
		int32_t call, error;
		char path[WRAP_WORDS];
	} data = { (int32_t)call, error, { 0 } };

	RECORD_PART(proc_fail, data, path,
		    path ? wrap_peek_text(data.path, WRAP_WORDS, path) : 0,
		    caller);
}

#endif
