/* rkh_import.c - a stream of RKH, event by event */
#include "format/rkh_import.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/rkh_ahead.h"
#include "format/rkh_probe.h"
#include "format/rkh_tcfg.h"

enum {
	LINUX_HZ = 1000000,	/* the rate of RKH's port to Linux, */
	LINUX_HZ_TOLD = 0x4240, /* ... as its records have it */
};

/* What is needed to write the stream again, besides its records. */

static void tell_keys(struct pxt_rkh_reader *reader, const char *note,
		      const struct pxt_rkh_config *config, const bool *has)
{
	char keys[PXT_RKH_KEYS * 16] = "";
	size_t len = 0;

	for (unsigned i = 0; i < PXT_RKH_KEYS; i++)
		if (!has || has[i])
			len += (size_t)snprintf(keys + len, sizeof(keys) - len,
						"%s%s=%u", len ? " " : "",
						pxt_rkh_key_name(i),
						config->value[i]);
	pxt_trace_note(reader->trace, note, "%s", keys);
}

static void tell_given(struct pxt_rkh_reader *reader)
{
	tell_keys(reader, PXT_RKH_NOTE_GIVEN, &reader->given.config,
		  reader->given.has);
}

static void tell_start(struct pxt_rkh_reader *reader)
{
	tell_keys(reader, PXT_RKH_NOTE_START, &reader->config, NULL);
	tell_given(reader);
	pxt_trace_note(reader->trace, PXT_RKH_NOTE_DIALECT, "%s",
		       pxt_rkh_dialect_name(reader->dialect));
}

/* Widths and events */

static void make_anew(struct pxt_rkh_reader *reader)
{
	memset(reader->plan, 0, sizeof(reader->plan));
	pxt_rkh_forms_forget(&reader->forms);
	pxt_rkh_tests_make_anew(&reader->tests);
}

static uint64_t rate_of(struct pxt_rkh_reader *reader)
{
	if (reader->given.hz)
		return reader->given.hz;
	if (reader->config.hz != LINUX_HZ_TOLD)
		return reader->config.hz;
	pxt_trace_tell(reader->trace,
		       "the rate %d is taken for %d, which a record cannot "
		       "tell (hz=%d: it is not)",
		       LINUX_HZ_TOLD, LINUX_HZ, LINUX_HZ_TOLD);
	return LINUX_HZ;
}

static void begin_clock(struct pxt_rkh_reader *reader)
{
	const uint8_t *value = reader->config.value;

	pxt_rkh_clock_begin(&reader->clock,
			    value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0,
			    rate_of(reader));
}

static void tell_system(struct pxt_rkh_reader *reader)
{
	const uint16_t release = reader->config.release;

	if (release)
		pxt_trace_system(
			reader->trace, "RKH %x.%x.%02x, pointers of %u bits",
			release >> 12, release >> 8 & 15, release & 255,
			8U * reader->config.value[PXT_RKH_PTR]);
	else
		pxt_trace_system(reader->trace, "RKH, pointers of %u bits",
				 8U * reader->config.value[PXT_RKH_PTR]);
}

static void use_config(struct pxt_rkh_reader *reader)
{
	make_anew(reader);
	begin_clock(reader);
	reader->symbols.width = reader->config.value[PXT_RKH_PTR];
	pxt_rkh_filter_set(&reader->filter, reader->dialect, &reader->symbols);
	tell_system(reader);
}

/* Sequence numbers */

/* After a record of the configuration a target may have begun anew, or go on:
 * what loses less is more likely. */
static uint8_t expected_of(const struct pxt_rkh_sequence *sequence, uint8_t got)
{
	if (!sequence->may_begin)
		return sequence->next;
	if (!sequence->is_known || (uint8_t)(got - sequence->next) > got)
		return 0;
	return sequence->next;
}

static void find_gap(struct pxt_rkh_reader *reader, uint8_t got)
{
	struct pxt_rkh_sequence *sequence = &reader->sequence;
	const uint8_t expected = expected_of(sequence, got);

	if (sequence->is_known || sequence->may_begin)
		reader->gap = (struct pxt_rkh_gap){
			.is_there = got != expected,
			.expected = expected,
			.got = got,
		};
	sequence->is_known = true;
	sequence->may_begin = false;
	sequence->next = (uint8_t)(got + 1);
	if (!reader->gap.is_there)
		return;
	reader->age++;
	reader->tests.has_lost = true;
}

