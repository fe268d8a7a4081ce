/*
 * packing.c - spans and records of OpenTelemetry as protocol buffers
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/messages.pb-c.h"
#include "bridge/otlp/packing.h"

void packing_fini(struct packing *packing)
{
	arena_fini(&packing->arena);
	free(packing->bytes);
	*packing = (struct packing){ 0 };
}

/* Message trees, in the arena; NULL: no memory */

static ProtobufCBinaryData data_of(const void *data, size_t len)
{
	return (ProtobufCBinaryData){ len, (uint8_t *)(uintptr_t)data };
}

static ProtobufCBinaryData name_of(const char *name)
{
	return data_of(name, strlen(name));
}

static Otlp__AnyValue *make_value(struct packing *packing,
				  const struct otlp_value *from);

static Otlp__ArrayValue *make_array(struct packing *packing,
				    const struct otlp_value *from)
{
	Otlp__ArrayValue *array = arena_take(&packing->arena, sizeof(*array));
	Otlp__AnyValue **value =
		arena_take(&packing->arena, from->len * sizeof(*value));

	if (!array || !value)
		return NULL;
	otlp__array_value__init(array);
	array->n_values = from->len;
	array->values = value;
	for (size_t i = 0; i < from->len; i++) {
		value[i] = make_value(packing, &from->element[i]);
		if (!value[i])
			return NULL;
	}
	return array;
}

/* Elements of an array are no arrays. */
static Otlp__AnyValue *make_value(struct packing *packing,
				  const struct otlp_value *from)
{
	Otlp__AnyValue *value = arena_take(&packing->arena, sizeof(*value));

	if (!value)
		return NULL;
	otlp__any_value__init(value);
	switch (from->kind) {
	case OTLP_NOTHING:
		break;
	case OTLP_STRING:
		value->value_case = OTLP__ANY_VALUE__VALUE_STRING_VALUE;
		value->string_value = data_of(from->text, from->len);
		break;
	case OTLP_BOOL:
		value->value_case = OTLP__ANY_VALUE__VALUE_BOOL_VALUE;
		value->bool_value = from->as.b;
		break;
	case OTLP_INT:
		value->value_case = OTLP__ANY_VALUE__VALUE_INT_VALUE;
		value->int_value = from->as.i;
		break;
	case OTLP_DOUBLE:
		value->value_case = OTLP__ANY_VALUE__VALUE_DOUBLE_VALUE;
		value->double_value = from->as.d;
		break;
	case OTLP_BYTES:
		value->value_case = OTLP__ANY_VALUE__VALUE_BYTES_VALUE;
		value->bytes_value = data_of(from->text, from->len);
		break;
	case OTLP_ARRAY:
		value->value_case = OTLP__ANY_VALUE__VALUE_ARRAY_VALUE;
		value->array_value = make_array(packing, from);
		if (!value->array_value)
			return NULL;
	}
	return value;
}

static Otlp__KeyValue **make_list(struct packing *packing,
				  const struct otlp_list *list)
{
	Otlp__KeyValue **pair =
		arena_take(&packing->arena, list->count * sizeof(*pair));
	Otlp__KeyValue *own =
		arena_take(&packing->arena, list->count * sizeof(*own));

	if (!pair || !own)
		return NULL;
	for (size_t i = 0; i < list->count; i++) {
		pair[i] = &own[i];
		otlp__key_value__init(pair[i]);
		pair[i]->key = name_of(list->attribute[i].key);
		pair[i]->value = make_value(packing, &list->attribute[i].value);
		if (!pair[i]->value)
			return NULL;
	}
	return pair;
}

/* Bytes */

static int pack(struct packing *packing, const ProtobufCMessage *message)
{
	const size_t len = protobuf_c_message_get_packed_size(message);

	if (pxt_array_reserve(&packing->bytes, &packing->room, len + 1, 1))
		return ENOMEM;
	packing->len = protobuf_c_message_pack(message, packing->bytes);
	return 0;
}

static ProtobufCBinaryData id_of(const unsigned char *id, size_t len)
{
	return data_of(id, otlp_id_is_set(id, len) ? len : 0);
}

