/*
 * gathered_log.c - a log of which messages come
 *
 * A section is stored when the one before it is, or when that will not come: the
 * sender says up to which number all was in the stream when it sent a message. A
 * section that is missing then is gone.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "common/talk.h"
#include "common/text.h"
#include "gather/gathered_log.h"
#include "gather/section_check.h"
#include "ship/gap_chunk.h"

/* A terabyte of sections between two that came is none of this log. */
enum { GAP_MOST = 1 << 24, TOLD_MOST = 1 << 16 };

enum { NAME = 2 * FLEET_TOKEN + FLEET_UUID_TEXT + 2 };

static const char *name_of(char *buf, const struct gathered_log *log)
{
	const struct fleet_subject *name = &log->there.name;
	char uuid[FLEET_UUID_TEXT];

	snprintf(buf, NAME, "%s/%s/%s", name->host, name->program,
		 fleet_uuid_text(uuid, name->uuid));
	return buf;
}

bool log_intake_may_tell(struct log_intake *intake, uint64_t sequence)
{
	size_t *told;

	if (intake->told.count >= TOLD_MOST)
		pxt_map_clear(&intake->told);
	told = pxt_map_at_number(&intake->told, sequence);
	if (told && *told)
		return false;
	if (told)
		*told = 1;
	return true;
}

void log_intake_forget(struct log_intake *intake)
{
	pxt_map_clear(&intake->told);
}

void log_intake_fini(struct log_intake *intake)
{
	pxt_map_fini(&intake->told);
}

static void refuse(struct log_intake *intake, const struct gathered_log *log,
		   uint64_t number, uint64_t sequence, const char *why)
{
	char name[NAME];

	intake->has_refused = true;
	if (!log_intake_may_tell(intake, sequence))
		return;
	intake->gatherer->totals.refused++;
	if (gatherer_may_tell(intake->gatherer))
		talk("%s: section %" PRIu64 " is not sound: %s",
		     name_of(name, log), number, why);
}

static void tell_conflict(struct log_intake *intake,
			  const struct gathered_log *log, uint64_t number,
			  uint64_t sequence)
{
	char name[NAME];

	if (!log_intake_may_tell(intake, sequence))
		return;
	intake->gatherer->totals.conflicts++;
	if (gatherer_may_tell(intake->gatherer))
		talk("%s: section %" PRIu64 " came again with other bytes; the "
		     "first one is kept",
		     name_of(name, log), number);
}

/* Tells of numbers up to `to` that are missing. */
static void tell_gap(struct log_intake *intake, const struct gathered_log *log,
		     uint64_t to, const char *what)
{
	const uint64_t from = log->there.last + 1, count = to - from + 1;
	char name[NAME];

	intake->gatherer->totals.gone += count;
	if (gatherer_may_tell(intake->gatherer))
		talk("%s: %" PRIu64 " section%s, numbers %" PRIu64
		     " to %" PRIu64 ", %s",
		     name_of(name, log), count, text_plural(count), from, to,
		     what);
}

/* Takes an error of opening or storing. What is damaged there is left alone. */
static int fail(struct log_intake *intake, struct gathered_log *log, int err)
{
	char name[NAME];

	if (err != EBADMSG && err != EEXIST)
		return err;
	log->is_refused = true;
	intake->gatherer->totals.refused++;
	talk("%s: what is there of this log is %s, and is left as it is",
	     name_of(name, log), err == EEXIST ? "another's" : "damaged");
	return 0;
}

static int try_open(struct log_intake *intake, struct gathered_log *log,
		    const struct preface *preface)
{
	int err;

	log->there.refused = &intake->gatherer->totals.left_out;
	err = intake->sink->class->open_log(intake->sink, &log->there, preface);
	if (err)
		log->there.store = NULL;
	else
		intake->open++;
	return err;
}

/* Other logs go on beside one that another process writes. */
static void hold(struct log_intake *intake, struct gathered_log *log)
{
	char name[NAME];

	log->is_held = true;
	if (!log->is_hold_told && gatherer_may_tell(intake->gatherer))
		talk("%s: another writes this log; what came of it waits",
		     name_of(name, log));
	log->is_hold_told = true;
}

bool gathered_log_is_still_held(struct log_intake *intake,
				struct gathered_log *log)
{
	char name[NAME];
	const int err = try_open(intake, log, NULL);

	if (err == EBUSY)
		return true;
	log->is_held = false;
	if (!err)
		gathered_log_close(intake, log);
	log->is_hold_told = false;
	if (gatherer_may_tell(intake->gatherer))
		talk("%s: nobody else writes it any more, and it goes on",
		     name_of(name, log));
	return false;
}

static int open_there(struct log_intake *intake, struct gathered_log *log,
		      const struct preface *preface)
{
	int err;

	if (log->there.store || log->is_held)
		return 0;
	err = try_open(intake, log, preface);
	log->is_absent = err == ENOENT;
	if (err == EBUSY) {
		hold(intake, log);
		return 0;
	}
	return err == ENOENT && !preface ? 0 : fail(intake, log, err);
}

