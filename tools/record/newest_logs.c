/*
 * newest_logs.c - the newest logs of a recording, by number and by size
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <trace_np.h>

#include "base/array.h"
#include "source/fleet/ledger.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/newest_logs.h"
#include "source/preface.h"

void newest_logs_init(struct newest_logs *kept, unsigned most,
		      uint64_t most_bytes)
{
	*kept = (struct newest_logs){
		.most = most,
		.most_bytes = most_bytes,
	};
}

void newest_logs_fini(struct newest_logs *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		free(kept->log[i].name);
	free(kept->log);
	kept->log = NULL;
	kept->count = kept->room = 0;
}

/* Counting */

static int count_events(struct newest_logs_removed *removed, trace_id_t trid)
{
	struct posix_trace_count_np count;
	struct timespec first, last;
	int err;

	err = posix_trace_count_np(trid, &count);
	if (err)
		return err;
	removed->events += count.events;
	err = posix_trace_get_times_np(trid, &first, &last);
	if (err)
		return err == ENODATA ? 0 : err;
	if (!removed->first_ns || stamp_ns(&first) < removed->first_ns)
		removed->first_ns = stamp_ns(&first);
	if (stamp_ns(&last) > removed->last_ns)
		removed->last_ns = stamp_ns(&last);
	return 0;
}

static int count_log(struct newest_logs_removed *removed, int fd)
{
	trace_id_t trid;
	int err;

	err = posix_trace_open(fd, &trid);
	if (err)
		return err;
	err = count_events(removed, trid);
	posix_trace_close(trid);
	return err;
}

/* Removing */

static void forget(struct newest_logs *kept, size_t i)
{
	free(kept->log[i].name);
	memmove(kept->log + i, kept->log + i + 1,
		(--kept->count - i) * sizeof(*kept->log));
}

/* Contents of one log. */
static struct newest_logs_removed look_into(int fd)
{
	struct newest_logs_removed one = { .logs = 1 };

	one.unread = fd < 0 || count_log(&one, fd);
	return one;
}

static void add_removed(struct newest_logs_removed *sum,
			const struct newest_logs_removed *one)
{
	sum->logs += one->logs;
	sum->unread += one->unread;
	sum->events += one->events;
	if (one->first_ns && (!sum->first_ns || one->first_ns < sum->first_ns))
		sum->first_ns = one->first_ns;
	if (one->last_ns > sum->last_ns)
		sum->last_ns = one->last_ns;
}

/* A file that is no log has no entry. */
static void enter(struct ledger *ledger, const char *name, int fd,
		  const struct newest_logs_removed *one)
{
	const char *slash = strrchr(name, '/');
	struct ledger_entry entry = {
		.is_counted = !one->unread,
		.events = one->events,
		.first_ns = one->first_ns,
		.last_ns = one->last_ns,
	};
	struct preface preface;

	if (ledger->fd < 0 || preface_read(&preface, fd))
		return;
	memcpy(entry.uuid, preface.uuid, sizeof(entry.uuid));
	snprintf(entry.name, sizeof(entry.name), "%s",
		 slash ? slash + 1 : name);
	/* Without an entry the log's checkpoint tells a shipper that it is gone. */
	if (ledger_add(ledger, &entry))
		ledger_take_back(ledger);
}

/* Removes the log, with an entry in the ledger of its folder. A log that another
 * process has removed, as after shipping it, is none of ours. */
static void remove_oldest(struct newest_logs *kept)
{
	const char *name = kept->log[0].name;
	const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct newest_logs_removed one;
	struct ledger ledger = { .fd = -1 };

	if (fd >= 0 || errno != ENOENT) {
		one = look_into(fd);
		ledger_open(&ledger, name);
		enter(&ledger, name, fd, &one);
		if (!unlink(name)) {
			add_removed(&kept->removed, &one);
		} else {
			if (errno != ENOENT)
				talk_error(name, errno);
			if (ledger.fd >= 0)
				ledger_take_back(&ledger);
		}
		ledger_close(&ledger);
	}
	if (fd >= 0)
		close(fd);
	forget(kept, 0);
}

/* Logs that have gone meanwhile take no room. */
static void look_at_all(struct newest_logs *kept)
{
	struct stat st;

	for (size_t i = kept->count; i > 0; i--)
		if (!stat(kept->log[i - 1].name, &st))
			kept->log[i - 1].bytes = (uint64_t)st.st_size;
		else if (errno == ENOENT && i < kept->count)
			forget(kept, i - 1);
}

static void look_at_newest(struct newest_logs *kept)
{
	struct newest_log *newest = &kept->log[kept->count - 1];
	struct stat st;

	if (!stat(newest->name, &st))
		newest->bytes = (uint64_t)st.st_size;
}

static bool is_too_large(const struct newest_logs *kept)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < kept->count; i++)
		sum += kept->log[i].bytes;
	return kept->most_bytes && sum > kept->most_bytes;
}

void newest_logs_limit(struct newest_logs *kept)
{
	if (!kept->count)
		return;
	if (kept->most_bytes)
		look_at_newest(kept);
	if (is_too_large(kept))
		look_at_all(kept);
	while (kept->count > 1 &&
	       ((kept->most && kept->count > kept->most) || is_too_large(kept)))
		remove_oldest(kept);
}

void newest_logs_add(struct newest_logs *kept, const char *name)
{
	struct newest_log *newest;

	if (!kept->most && !kept->most_bytes)
		return;
	if (kept->count && kept->most_bytes)
		look_at_newest(kept);
	if (pxt_array_reserve(&kept->log, &kept->room, kept->count + 1,
			      sizeof(*kept->log)))
		return;
	newest = &kept->log[kept->count];
	*newest = (struct newest_log){ .name = strdup(name) };
	if (!newest->name)
		return;
	kept->count++;
	newest_logs_limit(kept);
}

/* Telling */

static void put_time(char *text, size_t size, int64_t ns)
{
	const time_t time = ns / 1000000000;
	struct tm tm;

	*text = '\0';
	if (gmtime_r(&time, &tm))
		strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

void newest_logs_describe(const struct newest_logs *kept, char *text)
{
	const struct newest_logs_removed *removed = &kept->removed;
	char events[TEXT_MAX], first[32], last[32];
	int len;

	len = snprintf(text, NEWEST_LOGS_TEXT,
		       "%u older log%s with %s%s event%s", removed->logs,
		       text_plural(removed->logs),
		       removed->unread ? "at least " : "",
		       text_count(events, removed->events),
		       text_plural(removed->events));
	if (removed->last_ns) {
		put_time(first, sizeof(first), removed->first_ns);
		put_time(last, sizeof(last), removed->last_ns);
		len += snprintf(text + len, NEWEST_LOGS_TEXT - (size_t)len,
				", from %s to %s,", first, last);
	}
	snprintf(text + len, NEWEST_LOGS_TEXT - (size_t)len, " %s removed",
		 removed->logs == 1 ? "was" : "were");
}
