/*
 * damage_texts.c - the damaged places of a source, as lines of text
 */
#include <stdio.h>

#include "common/text.h"
#include "source/damage_notes.h"
#include "source/damage_print.h"
#include "source/damage_texts.h"
#include "source/source_log.h"

enum { LINE = DAMAGE_PLACE + PXT_TRACE_WHY + 4 };

struct listing {
	damage_texts_visit *visit;
	void *argument;
};

static void put_place(const struct pxt_trace_damage *damage, void *argument)
{
	const struct listing *listing = argument;
	char place[DAMAGE_PLACE], why[PXT_TRACE_WHY], line[LINE];

	damage_place(damage, place);
	text_tame(why, sizeof(why), damage->why);
	snprintf(line, sizeof(line), "%s: %s", place, why);
	listing->visit(line, listing->argument);
}

static uint64_t list_of_log(const struct source *source,
			    struct listing *listing)
{
	struct posix_trace_damage_np damage;
	struct pxt_trace_damage first = { .len = 0 };

	if (source_log_get_damage(source, &damage) || !damage.count)
		return 0;
	first.offset = damage.offset;
	snprintf(first.why, sizeof(first.why), "%s", damage.what);
	put_place(&first, listing);
	return damage.count;
}

uint64_t damage_texts_list(struct source *source, damage_texts_visit *visit,
			   void *argument)
{
	struct listing listing = { .visit = visit, .argument = argument };
	struct source_origin origin;
	uint64_t places = 0;

	if (source_log_is(source))
		places = list_of_log(source, &listing);
	for (unsigned i = 0; !source_get_origin(source, i, &origin); i++) {
		places += damage_notes_count(source, i);
		damage_notes_list(source, i, put_place, &listing);
	}
	return places;
}
