/* description.c - names and descriptions of the types of events */
#include "format/chrome/import/description.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "format/events_file.h"

enum {
	WORD_MAX = 63, /* bytes of a span, and of a field */
	STEM_MAX = 52, /* bytes of a field's name before its number */
	OWN = 4,       /* fields that are no arguments: name, id, phase, rest */
	NAMES = PXT_CHROME_FIELDS + OWN,
};

/* A description as it is written. */
struct writer {
	struct pxt_chrome_described *to;
	size_t len;
	bool is_full;
	char name[NAMES][WORD_MAX + 1]; /* names of the fields so far */
	unsigned names;
};

__attribute__((format(printf, 2, 3))) static void
write_text(struct writer *writer, const char *format, ...)
{
	const size_t room = sizeof(writer->to->text) - writer->len;
	va_list arguments;
	int len;

	va_start(arguments, format);
	len = vsnprintf(writer->to->text + writer->len, room, format,
			arguments);
	va_end(arguments);
	if (len < 0 || (size_t)len >= room)
		writer->is_full = true;
	else
		writer->len += (size_t)len;
}

/* Names of fields */

static bool has_name(const struct writer *writer, const char *name)
{
	for (unsigned i = 0; i < writer->names; i++)
		if (!strcmp(writer->name[i], name))
			return true;
	return false;
}

/* Takes a name for a field: a key, as far as a name can be like it. Returns its
 * index. */
static unsigned take_name(struct writer *writer, const char *key, size_t len)
{
	char name[WORD_MAX + 1] = "_";
	unsigned number = 1;

	if (len > STEM_MAX)
		len = STEM_MAX;
	if (len)
		pxt_events_file_name(name, key, len);
	len = strlen(name);
	while (has_name(writer, name))
		snprintf(name + len, sizeof(name) - len, "_%u", ++number);
	memcpy(writer->name[writer->names], name, sizeof(name));
	return writer->names++;
}

static unsigned take_word(struct writer *writer, const char *word)
{
	return take_name(writer, word, strlen(word));
}

/* Spans */

/* True if a description can name a span so. */
static bool is_span(struct pxt_text name)
{
	if (name.len > WORD_MAX)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if ((unsigned char)name.at[i] < ' ' || name.at[i] == '(' ||
		    name.at[i] == ')' || name.at[i] == 0x7f)
			return false;
	return name.len > 0;
}

/* NULL: the event is no end of a span. */
static const char *side_of(enum pxt_chrome_role role)
{
	switch (role) {
	case PXT_CHROME_BEGIN:
	case PXT_CHROME_KEYED_BEGIN:
		return "begin";
	case PXT_CHROME_END:
	case PXT_CHROME_KEYED_END:
		return "end";
	default:
		return NULL;
	}
}

/* A span that cannot be named has the name of its events. */
static void name_type(struct writer *writer, const struct pxt_chrome_what *what,
		      bool is_shared)
{
	static const struct pxt_text slice = { "slice", 5 };
	static const struct pxt_text instant = { "instant", 7 };
	const char *side = side_of(what->role);
	const struct pxt_text name = !is_shared ? what->name :
				     side	? slice :
						  instant;
	struct pxt_chrome_described *to = writer->to;

	snprintf(to->name, sizeof(to->name), "%.*s", (int)name.len, name.at);
	if (side && is_span(name)) {
		snprintf(to->name, sizeof(to->name), "%.*s_%s", (int)name.len,
			 name.at, side);
		write_text(writer, "[[%s(\"%.*s\")]]; ", side, (int)name.len,
			   name.at);
	} else if (side) {
		write_text(writer, "[[%s]]; ", side);
	}
}

/* Fields */

static void write_id(struct writer *writer, const struct pxt_chrome_what *what)
{
	static const bool is_key[PXT_CHROME_ROLES] = {
		[PXT_CHROME_KEYED_BEGIN] = true, [PXT_CHROME_KEYED_END] = true,
		[PXT_CHROME_KEYED] = true,	 [PXT_CHROME_FLOW] = true,
		[PXT_CHROME_PHASE] = true,
	};
	const char *type =
		what->id.kind == PXT_CHROME_TEXT_ID ? "char *" : "uint64_t ";
	const char *hex = what->id.kind == PXT_CHROME_HEX_ID ? " [[hex]]" : "";
	const char *key = is_key[what->role] ? " [[key]]" : "";

	if (what->id.kind != PXT_CHROME_NO_ID)
		write_text(writer, "%s%s%s%s; ", type,
			   writer->name[take_word(writer, "id")], key, hex);
}

static void write_phase(struct writer *writer,
			const struct pxt_chrome_what *what)
{
	if (what->role == PXT_CHROME_PHASE)
		write_text(writer, "char *%s; ",
			   writer->name[take_word(writer, "phase")]);
	else if (what->role == PXT_CHROME_FLOW)
		write_text(writer,
			   "enum : uint8_t { start, step, finish } %s; ",
			   writer->name[take_word(writer, "flow")]);
}

static void write_field(struct writer *writer, const char *name,
			const struct pxt_chrome_field *field,
			enum pxt_chrome_role role)
{
	static const char *const types[] = {
		[PXT_CHROME_BOOL] = "bool ",
		[PXT_CHROME_SIGNED] = "int64_t ",
		[PXT_CHROME_UNSIGNED] = "uint64_t ",
		[PXT_CHROME_DOUBLE] = "double ",
		[PXT_CHROME_TEXT] = "char *",
	};
	const enum pxt_chrome_kind kind = field->value.kind;
	const bool is_level = role == PXT_CHROME_COUNTER && !field->is_member &&
			      kind >= PXT_CHROME_SIGNED &&
			      kind <= PXT_CHROME_DOUBLE;

	write_text(writer, "%s%s%s; ", types[kind], name,
		   field->is_member ? " [[detail]]" :
		   is_level	    ? " [[counter]]" :
				      "");
}

/* Arguments keep their names before all others do. */
static void take_names(struct writer *writer,
		       const struct pxt_chrome_event *event,
		       unsigned names[PXT_CHROME_FIELDS])
{
	for (int is_member = 0; is_member < 2; is_member++)
		for (unsigned i = 0; i < event->fields; i++) {
			const struct pxt_chrome_field *field = &event->field[i];

			if (field->is_member == is_member)
				names[i] = take_name(writer,
						     event->bytes + field->key,
						     field->key_len);
		}
}

bool pxt_chrome_describe(struct pxt_chrome_described *described,
			 const struct pxt_chrome_what *what,
			 const struct pxt_chrome_event *event, bool is_shared)
{
	struct writer writer = { .to = described };
	unsigned names[PXT_CHROME_FIELDS];

	*described->text = '\0';
	name_type(&writer, what, is_shared);
	write_text(&writer, "[[packed]]; ");
	take_names(&writer, event, names);
	if (is_shared)
		write_text(&writer, "char *%s; ",
			   writer.name[take_word(&writer, "name")]);
	write_id(&writer, what);
	write_phase(&writer, what);
	for (unsigned i = 0; i < event->fields; i++)
		write_field(&writer, writer.name[names[i]], &event->field[i],
			    what->role);
	if (event->rest_len)
		write_text(&writer, "char *%s; ",
			   writer.name[take_word(&writer, "args")]);
	if (!writer.names && !side_of(what->role))
		*described->text = '\0';
	else
		described->text[writer.len - 2] = '\0';
	return !writer.is_full;
}
