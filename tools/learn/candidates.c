/*
 * candidates.c - rules that may hold in all runs
 */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "check/rules.h"
#include "learn/candidates.h"

enum { ORDERED_TYPES = 512 }; /* types beyond are in no order */

/* Candidates of each kind at most. */
static const unsigned limit[CANDIDATE_KINDS] = {
	[CANDIDATE_LOSSES] = 1,	   [CANDIDATE_RELEASED] = 16,
	[CANDIDATE_WAITS] = 16,	   [CANDIDATE_P99] = 32,
	[CANDIDATE_MAX] = 32,	   [CANDIDATE_ENDED] = 32,
	[CANDIDATE_COUNTS] = 95,   [CANDIDATE_BEFORE] = 320,
	[CANDIDATE_FOLLOWS] = 320, [CANDIDATE_SOME] = 160,
};

_Static_assert(1 + 16 + 16 + 32 + 32 + 32 + 95 + 320 + 320 + 160 <= RULES_MOST,
	       "all candidates are rules of a file");

void candidates_fini(struct candidates *candidates)
{
	free(candidates->candidate);
}

/* Making */

static int add(struct candidates *candidates, const struct candidate *candidate)
{
	const enum candidate_kind kind = candidate->kind;

	if (candidates->of[kind] == limit[kind]) {
		if (kind == CANDIDATE_BEFORE || kind == CANDIDATE_FOLLOWS)
			candidates->untried_orders++;
		else
			candidates->untried_others++;
		return 0;
	}
	if (pxt_array_reserve(&candidates->candidate, &candidates->room,
			      candidates->count + 1, sizeof(*candidate)))
		return ENOMEM;
	candidates->of[kind]++;
	candidates->candidate[candidates->count++] = *candidate;
	return 0;
}

static int add_objects(struct candidates *candidates,
		       const struct vocabulary *vocabulary,
		       enum candidate_kind kind)
{
	int err = 0;

	for (size_t i = vocabulary->of[VOCABULARY_OBJECT];
	     i < vocabulary->of[VOCABULARY_OBJECT + 1] && !err; i++)
		err = add(candidates,
			  &(struct candidate){
				  .kind = kind,
				  .first = vocabulary->name[i].name });
	return err;
}

static int add_spans(struct candidates *candidates,
		     const struct vocabulary *vocabulary,
		     enum candidate_kind kind)
{
	int err = 0;

	for (size_t i = vocabulary->of[VOCABULARY_SPAN];
	     i < vocabulary->of[VOCABULARY_SPAN + 1] && !err; i++)
		err = add(candidates,
			  &(struct candidate){
				  .kind = kind,
				  .first = vocabulary->name[i].name,
				  .cases = vocabulary->name[i].count });
	return err;
}

static bool is_as_often(const struct vocabulary *vocabulary,
			const struct vocabulary_name *one,
			const struct vocabulary_name *other)
{
	for (size_t i = 0; i < vocabulary->runs; i++)
		if (vocabulary_run_of(one, i).count !=
		    vocabulary_run_of(other, i).count)
			return false;
	return true;
}

/* Types that are as often as each other make a chain. */
static int add_counts(struct candidates *candidates,
		      const struct vocabulary *vocabulary)
{
	int err = 0;

	for (size_t i = vocabulary->of[VOCABULARY_TYPE];
	     i < vocabulary->of[VOCABULARY_TYPE + 1] && !err; i++) {
		const struct vocabulary_name *first = &vocabulary->name[i];
		size_t j = i + 1;

		while (j < vocabulary->of[VOCABULARY_TYPE + 1] &&
		       !is_as_often(vocabulary, first, &vocabulary->name[j]))
			j++;
		if (first->count < candidates->least ||
		    j == vocabulary->of[VOCABULARY_TYPE + 1])
			continue;
		err = add(
			candidates,
			&(struct candidate){ .kind = CANDIDATE_COUNTS,
					     .first = first->name,
					     .second = vocabulary->name[j].name,
					     .cases = first->count });
	}
	return err;
}

