/*
 * redactor.c - values are made unknown, and remembered for the search
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "redact/keyed_hash.h"
#include "redact/redactor.h"

/* Bytes of a number that is searched for, and those of them that tell. */
enum { NUMBER_LEAST = 8, NUMBER_BYTES = 4 };

static const char *const category_words[REDACT_CATEGORIES] = {
	[REDACT_PROGRAMS] = "a program",
	[REDACT_COMMANDS] = "a command",
	[REDACT_MODULES] = "a module",
	[REDACT_THREADS] = "a thread",
	[REDACT_HOSTS] = "a host",
	[REDACT_OBJECTS] = "an object",
	[REDACT_ADDRESSES] = "an address",
	[REDACT_NOTES] = "a note",
	[REDACT_TEMPLATES] = "a template",
	[REDACT_UNDESCRIBED] = "undescribed data",
	[REDACT_FIELDS] = "a field",
	[REDACT_EVENTS] = "an event",
};

void redactor_init(struct redactor *redactor, struct redaction *redaction,
		   struct source *source)
{
	memset(redactor, 0, sizeof(*redactor));
	redactor->redaction = redaction;
	fields_init(&redactor->fields, source);
	redactor->fields.no_symbols = true;
}

void redactor_fini(struct redactor *redactor)
{
	for (unsigned i = 0; i < 4; i++)
		free(redactor->texts[i]);
	free(redactor->data);
	dropped_values_fini(&redactor->dropped);
	choices_fini(&redactor->choices);
	fields_fini(&redactor->fields);
}

static void note(struct redactor *redactor, int err)
{
	if (!redactor->error)
		redactor->error = err;
}

void redactor_leave_out(struct redactor *redactor,
			const struct redact_rule *rule, const void *value,
			size_t len)
{
	note(redactor, dropped_values_add(&redactor->dropped, value, len,
					  category_words[rule->category]));
}

static void remember(struct redactor *redactor, struct redact_rule *rule,
		     const void *data, size_t len)
{
	rule->count++;
	redactor_leave_out(redactor, rule, data, len);
}

static void hash(const struct redactor *redactor, const void *data, size_t len,
		 uint8_t made[KEYED_HASH_SIZE])
{
	keyed_hash(redactor->key, redactor->key_len, data, len, made);
}

/* Writes what a text becomes, without a null, into that many bytes at most.
 * Returns the length. */
static size_t change_text(const struct redactor *redactor,
			  enum redact_action action, const char *text,
			  size_t len, char *to, size_t most)
{
	char digits[REDACTOR_HASH + 1];
	uint8_t made[KEYED_HASH_SIZE];

	if (!len || action == REDACT_DROP)
		return 0;
	if (action == REDACT_MASK) {
		len = len < most ? len : most;
		memset(to, '*', len);
		return len;
	}
	hash(redactor, text, len, made);
	snprintf(digits, sizeof(digits), "h%02x%02x%02x%02x%02x%02x%02x%02x",
		 made[0], made[1], made[2], made[3], made[4], made[5], made[6],
		 made[7]);
	len = most < REDACTOR_HASH ? most : REDACTOR_HASH;
	memcpy(to, digits, len);
	return len;
}

const char *redactor_text(struct redactor *redactor,
			  enum redact_category category, const char *text,
			  size_t most)
{
	struct redact_rule *rule =
		redaction_find(redactor->redaction, category);
	char **made = &redactor->texts[redactor->turn++ % 4];
	const size_t len = strlen(text);
	const size_t room = len > REDACTOR_HASH ? len : REDACTOR_HASH;

	if (!rule || !len)
		return text;
	remember(redactor, rule, text, len);
	free(*made);
	*made = calloc(1, room + 1);
	if (!*made) {
		note(redactor, ENOMEM);
		return "";
	}
	change_text(redactor, rule->action, text, len, *made,
		    room < most ? room : most);
	return *made;
}

