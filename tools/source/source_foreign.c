/*
 * source_foreign.c - the trace of another system as a source of items
 *
 * It is read from the start on: to go to a time means to read up to it, and to
 * know the last time, to read all of it. What can be read once, as a pipe,
 * can neither.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/digest.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "source/logs.h"
#include "source/source_foreign.h"

struct foreign {
	struct source source;
	char *name;
	const struct source_as *as;
	const struct pxt_format *format;
	int fd;
	struct pxt_feed *feed;
	struct pxt_trace *trace;
	struct pxt_import import;
	bool is_read; /* an import goes on */

	struct posix_trace_item_np ahead; /* found by seeking */
	bool has_ahead;
	unsigned char uuid[16];
};

static struct foreign *foreign_of(struct source *source)
{
	return (struct foreign *)source;
}

static void tell_tales(struct foreign *foreign)
{
	const char *tale;

	while ((tale = pxt_trace_next_tale(foreign->trace)))
		talk("%s: %s", foreign->name, tale);
}

/* Items */

static int next(struct source *source, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct foreign *foreign = foreign_of(source);
	int err;

	if (foreign->has_ahead) {
		*item = foreign->ahead;
		*unavailable = 0;
		foreign->has_ahead = false;
		return 0;
	}
	err = foreign->format->import->next(&foreign->import, item,
					    unavailable);
	if (!err)
		err = pxt_trace_error(foreign->trace);
	tell_tales(foreign);
	return err;
}

static void end_import(struct foreign *foreign)
{
	if (foreign->is_read)
		foreign->format->import->close(&foreign->import);
	foreign->is_read = false;
	foreign->has_ahead = false;
}

static int begin_import(struct foreign *foreign)
{
	foreign->import = (struct pxt_import){
		.feed = foreign->feed,
		.trace = foreign->trace,
		.settings = &foreign->as->settings,
	};
	foreign->is_read = true;
	return foreign->format->import->open(&foreign->import);
}

static int rewind_foreign(struct source *source)
{
	struct foreign *foreign = foreign_of(source);
	int err;

	err = pxt_feed_rewind(foreign->feed);
	if (err)
		return err;
	end_import(foreign);
	pxt_trace_rewind(foreign->trace);
	return begin_import(foreign);
}

static struct timespec end_of(const struct posix_trace_item_np *item)
{
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
		       item->lost_end :
		       item->info.posix_timestamp;
}

static int seek(struct source *source, const struct timespec *time)
{
	struct foreign *foreign = foreign_of(source);
	const int64_t wanted = stamp_ns(time);
	struct posix_trace_item_np item;
	struct timespec end;
	int unavailable;
	int err;

	err = rewind_foreign(source);
	while (!err) {
		err = next(source, &item, &unavailable);
		if (err || unavailable)
			return err;
		end = end_of(&item);
		if (stamp_ns(&end) < wanted)
			continue;
		foreign->ahead = item;
		foreign->has_ahead = true;
		return 0;
	}
	return err;
}

static int get_times(struct source *source, struct timespec *first,
		     struct timespec *last)
{
	struct posix_trace_item_np item;
	bool has_items = false;
	int unavailable = 0;
	int err;

	err = rewind_foreign(source);
	while (!err && !unavailable) {
		err = next(source, &item, &unavailable);
		if (err || unavailable)
			break;
		if (!has_items)
			*first = item.info.posix_timestamp;
		*last = end_of(&item);
		has_items = true;
	}
	if (!err)
		err = rewind_foreign(source);
	if (!err && !has_items)
		err = ENODATA;
	return err;
}

/* What is known of them */

static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	const char *found = pxt_trace_type_name(foreign_of(source)->trace, type);

	if (!found)
		return EINVAL;
	snprintf(name, TRACE_EVENT_NAME_MAX + 1, "%s", found);
	return 0;
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	const char *found =
		pxt_trace_type_description(foreign_of(source)->trace, type);

	if (!found)
		return ENODATA;
	return (size_t)snprintf(description, size, "%s", found) < size ?
		       0 :
		       ERANGE;
}

static int get_process(struct source *source, unsigned origin, pid_t pid,
		       struct posix_trace_process_np *process)
{
	const char *name = pxt_trace_get_process(foreign_of(source)->trace, pid);

	if (origin || !name)
		return ESRCH;
	*process = (struct posix_trace_process_np){
		.pid = pid,
		.name = name,
		.command = "",
	};
	return 0;
}

static int get_thread(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size)
{
	const char *found =
		pxt_trace_get_thread(foreign_of(source)->trace, pid, tid);

	if (origin || !found)
		return ENODATA;
	return (size_t)snprintf(name, size, "%s", found) < size ? 0 : ERANGE;
}

