/*
 * attributes.c - attributes of events for OpenTelemetry
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/attributes.h"
#include "common/jsonl.h"
#include "common/text.h"
#include "event/data.h"
#include "source/programs.h"

static const char prefix[] = "posixtrace.";

void attributes_init(struct attributes *attributes, struct bridge *bridge)
{
	*attributes = (struct attributes){ .bridge = bridge };
	bridge_values_init(&attributes->values, bridge);
}

void attributes_fini(struct attributes *attributes)
{
	for (size_t i = 0; i < attributes->threads; i++)
		free(attributes->thread[i].name);
	free(attributes->thread);
	free(attributes->attribute);
	arena_fini(&attributes->arena);
	bridge_values_fini(&attributes->values);
}

static void *take(struct attributes *attributes, size_t len)
{
	void *taken = arena_take(&attributes->arena, len);

	if (!taken)
		attributes->error = ENOMEM;
	return taken;
}

/* The list */

static void append(struct attributes *attributes,
		   const struct otlp_attribute *attribute)
{
	if (pxt_array_reserve(&attributes->attribute, &attributes->room,
			      attributes->count + 1, sizeof(*attribute)))
		attributes->error = ENOMEM;
	else
		attributes->attribute[attributes->count++] = *attribute;
}

void attributes_begin(struct attributes *attributes,
		      const struct otlp_list *before)
{
	arena_clear(&attributes->arena);
	attributes->count = attributes->before = 0;
	attributes->error = 0;
	for (size_t i = 0; before && i < before->count; i++)
		append(attributes, &before->attribute[i]);
	attributes->before = attributes->count;
}

int attributes_end(struct attributes *attributes, struct otlp_list *list)
{
	*list = (struct otlp_list){ attributes->attribute, attributes->count };
	return attributes->error;
}

static bool are_same_bytes(const struct otlp_value *a,
			   const struct otlp_value *b)
{
	return a->len == b->len &&
	       (!a->len || !memcmp(a->text, b->text, a->len));
}

static bool are_same(const struct otlp_value *a, const struct otlp_value *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case OTLP_NOTHING:
		return true;
	case OTLP_BOOL:
		return a->as.b == b->as.b;
	case OTLP_INT:
	case OTLP_DOUBLE:
		return a->as.i == b->as.i;
	case OTLP_STRING:
	case OTLP_BYTES:
		return are_same_bytes(a, b);
	case OTLP_ARRAY:
		break;
	}
	for (size_t i = 0; a->len == b->len && i < a->len; i++)
		if (!are_same(&a->element[i], &b->element[i]))
			return false;
	return a->len == b->len;
}

static const struct otlp_attribute *
find_before(const struct attributes *attributes, const char *key)
{
	for (size_t i = 0; i < attributes->before; i++)
		if (!strcmp(attributes->attribute[i].key, key))
			return &attributes->attribute[i];
	return NULL;
}

static const char *join(struct attributes *attributes, const char *first,
			const char *second)
{
	const size_t len = strlen(first), more = strlen(second) + 1;
	char *text = take(attributes, len + more);

	if (!text)
		return "";
	memcpy(text, first, len);
	memcpy(text + len, second, more);
	return text;
}

/* Adds an attribute, unless the span has it from its first event. */
static void add(struct attributes *attributes, const char *key,
		const struct otlp_value *value)
{
	const struct otlp_attribute *before = find_before(attributes, key);
	struct otlp_attribute attribute = { .key = key, .value = *value };

	if (before && are_same(&before->value, value))
		return;
	if (before)
		attribute.key = join(attributes, "end.", key);
	append(attributes, &attribute);
}

/* Copies */

static size_t size_of_value(const struct otlp_value *value)
{
	size_t size = 0;

	if (value->kind != OTLP_ARRAY)
		return value->text ? value->len : 0;
	for (size_t i = 0; i < value->len; i++)
		size += sizeof(*value) + size_of_value(&value->element[i]);
	return size;
}

static char *copy_bytes(char *room, const void *bytes, size_t len)
{
	if (len)
		memcpy(room, bytes, len);
	return room + len;
}

/* Arrays come before the bytes: all elements first, which are aligned. */
static struct otlp_value *copy_elements(struct otlp_value *room,
					struct otlp_value *value)
{
	if (value->kind != OTLP_ARRAY)
		return room;
	if (value->len)
		memcpy(room, value->element, value->len * sizeof(*room));
	value->element = room;
	return room + value->len;
}

