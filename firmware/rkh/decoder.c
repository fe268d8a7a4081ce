/* decoder.c - frames as events of posixtrace */
#include "firmware/rkh/decoder.h"

#include <errno.h>

#include <trace_np.h>

#include "firmware/rkh/draft.h"
#include "firmware/rkh/live.h"
#include "firmware/rkh/unit.h"
#include "format/rkh/import/header.h"
#include "format/rkh/import/reader.h"
#include "format/rkh/import/record.h"
#include "format/rkh/import/session.h"

static struct pxt_rkh_reader reader;
static bool has_begun;

static void begin(void)
{
	has_begun = true;
	pxt_rkh_symbols_init(&reader.symbols, NULL);
	pxt_rkh_live_begin(&reader.symbols);
	pxt_rkh_unit_config(&reader.config);
	reader.options.config = reader.config;
	reader.dialect = PXT_RKH_V30;
	pxt_rkh_session_use(&reader);
}

static unsigned lost_since;	  /* frames, since the last good one */
static volatile bool has_skipped; /* frames that no stream wanted */

void pxt_rkh_decoder_lose(unsigned count, int reason)
{
	lost_since += count;
	posix_trace_lose_np(count, reason);
}

void pxt_rkh_decoder_skip(void)
{
	has_skipped = true;
}

/* Several frames may have run into one bad one: the next good one has the
 * number that says so. */
static void count_gap(void)
{
	const struct pxt_rkh_gap *gap = &reader.gap;
	const unsigned missing = (uint8_t)(gap->got - gap->expected);

	if (gap->is_there && !pxt_rkh_gap_is_late(gap) && !has_skipped &&
	    missing > lost_since)
		posix_trace_lose_np(missing - lost_since, EBADMSG);
	lost_since = 0;
	has_skipped = false;
}

bool pxt_rkh_decoder_wants(uint8_t first)
{
	const struct pxt_rkh_event *event;

	if (__posix_trace_wanted() || pxt_rkh_config_may_begin(first))
		return true;
	/* Names are in one group. */
	if (reader.dialect == PXT_RKH_V30 && first >> 5 != RKH_TG_FWK)
		return false;
	event = pxt_rkh_event_of(reader.dialect, first);
	return !event || event->meaning >= PXT_RKH_NAMES_OBJECT;
}

/* Forms of events: what the importer made of a record tells what it makes of
 * all that differ in values only. */

static struct form {
	bool is_known;
	bool is_user;	 /* is a user event */
	uint8_t meaning; /* enum pxt_rkh_meaning */
	uint8_t names;	 /* arguments that name something */
	uint8_t roles;	 /* arguments that pairs are made of */
	uint8_t header;	 /* bytes before the contents */
	uint8_t added;	 /* bytes behind the values, of the importer */
	unsigned count;	 /* formats of items */
	unsigned size;	 /* bytes of a frame without its items */
	uint64_t formats;
	trace_event_id_t type;
	struct number {
		uint32_t mask;
		uint8_t at, role;
		const uint32_t *occurred; /* bits of the smallest numbers */
	} name[PXT_RKH_ARGUMENTS], role[PXT_RKH_ARGUMENTS];
} forms[PXT_RKH_EVENTS];

/* Contents that are not in the draft make it another size. */
static inline bool is_of_form(const struct pxt_rkh_arrival *arrival,
			      const struct form *form)
{
	const struct pxt_rkh_draft *draft = arrival->draft;

	return form->is_known && draft->formats == form->formats &&
	       draft->count == form->count &&
	       arrival->size == form->size + draft->count + draft->len;
}

/* Bytes that the importer adds behind the values. */
static unsigned added_length(unsigned meaning)
{
	switch (meaning) {
	case PXT_RKH_POST_FIFO:
	case PXT_RKH_POST_LIFO:
		return 4;
	case PXT_RKH_GET:
		return 12;
	default:
		return 0;
	}
}

struct event {
	uint8_t *at;
	size_t len;
};

/* Puts the fields of the frame, as layout.h has them, before the arguments,
 * which are as in the frame, or before the items. */
