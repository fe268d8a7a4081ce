/*
 * delivery.c - the events of one log on their way to a collector
 *
 * The reader of a log that grows holds events back until none that comes later
 * can be before them, so the order in which they are counted never changes. If
 * a log without an end is to be sent once, those that are held back are sent as
 * well, and not counted as confirmed: the next start sends them again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bridge/otlp/records.h"
#include "common/monotonic_clock.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/refused_descriptions.h"
#include "ship/otlp/delivery.h"
#include "ship/otlp/event_checkpoint.h"
#include "ship/otlp/requests.h"
#include "source/follow.h"
#include "source/source_open.h"
#include "write/export/view.h"

enum { SECOND_NS = 1000000000 };

enum phase {
	READING, /* all events before the present one are the same at each
		  * attempt */
	HELD,	 /* events that were held back, of a log without an end */
	OPEN,	 /* beginnings without an end */
	OVER,
};

struct delivery {
	struct delivery_plan plan;
	struct source_as as;
	struct source *source;
	struct export_view view;
	struct pxt_export export;
	struct otlp_records records;
	struct requests spans, logs;
	enum phase phase;
	size_t open_at;	     /* see otlp_records_finish() */
	uint64_t stable;     /* events of READING */
	bool has_ended;	     /* the log was complete when READING ended */
	bool is_done_before; /* all of it was sent, and no more has come */
	bool is_damaged;
	struct event_checkpoint checkpoint;
	bool is_unsaved, is_told;
	int64_t saved_ns, waiting_ns;
	int64_t item_ns, confirmed_ns; /* times of events */
};

/* The checkpoint */

static void read_checkpoint(struct delivery *delivery)
{
	struct event_checkpoint *checkpoint = &delivery->checkpoint;
	const struct delivery_plan *plan = &delivery->plan;
	const int err =
		event_checkpoint_read(checkpoint, plan->checkpoint_path);

	if (err && err != ENOENT)
		talk("%s: %s; all of the log is sent again",
		     plan->checkpoint_path,
		     err == EBADMSG ? "damaged" : strerror(err));
	if (err ||
	    memcmp(checkpoint->uuid, plan->preface->uuid, SECTION_UUID) != 0) {
		*checkpoint = (struct event_checkpoint){ .items = 0 };
		memcpy(checkpoint->uuid, plan->preface->uuid, SECTION_UUID);
	}
	delivery->is_done_before = checkpoint->size == plan->size &&
				   (checkpoint->has_ended || plan->once);
}

static void save_checkpoint(struct delivery *delivery)
{
	const char *path = delivery->plan.checkpoint_path;
	const int err = event_checkpoint_write(&delivery->checkpoint, path);

	delivery->is_unsaved = err != 0;
	delivery->saved_ns = now_ns();
	if (err && !delivery->is_told)
		talk("%s: %s; it is shipped all the same", path, strerror(err));
	delivery->is_told = err != 0;
}

/* Bytes of the log of which all was confirmed. One that has an end gets no more. */
static uint64_t get_size(const struct delivery *delivery)
{
	struct stat st;

	return delivery->has_ended && !stat(delivery->plan.path, &st) ?
		       (uint64_t)st.st_size :
		       delivery->plan.size;
}

/* The checkpoint takes its time to be written, and what is sent twice because of
 * that is bounded by a second. */
static void confirm(struct delivery *delivery)
{
	struct event_checkpoint *checkpoint = &delivery->checkpoint;
	const uint64_t confirmed = delivery->phase == READING ?
					   delivery->records.items :
					   delivery->stable;

	delivery->confirmed_ns = delivery->item_ns;
	if (confirmed > checkpoint->items) {
		checkpoint->items = confirmed;
		checkpoint->size = 0;
		delivery->is_unsaved = true;
	}
	if (delivery->phase == OVER) {
		checkpoint->open = delivery->stable;
		checkpoint->size = get_size(delivery);
		checkpoint->has_ended = delivery->has_ended;
		delivery->is_unsaved = true;
	}
	if (delivery->is_unsaved && (delivery->phase == OVER ||
				     now_ns() - delivery->saved_ns > SECOND_NS))
		save_checkpoint(delivery);
}

/* Records */

static int take(void *context, const struct otlp_record *record, uint64_t item)
{
	struct delivery *delivery = context;
	const uint64_t confirmed = delivery->phase == OPEN ?
					   delivery->checkpoint.open :
					   delivery->checkpoint.items;

	if (item <= confirmed)
		return 0;
	if (!delivery->waiting_ns)
		delivery->waiting_ns = now_ns();
	return requests_add(
		record->is_span ? &delivery->spans : &delivery->logs, record);
}

static int send(struct delivery *delivery, struct ship_totals *totals)
{
	struct attributes *attributes = &delivery->records.attributes;
	const uint64_t refused = totals->refused;
	int err;

	err = requests_send(&delivery->spans, attributes,
			    delivery->plan.collector, totals);
	if (!err)
		err = requests_send(&delivery->logs, attributes,
				    delivery->plan.collector, totals);
	delivery->checkpoint.lacks |= totals->refused > refused;
	if (err)
		return err;
	delivery->waiting_ns = 0;
	confirm(delivery);
	delivery->plan.report(delivery->plan.reporter);
	return 0;
}

static bool is_waiting(const struct delivery *delivery)
{
	return requests_are_waiting(&delivery->spans) ||
	       requests_are_waiting(&delivery->logs);
}

static int send_if_full(struct delivery *delivery, struct ship_totals *totals)
{
	return requests_are_full(&delivery->spans) ||
			       requests_are_full(&delivery->logs) ?
		       send(delivery, totals) :
		       0;
}

/* The walk */

