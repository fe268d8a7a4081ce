/*
 * records.c - what the items of a trace are in OpenTelemetry
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/records.h"
#include "common/stamp.h"

int otlp_records_init(struct otlp_records *records, struct pxt_export *export,
		      otlp_taker *take, void *context)
{
	int err;

	records->take = take;
	records->context = context;
	err = bridge_init(&records->bridge, export);
	bridge_be_causal(&records->bridge);
	attributes_init(&records->attributes, &records->bridge);
	return err;
}

static void end_kept(struct otlp_span *span)
{
	attributes_free(&span->attributes);
	free(span->event);
	*span = (struct otlp_span){ 0 };
}

void otlp_records_fini(struct otlp_records *records)
{
	bridge_fini(&records->bridge);
	attributes_fini(&records->attributes);
	for (size_t i = 0; i < records->span_room; i++)
		end_kept(&records->span[i]);
	free(records->span);
	free(records->thread);
}

/* Times of the protocol have no sign. */
static uint64_t time_of(struct otlp_records *records, int64_t ns)
{
	if (ns >= 0)
		return (uint64_t)ns;
	pxt_export_lose(records->bridge.export, "times before 1970");
	return 0;
}

static int give(struct otlp_records *records, const struct otlp_record *record)
{
	return records->take(records->context, record, records->items);
}

/* Spans */

/* The innermost span that is open in a thread; NULL: none. open: its number. */
static const struct otlp_span *get_span(const struct otlp_records *records,
					uint32_t open)
{
	return open && open < records->span_room &&
			       records->span[open].is_open ?
		       &records->span[open] :
		       NULL;
}

/* The place of the present beginning in its thread. */
static int find_place(struct otlp_records *records, struct otlp_place *place)
{
	const struct bridge *bridge = &records->bridge;
	const struct entity *its = &bridge->threads.entity[bridge->thread];
	struct otlp_thread *thread;
	struct source_origin origin;

	if (pxt_array_reserve_zeroed(&records->thread, &records->thread_room,
				     (size_t)bridge->thread + 1,
				     sizeof(*records->thread)))
		return ENOMEM;
	thread = &records->thread[bridge->thread];
	thread->index = thread->has_begun && thread->ns == bridge->ns ?
				thread->index + 1 :
				0;
	thread->setback += thread->has_begun && bridge->ns < thread->ns;
	thread->has_begun = true;
	thread->ns = bridge->ns;
	*place = (struct otlp_place){
		.pid = bridge->item->info.posix_pid,
		.tid = bridge->item->tid,
		.program = its->program,
		.ns = bridge->ns,
		.setback = thread->setback,
		.index = thread->index,
	};
	if (!source_get_origin(bridge->source, bridge->item->origin, &origin))
		memcpy(place->uuid, origin.uuid, sizeof(place->uuid));
	return 0;
}

/* Ids that the event has come first. A span of another trace than the one
 * around it has no parent. */
static int find_ids(struct otlp_records *records, struct otlp_span *span,
		    const struct otlp_span *around)
{
	struct otlp_place place;
	int err;

	err = find_place(records, &place);
	if (err)
		return err;
	otlp_ids_make(&place, &span->ids);
	if (around)
		memcpy(span->ids.trace, around->ids.trace, OTLP_TRACE_ID);
	attributes_get_ids(&records->attributes, &span->ids);
	if (!around ||
	    memcmp(span->ids.trace, around->ids.trace, OTLP_TRACE_ID) != 0)
		return 0;
	span->has_parent = true;
	memcpy(span->parent, around->ids.span, OTLP_SPAN_ID);
	return 0;
}

static int keep_attributes(struct otlp_records *records, struct otlp_span *span)
{
	struct attributes *attributes = &records->attributes;
	struct otlp_list list;
	int err;

	attributes_begin(attributes, NULL);
	attributes_put_thread(attributes);
	attributes_put_place(attributes);
	attributes_put_fields(attributes);
	err = attributes_end(attributes, &list);
	return err ? err : attributes_copy(&list, &span->attributes);
}

/* The name of an event in UTF-8 */
static void name_event(struct otlp_records *records, char text[BRIDGE_TEXT])
{
	const char *name = bridge_event_name(&records->bridge);

	bridge_text(&records->bridge, text, BRIDGE_TEXT, name, strlen(name));
}

static int keep_name(struct otlp_records *records, struct otlp_span *span)
{
	char text[BRIDGE_TEXT];

	name_event(records, text);
	span->event = strdup(text);
	return span->event ? 0 : ENOMEM;
}

static int count_left_out(struct otlp_records *records)
{
	pxt_export_lose(records->bridge.export,
			"events that are not in a span that has ended");
	return 0;
}

