/* layout.c - parsed descriptions, for readers of events */
#include "model/layout.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "model/description.h"
#include "model/field_type.h"
#include "model/system_names.h"

_Static_assert((int)POSIX_TRACE_FIELDS_MAX_NP == PXT_DESCRIPTION_FIELDS,
	       "room for all fields");
_Static_assert((int)POSIX_TRACE_DESCRIPTION_MAX_NP == PXT_DESCRIPTION_MAX,
	       "one limit");
_Static_assert(sizeof(((struct posix_trace_layout_np *)0)->__constant) /
			       sizeof(((struct posix_trace_layout_np *)0)
					      ->__constant[0]) ==
		       PXT_DESCRIPTION_CONSTANTS,
	       "room for all constants");
_Static_assert((int)POSIX_TRACE_FIELD_KEY_NP == PXT_FIELD_KEY &&
		       (int)POSIX_TRACE_FIELD_HEX_NP == PXT_FIELD_HEX &&
		       (int)POSIX_TRACE_FIELD_COUNTER_NP == PXT_FIELD_COUNTER &&
		       (int)POSIX_TRACE_FIELD_ARRAY_NP == PXT_FIELD_ARRAY &&
		       (int)POSIX_TRACE_FIELD_ENUM_NP == PXT_FIELD_ENUM &&
		       (int)POSIX_TRACE_FIELD_OBJECT_NP == PXT_FIELD_OBJECT &&
		       (int)POSIX_TRACE_FIELD_DETAIL_NP == PXT_FIELD_DETAIL &&
		       (int)POSIX_TRACE_FIELD_ACQUIRE_NP == PXT_FIELD_ACQUIRE &&
		       (int)POSIX_TRACE_FIELD_RELEASE_NP == PXT_FIELD_RELEASE &&
		       (int)POSIX_TRACE_FIELD_OWNER_NP == PXT_FIELD_OWNER &&
		       (int)POSIX_TRACE_FIELD_SELF_NP == PXT_FIELD_SELF &&
		       (int)POSIX_TRACE_FIELD_FLAGS_NP == PXT_FIELD_FLAGS &&
		       (int)POSIX_TRACE_FIELD_OCTAL_NP == PXT_FIELD_OCTAL &&
		       (int)POSIX_TRACE_FIELD_ERRNO_NP == PXT_FIELD_ERRNO &&
		       (int)POSIX_TRACE_FIELD_SIGNAL_NP == PXT_FIELD_SIGNAL &&
		       (int)POSIX_TRACE_FIELD_NONE_NP == PXT_FIELD_NONE,
	       "the same flags");
_Static_assert((int)POSIX_TRACE_LAYOUT_BEGIN_NP == PXT_DESCRIPTION_BEGIN &&
		       (int)POSIX_TRACE_LAYOUT_END_NP == PXT_DESCRIPTION_END &&
		       (int)POSIX_TRACE_LAYOUT_OPTIONAL_NP ==
			       PXT_DESCRIPTION_OPTIONAL,
	       "the same flags");

/* Parsing */

/* A part of the description that is in the text already, as such or as the type
 * of a pointer. */
struct shared {
	struct pxt_text from;
	bool pointer;
	const char *text;
};

/* Per field: type, unit, object and the name of none. */
enum { SHARED = 4 * PXT_DESCRIPTION_FIELDS };

struct build {
	struct posix_trace_layout_np *layout;
	size_t used; /* bytes of text in use */
	struct shared shared[SHARED];
	unsigned shares;
	unsigned constants;
	struct pxt_text enumeration; /* enumeration whose constants were added
				      * last, */
	unsigned first;		     /* index of the first of these */
};

static char *put(struct build *build, const char *text, size_t len)
{
	char *at = build->layout->__text + build->used;

	if (len)
		memcpy(at, text, len);
	at[len] = '\0';
	build->used += len + 1;
	return at;
}

/* True if there is room for texts of that length, the nulls of a field, and
 * additions to a type. */
static bool has_room(const struct build *build, size_t len)
{
	const size_t size = sizeof(build->layout->__text);

	return size - build->used > len + 5 + strlen("enum ") + strlen(" *");
}

/* Appends text with single spaces between words. */
static void put_words(struct build *build, struct pxt_text text)
{
	char *to = build->layout->__text + build->used;

	for (size_t i = 0; i < text.len; i++)
		if (!pxt_scan_is_space(text.at[i]))
			*to++ = text.at[i];
		else if (!pxt_scan_is_space(text.at[i - 1]))
			*to++ = ' ';
	*to = '\0';
	build->used = (size_t)(to - build->layout->__text) + 1;
}

