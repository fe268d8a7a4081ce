/*
 * cmd_check.c - checking that rules hold in a trace
 */
#include <ctype.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/certain.h"
#include "check/checker.h"
#include "check/findings.h"
#include "check/verdicts.h"
#include "common/arguments.h"
#include "common/misuse.h"
#include "common/forms.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "learn/learning.h"
#include "live/live_input.h"
#include "live/live_refresh.h"
#include "select/selection.h"
#include "select/selection_walk.h"
#include "source/follow.h"
#include "source/logs.h"
#include "view/destination.h"

enum {
	OPTION_JUNIT = 256,
	OPTION_STRICT,
	OPTION_TAP,
	OPTION_UTC,
	OPTION_LEARN,
	OPTION_MARGIN,
	OPTION_CASES,
	OPTION_FAIL_FAST,
};

struct options {
	struct live_input input;
	struct rules rules;
	bool has_rules; /* options have rules: all operands are traces */
	int status;	/* status of reading rules */
	unsigned examples;
	bool strict;
	bool utc;
	enum findings_form form;
	struct selection selection;
	struct destination_options to;
	bool is_fast;	  /* the first broken rule is the end */
	bool is_checking; /* an option is given that is for checking only */
	bool is_learning;
	bool has_evidence; /* an option is given that is for learning only */
	struct learning learning;
	struct runs runs;
};

static const struct argp_option option_table[] = {
	{ "assert", 'a', "RULE", 0, "this has to hold", 0 },
	{ "rules", 'r', "RULES", 0, "a file of rules; all operands are logs",
	  0 },
	{ "examples", 'n', "N", 0,
	  "places to tell of each broken rule; default: 5", 0 },
	{ "strict", OPTION_STRICT, NULL, 0,
	  "rules about no event fail; exit status 4 if events are lost", 0 },
	{ "fail-fast", OPTION_FAIL_FAST, NULL, 0,
	  "end where a rule is broken for certain", 0 },
	{ "learn", OPTION_LEARN, NULL, 0,
	  "write the rules that hold in FILEs, all good runs", 0 },
	{ "margin", OPTION_MARGIN, "FACTOR", 0,
	  "limits of time are so many times the worst; default: 2", 0 },
	{ "cases", OPTION_CASES, "N", 0,
	  "cases that orders, counts and times need; default: 20", 0 },
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "format", 'f', "FORMAT", 0, "text, json, tap or junit", 2 },
	{ "tap", OPTION_TAP, NULL, 0, "the Test Anything Protocol: -f tap", 2 },
	{ "junit", OPTION_JUNIT, NULL, 0, "XML as of JUnit: -f junit", 2 },
	{ "utc", OPTION_UTC, NULL, 0, "times are in UTC", 2 },
	{ 0 },
};

/* Options */

static void keep_status(struct options *options, int status)
{
	if (!options->status)
		options->status = status;
}

static void add_rule(struct options *options, const char *rule)
{
	options->has_rules = true;
	keep_status(options, rules_add(&options->rules, rule, NULL, "-a", 0));
}

static void read_rules(struct options *options, const char *file)
{
	options->has_rules = true;
	keep_status(options, rules_read(&options->rules, file));
}

static unsigned parse_examples(const char *arg, struct argp_state *state)
{
	char *end;
	const unsigned long number = strtoul(arg, &end, 10);

	if (!isdigit((unsigned char)*arg) || *end || number > EXAMPLES_LIMIT)
		misuse(state, "-n %s: expected a number up to %d", arg,
		       EXAMPLES_LIMIT);
	return (unsigned)number;
}

static double parse_margin(const char *arg, struct argp_state *state)
{
	char *end;
	const double margin = strtod(arg, &end);

	if (end == arg || *end || !(margin >= 1 && margin <= 1e6))
		misuse(state,
		       "--margin=%s: expected a factor from 1 to 1000000", arg);
	return margin;
}

static uint64_t parse_cases(const char *arg, struct argp_state *state)
{
	char *end;
	const unsigned long long number = strtoull(arg, &end, 10);

	if (!isdigit((unsigned char)*arg) || *end || !number ||
	    number > INT32_MAX)
		misuse(state, "--cases=%s: expected a number from 1 on", arg);
	return number;
}

static bool parse_learning(struct options *options, int key, const char *arg,
			   struct argp_state *state)
{
	switch (key) {
	case OPTION_LEARN:
		options->is_learning = true;
		return true;
	case OPTION_MARGIN:
		options->learning.margin = parse_margin(arg, state);
		break;
	case OPTION_CASES:
		options->learning.least = parse_cases(arg, state);
		break;
	default:
		return false;
	}
	options->has_evidence = true;
	return true;
}