static int add_some(struct candidates *candidates,
		    const struct vocabulary *vocabulary)
{
	int err = 0;

	for (size_t i = vocabulary->of[VOCABULARY_TYPE];
	     i < vocabulary->of[VOCABULARY_TYPE + 1] && !err; i++) {
		const struct vocabulary_name *name = &vocabulary->name[i];
		bool is_always = true;

		for (size_t run = 0; run < vocabulary->runs; run++)
			is_always &= vocabulary_run_of(name, run).count > 0;
		if (is_always)
			err = add(candidates,
				  &(struct candidate){ .kind = CANDIDATE_SOME,
						       .first = name->name,
						       .cases = name->count });
	}
	return err;
}

/* Orders */

static const struct vocabulary_key *find_key(const struct vocabulary_name *name,
					     const char *text)
{
	for (size_t i = 0; i < name->keys; i++)
		if (!strcmp(name->key[i].name, text))
			return &name->key[i];
	return NULL;
}

/* True if no run has a first B earlier than the first A. */
static bool may_be_before(const struct vocabulary *vocabulary,
			  const struct vocabulary_name *a,
			  const struct vocabulary_name *b)
{
	for (size_t i = 0; i < vocabulary->runs; i++) {
		const struct vocabulary_run one = vocabulary_run_of(a, i);
		const struct vocabulary_run other = vocabulary_run_of(b, i);

		if (other.count &&
		    (!one.count || other.first_ns < one.first_ns))
			return false;
	}
	return true;
}

/* True if no run has a last A later than the last B, or more of A. */
static bool may_follow(const struct vocabulary *vocabulary,
		       const struct vocabulary_name *a,
		       const struct vocabulary_name *b)
{
	for (size_t i = 0; i < vocabulary->runs; i++) {
		const struct vocabulary_run one = vocabulary_run_of(a, i);
		const struct vocabulary_run other = vocabulary_run_of(b, i);

		if (one.count &&
		    (one.count > other.count || one.last_ns > other.last_ns))
			return false;
	}
	return true;
}

static int add_orders_by(struct candidates *candidates,
			 const struct vocabulary *vocabulary,
			 const struct vocabulary_name *a,
			 const struct vocabulary_name *b, const char *by)
{
	struct candidate candidate = {
		.kind = CANDIDATE_BEFORE,
		.first = a->name,
		.second = b->name,
		.by = by,
	};
	int err = 0;

	if (b->count >= candidates->least && may_be_before(vocabulary, a, b))
		err = add(candidates, &candidate);
	candidate.kind = CANDIDATE_FOLLOWS;
	if (!err && may_follow(vocabulary, a, b))
		err = add(candidates, &candidate);
	return err;
}

/* Two types whose marked key is the same field have no other key. */
static bool share_marked(const struct vocabulary_name *a,
			 const struct vocabulary_name *b)
{
	for (size_t i = 0; i < a->keys; i++) {
		const struct vocabulary_key *key = find_key(b, a->key[i].name);

		if (a->key[i].is_marked && key && key->is_marked)
			return true;
	}
	return false;
}

static int add_orders_of(struct candidates *candidates,
			 const struct vocabulary *vocabulary,
			 const struct vocabulary_name *a,
			 const struct vocabulary_name *b, bool is_marked)
{
	int err = 0;

	if (a == b || a->count < candidates->least ||
	    share_marked(a, b) != is_marked)
		return 0;
	for (size_t i = 0; i < a->keys && !err; i++) {
		const struct vocabulary_key *key = find_key(b, a->key[i].name);

		if (key &&
		    (!is_marked || (key->is_marked && a->key[i].is_marked)))
			err = add_orders_by(candidates, vocabulary, a, b,
					    key->name);
	}
	return err;
}

