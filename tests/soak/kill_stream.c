/* kill_stream.c - see kill_stream.h */
#include "kill_stream.h"

#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, LOGS = 2 };

static char folder[PATH_SIZE - 16];
static char path[LOGS][PATH_SIZE];
static pid_t owner;

/* Also in handlers of signals; and not by children, who end as they like. */
static void remove_logs(void)
{
	if (getpid() != owner)
		return;
	for (unsigned i = 0; i < LOGS; i++)
		unlink(path[i]);
	rmdir(folder);
}

static void leave(int number)
{
	(void)number;
	quick_exit(EXIT_FAILURE);
}

void stream_keep_logs(void)
{
	const char *dir = getenv("TMPDIR");

	snprintf(folder, sizeof(folder), "%s/kill-XXXXXX", dir ? dir : "/tmp");
	if (!mkdtemp(folder))
		err(EXIT_FAILURE, "%s", folder);
	for (unsigned i = 0; i < LOGS; i++)
		snprintf(path[i], PATH_SIZE, "%s/%u.ptl", folder, i);
	owner = getpid();
	atexit(remove_logs);
	at_quick_exit(remove_logs);
	signal(SIGHUP, leave);
	signal(SIGINT, leave);
	signal(SIGTERM, leave);
}

int stream_make_log(unsigned number)
{
	int fd =
		open(path[number],
		     O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0)
		err(EXIT_FAILURE, "%s", path[number]);
	return fd;
}

static trace_attr_t attributes(const struct stream_plan *plan)
{
	trace_attr_t attr;

	posix_trace_attr_init(&attr);
	posix_trace_attr_setstreamfullpolicy(&attr, plan->policy);
	posix_trace_attr_setstreamsize(&attr, plan->size);
	posix_trace_attr_setmaxdatasize(&attr, plan->max_data);
	if (plan->inherited)
		posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED);
	if (plan->log_policy)
		posix_trace_attr_setlogfullpolicy(&attr, plan->log_policy);
	if (plan->log_size)
		posix_trace_attr_setlogsize(&attr, plan->log_size);
	return attr;
}

trace_id_t stream_make(pid_t pid, const struct stream_plan *plan, int fd)
{
	trace_attr_t attr = attributes(plan);
	trace_id_t trid;

	if (plan->log_policy)
		lab_check(posix_trace_create_withlog(pid, &attr, fd, &trid),
			  "posix_trace_create_withlog()");
	else
		lab_check(posix_trace_create(pid, &attr, &trid),
			  "posix_trace_create()");
	return trid;
}

void stream_expect(const struct stream_plan *plan, struct audit *audit)
{
	memset(audit, 0, sizeof(*audit));
	audit->max_data = plan->max_data;
	audit->loops = plan->policy == POSIX_TRACE_LOOP;
	audit->log_loops = plan->log_policy == POSIX_TRACE_LOOP;
	audit->log_fills = plan->log_policy == POSIX_TRACE_UNTIL_FULL;
	audit->losses_told = plan->log_policy != 0;
}

static const char *policy_name(int policy)
{
	switch (policy) {
	case POSIX_TRACE_LOOP:
		return "LOOP";
	case POSIX_TRACE_UNTIL_FULL:
		return "UNTIL_FULL";
	case POSIX_TRACE_FLUSH:
		return "FLUSH";
	case POSIX_TRACE_APPEND:
		return "APPEND";
	default:
		return "none";
	}
}

void stream_tell(const struct stream_plan *plan)
{
	lab_tell("stream %s of %zu, log %s, max-data-size %zu%s",
		 policy_name(plan->policy), plan->size,
		 policy_name(plan->log_policy), plan->max_data,
		 plan->inherited ? ", inherited" : "");
}

void stream_draw(struct stream_plan *plan, size_t max_data, bool with_log)
{
	static const size_t size[] = { 20000, 65536, 262144, 1048576 };
	static const int policy[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				      POSIX_TRACE_FLUSH };

	*plan = (struct stream_plan){
		.policy = policy[lab_luck(with_log ? 3 : 2)],
		.size = size[lab_luck(ARRAY_LEN(size))],
		.max_data = max_data,
	};
	if (with_log) {
		plan->log_policy = POSIX_TRACE_APPEND;
		plan->log_size = (size_t)1 << 40;
	}
}
