/*
 * live_locks.c - repeated reports of what threads wait for
 *
 * If the process is being recorded, its log has earlier waits and holds: it is
 * read up to now, and followed. Otherwise a second stream has the process's
 * events, and earlier ones are unknown. Counts are the same as for a log, from
 * the start of top until now.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "figures/locks/tables.h"
#include "inventory/inventory.h"
#include "live/live_locks.h"
#include "live/live_log.h"
#include "live/live_refresh.h"
#include "live/live_stream.h"
#include "source/follow.h"

static const double moment = 0.001;

struct watch {
	const struct live_locks_plan *plan;
	struct live *live;
	pid_t only;    /* restricts a log with other processes; 0: no
		     * restriction */
	char name[16]; /* name of the stream whose log is followed */
	int64_t begun; /* otherwise: the start of observation */
	struct screen screen;
	struct figures figures;
	struct figures_table made[LOCKS_TABLES]; /* on the display */
	const struct table *shown[LOCKS_TABLES];
	char *remarks;
};

static bool is_wanted(const struct watch *watch,
		      const struct posix_trace_item_np *item)
{
	return !watch->only || item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	       item->info.posix_pid == watch->only;
}

static int read_all(struct watch *watch)
{
	struct posix_trace_item_np item;
	int unavailable, err;

	for (;;) {
		err = source_next(watch->live->source, &item, &unavailable);
		if (err || unavailable)
			return err;
		if (is_wanted(watch, &item))
			err = figures_add(&watch->figures, &item);
		if (err)
			return err;
	}
}

/* The second stream has no events of top itself. */
static void tell_beginning(const struct watch *watch, FILE *out)
{
	const time_t second = (time_t)(watch->begun / 1000000000);
	char clock[STAMP_CLOCK + 1];
	struct tm day;

	if (localtime_r(&second, &day) &&
	    strftime(clock, sizeof(clock), "%H:%M:%S", &day))
		fprintf(out, "waits that began before %s are not known\n",
			clock);
}

static void remark(struct watch *watch, FILE *out)
{
	if (!watch->figures.locks.any)
		fputs("no event of a lock was recorded so far: see "
		      "posixtrace-wrap(7)\n",
		      out);
	locks_remarks(&watch->figures, out);
	if (watch->begun)
		tell_beginning(watch, out);
}

static void clear_display(struct watch *watch)
{
	for (size_t i = 0; i < LOCKS_TABLES && watch->remarks; i++)
		table_fini(&watch->made[i].table);
	free(watch->remarks);
	watch->remarks = NULL;
}

static int display(struct watch *watch)
{
	const struct live_locks_display *display = watch->plan->display;
	char *remarks = NULL;
	size_t size;
	FILE *out = open_memstream(&remarks, &size);

	if (!out)
		return ENOMEM;
	remark(watch, out);
	if (fclose(out))
		return ENOMEM;
	clear_display(watch);
	watch->remarks = remarks;
	locks_tables(&watch->figures, watch->made, true);
	for (size_t i = 0; i < LOCKS_TABLES; i++)
		watch->shown[i] = &watch->made[i].table;
	return display->show(display->context, watch->shown, LOCKS_TABLES,
			     watch->remarks);
}

static bool wait(struct watch *watch)
{
	const struct live_locks_display *display = watch->plan->display;

	return display ? display->wait(display->context, moment) :
			 screen_wait(&watch->screen, moment);
}

static int draw_text(struct watch *watch, struct figures_table *made, FILE *out)
{
	const struct table *table;
	int err = 0;

	if (!watch->figures.locks.any)
		fputs("no event of a lock was recorded so far: see "
		      "posixtrace-wrap(7)\n",
		      out);
	for (size_t i = 0; i < LOCKS_TABLES && !err; i++) {
		table = &made[i].table;
		if (table->failed || table_rows(table))
			err = table_print(&table, 1, TABLE_TEXT, out);
	}
	locks_remarks(&watch->figures, out);
	if (watch->begun)
		tell_beginning(watch, out);
	return err;
}

