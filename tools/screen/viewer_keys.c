/*
 * viewer_keys.c - what keys do with a timeline
 */
#include "screen/viewer_keys.h"

#include <string.h>

#include "common/monotonic_clock.h"
#include "screen/terminal.h"

enum { ZOOM = 2 };

static int move_left(struct viewer *viewer)
{
	return timeline_move(&viewer->timeline, -1);
}

static int move_right(struct viewer *viewer)
{
	return timeline_move(&viewer->timeline, 1);
}

static int move_page_back(struct viewer *viewer)
{
	return timeline_move(&viewer->timeline,
			     -(long)viewer->timeline.columns);
}

static int move_page_on(struct viewer *viewer)
{
	return timeline_move(&viewer->timeline, (long)viewer->timeline.columns);
}

static int move_to_begin(struct viewer *viewer)
{
	return timeline_go(&viewer->timeline, viewer->timeline.first_ns, 0);
}

static int move_to_end(struct viewer *viewer)
{
	return timeline_go(&viewer->timeline, viewer->timeline.last_ns, 0);
}

static int next_event(struct viewer *viewer)
{
	return timeline_next(&viewer->timeline);
}

static int previous_event(struct viewer *viewer)
{
	return timeline_previous(&viewer->timeline);
}

static int zoom_in(struct viewer *viewer)
{
	return timeline_zoom(&viewer->timeline, -ZOOM);
}

static int zoom_out(struct viewer *viewer)
{
	return timeline_zoom(&viewer->timeline, ZOOM);
}

static int show_all(struct viewer *viewer)
{
	if (!viewer->timeline.plan.look)
		return 0;
	viewer->timeline.is_following = false;
	return timeline_show_all(&viewer->timeline);
}

static int follow(struct viewer *viewer)
{
	return timeline_follow(&viewer->timeline);
}

static int select_next(struct viewer *viewer)
{
	struct timeline *timeline = &viewer->timeline;

	if (timeline->ordered)
		timeline->selected =
			(timeline->selected + 1) % timeline->ordered;
	return 0;
}

static int select_previous(struct viewer *viewer)
{
	struct timeline *timeline = &viewer->timeline;

	if (timeline->ordered)
		timeline->selected =
			(timeline->selected + timeline->ordered - 1) %
			timeline->ordered;
	return 0;
}

/* The first end of a range, then the other one, then a new range. */
static int mark(struct viewer *viewer)
{
	struct timeline *timeline = &viewer->timeline;

	if (timeline->marks == 2)
		timeline->marks = 0;
	timeline->mark_ns[timeline->marks++] = timeline->cursor_ns;
	timeline_say(timeline,
		     timeline->marks == 1 ?
			     "the range begins here: Enter sets its other end" :
			     "the range is set: s saves it, z zooms to it");
	return 0;
}

static int unmark(struct viewer *viewer)
{
	viewer->timeline.marks = 0;
	viewer->search.is_running = false;
	if (range_log_stop(&viewer->saved))
		timeline_say(&viewer->timeline, "%s: not saved",
			     viewer->saved.name);
	return 0;
}

static int zoom_to_range(struct viewer *viewer)
{
	struct timeline *timeline = &viewer->timeline;
	int64_t from, to;
	int err;

	if (timeline->marks < 2 || !timeline->plan.look) {
		timeline_say(timeline, "no range is set: Enter sets its ends");
		return 0;
	}
	timeline_range(timeline, &from, &to);
	timeline->is_following = false;
	err = timeline_show(timeline, from,
			    (to - from) / timeline->columns + 1);
	return err ? err : timeline_go(timeline, from, 0);
}

static int ask(struct viewer *viewer, enum prompt_use use)
{
	viewer->prompt = (struct prompt){ .use = use };
	return 0;
}

static int ask_search(struct viewer *viewer)
{
	return ask(viewer, PROMPT_SEARCH);
}

static int ask_name(struct viewer *viewer)
{
	return ask(viewer, PROMPT_SAVE);
}