static char *copy_text(char *room, struct otlp_value *value)
{
	const size_t len = value->text ? value->len : 0;
	char *next = copy_bytes(room, value->text, len);

	if (value->text)
		value->text = room;
	return next;
}

static char *copy_texts(char *room, struct otlp_value *value)
{
	/* Elements belong to the copy. */
	struct otlp_value *element =
		(struct otlp_value *)(uintptr_t)value->element;

	if (value->kind != OTLP_ARRAY)
		return copy_text(room, value);
	for (size_t i = 0; i < value->len; i++)
		room = copy_text(room, &element[i]);
	return room;
}

int attributes_copy(const struct otlp_list *list, struct otlp_list *copy)
{
	size_t size = list->count * sizeof(*list->attribute);
	struct otlp_attribute *attribute;
	struct otlp_value *element;
	char *room;

	for (size_t i = 0; i < list->count; i++)
		size += strlen(list->attribute[i].key) + 1 +
			size_of_value(&list->attribute[i].value);
	attribute = malloc(size + 1);
	if (!attribute)
		return ENOMEM;
	if (list->count)
		memcpy(attribute, list->attribute,
		       list->count * sizeof(*list->attribute));
	element = (struct otlp_value *)(attribute + list->count);
	for (size_t i = 0; i < list->count; i++)
		element = copy_elements(element, &attribute[i].value);
	room = (char *)element;
	for (size_t i = 0; i < list->count; i++) {
		char *next = copy_bytes(room, attribute[i].key,
					strlen(attribute[i].key) + 1);

		attribute[i].key = room;
		room = copy_texts(next, &attribute[i].value);
	}
	*copy = (struct otlp_list){ attribute, list->count };
	return 0;
}

void attributes_free(struct otlp_list *copy)
{
	free((void *)(uintptr_t)copy->attribute);
	*copy = (struct otlp_list){ 0 };
}

/* Values */

/* A text that stays where it is for long enough. */
static void set_text(struct otlp_value *value, const char *text, size_t len)
{
	*value = (struct otlp_value){
		.kind = OTLP_STRING,
		.text = text,
		.len = len,
	};
}

static void keep_text(struct attributes *attributes, struct otlp_value *value,
		      const char *text, size_t len)
{
	char *kept = take(attributes, len + 1);

	if (kept && len)
		memcpy(kept, text, len);
	set_text(value, kept, kept ? len : 0);
}

void attributes_text(struct attributes *attributes, const void *text,
		     size_t len, struct otlp_value *value)
{
	struct bridge_value utf8;

	attributes->error =
		bridge_values_text(&attributes->values, text, len, &utf8);
	if (!attributes->error)
		keep_text(attributes, value, utf8.text, utf8.len);
}

static void set_int(struct otlp_value *value, int64_t number)
{
	*value = (struct otlp_value){ .kind = OTLP_INT, .as.i = number };
}

/* The format has no integers beyond those with a sign. */
static void set_unsigned(struct attributes *attributes,
			 struct otlp_value *value, uint64_t number)
{
	char text[32];

	if (number <= INT64_MAX) {
		set_int(value, (int64_t)number);
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64, number);
	keep_text(attributes, value, text, strlen(text));
}

static void set_address(struct attributes *attributes, struct otlp_value *value,
			uint64_t address)
{
	char text[TEXT_MAX];
	const size_t len = text_hex(text, address);

	keep_text(attributes, value, text, len);
}

static void set_value(struct attributes *attributes, struct otlp_value *to,
		      const struct bridge_value *value)
{
	switch (value->kind) {
	case BRIDGE_UNSIGNED:
		set_unsigned(attributes, to, value->as.u);
		break;
	case BRIDGE_SIGNED:
		set_int(to, value->as.s);
		break;
	case BRIDGE_FLOAT:
		*to = (struct otlp_value){ .kind = OTLP_DOUBLE,
					   .as.d = value->as.f,
					   .is_narrow = value->is_narrow };
		break;
	case BRIDGE_BOOL:
		*to = (struct otlp_value){ .kind = OTLP_BOOL,
					   .as.b = value->as.u };
		break;
	case BRIDGE_ADDRESS:
		set_address(attributes, to, value->as.u);
		break;
	case BRIDGE_TEXT_VALUE:
		keep_text(attributes, to, value->text, value->len);
	}
}

