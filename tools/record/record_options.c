/*
 * record_options.c - options of posixtrace record
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/filename.h"
#include "common/guess.h"
#include "common/policies.h"
#include "common/quantity.h"
#include "common/talk.h"
#include "nats/nats_link.h"
#include "record/incident.h"
#include "record/record_options.h"
#include "source/catalogue.h"
#include "source/device/device.h"
#include "wrap/calls/group_names.h"
#include "wrap/event/object_choice_text.h"

enum {
	OPTION_COMPRESS = 256,
	OPTION_FLIGHT,
	OPTION_FORCE,
	OPTION_FROM,
	OPTION_GROUP,
	OPTION_KEEP,
	OPTION_LOG_POLICY,
	OPTION_LOG_SIZE,
	OPTION_MAX_MEM,
	OPTION_NO_FOLLOW,
	OPTION_ORPHAN,
	OPTION_POLICY,
	OPTION_PROGRESS,
	OPTION_ROTATE,
	OPTION_SAVE_ON,
	OPTION_SEND,
	OPTION_SIZE,
	OPTION_TEMPLATES,
	OPTION_TOGETHER,
	OPTION_WRAP,
	OPTION_WRAP_ONLY,
};

enum {
	STREAM_SIZE = 4 << 20,
	FLIGHT_SIZE = 256 << 20,
	KEEP_MAX = 100000,
	ROTATE_MIN = 64 << 10, /* a chunk goes to the log at once */
};