static int put(struct log_intake *intake, struct gathered_log *log,
	       const struct section *section, const unsigned char *bytes)
{
	struct store *store = log->there.store;
	const bool is_gap = gap_chunk_is(section, bytes);
	int err;

	log->is_in_gap |= is_gap;
	if (is_gap || section->number > log->there.last + 1)
		tell_gap(intake, log, section->number - !is_gap,
			 log->is_in_gap ? "gone before being shipped" :
					  "never came");
	log->is_in_gap &= is_gap || section->type != SECTION_CHUNK;
	err = store->class->put(store, section, bytes);
	if (err)
		return fail(intake, log, err);
	log->there.last = section->number;
	log->unconfirmed.sections++;
	log->unconfirmed.bytes += section_size(section);
	log->unconfirmed.events +=
		section_events(section, bytes + SECTION_HEAD);
	return 0;
}

/* Stores the first one that came, which is whole. */
static int put_first(struct log_intake *intake, struct gathered_log *log)
{
	struct arrival *arrival = log->arrivals.list;
	const unsigned char *bytes = arrival_join(arrival);
	struct section section;
	const char *wrong;
	int err = 0;

	if (!bytes)
		return ENOMEM;
	wrong = section_check_head(&section, log->there.name.uuid, bytes,
				   arrival->size, arrival->at);
	if (!wrong && section.number != arrival->number)
		wrong = "it has another number";
	if (!wrong)
		wrong = section_check_payload(&section, bytes);
	if (wrong)
		refuse(intake, log, arrival->number, arrival->sequence, wrong);
	else
		err = put(intake, log, &section, bytes);
	if (err)
		return err;
	/* While it waits, its messages are read again and again. */
	if (!wrong && arrival->dispute)
		tell_conflict(intake, log, arrival->number, arrival->dispute);
	arrivals_drop_first(&log->arrivals);
	return 0;
}

/* True if nothing before that number will come, or it is stored. */
static bool is_next(const struct gathered_log *log, uint64_t number)
{
	return number <= log->there.last + 1 ||
	       (!log->names && number <= log->confirmed + 1);
}

/* True if names are waited for before a gap is passed. */
static bool wants_names(const struct log_intake *intake,
			struct gathered_log *log, uint64_t number)
{
	if (number <= log->there.last + 1)
		return false;
	if (log->names || !intake->is_lossy || log->had_names)
		return log->names;
	log->names = NAMES_WANTED;
	return true;
}

/* Repeated sections follow a repeated preface at once. */
static void follow_names(struct gathered_log *log,
			 const struct message *message, bool was_open)
{
	const bool is_new = !was_open && log->there.last <= 1;

	if (message->type == MESSAGE_PREFACE && message->is_again &&
	    log->there.store && (is_new || log->names == NAMES_WANTED))
		log->names = NAMES_COMING;
	if (message->type != MESSAGE_PREFACE && !message->is_again &&
	    log->names == NAMES_COMING) {
		log->names = NAMES_KNOWN;
		log->had_names = true;
	}
}

/* Stores what came in order; all: what is missing will not come. */
static int drain(struct log_intake *intake, struct gathered_log *log, bool all)
{
	int err = 0;

	while (!err && log->arrivals.count && !log->is_refused) {
		const struct arrival *first = log->arrivals.list;

		err = open_there(intake, log, NULL);
		if (err || !log->there.store)
			return err;
		if (first->number <= log->there.last) {
			arrivals_drop_first(&log->arrivals);
		} else if (arrival_is_whole(first)) {
			if (!all && (!is_next(log, first->number) ||
				     wants_names(intake, log, first->number)))
				return 0;
			err = put_first(intake, log);
		} else {
			if (!all &&
			    (log->names || first->number > log->confirmed))
				return 0;
			refuse(intake, log, first->number, first->sequence,
			       "parts of it are missing");
			arrivals_drop_first(&log->arrivals);
		}
	}
	return err;
}

static int take_preface(struct log_intake *intake, struct gathered_log *log,
			const struct message *message, uint64_t sequence)
{
	struct preface preface;
	const char *wrong;

	if (log->there.store)
		return 0;
	wrong = message_preface(&preface, message);
	if (wrong) {
		refuse(intake, log, 0, sequence, wrong);
		return 0;
	}
	return open_there(intake, log, &preface);
}

/* True if a message says nothing against the section that came first: one that
 * stands for a gap may come behind what was sent before the sender was killed. The
 * first of several messages has the head, and speaks for all. */
static bool tells_nothing(const struct message *message)
{
	return message->type == MESSAGE_SECTION ?
		       gap_chunk_is(&message->section, message->bytes) :
		       message->fragment;
}

static int keep(struct log_intake *intake, struct gathered_log *log,
		const struct message *message, uint64_t sequence, int64_t ns)
{
	const int err = arrivals_add(&log->arrivals, message, sequence, ns);

	if (err == EBADMSG)
		refuse(intake, log, message->number, sequence,
		       "its parts do not fit");
	else if (err == EEXIST && !tells_nothing(message))
		arrivals_dispute(&log->arrivals, message->number, sequence);
	else if (err != EEXIST)
		return err;
	return 0;
}