static void check_operands(const struct options *options,
			   struct argp_state *state)
{
	if (options->is_learning &&
	    (options->has_rules || options->is_checking))
		misuse(state, "--learn makes rules: -a, -r, -n, -f, --strict "
			      "and --fail-fast are for checking them");
	if (options->is_learning && !options->input.files.count &&
	    !options->input.follow)
		misuse(state, "no good run: name logs, each of which is one");
	if (!options->is_learning && options->has_evidence)
		misuse(state, "--margin and --cases are for --learn");
	if (!options->is_learning && !options->has_rules)
		misuse(state, "no rules: name a file of them, or give them "
			      "with -a");
}

/* A pipe with rules is read once. */
static bool is_log(const char *name)
{
	struct stat st;
	bool is_it;
	int fd;

	if (stat(name, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return false;
	fd = open(name, O_RDONLY | O_CLOEXEC);
	is_it = fd >= 0 && logs_is_log(fd);
	if (fd >= 0)
		close(fd);
	return is_it;
}

/* The last operand is a file of rules, unless options have rules. */
static void set_operands(struct options *options, struct argp_state *state)
{
	const char *last;

	sources_parse(&options->input.files, state);
	if (options->has_rules || options->is_learning ||
	    !options->input.files.count)
		return;
	last = options->input.files.file[--options->input.files.count];
	if (is_log(last))
		misuse(state,
		       "no rules: %s is a log; name a file of them behind it, "
		       "or give them with -a",
		       last);
	read_rules(options, last);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		options->selection.as = &options->input.files.as;
		options->to.as = &options->input.files.as;
		options->input.selection = &options->selection;
		state->child_inputs[0] = &options->input;
		state->child_inputs[1] = &options->selection;
		state->child_inputs[2] = &options->to;
		return 0;
	case 'a':
		add_rule(options, arg);
		return 0;
	case 'r':
		read_rules(options, arg);
		return 0;
	case 'n':
		options->is_checking = true;
		options->examples = parse_examples(arg, state);
		return 0;
	case 'f':
		options->is_checking = true;
		options->form = (enum findings_form)forms_parse(findings_forms,
								arg, state);
		return 0;
	case OPTION_TAP:
		options->is_checking = true;
		options->form = FINDINGS_TAP;
		return 0;
	case OPTION_JUNIT:
		options->is_checking = true;
		options->form = FINDINGS_JUNIT;
		return 0;
	case OPTION_STRICT:
		options->is_checking = true;
		options->strict = true;
		return 0;
	case OPTION_FAIL_FAST:
		options->is_checking = options->is_fast = true;
		return 0;
	case OPTION_UTC:
		options->utc = true;
		return 0;
	case ARGP_KEY_ARGS:
		set_operands(options, state);
		return 0;
	case ARGP_KEY_END:
		check_operands(options, state);
		return 0;
	}
	return parse_learning(options, key, arg, state) ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &live_input_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &destination_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[FILE...] RULES\n-a RULE [FILE...]\n--learn FILE...",
	.doc = "check that rules hold in a log"
	       "\vRULES is a file with a rule a line: "
	       "p99(request -> reply by id) < 5ms. Several logs are checked "
	       "as one. The default FILE is the newest *.ptl of the current "
	       "directory, and a number is a stream of `posixtrace ls'.",
	.children = children,
};

/* Output */

/* Takes the words of the command that shows the trace. */
static int take_words(void *arg, const char *data, size_t len)
{
	return fwrite(data, 1, len, arg) == len ? 0 : ENOMEM;
}

/* The files of the trace. */
static void put_files(const struct options *options, struct out *out,
		      const struct source *source)
{
	const struct source_files *files = &options->input.files;
	const struct live *live = options->input.live;

	if (live) {
		findings_put_word(out, live->log);
		return;
	}
	if (files->as.format)
		findings_print(out, "--from=%s ", files->as.format->name);
	for (size_t i = 0; i < files->count; i++) {
		if (i)
			out_text(out, " ");
		findings_put_word(out, files->file[i]);
	}
	if (!files->count)
		findings_put_word(out, source->name);
}

/* Events of a process are not kept, nor those of a stream without a log. */
static bool is_kept(const struct options *options)
{
	return !options->input.live || options->input.live->log;
}

/* Makes a text that is to be freed. NULL: no memory. */
static char *words_of(const struct options *options,
		      const struct source *source)
{
	struct out *out = malloc(sizeof(*out));
	char *words = NULL;
	size_t size;
	FILE *file = out ? open_memstream(&words, &size) : NULL;

	if (file) {
		out_init_taker(out, take_words, file);
		put_files(options, out, source);
		out_flush(out);
		fclose(file);
	}
	free(out);
	return words;
}

/* A check of a trace, as far as it has come. */
struct checking {
	struct options *options;
	struct source *source;
	struct checker *checker;
	struct findings findings;
	struct destination *to;
	bool is_over; /* a rule is broken, and that is enough */
};

static int open_destination(struct checking *checking)
{
	return destination_open(checking->to, &checking->options->to,
				checking->source);
}

static int print(struct checking *checking)
{
	const struct checker *checker = checking->checker;
	struct findings *findings = &checking->findings;
	int err;

	findings->lost = checker->lost;
	findings->places = checker->places;
	findings->uncounted = checker->uncounted;
	err = findings_put(findings, checking->options->form,
			   &checking->to->out);
	if (!err)
		return EXIT_SUCCESS;
	talk_error(checking->source->name, err);
	return EXIT_SYSTEM;
}

/* Misspelt names would make rules that are about nothing. */
static void tell_term(const struct term *term)
{
	if (term)
		selection_tell_names(&term->selection);
}

static void tell_names(const struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++) {
		const struct rule *rule = rules->rule[i];

		for (unsigned j = 0; j < RULE_TERMS; j++)
			tell_term(rule->term[j]);
		for (unsigned j = 0; j < rule->comparison.count; j++) {
			tell_term(rule->comparison.value[j].term);
			tell_term(rule->comparison.value[j].end);
		}
	}
}

