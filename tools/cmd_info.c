/*
 * cmd_info.c - tell what a log is, and whether it is sound
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <trace_np.h>

#include "common/arguments.h"
#include "common/forms.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "info/foreign_facts.h"
#include "info/info_objects.h"
#include "info/log_facts.h"
#include "source/catalogue.h"
#include "source/damage_notes.h"
#include "source/damage_print.h"
#include "source/lognames.h"
#include "source/own_time.h"
#include "source/source_log.h"
#include "view/output.h"
#include "write/offset.h"

enum { OPTION_FROM = 256, OPTION_UTC, OPTION_VERIFY };

struct options {
	enum output_format format;
	bool verify;
	bool utc;
	bool full;
	struct source_as as;
	char **file;
	int files;
};

static const struct argp_option option_table[] = {
	{ "verify", OPTION_VERIFY, NULL, 0,
	  "read all of it, and check every section and event", 0 },
	{ "from", OPTION_FROM, "FORMAT", 0,
	  "what is no log is of this format, see `posixtrace convert --list'",
	  0 },
	{ "output", 'o', "KEY=VALUE", 0, "a setting of its format", 0 },
	{ "format", 'f', "FORMAT", 0,
	  "text (the default) or json: an object a line", 0 },
	{ "utc", OPTION_UTC, NULL, 0, "times in UTC", 0 },
	{ "full", 'v', NULL, 0, "all objects, however many", 0 },
	{ 0 },
};

static const struct word formats[] = {
	{ "text", OUTPUT_TEXT },
	{ "json", OUTPUT_JSON },
	{ 0 },
};

/* Text */

static void put_time(const char *what, const struct timespec *time, bool utc)
{
	char text[64];
	struct tm tm = { 0 };

	if (utc)
		gmtime_r(&time->tv_sec, &tm);
	else
		localtime_r(&time->tv_sec, &tm);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	printf("  %-10s %s.%09ld%s\n", what, text, time->tv_nsec,
	       utc ? " UTC" : "");
}

static void put_error(unsigned long long ns)
{
	char text[TEXT_MAX];

	printf(" to +-%s",
	       text_duration(text, ns < INT64_MAX ? (int64_t)ns : INT64_MAX));
}

static void put_origin(const struct posix_trace_origin_np *origin,
		       unsigned logs)
{
	char offset[OFFSET_MAX], count[32] = "a log";

	if (logs > 1)
		snprintf(count, sizeof(count), "%u logs", logs);
	printf("  made of    %s of %s", count,
	       *origin->host ? origin->host : "no known host");
	if (origin->offset_ns || origin->error_ns)
		printf(", its clock shifted by %s",
		       offset_and_error(offset, origin->offset_ns,
					origin->error_ns));
	printf("\n");
}

static bool reads_alike(const struct posix_trace_origin_np *a,
			const struct posix_trace_origin_np *b)
{
	return !strcmp(a->host, b->host) && a->offset_ns == b->offset_ns &&
	       a->error_ns == b->error_ns;
}

/* A log that was made of others is of no program. Several of one host are
 * often neighbours. */
static void put_origins(const struct log_facts *facts)
{
	struct posix_trace_origin_np origin, next;
	unsigned logs = 0;

	for (unsigned i = 1; log_facts_origin(facts, i, &next); i++) {
		if (logs && !reads_alike(&origin, &next)) {
			put_origin(&origin, logs);
			logs = 0;
		}
		origin = next;
		logs++;
	}
	if (logs)
		put_origin(&origin, logs);
}

static void put_program(const struct log_facts *facts)
{
	if (!facts->log.target)
		return;
	if (*facts->comm)
		printf("  program    %s (%d)\n", facts->comm,
		       (int)facts->log.target);
	else
		printf("  program    %d\n", (int)facts->log.target);
	if (*facts->command)
		printf("  command    %s\n", facts->command);
}

