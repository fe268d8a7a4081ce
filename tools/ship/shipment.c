/*
 * shipment.c - the shipping of one log
 *
 * Sections are confirmed several at a time, and then the checkpoint is written. The
 * destination knows best what it has; the checkpoint tells where to go on in the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "ship/file_identity.h"
#include "ship/shipment.h"
#include "source/follow.h"

enum { BATCH_SECTIONS = 256, BATCH_BYTES = 8 << 20 };

#define BATCH_NS INT64_C(1000000000)

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

int shipment_init(struct shipment *shipment, char *path,
		  const struct ship_destination *destination)
{
	*shipment = (struct shipment){ .path = path, .fd = -1 };
	shipment->checkpoint_path =
		ship_checkpoint_path(path, destination->name);
	if (shipment->checkpoint_path)
		return 0;
	free(path);
	return ENOMEM;
}

static void close_all(struct shipment *shipment)
{
	if (shipment->store)
		shipment->store->class->close(shipment->store);
	shipment->store = NULL;
	delivery_close(shipment->delivery);
	shipment->delivery = NULL;
	if (!shipment->is_open)
		return;
	if (!shipment->pending_sections)
		shipment->last_ns = shipment->log.last_ns;
	log_sections_fini(&shipment->log);
	close(shipment->fd);
	shipment->fd = -1;
	shipment->is_open = false;
	shipment->pending_sections = shipment->pending_bytes = 0;
	shipment->pending_events = 0;
}

void shipment_fini(struct shipment *shipment)
{
	close_all(shipment);
	free(shipment->path);
	free(shipment->checkpoint_path);
}

/* The file as it is now has nothing more. */
static void finish(struct shipment *shipment)
{
	close_all(shipment);
	shipment->is_done = true;
}

static void refuse(struct shipment *shipment, struct ship_totals *totals,
		   const char *why)
{
	talk("%s: %s", shipment->path, why);
	totals->damages++;
	finish(shipment);
	shipment->is_refused = true;
}

static void refuse_error(struct shipment *shipment, struct ship_totals *totals,
			 int err)
{
	talk_error(shipment->path, err);
	totals->error = err;
	finish(shipment);
	shipment->is_refused = true;
}

/* It would be removed as if there were a copy. */
static void refuse_itself(struct shipment *shipment, struct ship_totals *totals,
			  const char *where)
{
	talk("%s: is in %s itself, and has no copy there", shipment->path,
	     where);
	totals->error = EDEADLK;
	finish(shipment);
	shipment->is_refused = true;
}

static void add_damages(struct shipment *shipment, struct ship_totals *totals,
			uint64_t damages, uint64_t gone)
{
	totals->damages += shipment->log.damages - damages;
	totals->gone += shipment->log.gone - gone;
	shipment->lacks |= shipment->log.damages > damages;
}

static void note_file(struct shipment *shipment, const struct stat *st)
{
	shipment->file = (struct ship_file){
		.dev = st->st_dev,
		.ino = st->st_ino,
		.size = st->st_size,
		.modified = st->st_mtim,
	};
}

/* True if the name has another file now. */
static bool is_other_file(const struct shipment *shipment)
{
	const struct ship_file *file = &shipment->file;
	struct stat st;

	return !stat(shipment->path, &st) &&
	       (st.st_dev != file->dev || st.st_ino != file->ino);
}

/* True if the file of a log that is done has changed since. */
static bool has_changed(const struct shipment *shipment)
{
	const struct ship_file *file = &shipment->file;
	struct stat st;

	if (stat(shipment->path, &st))
		return false;
	return st.st_dev != file->dev || st.st_ino != file->ino ||
	       st.st_size != file->size ||
	       st.st_mtim.tv_sec != file->modified.tv_sec ||
	       st.st_mtim.tv_nsec != file->modified.tv_nsec;
}