void redactor_bytes(struct redactor *redactor, enum redact_category category,
		    unsigned char *bytes, size_t len)
{
	struct redact_rule *rule =
		redaction_find(redactor->redaction, category);
	uint8_t made[KEYED_HASH_SIZE] = { 0 };
	size_t set = 0;

	while (set < len && !bytes[set])
		set++;
	if (!rule || set == len)
		return;
	remember(redactor, rule, bytes, len);
	if (rule->action == REDACT_HASH)
		hash(redactor, bytes, len, made);
	memcpy(bytes, made, len < sizeof(made) ? len : sizeof(made));
}

/* Data of events */

static char *append(struct redactor *redactor, size_t len)
{
	char *at;

	if (pxt_array_reserve(&redactor->data, &redactor->room,
			      redactor->len + len + 1, 1)) {
		note(redactor, ENOMEM);
		return NULL;
	}
	at = redactor->data + redactor->len;
	memset(at, 0, len + 1);
	redactor->len += len;
	return at;
}

static void append_bytes(struct redactor *redactor, const void *data,
			 size_t len)
{
	char *at = append(redactor, len);

	if (at && len)
		memcpy(at, data, len);
}

/* Equal numbers of any width have hashes with equal low bytes. */
static void hash_number(const struct redactor *redactor,
			const struct posix_trace_number_np *number, char *to,
			size_t size)
{
	uint8_t bytes[1 + sizeof(uint64_t)] = { 'n' };
	uint8_t made[KEYED_HASH_SIZE];
	float narrow;
	double wide;

	for (unsigned i = 0; i < sizeof(uint64_t); i++)
		bytes[1 + i] = (uint8_t)(number->as.u >> 8 * i);
	hash(redactor, bytes, sizeof(bytes), made);
	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP) {
		/* Any bits would not be a number that views show. */
		wide = made[0] << 16 | made[1] << 8 | made[2];
		narrow = (float)wide;
		memcpy(to, size == sizeof(float) ? (void *)&narrow : &wide,
		       size < sizeof(wide) ? size : sizeof(wide));
		return;
	}
	if (number->kind == POSIX_TRACE_FIELD_BOOL_NP)
		made[0] &= 1;
	memcpy(to, made, size);
}

/* Numbers of few bytes, and round ones, are anywhere by chance. */
static bool is_telling(const char *bytes, size_t size)
{
	unsigned telling = 0;

	for (size_t i = 0; i < size; i++)
		telling += (unsigned char)bytes[i] != 0 &&
			   (unsigned char)bytes[i] != 0xff;
	return size >= NUMBER_LEAST && telling >= NUMBER_BYTES;
}

void redactor_leave_out_number(struct redactor *redactor,
			       const struct redact_rule *rule, uint64_t number)
{
	if (is_telling((const char *)&number, sizeof(number)))
		redactor_leave_out(redactor, rule, &number, sizeof(number));
}

static void change_numbers(struct redactor *redactor, struct redact_rule *rule,
			   const struct posix_trace_value_np *value)
{
	const size_t size = value->field->size;
	struct posix_trace_number_np number;
	char *to = append(redactor, value->len);

	for (size_t i = 0; to && i < value->count; i++) {
		const char *from = (const char *)value->data + i * size;

		if (posix_trace_value_number_np(redactor->fields.layout, value,
						i, &number))
			continue;
		if (is_telling(from, size))
			remember(redactor, rule, from, size);
		else
			rule->count++;
		if (rule->action == REDACT_HASH && size <= KEYED_HASH_SIZE)
			hash_number(redactor, &number, to + i * size, size);
	}
}

/* The bytes that a text takes: up to its null, or all of its array. */
static size_t room_of(const struct posix_trace_value_np *value, const char *end)
{
	const struct posix_trace_field_np *field = value->field;

	if (!field->size)
		return value->len + 1;
	return field->count ? field->size * field->count :
			      (size_t)(end - (const char *)value->data);
}

