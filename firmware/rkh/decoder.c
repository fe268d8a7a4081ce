/* decoder.c - frames as events of posixtrace */
#include "firmware/rkh/decoder.h"

#include <errno.h>

#include <trace_np.h>

#include "base/load.h"
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
	uint8_t count;	   /* number of formats */
	uint8_t meaning;   /* enum pxt_rkh_meaning */
	uint8_t arguments; /* their number */
	uint32_t widths;   /* the arguments' widths */
	unsigned named;	   /* bits of the arguments that name objects */
	unsigned at[PXT_RKH_ROLES]; /* arguments by roles */
	uint64_t formats;
	trace_event_id_t type;
	const struct pxt_rkh_plan *plan; /* NULL: of a user event */
} forms[PXT_RKH_EVENTS];

/* The draft was written field by field a moment ago. */
static bool is_of_form(const struct pxt_rkh_draft *draft,
		       const struct form *form)
{
	return form->is_known && draft->formats == form->formats &&
	       pxt_load8(&draft->count) == form->count &&
	       pxt_load8(&draft->arguments) == form->arguments &&
	       pxt_load32(&draft->widths) == form->widths && !draft->is_off;
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
static struct event compose(const struct form *form,
			    const struct pxt_rkh_arrival *arrival)
{
	struct pxt_rkh_draft *draft = arrival->draft;
	const unsigned bits = 8 * (PXT_RKH_DRAFT_FORMATS - draft->count);
	const bool has_number = pxt_rkh_unit_has(PXT_RKH_UNIT_NSEQ);
	const unsigned stamp =
		pxt_rkh_unit_has(PXT_RKH_UNIT_TSTAMP) ? pxt_rkh_unit.ts / 8 : 0;
	const unsigned header = 1 + has_number + stamp;
	const uint32_t len = (uint32_t)arrival->len;
	uint64_t head = draft->stamp, formats;
	uint8_t *at = arrival->data + header;
	const uint8_t *end = arrival->data + arrival->size -
			     pxt_rkh_unit_has(PXT_RKH_UNIT_CHK);

	if (draft->count) {
		end = draft->item + draft->len;
		formats = draft->formats << bits;
		memcpy(draft->item - sizeof(formats), &formats,
		       sizeof(formats));
		at = draft->item - draft->count;
	}
	if (!form->plan)
		*--at = draft->id % PXT_RKH_GROUP_SIZE;
	at -= sizeof(len);
	memcpy(at, &len, sizeof(len));
	if (has_number)
		head = head << 8 | arrival->seq;
	head = head << 8 | draft->id;
	at -= sizeof(arrival->off);
	memcpy(at - header, &head, sizeof(head));
	memcpy(at, &arrival->off, sizeof(arrival->off));
	at -= header;
	return (struct event){ at, (size_t)(end - at) };
}

static bool is_plain(const struct pxt_rkh_plan *plan,
		     const struct pxt_rkh_draft *draft)
{
	uint32_t widths = 0;

	for (unsigned i = 0; i < plan->count; i++) {
		if (plan->argument[i].space == PXT_RKH_EVENT_IDS)
			return false;
		widths |= (uint32_t)plan->argument[i].width << 4 * i;
	}
	return plan->is_plain && !draft->count &&
	       draft->arguments == plan->count && draft->widths == widths;
}

static bool has_form(const struct pxt_rkh_plan *plan,
		     const struct pxt_rkh_draft *draft)
{
	switch (plan->event->meaning) {
	case PXT_RKH_MEANS_NOTHING:
	case PXT_RKH_POST_FIFO:
	case PXT_RKH_POST_LIFO:
	case PXT_RKH_GET:
	case PXT_RKH_BEGINS:
	case PXT_RKH_ENDS:
		return is_plain(plan, draft);
	case PXT_RKH_USER_EVENT:
		return !draft->arguments;
	default:
		return false;
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

	if (draft->is_off || !plan->event || !has_form(plan, draft))
		return;
	form = (struct form){
		.is_known = true,
		.count = draft->count,
		.meaning = plan->event->meaning,
		.arguments = draft->arguments,
		.widths = draft->widths,
		.formats = draft->formats,
		.type = reader.type,
	};
	if (form.meaning != PXT_RKH_USER_EVENT)
		form.plan = plan;
	for (unsigned i = 0; i < PXT_RKH_ROLES; i++)
		form.at[i] = PXT_RKH_DRAFT_ARGUMENTS;
	for (unsigned i = 0; form.plan && i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];

		form.named |= (argument->space != PXT_RKH_SPACES) << i;
		form.at[argument->role] = i;
	}
	event = compose(&form, arrival);
	if (event.len + added_length(form.meaning) == reader.data.len &&
	    !memcmp(event.at, reader.data.bytes, event.len))
		forms[draft->id] = form;
}

/* What is behind the importer's knowledge as drafts pass it by. */
static struct {
	bool is_there;
	uint64_t stamp;
} passed;

/* The importer's clock may see the last one only of stamps that go on a bit. */
static void pass_stamp(uint64_t stamp)
{
	struct pxt_rkh_clock *clock = &reader.clock;
	const uint64_t since = (stamp - clock->last) & clock->mask;
	const uint64_t last = passed.is_there ? passed.stamp : clock->last;

	if (!clock->width || !clock->has_begun || clock->may_restart ||
	    since > clock->mask / 4 || ((stamp - last) & clock->mask) > since) {
		if (passed.is_there)
			pxt_rkh_clock_set(clock, passed.stamp, false);
		passed.is_there = false;
		pxt_rkh_clock_set(clock, stamp, false);
		return;
	}
	passed.is_there = true;
	passed.stamp = stamp;
}

static void catch_up(void)
{
	if (passed.is_there)
		pxt_rkh_clock_set(&reader.clock, passed.stamp, false);
	passed.is_there = false;
}

/* False: a number is there for the first time. */
static bool knows_numbers(const struct form *form,
			  const struct pxt_rkh_draft *draft)
{
	for (unsigned named = form->named; named; named &= named - 1) {
		const int i = __builtin_ctz(named);
		const uint32_t value = draft->argument[i];

		if (value < PXT_RKH_LEAST &&
		    !(reader.symbols.occurred[form->plan->argument[i].space]
					     [value / 32] >>
			      value % 32 &
		      1))
			return false;
	}
	return true;
}

static inline void take_role(const struct form *form,
			     const struct pxt_rkh_draft *draft, unsigned role)
{
	const unsigned at = form->at[role];

	reader.record.has[role] = at < PXT_RKH_DRAFT_ARGUMENTS;
	if (reader.record.has[role])
		reader.record.value[role] = draft->argument[at];
}

static void add_pair(const struct form *form, const struct pxt_rkh_draft *draft,
		     struct event *event)
{
	const struct pxt_rkh_data data = reader.data;

	take_role(form, draft, PXT_RKH_IS_AO);
	take_role(form, draft, PXT_RKH_IS_SIGNAL);
	take_role(form, draft, PXT_RKH_IS_DEPTH);
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

	if (!is_of_form(draft, form) || !knows_numbers(form, draft))
		return false;
	reader.sequence.next = (uint8_t)(arrival->seq + 1);
	event = compose(form, arrival);
	if (added_length(form->meaning))
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

void pxt_rkh_decoder_take(const struct pxt_rkh_arrival *arrival)
{
	int saved;

	if (!arrival->size || (arrival->draft && put_draft(arrival)))
		return;
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