static void read_checkpoint(struct shipment *shipment)
{
	struct ship_checkpoint *checkpoint = &shipment->checkpoint;
	const int err =
		ship_checkpoint_read(checkpoint, shipment->checkpoint_path);

	if (err && err != ENOENT)
		talk("%s: %s; what is there already tells where to go on",
		     shipment->checkpoint_path,
		     err == EBADMSG ? "damaged" : strerror(err));
	if (err || memcmp(checkpoint->uuid, shipment->log.preface.uuid,
			  SECTION_UUID) != 0) {
		*checkpoint = (struct ship_checkpoint){ .number = 0 };
		memcpy(checkpoint->uuid, shipment->log.preface.uuid,
		       SECTION_UUID);
	}
	shipment->gone_before = checkpoint->gone;
	shipment->lacks |= checkpoint->lacks;
}

/* True if the log can be read. */
static bool open_log(struct shipment *shipment,
		     const struct ship_destination *destination,
		     struct ship_totals *totals)
{
	struct stat st;
	int err;

	shipment->fd = open(shipment->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (shipment->fd < 0) {
		if (errno != ENOENT)
			refuse_error(shipment, totals, errno);
		return false;
	}
	shipment->is_open = true;
	if (fstat(shipment->fd, &st) || !S_ISREG(st.st_mode)) {
		refuse(shipment, totals, "not a regular file");
		return false;
	}
	note_file(shipment, &st);
	shipment->lacks = false;
	err = log_sections_init(&shipment->log, shipment->fd, shipment->path);
	if (err == ENODATA)
		close_all(shipment);
	else if (err)
		refuse(shipment, totals,
		       err == EBADMSG ? "not a log of posixtrace" :
		       err == ENOTSUP ? "a log of a version not known here" :
					strerror(err));
	if (err)
		return false;
	add_damages(shipment, totals, 0, 0);
	memcpy(shipment->uuid, shipment->log.preface.uuid, SECTION_UUID);
	if (!destination->collector)
		read_checkpoint(shipment);
	return true;
}

/* Sections are known by their numbers. ESTALE: the last one there has other bytes
 * than the one of its number here. */
static int check_last(const struct shipment *shipment, uint64_t last)
{
	struct store *store = shipment->store;
	struct section section;
	int err;

	if (!store->class->compare || last <= shipment->log.preface.last)
		return 0;
	err = log_sections_find(&shipment->log, last, &section);
	if (err)
		return err == ENODATA ? 0 : err;
	err = store->class->compare(store, &section);
	return err == EEXIST ? ESTALE : err;
}

static void save_checkpoint(struct shipment *shipment)
{
	const int err = ship_checkpoint_write(&shipment->checkpoint,
					      shipment->checkpoint_path);

	shipment->is_unsaved = err != 0;
	if (err && !shipment->is_told)
		talk("%s: %s; it is shipped all the same",
		     shipment->checkpoint_path, strerror(err));
	shipment->is_told = err != 0;
}

/* Sections behind a damaged one may have reached the destination before they were
 * confirmed. The next start goes on behind them, and does not see the damage. */
static void save_lack(struct shipment *shipment)
{
	if (shipment->lacks == shipment->checkpoint.lacks)
		return;
	shipment->checkpoint.lacks = shipment->lacks;
	save_checkpoint(shipment);
}

/* The destination has lost sections that it had confirmed. */
static void take_back(struct shipment *shipment, uint64_t last)
{
	struct ship_checkpoint *checkpoint = &shipment->checkpoint;

	*checkpoint = (struct ship_checkpoint){
		.number = last,
		.events = log_sections_events(&shipment->log, last),
		.lacks = checkpoint->lacks,
	};
	memcpy(checkpoint->uuid, shipment->uuid, SECTION_UUID);
	shipment->gone_before = 0;
	shipment->last_ns = 0;
	save_checkpoint(shipment);
}

/* Takes what the destination has for true: the number of the last section. */
static void set_last(struct shipment *shipment, const char *where,
		     uint64_t last)
{
	const struct ship_checkpoint *checkpoint = &shipment->checkpoint;
	const struct preface *preface = &shipment->log.preface;

	/* A store does not keep every section of logs that overwrite theirs. */
	if (last < checkpoint->number && !preface->appends &&
	    last > preface->last)
		last = checkpoint->number;
	if (last < checkpoint->number) {
		talk("%s: %s has less of it than it had, and gets it again",
		     shipment->path, where);
		take_back(shipment, last);
	}
	log_sections_resume(&shipment->log, last,
			    last == checkpoint->number ? checkpoint->at : 0);
	shipment->log.has_ended =
		checkpoint->has_ended && last == checkpoint->number;
}

static int open_store(struct shipment *shipment,
		      const struct ship_destination *destination)
{
	const struct store_log log = {
		.name = base_name(shipment->path),
		.preface = &shipment->log.preface,
		.confirmed = shipment->checkpoint.number,
		.fd = shipment->fd,
		.source = file_identity(shipment->fd),
		.options = &destination->options,
		.refused = &shipment->refused,
	};
	uint64_t last = UINT64_MAX;
	int err;

	err = destination->class->open(&shipment->store, destination->where,
				       &log, &last);
	if (!err)
		err = check_last(shipment, last);
	if (last != UINT64_MAX && (!err || !shipment->store))
		set_last(shipment, destination->where, last);
	return err;
}

static void set_checkpoint(struct shipment *shipment)
{
	const struct log_sections *log = &shipment->log;
	struct ship_checkpoint *checkpoint = &shipment->checkpoint;

	if (checkpoint->number == log->last &&
	    checkpoint->has_ended == log->has_ended)
		return;
	checkpoint->number = log->last;
	checkpoint->at =
		log->preface.appends && log->met == log->last ? log->at : 0;
	checkpoint->gone = shipment->gone_before + log->gone;
	checkpoint->events += shipment->pending_events;
	shipment->pending_events = 0;
	checkpoint->has_ended = log->has_ended;
	checkpoint->lacks = shipment->lacks;
	shipment->is_unsaved = true;
}

static void take_refused(struct shipment *shipment, struct ship_totals *totals)
{
	totals->refused += shipment->refused;
	shipment->lacks |= shipment->refused > 0;
	shipment->refused = 0;
}

static int confirm(struct shipment *shipment, struct ship_totals *totals)
{
	struct store *store = shipment->store;
	int err;

	if (shipment->pending_sections) {
		err = store->class->confirm(store);
		take_refused(shipment, totals);
		if (err)
			return err;
		totals->sections += shipment->pending_sections;
		totals->bytes += shipment->pending_bytes;
		totals->confirmed = time(NULL);
		shipment->pending_sections = shipment->pending_bytes = 0;
		shipment->last_ns = shipment->log.last_ns;
	}
	set_checkpoint(shipment);
	if (shipment->is_unsaved)
		save_checkpoint(shipment);
	return 0;
}

/* Returns ENODATA at the end of what is there, or an error of the destination. */
static int ship(struct shipment *shipment,
		const struct ship_destination *destination,
		struct ship_totals *totals)
{
	struct log_sections *log = &shipment->log;
	const uint64_t damages = log->damages, gone = log->gone;
	int64_t since = now_ns();
	struct section section;
	int err = 0;