static const struct argp_option option_table[] = {
	{ "event", 'e', "NAME,...", 0,
	  "only these events, as 'order_*'; '!NAME' excludes", 0 },
	{ "pid", 'p', "PID|NAME", 0, "a running process; may be repeated", 0 },
	{ "no-follow", OPTION_NO_FOLLOW, NULL, 0,
	  "the process alone, not its children", 0 },
	{ "duration", 'd', "TIME", 0, "end after this time: 5s, 10min", 0 },
	{ "output", 'o', "FILE", 0,
	  "the log, '%c-%p.ptl' by default; - is standard output", 0 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE if it exists", 0 },
	{ "policy", OPTION_POLICY, "HOW", 0,
	  "stream-full-policy: flush, loop or until-full", 0 },
	{ "size", OPTION_SIZE, "SIZE", 0, "size of the stream, 4M by default",
	  0 },
	{ "log-policy", OPTION_LOG_POLICY, "HOW", 0,
	  "log-full-policy: append, loop or until-full", 0 },
	{ "log-size", OPTION_LOG_SIZE, "SIZE", 0, "size at which a log is full",
	  0 },
	COMPRESSION_OPTION(OPTION_COMPRESS),
	{ "rotate", OPTION_ROTATE, "SIZE|TIME", 0,
	  "go on in another log at this size or age: 64M, 10min", 0 },
	{ "keep", OPTION_KEEP, "N|SIZE", 0,
	  "keep the newest N of these logs, or SIZE of them", 0 },
	{ "flight", OPTION_FLIGHT, "TIME", 0,
	  "keep this time, as 30s, in memory; save on a trigger", 0 },
	{ "save-on", OPTION_SAVE_ON, "WHAT", 0,
	  "trigger: event:NAME, signal:SIG, crash, exit", 0 },
	{ "together", OPTION_TOGETHER, "URL", 0,
	  "ask other hosts to save, too: nats://HOST", 0 },
	{ "group", OPTION_GROUP, "NAME", 0, "of these hosts", 0 },
	{ "max-mem", OPTION_MAX_MEM, "SIZE", 0,
	  "memory of the flight recorder, 256M by default", 0 },
	{ "from", OPTION_FROM, "FORMAT", 0,
	  "format of DEVICE's trace; see posixtrace-formats(7)", 0 },
	{ "send", OPTION_SEND, "ORDER", 0,
	  "order to send to DEVICE first: start", 0 },
	{ "wrap", OPTION_WRAP, "GROUP,...", 0,
	  "record calls of the C library, too: mutex, io, all", 0 },
	{ "templates", OPTION_TEMPLATES, "FILE", 0,
	  "put these templates into the log, for show --templates", 0 },
	{ "wrap-only", OPTION_WRAP_ONLY, "KIND/NAME,...", 0,
	  "only objects of this kind and name, as fd/*.log", 0 },
	{ "orphan", OPTION_ORPHAN, "HOW", 0,
	  "if the recorder is killed: stop, or run (on until full)", 0 },
	{ "progress", OPTION_PROGRESS, "HOW", 0,
	  "line (the default with -p), json or none", 0 },
	{ "quiet", 'q', NULL, 0, "print errors and losses only", 0 },
	{ "verbose", 'v', NULL, 0, "say more", 0 },
	{ 0 },
};

static const struct word orphans[] = {
	{ "stop", POSIX_TRACE_ORPHAN_STOP_NP },
	{ "run", POSIX_TRACE_ORPHAN_RUN_NP },
	{ 0 },
};

static size_t parse_size(const char *option, const char *arg,
			 struct argp_state *state)
{
	uint64_t bytes = 0;

	if (!quantity_size(arg, &bytes) || bytes > SIZE_MAX / 2)
		misuse(state, "--%s=%s: not a size, as 64K, 16M or 1G", option,
		       arg);
	return (size_t)bytes;
}

static int64_t parse_duration(const char *option, const char *arg,
			      struct argp_state *state)
{
	int64_t ns = 0;

	if (!quantity_duration(arg, &ns))
		misuse(state,
		       "--%s=%s: not a duration, as 500ms, 5s or "
		       "10min",
		       option, arg);
	return ns;
}

/* 10m would be ambiguous. */
static void parse_rotate(struct record_options *options, const char *arg,
			 struct argp_state *state)
{
	const char *unit = arg + strspn(arg, "0123456789.");

	if (!*unit || !strcmp(unit, "m") ||
	    (!quantity_size(arg, &options->rotate_bytes) &&
	     !quantity_duration(arg, &options->rotate_ns)))
		misuse(state,
		       "--rotate=%s: neither a size, as 64M, nor a "
		       "duration, as 10min",
		       arg);
	if (options->rotate_bytes && options->rotate_bytes < ROTATE_MIN)
		misuse(state,
		       "--rotate=%s: 64K is the least, as that much "
		       "goes to a log at once",
		       arg);
}

static void carry(struct record_options *options, const char *arg)
{
	const int status = carried_templates_add(&options->carried, arg);

	if (status)
		exit(status);
}

static bool is_number(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

/* A number alone counts logs. */
static void parse_keep(struct record_options *options, const char *arg,
		       struct argp_state *state)
{
	unsigned long count;

	if (!is_number(arg) && quantity_size(arg, &options->keep_bytes))
		return;
	errno = 0;
	count = strtoul(arg, NULL, 10);
	if (errno || !is_number(arg) || !count || count > KEEP_MAX)
		misuse(state,
		       "--keep=%s: neither a number from 1 to %d, nor a "
		       "size, as 1G",
		       arg, KEEP_MAX);
	options->keep = (unsigned)count;
}

static void add_process(struct record_options *options, const char *arg,
			struct argp_state *state)
{
	char *end;
	long pid;

	errno = 0;
	pid = strtol(arg, &end, 10);
	if (!*arg || *arg == '-' ||
	    (is_number(arg) && (errno || pid <= 0 || pid > INT_MAX)))
		misuse(state,
		       "-p %s: not the number of a process, nor the "
		       "name of one",
		       arg);
	if (options->processes == TARGETS_MAX)
		misuse(state, "-p %s: more than %d processes", arg,
		       TARGETS_MAX);
	options->process[options->processes++] = arg;
}

static void set_wrap(struct record_options *options, const char *arg,
		     struct argp_state *state)
{
	struct guess guess;
	const char *unknown;
	size_t len;

	options->wrap = arg;
	if (wrap_groups_parse(arg, &unknown, &len))
		return;
	guess_begin_of(&guess, unknown, len);
	for (size_t i = 0; wrap_groups_name(i); i++)
		guess_add(&guess, wrap_groups_name(i));
	misuse(state, "--wrap='%.*s': no such group%s", (int)len, unknown,
	       *guess.best ? guess_hint(&guess) :
			     "; posixtrace-wrap(7) lists them");
}

static void set_wrap_only(struct record_options *options, const char *arg,
			  struct argp_state *state)
{
	if (!wrap_object_choice_is_sound(arg))
		misuse(state,
		       "--wrap-only=%s: not KIND/NAME,..., as "
		       "fd/*.log",
		       arg);
	options->wrap_only = arg;
}

/* Otherwise it is the command. Options may follow a device. */
static bool set_device(struct record_options *options, const char *arg,
		       struct argp_state *state)
{
	if (!options->as.format && !device_is_name(arg))
		return false;
	if (options->device)
		misuse(state, "%s: one device at a time", arg);
	options->device = arg;
	options->as.grows = true;
	return true;
}

static void check_output(struct record_options *options,
			 struct argp_state *state)
{
	const char *output = options->output;

	if (!output)
		return;
	if (!strcmp(output, "-")) {
		options->pipe = true;
		if (options->processes > 1)
			misuse(state,
			       "-o -: takes one log, not one of each process");
		if (options->plan.log_policy != POSIX_TRACE_APPEND)
			misuse(state, "-o -: cannot be overwritten, needs "
				      "--log-policy=append");
		if (isatty(STDOUT_FILENO))
			misuse(state, "-o -: a log cannot go to a terminal");
		return;
	}
	if (!*output ||
	    !filename_is_sound(output,
			       options->together.count ? "pchtnI" : "pchtn"))
		misuse(state,
		       "-o '%s': not a file name with %%p, %%c, "
		       "%%h, %%t, %%n or %%%%",
		       output);
	if (options->processes > 1 && !filename_has(output, 'p'))
		misuse(state, "-o %s: several processes, one name: add %%p",
		       output);
}

static void check_rotation(const struct record_options *options,
			   struct argp_state *state)
{
	const bool rotates = options->rotate_bytes || options->rotate_ns;

	if ((options->keep || options->keep_bytes) && !rotates &&
	    !options->flight_ns)
		misuse(state, "--keep: needs --rotate or --flight");
	if (options->keep_bytes && rotates &&
	    options->keep_bytes / 2 < (options->rotate_bytes ?
					       options->rotate_bytes :
					       ROTATE_MIN))
		misuse(state, "--keep: needs room for two logs at least");
	if (rotates && options->pipe)
		misuse(state, "--rotate: not with -o -");
	if (rotates && options->plan.log_policy != POSIX_TRACE_APPEND)
		misuse(state, "--rotate: needs --log-policy=append");
	if (rotates && options->plan.policy != POSIX_TRACE_FLUSH)
		misuse(state, "--rotate: needs --policy=flush");
}

/* Options of programs do not apply to a device. */
static void check_device(const struct record_options *options,
			 struct argp_state *state)
{
	const struct recording_plan *plan = &options->plan;

	if (options->processes || options->command)
		misuse(state,
		       "%s: a device, a command or -p, not two of "
		       "them",
		       options->device);
	if (options->pipe || options->flight_ns || options->triggers.any ||
	    plan->policy != POSIX_TRACE_FLUSH || plan->size != STREAM_SIZE ||
	    plan->log_policy != POSIX_TRACE_APPEND)
		misuse(state,
		       "%s: the logs of a device are files that "
		       "grow",
		       options->device);
	if (options->output && pxt_settings_is_pair(options->output))
		misuse(state,
		       "-o %s: no format that is read has such a "
		       "setting; a file is ./%s",
		       options->output, options->output);
	check_rotation(options, state);
}

static void set_together(struct record_options *options, const char *url,
			 struct argp_state *state)
{
	const char *why = nats_link_lacks();

	if (why)
		misuse_brief(state, "--together: %s", why);
	if (options->together.count)
		misuse(state, "--together: given twice");
	why = nats_address_is(url) ?
		      nats_address_parse(&options->together, url) :
		      "not nats://HOST[:PORT][,HOST...][/STREAM]";
	if (why)
		misuse(state, "--together: %s", why);
}

static void set_group(struct record_options *options, const char *name,
		      struct argp_state *state)
{
	if (!incident_is_name(name))
		misuse(state,
		       "--group=%s: not a name of letters, digits, - and _",
		       name);
	options->group = name;
}

static void check_together(const struct record_options *options,
			   struct argp_state *state)
{
	const struct remote_options *remote = &options->remote;

	if (!options->together.count &&
	    (options->group || remote->ca || remote->cert || remote->creds ||
	     remote->is_plain))
		misuse_brief(state, "--%s: only with --together",
			     options->group ? "group" :
			     remote->ca	    ? "ca" :
			     remote->cert   ? "cert" :
			     remote->creds  ? "creds" :
					      "plain");
}

static void check_flight(struct record_options *options,
			 struct argp_state *state)
{
	struct recording_plan *plan = &options->plan;

	if (!options->flight_ns) {
		if (options->triggers.any)
			misuse(state, "--save-on: needs --flight");
		if (options->max_mem)
			misuse(state, "--max-mem: needs --flight");
		if (options->together.count)
			misuse(state, "--together: needs --flight");
		return;
	}
	if (options->pipe || options->rotate_bytes || options->rotate_ns ||
	    plan->policy != POSIX_TRACE_FLUSH || plan->size != STREAM_SIZE ||
	    plan->log_policy != POSIX_TRACE_APPEND)
		misuse(state, "--flight: its stream loops, of the size "
			      "--max-mem, and its logs are files");
	plan->policy = POSIX_TRACE_LOOP;
	plan->size = options->max_mem ? (size_t)options->max_mem : FLIGHT_SIZE;
	triggers_settle(&options->triggers);
}

static void check(struct record_options *options, struct argp_state *state)
{
	const struct recording_plan *plan = &options->plan;

	if (options->as.orders && !options->device)
		misuse(state, "--send: needs a device");
	if (options->wrap_only && !options->wrap)
		misuse(state, "--wrap-only: needs --wrap");
	if (options->device && options->wrap)
		misuse(state, "--wrap: not with a device");
	if (options->device) {
		check_output(options, state);
		check_device(options, state);
		return;
	}
	if (options->wrap && !options->command)
		misuse(state,
		       "--wrap: records a command, not a running process");
	if (!options->command && !options->processes)
		misuse(state, "name a command, or a process with -p");
	if (options->command && options->processes)
		misuse(state, "a command or -p, not both");
	if (plan->log_policy == POSIX_TRACE_APPEND && plan->log_size)
		misuse(state, "--log-size: not with --log-policy=append");
	if (plan->log_policy != POSIX_TRACE_APPEND && !plan->log_size)
		misuse(state, "--log-policy: needs a --log-size");
	check_output(options, state);
	check_rotation(options, state);
	check_together(options, state);
	check_flight(options, state);
}

static error_t parse_plan(int key, char *arg, struct recording_plan *plan,
			  struct argp_state *state)
{
	switch (key) {
	case OPTION_POLICY:
		plan->policy = words_parse(policies_of_streams,
					   "--policy=", arg, state);
		return 0;
	case OPTION_SIZE:
		plan->size = parse_size("size", arg, state);
		return 0;
	case OPTION_LOG_POLICY:
		plan->log_policy = words_parse(policies_of_logs,
					       "--log-policy=", arg, state);
		return 0;
	case OPTION_LOG_SIZE:
		plan->log_size = parse_size("log-size", arg, state);
		return 0;
	case OPTION_COMPRESS:
		plan->compression = compression_parse(arg, state);
		return 0;
	case OPTION_NO_FOLLOW:
		plan->follow = false;
		return 0;
	case OPTION_ORPHAN:
		plan->orphan = words_parse(orphans, "--orphan=", arg, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct record_options *options = state->input;
	struct guess guess;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->remote;
		return 0;
	case 'e':
		stream_events_add(&options->events, arg, state);
		options->plan.selection = options->events.text;
		return 0;
	case 'p':
		add_process(options, arg, state);
		return 0;
	case 'd':
		options->duration_ns = parse_duration("duration", arg, state);
		return 0;
	case 'o':
		if (!source_as_setting(&options->as, arg))
			options->output = arg;
		return 0;
	case OPTION_FROM:
		if (!source_as_format(&options->as, arg))
			misuse(state, "--from=%s: no such format%s", arg,
			       catalogue_hint(arg, &guess));
		return 0;
	case OPTION_SEND:
		if (!source_as_order(&options->as, arg))
			misuse(state, "--send=%s: too many orders", arg);
		return 0;
	case OPTION_ROTATE:
		parse_rotate(options, arg, state);
		return 0;
	case OPTION_KEEP:
		parse_keep(options, arg, state);
		return 0;
	case OPTION_FLIGHT:
		options->flight_ns = parse_duration("flight", arg, state);
		return 0;
	case OPTION_MAX_MEM:
		options->max_mem = parse_size("max-mem", arg, state);
		return 0;
	case OPTION_SAVE_ON:
		if (!triggers_add(&options->triggers, arg))
			misuse(state,
			       "--save-on=%s: none of event:NAME, "
			       "signal:SIG, crash, exit",
			       arg);
		return 0;
	case OPTION_TOGETHER:
		set_together(options, arg, state);
		return 0;
	case OPTION_GROUP:
		set_group(options, arg, state);
		return 0;
	case OPTION_TEMPLATES:
		carry(options, arg);
		return 0;
	case OPTION_WRAP:
		set_wrap(options, arg, state);
		return 0;
	case OPTION_WRAP_ONLY:
		set_wrap_only(options, arg, state);
		return 0;
	case OPTION_PROGRESS:
		options->progress = (enum progress_form)words_parse(
			progress_forms, "--progress=", arg, state);
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case 'v':
		options->verbose = true;
		return 0;
	case ARGP_KEY_ARG:
		if (set_device(options, arg, state))
			return 0;
		/* The rest belongs to the command, including options. */
		options->command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		check(options, state);
		return 0;
	}
	return parse_plan(key, arg, &options->plan, state);
}

static const struct argp_child children[] = {
	{ &remote_argp, 0, NULL, 0 },
	{ 0 },
};

const struct argp record_argp = {
	.options = option_table,
	.children = children,
	.parser = parse,
	.args_doc = "[--] CMD [ARG...]\n-p PID|NAME\n[--from FORMAT] DEVICE",
	.doc = "record a command, or running processes, into a log"
	       "\vExit status: that of the command, or 128 and the "
	       "number of its signal; others are in posixtrace(1).",
};

void record_options_parse(struct record_options *options,
			  const struct command *cmd, int argc, char **argv)
{
	*options = (struct record_options){
		.plan = {
			.policy = POSIX_TRACE_FLUSH,
			.log_policy = POSIX_TRACE_APPEND,
			.size = STREAM_SIZE,
			.orphan = POSIX_TRACE_ORPHAN_STOP_NP,
			.follow = true,
		},
	};
	options->plan.carried = &options->carried;
	arguments_parse(cmd, argc, argv, options);
}