/* The marked keys come first, as the number is limited. */
static int add_orders(struct candidates *candidates,
		      const struct vocabulary *vocabulary, bool is_marked)
{
	const struct vocabulary_name *type =
		&vocabulary->name[vocabulary->of[VOCABULARY_TYPE]];
	size_t types = vocabulary->of[VOCABULARY_TYPE + 1] -
		       vocabulary->of[VOCABULARY_TYPE];
	int err = 0;

	if (types > ORDERED_TYPES) {
		candidates->untried_orders += is_marked ? types : 0;
		types = ORDERED_TYPES;
	}
	for (size_t i = 0; i < types && !err; i++)
		for (size_t j = 0; j < types && !err; j++)
			err = add_orders_of(candidates, vocabulary, &type[i],
					    &type[j], is_marked);
	return err;
}

int candidates_make(struct candidates *candidates,
		    const struct vocabulary *vocabulary, uint64_t least)
{
	int err = 0;

	candidates->least = least;
	if (!vocabulary->lost)
		err = add(candidates,
			  &(struct candidate){ .kind = CANDIDATE_LOSSES });
	for (unsigned i = CANDIDATE_RELEASED; i <= CANDIDATE_WAITS && !err; i++)
		err = add_objects(candidates, vocabulary, i);
	for (unsigned i = CANDIDATE_P99; i <= CANDIDATE_ENDED && !err; i++)
		err = add_spans(candidates, vocabulary, i);
	if (!err)
		err = add_counts(candidates, vocabulary);
	if (!err)
		err = add_orders(candidates, vocabulary, true);
	if (!err)
		err = add_orders(candidates, vocabulary, false);
	return err ? err : add_some(candidates, vocabulary);
}

/* Keeping */

bool candidates_keep(const struct candidates *candidates,
		     const struct candidate *candidate)
{
	static const bool needs_no_more[CANDIDATE_KINDS] = {
		[CANDIDATE_LOSSES] = true,
		[CANDIDATE_RELEASED] = true,
		[CANDIDATE_SOME] = true,
	};

	return !candidate->is_broken && !candidate->is_implied &&
	       candidate->runs &&
	       (needs_no_more[candidate->kind] ||
		candidate->cases >= candidates->least);
}

static bool is_order(const struct candidate *candidate)
{
	return candidate->kind == CANDIDATE_BEFORE ||
	       candidate->kind == CANDIDATE_FOLLOWS;
}

static bool relates(const struct candidate *candidate, enum candidate_kind kind,
		    const char *first, const char *second)
{
	return candidate->kind == kind && !strcmp(candidate->first, first) &&
	       !strcmp(candidate->second, second);
}

/* True if A before B and B before C, by the same key, so that A is before C.
 */
static bool is_made_of_two(const struct candidates *candidates,
			   const struct candidate *candidate, const bool *held)
{
	for (size_t i = 0; i < candidates->count; i++) {
		const struct candidate *one = &candidates->candidate[i];

		if (!held[i] || one->kind != candidate->kind ||
		    strcmp(one->first, candidate->first) ||
		    strcmp(one->by, candidate->by))
			continue;
		for (size_t j = 0; j < candidates->count; j++) {
			const struct candidate *other =
				&candidates->candidate[j];

			if (held[j] &&
			    relates(other, candidate->kind, one->second,
				    candidate->second) &&
			    !strcmp(other->by, candidate->by))
				return true;
		}
	}
	return false;
}

/* True if a candidate before this one relates the same events. */
static bool is_by_another_key(const struct candidates *candidates, size_t at,
			      const bool *held)
{
	const struct candidate *candidate = &candidates->candidate[at];

	for (size_t i = 0; i < at; i++)
		if (held[i] &&
		    relates(&candidates->candidate[i], candidate->kind,
			    candidate->first, candidate->second))
			return true;
	return false;
}

