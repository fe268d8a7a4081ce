/*
 * removals.c - logs that recorders removed before all of them was shipped
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "source/fleet/ledger.h"
#include "common/talk.h"
#include "common/text.h"
#include "ship/checkpoint_file.h"
#include "ship/otlp/event_checkpoint.h"
#include "ship/removals.h"
#include "source/lognames.h"

static const struct checkpoint_kind kind = { "posixtrace ship removed 1",
					     { "entry" } };

/* Findings of one look into a folder */
struct look {
	struct removals *removals;
	struct removal_folder *folder;
	struct shipment *const *shipments;
	size_t shipment_count;
	uint64_t from; /* entries above it are looked at */
	bool is_held;  /* an entry's log is still being shipped */
	bool is_other; /* the ledger is not the one that was read before */
	int error;     /* of taking an entry, or 0 */
	uint64_t logs, unread, events;
	int64_t first_ns, last_ns;
	char first[LEDGER_NAME], last[LEDGER_NAME];
};

/* Folders */

static bool is_known(const struct removals *removals, const char *path)
{
	for (size_t i = 0; i < removals->count; i++)
		if (!strcmp(removals->folder[i].path, path))
			return true;
	return false;
}

static void free_folder(struct removal_folder *folder)
{
	free(folder->path);
	free(folder->ledger);
	free(folder->checkpoint);
}

/* Takes the path. */
static int add_folder(struct removals *removals, char *path)
{
	struct removal_folder folder = { .path = path };
	struct checkpoint_values values;

	folder.ledger = path ? ledger_path(path) : NULL;
	folder.checkpoint =
		folder.ledger ?
			ship_checkpoint_path(folder.ledger, removals->name) :
			NULL;
	if (!folder.checkpoint ||
	    pxt_array_reserve(&removals->folder, &removals->room,
			      removals->count + 1, sizeof(folder))) {
		free_folder(&folder);
		return ENOMEM;
	}
	if (!checkpoint_file_read(&values, &kind, folder.checkpoint)) {
		folder.number = values.number[0];
		memcpy(folder.uuid, values.uuid, sizeof(folder.uuid));
	} else {
		folder.is_new = true;
	}
	removals->folder[removals->count++] = folder;
	return 0;
}

int removals_init(struct removals *removals, char *const *given, size_t count,
		  const struct ship_destination *place)
{
	int err = 0;

	*removals = (struct removals){
		.given = given,
		.given_count = count,
		.is_delivery = place->collector,
		.once = place->once,
		.name = place->name,
	};
	for (size_t i = 0; !err && i < count; i++) {
		char *path = lognames_folder(given[i]);

		if (path && is_known(removals, path))
			free(path);
		else
			err = add_folder(removals, path);
	}
	if (err)
		removals_fini(removals);
	return err;
}

void removals_fini(struct removals *removals)
{
	for (size_t i = 0; i < removals->count; i++)
		free_folder(&removals->folder[i]);
	free(removals->folder);
	removals->folder = NULL;
	removals->count = removals->room = 0;
}

/* Entries */

static bool is_there(const char *path, const unsigned char *uuid)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct preface preface;
	bool found;

	if (fd < 0)
		return false;
	found = !preface_read(&preface, fd) &&
		!memcmp(preface.uuid, uuid, SECTION_UUID);
	close(fd);
	return found;
}

/* The shipment of that log. One that was never opened has the same name only. */
static struct shipment *find(const struct look *look, const char *path,
			     const unsigned char *uuid)
{
	static const unsigned char unknown[SECTION_UUID];

	for (size_t i = 0; i < look->shipment_count; i++) {
		struct shipment *shipment = look->shipments[i];

		if (!strcmp(shipment->path, path) &&
		    (!memcmp(shipment->uuid, uuid, SECTION_UUID) ||
		     (!memcmp(shipment->uuid, unknown, SECTION_UUID) &&
		      access(path, F_OK))))
			return shipment;
	}
	return NULL;
}

/* The events that were confirmed, as a checkpoint says. True: all of the log was. */
static bool read_checkpoint(const struct look *look, const char *path,
			    const unsigned char *uuid, uint64_t *events)
{
	struct event_checkpoint delivered = { .items = 0 };
	struct ship_checkpoint shipped = { .number = 0 };

	*events = 0;
	if (look->removals->is_delivery) {
		event_checkpoint_read(&delivered, path);
		shipped.has_ended = delivered.has_ended;
		shipped.events = delivered.items;
		memcpy(shipped.uuid, delivered.uuid, SECTION_UUID);
	} else {
		ship_checkpoint_read(&shipped, path);
	}
	if (memcmp(shipped.uuid, uuid, SECTION_UUID) != 0)
		return false;
	*events = shipped.events;
	return shipped.has_ended;
}

