/*
 * shipper.c - the shipping of logs, and of those that come later
 *
 * A destination that is not to be had is tried again, after one second, then two, up
 * to a minute. The logs wait; who writes them knows nothing of it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "common/text.h"
#include "ship/shipper.h"
#include "source/follow.h"
#include "source/lognames.h"

enum {
	MOMENT_MS = 200,
	DELAY_MOST_S = 60,
	COLLECTOR_DELAY_MOST_S = 30,
	SECOND_NS = 1000000000
};

static struct shipment *find(const struct shipper *shipper, const char *path)
{
	for (size_t i = shipper->count; i > 0; i--)
		if (!strcmp(shipper->shipments[i - 1]->path, path))
			return shipper->shipments[i - 1];
	return NULL;
}

static int add(struct shipper *shipper, const char *path)
{
	struct shipment *shipment;
	char *copy;
	int err;

	if (pxt_array_reserve(&shipper->shipments, &shipper->room,
			      shipper->count + 1, sizeof(shipment)))
		return ENOMEM;
	shipment = malloc(sizeof(*shipment));
	if (!shipment)
		return ENOMEM;
	copy = strdup(path);
	err = copy ? shipment_init(shipment, copy, &shipper->destination) :
		     ENOMEM;
	if (err) {
		free(shipment);
		return err;
	}
	shipper->shipments[shipper->count++] = shipment;
	return 0;
}

static void drop(struct shipper *shipper, size_t i)
{
	shipment_fini(shipper->shipments[i]);
	free(shipper->shipments[i]);
	memmove(shipper->shipments + i, shipper->shipments + i + 1,
		(--shipper->count - i) * sizeof(*shipper->shipments));
}

static bool is_named(const struct lognames *names, const char *path)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->name[i], path))
			return true;
	return false;
}

/* Logs that have been removed are forgotten, once they were read to their ends. A
 * log that had to make room for newer ones before that is told. */
static void drop_gone(struct shipper *shipper, const struct lognames *names)
{
	for (size_t i = shipper->count; i > 0; i--) {
		struct shipment *shipment = shipper->shipments[i - 1];

		if ((shipment->is_open && !shipment->is_done) ||
		    is_named(names, shipment->path) ||
		    removals_are_behind(&shipper->removals, shipment->path))
			continue;
		if (shipment->was_there && !shipment->is_done &&
		    !shipment->is_accounted) {
			shipper->progress.totals.gone_logs++;
			shipper->progress.totals.gone_unread++;
			talk("%s: removed before all of it was shipped",
			     shipment->path);
		}
		unlink(shipment->checkpoint_path);
		drop(shipper, i - 1);
	}
}

/* A name that was given may have no file yet. */
static int know(struct shipper *shipper, const char *path)
{
	struct shipment *shipment = find(shipper, path);
	const int err = shipment ? 0 : add(shipper, path);

	if (err)
		return err;
	if (!shipment)
		shipment = shipper->shipments[shipper->count - 1];
	if (!shipment->was_there)
		shipment->was_there = !access(path, F_OK);
	return 0;
}

/* Learns of logs that were not there before. */
static int find_logs(struct shipper *shipper)
{
	struct lognames names;
	int status;

	if (shipper->once)
		status = lognames_find(&names, shipper->given,
				       shipper->given_count);
	else
		status = lognames_find_now(&names, shipper->given,
					   shipper->given_count);
	if (status)
		return status;
	for (size_t i = 0; !status && i < names.count; i++)
		if (know(shipper, names.name[i])) {
			talk_error(names.name[i], ENOMEM);
			status = EXIT_SYSTEM;
		}
	removals_look(&shipper->removals, shipper->shipments, shipper->count,
		      &shipper->progress.totals);
	drop_gone(shipper, &names);
	lognames_fini(&names);
	return status;
}

/* Removing */

/* Bytes before the number of a rotated log: all but 000001.ptl; 0: none. */
static size_t set_len(const char *path)
{
	const char *dot = strrchr(path, '.');
	const char *digit = dot;

	while (digit && digit > path && digit[-1] >= '0' && digit[-1] <= '9')
		digit--;
	return dot && dot - digit >= 6 ? (size_t)(digit - path) : 0;
}

static bool has_successor(const struct shipper *shipper, const char *path)
{
	const size_t len = set_len(path);

	for (size_t i = 0; len && i < shipper->count; i++) {
		const char *other = shipper->shipments[i]->path;

		if (set_len(other) == len && !strncmp(other, path, len) &&
		    strverscmp(other, path) > 0)
			return true;
	}
	return false;
}

