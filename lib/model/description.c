/* description.c - descriptions of an event's data, in C's syntax */
#include "model/description.h"

#include <errno.h>
#include <string.h>

#include "model/field_attributes.h"
#include "model/field_type.h"

/* Declarations */

static bool begin_declaration(struct pxt_description *description,
			      struct pxt_text *in,
			      const struct pxt_field_attributes *attributes)
{
	struct pxt_field *base = &description->base;

	memset(base, 0, sizeof(*base));
	base->flags = attributes->field;
	base->unit = attributes->unit;
	base->object = attributes->object;
	base->none = attributes->none;
	if (!pxt_field_type_take(in, base))
		return false;
	if (base->flags & PXT_FIELD_ENUM) {
		pxt_field_type_choose_sign(base,
					   !pxt_scan_is(base->type, "enum"));
		if (!pxt_field_type_count_constants(base,
						    &description->constants))
			return false;
	}
	description->declaring = true;
	return true;
}

static bool take_length(struct pxt_text *in, struct pxt_field *field)
{
	uint64_t count = 0;

	field->count = 1;
	if (in->len > 1 && in->at[0] == '[' && in->at[1] == '[')
		return true;
	if (!pxt_scan_sign(in, "["))
		return true;
	field->flags |= PXT_FIELD_ARRAY;
	if (pxt_scan_number(in, &count) &&
	    (!count || count > PXT_DESCRIPTION_ARRAY))
		return false;
	field->count = (uint32_t)count;
	return pxt_scan_sign(in, "]");
}

static void take_asterisks(struct pxt_text *in, struct pxt_field *field)
{
	unsigned asterisks = 0;
	struct pxt_text word;

	for (; pxt_scan_sign(in, "*"); asterisks++)
		while (word = pxt_scan_peek(in),
		       pxt_field_type_is_qualifier(word))
			pxt_scan_advance(in, word.len);
	if (!asterisks)
		return;
	field->flags |= PXT_FIELD_POINTER;
	if (asterisks == 1 && field->kind == PXT_FIELD_CHAR) {
		field->kind = PXT_FIELD_STRING;
		field->size = 0;
		return;
	}
	field->kind = PXT_FIELD_UNSIGNED;
	field->flags |= PXT_FIELD_HEX;
	field->flags &= ~(unsigned)PXT_FIELD_ENUM;
	field->size = 8;
}

/* Takes a name with its pointers, arrays and attributes. */
static bool take_declarator(struct pxt_text *in, struct pxt_field *field)
{
	struct pxt_field_attributes attributes = { .any = false };

	take_asterisks(in, field);
	field->name = pxt_scan_peek(in);
	if (!field->name.len || field->name.len > PXT_DESCRIPTION_WORD ||
	    pxt_field_type_is_reserved(field->name))
		return false;
	pxt_scan_advance(in, field->name.len);
	pxt_scan_space(in);
	if (!pxt_field_attributes_take(in, &attributes) ||
	    !take_length(in, field) ||
	    !pxt_field_attributes_take(in, &attributes) ||
	    pxt_field_attributes_are_for_event(&attributes))
		return false;
	field->flags |= attributes.field;
	if (attributes.unit.len)
		field->unit = attributes.unit;
	if (attributes.field & PXT_FIELD_OBJECT)
		field->object = attributes.object;
	if (attributes.field & PXT_FIELD_NONE)
		field->none = attributes.none;

	if (field->kind == PXT_FIELD_STRING)
		return !(field->flags & PXT_FIELD_ARRAY);
	return field->size;
}

static void place(struct pxt_description *description, struct pxt_field *field)
{
	field->align = description->packed || !field->size ? 1 : field->size;
	if (field->align > description->align)
		description->align = field->align;
	description->varies |= !field->size || !field->count;
	description->offset =
		pxt_field_align(description->offset, field->align) +
		(uint64_t)field->size * field->count;
	/* Fields that take the rest of the data are the last. */
	if (!field->count)
		description->ended = true;
	description->fields++;
}

/* Only an end may be optional. */
static bool are_roles(const struct pxt_field_attributes *attributes)
{
	return !attributes->clashes &&
	       (!(attributes->event & PXT_DESCRIPTION_OPTIONAL) ||
		attributes->event & PXT_DESCRIPTION_END);
}