static int search_on(struct viewer *viewer)
{
	return search_again(&viewer->search, &viewer->timeline);
}

static int give_help(struct viewer *viewer)
{
	viewer->helps = true;
	return 0;
}

static int quit(struct viewer *viewer)
{
	viewer->is_over = true;
	return 0;
}

static int resize(struct viewer *viewer)
{
	viewer->timeline.is_dirty = true;
	return 0;
}

static const struct {
	int key;
	int (*act)(struct viewer *viewer);
} acts[] = {
	{ KEY_OF_LEFT, move_left },
	{ KEY_OF_RIGHT, move_right },
	{ KEY_OF_UP, previous_event },
	{ KEY_OF_DOWN, next_event },
	{ KEY_OF_HOME, move_to_begin },
	{ KEY_OF_END, move_to_end },
	{ KEY_OF_PAGE_UP, move_page_back },
	{ KEY_OF_PAGE_DOWN, move_page_on },
	{ '+', zoom_in },
	{ '=', zoom_in },
	{ '-', zoom_out },
	{ 'f', show_all },
	{ 'F', follow },
	{ KEY_OF_TAB, select_next },
	{ KEY_OF_BACKTAB, select_previous },
	{ KEY_OF_ENTER, mark },
	{ KEY_OF_ESCAPE, unmark },
	{ 'z', zoom_to_range },
	{ '/', ask_search },
	{ 'n', search_on },
	{ 's', ask_name },
	{ 'h', give_help },
	{ '?', give_help },
	{ 'q', quit },
	{ 'Q', quit },
	{ KEY_OF_SIZE, resize },
};

static int finish_prompt(struct viewer *viewer)
{
	const struct prompt typed = viewer->prompt;

	viewer->prompt.use = PROMPT_NONE;
	if (typed.use == PROMPT_SEARCH)
		return search_begin(&viewer->search, &viewer->timeline,
				    typed.text);
	if (typed.len)
		range_log_begin(&viewer->saved, &viewer->timeline,
				viewer->files, typed.text);
	return 0;
}

/* The whole character goes. */
static void rub_out(struct prompt *prompt)
{
	while (prompt->len &&
	       ((unsigned char)prompt->text[--prompt->len] & 0xc0) == 0x80)
		;
	prompt->text[prompt->len] = '\0';
}

static int type(struct viewer *viewer, int key)
{
	struct prompt *prompt = &viewer->prompt;

	if (key == KEY_OF_ENTER)
		return finish_prompt(viewer);
	if (key == KEY_OF_ESCAPE)
		prompt->use = PROMPT_NONE;
	else if (key == KEY_OF_RUBOUT)
		rub_out(prompt);
	else if (key >= ' ' && key < KEY_NOTHING &&
		 prompt->len + 1 < sizeof(prompt->text)) {
		prompt->text[prompt->len++] = (char)key;
		prompt->text[prompt->len] = '\0';
	}
	return 0;
}

int viewer_refresh(struct viewer *viewer)
{
	viewer->refreshed_ns = now_ns();
	return timeline_refresh(&viewer->timeline,
				viewer->live ? viewer->live->events : 0);
}

/* A search reads where it is; whatever moves begins where the trace begins now. */
static int do_act(struct viewer *viewer, int (*act)(struct viewer *viewer))
{
	int err = 0;

	if (!viewer->search.is_running)
		err = viewer_refresh(viewer);
	return err ? err : act(viewer);
}

int viewer_press(struct viewer *viewer, int key)
{
	viewer->timeline.is_dirty = true;
	if (viewer->prompt.use != PROMPT_NONE && key != KEY_OF_SIZE)
		return type(viewer, key);
	if (viewer->helps) {
		viewer->helps = key == KEY_OF_SIZE;
		return 0;
	}
	*viewer->timeline.message = '\0';
	for (size_t i = 0; i < sizeof(acts) / sizeof(*acts); i++)
		if (acts[i].key == key)
			return do_act(viewer, acts[i].act);
	return 0;
}