static inline struct event compose(const struct form *form,
				   const struct pxt_rkh_arrival *arrival)
{
	struct pxt_rkh_draft *draft = arrival->draft;
	const uint32_t len = (uint32_t)arrival->len;
	uint8_t *at = arrival->data + form->header;
	const uint8_t *end = arrival->data + arrival->size -
			     pxt_rkh_unit_has(PXT_RKH_UNIT_CHK);
	uint64_t head, formats;

	memcpy(&head, arrival->data, sizeof(head));
	if (draft->count) {
		at = draft->byte + PXT_RKH_DRAFT_HEAD;
		end = at + draft->len;
		formats = draft->formats
			  << 8 * (PXT_RKH_DRAFT_FORMATS - draft->count);
		memcpy(at - sizeof(formats), &formats, sizeof(formats));
		at -= draft->count;
	}
	if (form->is_user)
		*--at = draft->id % PXT_RKH_GROUP_SIZE;
	at -= sizeof(len);
	memcpy(at, &len, sizeof(len));
	at -= sizeof(arrival->off) + form->header;
	memcpy(at, &head, sizeof(head));
	memcpy(at + form->header, &arrival->off, sizeof(arrival->off));
	return (struct event){ at, (size_t)(end - at) };
}

static bool is_plain(const struct pxt_rkh_plan *plan)
{
	for (unsigned i = 0; i < plan->asked; i++)
		if (plan->ask[i].space == PXT_RKH_EVENT_IDS)
			return false;
	return plan->is_plain;
}

static bool has_form(const struct pxt_rkh_plan *plan)
{
	switch (plan->event->meaning) {
	case PXT_RKH_MEANS_NOTHING:
	case PXT_RKH_POST_FIFO:
	case PXT_RKH_POST_LIFO:
	case PXT_RKH_GET:
	case PXT_RKH_BEGINS:
	case PXT_RKH_ENDS:
		return is_plain(plan);
	case PXT_RKH_USER_EVENT:
		return true;
	default:
		return false;
	}
}

static void add_numbers(struct form *form, const struct pxt_rkh_plan *plan)
{
	for (unsigned i = 0; i < plan->asked; i++) {
		const struct pxt_rkh_asked *ask = &plan->ask[i];
		const bool is_name = ask->space != PXT_RKH_SPACES;
		const struct number number = {
			.mask = UINT32_MAX >> (32 - 8 * ask->width),
			.at = (uint8_t)(form->header + ask->at),
			.role = ask->role,
			.occurred =
				is_name ? reader.symbols.occurred[ask->space] :
					  NULL,
		};

		if (is_name)
			form->name[form->names++] = number;
		if (form->added && ask->role != PXT_RKH_NO_ROLE)
			form->role[form->roles++] = number;
	}
}

/* Remembers the form of a draft whose record was read, if the importer has made
 * the same of it. */
static void learn(const struct pxt_rkh_arrival *arrival)
{
	const struct pxt_rkh_draft *draft = arrival->draft;
	const struct pxt_rkh_plan *plan = &reader.plan[draft->id];
	struct event event;
	struct form form;

	if (!plan->event || !has_form(plan))
		return;
	form = (struct form){
		.is_known = true,
		.is_user = plan->event->meaning == PXT_RKH_USER_EVENT,
		.meaning = plan->event->meaning,
		.header = (uint8_t)pxt_rkh_unit_header,
		.added = (uint8_t)added_length(plan->event->meaning),
		.count = draft->count,
		.formats = draft->formats,
		.type = reader.type,
	};
	form.size = form.header + pxt_rkh_unit_has(PXT_RKH_UNIT_CHK);
	if (!form.is_user) {
		form.size += (unsigned)plan->len;
		add_numbers(&form, plan);
	}
	if (!is_of_form(arrival, &form))
		return;
	event = compose(&form, arrival);
	if (event.len + form.added == reader.data.len &&
	    !memcmp(event.at, reader.data.bytes, event.len))
		forms[draft->id] = form;
}

/* What is behind the importer's knowledge as drafts pass it by. */
static struct {
	bool is_there;
	uint64_t stamp;
} passed;

/* The importer's clock may see the last one only of stamps that go on a bit. */
static bool goes_on(uint64_t stamp, uint64_t last)
{
	const struct pxt_rkh_clock *clock = &reader.clock;
	const uint64_t since = (stamp - clock->last) & clock->mask;

	return since <= clock->mask / 4 &&
	       ((stamp - last) & clock->mask) <= since;
}

static __attribute__((noinline)) void begin_passing(uint64_t stamp)
{
	struct pxt_rkh_clock *clock = &reader.clock;

	if (passed.is_there)
		pxt_rkh_clock_set(clock, passed.stamp, false);
	passed.is_there = clock->width && clock->has_begun &&
			  !clock->may_restart && goes_on(stamp, clock->last);
	passed.stamp = stamp;
	if (!passed.is_there)
		pxt_rkh_clock_set(clock, stamp, false);
}