static void put_machine(const struct log_facts *facts)
{
	if (*facts->log.host)
		printf("  host       %s, %s\n", facts->log.host,
		       facts->log.system);
	else if (*facts->log.system)
		printf("  system     %s\n", facts->log.system);
	printf("  clock      %s", log_facts_clock(facts));
	if (facts->log.clock != POSIX_TRACE_CLOCK_MADE_NP)
		printf(", %.4g ns a tick", facts->log.tick_ns);
	printf("%s", log_facts_sync(facts));
	if (facts->log.clock_sync == POSIX_TRACE_SYNC_KEPT_NP)
		put_error(facts->log.clock_error_ns);
	printf("\n");
}

static void put_policies(const struct log_facts *facts)
{
	char size[TEXT_MAX];

	printf("  stream     %s, %s, %s\n", text_size(size, facts->stream_size),
	       log_facts_stream_policy(facts), log_facts_inheritance(facts));
	printf("  log        %s", log_facts_log_policy(facts));
	if (facts->log_size)
		printf(", %s of events at most",
		       text_size(size, facts->log_size));
	printf("\n");
}

/* The trace of a board, as a log. */
static bool has_own_time(const struct log_facts *facts)
{
	struct source_origin origin;

	return !source_get_origin(facts->source, 0, &origin) &&
	       own_time_at(&origin, &facts->first);
}

static void put_own_time(const char *what, const struct timespec *time)
{
	printf("  %-10s %lld.%09ld s of its own time\n", what,
	       (long long)time->tv_sec, time->tv_nsec);
}

static void put_times(const struct log_facts *facts, bool utc)
{
	char duration[TEXT_MAX];

	if (facts->created.tv_sec)
		put_time("created", &facts->created, utc);
	if (!facts->has_events)
		return;
	if (has_own_time(facts)) {
		put_own_time("first", &facts->first);
		put_own_time("last", &facts->last);
	} else {
		put_time("first", &facts->first, utc);
		put_time("last", &facts->last, utc);
	}
	printf("  duration   %s\n",
	       text_duration(duration,
			     stamp_ns(&facts->last) - stamp_ns(&facts->first)));
}

static void put_contents(const struct log_facts *facts)
{
	char size[TEXT_MAX], number[TEXT_MAX];

	printf("  size       %s in %s", text_size(size, facts->bytes),
	       text_count(number, facts->count.chunks));
	printf(" chunk%s\n", text_plural(facts->count.chunks));
	printf("  events     %s\n", text_count(number, facts->count.events));
	log_facts_print_lost(facts->count.lost, facts->losses,
			     facts->uncounted);
	printf("  complete   %s\n",
	       facts->log.complete ? "yes" :
				     "no: it is being recorded, or was cut");
}

static void put_damage(const struct log_facts *facts)
{
	const struct posix_trace_damage_np *damage = &facts->damage;
	char what[sizeof(damage->what)];

	text_tame(what, sizeof(what), damage->what);
	if (damage->count)
		printf("  damage     %u place%s, first at byte %llu: %s\n",
		       damage->count, text_plural(damage->count),
		       damage->offset, what);
	else
		printf("  damage     %s\n", facts->verified ?
						    "none" :
						    "none met (--verify "
						    "reads everything)");
}

/* Before it became this log. */
static void put_damage_before(const struct log_facts *facts, bool all)
{
	struct source_origin origin;
	char host[sizeof(origin.host)];

	for (unsigned i = 0; !source_get_origin(facts->source, i, &origin);
	     i++) {
		if (!damage_notes_count(facts->source, i))
			continue;
		text_tame(host, sizeof(host), origin.host);
		printf("  made of    damaged input");
		if (*host)
			printf(" of %s", host);
		else if (i)
			printf(" of origin %u", i);
		printf(": ");
		damage_print(facts->source, i, all);
	}
}

static void put_text(const struct log_facts *facts, const char *file,
		     const struct options *options)
{
	char name[4096], uuid[LOG_FACTS_UUID];

	text_tame(name, sizeof(name), file);
	log_facts_uuid(facts->log.uuid, uuid);
	printf("%s\n", name);
	put_program(facts);
	put_origins(facts);
	put_machine(facts);
	put_policies(facts);
	put_times(facts, options->utc);
	put_contents(facts);
	put_damage(facts);
	put_damage_before(facts, options->full);
	printf("  format     version %u, %s\n", facts->log.version, uuid);
	info_objects_print(facts->source, options->full);
}

