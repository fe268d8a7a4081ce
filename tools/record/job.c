/*
 * job.c - a recorded process: the target, its stream and its log
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/command.h"
#include "common/filename.h"
#include "common/monotonic_clock.h"
#include "common/proc.h"
#include "common/runtime.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/earlier_logs.h"
#include "record/job.h"
#include "record/linkage.h"
#include "record/silence.h"
#include "record/wrap_environment.h"
#include "source/uncounted_note.h"

static const char default_output[] = "%c-%p.ptl";
static const char default_flight[] = "%c-%p.%t.ptl";
static const char standard_output[] = "standard output";

int job_failure(const struct record_options *options, int status)
{
	return options->command ? EXIT_RECORD : status;
}

static int system_failure(const struct record_options *options,
			  const char *what, int err)
{
	talk_error(what, err);
	return job_failure(options, EXIT_SYSTEM);
}

/* The target */

int job_launch(struct job *job, const struct record_options *options,
	       const sigset_t *mask)
{
	int err;

	*job = (struct job){ .options = options, .log.fd = -1 };
	if (options->wrap &&
	    !wrap_environment_begin(options->wrap, options->wrap_only))
		return job_failure(options, EXIT_SYSTEM);
	if (options->wrap && linkage_is_static(options->command[0]))
		talk("--wrap: %s is linked statically: its calls of the C "
		     "library are not recorded",
		     options->command[0]);
	err = target_launch(&job->target, options->command, mask);
	return err ? system_failure(options, options->command[0], err) : 0;
}

static int no_process(const struct record_options *options, pid_t pid)
{
	talk("%d: %s", (int)pid, strerror(ESRCH));
	return job_failure(options, EXIT_NO_TARGET);
}

int job_attach(struct job *job, const struct record_options *options, pid_t pid)
{
	*job = (struct job){ .options = options, .log.fd = -1 };
	if (target_attach(&job->target, pid))
		return no_process(options, pid);
	job->silent = proc_is_open(pid) && silence_is_foreseen(&job->target);
	return 0;
}

/* The log */

static bool rotates(const struct record_options *options)
{
	return options->rotate_bytes || options->rotate_ns;
}

/* The name of the log with that number. NULL: no memory. */
static char *make_name(const struct job *job, unsigned number)
{
	const struct filename_facts facts = {
		.pid = job->target.pid,
		.program = job->target.name,
		.number = number,
		.time = job->begun,
	};

	return job->pattern ? filename_expand(job->pattern, &facts) : NULL;
}

static int create_named(struct job *job, unsigned number, struct logfile *log)
{
	const struct record_options *options = job->options;
	char *path = make_name(job, number);
	int err;

	if (!path)
		return system_failure(options, "log", ENOMEM);
	err = logfile_create(log, path, options->force);
	if (err)
		err = job_failure(options, logfile_refuse(path, err));
	free(path);
	return err;
}

/* Several logs need several names. */
static bool is_numbered(const struct record_options *options)
{
	return rotates(options) || (options->flight_ns && options->output &&
				    !filename_has(options->output, 't'));
}

/* Saves of an incident have its name. */
static char *make_pattern(const struct record_options *options)
{
	const char *pattern = options->output;

	if (options->together.count)
		return filename_with(pattern ? pattern : default_output, 'I');
	if (!pattern)
		pattern = options->flight_ns ? default_flight : default_output;
	return is_numbered(options) ? filename_numbered(pattern) :
				      strdup(pattern);
}

static void set_pattern(struct job *job)
{
	const struct record_options *options = job->options;

	job->pattern = make_pattern(options);
	job->number = 1;
	job->begun = time(NULL);
	newest_logs_init(&job->kept, options->keep, options->keep_bytes);
}

static int create_flight(struct job *job)
{
	const struct record_options *options = job->options;

	job->flies = true;
	job->flight = (struct flight){
		.triggers = &options->triggers,
		.recording = &job->recording,
		.window_ns = options->flight_ns,
		.pattern = job->pattern,
		.kept = &job->kept,
		.together = job->together,
		.force = options->force,
		.quiet = options->quiet,
	};
	return job->pattern && !flight_create_log(job->pattern, &job->target,
						  &job->log) ?
		       0 :
		       job_failure(options, EXIT_SYSTEM);
}

