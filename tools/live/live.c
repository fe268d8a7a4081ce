/*
 * live.c - watching a stream or a process
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <trace_np.h>

#include "common/command.h"
#include "common/pid.h"
#include "common/talk.h"
#include "live/live.h"
#include "live/live_log.h"
#include "live/live_stream.h"
#include "live/stream_name.h"
#include "record/candidates.h"

struct wanted {
	struct stream_name name;
	bool found;
	struct posix_trace_stream_np stream;
};

static void compare(const struct posix_trace_stream_np *stream, void *argument)
{
	struct wanted *wanted = argument;

	if (!stream_name_means(&wanted->name, stream))
		return;
	wanted->found = true;
	wanted->stream = *stream;
}

bool live_is_stream(const char *name)
{
	struct stream_name parsed;

	return stream_name_parse(name, &parsed) && access(name, F_OK) &&
	       errno == ENOENT;
}

static int find(const char *name, struct wanted *wanted)
{
	int err;

	*wanted = (struct wanted){ .found = false };
	stream_name_parse(name, &wanted->name);
	err = posix_trace_list_streams_np(0, compare, wanted);
	if (wanted->found)
		return EXIT_SUCCESS;
	if (err)
		return pid_refuse(0, err);
	talk("%s: no file has that name, and no stream that number; see "
	     "posixtrace ls streams",
	     name);
	return EXIT_MISUSE;
}

/* A target without a readable log, or with one that does not grow by itself. */
static int watch_target(struct live **live, const char *name,
			const struct posix_trace_stream_np *stream,
			const struct live_plan *plan)
{
	const bool inherited = stream->inherited == POSIX_TRACE_INHERITED;

	if (!plan->follow) {
		talk("stream %s: its events are in no log; show -F %s "
		     "watches its process, and record -p %ld makes a log of it",
		     name, name, (long)stream->target);
		return EXIT_NOTHING;
	}
	return live_stream_open(live, stream->target, plan, inherited);
}

static int find_controlled(const char *name, struct wanted *wanted)
{
	const int status = find(name, wanted);

	if (status || wanted->stream.controller_lives)
		return status;
	talk("stream %s: its controller is gone; see posixtrace recover", name);
	return EXIT_NOTHING;
}

int live_open_stream(struct live **live, const char *name,
		     const struct live_plan *plan)
{
	struct wanted wanted;
	int status;

	status = find_controlled(name, &wanted);
	if (status)
		return status;
	if (live_log_open(live, name, &wanted.stream, plan->follow))
		return EXIT_SUCCESS;
	return watch_target(live, name, &wanted.stream, plan);
}

int live_find_log(char **file, const char *name)
{
	const struct live_plan plan = { .follow = false };
	struct wanted wanted;
	int status;

	status = find_controlled(name, &wanted);
	if (status)
		return status;
	if (!live_log_update(name, &wanted.stream))
		return watch_target(NULL, name, &wanted.stream, &plan);
	*file = strdup(wanted.stream.log);
	if (*file)
		return EXIT_SUCCESS;
	talk_error(name, ENOMEM);
	return EXIT_SYSTEM;
}

int live_open_process(struct live **live, const char *process,
		      const struct live_plan *plan)
{
	int status;
	pid_t pid;

	status = candidates_choose(process, &pid);
	return status ? status : live_stream_open(live, pid, plan, true);
}