	while (!err && follow_is_wanted() && !log->has_ended) {
		err = log_sections_next(log, &section);
		if (err && err != ENODATA) {
			talk_error(shipment->path, err);
			totals->damages++;
			err = ENODATA;
		}
		if (err)
			break;
		err = shipment->store->class->put(shipment->store, &section,
						  log->bytes);
		shipment->pending_sections++;
		shipment->pending_bytes += section_size(&section);
		shipment->pending_events +=
			section_events(&section, log->bytes + SECTION_HEAD);
		if (!err && (shipment->pending_sections >= BATCH_SECTIONS ||
			     shipment->pending_bytes >= BATCH_BYTES ||
			     now_ns() - since > BATCH_NS)) {
			err = confirm(shipment, totals);
			since = now_ns();
		}
		destination->report(destination->reporter);
	}
	add_damages(shipment, totals, damages, gone);
	return err;
}

/* The end of what is there: of a log that has ended, or of one replaced. */
static void look_for_end(struct shipment *shipment, struct ship_totals *totals)
{
	if (shipment->log.has_ended && !is_other_file(shipment)) {
		finish(shipment);
	} else if (shipment->log.has_ended || is_other_file(shipment) ||
		   shipment->is_removed ||
		   log_sections_was_replaced(&shipment->log)) {
		shipment_end(shipment, totals);
		close_all(shipment);
	}
}

/* Events for a collector */

static int open_delivery(struct shipment *shipment,
			 const struct ship_destination *destination)
{
	const struct delivery_plan plan = {
		.report = destination->report,
		.reporter = destination->reporter,
		.path = shipment->path,
		.checkpoint_path = shipment->checkpoint_path,
		.preface = &shipment->log.preface,
		.collector = destination->collector,
		.size = (uint64_t)shipment->file.size,
		.once = destination->once,
	};

	return delivery_open(&shipment->delivery, &plan);
}

/* A log that will not go to the collector as it is now. */
static int put_aside(struct shipment *shipment, struct ship_totals *totals,
		     int err)
{
	if (err == EINPROGRESS)
		talk("%s: overwrites what it has while it is recorded, and is "
		     "shipped when that has ended",
		     shipment->path);
	if (err == EINPROGRESS)
		totals->error = EBUSY;
	else
		totals->damages++;
	finish(shipment);
	shipment->is_refused = true;
	return 0;
}

static void end_delivery(struct shipment *shipment, struct ship_totals *totals)
{
	if (delivery_tell_damage(shipment->delivery)) {
		totals->damages++;
		shipment->lacks = true;
	}
}

/* Sections up to the newest are confirmed if all events are. */
static void note_delivered(struct shipment *shipment,
			   struct ship_totals *totals, uint64_t newest,
			   int64_t newest_ns)
{
	struct log_sections *log = &shipment->log;

	shipment->is_unsaved = delivery_is_unsaved(shipment->delivery);
	log->last_ns = delivery_time(shipment->delivery);
	if (!delivery_is_up_to_date(shipment->delivery))
		return;
	if (newest > log->met)
		totals->sections += newest - log->met;
	log->met = newest;
	log->last_ns = newest_ns;
}

static int deliver(struct shipment *shipment,
		   const struct ship_destination *destination,
		   struct ship_totals *totals)
{
	struct log_sections *log = &shipment->log;
	uint64_t newest;
	int64_t newest_ns;
	int err = 0;

