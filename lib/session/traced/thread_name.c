/* thread_name.c - names of ending threads, in the table of objects */
#include "session/traced/thread_name.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/proc.h"
#include "session/traced/home.h"
#include "stream/objects.h"

static struct pxt_process *recorded_process(void)
{
	struct pxt_process *process = pxt_home_process();

	return process->shared && process->id.pid == getpid() &&
			       pxt_process_traced(atomic_load_explicit(
				       &process->shared->word,
				       memory_order_seq_cst)) ?
		       process :
		       NULL;
}

/* A thread without a name of its own has its program's. */
static bool is_of_program(const char *name)
{
	return !strncmp(name, program_invocation_short_name, PXT_PROC_NAME - 1);
}

static void put(struct pxt_process *process, uint32_t tid, const char *name)
{
	struct pxt_object object = {
		.pid = (uint32_t)process->id.pid,
		.address = tid,
		.since_ns = pxt_clock_ns(CLOCK_REALTIME),
	};
	pxt_object_handle handle;

	if (!*name || is_of_program(name) ||
	    pxt_object_set(&object, PXT_OBJECT_THREAD, name, NULL) ||
	    pxt_objects_add(&process->names, &object, &handle))
		return;
	pxt_objects_end(&process->names, handle, object.since_ns);
}

void pxt_thread_name_leave(void)
{
	struct pxt_process *process = recorded_process();
	char name[PXT_PROC_NAME] = "";
	const int saved = errno;

	if (process && !prctl(PR_GET_NAME, name))
		put(process, (uint32_t)gettid(), name);
	errno = saved;
}

void pxt_thread_name_leave_other(uint32_t tid)
{
	struct pxt_process *process = recorded_process();
	char name[PXT_PROC_NAME];
	const int saved = errno;

	if (process && !pxt_proc_thread_name(process->id.pid, (pid_t)tid, name))
		put(process, tid, name);
	errno = saved;
}
