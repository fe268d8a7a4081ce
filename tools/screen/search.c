/*
 * search.c - finding events by their names, or by a condition
 */
#include "screen/search.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/monotonic_clock.h"

#define STEP_NS 15000000LL /* time between two looks for keys */

enum { ITEMS = 64 }; /* between two looks at the clock */

void search_fini(struct search *search)
{
	if (*search->text)
		selection_fini(&search->selection);
	*search = (struct search){ .is_running = false };
}

static bool is_condition(const char *text)
{
	return strpbrk(text, "=<>()&|") != NULL;
}

static int parse_condition(struct search *search, struct timeline *timeline,
			   const char *text)
{
	struct where_error error;

	search->selection.where = where_parse(text, &error);
	search->selection.condition = search->text;
	if (search->selection.where)
		return 0;
	timeline_say(timeline, "%s: column %zu: %s", text, error.column,
		     error.what);
	return EINVAL;
}

/* A name without wildcards may be a part of one. */
static int parse_names(struct search *search, struct timeline *timeline,
		       const char *text)
{
	char pattern[SEARCH_TEXT + 2];
	int err;

	snprintf(pattern, sizeof(pattern),
		 strpbrk(text, "*?[,!") ? "%s" : "*%s*", text);
	err = select_words_add(&search->selection.events, pattern);
	if (err)
		timeline_say(timeline, "%s: not a list of names", text);
	return err;
}

static int parse(struct search *search, struct timeline *timeline,
		 const char *text)
{
	int err;

	snprintf(search->text, sizeof(search->text), "%s", text);
	err = is_condition(text) ?
		      parse_condition(search, timeline, search->text) :
		      parse_names(search, timeline, search->text);
	if (!err)
		err = selection_begin(&search->selection, timeline->plan.look,
				      timeline->plan.utc);
	if (err)
		search_fini(search);
	return err;
}

int search_begin(struct search *search, struct timeline *timeline,
		 const char *text)
{
	search_fini(search);
	if (!timeline->plan.look) {
		timeline_say(timeline,
			     "this is not kept, and cannot be searched: "
			     "record it");
		return 0;
	}
	if (!*text || parse(search, timeline, text))
		return 0;
	return search_again(search, timeline);
}

int search_again(struct search *search, struct timeline *timeline)
{
	const struct timespec time = stamp_time(timeline->cursor_ns);

	if (!*search->text) {
		timeline_say(timeline, "nothing to search for: press / first");
		return 0;
	}
	search->at_ns = timeline->cursor_ns;
	search->same = 0;
	search->is_running = true;
	timeline->pane.is_reading = false;
	timeline_say(timeline, "searching for %s ...", search->text);
	return selection_seek(timeline->plan.looking, &time);
}

/* True if the item is behind the first one at the cursor, and matches. */
static bool matches(struct search *search, struct timeline *timeline,
		    const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);

	if (ns <= timeline->cursor_ns && search->same <= timeline->skipped)
		return false;
	return item->kind == POSIX_TRACE_ITEM_EVENT_NP &&
	       selection_has(&search->selection, item);
}

static int end(struct search *search, struct timeline *timeline, bool found)
{
	search->is_running = false;
	if (found) {
		*timeline->message = '\0';
		return timeline_go(timeline, search->at_ns, search->same);
	}
	timeline_say(timeline, "no %s behind the cursor", search->text);
	return timeline_go(timeline, timeline->cursor_ns, timeline->skipped);
}

int search_step(struct search *search, struct timeline *timeline)
{
	const int64_t until = now_ns() + STEP_NS;
	struct posix_trace_item_np item;
	bool is_selected;
	int unavailable, err;

	for (unsigned i = 1; i % ITEMS || now_ns() < until; i++) {
		err = selection_step(timeline->plan.looking, &item,
				     &unavailable, &is_selected);
		if (err || unavailable)
			return err ? err : end(search, timeline, false);
		if (!is_selected)
			continue;
		if (stamp_ns(&item.info.posix_timestamp) > search->at_ns) {
			search->at_ns = stamp_ns(&item.info.posix_timestamp);
			search->same = 0;
		}
		if (matches(search, timeline, &item))
			return end(search, timeline, true);
		search->same++;
	}
	return 0;
}
