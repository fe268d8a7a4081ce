/* log_damage.c - damaged places of a log, each noted once */
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "log/log_damage.h"

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Without memory for the place, it may be counted twice. */
static void remember(struct pxt_log_damage_report *report, uint64_t offset)
{
	uint64_t *place = malloc(sizeof(*place));

	if (!place)
		return;
	*place = offset;
	if (!tsearch(place, &report->places, compare))
		free(place);
}

static bool is_known(const struct pxt_log_damage_report *report,
		     uint64_t offset)
{
	return tfind(&offset, &report->places, compare);
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
}