/* A section that was stored has come again. One that stands for a gap may come
 * late: what it stands for was sent before the sender was killed. */
static int repeat(struct log_intake *intake, const struct gathered_log *log,
		  const struct section *section, const unsigned char *bytes,
		  uint64_t sequence)
{
	struct store *store = log->there.store;
	int err;

	if (sequence > log->taken)
		intake->gatherer->totals.duplicates++;
	if (!store->class->compare || (bytes && gap_chunk_is(section, bytes)))
		return 0;
	err = store->class->compare(store, section);
	if (err != EEXIST)
		return err;
	tell_conflict(intake, log, section->number, sequence);
	return 0;
}

/* The first message of a section has its head. */
static int take_again(struct log_intake *intake, const struct gathered_log *log,
		      const struct message *message, uint64_t sequence)
{
	struct section section;

	if (message->type == MESSAGE_SECTION)
		return section_has(&message->section,
				   message->bytes + SECTION_HEAD) ?
			       repeat(intake, log, &message->section,
				      message->bytes, sequence) :
			       EBADMSG;
	if (message->fragment)
		return 0;
	if (message->len < SECTION_HEAD ||
	    !section_parse(&section, message->bytes, log->there.name.uuid) ||
	    section.number != message->number)
		return EBADMSG;
	return repeat(intake, log, &section, NULL, sequence);
}

static int take_section(struct log_intake *intake, struct gathered_log *log,
			const struct message *message, uint64_t sequence,
			int64_t ns)
{
	const bool is_whole = message->type == MESSAGE_SECTION;
	const uint64_t last = log->there.last;
	const char *wrong;

	if (log->there.store && message->number <= last) {
		const int err = take_again(intake, log, message, sequence);

		if (err != EBADMSG)
			return err;
		refuse(intake, log, message->number, sequence,
		       "its sum is wrong");
		return 0;
	}
	if (log->there.store && last > 1 && message->number - last > GAP_MOST) {
		refuse(intake, log, message->number, sequence,
		       "it is far behind the last one");
		return 0;
	}
	wrong = is_whole ? section_check_payload(&message->section,
						 message->bytes) :
			   NULL;
	if (wrong) {
		refuse(intake, log, message->number, sequence, wrong);
		return 0;
	}
	if (is_whole && log->there.store && message->number == last + 1)
		return put(intake, log, &message->section, message->bytes);
	return keep(intake, log, message, sequence, ns);
}

int gathered_log_take(struct log_intake *intake, struct gathered_log *log,
		      const struct message *message, uint64_t sequence,
		      int64_t ns)
{
	const bool was_open = log->there.store;
	int err = 0;

	if (log->is_refused || log->is_evicted || log->is_held)
		return 0;
	intake->has_refused = false;
	if (message->type == MESSAGE_PREFACE) {
		err = take_preface(intake, log, message, sequence);
	} else {
		if (!log->is_absent)
			err = open_there(intake, log, NULL);
		if (!err && !log->is_refused && !log->is_held)
			err = take_section(intake, log, message, sequence, ns);
	}
	if (err)
		return err;
	if (log->taken < sequence && !log->is_held)
		log->taken = sequence;
	if (message->confirmed > log->confirmed && !intake->has_refused)
		log->confirmed = message->confirmed;
	follow_names(log, message, was_open);
	return log->is_absent ? 0 : drain(intake, log, false);
}

static void tell_without_preface(struct log_intake *intake,
				 const struct gathered_log *log)
{
	uint64_t count = 0;
	char name[NAME];

	for (size_t i = 0; i < log->arrivals.count; i++)
		count += log_intake_may_tell(intake,
					     log->arrivals.list[i].sequence);
	if (!count)
		return;
	talk("%s: %" PRIu64 " section%s without the beginning of the log",
	     name_of(name, log), count, text_plural(count));
	intake->gatherer->totals.gone += count;
}

int gathered_log_settle(struct log_intake *intake, struct gathered_log *log)
{
	const int err = drain(intake, log, true);

	if (err || log->is_held || !log->arrivals.count)
		return err;
	if (!log->is_refused)
		tell_without_preface(intake, log);
	arrivals_clear(&log->arrivals);
	return 0;
}

static void add(struct gather_totals *totals, struct gather_totals *more)
{
	totals->sections += more->sections;
	totals->bytes += more->bytes;
	totals->events += more->events;
	totals->confirmed = time(NULL);
	*more = (struct gather_totals){ .sections = 0 };
}

int gathered_log_close(struct log_intake *intake, struct gathered_log *log)
{
	struct store *store = log->there.store;
	int err = 0;

	if (!store)
		return 0;
	if (log->unconfirmed.sections)
		err = store->class->confirm(store);
	store->class->close(store);
	log->there.store = NULL;
	intake->open--;
	if (!err && log->unconfirmed.sections) {
		add(&intake->gatherer->totals, &log->unconfirmed);
		intake->sink->class->note(intake->sink, &log->there);
	}
	log->unconfirmed = (struct gather_totals){ .sections = 0 };
	return err;
}