static bool take_event_attributes(struct pxt_description *description,
				  const struct pxt_field_attributes *attributes)
{
	if (pxt_field_attributes_are_for_field(attributes) ||
	    (attributes->packed && description->fields) ||
	    (attributes->event && description->flags) || !are_roles(attributes))
		return false;
	description->packed |= attributes->packed;
	if (attributes->event) {
		description->flags = attributes->event;
		description->span = attributes->span;
	}
	return true;
}

/* Advances to the next declarator. */
static int find_declarator(struct pxt_description *description,
			   struct pxt_text *in)
{
	while (!description->declaring) {
		struct pxt_field_attributes attributes = { .any = false };

		pxt_scan_space(in);
		description->expected = "a type";
		if (!in->len)
			return description->fields || description->flags ?
				       ENODATA :
				       EINVAL;
		description->expected = "an attribute, as [[key]]";
		if (!pxt_field_attributes_take(in, &attributes))
			return EINVAL;
		pxt_scan_space(in);
		description->expected = "other attributes before this";
		if (attributes.any && (!in->len || pxt_scan_sign(in, ";"))) {
			if (!take_event_attributes(description, &attributes))
				return EINVAL;
			continue;
		}
		if (!pxt_field_attributes_are_for_event(&attributes))
			description->expected = "a type, and constants that "
						"fit an enumeration's";
		if (pxt_field_attributes_are_for_event(&attributes) ||
		    !begin_declaration(description, in, &attributes))
			return EINVAL;
	}
	return 0;
}

/* Names the part that take_declarator() expected, behind a comma or a type. */
static const char *declarator_of(const struct pxt_field *field, bool is_another)
{
	if (field->name.len && !pxt_field_type_is_reserved(field->name))
		return field->name.len > PXT_DESCRIPTION_WORD ?
			       "a shorter name" :
			       "an attribute, or a length, that fits the type "
			       "and is closed";
	return is_another ? "a name: behind a comma the type is the same, "
			    "another type follows a semicolon" :
			    "a name";
}

static int read_field(struct pxt_description *description, struct pxt_text *in,
		      struct pxt_field *field)
{
	const bool is_another = description->declaring;
	int err;

	err = find_declarator(description, in);
	if (err)
		return err;
	*field = description->base;
	description->expected = "no field behind an array without a length";
	if (description->ended)
		return EINVAL;
	description->expected = "no more fields than 64";
	if (description->fields == PXT_DESCRIPTION_FIELDS)
		return EINVAL;
	if (!take_declarator(in, field)) {
		description->expected = declarator_of(field, is_another);
		return EINVAL;
	}
	place(description, field);

	if (pxt_scan_sign(in, ","))
		return 0;
	description->declaring = false;
	description->expected = "a semicolon or a comma";
	return pxt_scan_sign(in, ";") || !in->len ? 0 : EINVAL;
}

void pxt_description_init(struct pxt_description *description, const char *text,
			  size_t len)
{
	memset(description, 0, sizeof(*description));
	description->at = text;
	description->end = text + len;
	description->align = 1;
}

int pxt_description_next(struct pxt_description *description,
			 struct pxt_field *field)
{
	struct pxt_text in = { description->at,
			       (size_t)(description->end - description->at) };
	int err;

	err = read_field(description, &in, field);
	description->at = in.at;
	return err;
}

static bool has_name(const struct pxt_text *names, unsigned count,
		     struct pxt_text name)
{
	while (count--)
		if (pxt_scan_is_same(names[count], name))
			return true;
	return false;
}

int pxt_description_judge(const char *text, size_t len, size_t *where,
			  const char **expected)
{
	struct pxt_text names[PXT_DESCRIPTION_FIELDS];
	struct pxt_description description;
	struct pxt_field field;
	unsigned count = 0;
	int err;

	*where = strnlen(text, len);
	*expected = "4095 bytes at most";
	if (len > PXT_DESCRIPTION_MAX || *where < len)
		return EINVAL;
	pxt_description_init(&description, text, len);
	while (!(err = pxt_description_next(&description, &field))) {
		if (has_name(names, count, field.name)) {
			*where = (size_t)(field.name.at - text);
			*expected = "a name that no other field has";
			return EINVAL;
		}
		names[count++] = field.name;
	}
	*where = (size_t)(description.at - text);
	*expected = description.expected;
	return err == ENODATA ? 0 : err;
}

int pxt_description_check(const char *text, size_t len)
{
	const char *expected;
	size_t where;

	return pxt_description_judge(text, len, &where, &expected);
}

bool pxt_description_size(const struct pxt_description *description,
			  size_t *size)
{
	*size = (size_t)pxt_field_align(description->offset,
					description->align);
	return !description->varies;
}