static void count(struct pxt_rkh_reader *reader)
{
	if (reader->config.value[PXT_RKH_NSEQ])
		find_gap(reader, reader->record.seq);
}

/* Its number says that it was written before the one that came before. */
static bool is_late(const struct pxt_rkh_gap *gap)
{
	return gap->is_there && (uint8_t)(gap->got - gap->expected) > 127;
}

/* Frames that are no events */

static void be_bad(struct pxt_rkh_reader *reader, const char *why)
{
	reader->outcome = PXT_RKH_BAD;
	reader->why = why;
	reader->tests.has_lost = true;
}

/* The configuration */

static bool is_same(const struct pxt_rkh_config *a,
		    const struct pxt_rkh_config *b)
{
	return !memcmp(a->value, b->value, sizeof(a->value)) &&
	       a->release == b->release && a->hz == b->hz;
}

/* As a target told it, and the user. */
static void begin_session(struct pxt_rkh_reader *reader,
			  const struct pxt_rkh_config *config,
			  enum pxt_rkh_dialect dialect)
{
	const bool is_other =
		!is_same(config, &reader->config) || dialect != reader->dialect;

	if (dialect != reader->dialect)
		pxt_trace_note(reader->trace, PXT_RKH_NOTE_DIALECT, "%s",
			       pxt_rkh_dialect_name(dialect));
	reader->config = *config;
	reader->dialect = dialect;
	reader->is_configured = true;
	reader->is_guessed = false;
	reader->sequence.may_begin = true;
	reader->age++;
	pxt_rkh_symbols_forget(&reader->symbols);
	pxt_rkh_tests_forget(&reader->tests);
	if (is_other)
		use_config(reader);
	else
		begin_clock(reader);
}

/* A target whose guard against pointers of 64 bits was removed says that it
 * writes these, and does not. */
static void doubt_pointers(struct pxt_rkh_reader *reader,
			   struct pxt_rkh_config *told,
			   enum pxt_rkh_dialect dialect)
{
	const uint8_t *at;
	size_t len;

	if (told->value[PXT_RKH_PTR] != 8 || reader->given.has[PXT_RKH_PTR])
		return;
	at = pxt_rkh_framer_ahead(&reader->framer, &len);
	if (!pxt_rkh_ahead_is_short(at, len, told, dialect))
		return;
	told->value[PXT_RKH_PTR] = 4;
	reader->given.config.value[PXT_RKH_PTR] = 4;
	reader->given.has[PXT_RKH_PTR] = true;
	tell_given(reader);
	pxt_trace_tell(reader->trace,
		       "pointers are taken for 4 bytes, not 8 as is told, by "
		       "the lengths of frames (ptr=8: they are)");
}

/* The first record has the time of what follows it. */
static bool find_start(struct pxt_rkh_reader *reader, const uint8_t *at,
		       size_t len)
{
	uint64_t stamp;

	if (!pxt_rkh_ahead_stamp(at, len, &reader->config, &stamp))
		return false;
	pxt_rkh_clock_set(&reader->clock, stamp, false);
	reader->before_ns = reader->clock.ns;
	return true;
}

enum { AHEAD = 4096 }; /* bytes that the first stamp is waited for */

/* Over a line that may come much later. */
static bool has_start(struct pxt_rkh_reader *reader)
{
	const uint8_t *at;
	size_t len;
	int err = 0;

	while (reader->lacks_start) {
		at = pxt_rkh_framer_ahead(&reader->framer, &len);
		if (find_start(reader, at, len) || len > AHEAD)
			break;
		err = pxt_feed_more(reader->framer.feed);
		if (err && pxt_feed_waits(reader->framer.feed))
			return false;
		if (err)
			break;
	}
	reader->lacks_start = false;
	return true;
}

/* In a stream of that configuration. */
static bool take_header(struct pxt_rkh_reader *reader, const uint8_t *value)
{
	struct pxt_rkh_record *record = &reader->record;
	const unsigned id = value[PXT_RKH_TE_ID];
	const unsigned seq = value[PXT_RKH_NSEQ];
	const unsigned ts = value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0;
	const uint8_t *at = record->in.at;

	if (id + seq + ts > pxt_bytes_left(&record->in))
		return false;
	record->id = (uint32_t)pxt_rkh_number(at, id);
	if (seq)
		record->seq = at[id];
	record->ts = pxt_rkh_number(at + id + seq, ts);
	record->in.at += id + seq + ts;
	return true;
}

