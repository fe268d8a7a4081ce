/*
 * damage_print.c - damaged places for people
 */
#include <stdio.h>

#include "common/text.h"
#include "source/damage_notes.h"
#include "source/damage_print.h"

enum { SHOWN = 20 };

struct printing {
	bool all;
	uint64_t seen, shown;
};

void damage_place(const struct pxt_trace_damage *damage,
		  char place[DAMAGE_PLACE])
{
	const unsigned long long first = damage->offset, len = damage->len;

	if (damage->offset == PXT_TRACE_END)
		snprintf(place, DAMAGE_PLACE, "the end");
	else if (len > 1)
		snprintf(place, DAMAGE_PLACE, "bytes %llu to %llu", first,
			 first + len - 1);
	else
		snprintf(place, DAMAGE_PLACE, "byte %llu", first);
}

static void print_place(const struct pxt_trace_damage *damage, void *argument)
{
	char place[DAMAGE_PLACE], why[PXT_TRACE_WHY];
	struct printing *printing = argument;

	if (printing->seen++ >= SHOWN && !printing->all)
		return;
	printing->shown++;
	damage_place(damage, place);
	text_tame(why, sizeof(why), damage->why);
	printf("    %s: %s\n", place, why);
}

void damage_print(struct source *source, unsigned origin, bool all)
{
	const uint64_t count = damage_notes_count(source, origin);
	struct printing printing = { .all = all };
	char number[TEXT_MAX];

	printf("%s place%s\n", text_count(number, count), text_plural(count));
	damage_notes_list(source, origin, print_place, &printing);
	if (count > printing.shown)
		printf("    and %s more%s\n",
		       text_count(number, count - printing.shown),
		       printing.seen > printing.shown ? " (-v)" : "");
}
