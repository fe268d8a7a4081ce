/* record.c - events of RKH */
#include "format/rkh/import/record.h"

#include <string.h>

#include "format/rkh/import/header.h"
#include "format/rkh/import/names.h"

/* User events have a type for each form, the configuration makes its own. */
static bool has_own_type(enum pxt_rkh_meaning meaning)
{
	return meaning != PXT_RKH_USER_EVENT && meaning != PXT_RKH_CONFIGURES;
}

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
	if (has_own_type(event->meaning))
		pxt_rkh_plan_make(plan, event, &reader->config, reader->trace,
				  reader->judges);
	else
		pxt_rkh_plan_init(plan, event, &reader->config);
	return plan;
}

/* An id of one byte is a number of either scheme. */
static unsigned number_of(const struct pxt_rkh_reader *reader)
{
	const unsigned width = reader->config.value[PXT_RKH_TE_ID];
	const uint32_t id = reader->record.id;

	return width > 1 && pxt_rkh_dialect_has_groups(reader->dialect) ?
		       pxt_rkh_id_number(id, width) :
		       id;
}

/* Queues of posts */

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
		pxt_rkh_posts_add(&ao->posts, first, post,
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

void pxt_rkh_record_pair(struct pxt_rkh_reader *reader,
			 enum pxt_rkh_meaning meaning)
{
	struct pxt_rkh_symbol *ao = find_ao(reader);

	if (meaning == PXT_RKH_GET)
		put_get(reader, ao);
	else if (meaning == PXT_RKH_POST_FIFO || meaning == PXT_RKH_POST_LIFO)
		put_post(reader, ao, meaning == PXT_RKH_POST_LIFO);
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

static struct pxt_bytes arguments_of(const struct pxt_rkh_reader *reader)
{
	const uint8_t *value = reader->config.value;
	struct pxt_bytes in = reader->record.in;

	in.at = reader->frame.data + value[PXT_RKH_TE_ID] +
		value[PXT_RKH_NSEQ] +
		(value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0);
	return in;
}

/* The test helper sends ids of full width where these exist. */
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

	if (pxt_rkh_is_of_tests(plan->event->meaning))
		return take_step(reader, &came);
	pxt_rkh_tests_judge(&reader->tests, &came, &reader->symbols);
	return pxt_rkh_tests_mark(&reader->tests, &came, &reader->config,
				  reader->trace, &reader->data, &reader->type);
}

/* Accepts a valid record. */
static int accept(struct pxt_rkh_reader *reader, unsigned number,
		  const struct pxt_rkh_plan *plan)
{
	const enum pxt_rkh_meaning meaning = plan->event->meaning;
	int err = 0;

	pxt_rkh_clock_set(&reader->clock, reader->record.ts,
			  pxt_rkh_gap_is_late(&reader->gap));
	if (!reader->is_lent)
		reader->symbols.now_ns = reader->clock.ns;
	if (meaning >= PXT_RKH_NAMES_OBJECT)
		err = pxt_rkh_names_learn(reader, meaning);
	pxt_rkh_record_pair(reader, meaning);
	pxt_rkh_names_meet(reader);
	if (!err && reader->judges &&
	    (reader->tests.is_open || pxt_rkh_is_of_tests(meaning)))
		err = take_test(reader, number, plan);
	reader->outcome = is_wanted(reader, number, plan) ? PXT_RKH_EVENT :
							    PXT_RKH_NOTHING;
	return err;
}

static void count(struct pxt_rkh_reader *reader)
{
	if (reader->config.value[PXT_RKH_NSEQ])
		pxt_rkh_sequence_take(reader, reader->record.seq);
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
	/* At least the fields of the frame, and twice its bytes. */
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
		pxt_rkh_reader_be_bad(reader, is_whole ? "extra" : "short");
		return 0;
	}
	if (!has_sum)
		count(reader);
	return accept(reader, number, plan);
}

int pxt_rkh_record_take(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_plan *plan;
	unsigned number;

	if (!pxt_rkh_header_take(reader, reader->config.value)) {
		pxt_rkh_reader_be_bad(reader, "short");
		return 0;
	}
	reader->has_id = true;
	reader->has_header = true;
	number = number_of(reader);
	plan = plan_of(reader, number);
	if (plan)
		reader->name = plan->event->name;
	if (plan && plan->event->meaning == PXT_RKH_CONFIGURES) {
		reader->has_header =
			pxt_rkh_dialect_has_header(reader->dialect);
		pxt_rkh_reader_be_bad(reader, "tcfg");
		return 0;
	}
	if (plan)
		return take_arguments(reader, number, plan);
	if (reader->config.value[PXT_RKH_CHK])
		count(reader);
	pxt_rkh_reader_be_bad(reader, "unknown-id");
	return 0;
}

/* Unknown members are reset. */
void pxt_rkh_record_begin(struct pxt_rkh_reader *reader)
{
	struct pxt_rkh_record *record = &reader->record;

	record->frame = &reader->frame;
	record->id = 0;
	record->seq = 0;
	record->ts = 0;
	record->objects = 0;
	record->name = NULL;
	memset(record->has, 0, sizeof(record->has));
	reader->data.len = 0;
	reader->gap.is_there = false;
	reader->outcome = PXT_RKH_NOTHING;
	reader->name = NULL;
	reader->has_id = false;
	reader->has_header = false;
	reader->before_ns = reader->clock.ns;
}

int pxt_rkh_record_check(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_frame *frame = &reader->frame;
	size_t size = frame->size;

	if (!reader->config.value[PXT_RKH_CHK]) {
		if (frame->is_strange) {
			pxt_rkh_reader_be_bad(reader, "escape");
			return 0;
		}
	} else if (pxt_rkh_sum(frame->data, size--)) {
		pxt_rkh_reader_be_bad(reader, "checksum");
		return 0;
	}
	pxt_bytes_init(&reader->record.in, frame->data, size);
	return pxt_rkh_record_take(reader);
}
