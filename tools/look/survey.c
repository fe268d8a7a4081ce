/*
 * survey.c - a survey of processes and streams
 */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "common/monotonic_clock.h"
#include "common/proc.h"
#include "common/text.h"
#include "look/survey.h"

enum { MOMENT_NS = 200000000 };

/* Names */

void survey_command(pid_t pid, char *name, size_t size)
{
	char text[32];

	proc_name(pid, text, sizeof(text));
	text_tame(name, size, *text ? text : "-");
}

void survey_user(uid_t user, char *name, size_t size)
{
	const struct passwd *entry = getpwuid(user);

	if (entry)
		text_tame(name, size, entry->pw_name);
	else
		snprintf(name, size, "%u", (unsigned)user);
}

void survey_label(const struct posix_trace_stream_np *stream, char *label,
		  size_t size)
{
	char user[SURVEY_NAME];

	if (stream->beside) {
		snprintf(label, size, "%d@%d", stream->number,
			 (int)stream->beside);
		return;
	}
	if (stream->user == geteuid()) {
		snprintf(label, size, "%d", stream->number);
		return;
	}
	survey_user(stream->user, user, sizeof(user));
	snprintf(label, size, "%s/%d", user, stream->number);
}

/* Taking a survey */

static void add_process(const struct posix_trace_traceable_np *process,
			void *argument)
{
	struct survey *survey = argument;
	struct survey_process *added;

	/* The own process is only looking. */
	if (process->pid == getpid() || survey->failed)
		return;
	survey->failed =
		pxt_array_reserve(&survey->processes, &survey->process_room,
				  survey->process_count + 1, sizeof(*added));
	if (survey->failed)
		return;
	added = &survey->processes[survey->process_count++];
	*added = (struct survey_process){ .is = *process, .rate = -1 };
	if (*process->program)
		text_tame(added->command, sizeof(added->command),
			  process->program);
	else
		survey_command(process->pid, added->command,
			       sizeof(added->command));
}

static void add_stream(const struct posix_trace_stream_np *stream,
		       void *argument)
{
	struct survey *survey = argument;

	if (survey->failed)
		return;
	survey->failed = pxt_array_reserve(
		&survey->streams, &survey->stream_room,
		survey->stream_count + 1, sizeof(*survey->streams));
	if (survey->failed)
		return;
	survey->streams[survey->stream_count++] = (struct survey_stream){
		.is = *stream,
		.rate = -1,
	};
}

static int by_pid(const void *a, const void *b)
{
	const struct survey_process *left = a, *right = b;

	return (left->is.pid > right->is.pid) - (left->is.pid < right->is.pid);
}

static void keep_process(struct survey *survey, pid_t pid)
{
	size_t kept = 0;

	for (size_t i = 0; i < survey->process_count; i++)
		if (survey->processes[i].is.pid == pid)
			survey->processes[kept++] = survey->processes[i];
	survey->process_count = kept;
}

int survey_take(struct survey *survey, pid_t pid)
{
	int err;

	*survey = (struct survey){ 0 };
	survey->time_ns = now_ns();
	err = posix_trace_list_streams_np(pid, add_stream, survey);
	if (!err)
		err = posix_trace_list_processes_np(add_process, survey);
	if (!err && survey->failed)
		err = ENOMEM;
	if (err) {
		survey_fini(survey);
		return err;
	}
	if (pid)
		keep_process(survey, pid);
	if (survey->process_count)
		qsort(survey->processes, survey->process_count,
		      sizeof(*survey->processes), by_pid);
	return 0;
}

void survey_fini(struct survey *survey)
{
	free(survey->processes);
	free(survey->streams);
	survey->processes = NULL;
	survey->streams = NULL;
	survey->process_count = survey->process_room = 0;
	survey->stream_count = survey->stream_room = 0;
}

/* Comparing surveys */

static const struct survey_stream *
find_stream(const struct survey *survey,
	    const struct posix_trace_stream_np *stream)
{
	for (size_t i = 0; i < survey->stream_count; i++) {
		const struct posix_trace_stream_np *is = &survey->streams[i].is;

		if (is->user == stream->user && is->number == stream->number &&
		    is->created.tv_sec == stream->created.tv_sec &&
		    is->created.tv_nsec == stream->created.tv_nsec)
			return &survey->streams[i];
	}
	return NULL;
}

/* Counters are approximate: they may seem to decrease. */
static void compare_stream(struct survey_stream *stream,
			   const struct survey_stream *before, double seconds)
{
	const unsigned long long then = before->is.events;
	const unsigned long long now = stream->is.events;

	stream->rate = now > then ? (double)(now - then) / seconds : 0;
	if (stream->is.lost > before->is.lost)
		stream->lost = stream->is.lost - before->is.lost;
}

/* Events of a stream are attributed to its target. */
static void add_rate(struct survey *survey, const struct survey_stream *stream)
{
	for (size_t i = 0; i < survey->process_count; i++) {
		struct survey_process *process = &survey->processes[i];

		if (process->is.pid != stream->is.target)
			continue;
		if (process->rate < stream->rate)
			process->rate = stream->rate;
	}
}

void survey_compare(struct survey *survey, const struct survey *before)
{
	const double seconds =
		(double)(survey->time_ns - before->time_ns) / 1e9;

	if (seconds <= 0)
		return;
	for (size_t i = 0; i < survey->stream_count; i++) {
		struct survey_stream *stream = &survey->streams[i];
		const struct survey_stream *old =
			find_stream(before, &stream->is);

		if (!old)
			continue;
		compare_stream(stream, old, seconds);
		add_rate(survey, stream);
	}
}

int survey_with_rates(struct survey *survey, pid_t pid)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };
	struct survey before;
	int err;

	err = survey_take(&before, pid);
	if (err)
		return err;
	if (!before.stream_count) {
		*survey = before;
		return 0;
	}
	nanosleep(&moment, NULL);
	err = survey_take(survey, pid);
	if (!err)
		survey_compare(survey, &before);
	survey_fini(&before);
	return err;
}
