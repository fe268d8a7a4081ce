/*
 * cmd_record.c - recording a command, or running processes, into logs
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "record/candidates.h"
#include "record/intake.h"
#include "record/job.h"
#include "record/patience.h"
#include "record/watch.h"

enum { CHECK_MS = 200 };

static const int64_t ns_per_ms = 1000000;

/* State of a recording. */
struct record {
	struct record_options options;
	struct watch watch;
	struct progress progress;
	struct job jobs[TARGETS_MAX];
	struct target *targets[TARGETS_MAX];
	size_t count;
	int64_t end;	     /* CLOCK_MONOTONIC, ns; 0: end of the processes */
	int64_t interrupted; /* time of the last Ctrl-C, or 0 */
	bool given_up;	     /* the command was left running */
	struct incident_link *together; /* other hosts, or NULL */
};

/* True if the previous signal was within a second. */
static bool is_second_signal(struct record *record)
{
	const int64_t before = record->interrupted;

	record->interrupted = now_ns();
	return before && record->interrupted - before < 1000 * ns_per_ms;
}

/*
 * Handles a signal while a command runs: it gets the keyboard's signals itself,
 * and its reaction is awaited; signals for one process are passed on. True if
 * recording is to end before the command.
 */
static bool command_signalled(struct record *record, int signal)
{
	const struct target *target = record->targets[0];

	if (signal == SIGTERM || signal == SIGHUP) {
		kill(target->pid, signal);
		return false;
	}
	if (signal != SIGINT || !is_second_signal(record))
		return false;

	talk("%s (%d) goes on without being recorded", target->name,
	     (int)target->pid);
	record->given_up = true;
	return true;
}

/* Begins to wait for the ends of recordings, for as long as the user does. A
 * log that goes to standard output cannot be completed later. */
static void wait_for_ends(struct record *record, struct patience *patience)
{
	if (record->options.pipe)
		patience_begin(patience, &record->watch,
			       "the reader of standard output",
			       "Ctrl-C again gives up the rest", true);
	else
		patience_begin(patience, &record->watch, "the disk",
			       "Ctrl-C again gives up, and `posixtrace "
			       "recover' then completes the log",
			       true);
}

/* Ends all recordings, within the timeout, or on the user's order. */
static void end_all(struct record *record)
{
	struct patience patience;

	wait_for_ends(record, &patience);
	for (size_t i = 0; i < record->count; i++)
		job_end(&record->jobs[i]);
	patience_end(&patience);
}

/* Ends recordings of processes that have ended. */
static void end_some(struct record *record)
{
	struct patience patience;

	wait_for_ends(record, &patience);
	for (size_t i = 0; i < record->count; i++)
		if (record->targets[i]->ended)
			job_end(&record->jobs[i]);
	patience_end(&patience);
}

static bool all_have_ended(const struct record *record)
{
	for (size_t i = 0; i < record->count; i++)
		if (!record->targets[i]->ended)
			return false;
	return true;
}

static bool any_is_recorded(const struct record *record)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->jobs[i].recorded)
			return true;
	return false;
}

/* Milliseconds until the next deadline. */
static int time_left(const struct record *record)
{
	int64_t left;

	if (!record->end)
		return CHECK_MS;
	left = (record->end - now_ns()) / ns_per_ms + 1;
	return left < 0 ? 0 : left < CHECK_MS ? (int)left : CHECK_MS;
}

static struct progress_count count_all(struct record *record)
{
	struct progress_count sum = { 0 };

	for (size_t i = 0; i < record->count; i++)
		job_count(&record->jobs[i], &sum);
	return sum;
}

static void tell_progress(struct record *record)
{
	struct progress_count sum;

	if (!progress_is_due(&record->progress))
		return;
	sum = count_all(record);
	progress_put(&record->progress, &sum);
}

static void begin_progress(struct record *record)
{
	const struct record_options *options = &record->options;

	/* Progress is not shown on a command's terminal. */
	progress_begin(&record->progress, options->progress,
		       !options->command && !options->quiet);
}

static void end_progress(struct record *record)
{
	const struct progress_count sum = count_all(record);

	progress_end(&record->progress, &sum);
}

/* Saves what this host's recorders, or those of others, ask for. */
static void save_incidents(struct record *record)
{
	char why[TRIGGER_TEXT_MAX];
	struct incident incident;

	while (record->together &&
	       incident_link_take(record->together, &incident)) {
		snprintf(why, sizeof(why), "incident %s (%s)", incident.id,
			 incident.why);
		for (size_t i = 0; i < record->count; i++)
			if (incident.origin != &record->jobs[i].flight)
				job_save(&record->jobs[i], why, &incident);
	}
}

static void check_all(struct record *record)
{
	save_incidents(record);
	for (size_t i = 0; i < record->count; i++)
		job_check(&record->jobs[i]);
	tell_progress(record);
	if (record->end && now_ns() >= record->end) {
		record->end = 0;
		end_all(record);
	}
}

/* A command is awaited, recorded or not: its status is handed on. */
static bool goes_on(const struct record *record)
{
	return record->options.command ? !all_have_ended(record) :
					 any_is_recorded(record);
}