void candidates_reduce(struct candidates *candidates)
{
	bool held[RULES_MOST];

	for (size_t i = 0; i < candidates->count; i++)
		held[i] =
			is_order(&candidates->candidate[i]) &&
			candidates_keep(candidates, &candidates->candidate[i]);
	for (size_t i = 0; i < candidates->count; i++)
		if (held[i] && is_by_another_key(candidates, i, held))
			candidates->candidate[i].is_implied = true;
	for (size_t i = 0; i < candidates->count; i++)
		if (held[i] &&
		    is_made_of_two(candidates, &candidates->candidate[i], held))
			candidates->candidate[i].is_implied = true;
}

/* Cases of holds, waits and orders are counted by trials. */
static void renew(struct candidate *candidate)
{
	candidate->runs = 0;
	candidate->worst_ns = 0;
	candidate->is_unsure = false;
	if (is_order(candidate) || candidate->kind == CANDIDATE_RELEASED ||
	    candidate->kind == CANDIDATE_WAITS)
		candidate->cases = 0;
}

bool candidates_renew(struct candidates *candidates)
{
	bool is_unsure = false;

	for (size_t i = 0; i < candidates->count; i++)
		is_unsure |=
			candidates->candidate[i].is_unsure &&
			candidates_keep(candidates, &candidates->candidate[i]);
	for (size_t i = 0; i < candidates->count && is_unsure; i++) {
		struct candidate *candidate = &candidates->candidate[i];

		candidate->is_broken = !candidates_keep(candidates, candidate);
		renew(candidate);
	}
	return is_unsure;
}

/* Text */

/* Words of rules are plain only if nothing else can be meant. */
static void print_name(const char *name, FILE *out)
{
	static const char *const words[] = {
		"and", "at", "before", "between", "by",	      "count", "every",
		"for", "is", "lock",   "lost",	  "max",      "min",   "never",
		"no",  "of", "span",   "within",  "unmatched"
	};
	bool is_plain = isalpha((unsigned char)*name) || *name == '_';

	for (const char *at = name; *at; at++)
		is_plain &= isalnum((unsigned char)*at) || *at == '_' ||
			    *at == '.' || *at == ':';
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		is_plain &= strcmp(name, words[i]) != 0;
	fprintf(out, is_plain ? "%s" : "\"%s\"", name);
}

/* Prints a format, in which each @ is a name. */
static void print(FILE *out, const char *format, const char *const *name,
		  size_t names)
{
	for (; *format; format++)
		if (*format != '@') {
			fputc(*format, out);
		} else {
			assert(names);
			names--;
			print_name(*name++, out);
		}
}

void candidate_print(const struct candidate *candidate, const char *limit_text,
		     FILE *out)
{
	static const char *const format[CANDIDATE_KINDS] = {
		[CANDIDATE_LOSSES] = "no losses",
		[CANDIDATE_RELEASED] = "every @ is released",
		[CANDIDATE_WAITS] = "no thread waits more than ",
		[CANDIDATE_P99] = "p99(span @) <= ",
		[CANDIDATE_MAX] = "max(span @) <= ",
		[CANDIDATE_ENDED] = "unmatched(span @) == 0",
		[CANDIDATE_COUNTS] = "count(@) == count(@)",
		[CANDIDATE_BEFORE] = "@ before @ by @",
		[CANDIDATE_FOLLOWS] = "@ -> @ by @",
		[CANDIDATE_SOME] = "at least 1 of @",
	};
	const char *const name[] = { candidate->first, candidate->second,
				     candidate->by };

	print(out, format[candidate->kind], name, sizeof(name) / sizeof(*name));
	if (candidate->kind == CANDIDATE_FOLLOWS && limit_text)
		fprintf(out, " within %s", limit_text);
	else if (candidate_is_timed(candidate) &&
		 candidate->kind != CANDIDATE_FOLLOWS)
		fputs(limit_text ? limit_text : "2000000h", out);
	if (candidate->kind == CANDIDATE_WAITS)
		print(out, " for @", name, 1);
}
