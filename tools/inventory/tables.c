/*
 * tables.c - the tables of processes and streams
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/policies.h"
#include "common/proc.h"
#include "common/text.h"
#include "inventory/tables.h"

enum { PATH_SIZE = sizeof(((struct posix_trace_stream_np *)0)->log) };

static const struct table_column process_columns[] = {
	{ "PID", "pid", true, 5 },
	{ "USER", "user", false, 0 },
	{ "COMMAND", "command", false, 0 },
	{ "EVENTS", "events", true, 0 },
	{ "STREAMS", "streams", true, 0 },
	{ "EVENTS/S", "events_per_s", true, 0 },
};

/* Processes with other numbers in PID namespaces of their own. */
static const struct table_column inside_columns[] = {
	{ "PID", "pid", true, 5 },
	{ "INSIDE", "pid_inside", true, 0 },
	{ "NAMESPACE", "pid_namespace", true, 0 },
	{ "USER", "user", false, 0 },
	{ "COMMAND", "command", false, 0 },
	{ "EVENTS", "events", true, 0 },
	{ "STREAMS", "streams", true, 0 },
	{ "EVENTS/S", "events_per_s", true, 0 },
};

#define STREAM_BEGINS                                                       \
	{ "STREAM", "stream", true, 0 }, { "TARGET", "target", true, 0 },   \
		{ "BY", "by", false, 0 }, { "POLICY", "policy", false, 0 }, \
		{ "SIZE", "size_bytes", false, 0 },                         \
	{                                                                   \
		"FILL", "fill_percent", true, 0                             \
	}
#define STREAM_ENDS                                                  \
	{ "LOST", "lost", true, 0 }, { "STATE", "state", false, 0 }, \
	{                                                            \
		"LOG", "log", false, 0                               \
	}

static const struct table_column stream_columns[] = {
	STREAM_BEGINS,
	STREAM_ENDS,
};

static const struct table_column rated_stream_columns[] = {
	STREAM_BEGINS,
	{ "EVENTS/S", "events_per_s", true, 0 },
	STREAM_ENDS,
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void put_rate(struct table *table, double rate)
{
	char shown[TABLE_RATE], value[32] = "";

	if (rate < 0) {
		table_bare(table, "-", "");
		return;
	}
	snprintf(value, sizeof(value), "%.1f", rate);
	table_bare(table, table_rate(shown, rate), value);
}

/* Processes */

static void put_process(struct table *table,
			const struct inventory_process *process, bool inside)
{
	char user[INVENTORY_NAME];

	inventory_user(process->is.user, user, sizeof(user));
	table_number(table, (unsigned long long)process->is.pid, NULL);
	if (inside) {
		table_number(table, (unsigned long long)process->is.own_pid,
			     NULL);
		table_number(table, process->is.space, NULL);
	}
	table_text(table, user, user);
	table_text(table, process->command, process->command);
	table_number(table, process->is.events, NULL);
	table_number(table, process->is.streams, NULL);
	put_rate(table, process->is.streams ? process->rate : -1);
}

static bool any_inside(const struct inventory *inventory)
{
	for (size_t i = 0; i < inventory->process_count; i++)
		if (inventory->processes[i].is.own_pid !=
		    inventory->processes[i].is.pid)
			return true;
	return false;
}

void tables_processes(struct table *table, const struct inventory *inventory,
		      bool all)
{
	const bool inside = any_inside(inventory);

	if (inside)
		table_init(table, "processes", inside_columns,
			   COUNT(inside_columns));
	else
		table_init(table, "processes", process_columns,
			   COUNT(process_columns));
	for (size_t i = 0; i < inventory->process_count; i++) {
		const struct inventory_process *process =
			&inventory->processes[i];

		if (all || process->is.events || process->is.streams)
			put_process(table, process, inside);
	}
}

/* Streams */

static const char *state_of(const struct posix_trace_stream_np *stream)
{
	if (!stream->controller_lives)
		return "orphaned";
	switch (inventory_state(stream)) {
	case INVENTORY_STOPPED:
		return "stopped";
	case INVENTORY_STUFFED:
		return "full";
	default:
		return "running";
	}
}

static const char *policy_of(const struct posix_trace_stream_np *stream)
{
	return words_find(policies_of_streams, stream->policy, "-");
}

static void put_fill(struct table *table,
		     const struct posix_trace_stream_np *stream)
{
	double fill = 0;
	char shown[16], value[16];

	if (stream->size)
		fill = 100 * (double)stream->used / (double)stream->size;
	if (fill > 100 || stream->full == POSIX_TRACE_FULL)
		fill = 100;
	snprintf(shown, sizeof(shown), "%.0f%%", fill);
	snprintf(value, sizeof(value), "%.1f", fill);
	table_bare(table, shown, value);
}

/* The path without the current directory. */
static const char *without_directory(const char *path)
{
	char current[PATH_SIZE];
	size_t len;

	if (!getcwd(current, sizeof(current)))
		return path;
	len = strlen(current);
	if (strncmp(path, current, len) || path[len] != '/' || !path[len + 1])
		return path;
	return path + len + 1;
}

/* A path in another user's stream may lead anywhere: it is shown, not
 * followed. */
static void put_log(struct table *table,
		    const struct posix_trace_stream_np *stream)
{
	char path[PATH_SIZE], shown[PATH_SIZE + 64], size[TEXT_MAX];
	struct stat st;

	if (!stream->has_log) {
		table_text(table, "-", "");
		return;
	}
	text_tame(path, sizeof(path), stream->log);
	if (!*path || proc_is_unnamed(stream->log))
		table_text(table, "(unnamed)", "");
	else if (!strncmp(path, "/memfd:", 7))
		table_text(table, "(memory)", path);
	else if (stream->user == geteuid() && !stat(stream->log, &st) &&
		 S_ISREG(st.st_mode)) {
		snprintf(shown, sizeof(shown), "%s (%s)",
			 without_directory(path),
			 text_size(size, (unsigned long long)st.st_size));
		table_text(table, shown, path);
	} else
		table_text(table, without_directory(path), path);
}

/* 4 MiB, the requested size: not 4.0 MiB. */
static const char *round_size(char *buf, unsigned long long size)
{
	char *fraction = strstr(text_size(buf, size), ".0 ");

	if (fraction)
		memmove(fraction, fraction + 2, strlen(fraction + 2) + 1);
	return buf;
}

static void put_stream(struct table *table,
		       const struct inventory_stream *stream, bool rated)
{
	const struct posix_trace_stream_np *is = &stream->is;
	char label[2 * INVENTORY_NAME], by[16], size[TEXT_MAX], lost[TEXT_MAX];

	inventory_label(is, label, sizeof(label));
	snprintf(by, sizeof(by), "%d", (int)is->controller);
	table_text(table, label, label);
	table_number(table, (unsigned long long)is->target, NULL);
	table_bare(table, by, by);
	table_text(table, policy_of(is), policy_of(is));
	table_number(table, is->size, round_size(size, is->size));
	put_fill(table, is);
	if (rated)
		put_rate(table, stream->rate);
	table_number(table, is->lost, text_count(lost, is->lost));
	table_text(table, state_of(is), state_of(is));
	put_log(table, is);
}

void tables_streams(struct table *table, const struct inventory *inventory,
		    bool rated)
{
	if (rated)
		table_init(table, "streams", rated_stream_columns,
			   COUNT(rated_stream_columns));
	else
		table_init(table, "streams", stream_columns,
			   COUNT(stream_columns));
	for (size_t i = 0; i < inventory->stream_count; i++)
		put_stream(table, &inventory->streams[i], rated);
}