	log_sections_look_ahead(log);
	newest = log->newest;
	newest_ns = log->newest_ns;
	if (!shipment->delivery)
		err = open_delivery(shipment, destination);
	if (err == EBADMSG || err == EINPROGRESS)
		return put_aside(shipment, totals, err);
	if (!err)
		err = delivery_go_on(shipment->delivery, totals);
	if (err && err != ENODATA && err != EAGAIN) {
		close_all(shipment);
		return err;
	}
	note_delivered(shipment, totals, newest, newest_ns);
	shipment->lacks |= delivery_lacks(shipment->delivery);
	if (err == ENODATA) {
		end_delivery(shipment, totals);
		log->has_ended = true;
	}
	if (err != EAGAIN)
		look_for_end(shipment, totals);
	return err == EAGAIN ? err : 0;
}

/* Returns the error if it is the destination's. */
static int give_up(struct shipment *shipment,
		   const struct ship_destination *destination,
		   struct ship_totals *totals, int err)
{
	const bool is_logs = err == EDEADLK || err == EBADMSG || err == ESTALE;

	if (err == EDEADLK)
		refuse_itself(shipment, totals, destination->where);
	else if (err == EBADMSG)
		refuse(shipment, totals,
		       "what was shipped of it is damaged there, and is left "
		       "as it is");
	else if (err == ESTALE)
		refuse(shipment, totals,
		       "its last section there has other bytes than the one "
		       "here, and is left as it is");
	else
		close_all(shipment);
	take_refused(shipment, totals);
	save_lack(shipment);
	return is_logs ? 0 : err;
}

int shipment_go_on(struct shipment *shipment,
		   const struct ship_destination *destination,
		   struct ship_totals *totals)
{
	int err = 0;

