/*
 * describe.c - the description of an event type, of its members
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/ctf/describe.h"
#include "source/ctf/uri.h"

struct text {
	char *at;
	size_t len;
	bool is_full;
};

static void put(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void put(struct text *text, const char *format, ...)
{
	const size_t room = POSIX_TRACE_DESCRIPTION_MAX_NP + 1 - text->len;
	va_list arguments;
	int len;

	va_start(arguments, format);
	len = vsnprintf(text->at + text->len, room, format, arguments);
	va_end(arguments);
	if (len < 0 || (size_t)len >= room)
		text->is_full = true;
	else
		text->len += (size_t)len;
}

/* The type of a number, "uint32_t". */
static const char *type_of(const struct ctf_member *member)
{
	static const char *const is_signed[] = { "int8_t", "int16_t", "int32_t",
						 "int64_t" };
	static const char *const is_unsigned[] = { "uint8_t", "uint16_t",
						   "uint32_t", "uint64_t" };
	const unsigned width = (unsigned)__builtin_ctz(member->size | 16u);

	switch (member->kind) {
	case CTF_BOOL:
		return "bool";
	case CTF_FLOAT:
		return "float";
	case CTF_DOUBLE:
		return "double";
	case CTF_SIGNED:
		return is_signed[width & 3];
	case CTF_UNSIGNED:
	case CTF_BITS:
		return is_unsigned[width & 3];
	default:
		return "char *";
	}
}

static void put_unsigned_constant(struct text *text,
				  const bt_field_class *class, uint64_t index)
{
	const bt_field_class_enumeration_unsigned_mapping *mapping =
		bt_field_class_enumeration_unsigned_borrow_mapping_by_index_const(
			class, index);
	const bt_integer_range_unsigned *range =
		bt_integer_range_set_unsigned_borrow_range_by_index_const(
			bt_field_class_enumeration_unsigned_mapping_borrow_ranges_const(
				mapping),
			0);

	put(text, "%s%s = %" PRIu64, index ? ", " : "",
	    bt_field_class_enumeration_mapping_get_label(
		    bt_field_class_enumeration_unsigned_mapping_as_mapping_const(
			    mapping)),
	    bt_integer_range_unsigned_get_lower(range));
}

static void put_signed_constant(struct text *text, const bt_field_class *class,
				uint64_t index)
{
	const bt_field_class_enumeration_signed_mapping *mapping =
		bt_field_class_enumeration_signed_borrow_mapping_by_index_const(
			class, index);
	const bt_integer_range_signed *range =
		bt_integer_range_set_signed_borrow_range_by_index_const(
			bt_field_class_enumeration_signed_mapping_borrow_ranges_const(
				mapping),
			0);

	put(text, "%s%s = %" PRId64, index ? ", " : "",
	    bt_field_class_enumeration_mapping_get_label(
		    bt_field_class_enumeration_signed_mapping_as_mapping_const(
			    mapping)),
	    bt_integer_range_signed_get_lower(range));
}

/* "enum : uint8_t { buy = 1, sell = 2 }" */
static void put_enumeration(struct text *text, const struct ctf_member *member)
{
	const uint64_t count =
		bt_field_class_enumeration_get_mapping_count(member->class);

	put(text, "enum : %s { ", type_of(member));
	for (uint64_t i = 0; i < count && !text->is_full; i++)
		if (member->kind == CTF_SIGNED)
			put_signed_constant(text, member->class, i);
		else
			put_unsigned_constant(text, member->class, i);
	put(text, " } ");
}

/* The numbers of an integer, or of an array of these, as people read them. */
static const char *base_of(const struct ctf_member *member)
{
	const bt_field_class *class = member->class;
	bt_field_class_integer_preferred_display_base base;

	if (member->kind == CTF_BITS)
		return "hex";
	if (member->kind != CTF_UNSIGNED && member->kind != CTF_SIGNED)
		return "";
	if (member->is_array || member->is_sequence)
		class = bt_field_class_array_borrow_element_field_class_const(
			class);
	base = bt_field_class_integer_get_preferred_display_base(class);
	if (base == BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL)
		return "hex";
	return base == BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_OCTAL ?
		       "octal" :
		       "";
}

static void put_attributes(struct text *text, const struct ctf_member *member,
			   const struct ctf_meaning *meaning)
{
	const char *attribute[3] = { base_of(member), "", "" };
	const char *between = " [[";

	if (member->scope != CTF_PAYLOAD)
		attribute[1] = "detail";
	if (meaning)
		attribute[2] = ctf_meaning_of_field(meaning, member->origin);
	for (unsigned i = 0; i < 3; i++) {
		if (!attribute[i] || !*attribute[i])
			continue;
		put(text, "%s%s", between, attribute[i]);
		between = ", ";
	}
	if (*between == ',')
		put(text, "]]");
}

static void put_member(struct text *text, const struct ctf_member *member,
		       const struct ctf_meaning *meaning, bool has_labels)
{
	if (has_labels && member->has_labels)
		put_enumeration(text, member);
	else
		put(text, "%s%s", type_of(member), member->size ? " " : "");
	put(text, "%s", member->name);
	if (member->is_array)
		put(text, "[%u]", member->count);
	else if (member->is_sequence)
		put(text, "[]");
	put_attributes(text, member, meaning);
	put(text, "; ");
}