/* A text that fills its array has no null, and needs none. */
static void change_text_field(struct redactor *redactor,
			      struct redact_rule *rule,
			      const struct posix_trace_value_np *value,
			      size_t room)
{
	const bool is_free = !value->field->size;
	const size_t most = is_free ? value->len + REDACTOR_HASH :
				      room - (value->len < room);
	char *to = append(redactor, is_free ? most + 1 : room);
	size_t len;

	if (!to)
		return;
	remember(redactor, rule, value->data, value->len);
	len = change_text(redactor, rule->action, value->data, value->len, to,
			  most);
	if (is_free)
		redactor->len -= most - len;
}

static void change_field(struct redactor *redactor, const struct choice *choice,
			 const struct posix_trace_value_np *value,
			 const char *end)
{
	struct redact_rule *rule =
		choice->of_field[value->field - choice->layout->field];
	const bool is_text = value->field->kind == POSIX_TRACE_FIELD_TEXT_NP;
	const size_t room = is_text ? room_of(value, end) : value->len;

	if (!rule)
		append_bytes(redactor, value->data, room);
	else if (is_text)
		change_text_field(redactor, rule, value, room);
	else
		change_numbers(redactor, rule, value);
}

/* Data that no description tells of. */
static void change_rest(struct redactor *redactor, const char *data, size_t len)
{
	struct redact_rule *rule =
		redaction_find(redactor->redaction, REDACT_UNDESCRIBED);
	const size_t room = len > REDACTOR_HASH ? len : REDACTOR_HASH;
	size_t made;
	char *to;

	if (!rule || !len) {
		append_bytes(redactor, data, len);
		return;
	}
	to = append(redactor, room);
	if (!to)
		return;
	remember(redactor, rule, data,
		 strnlen(data, len) < len ? strnlen(data, len) : len);
	made = change_text(redactor, rule->action, data, len, to, room);
	redactor->len -= room - made;
}

/* Fields keep their alignment behind a text that is longer or shorter now;
 * bytes between them, which the program did not mean to record, are zero. */
static const char *change_fields(struct redactor *redactor,
				 const struct choice *choice, const char *data,
				 const char *end)
{
	const struct fields *fields = &redactor->fields;
	const char *at = data;

	for (unsigned i = 0; i < fields->count; i++) {
		const struct posix_trace_value_np *value = &fields->values[i];
		const size_t align =
			value->field->__align ? value->field->__align : 1;
		const size_t gap = (align - redactor->len % align) % align;

		append(redactor, gap);
		change_field(redactor, choice, value, end);
		at = (const char *)value->data +
		     (value->field->kind == POSIX_TRACE_FIELD_TEXT_NP ?
			      room_of(value, end) :
			      value->len);
	}
	return at < end ? at : end;
}

/* A field that is not whole is left out with all behind it. */
static bool is_whole(const struct redactor *redactor)
{
	return redactor->fields.count == redactor->fields.layout->fields;
}

static void change_data(struct redactor *redactor, struct choice *choice,
			struct posix_trace_item_np *item)
{
	const char *data = item->data, *end = data + item->data_len;
	int err;

	redactor->len = 0;
	if (fields_decode(&redactor->fields, item)) {
		err = choice_find_fields(choice, redactor->redaction,
					 redactor->fields.layout);
		note(redactor, err);
		if (err)
			return;
		data = change_fields(redactor, choice, data, end);
		if (!is_whole(redactor))
			data = end;
	}
	change_rest(redactor, data, (size_t)(end - data));
	item->data = redactor->len ? redactor->data : NULL;
	item->data_len = redactor->len;
}

bool redactor_event(struct redactor *redactor, const char *event,
		    struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	struct choice *choice;

	if (type < POSIX_TRACE_UNNAMED_USEREVENT)
		return true;
	choice = choices_find(&redactor->choices, redactor->redaction, type,
			      event);
	if (!choice) {
		note(redactor, ENOMEM);
		return true;
	}
	if (choice->of_event && choice->of_event->action == REDACT_DROP) {
		choice->of_event->count++;
		return false;
	}
	if (item->data_len)
		change_data(redactor, choice, item);
	return true;
}
