/*
 * select_fields.c - fields of an event in conditions
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "event/fields.h"
#include "event/objects.h"
#include "select/select_fields.h"
#include "source/programs.h"

enum field {
	FIELD_DESCRIBED, /* described fields: not all events have them */
	FIELD_NAME,
	FIELD_COMM,
	FIELD_PID,
	FIELD_TID,
	FIELD_TNAME,
	FIELD_TS,
	FIELD_ADDR,
	FIELD_LEN,
	FIELD_DATA,
};

static const char *const field_names[] = {
	[FIELD_NAME] = "name", [FIELD_COMM] = "comm",	[FIELD_PID] = "pid",
	[FIELD_TID] = "tid",   [FIELD_TNAME] = "tname", [FIELD_TS] = "ts",
	[FIELD_ADDR] = "addr", [FIELD_LEN] = "len",	[FIELD_DATA] = "data",
};

const char *select_fields_name(size_t index)
{
	index += FIELD_NAME;
	return index < sizeof(field_names) / sizeof(field_names[0]) ?
		       field_names[index] :
		       NULL;
}

static uint8_t find_field(const char *name)
{
	const char *ours;

	for (size_t i = 0; (ours = select_fields_name(i)); i++)
		if (!strcmp(ours, name))
			return (uint8_t)(FIELD_NAME + i);
	return FIELD_DESCRIBED;
}

/* Sets fields[] to those of the condition; true: some are described. */
static bool find_fields(struct selection *selection)
{
	bool described = false;
	const char *name;

	for (unsigned i = 0; i < SELECTION_FIELDS; i++) {
		name = where_field(selection->where, i);
		if (!name)
			break;
		selection->fields[i] = find_field(name);
		described |= selection->fields[i] == FIELD_DESCRIBED;
	}
	return described;
}

int select_fields_begin(struct selection *selection)
{
	select_fields_end(selection);
	if (!selection->where || !find_fields(selection))
		return 0;
	selection->described = malloc(sizeof(*selection->described));
	if (!selection->described)
		return ENOMEM;
	fields_init(selection->described, selection->source);
	return 0;
}

void select_fields_end(struct selection *selection)
{
	if (selection->described)
		fields_fini(selection->described);
	free(selection->described);
	selection->described = NULL;
}

struct candidate {
	const struct selection *selection;
	const struct posix_trace_item_np *item;
	bool is_decoded;
	char name[TRACE_EVENT_NAME_MAX + 1];		 /* once looked up */
	char thread[POSIX_TRACE_THREAD_NAME_MAX_NP + 1]; /* once looked up */
	char program[PROGRAMS_NAME];			 /* once looked up */
	union { /* last field looked up */
		char name[POSIX_TRACE_NAME_MAX_NP + 1];
		char object[OBJECTS_TEXT];
	} called;
};

static void set_number(struct where_value *value, long double number)
{
	value->kind = WHERE_NUMBER;
	value->number = number;
}

static void set_text(struct where_value *value, const char *text, size_t len)
{
	value->kind = WHERE_TEXT;
	value->text = text;
	value->len = len;
}

static void get_name(struct candidate *candidate, struct where_value *value)
{
	if (!source_get_name(candidate->selection->source,
			     candidate->item->info.posix_event_id,
			     candidate->name))
		set_text(value, candidate->name, strlen(candidate->name));
}

static void get_process(struct candidate *candidate, struct where_value *value)
{
	const struct posix_trace_item_np *item = candidate->item;

	programs_name(candidate->selection->source, item->origin,
		      item->info.posix_pid, &item->info.posix_timestamp,
		      candidate->program, NULL);
	if (*candidate->program)
		set_text(value, candidate->program, strlen(candidate->program));
}

static void get_thread(struct candidate *candidate, struct where_value *value)
{
	const struct posix_trace_item_np *item = candidate->item;

	if (!source_get_thread(candidate->selection->source, item->origin,
			       item->info.posix_pid, item->tid,
			       candidate->thread, sizeof(candidate->thread)))
		set_text(value, candidate->thread, strlen(candidate->thread));
}

/* A null at the end of a text does not belong to it. */
static void get_data(const struct posix_trace_item_np *item,
		     struct where_value *value)
{
	const char *data = item->data ? item->data : "";
	size_t len = item->data_len;

	if (len && !data[len - 1])
		len--;
	set_text(value, data, len);
}

static long double number_of(const struct posix_trace_number_np *number)
{
	switch (number->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		return number->as.f;
	case POSIX_TRACE_FIELD_SIGNED_NP:
		return number->as.s;
	default:
		return number->as.u;
	}
}