/* An element that is not there is a value without a kind. */
static void get_element(struct attributes *attributes, struct otlp_value *to,
			const struct posix_trace_value_np *field, size_t index)
{
	struct bridge_value value;
	const int err =
		bridge_values_get(&attributes->values, field, index, &value);

	*to = (struct otlp_value){ .kind = OTLP_NOTHING };
	if (!err)
		set_value(attributes, to, &value);
	else if (err != EINVAL)
		attributes->error = err;
}

static void get_array(struct attributes *attributes, struct otlp_value *to,
		      const struct posix_trace_value_np *field)
{
	struct otlp_value *element =
		take(attributes, field->count * sizeof(*element));

	if (!element)
		return;
	for (size_t i = 0; i < field->count; i++)
		get_element(attributes, &element[i], field, i);
	*to = (struct otlp_value){
		.kind = OTLP_ARRAY,
		.element = element,
		.len = field->count,
	};
}

/* Attributes */

void attributes_put_text(struct attributes *attributes, const char *key,
			 const void *text, size_t len)
{
	struct otlp_value value = { .kind = OTLP_NOTHING };

	attributes_text(attributes, text, len, &value);
	add(attributes, key, &value);
}

void attributes_put_number(struct attributes *attributes, const char *key,
			   int64_t number)
{
	struct otlp_value value;

	set_int(&value, number);
	add(attributes, key, &value);
}

void attributes_put_unsigned(struct attributes *attributes, const char *key,
			     uint64_t number)
{
	struct otlp_value value;

	set_unsigned(attributes, &value, number);
	add(attributes, key, &value);
}

void attributes_put_true(struct attributes *attributes, const char *key)
{
	const struct otlp_value value = { .kind = OTLP_BOOL, .as.b = true };

	add(attributes, key, &value);
}

/* Threads */

static void put_thread(struct attributes *attributes, uint32_t thread)
{
	const struct entity *its = &attributes->bridge->threads.entity[thread];
	char name[BRIDGE_TEXT];

	if (!its->tid)
		return;
	bridge_thread_name(attributes->bridge, thread, name);
	attributes_put_number(attributes, "thread.id", its->tid);
	attributes_put_text(attributes, "thread.name", name, strlen(name));
}

/* Keeps the attributes of a thread, which are the list. */
static void learn_thread(struct attributes *attributes, uint32_t thread)
{
	struct attributes_thread *its;
	struct otlp_value *name;

	if (attributes->error)
		return;
	if (pxt_array_reserve_zeroed(&attributes->thread, &attributes->threads,
				     (size_t)thread + 1, sizeof(*its))) {
		attributes->error = ENOMEM;
		return;
	}
	its = &attributes->thread[thread];
	its->count = (unsigned)attributes->count;
	if (its->count)
		memcpy(its->attribute, attributes->attribute,
		       its->count * sizeof(*its->attribute));
	name = its->count ? &its->attribute[1].value : NULL;
	its->name = malloc(name ? name->len + 1 : 1);
	if (!its->name) {
		attributes->error = ENOMEM;
	} else if (name) {
		memcpy(its->name, name->text, name->len);
		name->text = its->name;
	}
}

/* A thread may get its name later, where not everything is known. */
void attributes_put_thread(struct attributes *attributes)
{
	const uint32_t thread = attributes->bridge->thread;
	const struct attributes_thread *its;

	if (thread < attributes->threads && attributes->thread[thread].name) {
		its = &attributes->thread[thread];
		for (unsigned i = 0; i < its->count; i++)
			add(attributes, its->attribute[i].key,
			    &its->attribute[i].value);
		return;
	}
	put_thread(attributes, thread);
	if (!attributes->before && attributes->bridge->is_surveyed)
		learn_thread(attributes, thread);
}

/* Processes */

/* A service without a name is called so by the conventions. */
void attributes_put_process(struct attributes *attributes, uint32_t process)
{
	struct bridge *bridge = attributes->bridge;
	const struct entity *its = &bridge->processes.entity[process];
	const char *host = source_get_host(bridge->source, its->origin);
	char program[PROGRAMS_NAME];
	const char *service = program;
	struct timespec room;

	if (*host)
		attributes_put_text(attributes, "host.name", host,
				    strlen(host));
	programs_name(bridge->source, its->origin, its->pid,
		      programs_when(its->program, &room), program, NULL);
	if (!*program)
		service = "unknown_service";
	attributes_put_text(attributes, "service.name", service,
			    strlen(service));
	if (its->pid)
		attributes_put_number(attributes, "process.pid", its->pid);
	if (*program)
		attributes_put_text(attributes, "process.executable.name",
				    program, strlen(program));
}