static const char *find(const struct build *build, struct pxt_text from,
			bool pointer)
{
	for (unsigned i = build->shares; i--;)
		if (build->shared[i].from.at == from.at &&
		    build->shared[i].from.len == from.len &&
		    build->shared[i].pointer == pointer)
			return build->shared[i].text;
	return NULL;
}

static void share(struct build *build, struct pxt_text from, bool pointer,
		  const char *text)
{
	build->shared[build->shares++] = (struct shared){ from, pointer, text };
}

static const char *put_shared(struct build *build, struct pxt_text from)
{
	const char *text = from.len ? find(build, from, false) : "";

	if (text)
		return text;
	text = put(build, from.at, from.len);
	share(build, from, false, text);
	return text;
}

static const char *put_type(struct build *build, const struct pxt_field *field)
{
	const bool pointer = field->flags & PXT_FIELD_POINTER;
	const char *type = find(build, field->type, pointer);

	if (type)
		return type;
	type = build->layout->__text + build->used;
	share(build, field->type, pointer, type);
	if (field->constants.len) {
		put(build, "enum ", field->tag.len ? 5 : 4);
		build->used--;
		put(build, field->tag.at, field->tag.len);
	} else {
		put_words(build, field->type);
	}
	if (pointer) {
		build->used--;
		put(build, " *", 2);
	}
	return type;
}

static int kind_of(const struct pxt_field *field)
{
	switch (field->kind) {
	case PXT_FIELD_UNSIGNED:
		return POSIX_TRACE_FIELD_UNSIGNED_NP;
	case PXT_FIELD_SIGNED:
		return POSIX_TRACE_FIELD_SIGNED_NP;
	case PXT_FIELD_FLOAT:
		return POSIX_TRACE_FIELD_FLOAT_NP;
	case PXT_FIELD_BOOL:
		return POSIX_TRACE_FIELD_BOOL_NP;
	case PXT_FIELD_CHAR:
		return field->flags & PXT_FIELD_ARRAY ?
			       POSIX_TRACE_FIELD_TEXT_NP :
			       POSIX_TRACE_FIELD_CHAR_NP;
	default:
		return POSIX_TRACE_FIELD_TEXT_NP;
	}
}

static bool put_constant(struct build *build,
			 const struct pxt_constant *constant)
{
	struct posix_trace_layout_np *layout = build->layout;

	if (build->constants == PXT_DESCRIPTION_CONSTANTS ||
	    !has_room(build, constant->name.len))
		return false;
	layout->__constant[build->constants].__name =
		put(build, constant->name.at, constant->name.len);
	layout->__constant[build->constants++].__value = constant->value;
	return true;
}

/* Adds the constants of an enumeration, once for all fields of its
 * declaration. */
static void put_constants(struct build *build, const struct pxt_field *field,
			  struct posix_trace_field_np *to)
{
	struct pxt_constant constant = { .value = -1 };
	struct pxt_text rest = field->constants;

	if (!(field->flags & PXT_FIELD_ENUM))
		return;
	if (build->enumeration.at != rest.at) {
		build->enumeration = rest;
		build->first = build->constants;
		while (!pxt_constant_next(&rest, &constant) &&
		       put_constant(build, &constant))
			;
	}
	to->__constant = build->first;
	to->__constants = build->constants - build->first;
}

/* Mask of an element: the value of elements that are not numbers. */
static uint64_t all_bits(size_t size)
{
	return size < sizeof(uint64_t) ? (UINT64_C(1) << 8 * size) - 1 :
					 UINT64_MAX;
}

static int put_field(struct build *build, const struct pxt_field *field)
{
	struct posix_trace_layout_np *layout = build->layout;
	struct posix_trace_field_np *to = &layout->field[layout->fields];

	if (!has_room(build, field->name.len + field->type.len +
				     field->tag.len + field->unit.len +
				     field->object.len + field->none.len))
		return EINVAL;
	*to = (struct posix_trace_field_np){
		.name = put(build, field->name.at, field->name.len),
		.kind = kind_of(field),
		.flags = field->flags & ~(unsigned)PXT_FIELD_POINTER,
		.size = field->size,
		.count = field->count,
		.__align = field->align,
		.type = put_type(build, field),
		.unit = put_shared(build, field->unit),
	};
	if (field->flags & PXT_FIELD_OBJECT)
		to->object = put_shared(build, field->object);
	if (field->flags & PXT_FIELD_NONE && field->none.len &&
	    field->kind <= PXT_FIELD_SIGNED)
		to->__none = put_shared(build, field->none);
	put_constants(build, field, to);
	layout->fields++;
	return 0;
}