/* A record with a header counts as any other, in the session it begins. */
static void use_header(struct pxt_rkh_reader *reader,
		       const struct pxt_rkh_config *told)
{
	reader->sequence.may_begin = reader->sequence.is_known;
	if (told->value[PXT_RKH_NSEQ])
		find_gap(reader, reader->record.seq);
	if (told->value[PXT_RKH_TSTAMP])
		pxt_rkh_clock_set(&reader->clock, reader->record.ts, false);
}

/* form: the release that has records of that form. */
static int take_config(struct pxt_rkh_reader *reader,
		       struct pxt_rkh_config *told, enum pxt_rkh_dialect form)
{
	const enum pxt_rkh_dialect dialect =
		reader->given.has_dialect ? reader->dialect : form;
	const bool has_header = form < PXT_RKH_V2404;
	int err;

	pxt_bytes_init(&reader->record.in, reader->frame.data,
		       reader->frame.size);
	if (has_header)
		take_header(reader, told->value);
	else
		reader->record.id = (uint32_t)pxt_rkh_take(
			&reader->record.in, told->value[PXT_RKH_TE_ID]);
	err = pxt_rkh_tcfg_put(&reader->tcfg, told, &reader->record, has_header,
			       reader->trace, &reader->data);
	if (err)
		return err;
	pxt_rkh_given_apply(&reader->given, told);
	doubt_pointers(reader, told, dialect);
	begin_session(reader, told, dialect);
	if (has_header)
		use_header(reader, told);
	reader->lacks_start =
		!reader->clock.has_begun && told->value[PXT_RKH_TSTAMP];
	reader->type = reader->tcfg.type;
	reader->tid = PXT_RKH_SYSTEM_TID;
	reader->outcome = PXT_RKH_EVENT;
	return 0;
}

/* Those of releases before 3.0 look like other events, so they count only where
 * nothing speaks against them. */
static bool may_be_old(const struct pxt_rkh_reader *reader)
{
	if (reader->dialect == PXT_RKH_V30)
		return !reader->is_configured && !reader->given.has_dialect;
	return reader->dialect >= PXT_RKH_V23;
}

static bool is_config(const struct pxt_rkh_reader *reader,
		      struct pxt_rkh_config *told, unsigned *form)
{
	const struct pxt_rkh_frame *frame = &reader->frame;

	*told = reader->config;
	*form = PXT_RKH_V30;
	if (reader->dialect == PXT_RKH_V30 &&
	    pxt_rkh_config_read(frame->data, frame->size, told))
		return true;
	return may_be_old(reader) &&
	       pxt_rkh_config_read_old(frame->data, frame->size, told, form);
}

/* Events */

static const struct pxt_rkh_plan *plan_of(struct pxt_rkh_reader *reader,
					  unsigned number)
{
	struct pxt_rkh_plan *plan;
	const struct pxt_rkh_event *event;

	if (number >= PXT_RKH_EVENTS)
		return NULL;
	plan = &reader->plan[number];
	if (plan->event)
		return plan;
	event = pxt_rkh_event_of(reader->dialect, number);
	if (!event)
		return NULL;
	pxt_rkh_plan_make(plan, event, &reader->config, reader->trace);
	return plan;
}

/* An id of one byte is the number in either scheme. */
static unsigned number_of(const struct pxt_rkh_reader *reader)
{
	const unsigned width = reader->config.value[PXT_RKH_TE_ID];
	const uint32_t id = reader->record.id;

	return width > 1 && pxt_rkh_dialect_has_groups(reader->dialect) ?
		       pxt_rkh_id_number(id, width) :
		       id;
}

/* Who has these events, and how they are matched */

static void put_post(struct pxt_rkh_reader *reader, struct pxt_rkh_symbol *ao,
		     bool first)
{
	const struct pxt_rkh_record *record = &reader->record;
	const struct pxt_rkh_post post = {
		.ns = reader->clock.ns,
		.number = ++reader->posts,
		.signal = (uint32_t)record->value[PXT_RKH_IS_SIGNAL],
	};

	if (ao)
		pxt_rkh_posts_add(&ao->posts, first, &post,
				  record->has[PXT_RKH_IS_DEPTH] ?
					  record->value[PXT_RKH_IS_DEPTH] :
					  0);
	pxt_rkh_data_put(&reader->data, post.number, 4);
}