static inline void pass_stamp(uint64_t stamp)
{
	if (passed.is_there && goes_on(stamp, passed.stamp))
		passed.stamp = stamp;
	else
		begin_passing(stamp);
}

static void catch_up(void)
{
	if (passed.is_there)
		pxt_rkh_clock_set(&reader.clock, passed.stamp, false);
	passed.is_there = false;
}

static inline uint32_t take(const struct number *number, const uint8_t *frame)
{
	uint32_t value;

	memcpy(&value, frame + number->at, sizeof(value));
	return value & number->mask;
}

/* False: a number is there for the first time. */
static inline bool knows_numbers(const struct form *form, const uint8_t *frame)
{
	for (unsigned i = 0; i < form->names; i++) {
		const uint32_t value = take(&form->name[i], frame);

		if (value < PXT_RKH_LEAST &&
		    !(form->name[i].occurred[value / 32] >> value % 32 & 1))
			return false;
	}
	return true;
}

static void take_roles(const struct form *form, const uint8_t *frame)
{
	memset(reader.record.has, 0, sizeof(reader.record.has));
	for (unsigned i = 0; i < form->roles; i++) {
		const unsigned role = form->role[i].role;

		reader.record.value[role] = take(&form->role[i], frame);
		reader.record.has[role] = true;
	}
}

static void add_pair(const struct form *form, const struct pxt_rkh_draft *draft,
		     struct event *event)
{
	const struct pxt_rkh_data data = reader.data;

	catch_up();
	pxt_rkh_clock_set(&reader.clock, draft->stamp, false);
	reader.data = (struct pxt_rkh_data){
		.bytes = event->at,
		.len = event->len,
		.room = event->len + PXT_RKH_DRAFT_ADDED,
	};
	pxt_rkh_record_pair(&reader, form->meaning);
	event->len = reader.data.len;
	reader.data = data;
}

/* False: the frame is to be read. */
static bool put_draft(const struct pxt_rkh_arrival *arrival)
{
	const struct pxt_rkh_draft *draft = arrival->draft;
	const struct form *form = &forms[draft->id];
	struct event event;

	if (!is_of_form(arrival, form) || !knows_numbers(form, arrival->data))
		return false;
	reader.sequence.next = (uint8_t)(arrival->seq + 1);
	if (form->added)
		take_roles(form, arrival->data);
	event = compose(form, arrival);
	if (form->added)
		add_pair(form, draft, &event);
	else
		pass_stamp(draft->stamp);
	posix_trace_event_at_np(form->type, event.at, event.len,
				arrival->place);
	return true;
}

/* Reading */

static int read_frame(const struct pxt_rkh_arrival *arrival)
{
	struct pxt_rkh_config config;
	unsigned form;

	pxt_rkh_record_begin(&reader);
	reader.frame = (struct pxt_rkh_frame){
		.found = PXT_RKH_FRAME,
		.off = arrival->off,
		.len = arrival->len,
		.data = arrival->data,
		.size = arrival->size,
		.is_strange = arrival->is_strange,
	};
	if (pxt_rkh_config_may_begin(*arrival->data) &&
	    pxt_rkh_session_reads_config(&reader, &config, &form)) {
		memset(forms, 0, sizeof(forms));
		pxt_rkh_live_begin(&reader.symbols);
		return pxt_rkh_session_take(&reader, &config, form);
	}
	if (!arrival->is_checked)
		return pxt_rkh_record_check(&reader);
	pxt_bytes_init(&reader.record.in, arrival->data,
		       arrival->size - reader.config.value[PXT_RKH_CHK]);
	return pxt_rkh_record_take(&reader);
}

static __attribute__((noinline)) void
take_frame(const struct pxt_rkh_arrival *arrival)
{
	int saved;

	if (!pxt_rkh_decoder_wants(*arrival->data)) {
		pxt_rkh_decoder_skip();
		return;
	}
	saved = errno;
	if (!has_begun)
		begin();
	catch_up();
	read_frame(arrival);
	if (reader.outcome == PXT_RKH_EVENT) {
		if (!arrival->is_checked)
			count_gap();
		if (arrival->draft)
			learn(arrival);
		posix_trace_event_at_np(reader.type, reader.data.bytes,
					reader.data.len, arrival->place);
	} else {
		pxt_rkh_decoder_lose(
			1, reader.outcome == PXT_RKH_BAD ? EBADMSG : EOVERFLOW);
	}
	errno = saved;
}

void pxt_rkh_decoder_take(const struct pxt_rkh_arrival *arrival)
{
	if (arrival->size && (!arrival->draft || !put_draft(arrival)))
		take_frame(arrival);
}