static const char *get_host(struct source *source, unsigned origin)
{
	(void)source;
	(void)origin;
	return "";
}

static int get_origin(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	struct foreign *foreign = foreign_of(source);

	if (number)
		return ESRCH;
	*origin = (struct source_origin){ .host = "" };
	memcpy(origin->uuid, foreign->uuid, sizeof(origin->uuid));
	snprintf(origin->system, sizeof(origin->system), "%s",
		 pxt_trace_get_system(foreign->trace));
	return 0;
}

static int describe(struct source *source, trace_attr_t *attr,
		    struct posix_trace_log_np *about)
{
	struct foreign *foreign = foreign_of(source);

	*about = (struct posix_trace_log_np){ .complete = 1 };
	memcpy(about->uuid, foreign->uuid, sizeof(about->uuid));
	snprintf(about->system, sizeof(about->system), "%s",
		 pxt_trace_get_system(foreign->trace));
	return posix_trace_attr_init(attr);
}

static bool is_complete(struct source *source)
{
	return pxt_feed_ended(foreign_of(source)->feed);
}

static bool has_file(struct source *source, const struct stat *file)
{
	struct stat st;

	return !fstat(foreign_of(source)->fd, &st) &&
	       st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

static void tell_place(const struct foreign *foreign,
		       const struct pxt_trace_damage *damage, uint64_t more)
{
	char bytes[64], others[48] = "";

	if (damage->len > 1)
		snprintf(bytes, sizeof(bytes), "bytes %llu to %llu",
			 (unsigned long long)damage->offset,
			 (unsigned long long)(damage->offset + damage->len - 1));
	else
		snprintf(bytes, sizeof(bytes), "byte %llu",
			 (unsigned long long)damage->offset);
	if (more)
		snprintf(others, sizeof(others), " (and %llu more place%s)",
			 (unsigned long long)more, more == 1 ? "" : "s");
	talk("%s: %s: %s%s", foreign->name, bytes, damage->why, others);
}

static int tell_damage(struct source *source, bool growing)
{
	struct foreign *foreign = foreign_of(source);
	const uint64_t count = pxt_trace_damages(foreign->trace);
	const struct pxt_trace_damage *first =
		pxt_trace_get_damage(foreign->trace, 0);

	(void)growing;
	if (!count)
		return EXIT_SUCCESS;
	if (first)
		tell_place(foreign, first, count - 1);
	return EXIT_DAMAGED;
}

static void close_foreign(struct source *source)
{
	struct foreign *foreign = foreign_of(source);

	end_import(foreign);
	pxt_trace_close(foreign->trace);
	pxt_feed_close(foreign->feed);
	if (foreign->fd > STDERR_FILENO)
		close(foreign->fd);
	free(foreign->name);
	free(foreign);
}

static const struct source_class class = {
	.next = next,
	.rewind = rewind_foreign,
	.seek = seek,
	.get_times = get_times,
	.get_name = get_name,
	.get_description = get_description,
	.get_process = get_process,
	.get_host = get_host,
	.get_origin = get_origin,
	.get_thread = get_thread,
	.describe = describe,
	.is_complete = is_complete,
	.has_file = has_file,
	.tell_damage = tell_damage,
	.close = close_foreign,
};

/* Opening */

const struct pxt_format_option source_foreign_options[] = {
	{ "epoch", "TIME",
	  "when the trace began, in seconds since 1970 with up to 9 digits "
	  "behind the point" },
	{ 0 },
};

static const char *without_path(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/* What names a board is the name of its trace, without what it ends with. */
static void set_name(struct foreign *foreign)
{
	char called[64];
	char *dot;

	snprintf(called, sizeof(called), "%s", without_path(foreign->name));
	dot = strrchr(called, '.');
	if (dot && dot != called)
		*dot = '\0';
	pxt_trace_set_name(foreign->trace,
			   strcmp(called, "-") ? called :
						 foreign->format->name);
}

static int open_file(struct foreign *foreign)
{
	int err;

	if (!strcmp(foreign->name, "-"))
		foreign->fd = STDIN_FILENO;
	else
		foreign->fd = open(foreign->name, O_RDONLY | O_CLOEXEC);
	err = foreign->fd < 0 ? errno :
				pxt_feed_open(foreign->fd, &foreign->feed);
	if (!err)
		return EXIT_SUCCESS;
	talk_error(foreign->name, err);
	if (err == ENOENT || err == ENOTDIR)
		return EXIT_MISUSE;
	return err == EACCES || err == EPERM ? EXIT_DENIED : EXIT_SYSTEM;
}

/* Of the same bytes the same. */
static void make_uuid(struct foreign *foreign, const struct pxt_probe *probe)
{
	struct digest digest;

	digest_begin(&digest);
	digest_add_text(&digest, foreign->format->name);
	digest_add_number(&digest, (int64_t)probe->size);
	digest_add(&digest, probe->start, probe->len);
	digest_uuid(&digest, foreign->uuid);
}

static int refuse(const struct foreign *foreign, const struct pxt_probe *probe)
{
	if (probe->len && logs_begin_so(probe->start, probe->len)) {
		talk("%s: reading a log takes seeking in it, name a file",
		     foreign->name);
		return EXIT_MISUSE;
	}
	talk("%s: not a posixtrace log, nor another trace that is known",
	     foreign->name);
	return EXIT_DAMAGED;
}

static int recognise(struct foreign *foreign)
{
	struct pxt_probe probe = { .name = without_path(foreign->name) };
	unsigned sure = PXT_PROBE_SURE;
	int err;

	err = pxt_feed_need(foreign->feed, 1);
	if (!err && !foreign->as->grows)
		err = pxt_feed_need(foreign->feed, PXT_PROBE_MAX);
	if (err && err != ENODATA) {
		talk_error(foreign->name, err);
		return EXIT_SYSTEM;
	}
	probe.start = pxt_feed_peek(foreign->feed, &probe.len);
	if (probe.len > PXT_PROBE_MAX)
		probe.len = PXT_PROBE_MAX;
	probe.size = pxt_feed_size(foreign->feed);

	foreign->format = foreign->as->format;
	if (!foreign->format)
		foreign->format = pxt_format_guess(&probe, &sure);
	if (!foreign->format)
		return refuse(foreign, &probe);
	if (sure < PXT_PROBE_SURE)
		talk("%s: taken for %s, by its contents: --from says better",
		     foreign->name, foreign->format->summary);
	make_uuid(foreign, &probe);
	return EXIT_SUCCESS;
}

static int tell_refusal(struct foreign *foreign, int err)
{
	const char *why = pxt_trace_get_refusal(foreign->trace);

	if (err == ENOMEM || !*why) {
		talk_error(foreign->name, err);
		return EXIT_SYSTEM;
	}
	talk("%s: %s", foreign->name, why);
	return err == EINVAL ? EXIT_MISUSE : EXIT_DAMAGED;
}

static bool set_epoch(struct foreign *foreign)
{
	const char *text =
		pxt_settings_get(&foreign->as->settings, "epoch");
	unsigned long long seconds;
	unsigned nanoseconds = 0;
	char fraction[16] = "000000000";
	int end = 0;

	if (!text)
		return true;
	if (sscanf(text, "%10llu%n", &seconds, &end) != 1)
		return false;
	if (text[end] == '.') {
		const size_t digits = strspn(text + end + 1, "0123456789");

		if (!digits || digits > 9 || text[end + 1 + (int)digits])
			return false;
		memcpy(fraction, text + end + 1, digits);
		nanoseconds = (unsigned)strtoul(fraction, NULL, 10);
	} else if (text[end]) {
		return false;
	}
	if (seconds > INT64_MAX / 1000000000 - 1)
		return false;
	pxt_trace_shift(foreign->trace,
			(int64_t)seconds * 1000000000 + nanoseconds);
	return true;
}

static int begin(struct foreign *foreign)
{
	int err;

	if (!set_epoch(foreign)) {
		talk("epoch=%s: no time in seconds since 1970",
		     pxt_settings_get(&foreign->as->settings, "epoch"));
		return EXIT_MISUSE;
	}
	if (foreign->as->grows)
		pxt_feed_grows(foreign->feed);
	set_name(foreign);
	err = begin_import(foreign);
	tell_tales(foreign);
	if (!err)
		err = pxt_trace_error(foreign->trace);
	return err ? tell_refusal(foreign, err) : EXIT_SUCCESS;
}

int source_foreign_open(struct source **source, const char *name,
			const struct source_as *as)
{
	struct foreign *foreign = calloc(1, sizeof(*foreign));
	int status;

	if (foreign) {
		foreign->fd = -1;
		foreign->as = as;
		foreign->name = strdup(name);
	}
	if (!foreign || !foreign->name ||
	    pxt_trace_create(&foreign->trace)) {
		talk_error(name, ENOMEM);
		if (foreign)
			close_foreign(&foreign->source);
		return EXIT_SYSTEM;
	}
	status = open_file(foreign);
	if (!status)
		status = recognise(foreign);
	if (!status)
		status = begin(foreign);
	if (status) {
		close_foreign(&foreign->source);
		return status;
	}
	foreign->source.class = &class;
	foreign->source.name = foreign->name;
	*source = &foreign->source;
	return EXIT_SUCCESS;
}