/* Sequences that are not the tail become text. */
static void find_tail(struct ctf_layout *layout)
{
	layout->tail = -1;
	for (size_t i = 0; i < layout->members.count; i++) {
		struct ctf_member *member = &layout->members.member[i];

		if (!member->is_sequence)
			continue;
		if (layout->tail < 0 && i < layout->kept) {
			layout->tail = (int)i;
			continue;
		}
		member->is_sequence = false;
		member->kind = CTF_JSON;
		member->size = 0;
	}
}

/* Returns true if the description is valid. */
static bool describe(struct ctf_layout *layout,
		     const struct ctf_meaning *meaning, bool has_labels,
		     char *description)
{
	struct text text = { .at = description };
	const char *expected;
	size_t where;

	layout->has_rest = layout->kept < layout->members.count;
	*description = '\0';
	put(&text, "%s",
	    layout->kept || layout->has_rest ? "[[packed]]; " : "");
	put(&text, "%s", meaning ? meaning->role : "");
	for (size_t i = 0; i < layout->kept; i++)
		if ((int)i != layout->tail)
			put_member(&text, &layout->members.member[i], meaning,
				   has_labels);
	if (layout->has_rest)
		put(&text, "char *rest; ");
	if (layout->tail >= 0)
		put_member(&text, &layout->members.member[layout->tail],
			   meaning, has_labels);
	if (!text.len)
		return true;
	return !text.is_full && !posix_trace_description_check_np(
					description, &where, &expected);
}

/* Traces of posixtrace */

static bool fits_text(struct ctf_member *member,
		      const struct posix_trace_field_np *field)
{
	if (member->kind != CTF_TEXT)
		return false;
	member->is_fixed = field->size;
	member->count = (uint32_t)field->count;
	return true;
}

static bool fits(struct ctf_member *member,
		 const struct posix_trace_field_np *field)
{
	const bool is_array = field->flags & POSIX_TRACE_FIELD_ARRAY_NP;

	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		return fits_text(member, field);
	if (member->size != field->size ||
	    (member->kind == CTF_FLOAT || member->kind == CTF_DOUBLE) !=
		    (field->kind == POSIX_TRACE_FIELD_FLOAT_NP))
		return false;
	if (is_array && !field->count)
		return member->is_sequence;
	return member->is_array == is_array && !member->is_sequence &&
	       (!is_array || member->count == field->count);
}

/* A label is a member that the description has not: enumerations whose constants
 * are no constants of CTF. */
static void drop_labels(struct ctf_members *members)
{
	size_t kept = 0;

	for (size_t i = 0; i < members->count; i++)
		if (members->member[i].kind != CTF_LABEL)
			members->member[kept++] = members->member[i];
	members->count = kept;
}

static bool fits_all(struct ctf_layout *layout,
		     const struct posix_trace_layout_np *parsed)
{
	if (layout->members.count != parsed->fields)
		return false;
	for (unsigned i = 0; i < parsed->fields; i++)
		if (!fits(&layout->members.member[i], &parsed->field[i]))
			return false;
	return true;
}

static bool has_data_only(const struct ctf_layout *layout)
{
	return layout->members.count == 1 &&
	       layout->members.member[0].is_sequence;
}

/* The members have no holes between them here. */
bool ctf_describe_by_uri(struct ctf_layout *layout, const char *uri,
			 char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1])
{
	static const char packed[] = "[[packed]]; ";
	const size_t len = sizeof(packed) - 1;
	struct posix_trace_layout_np *parsed;
	bool done;

	if (!ctf_uri_parse(uri, description + len,
			   POSIX_TRACE_DESCRIPTION_MAX_NP + 1 - len))
		return false;
	memcpy(description, packed, len);
	drop_labels(&layout->members);
	parsed = malloc(sizeof(*parsed));
	done = parsed && !posix_trace_layout_parse_np(description, parsed) &&
	       fits_all(layout, parsed);
	free(parsed);
	/* Data that did not fit its description is there as it was. */
	if (!done && has_data_only(layout)) {
		memmove(description, description + len,
			strlen(description + len) + 1);
		done = true;
	}
	layout->kept = layout->members.count;
	layout->tail = -1;
	return done;
}

void ctf_describe(struct ctf_layout *layout, const struct ctf_meaning *meaning,
		  char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1])
{
	const size_t count = layout->members.count;
	const bool is_many = count > POSIX_TRACE_FIELDS_MAX_NP;

	layout->kept = is_many ? POSIX_TRACE_FIELDS_MAX_NP - 1 : count;
	find_tail(layout);
	if (describe(layout, meaning, true, description) ||
	    describe(layout, meaning, false, description))
		return;
	/* Attributes of a meaning, or the user's key, may not fit a field. */
	while (!describe(layout, NULL, false, description) && layout->kept) {
		layout->kept--;
		find_tail(layout);
	}
}