/* Gives the beginning of a span that has no end. */
static int give_open(struct otlp_records *records, const struct otlp_span *span,
		     uint64_t item)
{
	struct attributes *attributes = &records->attributes;
	struct otlp_record record = {
		.severity = OTLP_SEVERITY_INFO,
		.process = span->process,
		.name = span->event,
		.ids = span->ids,
		.from_ns = span->ns,
		.to_ns = span->ns,
	};
	int err;

	if (records->has_no_logs)
		return count_left_out(records);
	attributes_begin(attributes, &span->attributes);
	attributes_put_true(attributes, "open");
	if (span->is_unmatched)
		attributes_put_true(attributes, "unmatched");
	err = attributes_end(attributes, &record.attributes);
	return err ? err : records->take(records->context, &record, item);
}

static int make_room(struct otlp_records *records, uint32_t open)
{
	return pxt_array_reserve_zeroed(&records->span, &records->span_room,
					(size_t)open + 1,
					sizeof(*records->span));
}

/* Gives the span up that had this number before. */
static int clear(struct otlp_records *records, uint32_t open)
{
	struct otlp_span *span = &records->span[open];
	int err = 0;

	if (span->event)
		err = give_open(records, span, records->items);
	end_kept(span);
	return err;
}

static int begin_span(struct otlp_records *records,
		      const struct bridge_span *begun, bool is_unmatched)
{
	const struct bridge *bridge = &records->bridge;
	const uint32_t below =
		begun->lane == BRIDGE_NO_LANE ?
			nesting_below(&bridge->nesting, begun->open) :
			nesting_top(&bridge->nesting, bridge->thread);
	struct otlp_span *span;
	int err;

	err = make_room(records, begun->open);
	if (!err)
		err = clear(records, begun->open);
	if (err)
		return err;
	span = &records->span[begun->open];
	*span = (struct otlp_span){
		.is_unmatched = is_unmatched,
		.process = begun->process,
		.item = records->items,
		.ns = time_of(records, bridge->ns),
	};
	err = find_ids(records, span, get_span(records, below));
	if (!err)
		err = keep_attributes(records, span);
	if (!err && !(bridge->is_surveyed && begun->ends))
		err = keep_name(records, span);
	span->is_open = true;
	return err;
}

/* Lists what the first event of a span has, and what the last one adds. */
static int list_span(struct otlp_records *records,
		     const struct bridge_span *ended,
		     const struct otlp_span *span, struct otlp_list *list)
{
	struct attributes *attributes = &records->attributes;

	attributes_begin(attributes, &span->attributes);
	if (ended->thread != records->bridge.thread)
		attributes_put_thread(attributes);
	attributes_put_place(attributes);
	attributes_put_fields(attributes);
	return attributes_end(attributes, list);
}

static int give_span(struct otlp_records *records,
		     const struct bridge_span *ended,
		     const struct otlp_span *span)
{
	const struct bridge *bridge = &records->bridge;
	struct otlp_record record = {
		.is_span = true,
		.has_parent = span->has_parent,
		.process = ended->process,
		.name = texts_get(&bridge->names, ended->name),
		.ids = span->ids,
		.from_ns = span->ns,
		.to_ns = span->ns,
	};
	int err;

	if (bridge->ns < ended->from_ns)
		pxt_export_lose(bridge->export,
				"spans that ended before they began");
	else
		record.to_ns = time_of(records, bridge->ns);
	memcpy(record.parent, span->parent, OTLP_SPAN_ID);
	err = list_span(records, ended, span, &record.attributes);
	return err ? err : give(records, &record);
}

static int end_span(struct otlp_records *records,
		    const struct bridge_span *ended)
{
	struct otlp_span *span = &records->span[ended->open];
	int err;

	err = give_span(records, ended, span);
	end_kept(span);
	return err;
}

/* Records */

/* The ids of the span around the event, and in place of them those that the
 * event has. A trace that is another one does not have that span. */
static void get_ids(const struct otlp_records *records, struct otlp_ids *ids)
{
	const struct bridge *bridge = &records->bridge;
	const struct otlp_span *around = get_span(
		records, nesting_top(&bridge->nesting, bridge->thread));
	struct otlp_ids own = { 0 };

	attributes_get_ids(&records->attributes, &own);
	if (around)
		*ids = around->ids;
	if (otlp_id_is_set(own.trace, OTLP_TRACE_ID) &&
	    memcmp(own.trace, ids->trace, OTLP_TRACE_ID) != 0)
		*ids = own;
	else if (otlp_id_is_set(own.span, OTLP_SPAN_ID))
		memcpy(ids->span, own.span, OTLP_SPAN_ID);
}

