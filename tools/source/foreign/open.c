/*
 * open.c - recognizing the format of a foreign trace
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "common/command.h"
#include "common/digest.h"
#include "common/talk.h"
#include "format/formats.h"
#include "source/catalogue.h"
#include "source/device/device.h"
#include "source/follow.h"
#include "source/foreign/damage.h"
#include "source/foreign/event_names.h"
#include "source/foreign/folder.h"
#include "source/foreign/foreign.h"
#include "source/foreign/options.h"
#include "source/foreign/order.h"
#include "source/foreign/unpack.h"
#include "source/logs.h"
#include "source/source_foreign.h"

enum { MOMENT_MS = 50 };

static const char *without_path(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/* A board is named after its trace's file, without the suffix. */
static void set_name(struct foreign *foreign)
{
	char called[64];
	char *dot;

	snprintf(called, sizeof(called), "%s", without_path(foreign->name));
	dot = strrchr(called, '.');
	if (dot && dot != called)
		*dot = '\0';
	pxt_trace_set_name(foreign->trace,
			   foreign->is_line || !strcmp(called, "-") ?
				   foreign->format->name :
				   called);
}

static int open_file(struct foreign *foreign)
{
	int status = EXIT_SUCCESS;
	int err;

	foreign->is_line = device_is_name(foreign->name);
	foreign->is_folder = foreign_folder_is(foreign->name);
	if (foreign->is_folder)
		return foreign_folder_open(foreign);
	if (foreign->is_line)
		status = device_open(foreign->name, &foreign->fd);
	else if (!strcmp(foreign->name, "-"))
		foreign->fd = STDIN_FILENO;
	else
		foreign->fd = open(foreign->name, O_RDONLY | O_CLOEXEC);
	if (status)
		return status;
	err = foreign->fd < 0 ? errno :
				pxt_feed_open(foreign->fd, &foreign->feed);
	if (!err && foreign->as.grows)
		pxt_feed_grows(foreign->feed);
	if (!err && foreign->is_line)
		pxt_feed_set_line(foreign->feed);
	if (!err)
		return EXIT_SUCCESS;
	return logs_cannot_open(foreign->name, err);
}

/* The end of a file counts, too, as others may begin alike. */
static void digest_end(const struct foreign *foreign, struct digest *digest)
{
	static uint8_t end[PXT_PROBE_MAX];
	const uint64_t size = pxt_feed_size(foreign->feed);
	const off_t at = size > sizeof(end) ? (off_t)(size - sizeof(end)) : 0;
	const ssize_t len = pread(foreign->fd, end, sizeof(end), at);

	if (len > 0)
		digest_add(digest, end, (size_t)len);
}

/* Equal bytes have equal UUIDs; but a growing trace is always a new one. */
static void make_uuid(struct foreign *foreign, const struct pxt_probe *probe)
{
	struct digest digest;

	if (foreign->as.grows && !foreign_can_rewind(foreign) &&
	    getrandom(foreign->uuid, sizeof(foreign->uuid), 0) ==
		    sizeof(foreign->uuid)) {
		memcpy(foreign->boot, foreign->uuid, sizeof(foreign->boot));
		return;
	}
	digest_begin(&digest);
	digest_add_text(&digest, foreign->format->name);
	digest_add_number(&digest, (int64_t)probe->size);
	digest_add(&digest, probe->start, probe->len);
	if (foreign_can_rewind(foreign))
		digest_end(foreign, &digest);
	digest_uuid(&digest, foreign->uuid);
}

/* Logs are read from both ends; and what gives no byte may be a log. */
static bool is_to_be_unpacked(const struct foreign *foreign,
			      const struct pxt_probe *probe)
{
	return pxt_feed_is_packed(foreign->feed) &&
	       (probe->len ? logs_have_magic(probe->start, probe->len) :
			     pxt_feed_fault(foreign->feed) != NULL);
}

static int refuse(const struct foreign *foreign, const struct pxt_probe *probe)
{
	if (is_to_be_unpacked(foreign, probe))
		return logs_are_squeezed(foreign->name, "gzip");
	if (probe->len && logs_have_magic(probe->start, probe->len)) {
		talk("%s: this log cannot be read from a pipe, name a file",
		     foreign->name);
		return EXIT_MISUSE;
	}
	if (!probe->len && foreign_is_silent(foreign))
		return foreign_damage_tell(foreign);
	foreign_cut_tell(foreign);
	return logs_are_not(foreign->name, probe->start, probe->len);
}

static void look(const struct foreign *foreign, struct pxt_probe *probe)
{
	probe->start = pxt_feed_peek(foreign->feed, &probe->len);
	if (probe->len > PXT_PROBE_MAX)
		probe->len = PXT_PROBE_MAX;
	probe->size = pxt_feed_size(foreign->feed);
	probe->name = without_path(foreign->name);
}

/* A line may need time to be recognized. ENODATA: it has ended, or the user has
 * quit. */