static void remove_done(struct shipper *shipper)
{
	for (size_t i = shipper->count; i > 0; i--) {
		struct shipment *shipment = shipper->shipments[i - 1];
		int err;

		if (!shipment->is_done || shipment->is_refused ||
		    shipment->is_unsaved || shipment->lacks ||
		    !has_successor(shipper, shipment->path))
			continue;
		err = shipment_remove(shipment);
		/* A recorder needed the room just now. */
		if (err == ENOENT)
			continue;
		if (err) {
			talk_error(shipment->path, err);
			shipper->removes = false;
			return;
		}
		drop(shipper, i - 1);
	}
}

/* Progress */

static void measure(struct shipper *shipper)
{
	shipper->progress.logs = shipper->count;
	shipper->progress.sections_behind = 0;
	shipper->progress.seconds_behind = 0;
	for (size_t i = 0; i < shipper->count; i++) {
		uint64_t sections;
		double seconds;

		shipment_measure(shipper->shipments[i], &sections, &seconds);
		shipper->progress.sections_behind += sections;
		if (seconds > shipper->progress.seconds_behind)
			shipper->progress.seconds_behind = seconds;
	}
}

enum { GONE_MAX = 3 * TEXT_MAX + 64 };

/* Sections, logs and events that will never be shipped, as the end of a line. */
static const char *put_gone(char buf[GONE_MAX],
			    const struct ship_totals *totals)
{
	char sections[TEXT_MAX], logs[TEXT_MAX], events[TEXT_MAX];
	size_t len = 0;

	*buf = '\0';
	if (totals->gone)
		len += (size_t)sprintf(buf, "; %s section%s gone",
				       text_count(sections, totals->gone),
				       text_plural(totals->gone));
	if (totals->gone_logs)
		len += (size_t)sprintf(buf + len, "; %s log%s gone",
				       text_count(logs, totals->gone_logs),
				       text_plural(totals->gone_logs));
	if (totals->gone_events)
		sprintf(buf + len, ", with %s%s event%s",
			totals->gone_unread ? "at least " : "",
			text_count(events, totals->gone_events),
			text_plural(totals->gone_events));
	return buf;
}

/* What a destination has that does not answer is only known from before. */
static const char *certainty(const struct shipper *shipper)
{
	return shipper->delay_s ? ", as far as is known" : "";
}

static void tell_events(const struct shipper *shipper,
			void (*say)(const char *format, ...))
{
	const struct ship_totals *totals = &shipper->progress.totals;
	const uint64_t late = shipper->progress.sections_behind;
	char spans[TEXT_MAX], records[TEXT_MAX], size[TEXT_MAX];
	char behind[TEXT_MAX], gone[GONE_MAX];

	say("%s: %s span%s, %s record%s, %s shipped; %s section%s, %.1f s "
	    "behind%s%s",
	    shipper->destination.where, text_count(spans, totals->spans),
	    text_plural(totals->spans), text_count(records, totals->records),
	    text_plural(totals->records), text_size(size, totals->bytes),
	    text_count(behind, late), text_plural(late),
	    shipper->progress.seconds_behind, certainty(shipper),
	    put_gone(gone, totals));
}

static void tell(const struct shipper *shipper,
		 void (*say)(const char *format, ...))
{
	char sections[TEXT_MAX], size[TEXT_MAX], behind[TEXT_MAX];
	char gone[GONE_MAX];
	const uint64_t late = shipper->progress.sections_behind;

	if (shipper->destination.collector) {
		tell_events(shipper, say);
		return;
	}
	say("%s: %s section%s, %s shipped; %s section%s, %.1f s behind%s%s",
	    shipper->destination.where,
	    text_count(sections, shipper->progress.totals.sections),
	    text_plural(shipper->progress.totals.sections),
	    text_size(size, shipper->progress.totals.bytes),
	    text_count(behind, late), text_plural(late),
	    shipper->progress.seconds_behind, certainty(shipper),
	    put_gone(gone, &shipper->progress.totals));
}

static void write_metrics(struct shipper *shipper)
{
	int err;

	if (!shipper->metrics)
		return;
	err = ship_metrics_write(shipper->metrics, shipper->destination.name,
				 &shipper->progress);
	if (err) {
		talk_error(shipper->metrics, err);
		shipper->metrics = NULL;
	}
}

static void report(void *reporter)
{
	struct shipper *shipper = reporter;
	const int64_t now = now_ns();

	if (now - shipper->told_ns < SECOND_NS)
		return;
	shipper->told_ns = now;
	measure(shipper);
	if (!shipper->quiet && isatty(STDERR_FILENO))
		tell(shipper, talk_transient);
	write_metrics(shipper);
}

/* Shipping */

static const char *why_of(const struct shipper *shipper, int err)
{
	const struct store_class *class = shipper->destination.class;
	const char *why = class && class->why ? class->why() : NULL;

	if (shipper->destination.collector && err == EAGAIN)
		why = collector_why(shipper->destination.collector);
	if (why)
		return why;
	return err == EBUSY ? "another is shipping this log" : strerror(err);
}