static int draw(void *what, FILE *out)
{
	struct watch *watch = what;
	const bool text = watch->plan->form == TABLE_TEXT;
	struct figures_table made[LOCKS_TABLES];
	const struct table *printed[LOCKS_TABLES];
	int err;

	locks_tables(&watch->figures, made, text);
	for (size_t i = 0; i < LOCKS_TABLES; i++)
		printed[i] = &made[i].table;
	err = text ? draw_text(watch, made, out) :
		     table_print(printed, LOCKS_TABLES, watch->plan->form, out);
	for (size_t i = 0; i < LOCKS_TABLES; i++)
		table_fini(&made[i].table);
	return err;
}

static int64_t time_of_day(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Reads until it is time, or nothing more comes. */
static int pass_time(struct watch *watch, bool *over)
{
	const int64_t until =
		now_ns() + (int64_t)(watch->plan->delay * 1000000000);
	int64_t now;
	int err;

	do {
		err = read_all(watch);
		if (err)
			return err;
		live_done(watch->live);
		now = time_of_day();
		*over = !wait(watch) || !live_more(watch->live);
	} while (!*over && now_ns() < until);
	err = read_all(watch);
	/* Events before now were in the log when live_more() returned. */
	if (!err && !*over)
		locks_reach(&watch->figures.locks, now, live_has_process);
	return err;
}

/* Earlier events only matter for waits and holds that continue. */
static int read_before(struct watch *watch)
{
	struct locks *locks = &watch->figures.locks;
	const int64_t now = time_of_day();
	int err;

	if (!watch->only) {
		watch->begun = now;
		return 0;
	}
	live_more(watch->live);
	err = read_all(watch);
	if (err)
		return err;
	locks_reach(locks, now, live_has_process);
	locks_settle(locks);
	locks_begin_anew(locks);
	return 0;
}

static int follow(struct watch *watch)
{
	bool over = false;
	int err = read_before(watch);

	for (unsigned long n = 0;
	     !err && !over && (!watch->plan->count || n < watch->plan->count);
	     n++) {
		err = pass_time(watch, &over);
		if (!err)
			err = watch->plan->display ?
				      display(watch) :
				      screen_show(&watch->screen, draw, watch);
	}
	if (!err)
		return watch->live->status;
	talk_error(watch->live->source->name, err);
	return EXIT_SYSTEM;
}

/* ThreadX scheduling would need all events, in memory. */
static int count(struct watch *watch)
{
	const struct figures_options options = {
		.partial = true,
		.ascii = watch->plan->ascii,
	};
	int status, err;

	err = figures_init(&watch->figures, watch->live->source, &options, 0);
	if (err) {
		talk_error(watch->live->source->name, err);
		status = EXIT_SYSTEM;
	} else if (watch->plan->display) {
		status = watch->plan->display->begin(
			watch->plan->display->context);
		if (!status)
			status = follow(watch);
		clear_display(watch);
	} else {
		screen_begin(&watch->screen, watch->plan->drawn);
		status = follow(watch);
		screen_end(&watch->screen);
	}
	figures_fini(&watch->figures);
	return status;
}

struct choice {
	struct posix_trace_stream_np stream;
	bool found;
};

static bool is_older(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec :
					a->tv_nsec < b->tv_nsec;
}

/* The most complete stream: all events, from the earliest time on. */
static void choose(const struct posix_trace_stream_np *stream, void *argument)
{
	struct choice *choice = argument;

	if (!stream->has_log || !stream->controller_lives || stream->filtered ||
	    inventory_state(stream) == INVENTORY_STOPPED ||
	    (choice->found &&
	     !is_older(&stream->created, &choice->stream.created)))
		return;
	choice->stream = *stream;
	choice->found = true;
}

/* False: the process has no growing log. */
static bool open_log(struct watch *watch)
{
	struct choice choice = { .found = false };

	if (posix_trace_list_streams_np(watch->plan->pid, choose, &choice) ||
	    !choice.found)
		return false;
	snprintf(watch->name, sizeof(watch->name), "%d", choice.stream.number);
	if (!live_log_open(&watch->live, watch->name, &choice.stream, true))
		return false;
	watch->only = watch->plan->pid;
	return true;
}

int live_locks(const struct live_locks_plan *plan)
{
	static struct watch watch;
	int status;

	watch.plan = plan;
	follow_begin();
	status = open_log(&watch) ?
			 EXIT_SUCCESS :
			 live_stream_open(&watch.live, plan->pid,
					  &(struct live_plan){ 0 }, true);
	if (status)
		return status;
	status = count(&watch);
	live_close(watch.live);
	return status;
}