static int put_event(struct build *build,
		     const struct pxt_description *description)
{
	struct posix_trace_layout_np *layout = build->layout;

	if (!has_room(build, description->span.len))
		return EINVAL;
	layout->flags = description->flags;
	layout->span = "";
	if (description->span.len)
		layout->span =
			put(build, description->span.at, description->span.len);
	if (!pxt_description_size(description, &layout->size))
		layout->size = 0;
	return 0;
}

int pxt_layout_parse(const char *text, struct posix_trace_layout_np *layout)
{
	const size_t len = strnlen(text, PXT_DESCRIPTION_MAX + 1);
	struct build build = { .layout = layout };
	struct pxt_description description;
	struct pxt_field field;
	int err;

	err = pxt_description_check(text, len);
	if (err)
		return err;
	layout->fields = 0;
	pxt_description_init(&description, text, len);
	while (!pxt_description_next(&description, &field)) {
		err = put_field(&build, &field);
		if (err)
			return err;
	}
	return put_event(&build, &description);
}

/* Decoding */

static bool is_bounded(const struct posix_trace_field_np *field)
{
	return field->size && field->count;
}

/* Takes a field's data from the rest. False: it is incomplete. */
static bool take(const struct posix_trace_field_np *field, const char *data,
		 size_t left, struct posix_trace_value_np *value)
{
	value->field = field;
	value->data = data;
	value->count = field->count;
	value->len = field->size * field->count;
	if (is_bounded(field))
		return value->len <= left;

	if (field->size) {
		value->count = left / field->size;
		value->len = value->count * field->size;
		return true;
	}
	value->len = strnlen(data, left);
	return left;
}

/* Texts end at a null, whatever their room. */
static size_t text_length(const struct posix_trace_value_np *value)
{
	return value->field->kind == POSIX_TRACE_FIELD_TEXT_NP ?
		       strnlen(value->data, value->len) :
		       value->len;
}

unsigned pxt_layout_decode(const struct posix_trace_layout_np *layout,
			   const void *data, size_t len,
			   struct posix_trace_value_np *values)
{
	const char *from = data;
	size_t at = 0;
	unsigned i;

	for (i = 0; i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];

		at = pxt_field_align(at, field->__align);
		if (at > len || !take(field, from + at, len - at, &values[i]))
			break;
		at += values[i].len + !field->size;
		values[i].len = text_length(&values[i]);
	}
	return i;
}

static unsigned long long unsigned_of(const void *at, size_t size)
{
	uint64_t u64;
	uint32_t u32;
	uint16_t u16;

	switch (size) {
	case 1:
		return *(const uint8_t *)at;
	case 2:
		memcpy(&u16, at, sizeof(u16));
		return u16;
	case 4:
		memcpy(&u32, at, sizeof(u32));
		return u32;
	default:
		memcpy(&u64, at, sizeof(u64));
		return u64;
	}
}

static long long signed_of(const void *at, size_t size)
{
	const unsigned long long bits = unsigned_of(at, size);
	const unsigned long long sign = 1ULL << (8 * size - 1);

	return (long long)((bits ^ sign) - sign);
}

static double float_of(const void *at, size_t size)
{
	double number;
	float narrow;

	if (size == sizeof(narrow)) {
		memcpy(&narrow, at, sizeof(narrow));
		return (double)narrow;
	}
	memcpy(&number, at, sizeof(number));
	return number;
}

/* The system's name of a number, which precedes the program's. */
static const char *system_name(const struct posix_trace_field_np *field,
			       long long value)
{
	if (field->flags & POSIX_TRACE_FIELD_ERRNO_NP)
		return pxt_errno_name(value);
	if (field->flags & POSIX_TRACE_FIELD_SIGNAL_NP)
		return pxt_signal_name(value);
	return NULL;
}

/* Sets have names of flags only. */
static bool is_set(const struct posix_trace_field_np *field)
{
	return field->flags & POSIX_TRACE_FIELD_FLAGS_NP;
}

