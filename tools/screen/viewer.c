/*
 * viewer.c - a timeline that is looked at, until the user quits
 */
#include "screen/viewer.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "live/live_urge.h"
#include "screen/search.h"
#include "screen/terminal.h"
#include "screen/viewer_draw.h"
#include "screen/viewer_keys.h"
#include "screen/viewer_state.h"
#include "source/follow.h"

#define FRAME_NS \
	60000000LL /* between two pictures, while there is more to read */

enum { FOR_EVER = -1 };

struct loop {
	struct viewer *viewer;
	const struct viewer_plan *plan;
	struct live_urge urge;
	int64_t drawn_ns;
	bool is_waiting; /* true: no more to read, now */
};

static void draw(struct loop *loop)
{
	const char *message = terminal_message();

	if (message)
		timeline_say(&loop->viewer->timeline, "%s", message);
	if (!loop->viewer->timeline.is_dirty ||
	    (!loop->is_waiting && now_ns() - loop->drawn_ns < FRAME_NS))
		return;
	loop->drawn_ns = now_ns();
	viewer_draw(loop->viewer);
}

/* Handles the keys that are there; waits for one where nothing else is to be
 * done. */
static int handle_keys(struct loop *loop)
{
	const bool is_idle = loop->is_waiting &&
			     !loop->viewer->timeline.plan.is_live &&
			     !loop->viewer->timeline.is_dirty;
	int key = terminal_key(is_idle ? FOR_EVER : 0);
	int err = 0;

	while (!err && key != KEY_NOTHING && !loop->viewer->is_over) {
		if (key == KEY_OF_SIZE)
			err = viewer_fit(loop->viewer);
		if (!err)
			err = viewer_press(loop->viewer, key);
		loop->drawn_ns = 0;
		key = terminal_key(0);
	}
	return err;
}

/* A trace that grows may have more. */
static int wait_for_more(struct loop *loop)
{
	struct timeline *timeline = &loop->viewer->timeline;
	struct live *live = loop->plan->live;
	bool goes_on;

	if (live) {
		live_done(live);
		goes_on = live_more(live);
	} else {
		live_urge(&loop->urge, timeline->plan.source);
		goes_on = follow_wait(timeline->plan.source);
	}
	return goes_on ? 0 : timeline_end(timeline);
}

static int step(struct loop *loop)
{
	struct viewer *viewer = loop->viewer;

	loop->is_waiting = false;
	if (viewer->search.is_running)
		return search_step(&viewer->search, &viewer->timeline);
	return timeline_step(&viewer->timeline, &loop->is_waiting);
}

static int look_on(struct loop *loop)
{
	int err;

	err = viewer_fit(loop->viewer);
	while (!err && !loop->viewer->is_over && follow_is_wanted()) {
		err = step(loop);
		if (err)
			break;
		draw(loop);
		if (loop->is_waiting && loop->viewer->timeline.plan.is_live)
			err = wait_for_more(loop);
		if (!err)
			err = handle_keys(loop);
	}
	return err;
}

int viewer_run(const struct viewer_plan *plan)
{
	struct viewer *viewer = calloc(1, sizeof(*viewer));
	struct loop loop = { .viewer = viewer, .plan = plan };
	int status, err;

	if (!viewer) {
		talk_error("memory", ENOMEM);
		return EXIT_SYSTEM;
	}
	viewer->files = plan->files;
	status = terminal_begin("posixtrace show prints the events");
	if (status) {
		free(viewer);
		return status;
	}
	follow_input(STDIN_FILENO);
	err = timeline_init(&viewer->timeline, &plan->timeline);
	if (!err)
		err = look_on(&loop);
	terminal_end();
	search_fini(&viewer->search);
	timeline_fini(&viewer->timeline);
	free(viewer);
	if (err)
		talk_error(plan->timeline.source->name, err);
	return err ? EXIT_SYSTEM : EXIT_SUCCESS;
}
