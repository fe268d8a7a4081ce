/*
 * otlp.c - traces and logs of OpenTelemetry, as lines of JSON
 *
 * A span of the trace is one there, written at its end; all other events, and
 * losses, are records of a log. Lines of both kinds follow each other.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/bridge.h"
#include "bridge/otlp/attributes.h"
#include "bridge/otlp/batches.h"
#include "bridge/otlp/ids.h"
#include "bridge/otlp/json_text.h"
#include "bridge/otlp/otlp.h"
#include "common/stamp.h"

/* Values of the protocol. */
enum {
	KIND_INTERNAL = 1,
	SEVERITY_INFO = 9,
	SEVERITY_WARN = 13,
};

/* An open span. */
struct otlp_span {
	bool is_carried; /* the span has an end */
	bool has_parent;
	uint32_t around; /* innermost span around it that is carried; 0: none */
	struct otlp_ids ids;
	unsigned char parent[OTLP_SPAN_ID];
	char *attributes;
	size_t len;
};

/* A thread, and the last time at which it began a span. */
struct otlp_thread {
	int64_t ns;
	uint32_t setback, index; /* see struct otlp_place */
	bool has_begun;
};

struct otlp {
	struct bridge bridge;
	struct attributes attributes;
	struct json_text record;
	struct batches spans, logs;
	struct otlp_span *span; /* spans, by the number of the open span */
	struct otlp_thread *thread;
	size_t span_room, thread_room;
	bool has_no_logs;
};

static const struct pxt_format_option export_options[] = {
	{ "logs", "yes|no",
	  "no: events that are not in a span that has ended are left out" },
	{ NULL, NULL, NULL },
};

static int open_otlp(struct pxt_export *export)
{
	unsigned logs = 0;
	struct otlp *otlp;
	int err;

	if (!pxt_settings_choice(export->settings, "logs", "yes|no", &logs))
		return pxt_export_refuse(export, "-o logs: it is yes or no");
	if (!jsonl_is_there())
		return pxt_export_refuse(export, "-t otlp: built without yajl");
	if (!otlp_ids_are_there())
		return pxt_export_refuse(export,
					 "-t otlp: built without nettle");
	otlp = calloc(1, sizeof(*otlp));
	if (!otlp)
		return ENOMEM;
	export->state = otlp;
	otlp->has_no_logs = logs;
	batches_init(&otlp->spans, &otlp->bridge, &otlp->attributes,
		     &batches_of_spans);
	batches_init(&otlp->logs, &otlp->bridge, &otlp->attributes,
		     &batches_of_logs);
	err = bridge_init(&otlp->bridge, export);
	if (!err)
		err = attributes_init(&otlp->attributes, &otlp->bridge);
	return err ? err : json_text_init(&otlp->record);
}

static void close_otlp(struct pxt_export *export)
{
	struct otlp *otlp = export->state;

	if (!otlp)
		return;
	bridge_fini(&otlp->bridge);
	attributes_fini(&otlp->attributes);
	json_text_fini(&otlp->record);
	batches_fini(&otlp->spans);
	batches_fini(&otlp->logs);
	for (size_t i = 0; i < otlp->span_room; i++)
		free(otlp->span[i].attributes);
	free(otlp->span);
	free(otlp->thread);
	free(otlp);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct otlp *otlp = export->state;

	return bridge_survey(&otlp->bridge, item);
}

/* Spans */

static struct otlp_span *get_span(const struct otlp *otlp, uint32_t open)
{
	return &otlp->span[open];
}

/* The innermost span that is carried and open in a thread; 0: none. top: the
 * innermost one. */
static uint32_t find_carried(const struct otlp *otlp, uint32_t top)
{
	if (!top || otlp->span[top].is_carried)
		return top;
	return otlp->span[top].around;
}