static void begin_record(struct otlp_records *records,
			 struct otlp_record *record, unsigned severity,
			 const char *name)
{
	const uint64_t ns = time_of(records, records->bridge.ns);

	*record = (struct otlp_record){
		.severity = severity,
		.process = records->bridge.process,
		.name = name,
		.from_ns = ns,
		.to_ns = ns,
	};
	get_ids(records, &record->ids);
	attributes_begin(&records->attributes, NULL);
	attributes_put_thread(&records->attributes);
}

static int end_record(struct otlp_records *records, struct otlp_record *record)
{
	int err;

	err = attributes_end(&records->attributes, &record->attributes);
	return err ? err : give(records, record);
}

static int give_event(struct otlp_records *records, bool is_unmatched)
{
	struct attributes *attributes = &records->attributes;
	const struct bridge *bridge = &records->bridge;
	struct otlp_record record;
	char name[BRIDGE_TEXT];

	name_event(records, name);
	begin_record(records, &record, OTLP_SEVERITY_INFO, name);
	if (!bridge->is_described && bridge->item->data_len)
		attributes_data(attributes, &record.body);
	if (is_unmatched)
		attributes_put_true(attributes, "unmatched");
	attributes_put_place(attributes);
	attributes_put_fields(attributes);
	return end_record(records, &record);
}

static int give_loss(struct otlp_records *records)
{
	struct attributes *attributes = &records->attributes;
	const struct posix_trace_item_np *item = records->bridge.item;
	struct otlp_record record;
	char text[BRIDGE_TEXT];

	begin_record(records, &record, OTLP_SEVERITY_WARN, "posixtrace.loss");
	bridge_loss_text(item, text);
	attributes_text(attributes, text, strlen(text), &record.body);
	if (item->lost)
		attributes_put_unsigned(attributes, "lost", item->lost);
	if (item->data_len)
		attributes_put_text(attributes, "reason", item->data,
				    item->data_len);
	attributes_put_number(attributes, "start", records->bridge.ns);
	attributes_put_number(attributes, "end", stamp_ns(&item->lost_end));
	return end_record(records, &record);
}

/* Items */

static int put_loss(struct otlp_records *records)
{
	struct pxt_export *export = records->bridge.export;
	const uint64_t lost = records->bridge.item->lost;

	if (!records->has_no_logs)
		return give_loss(records);
	if (lost)
		pxt_export_lose_more(export, "events lost before", lost);
	else
		pxt_export_lose(export,
				"losses of an unknown number of events");
	return 0;
}

/* The end of a span, if the event is one, then a beginning. */
static int put_spans(struct otlp_records *records, bool is_unmatched)
{
	const struct bridge *bridge = &records->bridge;
	int err = 0;

	for (unsigned i = 0; i < bridge->spans && !err; i++) {
		const struct bridge_span *span = &bridge->span[i];

		if (span->act == PAIR_BEGINS)
			err = begin_span(records, span, is_unmatched);
		else if (span->act == PAIR_ENDS)
			err = end_span(records, span);
	}
	return err;
}

/* The span that the present event begins, if it is known to have no end. */
static struct otlp_span *find_unended(const struct otlp_records *records)
{
	const struct bridge *bridge = &records->bridge;

	for (unsigned i = 0; bridge->is_surveyed && i < bridge->spans; i++)
		if (bridge->span[i].act == PAIR_BEGINS && !bridge->span[i].ends)
			return &records->span[bridge->span[i].open];
	return NULL;
}

/* An event that begins or ends a span is in that. A beginning without an end is
 * a record, even of an event that ends another span. */
static int put_event(struct otlp_records *records)
{
	const struct bridge *bridge = &records->bridge;
	const bool is_unmatched = bridge_has_act(bridge, PAIR_UNMATCHED);
	struct otlp_span *unended;
	int err;

	err = put_spans(records, is_unmatched);
	if (err)
		return err;
	unended = find_unended(records);
	if (unended) {
		err = give_open(records, unended, records->items);
		free(unended->event);
		unended->event = NULL;
		return err;
	}
	if (bridge_has_act(bridge, PAIR_BEGINS) ||
	    bridge_has_act(bridge, PAIR_ENDS))
		return 0;
	return records->has_no_logs ? count_left_out(records) :
				      give_event(records, is_unmatched);
}

int otlp_records_put(struct otlp_records *records,
		     const struct posix_trace_item_np *item)
{
	int err;

	records->items++;
	err = bridge_meet(&records->bridge, item);
	if (err)
		return err;
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ? put_loss(records) :
							put_event(records);
}

int otlp_records_finish(struct otlp_records *records, size_t *at)
{
	const struct otlp_span *span;

	while (*at < records->span_room) {
		span = &records->span[(*at)++];
		if (span->event)
			return give_open(records, span, span->item);
	}
	return ENODATA;
}
