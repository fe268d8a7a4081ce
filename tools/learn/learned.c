/*
 * learned.c - a file of rules that were learned, with their evidence
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "common/talk.h"
#include "common/text.h"
#include "learn/learned.h"

enum {
	NAME_MOST = 200,
	LEAST_NS = 1000, /* no limit of time is less */
	REMARK = 160,
};

static const long double LIMIT_MOST_NS = 9e18L; /* a rule has no longer time */

/* Limits */

/* Rounds up to two digits. */
static uint64_t round_up(long double ns)
{
	uint64_t digits, unit = 1;

	if (ns < LEAST_NS)
		return LEAST_NS;
	if (ns >= LIMIT_MOST_NS)
		return (uint64_t)LIMIT_MOST_NS;
	digits = (uint64_t)ns;
	digits += digits < ns;
	for (; digits >= 100; unit *= 10)
		digits = (digits + 9) / 10;
	return digits * unit;
}

/* Makes the text of a duration of two digits. */
static void make_limit(char text[TEXT_MAX], uint64_t ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 } };
	size_t i = 0;

	while (i < 2 && ns < units[i].ns)
		i++;
	if (ns % units[i].ns && ns / units[i].ns < 10)
		snprintf(text, TEXT_MAX, "%" PRIu64 ".%" PRIu64 "%s",
			 ns / units[i].ns, ns % units[i].ns * 10 / units[i].ns,
			 units[i].name);
	else
		snprintf(text, TEXT_MAX, "%" PRIu64 "%s", ns / units[i].ns,
			 units[i].name);
}

/* Names */

/* Puts words into the name of a rule, which has no other characters. */
static void add_word(char name[NAME_MOST], const char *word)
{
	size_t len = strlen(name);

	if (!word || len + 2 >= NAME_MOST / 2)
		return;
	name[len++] = '-';
	for (; *word && len < NAME_MOST / 2; word++)
		name[len++] = isalnum((unsigned char)*word) || *word == '_' ||
					      *word == '.' ?
				      *word :
				      '_';
	name[len] = '\0';
}

/* Makes the name of a rule, another one for each. */
static void make_name(struct pxt_map *names, const struct candidate *candidate,
		      char name[NAME_MOST])
{
	static const char *const begin[CANDIDATE_KINDS] = {
		[CANDIDATE_LOSSES] = "losses",
		[CANDIDATE_RELEASED] = "released",
		[CANDIDATE_WAITS] = "waits",
		[CANDIDATE_P99] = "p99",
		[CANDIDATE_MAX] = "max",
		[CANDIDATE_ENDED] = "ended",
		[CANDIDATE_COUNTS] = "as-many",
		[CANDIDATE_BEFORE] = "order",
		[CANDIDATE_FOLLOWS] = "after",
		[CANDIDATE_SOME] = "some",
	};
	size_t *times;

	snprintf(name, NAME_MOST, "%s", begin[candidate->kind]);
	add_word(name, candidate->first);
	add_word(name, candidate->second);
	times = pxt_map_at(names, name, strlen(name));
	if (times && ++*times > 1)
		snprintf(name + strlen(name), NAME_MOST - strlen(name), ".%zu",
			 *times);
}

/* Evidence */

static const char *const cases_word[CANDIDATE_KINDS] = {
	[CANDIDATE_LOSSES] = "event", [CANDIDATE_RELEASED] = "hold",
	[CANDIDATE_WAITS] = "wait",   [CANDIDATE_P99] = "span",
	[CANDIDATE_MAX] = "span",     [CANDIDATE_ENDED] = "span",
	[CANDIDATE_COUNTS] = "pair",  [CANDIDATE_BEFORE] = "key",
	[CANDIDATE_FOLLOWS] = "case", [CANDIDATE_SOME] = "event",
};

static void print_evidence(const struct candidate *candidate, FILE *out)
{
	char cases[TEXT_MAX], worst[TEXT_MAX];

	if (candidate->kind == CANDIDATE_LOSSES) {
		fprintf(out, "# nothing is lost in %zu run%s\n",
			candidate->runs, text_plural(candidate->runs));
		return;
	}
	text_count(cases, candidate->cases);
	fprintf(out, "# %s %s%s in %zu run%s", cases,
		cases_word[candidate->kind], text_plural(candidate->cases),
		candidate->runs, text_plural(candidate->runs));
	if (candidate_is_timed(candidate)) {
		text_brief(worst, (uint64_t)candidate->worst_ns);
		fprintf(out, ", the worst %s is %s",
			candidate->kind == CANDIDATE_P99 ? "p99" : "time",
			worst);
	}
	fputc('\n', out);
}

