/*
 * child.c - waiting for children
 *
 * All of these are cancellation points. With WNOHANG the wait takes no time.
 */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "wrap/calls/next.h"
#include "wrap/process/process.h"

struct waiting {
	struct wrap_waited data;
	size_t used; /* bytes of status */
	const void *caller;
};

static void end(void *arg)
{
	const struct waiting *waiting = arg;

	RECORD_PART(proc_waited, waiting->data, is, waiting->used,
		    waiting->caller);
}

static struct waiting begin(int64_t whom, int options, const void *caller)
{
	const struct wrap_process_wait wait = {
		.child = (int32_t)whom,
		.options = (uint32_t)options,
	};

	RECORD(proc_wait, wait, caller);
	return (struct waiting){
		.data = { .child = -1, .is.error = ECANCELED },
		.used = offsetof(struct wrap_status, how),
		.caller = caller,
	};
}

static void got(struct waiting *waiting, pid_t child, const int *status)
{
	waiting->data.child = child;
	waiting->data.is.error = child < 0 ? errno : 0;
	if (child <= 0)
		return;
	waiting->data.is.status = *status;
	waiting->used = wrap_explain_status(&waiting->data.is);
}

size_t wrap_explain_status(struct wrap_status *is)
{
	const int status = is->status;

	is->code = -1;
	if (WIFCONTINUED(status)) {
		is->how = WRAP_CONTINUED;
		return offsetof(struct wrap_status, how) + sizeof(is->how);
	}
	if (WIFEXITED(status)) {
		is->how = WRAP_EXITED;
		is->code = (int16_t)WEXITSTATUS(status);
		return offsetof(struct wrap_status, signal);
	}
	if (WIFSTOPPED(status)) {
		is->how = WRAP_STOPPED;
		is->signal = WSTOPSIG(status);
		return sizeof(*is);
	}
	is->how = WCOREDUMP(status) ? WRAP_CORE_DUMPED : WRAP_KILLED;
	is->signal = WTERMSIG(status);
	return sizeof(*is);
}

size_t wrap_take_status(struct wrap_status *is, int status)
{
	is->error = status == -1 ? errno : 0;
	is->status = status;
	return status == -1 ? offsetof(struct wrap_status, how) :
			      wrap_explain_status(is);
}

/* The wrapper passes a status of its own where the program passes NULL: the
 * event needs it. */
#define WAIT(whom, options, status, name, ...)                    \
	do {                                                      \
		struct waiting waiting;                           \
		int own_ = 0, *at_ = (status) ? (status) : &own_; \
		pid_t child_;                                     \
                                                                  \
		waiting = begin(whom, options, CALLER);           \
		pthread_cleanup_push(end, &waiting);              \
		child_ = NEXT(name)(__VA_ARGS__);                 \
		got(&waiting, child_, at_);                       \
		pthread_cleanup_pop(1);                           \
		return waiting.data.child;                        \
	} while (0)

WRAPPER pid_t wait(int *status)
{
	if (!wrap_wants(WRAP_PROC, CALLER))
		return NEXT(wait)(status);
	WAIT(-1, 0, status, wait, at_);
}

WRAPPER pid_t waitpid(pid_t whom, int *status, int options)
{
	if (!wrap_wants(WRAP_PROC, CALLER))
		return NEXT(waitpid)(whom, status, options);
	WAIT(whom, options, status, waitpid, whom, at_, options);
}

WRAPPER pid_t wait3(int *status, int options, struct rusage *usage)
{
	if (!wrap_wants(WRAP_PROC, CALLER))
		return NEXT(wait3)(status, options, usage);
	WAIT(-1, options, status, wait3, at_, options, usage);
}

WRAPPER pid_t wait4(pid_t whom, int *status, int options, struct rusage *usage)
{
	if (!wrap_wants(WRAP_PROC, CALLER))
		return NEXT(wait4)(whom, status, options, usage);
	WAIT(whom, options, status, wait4, whom, at_, options, usage);
}

/* Composes a wait status from the members of siginfo_t. */
static int status_of(const siginfo_t *info)
{
	switch (info->si_code) {
	case CLD_EXITED:
		return (info->si_status & 0xff) << 8;
	case CLD_DUMPED:
		return info->si_status | 0x80;
	case CLD_KILLED:
		return info->si_status;
	case CLD_CONTINUED:
		return 0xffff;
	default:
		return info->si_status << 8 | 0x7f;
	}
}

WRAPPER int waitid(idtype_t type, id_t whom, siginfo_t *info, int options)
{
	const int64_t child = type == P_PID ? (int64_t)whom : -1;
	struct waiting waiting;
	siginfo_t own = { .si_pid = 0 };
	int result, status;

	if (!wrap_wants(WRAP_PROC, CALLER))
		return NEXT(waitid)(type, whom, info, options);
	waiting = begin(child, options, CALLER);
	pthread_cleanup_push(end, &waiting);
	result = NEXT(waitid)(type, whom, info ? info : &own, options);
	if (info && !result)
		own = *info;
	status = status_of(&own);
	got(&waiting, result ? -1 : own.si_pid, &status);
	pthread_cleanup_pop(1);
	return result;
}
