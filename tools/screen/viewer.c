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
#define WAIT_NS 200000000LL
#define REFRESH_NS 1000000000LL /* between two looks at what is kept */

enum { FOR_EVER = -1 };

struct loop {
	struct viewer *viewer;
	const struct viewer_plan *plan;
	struct live_urge urge;
	int64_t drawn_ns;
	int64_t waited_ns; /* when more was looked for */
	bool is_waiting;   /* true: no more to read, now */
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
 * done. What they change is drawn before more is read, and what is read next as
 * soon as it is there. */
static int handle_keys(struct loop *loop)
{
	const bool is_idle = loop->is_waiting &&
			     !loop->viewer->saved.is_running &&
			     !loop->viewer->timeline.plan.is_live &&
			     !loop->viewer->timeline.is_dirty;
	int key = terminal_key(is_idle ? FOR_EVER : 0);
	bool is_pressed = false;
	int err = 0;

	while (!err && key != KEY_NOTHING && !loop->viewer->is_over) {
		if (key == KEY_OF_SIZE)
			err = viewer_fit(loop->viewer);
		if (!err)
			err = viewer_press(loop->viewer, key);
		is_pressed = true;
		key = terminal_key(0);
	}
	if (err || !is_pressed)
		return err;
	loop->drawn_ns = 0;
	draw(loop);
	loop->drawn_ns = 0;
	return 0;
}

/* A trace that grows is looked at again; not all the time while a part of it is
 * being saved. */
static bool is_due(const struct loop *loop)
{
	return loop->is_waiting && loop->viewer->timeline.plan.is_live &&
	       (!loop->viewer->saved.is_running ||
		now_ns() - loop->waited_ns > WAIT_NS);
}

/* A log for which there is no room is read for the last time: what is in view,
 * to the end. */
static int limit_log(struct loop *loop)
{
	struct viewer *viewer = loop->viewer;

	if (viewer->saved.is_running)
		return 0;
	if (!viewer->timeline.is_following)
		return timeline_follow(&viewer->timeline);
	viewer->search.is_running = false;
	timeline_forget(&viewer->timeline);
	live_forget(loop->plan->live);
	timeline_say(&viewer->timeline,
		     "no more is kept: there is no way back from here on");
	return 0;
}

/* Tells that events are let go, when the first ones are. */
static int tell_gone(struct viewer *viewer)
{
	struct timeline *timeline = &viewer->timeline;
	const bool had_gone = timeline->retention.has_gone;
	int err;

	if (viewer->search.is_running || !timeline->is_following ||
	    now_ns() - viewer->refreshed_ns < REFRESH_NS)
		return 0;
	err = viewer_refresh(viewer);
	if (!err && timeline->retention.has_gone && !had_gone)
		timeline_say(timeline, "older events are let go from here on%s",
			     viewer->live ? ": --keep keeps more" : "");
	return err;
}

/* A trace that grows may have more. */
static int wait_for_more(struct loop *loop)
{
	struct timeline *timeline = &loop->viewer->timeline;
	struct live *live = loop->plan->live;
	bool goes_on;
	int err = 0;

	loop->waited_ns = now_ns();
	if (live) {
		live_done(live);
		if (live->is_full && live->log)
			err = limit_log(loop);
		goes_on = live_more(live);
	} else {
		live_urge(&loop->urge, timeline->plan.source);
		goes_on = follow_wait(timeline->plan.source);
	}
	if (!err)
		err = tell_gone(loop->viewer);
	return err || goes_on ? err : timeline_end(timeline);
}

static int step(struct loop *loop)
{
	struct viewer *viewer = loop->viewer;

	loop->is_waiting = false;
	if (viewer->saved.is_running)
		range_log_step(&viewer->saved, &viewer->timeline);
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
		if (is_due(loop))
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
	viewer->live = plan->live;
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
	if (range_log_stop(&viewer->saved))
		talk("%s: not saved", viewer->saved.name);
	search_fini(&viewer->search);
	timeline_fini(&viewer->timeline);
	free(viewer);
	if (err)
		talk_error(plan->timeline.source->name, err);
	return err ? EXIT_SYSTEM : EXIT_SUCCESS;
}