/* Logs */

static int tell_json(const struct log_facts *facts, const char *file)
{
	int err = log_facts_put_json(facts, file);

	if (!err)
		return EXIT_SUCCESS;
	talk_error(file, err);
	return EXIT_SYSTEM;
}

static int tell(const struct options *options, const char *file,
		struct source *source)
{
	struct log_facts facts;
	int status = EXIT_SUCCESS;
	int err;

	err = log_facts_gather(&facts, source, options->verify);
	if (err) {
		talk_error(file, err);
		return EXIT_SYSTEM;
	}

	if (options->format == OUTPUT_JSON)
		status = tell_json(&facts, file);
	else
		put_text(&facts, file, options);
	if (facts.damage.count && !status)
		status = EXIT_DAMAGED;
	return status;
}

/* Traces of other systems */

static int tell_foreign_facts(const struct options *options, const char *file,
			      const struct foreign_facts *facts)
{
	int err;

	if (options->format != OUTPUT_JSON) {
		foreign_facts_print(facts, file, options->full, options->utc);
		return EXIT_SUCCESS;
	}
	if (fflush(stdout))
		return EXIT_SYSTEM;
	err = foreign_facts_print_json(facts, file);
	if (!err)
		return EXIT_SUCCESS;
	talk_error(file, err);
	return EXIT_SYSTEM;
}

static int tell_foreign(const struct options *options, const char *file,
			struct source *source)
{
	struct foreign_facts *facts = malloc(sizeof(*facts));
	int err = facts ? foreign_facts_gather(facts, source) : ENOMEM;
	int status = EXIT_SYSTEM;

	if (err) {
		talk_error(file, err);
	} else {
		status = tell_foreign_facts(options, file, facts);
		foreign_facts_fini(facts);
	}
	free(facts);
	return status ? status : source_tell_damage(source, false);
}

static int tell_file(const struct options *options, const char *file)
{
	struct source *source;
	int status;

	status = source_open(&source, file, &options->as);
	if (status)
		return status;
	status = source_foreign_format(source) ?
			 tell_foreign(options, file, source) :
			 tell(options, file, source);
	source_close(source);
	return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;
	struct guess guess;

	switch (key) {
	case OPTION_VERIFY:
		options->verify = true;
		return 0;
	case OPTION_FROM:
		if (!source_as_format(&options->as, arg))
			argp_error(state, "--from=%s: no such format%s", arg,
				   catalogue_hint(arg, &guess));
		return 0;
	case 'o':
		if (!source_as_setting(&options->as, arg))
			argp_error(state, "-o %s: no such setting%s", arg,
				   source_as_hint(arg, &guess));
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case 'v':
		options->full = true;
		return 0;
	case 'f':
		options->format =
			(enum output_format)forms_parse(formats, arg, state);
		return 0;
	case ARGP_KEY_ARGS:
		options->file = state->argv + state->next;
		options->files = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a log");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE...",
	.doc = "tell what a log is, and whether it is sound"
	"\vA FILE may be a directory of logs, or the name that record --rotate "
	"gave numbers to. Exit status, of the worst log: 0 nothing to complain "
	"of; 2 called wrongly, or no such file; 3 damaged, or no log; 5 not "
	"permitted; 7 input or output error.",
};

/* What one argument means. Gives the worst exit status. */
static int tell_given(const struct options *options, char *given)
{
	struct lognames names;
	int worst;

	worst = lognames_find(&names, &given, 1);
	for (size_t i = 0; i < names.count; i++) {
		int status = tell_file(options, names.name[i]);

		if (status > worst)
			worst = status;
	}
	lognames_fini(&names);
	return worst;
}

static int run(int argc, char **argv)
{
	struct options options = { .format = OUTPUT_TEXT };
	int worst = EXIT_SUCCESS;

	arguments_parse(&cmd_info, argc, argv, &options);
	for (int i = 0; i < options.files; i++) {
		int status = tell_given(&options, options.file[i]);

		if (status > worst)
			worst = status;
	}
	return worst;
}

const struct command cmd_info = {
	.name = "info",
	.argp = &argp,
	.run = run,
};