/* The place of the present beginning in its thread. */
static int find_place(struct otlp *otlp, struct otlp_place *place)
{
	const struct bridge *bridge = &otlp->bridge;
	const struct subject *its = &bridge->threads.subject[bridge->thread];
	struct otlp_thread *thread;
	struct source_origin origin;

	if (pxt_array_reserve_zeroed(&otlp->thread, &otlp->thread_room,
				     (size_t)bridge->thread + 1,
				     sizeof(*otlp->thread)))
		return ENOMEM;
	thread = &otlp->thread[bridge->thread];
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
static int find_ids(struct otlp *otlp, struct otlp_span *span)
{
	struct otlp_place place;
	int err;

	err = find_place(otlp, &place);
	if (err)
		return err;
	otlp_ids_make(&place, &span->ids);
	if (span->around)
		memcpy(span->ids.trace, get_span(otlp, span->around)->ids.trace,
		       OTLP_TRACE_ID);
	attributes_get_ids(&otlp->attributes, &span->ids);
	if (!span->around ||
	    memcmp(span->ids.trace, get_span(otlp, span->around)->ids.trace,
		   OTLP_TRACE_ID) != 0)
		return 0;
	span->has_parent = true;
	memcpy(span->parent, get_span(otlp, span->around)->ids.span,
	       OTLP_SPAN_ID);
	return 0;
}

static int keep_attributes(struct otlp *otlp, struct otlp_span *span)
{
	struct attributes *attributes = &otlp->attributes;
	int err;

	attributes_begin(attributes, NULL, 0);
	attributes_put_thread(attributes);
	attributes_put_place(attributes);
	attributes_put_fields(attributes);
	err = attributes_end(attributes);
	if (err)
		return err;
	span->attributes = malloc(attributes->list.len + 1);
	if (!span->attributes)
		return ENOMEM;
	memcpy(span->attributes, attributes->list.text, attributes->list.len);
	span->len = attributes->list.len;
	return 0;
}

/* The number of an open span may have been that of one that was given up. */
static int begin_span(struct otlp *otlp, const struct bridge_span *begun)
{
	const struct bridge *bridge = &otlp->bridge;
	const uint32_t below =
		begun->lane == BRIDGE_NO_LANE ?
			nesting_below(&bridge->nesting, begun->open) :
			nesting_top(&bridge->nesting, bridge->thread);
	struct otlp_span *span;
	int err;

	if (pxt_array_reserve_zeroed(&otlp->span, &otlp->span_room,
				     (size_t)begun->open + 1,
				     sizeof(*otlp->span)))
		return ENOMEM;
	span = get_span(otlp, begun->open);
	free(span->attributes);
	*span = (struct otlp_span){
		.is_carried = begun->ends,
		.around = find_carried(otlp, below),
	};
	if (!span->is_carried)
		return 0;
	err = find_ids(otlp, span);
	return err ? err : keep_attributes(otlp, span);
}

/* Times of the protocol have no sign. */
static void put_time(struct otlp *otlp, const char *key, int64_t ns)
{
	struct jsonl *json = &otlp->record.json;
	char text[32];

	if (ns < 0)
		pxt_export_lose(otlp->bridge.export, "times before 1970");
	snprintf(text, sizeof(text), "%" PRId64, ns < 0 ? 0 : ns);
	jsonl_key(json, key);
	jsonl_text(json, text, strlen(text));
}

static void put_id(struct jsonl *json, const char *key, const unsigned char *id,
		   size_t len)
{
	jsonl_key(json, key);
	jsonl_hex(json, id, len);
}

/* Ends the record with its attributes: those of a beginning, then those of the
 * list. */
static int end_record(struct otlp *otlp, const char *before, size_t len)
{
	static const char end[] = "]}";
	struct json_text *record = &otlp->record;
	const struct json_text *list = &otlp->attributes.list;

	jsonl_key(&record->json, "attributes");
	jsonl_open_array(&record->json);
	jsonl_close_array(&record->json);
	jsonl_close_object(&record->json);
	json_text_end(record);
	json_text_drop(record, sizeof(end) - 1);
	if (len)
		json_text_add(record, before, len);
	if (len && list->len)
		json_text_add(record, ",", 1);
	if (list->len)
		json_text_add(record, list->text, list->len);
	json_text_add(record, end, sizeof(end) - 1);
	return json_text_take(record);
}

/* Lists what the last event of a span adds to the first one. */
static int list_end(struct otlp *otlp, const struct bridge_span *ended,
		    const struct otlp_span *span)
{
	struct attributes *attributes = &otlp->attributes;

	attributes_begin(attributes, span->attributes, span->len);
	if (ended->thread != otlp->bridge.thread)
		attributes_put_thread(attributes);
	attributes_put_place(attributes);
	attributes_put_fields(attributes);
	return attributes_end(attributes);
}

static int write_span(struct otlp *otlp, const struct bridge_span *ended)
{
	const struct bridge *bridge = &otlp->bridge;
	const struct otlp_span *span = get_span(otlp, ended->open);
	const char *name = texts_get(&bridge->names, ended->name);
	struct jsonl *json = &otlp->record.json;
	int err;

	if (bridge->ns < ended->from_ns)
		pxt_export_lose(bridge->export,
				"spans that ended before they began");
	json_text_clear(&otlp->record);
	jsonl_open_object(json);
	put_id(json, "traceId", span->ids.trace, OTLP_TRACE_ID);
	put_id(json, "spanId", span->ids.span, OTLP_SPAN_ID);
	if (span->has_parent)
		put_id(json, "parentSpanId", span->parent, OTLP_SPAN_ID);
	jsonl_key(json, "name");
	jsonl_text(json, name, strlen(name));
	jsonl_put_unsigned(json, "kind", KIND_INTERNAL);
	put_time(otlp, "startTimeUnixNano", ended->from_ns);
	put_time(otlp, "endTimeUnixNano",
		 bridge->ns < ended->from_ns ? ended->from_ns : bridge->ns);
	err = list_end(otlp, ended, span);
	if (!err)
		err = end_record(otlp, span->attributes, span->len);
	return err ? err :
		     batches_add(&otlp->spans, ended->process,
				 otlp->record.text, otlp->record.len);
}

static int end_span(struct otlp *otlp, const struct bridge_span *ended)
{
	struct otlp_span *span = get_span(otlp, ended->open);
	int err;

	err = write_span(otlp, ended);
	free(span->attributes);
	*span = (struct otlp_span){ 0 };
	return err;
}

/* Records */

/* Puts the ids of the span around the event, and in place of them those that the
 * event has. A trace that is another one does not have that span. */
static void put_ids(struct otlp *otlp)
{
	const struct bridge *bridge = &otlp->bridge;
	const uint32_t around = find_carried(
		otlp, nesting_top(&bridge->nesting, bridge->thread));
	struct jsonl *json = &otlp->record.json;
	struct otlp_ids ids = { 0 }, own = { 0 };

	attributes_get_ids(&otlp->attributes, &own);
	if (around)
		ids = get_span(otlp, around)->ids;
	if (otlp_id_is_set(own.trace, OTLP_TRACE_ID) &&
	    memcmp(own.trace, ids.trace, OTLP_TRACE_ID) != 0)
		ids = own;
	else if (otlp_id_is_set(own.span, OTLP_SPAN_ID))
		memcpy(ids.span, own.span, OTLP_SPAN_ID);
	if (otlp_id_is_set(ids.trace, OTLP_TRACE_ID))
		put_id(json, "traceId", ids.trace, OTLP_TRACE_ID);
	if (otlp_id_is_set(ids.span, OTLP_SPAN_ID))
		put_id(json, "spanId", ids.span, OTLP_SPAN_ID);
}

/* Begins a record of the log. */
static struct jsonl *open_record(struct otlp *otlp, unsigned severity,
				 const char *name)
{
	struct jsonl *json = &otlp->record.json;
	char text[BRIDGE_TEXT];
	const size_t len = bridge_text(&otlp->bridge, text, sizeof(text), name,
				       strlen(name));

	json_text_clear(&otlp->record);
	jsonl_open_object(json);
	put_time(otlp, "timeUnixNano", otlp->bridge.ns);
	put_time(otlp, "observedTimeUnixNano", otlp->bridge.ns);
	jsonl_put_unsigned(json, "severityNumber", severity);
	jsonl_key(json, "eventName");
	jsonl_text(json, text, len);
	put_ids(otlp);
	return json;
}

static int write_record(struct otlp *otlp)
{
	int err;

	err = attributes_end(&otlp->attributes);
	if (!err)
		err = end_record(otlp, NULL, 0);
	return err ? err :
		     batches_add(&otlp->logs, otlp->bridge.process,
				 otlp->record.text, otlp->record.len);
}

static int write_event(struct otlp *otlp, bool is_open, bool is_unmatched)
{
	struct attributes *attributes = &otlp->attributes;
	struct bridge *bridge = &otlp->bridge;
	struct jsonl *json;

	json = open_record(otlp, SEVERITY_INFO, bridge_event_name(bridge));
	if (!bridge->is_described && bridge->item->data_len) {
		jsonl_key(json, "body");
		attributes_put_data(attributes, json);
	}
	attributes_begin(attributes, NULL, 0);
	attributes_put_thread(attributes);
	if (is_open)
		attributes_put_true(attributes, "open");
	if (is_unmatched)
		attributes_put_true(attributes, "unmatched");
	attributes_put_place(attributes);
	attributes_put_fields(attributes);
	return write_record(otlp);
}

static int write_loss(struct otlp *otlp)
{
	struct attributes *attributes = &otlp->attributes;
	const struct posix_trace_item_np *item = otlp->bridge.item;
	char text[BRIDGE_TEXT];
	struct jsonl *json;

	json = open_record(otlp, SEVERITY_WARN, "posixtrace.loss");
	bridge_loss_text(item, text);
	jsonl_key(json, "body");
	attributes_put_string(attributes, json, text, strlen(text));
	attributes_begin(attributes, NULL, 0);
	attributes_put_thread(attributes);
	if (item->lost)
		attributes_put_number(attributes, "lost", (int64_t)item->lost);
	if (item->data_len)
		attributes_put_text(attributes, "reason", item->data,
				    item->data_len);
	attributes_put_number(attributes, "start", otlp->bridge.ns);
	attributes_put_number(attributes, "end", stamp_ns(&item->lost_end));
	return write_record(otlp);
}

/* Items */

static int put_loss(struct otlp *otlp)
{
	struct pxt_export *export = otlp->bridge.export;
	const uint64_t lost = otlp->bridge.item->lost;

	if (!otlp->has_no_logs)
		return write_loss(otlp);
	if (lost)
		pxt_export_lose_more(export, "events lost before", lost);
	else
		pxt_export_lose(export,
				"losses of an unknown number of events");
	return 0;
}

/* An event that begins or ends a span that is carried is in that. A beginning
 * without an end is a record, even of an event that ends another span. */
static int put_event(struct otlp *otlp)
{
	const struct bridge *bridge = &otlp->bridge;
	bool is_carried = false, is_open = false, is_unmatched = false;
	int err = 0;

	for (unsigned i = 0; i < bridge->spans && !err; i++) {
		const struct bridge_span *span = &bridge->span[i];

		if (span->act == PAIR_BEGINS)
			err = begin_span(otlp, span);
		else if (span->act == PAIR_ENDS)
			err = end_span(otlp, span);
		is_open |= span->act == PAIR_BEGINS && !span->ends;
		is_unmatched |= span->act == PAIR_UNMATCHED;
		is_carried |= span->act == PAIR_ENDS ||
			      (span->act == PAIR_BEGINS && span->ends);
	}
	if (err || (is_carried && !is_open))
		return err;
	if (!otlp->has_no_logs)
		return write_event(otlp, is_open, is_unmatched);
	pxt_export_lose(bridge->export,
			"events that are not in a span that has ended");
	return 0;
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct otlp *otlp = export->state;
	int err;

	err = bridge_meet(&otlp->bridge, item);
	if (err)
		return err;
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ? put_loss(otlp) :
							put_event(otlp);
}

static int finish(struct pxt_export *export)
{
	struct otlp *otlp = export->state;
	int err;

	err = batches_flush(&otlp->spans);
	return err ? err : batches_flush(&otlp->logs);
}

static const struct pxt_exporter exporter = {
	.open = open_otlp,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_otlp,
};

const struct pxt_format bridge_otlp = {
	.name = "otlp",
	.summary = "traces and logs of OpenTelemetry, as lines of JSON",
	.patterns = "*.otlp.json *.otlp.jsonl *.otlp",
	.export_options = export_options,
	.export = &exporter,
};