static void put_get(struct pxt_rkh_reader *reader, struct pxt_rkh_symbol *ao)
{
	const struct pxt_rkh_record *record = &reader->record;
	struct pxt_rkh_post post = { .number = 0 };
	int64_t took = -1;

	if (ao && pxt_rkh_posts_take(&ao->posts,
				     (uint32_t)record->value[PXT_RKH_IS_SIGNAL],
				     record->has[PXT_RKH_IS_DEPTH] ?
					     record->value[PXT_RKH_IS_DEPTH] :
					     UINT64_MAX,
				     &post))
		took = (int64_t)(reader->clock.ns - post.ns);
	pxt_rkh_data_put(&reader->data, post.number, 4);
	pxt_rkh_data_put(&reader->data, (uint64_t)took, 8);
}

static struct pxt_rkh_symbol *find_ao(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_record *record = &reader->record;
	struct pxt_rkh_symbol *ao;

	reader->tid = PXT_RKH_SYSTEM_TID;
	if (!record->has[PXT_RKH_IS_AO] || !record->value[PXT_RKH_IS_AO])
		return NULL;
	ao = pxt_rkh_symbols_active(&reader->symbols,
				    record->value[PXT_RKH_IS_AO]);
	if (!ao)
		return NULL;
	reader->tid = ao->tid;
	if (ao->posts.age != reader->age)
		pxt_rkh_posts_forget(&ao->posts);
	ao->posts.age = reader->age;
	return ao;
}

/* What is named */

static const char *plain_name(const char *name)
{
	return *name == '&' ? name + 1 : name;
}

static int name_pool(struct pxt_rkh_reader *reader, uint64_t number,
		     const char *name)
{
	int err;

	err = pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_POOLS0, number,
				  NULL, name, "");
	if (err)
		return err;
	return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_POOLS, number + 1,
				   NULL, name, "");
}

/* Of which active object it is. */
static int name_state(struct pxt_rkh_reader *reader, const char *kind)
{
	const struct pxt_rkh_record *record = &reader->record;
	const uint64_t ao = record->value[PXT_RKH_IS_AO];
	const char *of =
		pxt_rkh_symbols_name(&reader->symbols, PXT_RKH_ADDRESSES, ao);
	char details[128];

	if (of)
		snprintf(details, sizeof(details), "ao=%s", of);
	else
		snprintf(details, sizeof(details), "ao=0x%0*llx",
			 2 * (int)reader->symbols.width,
			 (unsigned long long)ao);
	return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_ADDRESSES,
				   record->value[PXT_RKH_IS_OBJECT], kind,
				   plain_name(record->name), details);
}

static int name_user(struct pxt_rkh_reader *reader, uint64_t number,
		     const char *name)
{
	int err;

	err = pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_USER_EVENTS, number,
				  NULL, name, "");
	pxt_rkh_filter_set(&reader->filter, reader->dialect, &reader->symbols);
	return err;
}

static int learn(struct pxt_rkh_reader *reader, enum pxt_rkh_meaning meaning)
{
	static const char *const kinds[] = {
		[PXT_RKH_NAMES_OBJECT] = "object",
		[PXT_RKH_NAMES_FUNCTION] = "function",
		[PXT_RKH_NAMES_AO] = "ao",
		[PXT_RKH_NAMES_STATE] = "state",
		[PXT_RKH_NAMES_PSEUDOSTATE] = "pseudostate",
		[PXT_RKH_NAMES_TIMER] = "timer",
		[PXT_RKH_NAMES_QUEUE] = "queue",
		[PXT_RKH_NAMES_ACTOR] = "actor",
	};
	const struct pxt_rkh_record *record = &reader->record;
	const uint64_t number = record->value[PXT_RKH_IS_OBJECT];

	switch (meaning) {
	case PXT_RKH_NAMES_SIGNAL:
		return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_SIGNALS,
					   record->value[PXT_RKH_IS_SIGNAL],
					   NULL, record->name, "");
	case PXT_RKH_NAMES_USER:
		return name_user(reader, number, record->name);
	case PXT_RKH_NAMES_POOL:
		return name_pool(reader, number, record->name);
	case PXT_RKH_NAMES_STATE:
	case PXT_RKH_NAMES_PSEUDOSTATE:
		return name_state(reader, kinds[meaning]);
	default:
		return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_ADDRESSES,
					   number, kinds[meaning],
					   plain_name(record->name), "");
	}
}

