/*
 * learning.c - rules that hold in good runs are learned from these
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/sum.h"
#include "common/command.h"
#include "common/composition.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "learn/learned.h"
#include "learn/learning.h"
#include "learn/trial.h"
#include "select/select_unknown.h"
#include "select/selection_walk.h"
#include "source/damage_notes.h"
#include "source/sources.h"

struct reading {
	const struct learning *learning;
	struct vocabulary vocabulary;
	struct candidates candidates;
	struct select_unknown unknown;
	enum trial_stage stage;
	struct source *source; /* the latest, or NULL */
	int damage;	       /* exit status of damaged logs */
};

static int fail(const char *what, int err)
{
	talk_error(what, err);
	return EXIT_SYSTEM;
}

/* Names of a run */

struct counting {
	struct figures figures;
	uint64_t lost;
};

static int count_item(void *argument, const struct posix_trace_item_np *item)
{
	struct counting *counting = argument;

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		counting->lost =
			pxt_sum(counting->lost, item->lost ? item->lost : 1);
	return figures_add(&counting->figures, item);
}

static int count_run(struct reading *reading)
{
	static struct counting counting;
	const struct learning *learning = reading->learning;
	const struct figures_options options = {
		.ascii = learning->ascii,
		.system = learning->selection->events.count,
	};
	const struct selection_walk walk = { .add = count_item,
					     .argument = &counting };
	int err;

	counting.lost = 0;
	err = figures_init(&counting.figures, reading->source, &options, 0);
	if (!err)
		err = selection_walk(learning->selection, &walk);
	if (!err)
		err = vocabulary_add(&reading->vocabulary, &counting.figures,
				     counting.lost);
	if (!err)
		err = select_unknown_look(&reading->unknown,
					  learning->selection);
	figures_fini(&counting.figures);
	if (err)
		return fail(reading->source->name, err);
	refused_descriptions_tell_all(reading->source);
	err = source_tell_damage(reading->source, false);
	reading->damage = err ? err : reading->damage;
	return EXIT_SUCCESS;
}

static int try_run(struct reading *reading)
{
	const struct learning *learning = reading->learning;

	return trial_pass(&reading->candidates, reading->stage, reading->source,
			  learning->selection, learning->ascii);
}

/* Runs */

/* No input is replaced by the output. */
static int check_output(const struct reading *reading)
{
	const char *file = reading->learning->to->file;
	struct stat there;

	if (!file || stat(file, &there) ||
	    !source_has_file(reading->source, &there))
		return EXIT_SUCCESS;
	talk("%s: is a log that is learned from", file);
	return EXIT_MISUSE;
}

static int open_run(struct reading *reading, const struct run_files *run)
{
	const struct learning *learning = reading->learning;
	const struct source_files files = {
		.file = run->file,
		.count = run->count,
		.as = *learning->as,
	};
	int status, err;

	source_close(reading->source);
	reading->source = NULL;
	status = sources_open(&reading->source, &files);
	if (status) {
		reading->source = NULL;
		return status;
	}
	status = check_output(reading);
	if (status)
		return status;
	err = selection_begin(learning->selection, reading->source,
			      learning->utc);
	return err ? selection_refuse(learning->selection, err) : EXIT_SUCCESS;
}

static int for_each_run(struct reading *reading,
			int (*read)(struct reading *reading))
{
	const struct runs *runs = reading->learning->runs;
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < runs->count && !status; i++) {
		status = open_run(reading, &runs->run[i]);
		if (!status)
			status = read(reading);
	}
	return status;
}

/* Output */

static int write_rules(void *learned, FILE *file)
{
	learned_print(learned, file);
	return 0;
}

static int print(const struct reading *reading, struct learned *learned)
{
	static struct destination to;
	int status, err;

	status = destination_open(&to, reading->learning->to, reading->source);
	if (status)
		return status;
	err = composition_put(write_rules, learned, &to.out);
	status = destination_close(&to);
	return err ? fail("check", err) : status;
}

static bool has_events(const struct vocabulary *vocabulary)
{
	return vocabulary->of[VOCABULARY_TYPE] <
		       vocabulary->of[VOCABULARY_TYPE + 1] ||
	       vocabulary->uncounted || vocabulary->unsaid;
}

static int tell(const struct reading *reading, const struct learned *learned)
{
	learned_tell(learned);
	select_unknown_tell(&reading->unknown, "all runs");
	if (reading->damage)
		return reading->damage;
	if (!has_events(&reading->vocabulary)) {
		talk(selection_is_given(reading->learning->selection) ?
			     "no event matches, in none of these runs" :
			     "no event, in none of these runs");
		return EXIT_NOTHING;
	}
	if (learned_count(learned))
		return EXIT_SUCCESS;
	talk("no rule holds in all of these runs");
	return EXIT_NOTHING;
}

/* Candidates that are left have the memory of a check for themselves. */
static int try_candidates(struct reading *reading)
{
	int status;

	reading->stage = TRIAL_FIRST;
	status = for_each_run(reading, try_run);
	if (status)
		return status;
	candidates_reduce(&reading->candidates);
	if (!candidates_renew(&reading->candidates))
		return EXIT_SUCCESS;
	reading->stage = TRIAL_LAST;
	return for_each_run(reading, try_run);
}

static int learn(struct reading *reading)
{
	struct learned learned = {
		.vocabulary = &reading->vocabulary,
		.candidates = &reading->candidates,
		.margin = reading->learning->margin,
	};
	int status, err;

	status = for_each_run(reading, count_run);
	if (status)
		return status;
	vocabulary_settle(&reading->vocabulary);
	err = candidates_make(&reading->candidates, &reading->vocabulary,
			      reading->learning->least);
	if (err)
		return fail("check", err);
	status = try_candidates(reading);
	if (status)
		return status;
	status = print(reading, &learned);
	return status ? status : tell(reading, &learned);
}

int learning_pass(const struct learning *learning)
{
	struct reading reading = { .learning = learning };
	const int status = learn(&reading);

	source_close(reading.source);
	select_unknown_fini(&reading.unknown);
	candidates_fini(&reading.candidates);
	vocabulary_fini(&reading.vocabulary);
	return status;
}