static int create_log(struct job *job)
{
	int err;

	if (!job->options->pipe) {
		set_pattern(job);
		if (job->options->flight_ns)
			return create_flight(job);
		return create_named(job, job->number, &job->log);
	}
	err = logfile_create_unnamed(&job->log, standard_output);
	return err ? system_failure(job->options, "a temporary file", err) : 0;
}

/* The stream */

static int not_permitted(const struct job *job)
{
	const struct target *target = &job->target;
	char owner[64];

	/* Tracing is permitted: the runtime directory is unusable, or the
	 * process's is. */
	if (proc_is_open(target->pid))
		return job_failure(job->options, runtime_refuse());
	proc_owner(target->pid, owner, sizeof(owner));
	talk("%s (%d): %s; it belongs to %s: be that user, or root",
	     target->name, (int)target->pid, strerror(EPERM), owner);
	return job_failure(job->options, EXIT_DENIED);
}

static int cannot_start(const struct job *job, int err)
{
	switch (err) {
	case EPERM:
	case EACCES:
		return not_permitted(job);
	case ESRCH:
		return no_process(job->options, job->target.pid);
	case ENOSPC:
	case EFBIG:
	case EIO:
	case EDQUOT:
		return system_failure(job->options, job->log.path, err);
	}
	runtime_report_no_stream(err);
	return job_failure(job->options, EXIT_SYSTEM);
}

int job_start(struct job *job)
{
	int status;
	int err;

	status = create_log(job);
	if (status)
		return status;
	err = recording_start(&job->recording, &job->target, &job->log,
			      &job->options->plan);
	if (err)
		return cannot_start(job, err);
	job->recorded = true;
	if (job->flies)
		err = flight_begin(&job->flight, &job->target,
				   job->options->plan.follow);
	return err ? cannot_start(job, err) : 0;
}

/* Beginning */

static int cannot_execute(const struct record_options *options, int err)
{
	talk_error(options->command[0], err);
	return err == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}

static const char *policy_name(const struct record_options *options)
{
	switch (options->plan.policy) {
	case POSIX_TRACE_LOOP:
		return "loop, then";
	case POSIX_TRACE_UNTIL_FULL:
		return "until full, then";
	}
	return "flush";
}

static void tell_flight(const struct job *job)
{
	char triggers[TRIGGER_TEXT_MAX], duration[TEXT_MAX];

	triggers_describe(&job->options->triggers, triggers, sizeof(triggers));
	talk("keeping the last %s of %s (%d) in memory; %s",
	     text_duration(duration, job->options->flight_ns), job->target.name,
	     (int)job->target.pid, triggers);
}

static void tell_start(const struct job *job)
{
	const char *selection = job->options->plan.selection;

	if (job->options->quiet)
		return;
	if (job->flies)
		tell_flight(job);
	else
		talk("tracing %s (%d), %s, %s to %s", job->target.name,
		     (int)job->target.pid, selection ? selection : "all events",
		     policy_name(job->options), job->log.path);
}

static int begin_flow(struct job *job)
{
	int err;

	err = outflow_begin(&job->outflow, job->log.fd, STDOUT_FILENO);
	if (err)
		return system_failure(job->options, standard_output, err);
	job->flows = true;
	return 0;
}

int job_begin(struct job *job)
{
	int status = job->options->pipe ? begin_flow(job) : 0;
	int err;

	if (status)
		return status;
	if (job->target.ours) {
		err = target_release(&job->target);
		if (err)
			return cannot_execute(job->options, err);
	}
	err = logfile_keep(&job->log);
	if (err)
		talk("%s: %s; the log is %s", job->log.path, strerror(err),
		     job->log.beside);
	if (job->options->keep_bytes)
		earlier_logs_add(&job->kept, job->pattern, job->target.name);
	if (!job->flies)
		newest_logs_add(&job->kept, job->log.path);
	tell_start(job);
	return 0;
}