static void name_event(struct pxt_rkh_reader *reader, uint64_t id)
{
	const unsigned number = pxt_rkh_id_number(
		(uint32_t)id, reader->config.value[PXT_RKH_TE_ID]);
	const struct pxt_rkh_event *event =
		number < PXT_RKH_EVENTS ?
			pxt_rkh_event_of(reader->dialect, number) :
			NULL;

	if (event &&
	    !pxt_rkh_symbols_name(&reader->symbols, PXT_RKH_EVENT_IDS, id))
		pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_EVENT_IDS, id,
				    NULL, event->name, "");
}

static bool meet_each(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_record *record = &reader->record;
	bool has_told = false;

	for (unsigned i = 0; i < record->met; i++) {
		const enum pxt_rkh_space space = record->object[i].space;
		const uint64_t number = record->object[i].number;

		if (space == PXT_RKH_EVENT_IDS)
			name_event(reader, number);
		else
			has_told |= pxt_rkh_symbols_meet(&reader->symbols,
							 space, number);
	}
	return has_told;
}

/* The objects that it names: a signal 0 before a pool 0, too. */
static void meet(struct pxt_rkh_reader *reader)
{
	while (meet_each(reader))
		;
}

static bool is_wanted(const struct pxt_rkh_reader *reader, unsigned number,
		      const struct pxt_rkh_plan *plan)
{
	const struct pxt_rkh_record *record = &reader->record;

	if (!reader->filter.is_there)
		return true;
	return pxt_rkh_filter_passes(&reader->filter, number, plan->event,
				     record->has[PXT_RKH_IS_AO] ?
					     &record->value[PXT_RKH_IS_AO] :
					     NULL,
				     record->has[PXT_RKH_IS_SIGNAL] ?
					     &record->value[PXT_RKH_IS_SIGNAL] :
					     NULL,
				     &reader->config, &reader->symbols);
}

/* Unit tests */

static bool is_of_tests(enum pxt_rkh_meaning meaning)
{
	return meaning >= PXT_RKH_TEST_STEP && meaning <= PXT_RKH_TEST_ENDS;
}

static struct pxt_bytes arguments_of(const struct pxt_rkh_reader *reader)
{
	const uint8_t *value = reader->config.value;
	struct pxt_bytes in = reader->record.in;

	in.at = reader->frame.data + value[PXT_RKH_TE_ID] +
		value[PXT_RKH_NSEQ] +
		(value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0);
	return in;
}

/* What the test helper tells of events has their ids, where there is room for
 * these. */
static int take_step(struct pxt_rkh_reader *reader,
		     const struct pxt_rkh_came *came)
{
	const unsigned width = reader->config.value[PXT_RKH_TE_ID];
	unsigned number = PXT_RKH_EVENTS;
	const struct pxt_rkh_plan *plan;
	uint32_t id;

	if (pxt_rkh_tests_names(came, &id))
		number = pxt_rkh_id_number(id, width);
	plan = plan_of(reader, number);
	return pxt_rkh_tests_step(&reader->tests, came,
				  plan ? number : PXT_RKH_EVENTS, plan,
				  &reader->symbols, &reader->data);
}

static int take_test(struct pxt_rkh_reader *reader, unsigned number,
		     const struct pxt_rkh_plan *plan)
{
	const struct pxt_rkh_came came = {
		.number = number,
		.plan = plan,
		.record = &reader->record,
		.arguments = arguments_of(reader),
	};

	if (is_of_tests(plan->event->meaning))
		return take_step(reader, &came);
	pxt_rkh_tests_judge(&reader->tests, &came, &reader->symbols);
	return pxt_rkh_tests_mark(&reader->tests, &came, &reader->config,
				  reader->trace, &reader->data,
				  &reader->type);
}