/* The time to the next attempt: as a collector wishes, and never that of all
 * other shippers. */
static int64_t delay_ns(const struct shipper *shipper)
{
	const struct collector *collector = shipper->destination.collector;
	const int64_t now = now_ns();
	int64_t delay = (int64_t)shipper->delay_s * SECOND_NS;

	if (!collector)
		return delay;
	if (collector_retry(collector))
		delay = (int64_t)collector_retry(collector) * SECOND_NS;
	else if (shipper->delay_s > COLLECTOR_DELAY_MOST_S)
		delay = (int64_t)COLLECTOR_DELAY_MOST_S * SECOND_NS;
	return delay + now / 1000 % (delay / 4);
}

static void fail(struct shipper *shipper, int err)
{
	const char *why = why_of(shipper, err);

	shipper->progress.totals.failures++;
	if (!follow_is_wanted())
		return;
	if (shipper->once)
		talk("%s: %s", shipper->destination.where, why);
	else if (!shipper->delay_s)
		talk("%s: %s; it is tried again until it succeeds",
		     shipper->destination.where, why);
	shipper->delay_s = shipper->delay_s ? 2 * shipper->delay_s : 1;
	if (shipper->delay_s > DELAY_MOST_S)
		shipper->delay_s = DELAY_MOST_S;
	shipper->retry_ns = now_ns() + delay_ns(shipper);
}

/* A round over all logs. Returns an error of the destination. */
static int go_round(struct shipper *shipper)
{
	int err = 0;

	for (size_t i = 0; !err && follow_is_wanted() && i < shipper->count;
	     i++) {
		err = shipment_go_on(shipper->shipments[i],
				     &shipper->destination,
				     &shipper->progress.totals);
		report(shipper);
	}
	if (err) {
		fail(shipper, err);
	} else if (shipper->delay_s) {
		talk("%s: is there again", shipper->destination.where);
		shipper->delay_s = 0;
	}
	return err;
}

static int go(struct shipper *shipper, int *destination_error)
{
	int status;

	do {
		status = find_logs(shipper);
		if (status)
			return status;
		if (now_ns() >= shipper->retry_ns)
			*destination_error = go_round(shipper);
		if (shipper->removes)
			remove_done(shipper);
		report(shipper);
	} while (!shipper->once && follow_pause(MOMENT_MS));
	return EXIT_SUCCESS;
}

static bool is_unsaved(const struct shipper *shipper)
{
	for (size_t i = 0; i < shipper->count; i++)
		if (shipper->shipments[i]->is_unsaved)
			return true;
	return false;
}

static int finish(struct shipper *shipper, int destination_error)
{
	for (size_t i = 0;
	     shipper->once && !destination_error && i < shipper->count; i++)
		shipment_end(shipper->shipments[i], &shipper->progress.totals);
	measure(shipper);
	write_metrics(shipper);
	if (!shipper->quiet)
		tell(shipper, talk_plain);
	if (shipper->progress.totals.gone)
		talk("%" PRIu64 " section%s gone before being shipped",
		     shipper->progress.totals.gone,
		     text_plural(shipper->progress.totals.gone));
	if (shipper->progress.totals.gone_logs)
		talk("%" PRIu64 " log%s removed before being shipped",
		     shipper->progress.totals.gone_logs,
		     text_plural(shipper->progress.totals.gone_logs));
	if (shipper->progress.totals.refused)
		talk("%" PRIu64 " %s refused", shipper->progress.totals.refused,
		     shipper->destination.collector ? "spans and records were" :
		     shipper->progress.totals.refused == 1 ? "row was" :
							     "rows were");
	if (destination_error)
		return command_error_status(destination_error);
	if (shipper->progress.totals.error)
		return command_error_status(shipper->progress.totals.error);
	if (is_unsaved(shipper) || shipper->progress.sections_behind ||
	    shipper->progress.totals.refused)
		return EXIT_SYSTEM;
	if (shipper->progress.totals.damages)
		return EXIT_DAMAGED;
	return shipper->progress.totals.gone ||
			       shipper->progress.totals.gone_logs ?
		       EXIT_LOST :
		       EXIT_SUCCESS;
}

int shipper_run(struct shipper *shipper)
{
	int destination_error = 0;
	int status;

	shipper->destination.report = report;
	shipper->destination.reporter = shipper;
	if (removals_init(&shipper->removals, shipper->given,
			  shipper->given_count, &shipper->destination)) {
		talk_error(shipper->destination.where, ENOMEM);
		return EXIT_SYSTEM;
	}
	follow_begin();
	status = go(shipper, &destination_error);
	if (!status)
		status = finish(shipper, destination_error);
	removals_fini(&shipper->removals);
	while (shipper->count)
		drop(shipper, shipper->count - 1);
	free(shipper->shipments);
	return status;
}