static bool was_shipped(const struct look *look,
			const struct shipment *shipment, const char *path,
			const unsigned char *uuid, uint64_t *events)
{
	char *checkpoint;
	bool whole;

	*events = 0;
	if (shipment && shipment->is_done && !shipment->is_refused)
		return true;
	checkpoint = ship_checkpoint_path(path, look->removals->name);
	whole = checkpoint && read_checkpoint(look, checkpoint, uuid, events);
	free(checkpoint);
	return whole;
}

static void count(struct look *look, const struct ledger_entry *entry,
		  uint64_t confirmed)
{
	if (!look->logs++)
		snprintf(look->first, sizeof(look->first), "%s", entry->name);
	snprintf(look->last, sizeof(look->last), "%s", entry->name);
	look->unread += !entry->is_counted;
	if (entry->events > confirmed)
		look->events += entry->events - confirmed;
	if (entry->first_ns &&
	    (!look->first_ns || entry->first_ns < look->first_ns))
		look->first_ns = entry->first_ns;
	if (entry->last_ns > look->last_ns)
		look->last_ns = entry->last_ns;
}

/* False: the log is still being shipped, from a descriptor. */
static bool account(struct look *look, const struct ledger_entry *entry,
		    const char *path)
{
	struct shipment *shipment = find(look, path, entry->uuid);
	uint64_t confirmed;

	if (shipment && shipment->is_open && !shipment->is_done) {
		shipment->is_removed = true;
		return false;
	}
	/* A recorder that was killed, or refused, left it there. */
	if (is_there(path, entry->uuid))
		return true;
	if (!was_shipped(look, shipment, path, entry->uuid, &confirmed))
		count(look, entry, confirmed);
	if (shipment)
		shipment->is_accounted = true;
	return true;
}

/* Entries between the last one accounted for and the oldest there is are gone.
 * Nothing tells whose logs those were that went before any was accounted for,
 * nor that they had not been shipped. */
static void note_lost_entries(struct look *look, uint64_t number)
{
	const uint64_t lost = number - 1 - look->folder->number;

	if (number <= look->folder->number + 1)
		return;
	if (look->folder->is_new && !look->folder->number) {
		talk("%s: has no entries of the first %" PRIu64
		     " logs that made room; they are not counted",
		     look->folder->ledger, lost);
		return;
	}
	look->logs += lost;
	look->unread += lost;
}

static bool take(void *taker, const struct ledger_entry *entry)
{
	struct look *look = taker;
	struct removal_folder *folder = look->folder;
	char *path;

	if (entry->number < folder->number)
		return true;
	if (entry->number == folder->number) {
		look->is_other =
			memcmp(entry->uuid, folder->uuid, SECTION_UUID) != 0;
		return !look->is_other;
	}
	if (asprintf(&path, "%s%s", folder->path, entry->name) < 0) {
		look->error = ENOMEM;
		return false;
	}
	if (lognames_have(look->removals->given, look->removals->given_count,
			  path))
		look->is_held = !account(look, entry, path);
	free(path);
	if (look->is_held)
		return false;
	note_lost_entries(look, entry->number);
	folder->number = entry->number;
	memcpy(folder->uuid, entry->uuid, SECTION_UUID);
	return true;
}

static bool find_last(void *taker, const struct ledger_entry *entry)
{
	*(uint64_t *)taker = entry->number;
	return true;
}

/* A ledger that was removed begins again with the first number. */
static bool was_renewed(const struct look *look)
{
	uint64_t last = 0;

	if (look->is_other)
		return true;
	return !ledger_read(look->folder->ledger, find_last, &last) && last &&
	       last < look->folder->number;
}

/* Checkpoints of logs that are gone */
static bool sweep(void *taker, const struct ledger_entry *entry)
{
	const struct look *look = taker;
	char *path, *checkpoint;

	if (entry->number > look->folder->number)
		return false;
	if (entry->number <= look->from ||
	    asprintf(&path, "%s%s", look->folder->path, entry->name) < 0)
		return true;
	checkpoint = ship_checkpoint_path(path, look->removals->name);
	if (checkpoint && access(path, F_OK) && errno == ENOENT)
		unlink(checkpoint);
	free(checkpoint);
	free(path);
	return true;
}

/* Telling */

