/* process.h - shared parts of the wrappers of group proc */
#ifndef WRAP_PROCESS_PROCESS_H
#define WRAP_PROCESS_PROCESS_H

#include "wrap/event/events.h"
#include "wrap/event/peek.h"
#include "wrap/event/text_event.h"

/* The call that failed. */
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

/* Expands the status of a process; returns the size of the data. */
size_t wrap_explain_status(struct wrap_status *is);

/* Expands the result of a call, where -1 is an error; errno has the reason. */
size_t wrap_take_status(struct wrap_status *is, int status);

/* path: the program that did not start, or NULL. */
static inline void wrap_process_failed(enum wrap_process_call call, int error,
				       const char *path, const void *caller)
{
	struct {
		int32_t call, error;
		char path[WRAP_TEXT_MAX];
	} data = { (int32_t)call, error, { 0 } };

	RECORD_PART(proc_fail, data, path,
		    path ? wrap_peek_text(data.path, WRAP_TEXT_MAX, path) : 0,
		    caller);
}

#endif