static int wait_for_more(struct foreign *foreign)
{
	int err = pxt_feed_more(foreign->feed);

	if (err != ENODATA || pxt_feed_ended(foreign->feed))
		return err;
	follow_pause_on(source_descriptor(&foreign->source), POLLIN, MOMENT_MS);
	return follow_is_wanted() ? 0 : ENODATA;
}

static int guess(struct foreign *foreign, struct pxt_probe *probe,
		 unsigned *sure)
{
	const bool waits = foreign->as.grows && !foreign_can_rewind(foreign);
	int err = 0;

	if (!waits)
		err = pxt_feed_need(foreign->feed, PXT_PROBE_MAX);
	look(foreign, probe);
	foreign->format = pxt_format_guess(probe, sure);
	while (waits && !err && !foreign->format &&
	       probe->len < PXT_PROBE_MAX) {
		err = wait_for_more(foreign);
		look(foreign, probe);
		foreign->format = pxt_format_guess(probe, sure);
	}
	return err == ENODATA ? 0 : err;
}

static int recognise(struct foreign *foreign)
{
	struct pxt_probe probe = { .len = 0 };
	unsigned sure = PXT_PROBE_SURE;
	int err = 0;

	if (foreign->is_folder)
		return foreign_folder_recognise(foreign);
	foreign->format = foreign->as.format;
	if (!foreign->format)
		err = guess(foreign, &probe, &sure);
	else if (!foreign->as.grows)
		err = pxt_feed_need(foreign->feed, PXT_PROBE_MAX);
	if (err) {
		talk_error(foreign->name, err);
		return EXIT_SYSTEM;
	}
	look(foreign, &probe);
	if (!foreign->format)
		return refuse(foreign, &probe);
	if (sure < PXT_PROBE_SURE && foreign_is_news(foreign, "is a guess"))
		talk("%s: taken for %s, by its contents; --from chooses "
		     "another format",
		     foreign->name, foreign->format->name);
	make_uuid(foreign, &probe);
	return EXIT_SUCCESS;
}

static bool set_epoch(struct foreign *foreign)
{
	const char *text = pxt_settings_get(&foreign->as.settings, "epoch");
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

/* Each of several traces takes its own settings. */
static void tell_unused(const struct foreign *foreign)
{
	const struct pxt_settings *settings = &foreign->as.settings;

	for (size_t i = 0; i < settings->count; i++)
		if (!catalogue_has_key(source_foreign_options,
				       settings->text[i]) &&
		    !catalogue_has_key(foreign->format->import_options,
				       settings->text[i]))
			talk("%s: %s has no use for -o %s", foreign->name,
			     foreign->format->name, settings->text[i]);
}

/* Several traces in one directory have an id each, and share the machine. */
static void take_ids(struct foreign *foreign)
{
	const unsigned char *uuid = pxt_trace_get_uuid(foreign->trace);
	const unsigned char *boot = pxt_trace_get_boot(foreign->trace);

	if (uuid && foreign->decoder.folder.count == 1)
		memcpy(foreign->uuid, uuid, sizeof(foreign->uuid));
	if (boot)
		memcpy(foreign->boot, boot, sizeof(foreign->boot));
}

static int begin(struct foreign *foreign)
{
	int err;

	if (!set_epoch(foreign)) {
		talk("epoch=%s: no time in seconds since 1970",
		     pxt_settings_get(&foreign->as.settings, "epoch"));
		return EXIT_MISUSE;
	}
	set_name(foreign);
	tell_unused(foreign);
	err = foreign_event_names(foreign);
	if (!err)
		err = foreign_begin(foreign);
	foreign_tell(foreign);
	if (!err)
		err = pxt_trace_error(foreign->trace);
	if (!err)
		take_ids(foreign);
	return err ? foreign_refuse(foreign, err) : EXIT_SUCCESS;
}

int source_foreign_open(struct source **source, const char *name,
			const struct source_as *as)
{
	struct foreign *foreign = calloc(1, sizeof(*foreign));
	int status;

	if (foreign) {
		foreign->fd = -1;
		foreign->as = *as;
		foreign->name = strdup(name);
	}
	if (!foreign || !foreign->name || pxt_trace_create(&foreign->trace)) {
		talk_error(name, ENOMEM);
		if (foreign)
			foreign_class.close(&foreign->source);
		return EXIT_SYSTEM;
	}
	foreign->source.class = &foreign_class;
	foreign->source.has_late_names = true;
	foreign->source.name = foreign->name;
	status = open_file(foreign);
	if (!status)
		status = foreign_order_begin(foreign);
	if (!status && !as->grows && !foreign->is_folder)
		status = foreign_unpack(foreign);
	if (!status)
		status = recognise(foreign);
	if (!status)
		status = begin(foreign);
	if (status) {
		foreign_class.close(&foreign->source);
		return status;
	}
	foreign->source.is_read_once = !foreign_can_rewind(foreign);
	*source = &foreign->source;
	return EXIT_SUCCESS;
}