static void put_time(char *text, size_t size, int64_t ns)
{
	const time_t time = (time_t)(ns / 1000000000);
	struct tm tm;

	*text = '\0';
	if (localtime_r(&time, &tm))
		strftime(text, size, "%Y-%m-%d %H:%M:%S", &tm);
}

static void tell(const struct look *look)
{
	const struct removal_folder *folder = look->folder;
	char logs[TEXT_MAX], events[TEXT_MAX], from[TEXT_MAX], to[TEXT_MAX];
	char names[2 * LEDGER_NAME + 8];

	snprintf(names, sizeof(names), "%s%s%s", look->first,
		 look->logs > 1 ? " to " : "",
		 look->logs > 1 ? look->last : "");
	put_time(from, sizeof(from), look->first_ns);
	put_time(to, sizeof(to), look->last_ns);
	talk("%s%s: %s log%s removed before being shipped: %s%s event%s%s%s%s%s "
	     "are missing",
	     folder->path, names, text_count(logs, look->logs),
	     text_plural(look->logs), look->unread ? "at least " : "",
	     text_count(events, look->events), text_plural(look->events),
	     look->last_ns ? " between " : "", look->last_ns ? from : "",
	     look->last_ns ? " and " : "", look->last_ns ? to : "");
}

static void save(struct removal_folder *folder)
{
	struct checkpoint_values values = { .number = { folder->number } };
	int err;

	memcpy(values.uuid, folder->uuid, SECTION_UUID);
	err = checkpoint_file_write(&values, &kind, folder->checkpoint);
	if (err && !folder->is_told)
		talk_error(folder->checkpoint, err);
	folder->is_told = err != 0;
}

static bool is_as_before(const struct removal_folder *folder,
			 const struct stat *st)
{
	const struct stat *before = &folder->ledger_stat;

	return st->st_ino == before->st_ino && st->st_size == before->st_size &&
	       st->st_mtim.tv_sec == before->st_mtim.tv_sec &&
	       st->st_mtim.tv_nsec == before->st_mtim.tv_nsec;
}

static int read_entries(struct look *look)
{
	const int err = ledger_read(look->folder->ledger, take, look);

	return err && err != ENOENT ? err : look->error;
}

static int read_ledger(struct look *look)
{
	struct removal_folder *folder = look->folder;
	const int err = read_entries(look);

	if (err || folder->number != look->from || look->is_held ||
	    !was_renewed(look))
		return err;
	folder->number = look->from = 0;
	look->is_other = false;
	return read_entries(look);
}

/* A recorder that has the ledger gives it back, unless nothing waits for that. */
static void note_error(struct look *look, int err, struct ship_totals *totals)
{
	struct removal_folder *folder = look->folder;
	const bool is_busy = err == EAGAIN && !look->removals->once;

	if (err && !is_busy && !folder->is_refused)
		talk("%s: %s; logs that made room may be missing",
		     folder->ledger,
		     err == EAGAIN ? "is being written" : strerror(err));
	folder->is_refused = err && !is_busy;
	if (err && look->removals->once)
		totals->error = err;
}

static void look_into(struct look *look, struct ship_totals *totals)
{
	struct removal_folder *folder = look->folder;
	struct stat st;
	int err;

	if (stat(folder->ledger, &st) || is_as_before(folder, &st))
		return;
	look->from = folder->number;
	err = read_ledger(look);
	note_error(look, err, totals);
	if (look->logs)
		tell(look);
	totals->gone_logs += look->logs;
	totals->gone_unread += look->unread;
	totals->gone_events += look->events;
	if (folder->number != look->from) {
		folder->is_new = false;
		save(folder);
		ledger_read(folder->ledger, sweep, look);
	}
	folder->is_behind = look->is_held || err == EAGAIN;
	if (!look->is_held && !err)
		folder->ledger_stat = st;
}

bool removals_are_behind(const struct removals *removals, const char *path)
{
	for (size_t i = 0; i < removals->count; i++) {
		const struct removal_folder *folder = &removals->folder[i];
		const size_t len = strlen(folder->path);

		if (folder->is_behind && !strncmp(path, folder->path, len) &&
		    !strchr(path + len, '/'))
			return true;
	}
	return false;
}

void removals_look(struct removals *removals, struct shipment *const *shipments,
		   size_t count, struct ship_totals *totals)
{
	for (size_t i = 0; i < removals->count; i++) {
		struct look look = {
			.removals = removals,
			.folder = &removals->folder[i],
			.shipments = shipments,
			.shipment_count = count,
		};

		look_into(&look, totals);
	}
}
