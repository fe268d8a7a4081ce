/* log_damage.c - damaged places of a log, each noted once */
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "log/log_damage.h"

struct pxt_log_damage_place {
	uint64_t offset;
	struct pxt_log_damage_place *before; /* noted before this one */
};

static int compare(const void *a, const void *b)
{
	const uint64_t x = ((const struct pxt_log_damage_place *)a)->offset;
	const uint64_t y = ((const struct pxt_log_damage_place *)b)->offset;

	return (x > y) - (x < y);
}

/* Without memory for the place, it may be counted twice. */
static void remember(struct pxt_log_damage_report *report, uint64_t offset)
{
	struct pxt_log_damage_place *place = malloc(sizeof(*place));

	if (!place)
		return;
	place->offset = offset;
	place->before = report->last;
	if (tsearch(place, &report->places, compare))
		report->last = place;
	else
		free(place);
}

static bool is_known(const struct pxt_log_damage_report *report,
		     uint64_t offset)
{
	const struct pxt_log_damage_place place = { .offset = offset };

	return tfind(&place, &report->places, compare);
}

__attribute__((format(printf, 3, 0))) static void
describe(struct pxt_log_damage *damage, uint64_t offset, const char *format,
	 va_list args)
{
	damage->offset = offset;
	vsnprintf(damage->what, sizeof(damage->what), format, args);
}

void pxt_log_damage_note(struct pxt_log_damage_report *report, uint64_t offset,
			 const char *format, ...)
{
	va_list args;

	if (is_known(report, offset))
		return;
	remember(report, offset);

	if (report->damage.count++ && offset > report->damage.offset)
		return;
	va_start(args, format);
	describe(&report->damage, offset, format, args);
	va_end(args);
}

void pxt_log_damage_note_end(struct pxt_log_damage_report *report,
			     uint64_t offset, const char *format, ...)
{
	va_list args;

	report->end.count = 1;
	va_start(args, format);
	describe(&report->end, offset, format, args);
	va_end(args);
	report->at_end = true;
}

void pxt_log_damage_forget_end(struct pxt_log_damage_report *report,
			       uint64_t offset)
{
	if (offset >= report->end.offset)
		report->at_end = false;
}

void pxt_log_damage_keep(const struct pxt_log_damage_report *report,
			 struct pxt_log_damage_state *state)
{
	*state = (struct pxt_log_damage_state){
		.damage = report->damage,
		.end = report->end,
		.last = report->last,
		.at_end = report->at_end,
	};
}

void pxt_log_damage_return(struct pxt_log_damage_report *report,
			   const struct pxt_log_damage_state *state)
{
	struct pxt_log_damage_place *place;

	while (report->last != state->last) {
		place = report->last;
		report->last = place->before;
		tdelete(place, &report->places, compare);
		free(place);
	}
	report->damage = state->damage;
	report->end = state->end;
	report->at_end = state->at_end;
}

/* A place may be noted both ways: as the end when a chunk was loaded, and again
 * when the sections were read. */
void pxt_log_damage_sum(const struct pxt_log_damage_report *report,
			struct pxt_log_damage *damage)
{
	*damage = report->damage;
	if (!report->at_end || is_known(report, report->end.offset))
		return;

	if (!damage->count)
		*damage = report->end;
	else
		damage->count++;
}

void pxt_log_damage_fini(struct pxt_log_damage_report *report)
{
	tdestroy(report->places, free);
	report->places = NULL;
	report->last = NULL;
}