/* All of it is sound: know it. */
static int accept(struct pxt_rkh_reader *reader, unsigned number,
		  const struct pxt_rkh_plan *plan)
{
	const enum pxt_rkh_meaning meaning = plan->event->meaning;
	struct pxt_rkh_symbol *ao;
	int err = 0;

	pxt_rkh_clock_set(&reader->clock, reader->record.ts,
			  is_late(&reader->gap));
	if (meaning >= PXT_RKH_NAMES_OBJECT)
		err = learn(reader, meaning);
	ao = find_ao(reader);
	meet(reader);
	if (meaning == PXT_RKH_GET)
		put_get(reader, ao);
	else if (meaning == PXT_RKH_POST_FIFO || meaning == PXT_RKH_POST_LIFO)
		put_post(reader, ao, meaning == PXT_RKH_POST_LIFO);
	if (!err && (reader->tests.is_open || is_of_tests(meaning)))
		err = take_test(reader, number, plan);
	reader->outcome = is_wanted(reader, number, plan) ? PXT_RKH_EVENT :
							    PXT_RKH_NOTHING;
	return err;
}

static int take_arguments(struct pxt_rkh_reader *reader, unsigned number,
			  const struct pxt_rkh_plan *plan)
{
	struct pxt_rkh_record *record = &reader->record;
	const bool has_sum = reader->config.value[PXT_RKH_CHK];
	bool is_whole;
	int err = 0;

	if (has_sum)
		count(reader);
	reader->type = plan->type;
	/* At least the words about the frame, and twice its bytes. */
	err = pxt_rkh_data_reserve(&reader->data,
				   64 + 8 * PXT_RKH_ARGUMENTS +
					   2 * reader->frame.size);
	if (err)
		return err;
	pxt_rkh_data_frame(&reader->data, &reader->config, record, true);
	if (plan->event->meaning == PXT_RKH_USER_EVENT)
		is_whole = pxt_rkh_items_take(&reader->forms, plan->event,
					      number % PXT_RKH_GROUP_SIZE,
					      &reader->config, &reader->symbols,
					      record, &reader->data,
					      &reader->type, &err);
	else
		is_whole = pxt_rkh_plan_take(plan, record, &reader->data);
	if (err)
		return err;
	if (!is_whole || pxt_bytes_left(&record->in)) {
		be_bad(reader, is_whole ? "extra" : "short");
		return 0;
	}
	if (!has_sum)
		count(reader);
	return accept(reader, number, plan);
}

static int take_event(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_plan *plan;
	unsigned number;

	if (!take_header(reader, reader->config.value)) {
		be_bad(reader, "short");
		return 0;
	}
	reader->has_header = true;
	number = number_of(reader);
	plan = plan_of(reader, number);
	if (plan)
		reader->name = plan->event->name;
	if (plan && plan->event->meaning == PXT_RKH_CONFIGURES) {
		be_bad(reader, "tcfg");
		return 0;
	}
	if (plan)
		return take_arguments(reader, number, plan);
	if (reader->config.value[PXT_RKH_CHK])
		count(reader);
	be_bad(reader, "unknown-id");
	return 0;
}

static void tell_guess(struct pxt_rkh_reader *reader)
{
	reader->is_guessed = false;
	pxt_trace_tell(reader->trace,
		       "no configuration record so far: widths and switches "
		       "are taken for Trazer's (config=FILE, symbols=FILE: "
		       "they are not)");
}

static int take_frame(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_frame *frame = &reader->frame;
	size_t size = frame->size;
	struct pxt_rkh_config told;
	unsigned form;

	if (pxt_rkh_config_may_begin(*frame->data) &&
	    is_config(reader, &told, &form))
		return take_config(reader, &told, form);
	if (reader->is_guessed)
		tell_guess(reader);
	if (!reader->config.value[PXT_RKH_CHK]) {
		if (frame->is_strange) {
			be_bad(reader, "escape");
			return 0;
		}
	} else if (pxt_rkh_sum(frame->data, size--)) {
		be_bad(reader, "checksum");
		return 0;
	}
	pxt_bytes_init(&reader->record.in, frame->data, size);
	return take_event(reader);
}

/* What is not known of it is not asked for. */
static void begin_record(struct pxt_rkh_reader *reader)
{
	struct pxt_rkh_record *record = &reader->record;

	record->frame = &reader->frame;
	record->id = 0;
	record->seq = 0;
	record->ts = 0;
	record->met = 0;
	record->name = NULL;
	memset(record->has, 0, sizeof(record->has));
}