/* True for a signal of flight recorders. */
static bool saved_all(struct record *record, int signal)
{
	struct incident incident;
	char why[TRIGGER_TEXT_MAX];

	if (!record->options.flight_ns ||
	    sigismember(&record->options.triggers.signals, signal) != 1)
		return false;
	snprintf(why, sizeof(why), "signal %s",
		 sigabbrev_np(signal) ? sigabbrev_np(signal) : "?");
	if (record->together) {
		incident_link_declare(record->together, &incident, why, NULL);
		save_incidents(record);
		return true;
	}
	for (size_t i = 0; i < record->count; i++)
		job_save(&record->jobs[i], why, NULL);
	return true;
}

/* Runs until the processes end, or the user quits. */
static void follow(struct record *record)
{
	while (goes_on(record)) {
		int signal;

		switch (watch_next(&record->watch, record->targets,
				   record->count, time_left(record), &signal)) {
		case WATCH_TIME:
			check_all(record);
			break;
		case WATCH_ENDED:
			end_some(record);
			break;
		case WATCH_SIGNAL:
			if (saved_all(record, signal))
				break;
			if (!record->options.command ||
			    command_signalled(record, signal))
				return;
			check_all(record);
			break;
		}
	}
}

static int command_status(const struct record *record)
{
	int status = record->targets[0]->status;

	if (record->given_up)
		return EXIT_SIGNALLED + SIGINT;
	if (WIFSIGNALED(status))
		return EXIT_SIGNALLED + WTERMSIG(status);
	return WEXITSTATUS(status);
}

static int finish(struct record *record)
{
	const bool is_command = record->options.command;
	int status = 0;

	end_all(record);
	incident_link_end(record->together);
	end_progress(record);
	for (size_t i = 0; i < record->count; i++) {
		job_tell_end(&record->jobs[i]);
		if (record->jobs[i].status)
			status = record->jobs[i].status;
	}
	/* The failure of a command outweighs an empty recording. */
	if (is_command && (!status || status == EXIT_NO_TARGET) &&
	    command_status(record))
		status = command_status(record);
	return status;
}

/* All streams start, or none. */
static int start_all(struct record *record)
{
	struct patience patience;
	int status = 0;

	patience_begin(&patience, &record->watch, "the disk", "Ctrl-C gives up",
		       false);
	for (size_t i = 0; i < record->count; i++)
		record->jobs[i].together = record->together;
	for (size_t i = 0; i < record->count && !status; i++)
		status = job_start(&record->jobs[i]);
	for (size_t i = 0; i < record->count && !status; i++)
		status = job_begin(&record->jobs[i]);
	patience_end(&patience);
	return status;
}

/* The thread comes after the command was forked. */
static void begin_together(struct record *record)
{
	const struct record_options *options = &record->options;

	if (options->together.count)
		record->together = incident_link_begin(
			&options->together, &options->remote, options->group);
}

static int record_all(struct record *record)
{
	int status;

	begin_together(record);
	status = start_all(record);
	if (status)
		return status;
	if (record->options.duration_ns)
		record->end = now_ns() + record->options.duration_ns;
	begin_progress(record);
	follow(record);
	return finish(record);
}

/* The processes */

static bool is_attached(const struct record *record, pid_t pid)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->targets[i]->pid == pid)
			return true;
	return false;
}

static int add(struct record *record, struct job *job, int status)
{
	if (!status)
		record->targets[record->count++] = &job->target;
	return status;
}

/* A process that is named twice is recorded once. */
static int attach_process(struct record *record, const char *process)
{
	struct job *job = &record->jobs[record->count];
	pid_t pid = 0;
	int status = candidates_choose(process, &pid);

	if (status || is_attached(record, pid))
		return status;
	return add(record, job, job_attach(job, &record->options, pid));
}

static int find_all(struct record *record)
{
	const struct record_options *options = &record->options;
	struct job *job = record->jobs;
	int status = 0;

	if (options->command)
		return add(record, job,
			   job_launch(job, options, &record->watch.mask));
	for (size_t i = 0; i < options->processes && !status; i++)
		status = attach_process(record, options->process[i]);
	return status;
}

static int record_watched(struct record *record)
{
	int status;

	status = find_all(record);
	if (!status)
		status = record_all(record);
	for (size_t i = 0; i < record->count; i++)
		job_close(&record->jobs[i]);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct record record;
	int status;
	int err;

	record_options_parse(&record.options, cmd, argc, argv);
	if (record.options.device)
		return intake_record(&record.options);
	err = watch_init(&record.watch);
	if (!err && record.options.flight_ns)
		err = watch_add(&record.watch,
				&record.options.triggers.signals);
	if (err) {
		talk_error("signalfd", err);
		return job_failure(&record.options, EXIT_SYSTEM);
	}

	status = record_watched(&record);
	watch_fini(&record.watch);
	return status;
}

const struct command cmd_record = {
	.name = "record",
	.summary = "record a command, or running processes, into logs",
	.argp = &record_argp,
	.flags = ARGP_IN_ORDER,
	.run = run,
};