/* Alternative names of a number. */
static void set_word(struct candidate *candidate,
		     const struct posix_trace_number_np *number,
		     const struct posix_trace_value_np *found,
		     struct where_value *value)
{
	char *name = candidate->called.name;

	value->text = number->label;
	if (number->kind == POSIX_TRACE_FIELD_BOOL_NP)
		value->text = number->as.u ? "true" : "false";
	else if (!number->label &&
		 found->field->flags & POSIX_TRACE_FIELD_FLAGS_NP &&
		 posix_trace_value_name_np(
			 candidate->selection->described->layout, found, 0,
			 name, sizeof(candidate->called.name)))
		value->text = name;
	if (value->text)
		value->len = strlen(value->text);
	if (number->kind != POSIX_TRACE_FIELD_CHAR_NP)
		return;
	value->text = found->data;
	value->len = found->len;
}

/* "queue/jobs", or "jobs". Between two such fields the numbers are compared. */
static void set_object(struct candidate *candidate,
		       const struct posix_trace_number_np *number,
		       const struct posix_trace_value_np *found,
		       struct where_value *value)
{
	size_t name;

	value->len = objects_name(candidate->selection->described, found->field,
				  number, candidate->called.object, &name);
	if (!value->len)
		return;
	value->text = candidate->called.object;
	value->short_text = candidate->called.object + name;
	value->short_len = value->len - name;
}

/* Arrays cannot be compared. */
static void get_described(struct candidate *candidate, unsigned which,
			  struct where_value *value)
{
	const struct selection *selection = candidate->selection;
	struct fields *fields = selection->described;
	const char *name = where_field(selection->where, which);
	const struct posix_trace_value_np *found;
	struct posix_trace_number_np number;

	if (!candidate->is_decoded)
		fields_decode(fields, candidate->item);
	candidate->is_decoded = true;
	found = fields_find(fields, fields_bare(name));
	if (!found)
		return;
	if (found->field->kind == POSIX_TRACE_FIELD_TEXT_NP) {
		set_text(value, found->data, found->len);
	} else if (found->count == 1 &&
		   !posix_trace_value_number_np(fields->layout, found, 0,
						&number)) {
		set_number(value, number_of(&number));
		set_word(candidate, &number, found, value);
		if (!value->text && objects_are_in(found->field))
			set_object(candidate, &number, found, value);
	}
}

static void get(void *context, unsigned number, struct where_value *value)
{
	struct candidate *candidate = context;
	const struct posix_trace_item_np *item = candidate->item;

	switch (candidate->selection->fields[number]) {
	case FIELD_DESCRIBED:
		get_described(candidate, number, value);
		break;
	case FIELD_NAME:
		get_name(candidate, value);
		break;
	case FIELD_COMM:
		get_process(candidate, value);
		break;
	case FIELD_PID:
		set_number(value, item->info.posix_pid);
		break;
	case FIELD_TID:
		set_number(value, select_thread(item));
		break;
	case FIELD_TNAME:
		get_thread(candidate, value);
		break;
	case FIELD_TS:
		set_number(value, stamp_ns(&item->info.posix_timestamp));
		break;
	case FIELD_ADDR:
		set_number(value, (uintptr_t)item->info.posix_prog_address);
		break;
	case FIELD_LEN:
		set_number(value, item->data_len);
		break;
	case FIELD_DATA:
		get_data(item, value);
		break;
	}
}

bool select_fields_hold(struct selection *selection,
			const struct posix_trace_item_np *item)
{
	struct candidate candidate;

	/* Buffers stay uninitialized: this runs for every event. */
	candidate.selection = selection;
	candidate.item = item;
	candidate.is_decoded = false;
	return where_holds(selection->where, get, &candidate);
}

const char *select_fields_described(const struct selection *selection,
				    unsigned *i)
{
	const char *name = NULL;

	while (selection->described && *i < SELECTION_FIELDS &&
	       (name = where_field(selection->where, *i)) &&
	       selection->fields[(*i)++] != FIELD_DESCRIBED)
		name = NULL;
	return name;
}

bool select_fields_find(const struct selection *selection, const char *name,
			struct guess *guess)
{
	const size_t count = sizeof(field_names) / sizeof(field_names[0]);
	const char *bare = fields_bare(name);

	if (fields_exist(selection->described, bare))
		return true;
	if (bare == name)
		guess_add_all(guess, field_names, count);
	fields_guess(selection->described, guess);
	return false;
}