static void print_rule(const struct learned *learned,
		       const struct candidate *candidate, struct pxt_map *names,
		       FILE *out)
{
	char name[NAME_MOST], limit[TEXT_MAX];

	make_name(names, candidate, name);
	make_limit(limit, round_up(candidate->worst_ns *
				   (long double)learned->margin));
	print_evidence(candidate, out);
	fprintf(out, "%s: ", name);
	candidate_print(candidate, limit, out);
	fputs("\n\n", out);
}

/* Remarks */

/* Makes a remark on what was not tried; false: all of that was. */
typedef bool remark_make(const struct learned *learned, char remark[REMARK]);

static bool remark_losses(const struct learned *learned, char remark[REMARK])
{
	const struct vocabulary *vocabulary = learned->vocabulary;

	snprintf(remark, REMARK,
		 "%" PRIu64 " event%s lost in %zu run%s: orders, counts and "
		 "times may be wrong by that",
		 vocabulary->lost, vocabulary->lost == 1 ? " is" : "s are",
		 vocabulary->lossy_runs, text_plural(vocabulary->lossy_runs));
	return vocabulary->lost;
}

static bool remark_names(const struct learned *learned, char remark[REMARK])
{
	const uint64_t number = learned->vocabulary->unsaid;

	snprintf(remark, REMARK,
		 "%" PRIu64 " name%s not tried: no rule can say %s", number,
		 number == 1 ? " was" : "s were", number == 1 ? "it" : "them");
	return number;
}

static bool remark_types(const struct learned *learned, char remark[REMARK])
{
	const uint64_t number = learned->vocabulary->uncounted;

	snprintf(remark, REMARK,
		 "%" PRIu64 " event%s not tried: they have no name, or there "
		 "are too many types",
		 number, number == 1 ? " was" : "s were");
	return number;
}

static bool remark_orders(const struct learned *learned, char remark[REMARK])
{
	const uint64_t number = learned->candidates->untried_orders;

	snprintf(remark, REMARK,
		 "%" PRIu64 " order%s not tried: there are too many", number,
		 number == 1 ? " was" : "s were");
	return number;
}

static bool remark_others(const struct learned *learned, char remark[REMARK])
{
	const uint64_t number = learned->candidates->untried_others;

	snprintf(remark, REMARK,
		 "%" PRIu64 " other rule%s not tried: there are too many",
		 number, number == 1 ? " was" : "s were");
	return number;
}

static remark_make *const remarks[] = { remark_losses, remark_names,
					remark_types, remark_orders,
					remark_others };

enum { REMARKS = sizeof(remarks) / sizeof(*remarks) };

void learned_tell(const struct learned *learned)
{
	char remark[REMARK];

	for (size_t i = 0; i < REMARKS; i++)
		if (remarks[i](learned, remark))
			talk("%s", remark);
}

/* The file */

static void print_head(const struct learned *learned, FILE *out)
{
	const size_t runs = learned->vocabulary->runs;
	char remark[REMARK], least[TEXT_MAX];

	fprintf(out,
		"# Learned by posixtrace check --learn: what holds in %zu good "
		"run%s.\n"
		"# Limits of time are %g times the worst; orders, counts and "
		"times need %s case%s.\n",
		runs, text_plural(runs), learned->margin,
		text_count(least, learned->candidates->least),
		text_plural(learned->candidates->least));
	for (size_t i = 0; i < REMARKS; i++)
		if (remarks[i](learned, remark))
			fprintf(out, "# %s\n", remark);
	fputc('\n', out);
}

void learned_print(const struct learned *learned, FILE *out)
{
	const struct candidates *candidates = learned->candidates;
	struct pxt_map names = { 0 };

	print_head(learned, out);
	for (unsigned kind = 0; kind < CANDIDATE_KINDS; kind++)
		for (size_t i = 0; i < candidates->count; i++)
			if (candidates->candidate[i].kind == kind &&
			    candidates_keep(candidates,
					    &candidates->candidate[i]))
				print_rule(learned, &candidates->candidate[i],
					   &names, out);
	pxt_map_fini(&names);
}

size_t learned_count(const struct learned *learned)
{
	size_t count = 0;

	for (size_t i = 0; i < learned->candidates->count; i++)
		count += candidates_keep(learned->candidates,
					 &learned->candidates->candidate[i]);
	return count;
}