/* Places */

/* A place like "match.c:118". */
static void put_source(struct attributes *attributes, const struct label *place)
{
	const char *colon = memrchr(place->text, ':', place->len);
	const size_t file = colon ? (size_t)(colon - place->text) : place->len;

	attributes_put_text(attributes, "code.file.path", place->text, file);
	if (colon)
		attributes_put_number(attributes, "code.line.number",
				      strtol(colon + 1, NULL, 10));
}

void attributes_put_place(struct attributes *attributes)
{
	struct bridge *bridge = attributes->bridge;
	const uintptr_t address =
		(uintptr_t)bridge->item->info.posix_prog_address;
	const struct symbol *symbol;
	char text[TEXT_MAX];

	if (!address)
		return;
	symbol = bridge_symbol(bridge);
	if (symbol->shown.function.len)
		attributes_put_text(attributes, "code.function.name",
				    symbol->shown.function.text,
				    symbol->shown.function.len);
	if (symbol->shown.place.len)
		put_source(attributes, &symbol->shown.place);
	if (!symbol->shown.function.len && !symbol->shown.place.len)
		attributes_put_text(attributes, "addr", text,
				    text_hex(text, address));
}

/* Fields */

/* Takes the id in a field that has one. */
static bool get_id(const struct posix_trace_value_np *value, unsigned char *id,
		   size_t len)
{
	if (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return otlp_id_parse(id, len, value->data, value->len);
	return value->field->size == 1 &&
	       otlp_id_take(id, len, value->data, value->len);
}

static bool get_any_id(const struct posix_trace_value_np *value,
		       struct otlp_ids *ids)
{
	if (!strcmp(value->field->name, "trace_id"))
		return get_id(value, ids->trace, OTLP_TRACE_ID);
	return !strcmp(value->field->name, "span_id") &&
	       get_id(value, ids->span, OTLP_SPAN_ID);
}

void attributes_get_ids(const struct attributes *attributes,
			struct otlp_ids *ids)
{
	const struct fields *fields = attributes->bridge->fields;

	for (unsigned i = 0;
	     attributes->bridge->is_described && i < fields->count; i++)
		get_any_id(&fields->values[i], ids);
}

static void put_field(struct attributes *attributes,
		      const struct posix_trace_value_np *field)
{
	struct otlp_value value = { .kind = OTLP_NOTHING };
	struct otlp_ids ids;

	if (get_any_id(field, &ids))
		return;
	if (field->field->kind != POSIX_TRACE_FIELD_TEXT_NP &&
	    field->field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		get_array(attributes, &value, field);
	else
		get_element(attributes, &value, field, 0);
	add(attributes, join(attributes, prefix, field->field->name), &value);
}

static void put_rest(struct attributes *attributes)
{
	struct otlp_value value = { .kind = OTLP_BYTES };

	value.text = fields_rest(attributes->bridge->fields, &value.len);
	if (value.len)
		add(attributes, "rest", &value);
}

void attributes_put_fields(struct attributes *attributes)
{
	const struct bridge *bridge = attributes->bridge;
	const struct fields *fields = bridge->fields;

	for (unsigned i = 0; bridge->is_described && i < fields->count; i++)
		put_field(attributes, &fields->values[i]);
	if (bridge->is_described)
		put_rest(attributes);
	if (data_is_cut(bridge->item))
		attributes_put_true(attributes, "cut");
}

/* A null at the end of a text does not belong to it. */
void attributes_data(struct attributes *attributes, struct otlp_value *value)
{
	const struct posix_trace_item_np *item = attributes->bridge->item;
	const char *data = item->data;
	struct bridge_value words;
	size_t len = item->data_len;
	int err;

	err = bridge_values_system(&attributes->values, &words);
	if (len && !data[len - 1])
		len--;
	if (!err)
		keep_text(attributes, value, words.text, words.len);
	else if (jsonl_is_text(data, len))
		set_text(value, data, len);
	else
		*value = (struct otlp_value){ .kind = OTLP_BYTES,
					      .text = data,
					      .len = item->data_len };
	if (err && err != ENODATA)
		attributes->error = err;
}