/* Sends what can be read. ENODATA: there is no more by now. */
static int walk(struct delivery *delivery, struct ship_totals *totals)
{
	struct posix_trace_item_np item;
	int unavailable, err = 0;

	while (!err && follow_is_wanted()) {
		err = source_next(delivery->source, &item, &unavailable);
		if (err) {
			talk_error(delivery->plan.path, err);
			delivery->is_damaged = true;
			return ENODATA;
		}
		if (unavailable)
			return ENODATA;
		delivery->item_ns = stamp_ns(&item.info.posix_timestamp);
		err = otlp_records_put(&delivery->records, &item);
		if (!err)
			err = send_if_full(delivery, totals);
	}
	return err;
}

static int walk_open(struct delivery *delivery, struct ship_totals *totals)
{
	int err = 0;

	while (!err && follow_is_wanted()) {
		err = otlp_records_finish(&delivery->records,
					  &delivery->open_at);
		if (!err)
			err = send_if_full(delivery, totals);
	}
	return err;
}

/* Begins the next phase, where the present one has nothing more. False: more
 * may be recorded. */
static bool next_phase(struct delivery *delivery)
{
	switch (delivery->phase) {
	case READING:
		delivery->has_ended = source_is_complete(delivery->source);
		delivery->stable = delivery->records.items;
		if (!delivery->has_ended && !delivery->plan.once)
			return false;
		delivery->phase = delivery->has_ended ? OPEN : HELD;
		if (!delivery->has_ended)
			source_follow(delivery->source, false);
		return true;
	case HELD:
		delivery->phase = OPEN;
		return true;
	case OPEN:
	case OVER:
		break;
	}
	delivery->phase = OVER;
	return true;
}

/* Events that have come are sent within a second, and all of them at the end. */
static bool is_due(const struct delivery *delivery)
{
	return delivery->phase == OVER || delivery->plan.once ||
	       (delivery->waiting_ns &&
		now_ns() - delivery->waiting_ns > SECOND_NS);
}

static int go_on(struct delivery *delivery, struct ship_totals *totals)
{
	int err = ENODATA;

	while (err == ENODATA && delivery->phase != OVER) {
		err = delivery->phase == OPEN ? walk_open(delivery, totals) :
						walk(delivery, totals);
		if (err == ENODATA && !next_phase(delivery))
			break;
	}
	if (err && err != ENODATA)
		return err;
	if (is_waiting(delivery) && !is_due(delivery))
		return 0;
	return send(delivery, totals);
}

int delivery_go_on(struct delivery *delivery, struct ship_totals *totals)
{
	int err = 0;

	if (delivery->is_done_before)
		return ENODATA;
	if (delivery->spans.sent || delivery->logs.sent ||
	    requests_are_full(&delivery->spans) ||
	    requests_are_full(&delivery->logs))
		err = send(delivery, totals);
	if (!err)
		err = go_on(delivery, totals);
	if (err)
		return err;
	return delivery->phase == OVER && delivery->has_ended ? ENODATA : 0;
}

bool delivery_is_up_to_date(const struct delivery *delivery)
{
	return delivery->is_done_before || !is_waiting(delivery);
}

bool delivery_is_unsaved(const struct delivery *delivery)
{
	return delivery->is_unsaved;
}

bool delivery_lacks(const struct delivery *delivery)
{
	return delivery->checkpoint.lacks;
}

int64_t delivery_time(const struct delivery *delivery)
{
	return delivery->confirmed_ns;
}

/* Beginning and end */

static void tell_losses(const struct delivery *delivery)
{
	for (size_t i = 0; i < delivery->export.losses; i++) {
		const struct pxt_loss_of *loss = &delivery->export.loss[i];
		char count[TEXT_MAX];

		talk("%s: %s: %s time%s", delivery->plan.path, loss->what,
		     text_count(count, loss->count), text_plural(loss->count));
	}
}

bool delivery_tell_damage(struct delivery *delivery)
{
	if (!delivery->source)
		return false;
	refused_descriptions_tell_all(delivery->source);
	delivery->is_damaged |= source_tell_damage(delivery->source, true);
	if (delivery->is_damaged && !delivery->checkpoint.lacks) {
		delivery->checkpoint.lacks = true;
		save_checkpoint(delivery);
	}
	return delivery->is_damaged;
}

void delivery_close(struct delivery *delivery)
{
	if (!delivery)
		return;
	if (delivery->is_unsaved)
		save_checkpoint(delivery);
	if (delivery->source) {
		tell_losses(delivery);
		otlp_records_fini(&delivery->records);
		export_view_fini(&delivery->view);
		source_close(delivery->source);
	}
	requests_fini(&delivery->spans);
	requests_fini(&delivery->logs);
	free(delivery);
}

static int open_source(struct delivery *delivery)
{
	bool is_stable;
	int err;

	delivery->as.grows = true;
	if (source_open(&delivery->source, delivery->plan.path, &delivery->as))
		return EBADMSG;
	is_stable = delivery->plan.preface->appends ||
		    source_is_complete(delivery->source);
	source_follow(delivery->source, true);
	export_view_init(&delivery->view, delivery->source);
	delivery->export.view = &delivery->view.view;
	err = otlp_records_init(&delivery->records, &delivery->export, take,
				delivery);
	return err || is_stable ? err : EINPROGRESS;
}

int delivery_open(struct delivery **delivery, const struct delivery_plan *plan)
{
	struct delivery *made = calloc(1, sizeof(*made));
	int err = 0;

	if (!made)
		return ENOMEM;
	made->plan = *plan;
	made->spans.are_spans = true;
	made->saved_ns = now_ns();
	read_checkpoint(made);
	if (!made->is_done_before)
		err = open_source(made);
	if (err) {
		made->is_unsaved = false;
		delivery_close(made);
		return err;
	}
	*delivery = made;
	return 0;
}