static bool is_no_value(const struct posix_trace_field_np *field, uint64_t bits)
{
	const uint64_t all = all_bits(field->size);

	return field->flags & POSIX_TRACE_FIELD_NONE_NP && (bits & all) == all;
}

static const char *label_of(const struct posix_trace_layout_np *layout,
			    const struct posix_trace_field_np *field,
			    long long value)
{
	for (unsigned i = 0; i < field->__constants; i++)
		if (layout->__constant[field->__constant + i].__value == value)
			return layout->__constant[field->__constant + i].__name;
	if (field->__none && is_no_value(field, (uint64_t)value))
		return field->__none;
	return system_name(field, value);
}

const char *pxt_layout_constant(const struct posix_trace_layout_np *layout,
				const struct posix_trace_field_np *field,
				unsigned index, long long *value)
{
	const unsigned at = field->__constant + index;

	if (index > field->__constants ||
	    (index == field->__constants && !field->__none))
		return NULL;
	if (index < field->__constants) {
		*value = layout->__constant[at].__value;
		return layout->__constant[at].__name;
	}
	*value = field->kind == POSIX_TRACE_FIELD_SIGNED_NP ?
			 -1 :
			 (long long)all_bits(field->size);
	return field->__none;
}

int pxt_layout_number(const struct posix_trace_layout_np *layout,
		      const struct posix_trace_value_np *value, size_t index,
		      struct posix_trace_number_np *number)
{
	const struct posix_trace_field_np *field = value->field;
	const char *at;

	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP || index >= value->count)
		return EINVAL;
	at = (const char *)value->data + index * field->size;
	number->kind = field->kind;
	number->label = NULL;
	switch (field->kind) {
	case POSIX_TRACE_FIELD_FLOAT_NP:
		number->as.f = float_of(at, field->size);
		return 0;
	case POSIX_TRACE_FIELD_SIGNED_NP:
		number->as.s = signed_of(at, field->size);
		break;
	default:
		number->as.u = unsigned_of(at, field->size);
	}
	if (field->kind <= POSIX_TRACE_FIELD_SIGNED_NP &&
	    (!is_set(field) || is_no_value(field, number->as.u)))
		number->label = label_of(layout, field, number->as.s);
	return 0;
}

/* Names */

struct name {
	char *text;
	size_t size, len; /* len: with enough room */
};

static void add(struct name *name, const char *text)
{
	size_t len;

	assert(text); /* unnamed constants are refused by the parser */
	len = strlen(text);
	if (name->len < name->size) {
		const size_t room = name->size - name->len - 1;
		const size_t part = len < room ? len : room;

		memcpy(name->text + name->len, text, part);
		name->text[name->len + part] = '\0';
	}
	name->len += len;
}

static void add_flag(struct name *name, const char *text)
{
	if (name->len)
		add(name, "|");
	add(name, text);
}

static void add_hex(struct name *name, uint64_t bits)
{
	char text[sizeof("0x") + 16] = "0x";
	char *at = text + 2;
	int shift = 60;

	while (shift && !(bits >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*at++ = "0123456789abcdef"[bits >> shift & 15];
	*at = '\0';
	add_flag(name, text);
}

/* Each constant takes its bits if all of them are left; a constant of 0 applies
 * if no other does. Remaining bits are shown in hex. */
static void add_flags(struct name *name,
		      const struct posix_trace_layout_np *layout,
		      const struct posix_trace_field_np *field, uint64_t bits)
{
	for (unsigned i = 0; i < field->__constants; i++) {
		const unsigned at = field->__constant + i;
		const uint64_t flag = (uint64_t)layout->__constant[at].__value &
				      all_bits(field->size);

		if (flag ? (bits & flag) != flag : name->len)
			continue;
		add_flag(name, layout->__constant[at].__name);
		bits &= ~flag;
	}
	if (name->len && bits)
		add_hex(name, bits);
}

size_t pxt_layout_name(const struct posix_trace_layout_np *layout,
		       const struct posix_trace_value_np *value, size_t index,
		       char *text, size_t size)
{
	struct name name = { .text = text, .size = size };
	struct posix_trace_number_np number;

	if (size)
		*text = '\0';
	if (pxt_layout_number(layout, value, index, &number))
		return 0;
	if (number.label)
		add(&name, number.label);
	else if (is_set(value->field) &&
		 value->field->kind <= POSIX_TRACE_FIELD_SIGNED_NP)
		add_flags(&name, layout, value->field,
			  number.as.u & all_bits(value->field->size));
	return name.len;
}