/* Going on in another log */

static bool is_due(const struct job *job)
{
	const struct record_options *options = job->options;
	const struct recording *recording = &job->recording;

	if (job->stuck || !job->recorded)
		return false;
	return (options->rotate_bytes &&
		recording->bytes >= options->rotate_bytes) ||
	       (options->rotate_ns && options->keep_bytes &&
		recording->bytes >= options->keep_bytes / 2) ||
	       (options->rotate_ns &&
		recording_age(recording) >= options->rotate_ns);
}

/* Each log has the sum of what was removed before it: the log that had the sum
 * before may be the next to be removed. */
static void note_removed(struct job *job)
{
	char text[NEWEST_LOGS_TEXT];

	if (!job->kept.removed.logs)
		return;
	newest_logs_describe(&job->kept, text);
	posix_trace_note_np(job->recording.trid, "removed", text);
}

/* Without another log, the present one grows. */
static void rotate(struct job *job)
{
	struct logfile other;
	int status;
	int err;

	job->stuck = true;
	status = create_named(job, job->number + 1, &other);
	if (!status && recording_switch(&job->recording, &other, NULL))
		status = job_failure(job->options, EXIT_SYSTEM);
	if (status) {
		talk("%s: the next log cannot be made, and this one goes on",
		     job->log.path);
		job->status = status;
		return;
	}
	err = logfile_keep(&job->log);
	if (err)
		talk_error(job->log.path, err);
	job->number++;
	job->stuck = false;
	newest_logs_add(&job->kept, job->log.path);
	note_removed(job);
	if (job->options->verbose)
		talk("recording goes on in %s", job->log.path);
}

/* Removed logs are told to the user once. */
static void keep_newest(struct job *job)
{
	newest_logs_limit(&job->kept);
	if (job->kept.removed.logs == job->removed)
		return;
	if (!job->removed && job->options->keep_bytes && !job->options->quiet)
		talk("%s: the limit of --keep is reached, and the oldest logs "
		     "are removed",
		     job->log.path);
	job->removed = job->kept.removed.logs;
	note_removed(job);
}

static void tell_removed(const struct job *job)
{
	char text[NEWEST_LOGS_TEXT];

	if (!job->kept.removed.logs || job->options->quiet)
		return;
	newest_logs_describe(&job->kept, text);
	talk_plain("%s", text);
}

/* Going on, and ending */

enum { LOOK_NS = 1000000000 };

static void look_for_file(struct job *job)
{
	job->looked = now_ns();
	silence_look_for_file(&job->target, &job->recording.totals,
			      job->unseen);
}

/* The log notes it, too. */
static void note_uncounted(struct job *job)
{
	look_for_file(job);
	job->recording.uncounted = *job->unseen;
	if (*job->unseen)
		posix_trace_note_np(job->recording.trid, UNCOUNTED_NOTE,
				    job->unseen);
}

static bool tell_uncounted(const struct job *job)
{
	if (!job->recording.uncounted)
		return false;
	talk("%s (%d): its events are lost, and were not counted: it uses "
	     "libposixtrace but has no process file: %s",
	     job->target.name, (int)job->target.pid, job->unseen);
	return true;
}

void job_check(struct job *job)
{
	if (!job->recorded)
		return;
	recording_check(&job->recording);
	if (job->recording.gone) {
		job_end(job);
		return;
	}
	if (now_ns() - job->looked >= LOOK_NS)
		look_for_file(job);
	if (job->target.ours)
		silence_look_for_departed(&job->target, &job->departed);
	if (job->flies)
		flight_check(&job->flight, &job->target);
	if (is_due(job))
		rotate(job);
	keep_newest(job);
	if (job->flows && outflow_push(&job->outflow, job->recording.bytes))
		job_end(job);
}

/* Counts of a flight recorder come from the stream; for other jobs only the
 * events do, of which some are not in the log yet, and the bytes that a log
 * gets at the end. A stream that is gone has no memory left. */
