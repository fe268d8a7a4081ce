/*
 * type_row.c - what views have to know of an event type
 *
 * The parts of events in spans and in holds are those that stat gives them.
 */
#include <string.h>

#include "event/objects.h"
#include "ship/postgres/type_row.h"

static bool is_enumeration(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_ENUM_NP &&
	       !(field->flags & POSIX_TRACE_FIELD_FLAGS_NP);
}

enum aside type_row_aside(const struct posix_trace_field_np *field)
{
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP ||
	    field->kind == POSIX_TRACE_FIELD_CHAR_NP)
		return field->kind == POSIX_TRACE_FIELD_CHAR_NP &&
				       field->flags &
					       POSIX_TRACE_FIELD_ARRAY_NP ?
			       ASIDE_NEVER :
			       ASIDE_ODD_TEXT;
	if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		return ASIDE_NEVER;
	if (field->object)
		return ASIDE_TEXT;
	if (is_enumeration(field))
		return ASIDE_NUMBER;
	return field->flags & POSIX_TRACE_FIELD_FLAGS_NP ? ASIDE_TEXT :
							   ASIDE_NEVER;
}

static const char *number_type(const struct posix_trace_field_np *field)
{
	switch (field->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		return "float";
	case POSIX_TRACE_FIELD_BOOL_NP:
		return "bool";
	case POSIX_TRACE_FIELD_UNSIGNED_NP:
		return field->size < sizeof(int64_t) ? "bigint" : "numeric";
	}
	return "bigint";
}

static const char *shown_type(const struct posix_trace_field_np *field)
{
	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP ||
	    field->kind == POSIX_TRACE_FIELD_CHAR_NP)
		return field->flags & POSIX_TRACE_FIELD_ARRAY_NP &&
				       field->kind !=
					       POSIX_TRACE_FIELD_TEXT_NP ?
			       "jsonb" :
			       "text";
	if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		return "jsonb";
	return type_row_aside(field) ? "text" : number_type(field);
}

static void put_word(struct json_writer *writer, const char *key,
		     const char *word)
{
	json_rows_text(writer, key, word, word ? strlen(word) : 0);
}

/* A column: its ending, its type, and whether its value stands aside. */
static void put_column(struct json_writer *writer, const char *name,
		       const char *ending, const char *type, bool is_aside)
{
	jsonl_open_object(&writer->json);
	put_word(writer, "field", name);
	put_word(writer, "ending", ending);
	put_word(writer, "type", type);
	jsonl_put_bool(&writer->json, "aside", is_aside);
	jsonl_close_object(&writer->json);
}

static void put_field(struct json_writer *writer,
		      const struct posix_trace_field_np *field)
{
	const enum aside aside = type_row_aside(field);

	put_column(writer, field->name, "", shown_type(field),
		   aside == ASIDE_TEXT || aside == ASIDE_ODD_TEXT);
	if (aside == ASIDE_NUMBER || aside == ASIDE_TEXT)
		put_column(writer, field->name,
			   field->object ? "_address" : "_value",
			   number_type(field), aside == ASIDE_NUMBER);
}

static void put_fields(struct json_writer *writer,
		       const struct posix_trace_layout_np *layout)
{
	jsonl_key(&writer->json, "fields");
	jsonl_open_array(&writer->json);
	for (unsigned i = 0; i < layout->fields; i++)
		put_field(writer, &layout->field[i]);
	jsonl_close_array(&writer->json);
}

static const struct posix_trace_field_np *
find_key(const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].flags & POSIX_TRACE_FIELD_KEY_NP)
			return &layout->field[i];
	return NULL;
}

static const struct posix_trace_field_np *
find_object(const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].object)
			return &layout->field[i];
	return NULL;
}

static void put_span(struct json_writer *writer, const char *name,
		     const struct posix_trace_layout_np *layout)
{
	const struct posix_trace_field_np *key = find_key(layout);
	const struct posix_trace_field_np *object = find_object(layout);
	const unsigned flags = layout->flags;
	const bool begins = flags & POSIX_TRACE_LAYOUT_BEGIN_NP;
	const bool ends = flags & POSIX_TRACE_LAYOUT_END_NP;
	enum aside aside;

	if (!begins && !ends)
		return;
	put_word(writer, "span", *layout->span ? layout->span : name);
	jsonl_put_bool(&writer->json, "begins", begins);
	jsonl_put_bool(&writer->json, "ends", ends);
	jsonl_put_bool(&writer->json, "is_optional",
		       flags & POSIX_TRACE_LAYOUT_OPTIONAL_NP);
	put_word(writer, "object", object ? object->name : NULL);
	if (!key)
		return;
	aside = type_row_aside(key);
	put_word(writer, "key", key->name);
	put_word(writer, "key_from",
		 key->object	     ? "object" :
		 aside >= ASIDE_TEXT ? "aside" :
				       "args");
}

/* The part of an event for an object: see figures/locks/roles.c. */
static void put_lock(struct json_writer *writer,
		     const struct posix_trace_layout_np *layout,
		     const struct posix_trace_field_np *field, bool is_first)
{
	const unsigned flags =
		is_first && !find_key(layout) ? layout->flags : 0;
	const bool acquires = field->flags & POSIX_TRACE_FIELD_ACQUIRE_NP;
	const bool releases = field->flags & POSIX_TRACE_FIELD_RELEASE_NP;
	const bool begins = flags & POSIX_TRACE_LAYOUT_BEGIN_NP && !acquires;
	const bool ends = flags & POSIX_TRACE_LAYOUT_END_NP && !releases;

	if (field->flags & POSIX_TRACE_FIELD_SELF_NP ||
	    !(acquires || releases || begins || ends))
		return;
	jsonl_open_object(&writer->json);
	put_word(writer, "field", field->name);
	put_word(writer, "kind", field->object);
	jsonl_put_bool(&writer->json, "begins", begins);
	jsonl_put_bool(&writer->json, "ends", ends);
	jsonl_put_bool(&writer->json, "acquires", acquires);
	jsonl_put_bool(&writer->json, "releases", releases);
	jsonl_close_object(&writer->json);
}

static void put_locks(struct json_writer *writer,
		      const struct posix_trace_layout_np *layout)
{
	bool is_first = true;

	jsonl_key(&writer->json, "locks");
	jsonl_open_array(&writer->json);
	for (unsigned i = 0; i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];

		if (!objects_are_in(field) ||
		    field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
			continue;
		put_lock(writer, layout, field, is_first);
		is_first = false;
	}
	jsonl_close_array(&writer->json);
}

void type_row_put(struct json_rows *rows, struct json_writer *writer,
		  const char *name, bool is_system, const char *description,
		  const struct posix_trace_layout_np *layout)
{
	json_rows_begin(rows, writer);
	put_word(writer, "name", name);
	jsonl_put_bool(&writer->json, "system", is_system);
	put_word(writer, "description", description);
	if (layout) {
		put_span(writer, name, layout);
		put_fields(writer, layout);
		put_locks(writer, layout);
	}
	json_rows_end(rows, writer);
}
