/*
 * live_input.c - the trace that a command reads: logs, or what is recorded now
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/temporary.h"
#include "common/command.h"
#include "common/misuse.h"
#include "common/monotonic_clock.h"
#include "common/quantity.h"
#include "common/talk.h"
#include "live/live_input.h"
#include "live/live_refresh.h"
#include "live/live_wish.h"
#include "source/device/device.h"
#include "source/follow.h"
#include "source/logs.h"
#include "source/source_log.h"

/* Options */

static const struct argp_option option_table[] = {
	{ "follow", 'F', NULL, 0,
	  "go on until the end or Ctrl-C: FILE, or process of -p", 0 },
	{ "duration", 'd', "TIME", 0, "with -F: end after this time: 5s, 10min",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct live_input *input = state->input;

	switch (key) {
	case 'F':
		input->follow = true;
		return 0;
	case 'd':
		if (!quantity_duration(arg, &input->duration))
			misuse(state,
			       "-d %s: not a duration, as 500ms, 5s or 10min",
			       arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp live_input_argp = {
	.options = option_table,
	.parser = parse,
};

/* Opening */

static struct live_wish wish_of(const struct live_input *input)
{
	return (struct live_wish){
		.operand = input->files.file,
		.operands = input->files.count,
		.selection = input->selection,
		.follow = input->follow,
	};
}

static void begin_to_follow(const struct live_input *input)
{
	follow_begin();
	if (input->duration)
		follow_until(now_ns() + input->duration);
}

/* The stream filters events if names suffice. */
static int open_live(struct live_input *input, uint64_t kept)
{
	const struct live_wish wish = wish_of(input);
	char *events = live_wish_events(input->selection);
	const struct live_plan plan = {
		.events = events,
		.follow = true,
		.kept = kept,
	};
	const int status = live_wish_open(&input->live, &wish, &plan);

	free(events);
	return status;
}

static int open_files(struct live_input *input, const char *done)
{
	int status;

	status = live_logs_find(&input->logs, input->files.file,
				input->files.count);
	if (status)
		return status;
	if (input->follow && input->files.count)
		status = sources_open_growing(&input->source, &input->files);
	else
		status = sources_open_or_newest(&input->source, &input->files,
						done);
	if (status)
		input->source = NULL;
	else
		source_follow(input->source, input->follow);
	return status;
}

static void refresh(struct live_input *input)
{
	if (!live_refresh(input->source, &input->now))
		input->now = 0;
}

int live_input_open(struct live_input *input, const char *done)
{
	const struct live_wish wish = wish_of(input);
	int status;

	/* A line to a device goes on while it is read. */
	for (size_t i = 0; i < input->files.count; i++)
		input->follow |= device_is_name(input->files.file[i]);
	input->files.as.grows = input->follow;
	if (input->follow)
		begin_to_follow(input);
	if (input->follow && live_wish_is_live(&wish)) {
		status = open_live(input, 0);
		if (!status)
			input->source = input->live->source;
		return status;
	}
	status = open_files(input, done);
	if (!status && !input->follow)
		refresh(input);
	return status;
}

bool live_input_wait(struct live_input *input)
{
	if (!input->follow)
		return false;
	if (!input->live) {
		live_urge(&input->urge, input->source);
		return follow_wait(input->source);
	}
	live_done(input->live);
	return live_more(input->live);
}

int64_t live_input_complete_ns(const struct live_input *input)
{
	if (input->live)
		return input->live->complete_ns;
	if (!input->follow)
		return input->now;
	return source_log_is(input->source) ? input->urge.complete_ns : 0;
}

/* Gathering */

static void pass_items(struct source *source)
{
	struct posix_trace_item_np item;
	int unavailable = 0, err = 0;

	while (!err && !unavailable)
		err = source_next(source, &item, &unavailable);
}

/* A pipe or a device is read once, to its end. */
static bool can_grow(const char *name)
{
	struct stat st;

	if (!strcmp(name, "-") || device_is_name(name))
		return false;
	return stat(name, &st) || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
}

/* Waits for the end of a log, or of logs of one name. */
static int await(struct live_input *input, char **name)
{
	struct source_files files = { name, 1, input->files.as };
	struct source *source;
	int status;

	files.as.grows = true;
	files.as.workers = 0;
	status = sources_open_growing(&source, &files);
	if (status)
		return status;
	source_follow(source, true);
	do {
		if (!source_is_complete(source))
			pass_items(source);
		live_urge(&input->urge, source);
	} while (follow_wait(source));
	source_close(source);
	return EXIT_SUCCESS;
}

static int gather_files(struct live_input *input)
{
	int status;

	status = live_logs_find(&input->logs, input->files.file,
				input->files.count);
	for (size_t i = 0;
	     i < input->files.count && !status && follow_is_wanted(); i++)
		if (can_grow(input->files.file[i]))
			status = await(input, &input->files.file[i]);
	return status;
}

static void gather_live(struct live *live)
{
	do {
		if (!live->keeps)
			pass_items(live->source);
		live_done(live);
	} while (!live->is_full && live_more(live));
	if (!live->is_full)
		return;
	talk("%s: there is no more room for events", pxt_temporary_directory());
	live->status = EXIT_SYSTEM;
}

/* The newest log is the same whenever it is opened. */
static int find_newest(struct live_input *input, const char *done)
{
	input->newest = logs_find_newest();
	if (!input->newest) {
		talk("no *.ptl in this directory: name a log");
		return EXIT_MISUSE;
	}
	talk("%s %s, the newest log here", done, input->newest);
	input->files.file = &input->newest;
	input->files.count = 1;
	return EXIT_SUCCESS;
}

static int gather(struct live_input *input)
{
	const struct live_wish wish = wish_of(input);
	int status;

	if (!live_wish_is_live(&wish))
		return gather_files(input);
	status = open_live(input, LIVE_KEPT);
	if (status)
		return status;
	gather_live(input->live);
	live_end(input->live);
	input->files.file = &input->live->log;
	input->files.count = 1;
	return EXIT_SUCCESS;
}

int live_input_gather(struct live_input *input, const char *done)
{
	const struct live_wish wish = wish_of(input);
	int status = EXIT_SUCCESS;

	if (!input->files.count && !live_wish_is_live(&wish))
		status = find_newest(input, done);
	if (status)
		return status;
	if (!input->follow)
		return live_logs_find(&input->logs, input->files.file,
				      input->files.count);
	begin_to_follow(input);
	status = gather(input);
	follow_leave();
	return status;
}

void live_input_call(const struct live_input *input, struct source *source)
{
	if (input->live && input->live->keeps)
		source->name = input->live->source->name;
}

int live_input_open_gathered(struct live_input *input)
{
	const int status = sources_open(&input->source, &input->files);

	if (status) {
		input->source = NULL;
		return status;
	}
	live_input_call(input, input->source);
	refresh(input);
	return EXIT_SUCCESS;
}

/* The end */

void live_input_end(struct live_input *input)
{
	if (input->live)
		live_end(input->live);
	if (input->follow)
		follow_leave();
}

int live_input_close(struct live_input *input, int status)
{
	if (input->live && input->live->status)
		status = input->live->status;
	if (!input->live || input->source != input->live->source)
		source_close(input->source);
	live_close(input->live);
	live_logs_fini(&input->logs);
	free(input->newest);
	return status;
}