static int read_frame(struct pxt_rkh_reader *reader)
{
	static const char *const whys[] = {
		[PXT_RKH_HEAD] = "head",
		[PXT_RKH_TAIL] = "tail",
		[PXT_RKH_TOO_LONG] = "too long",
		[PXT_RKH_CUT] = "escape",
	};
	int err;

	err = pxt_rkh_frame_next(&reader->framer, &reader->frame);
	if (err)
		return err;
	begin_record(reader);
	reader->data.len = 0;
	reader->gap.is_there = false;
	reader->outcome = PXT_RKH_NOTHING;
	reader->name = NULL;
	reader->has_header = false;
	reader->before_ns = reader->clock.ns;
	if (reader->frame.found == PXT_RKH_FRAME)
		return take_frame(reader);
	be_bad(reader, whys[reader->frame.found]);
	return 0;
}

/* Names from another capture */

static int read_symbols_of(struct pxt_rkh_reader *reader, struct pxt_feed *feed)
{
	int err;

	reader->framer.feed = feed;
	do
		err = read_frame(reader);
	while (!err);
	pxt_rkh_framer_fini(&reader->framer);
	reader->framer = (struct pxt_rkh_framer){ .feed = NULL };
	reader->gap.is_there = false;
	reader->outcome = PXT_RKH_NOTHING;
	reader->sequence = (struct pxt_rkh_sequence){ .next = 0 };
	reader->clock = (struct pxt_rkh_clock){ .width = 0 };
	begin_clock(reader);
	reader->lacks_start = false;
	reader->is_configured = false;
	pxt_rkh_tests_forget(&reader->tests);
	pxt_rkh_symbols_keep(&reader->symbols);
	return err == ENODATA ? 0 : err;
}

static int read_symbols(struct pxt_rkh_reader *reader, const char *path)
{
	struct pxt_feed *feed;
	int fd, err;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		err = errno;
		goto refuse;
	}
	err = pxt_feed_open(fd, &feed);
	if (!err) {
		err = read_symbols_of(reader, feed);
		pxt_feed_close(feed);
	}
	close(fd);
	if (!err || err == ENOMEM)
		return err;
refuse:
	pxt_trace_refuse(reader->trace, "%s: %s", path, strerror(err));
	return EINVAL;
}

/* Beginning and end */

static bool is_given(const struct pxt_rkh_given *given)
{
	for (enum pxt_rkh_key key = 0; key < PXT_RKH_KEYS; key++)
		if (given->has[key])
			return true;
	return given->has_dialect;
}

static int begin(struct pxt_rkh_reader *reader,
		 const struct pxt_settings *settings)
{
	const char *symbols = pxt_settings_get(settings, "symbols");
	char why[PXT_RKH_WHY];
	const char *wrong;
	int err;

	wrong = pxt_rkh_filter_init(&reader->filter, settings);
	if (wrong) {
		pxt_trace_refuse(reader->trace, "group: there is no %.*s",
				 (int)strcspn(wrong, ","), wrong);
		return EINVAL;
	}
	err = pxt_rkh_given_init(&reader->given, settings, why);
	if (err == EINVAL)
		pxt_trace_refuse(reader->trace, "%s", why);
	if (err)
		return err;
	reader->config = reader->given.config;
	reader->dialect = reader->given.dialect;
	reader->is_guessed = !is_given(&reader->given) &&
			     !pxt_settings_get(settings, "config");
	use_config(reader);
	err = symbols ? read_symbols(reader, symbols) : 0;
	tell_start(reader);
	return err;
}

static void close_import(struct pxt_import *import)
{
	struct pxt_rkh_reader *reader = import->state;

	if (!reader)
		return;
	pxt_rkh_tests_fini(&reader->tests);
	pxt_rkh_symbols_fini(&reader->symbols);
	pxt_rkh_forms_fini(&reader->forms);
	pxt_rkh_framer_fini(&reader->framer);
	free(reader->data.bytes);
	free(reader);
	import->state = NULL;
}

static int refuse_others(struct pxt_import *import)
{
	const uint8_t *at;
	size_t len;
	int err;

	/* A line is not waited for. */
	if (!pxt_feed_size(import->feed))
		return 0;
	err = pxt_feed_need(import->feed, PXT_PROBE_MAX);
	if (err && err != ENODATA)
		return err;
	at = pxt_feed_peek(import->feed, &len);
	if (!pxt_rkh_is_qpspy(at, len))
		return 0;
	pxt_trace_refuse(
		import->trace,
		"a stream of QP/Spy, the tracer of QP, which is not RKH");
	return EBADMSG;
}