	if (shipment->is_done && !has_changed(shipment))
		return 0;
	shipment->is_done = shipment->is_refused = false;
	if (!shipment->is_open && !open_log(shipment, destination, totals))
		return 0;
	if (destination->collector)
		return deliver(shipment, destination, totals);
	if (!shipment->store)
		err = open_store(shipment, destination);
	if (err == ENODATA)
		return 0;
	if (!err)
		err = ship(shipment, destination, totals);
	if (!err || err == ENODATA)
		err = confirm(shipment, totals);
	if (err)
		err = give_up(shipment, destination, totals, err);
	else
		look_for_end(shipment, totals);
	return err;
}

void shipment_end(struct shipment *shipment, struct ship_totals *totals)
{
	struct log_sections *log = &shipment->log;
	const uint64_t damages = log->damages, gone = log->gone;

	if (shipment->is_done)
		return;
	if (!shipment->is_open) {
		if (access(shipment->path, F_OK))
			refuse_error(shipment, totals, errno);
		else
			refuse(shipment, totals, "no whole log");
		return;
	}
	if (shipment->delivery) {
		end_delivery(shipment, totals);
		return;
	}
	log_sections_end(log);
	add_damages(shipment, totals, damages, gone);
}

static uint64_t sections_behind(const struct shipment *shipment)
{
	const struct log_sections *log = &shipment->log;
	const uint64_t reached = log->met > log->last ? log->met : log->last;

	return shipment->pending_sections +
	       (log->newest > reached ? log->newest - reached : 0);
}

/* The time of the last event confirmed; of the first one, if there is none. Logs
 * that were not recorded have no time of their creation. */
static int64_t confirmed_time(const struct shipment *shipment)
{
	const struct log_sections *log = &shipment->log;
	int64_t last_ns = log->last_ns;

	if (shipment->delivery && delivery_time(shipment->delivery) > last_ns)
		last_ns = delivery_time(shipment->delivery);
	if (last_ns)
		return last_ns;
	return log->ahead_ns ? log->ahead_ns : log->preface.created_ns;
}

static double seconds_behind(const struct shipment *shipment)
{
	const int64_t newest_ns = shipment->log.newest_ns;
	const int64_t confirmed_ns = confirmed_time(shipment);

	return confirmed_ns && newest_ns > confirmed_ns ?
		       ((double)newest_ns - (double)confirmed_ns) / 1e9 :
		       0;
}

/* How far the log has come, by what was learned last; the file may be older. */
static bool has_checkpoint(const struct shipment *shipment,
			   struct ship_checkpoint *checkpoint)
{
	const unsigned char *uuid = shipment->log.preface.uuid;

	*checkpoint = shipment->checkpoint;
	return !memcmp(checkpoint->uuid, uuid, SECTION_UUID) ||
	       (!ship_checkpoint_read(checkpoint, shipment->checkpoint_path) &&
		!memcmp(checkpoint->uuid, uuid, SECTION_UUID));
}

/* A log that waits for its destination is closed. False: it has nothing to tell. */
static bool open_waiting(struct shipment *shipment)
{
	struct ship_checkpoint checkpoint;

	if (shipment->is_done)
		return false;
	shipment->fd = open(shipment->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (shipment->fd < 0)
		return false;
	shipment->is_open = true;
	if (log_sections_init(&shipment->log, shipment->fd, shipment->path)) {
		close_all(shipment);
		return false;
	}
	if (has_checkpoint(shipment, &checkpoint)) {
		log_sections_resume(&shipment->log, checkpoint.number,
				    checkpoint.at);
		shipment->log.last_ns = shipment->last_ns;
	}
	return true;
}

void shipment_measure(struct shipment *shipment, uint64_t *sections,
		      double *seconds)
{
	const bool waits = !shipment->is_open;

	*sections = 0;
	*seconds = 0;
	if (waits && !open_waiting(shipment))
		return;
	log_sections_look_ahead(&shipment->log);
	*sections = sections_behind(shipment);
	*seconds = seconds_behind(shipment);
	if (waits)
		close_all(shipment);
}

/* The checkpoint goes first: without a log it would stay for good. */
int shipment_remove(struct shipment *shipment)
{
	if (unlink(shipment->checkpoint_path) && errno != ENOENT)
		return errno;
	return unlink(shipment->path) ? errno : 0;
}
