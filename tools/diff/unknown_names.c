/*
 * unknown_names.c - names in the options of diff that no run has
 */
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "diff/unknown_names.h"

static const char both[] = "both sides";

void unknown_names_fini(struct unknown_names *unknown)
{
	select_unknown_fini(&unknown->selected);
}

int unknown_names_look(struct unknown_names *unknown,
		       const struct selection *selection,
		       const struct pairs *pairs, size_t rules)
{
	for (size_t i = 0; i < rules; i++) {
		unknown->begins[i] |= pairs->pair[i].begin.events > 0;
		unknown->ends[i] |= pairs->pair[i].end.events > 0;
	}
	return select_unknown_look(&unknown->selected, selection);
}

/* Considers all names of a kind, unless this is one, of what is gone. */
static const char *hint(const struct sheet *sheet, enum sheet_kind kind,
			const char *name, struct guess *guess)
{
	guess_begin(guess, name);
	for (size_t i = 0; i < sheet->count; i++)
		if (sheet->row[i].kind == kind)
			guess_add(guess, sheet->row[i].name);
	return strcmp(guess->best, name) ? guess_hint(guess) : "";
}

static int tell_pair_event(const struct sheet *sheet, const char *name,
			   bool is_met)
{
	struct guess guess;

	if (is_met)
		return EXIT_SUCCESS;
	talk("%s: there is no event %s%s", both, name,
	     hint(sheet, SHEET_EVENT, name, &guess));
	return EXIT_NOTHING;
}

static int tell_pairs(const struct unknown_names *unknown,
		      const struct pair_options *pairs,
		      const struct sheet *sheet)
{
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < pairs->count; i++)
		status |= tell_pair_event(sheet, pairs->rules[i].begin,
					  unknown->begins[i]) |
			  tell_pair_event(sheet, pairs->rules[i].end,
					  unknown->ends[i]);
	return status;
}

static enum sheet_kind kind_of(enum limit_of of)
{
	if (limit_is_of_time(of))
		return SHEET_SPAN;
	return of == LIMIT_ERRORS ? SHEET_ERROR : SHEET_EVENT;
}

/* Spans that are gone have no duration that could be within a limit; events and
 * errors that are gone are within theirs. */
static bool has_measured(const struct sheet *sheet, const struct limit *limit)
{
	const enum sheet_kind kind = kind_of(limit->of);

	for (size_t i = 0; i < sheet->count; i++) {
		const struct sheet_row *row = &sheet->row[i];

		if (row->kind == kind && limit_is_for(limit, row->name) &&
		    (sheet_total(sheet, row, SIDE_AFTER) ||
		     (kind != SHEET_SPAN &&
		      sheet_total(sheet, row, SIDE_BEFORE))))
			return true;
	}
	return false;
}

/* A limit for all names may find none. */
static int tell_limit(const struct limit *limit, const struct sheet *sheet)
{
	static const char *const kinds[] = {
		[SHEET_EVENT] = "event",
		[SHEET_SPAN] = "span",
		[SHEET_ERROR] = "error",
	};
	const enum sheet_kind kind = kind_of(limit->of);
	struct guess guess;

	if (limit->of == LIMIT_LOST || !strcmp(limit->name, "*") ||
	    has_measured(sheet, limit))
		return EXIT_SUCCESS;
	talk("%s: no %s is called %s%s", kind == SHEET_SPAN ? "after" : both,
	     kinds[kind], limit->name, hint(sheet, kind, limit->name, &guess));
	return kind == SHEET_SPAN ? EXIT_NOTHING : EXIT_SUCCESS;
}

int unknown_names_tell(const struct unknown_names *unknown,
		       const struct pair_options *pairs,
		       const struct limits *limits, const struct sheet *sheet,
		       bool is_strict)
{
	int status, limited = EXIT_SUCCESS;

	select_unknown_tell(&unknown->selected, both);
	status = tell_pairs(unknown, pairs, sheet);
	for (size_t i = 0; i < limits->count; i++)
		limited |= tell_limit(&limits->limit[i], sheet);
	return is_strict ? status | limited : status;
}