/* A key that a rule names has to be in its events. */
static int refuse_keys(const struct checker *checker, struct source *source)
{
	const struct rules *rules = checker->rules;
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < rules->count; i++) {
		const struct rule *rule = rules->rule[i];
		const struct pair *pair =
			timings_find_lacking(&checker->timings, rule);
		const char *by = pair ? pair->by : rule->by;

		if (!pair && !(by && rule->lacking && !rule->met))
			continue;
		talk("%s: %s: events have no field %s", source->name,
		     rule_name(rule), by);
		status = EXIT_MISUSE;
	}
	return status;
}

static int tell_verdicts(const struct options *options)
{
	const struct rules *rules = &options->rules;
	const size_t vacuous = verdicts_count(rules, VERDICT_VACUOUS);

	if (verdicts_count(rules, VERDICT_FAILS) ||
	    (vacuous && options->strict))
		return EXIT_NOTHING;
	return EXIT_SUCCESS;
}

/* Reports after printing: the worst is the status. */
static int tell(struct source *source, const struct options *options)
{
	int status;

	refused_descriptions_tell_all(source);
	selection_tell_names(&options->selection);
	tell_names(&options->rules);
	status = source_tell_damage(source, options->input.follow);
	if (!status)
		status = tell_verdicts(options);
	if (!status && options->strict)
		status = selection_tell_losses(&options->selection);
	return status;
}

/* Checking */

/* Text tells at once that a rule is broken. */
static void tell_broken(struct checking *checking, struct rule *rule,
			const struct example *example)
{
	const struct options *options = checking->options;

	rule->is_told = true;
	checking->is_over |= options->is_fast;
	if (!options->input.follow || options->form != FINDINGS_TEXT)
		return;
	findings_put_broken(&checking->findings, &checking->to->out, rule,
			    example);
	out_flush(&checking->to->out);
}

static void look_for_broken(struct checking *checking)
{
	struct rule *rule;

	while ((rule = certain_find(checking->checker)))
		tell_broken(checking, rule,
			    rule->broken.count ? rule->broken.example : NULL);
}

static void look_for_overdue(struct checking *checking)
{
	const int64_t now = live_input_complete_ns(&checking->options->input);
	struct example example;
	struct rule *rule;

	if (now)
		checker_reach(checking->checker, now, NULL);
	while ((rule = certain_find_overdue(checking->checker, &example))) {
		tell_broken(checking, rule, example.text ? &example : NULL);
		free(example.text);
	}
}

static int add(void *context, const struct posix_trace_item_np *item)
{
	struct checking *checking = context;
	const struct options *options = checking->options;
	const int err = checker_add(checking->checker, item);

	if (!err && (options->input.follow || options->is_fast))
		look_for_broken(checking);
	return !err && checking->is_over ? ECANCELED : err;
}

static bool wait_for_more(void *context)
{
	struct checking *checking = context;
	struct options *options = checking->options;

	look_for_overdue(checking);
	return !checking->is_over && !options->selection.over &&
	       !checking->to->out.error && live_input_wait(&options->input);
}