static int open_import(struct pxt_import *import)
{
	struct pxt_rkh_reader *reader = calloc(1, sizeof(*reader));
	int err;

	import->state = reader;
	if (!reader)
		return ENOMEM;
	reader->trace = import->trace;
	pxt_rkh_symbols_init(&reader->symbols, import->trace);
	err = begin(reader, import->settings);
	reader->framer.feed = import->feed;
	return err ? err : refuse_others(import);
}

/* Items */

static void give_gap(struct pxt_rkh_reader *reader,
		     struct posix_trace_item_np *item)
{
	struct pxt_rkh_gap *gap = &reader->gap;

	gap->is_there = false;
	pxt_trace_loss(reader->trace, item, reader->before_ns, reader->clock.ns,
		       (uint8_t)(gap->got - gap->expected),
		       "gap: number %u, expected %u", gap->got, gap->expected);
}

enum { LEFT_MAX = 16 }; /* bytes that are told */

static void put_left(const struct pxt_bytes *in, char *text, size_t size)
{
	const size_t left = pxt_bytes_left(in);
	size_t len = (size_t)snprintf(text, size, ", left ");

	for (size_t i = 0; i < left && i < LEFT_MAX; i++)
		len += (size_t)snprintf(text + len, size - len, "%02x",
					in->at[i]);
	if (left > LEFT_MAX)
		snprintf(text + len, size - len, "...");
}

/* The word for it, what is known of the event, and what was left of it. */
static void put_reason(const struct pxt_rkh_reader *reader, char *text,
		       size_t size)
{
	const struct pxt_rkh_record *record = &reader->record;
	const uint8_t *value = reader->config.value;
	size_t len = (size_t)snprintf(text, size, "%s", reader->why);

	if (reader->has_header)
		len += (size_t)snprintf(text + len, size - len, ": id %u",
					(unsigned)record->id);
	if (reader->name)
		len += (size_t)snprintf(text + len, size - len, " %s",
					reader->name);
	if (reader->has_header && value[PXT_RKH_NSEQ])
		len += (size_t)snprintf(text + len, size - len, ", seq %u",
					record->seq);
	if (reader->has_header && value[PXT_RKH_TSTAMP])
		len += (size_t)snprintf(text + len, size - len, ", ts %llu",
					(unsigned long long)record->ts);
	if (!strcmp(reader->why, "extra"))
		put_left(&record->in, text + len, size - len);
}

static void give_damage(struct pxt_rkh_reader *reader,
			struct posix_trace_item_np *item)
{
	const struct pxt_rkh_frame *frame = &reader->frame;
	char text[PXT_TRACE_WHY];

	put_reason(reader, text, sizeof(text));
	pxt_trace_damage(reader->trace, frame->off, frame->len, "%s", text);
	pxt_trace_loss(reader->trace, item, reader->clock.ns, reader->clock.ns,
		       0, "%s; %llu bytes at %llu", text,
		       (unsigned long long)frame->len,
		       (unsigned long long)frame->off);
}

static void give_event(struct pxt_rkh_reader *reader,
		       struct posix_trace_item_np *item)
{
	if (!reader->clock.hz || !reader->clock.width)
		pxt_trace_tell(reader->trace,
			       reader->clock.width ?
				       "the rate of the stamps is not known, "
				       "a tick is taken for 1 ns (hz=N)" :
				       "there are no stamps, each record is 1 "
				       "ns later than the one before");
	pxt_trace_place(reader->trace, reader->frame.off);
	pxt_trace_event(reader->trace, item, reader->type, reader->clock.ns,
			PXT_TRACE_PID, reader->tid, reader->data.bytes,
			reader->data.len);
}

static int next(struct pxt_import *import, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct pxt_rkh_reader *reader = import->state;
	int err = 0;

	*unavailable = 0;
	while (!err) {
		const enum pxt_rkh_outcome outcome = reader->outcome;

		if (!has_start(reader))
			break;
		if (reader->gap.is_there) {
			give_gap(reader, item);
			return 0;
		}
		reader->outcome = PXT_RKH_NOTHING;
		if (outcome == PXT_RKH_EVENT) {
			give_event(reader, item);
			return 0;
		}
		if (outcome == PXT_RKH_BAD) {
			give_damage(reader, item);
			return 0;
		}
		err = read_frame(reader);
	}
	*unavailable = !err || err == ENODATA;
	return err == ENODATA ? 0 : err;
}

const struct pxt_importer pxt_rkh_import = {
	.open = open_import,
	.next = next,
	.close = close_import,
};