static int pack_span(struct packing *packing, const struct otlp_record *record)
{
	Otlp__Span span = OTLP__SPAN__INIT;

	span.trace_id = id_of(record->ids.trace, OTLP_TRACE_ID);
	span.span_id = id_of(record->ids.span, OTLP_SPAN_ID);
	if (record->has_parent)
		span.parent_span_id = id_of(record->parent, OTLP_SPAN_ID);
	span.name = name_of(record->name);
	span.kind = OTLP_KIND_INTERNAL;
	span.start_time_unix_nano = record->from_ns;
	span.end_time_unix_nano = record->to_ns;
	span.n_attributes = record->attributes.count;
	span.attributes = make_list(packing, &record->attributes);
	return span.attributes ? pack(packing, &span.base) : ENOMEM;
}

static int pack_log_record(struct packing *packing,
			   const struct otlp_record *record)
{
	Otlp__LogRecord log = OTLP__LOG_RECORD__INIT;

	log.time_unix_nano = log.observed_time_unix_nano = record->from_ns;
	log.severity_number = (int32_t)record->severity;
	log.event_name = name_of(record->name);
	log.trace_id = id_of(record->ids.trace, OTLP_TRACE_ID);
	log.span_id = id_of(record->ids.span, OTLP_SPAN_ID);
	log.n_attributes = record->attributes.count;
	log.attributes = make_list(packing, &record->attributes);
	if (record->body.kind != OTLP_NOTHING) {
		log.body = make_value(packing, &record->body);
		if (!log.body)
			return ENOMEM;
	}
	return log.attributes ? pack(packing, &log.base) : ENOMEM;
}

int packing_record(struct packing *packing, const struct otlp_record *record)
{
	arena_clear(&packing->arena);
	return record->is_span ? pack_span(packing, record) :
				 pack_log_record(packing, record);
}

int packing_resource(struct packing *packing, const struct otlp_list *list)
{
	Otlp__Resource resource = OTLP__RESOURCE__INIT;

	arena_clear(&packing->arena);
	resource.n_attributes = list->count;
	resource.attributes = make_list(packing, list);
	return resource.attributes ? pack(packing, &resource.base) : ENOMEM;
}

/* Requests */

/* The messages around the records of a resource */
struct envelope {
	Otlp__Resourced resourced;
	Otlp__Scoped scoped, *scopes[1];
};

static int make_envelope(struct packing *packing, struct envelope *envelope,
			 const struct otlp_group *group, Otlp__Scope *scope)
{
	ProtobufCBinaryData *record =
		arena_take(&packing->arena, group->records * sizeof(*record));

	if (!record)
		return ENOMEM;
	for (size_t i = 0; i < group->records; i++)
		record[i] =
			data_of(group->record[i].data, group->record[i].len);
	otlp__scoped__init(&envelope->scoped);
	envelope->scoped.scope = scope;
	envelope->scoped.n_records = group->records;
	envelope->scoped.records = record;
	envelope->scopes[0] = &envelope->scoped;
	otlp__resourced__init(&envelope->resourced);
	envelope->resourced.resource =
		data_of(group->resource.data, group->resource.len);
	envelope->resourced.n_scoped = 1;
	envelope->resourced.scoped = envelope->scopes;
	return 0;
}

int packing_request(struct packing *packing, const struct otlp_group *group,
		    size_t groups)
{
	Otlp__Request request = OTLP__REQUEST__INIT;
	Otlp__Scope scope = OTLP__SCOPE__INIT;
	Otlp__Resourced **resourced;
	struct envelope *envelope;

	arena_clear(&packing->arena);
	envelope = arena_take(&packing->arena, groups * sizeof(*envelope));
	resourced = arena_take(&packing->arena, groups * sizeof(*resourced));
	if (!envelope || !resourced)
		return ENOMEM;
	scope.name = name_of(OTLP_SCOPE);
	for (size_t i = 0; i < groups; i++) {
		if (make_envelope(packing, &envelope[i], &group[i], &scope))
			return ENOMEM;
		resourced[i] = &envelope[i].resourced;
	}
	request.n_resourced = groups;
	request.resourced = resourced;
	return pack(packing, &request.base);
}

/* Answers */

bool packing_read_answer(const uint8_t *bytes, size_t len,
			 struct otlp_partial *partial)
{
	Otlp__Response *answer = otlp__response__unpack(NULL, len, bytes);
	const Otlp__PartialSuccess *from;
	size_t said = 0;

	*partial = (struct otlp_partial){ 0 };
	if (!answer)
		return false;
	from = answer->partial_success;
	if (from) {
		partial->rejected = from->rejected;
		said = from->error_message.len;
	}
	if (said > sizeof(partial->message) - 1)
		said = sizeof(partial->message) - 1;
	if (said)
		memcpy(partial->message, from->error_message.data, said);
	otlp__response__free_unpacked(answer, NULL);
	return true;
}