/* A log that is recorded now may be quiet since its last item. */
static void reach_now(struct checking *checking)
{
	const struct options *options = checking->options;
	const int64_t now = live_input_complete_ns(&options->input);

	if (now && !options->selection.to.kind)
		checker_reach(checking->checker, now, live_has_process);
}

static int walk(struct checking *checking)
{
	struct options *options = checking->options;
	int err;

	err = selection_walk(
		&options->selection,
		&(struct selection_walk){
			.add = add,
			.wait = options->input.follow ? wait_for_more : NULL,
			.argument = checking,
		});
	if (!options->input.follow)
		reach_now(checking);
	live_input_end(&options->input);
	if (!err || err == ECANCELED)
		err = checker_end(checking->checker);
	if (!err)
		return refuse_keys(checking->checker, checking->source);
	talk_error(checking->source->name, err);
	return EXIT_SYSTEM;
}

/* The output of a trace that is followed begins before that. */
static int check_items(struct checking *checking)
{
	const bool follows = checking->options->input.follow;
	int status = follows ? open_destination(checking) : EXIT_SUCCESS;
	int closed;

	if (status)
		return status;
	status = walk(checking);
	if (!follows && !status)
		status = open_destination(checking);
	if (!follows && status)
		return status;
	if (!status)
		status = print(checking);
	closed = destination_close(checking->to);
	if (!status)
		status = closed;
	return status ? status : tell(checking->source, checking->options);
}

static int check_with(struct checker *checker, struct options *options)
{
	static struct destination to;
	struct source *source = options->input.source;
	char *words = is_kept(options) ? words_of(options, source) : NULL;
	struct checking checking = {
		.options = options,
		.source = source,
		.checker = checker,
		.findings = {
			.rules = &options->rules,
			.trace = source->name,
			.files = words,
			.is_strict = options->strict,
			.utc = options->utc,
		},
		.to = &to,
	};
	const int status = words || !is_kept(options) ? check_items(&checking) :
							EXIT_SYSTEM;

	free(words);
	return status;
}

static int check_source(struct options *options)
{
	static struct checker checker;
	struct source *source = options->input.source;
	int status, err;

	err = selection_begin(&options->selection, source, options->utc);
	if (err)
		return selection_refuse(&options->selection, err);
	err = checker_init(&checker, &options->rules, source,
			   strcmp(nl_langinfo(CODESET), "UTF-8"));
	if (err) {
		talk_error(source->name, err);
		status = EXIT_SYSTEM;
	} else {
		status = check_with(&checker, options);
	}
	checker_fini(&checker);
	return status;
}

static int check(struct options *options)
{
	const struct rules *rules = &options->rules;
	int status;

	for (size_t i = 0; i < rules->count; i++)
		rules->rule[i]->broken.most = options->examples;
	options->to.keeps_part = options->input.follow;
	status = live_input_open(&options->input, "checking");
	if (options->input.follow && !options->to.file)
		follow_reader();
	if (!status)
		status = check_source(options);
	return live_input_close(&options->input, status);
}

/* Only files can be read several times. */
static int check_run(const char *name)
{
	struct stat st;
	const bool is_there = !stat(name, &st);

	if (is_there ? S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) :
		       strcmp(name, "-") != 0)
		return EXIT_SUCCESS;
	talk("%s: a run is read several times: save it first", name);
	return EXIT_MISUSE;
}

static int learn(struct options *options)
{
	struct learning *learning = &options->learning;
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < options->input.files.count && !status; i++)
		status = check_run(options->input.files.file[i]);
	if (!status)
		status = live_input_gather(&options->input, "learning from");
	for (size_t i = 0; i < options->input.files.count && !status; i++)
		status = runs_add(&options->runs, options->input.files.file[i]);
	learning->runs = &options->runs;
	learning->selection = &options->selection;
	learning->as = &options->input.files.as;
	learning->to = &options->to;
	learning->utc = options->utc;
	learning->ascii = strcmp(nl_langinfo(CODESET), "UTF-8");
	if (!status)
		status = learning_pass(learning);
	runs_fini(&options->runs);
	return live_input_close(&options->input, status);
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options = {
		.examples = EXAMPLES_DEFAULT,
		.learning = { .margin = LEARNING_MARGIN,
			      .least = LEARNING_CASES },
	};
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = options.status;
	if (!status)
		status =
			options.is_learning ? learn(&options) : check(&options);
	rules_fini(&options.rules);
	selection_fini(&options.selection);
	return status;
}

const struct command cmd_check = {
	.name = "check",
	.argp = &argp,
	.run = run,
};
