/*
 * objects.c - names of the objects in fields of events
 */
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "event/objects.h"

unsigned long long objects_address(const struct posix_trace_field_np *field,
				   const struct posix_trace_number_np *number)
{
	return field->size == 8 ?
		       number->as.u :
		       number->as.u & ((1ULL << 8 * field->size) - 1);
}

void objects_print(char *text, const struct posix_trace_field_np *field,
		   const struct posix_trace_number_np *number)
{
	if (field->kind == POSIX_TRACE_FIELD_SIGNED_NP)
		snprintf(text, OBJECTS_NUMBER, "%lld", number->as.s);
	else
		text_hex(text, objects_address(field, number));
}

bool objects_are_in(const struct posix_trace_field_np *field)
{
	return field->object && (field->kind == POSIX_TRACE_FIELD_UNSIGNED_NP ||
				 field->kind == POSIX_TRACE_FIELD_SIGNED_NP);
}

int objects_get(struct source *source, struct symbols *symbols, unsigned origin,
		pid_t pid, unsigned long long address, const char *kind,
		const struct timespec *when,
		struct posix_trace_object_np *object)
{
	const struct symbols_object at = { origin, pid, address, when };
	const struct label *symbol;
	int err;

	err = source_get_object(source, origin, pid, address, kind, when,
				object);
	if (!err && *object->name)
		return 0;
	symbol = kind && !strcmp(kind, "function") ?
			 symbols_function(symbols, &at) :
			 symbols_variable(symbols, &at);
	if (!symbol->len || (err && (!kind || !*kind)))
		return err;
	if (err)
		*object = (struct posix_trace_object_np){
			.pid = pid,
			.address = address,
			.kind = kind,
			.details = "",
		};
	object->name = symbol->text;
	return 0;
}

/* Returns the end of the text. */
static size_t put_part(char text[OBJECTS_TEXT], size_t at, const char *part)
{
	const size_t len = strnlen(part, OBJECTS_TEXT - 1 - at);

	memcpy(text + at, part, len);
	text[at + len] = '\0';
	return at + len;
}

size_t objects_name(const struct fields *fields,
		    const struct posix_trace_field_np *field,
		    const struct posix_trace_number_np *number,
		    char text[OBJECTS_TEXT], size_t *name)
{
	const unsigned long long address = objects_address(field, number);
	const struct posix_trace_item_np *item = fields->item;
	struct posix_trace_object_np object;
	char bare[OBJECTS_NUMBER];

	if (objects_get(fields->source, fields->symbols, item->origin,
			item->info.posix_pid, address, field->object,
			&item->info.posix_timestamp, &object))
		return 0;
	*name = put_part(text, 0, object.kind);
	*name = put_part(text, *name, "/");
	if (*object.name)
		return put_part(text, *name, object.name);
	objects_print(bare, field, number);
	return put_part(text, *name, bare);
}

const char *objects_shown(const char *text, size_t name, size_t *len)
{
	if (text[name] != '/')
		return text;
	*len -= name;
	return text + name;
}