static void look(struct job *job)
{
	const struct posix_trace_totals_np *totals = &job->recording.totals;
	struct progress_count *counted = &job->counted;
	struct posix_trace_stream_np stream;

	if (!job->recorded ||
	    !recording_look(&job->recording, job->target.pid, &stream)) {
		if (job->flies)
			return;
		counted->events = totals->events;
		counted->bytes = 0;
		return;
	}
	if (stream.events > counted->events)
		counted->events = stream.events;
	counted->lost = stream.lost;
	if (job->flies || stream.policy != POSIX_TRACE_FLUSH)
		counted->bytes = stream.used;
}

void job_count(struct job *job, struct progress_count *sum)
{
	const struct posix_trace_totals_np *totals = &job->recording.totals;

	look(job);
	sum->events += job->counted.events;
	sum->lost += job->flies ? job->counted.lost : totals->lost;
	sum->bytes += job->counted.bytes;
	if (!job->flies)
		sum->bytes += job->recording.earlier + totals->log_bytes;
}

void job_save(struct job *job, const char *why, const struct incident *incident)
{
	if (job->recorded && job->flies)
		flight_save(&job->flight, &job->target, why, incident);
}

static void end_flight(struct job *job)
{
	flight_end(&job->flight, &job->target);
	recording_drop(&job->recording);
	if (!job->flight.saved && !job->options->quiet)
		talk("no events of %s (%d) were saved", job->target.name,
		     (int)job->target.pid);
	if (job->flight.error || job->recording.error)
		job->status = job_failure(job->options, EXIT_SYSTEM);
	logfile_close(&job->log);
}

static int end_flow(struct job *job)
{
	int err;

	outflow_push(&job->outflow, logfile_size(&job->log));
	err = outflow_end(&job->outflow);
	job->flows = false;
	if (err)
		talk_error(standard_output, err);
	return err;
}

void job_end(struct job *job)
{
	const struct record_options *options = job->options;
	struct recording *recording = &job->recording;
	int err = 0;

	if (!job->recorded)
		return;
	look(job);
	job->recorded = false;
	if (job->flies) {
		end_flight(job);
		tell_removed(job);
		return;
	}
	keep_newest(job);
	note_uncounted(job);
	recording_end(recording);
	recording->totals.log_bytes = logfile_size(&job->log);
	if (recording->totals.threads || recording->totals.lost)
		recording->uncounted = false;
	if (job->flows)
		err = end_flow(job);
	if (!options->quiet || recording->totals.lost || recording->uncounted)
		recording_tell(recording);
	tell_removed(job);
	if (recording->error || err)
		job->status = job_failure(options, EXIT_SYSTEM);
	else if (tell_uncounted(job))
		job->status = EXIT_NO_TARGET;
	else if (!recording->gone &&
		 silence_was_kept(&job->target, job->silent, &recording->totals,
				  options->command, &job->departed,
				  options->wrap))
		job->status = EXIT_NO_TARGET;
	logfile_close(&job->log);
}

void job_tell_end(const struct job *job)
{
	const struct target *target = &job->target;

	if (!job->options->verbose || !target->ended)
		return;
	if (!target->ours)
		talk("%s (%d) has ended", target->name, (int)target->pid);
	else if (WIFSIGNALED(target->status))
		talk("%s (%d) was ended by signal %d (%s)", target->name,
		     (int)target->pid, WTERMSIG(target->status),
		     strsignal(WTERMSIG(target->status)));
	else
		talk("%s (%d) has ended with status %d", target->name,
		     (int)target->pid, WEXITSTATUS(target->status));
}

void job_close(struct job *job)
{
	if (job->recorded)
		recording_drop(&job->recording);
	job->recorded = false;
	if (job->flows)
		outflow_end(&job->outflow);
	job->flows = false;
	logfile_drop(&job->log);
	target_close(&job->target);
	newest_logs_fini(&job->kept);
	free(job->pattern);
	job->pattern = NULL;
}
