/* description.c - descriptions of an event's data, in C's syntax */
#include "model/description.h"

#include <errno.h>
#include <string.h>

#include "base/digit.h"

enum { TYPE_MAX = 2 * PXT_DESCRIPTION_WORD }; /* bytes of a type's words */

/* Tokens */

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void skip_space(struct pxt_text *in)
{
	while (in->len && is_space(*in->at)) {
		in->at++;
		in->len--;
	}
}

static void advance(struct pxt_text *in, size_t len)
{
	in->at += len;
	in->len -= len;
}

/* Takes a sign if it comes next. */
static bool take(struct pxt_text *in, const char *sign)
{
	const size_t len = strlen(sign);

	skip_space(in);
	if (in->len < len || memcmp(in->at, sign, len))
		return false;
	advance(in, len);
	return true;
}

/* Returns the next word without taking it; empty if there is none. */
static struct pxt_text peek_word(struct pxt_text *in)
{
	struct pxt_text word;

	skip_space(in);
	word = (struct pxt_text){ in->at, 0 };
	if (!in->len || !is_letter(*in->at))
		return word;
	while (word.len < in->len &&
	       (is_letter(in->at[word.len]) || is_digit(in->at[word.len])))
		word.len++;
	return word;
}

static bool is(struct pxt_text word, const char *text)
{
	return word.len == strlen(text) && !memcmp(word.at, text, word.len);
}

static bool same(struct pxt_text a, struct pxt_text b)
{
	return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

/* C's notation: 10, 0x1f, 017. */
static bool take_number(struct pxt_text *in, uint64_t *number)
{
	unsigned base = 10;

	skip_space(in);
	if (!in->len || !is_digit(*in->at))
		return false;
	if (in->len > 2 && *in->at == '0' && (in->at[1] | 0x20) == 'x' &&
	    pxt_digit(in->at[2]) >= 0) {
		base = 16;
		advance(in, 2);
	} else if (*in->at == '0') {
		base = 8;
	}
	for (*number = 0; in->len && pxt_digit_of(*in->at, base) >= 0;
	     advance(in, 1))
		if (__builtin_mul_overflow(*number, base, number) ||
		    __builtin_add_overflow(*number, pxt_digit(*in->at), number))
			return false;
	return !in->len || !(is_digit(*in->at) || is_letter(*in->at));
}

/* Attributes */

struct attributes {
	unsigned field; /* PXT_FIELD_... */
	unsigned event; /* PXT_DESCRIPTION_... */
	bool packed;
	bool any; /* true if there was an attribute */
	struct pxt_text unit, object, none, span;
};

static void trim(struct pxt_text *text)
{
	skip_space(text);
	while (text->len && is_space(text->at[text->len - 1]))
		text->len--;
	if (text->len >= 2 && text->at[0] == '"' &&
	    text->at[text->len - 1] == '"')
		*text = (struct pxt_text){ text->at + 1, text->len - 2 };
}

/* Takes the parentheses behind an attribute, if any. */
static bool take_argument(struct pxt_text *in, struct pxt_text *argument)
{
	*argument = (struct pxt_text){ in->at, 0 };
	if (!take(in, "("))
		return true;
	argument->at = in->at;
	while (in->len && *in->at != ')') {
		if (*in->at == '(' || (unsigned char)*in->at < ' ' ||
		    *in->at == 0x7f)
			return false;
		argument->len++;
		advance(in, 1);
	}
	trim(argument);
	return argument->len <= PXT_DESCRIPTION_WORD && take(in, ")");
}

/* Returns the flag of a field's attribute; 0: another sort of attribute. */
static unsigned field_flag(struct pxt_text word)
{
	static const struct {
		const char *name;
		unsigned flag;
	} known[] = {
		{ "acquire", PXT_FIELD_ACQUIRE },
		{ "counter", PXT_FIELD_COUNTER },
		{ "detail", PXT_FIELD_DETAIL },
		{ "errno", PXT_FIELD_ERRNO },
		{ "flags", PXT_FIELD_FLAGS },
		{ "hex", PXT_FIELD_HEX },
		{ "key", PXT_FIELD_KEY },
		{ "none", PXT_FIELD_NONE },
		{ "object", PXT_FIELD_OBJECT },
		{ "octal", PXT_FIELD_OCTAL },
		{ "owner", PXT_FIELD_OWNER },
		{ "release", PXT_FIELD_RELEASE },
		{ "self", PXT_FIELD_SELF },
		{ "signal", PXT_FIELD_SIGNAL },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (is(word, known[i].name))
			return known[i].flag;
	return 0;
}

static void note_attribute(struct attributes *attributes, struct pxt_text word,
			   struct pxt_text argument)
{
	const unsigned flag = field_flag(word);

	attributes->field |= flag;
	if (flag == PXT_FIELD_OBJECT) {
		attributes->object = argument;
	} else if (flag == PXT_FIELD_NONE) {
		attributes->none = argument;
	} else if (is(word, "unit")) {
		attributes->unit = argument;
	} else if (is(word, "packed")) {
		attributes->packed = true;
	} else if (is(word, "begin")) {
		attributes->event |= PXT_DESCRIPTION_BEGIN;
		attributes->span = argument;
	} else if (is(word, "end")) {
		attributes->event |= PXT_DESCRIPTION_END;
		attributes->span = argument;
	} else if (is(word, "optional")) {
		attributes->event |= PXT_DESCRIPTION_OPTIONAL;
	}
}

static bool take_attribute(struct pxt_text *in, struct attributes *attributes)
{
	struct pxt_text word = peek_word(in);
	struct pxt_text argument;
	bool foreign = false;

	if (!word.len)
		return false;
	advance(in, word.len);
	if (take(in, "::")) {
		foreign = !is(word, "gnu");
		word = peek_word(in);
		if (!word.len)
			return false;
		advance(in, word.len);
	}
	if (!take_argument(in, &argument))
		return false;
	if (!foreign)
		note_attribute(attributes, word, argument);
	return true;
}

/* Takes all attributes that come next. */
static bool take_attributes(struct pxt_text *in, struct attributes *attributes)
{
	while (take(in, "[[")) {
		attributes->any = true;
		do {
			if (!take_attribute(in, attributes))
				return false;
		} while (take(in, ","));
		if (!take(in, "]]"))
			return false;
	}
	return true;
}

static bool is_for_event(const struct attributes *attributes)
{
	return attributes->event || attributes->packed;
}

static bool is_for_field(const struct attributes *attributes)
{
	return attributes->field || attributes->unit.len;
}

/* Types */

static const struct known_type {
	const char *name;
	enum pxt_field_kind kind;
	uint32_t size;
} known_types[] = {
	{ "int8_t", PXT_FIELD_SIGNED, 1 },
	{ "int16_t", PXT_FIELD_SIGNED, 2 },
	{ "int32_t", PXT_FIELD_SIGNED, 4 },
	{ "int64_t", PXT_FIELD_SIGNED, 8 },
	{ "uint8_t", PXT_FIELD_UNSIGNED, 1 },
	{ "uint16_t", PXT_FIELD_UNSIGNED, 2 },
	{ "uint32_t", PXT_FIELD_UNSIGNED, 4 },
	{ "uint64_t", PXT_FIELD_UNSIGNED, 8 },
	{ "intptr_t", PXT_FIELD_SIGNED, 8 },
	{ "uintptr_t", PXT_FIELD_UNSIGNED, 8 },
	{ "ptrdiff_t", PXT_FIELD_SIGNED, 8 },
	{ "size_t", PXT_FIELD_UNSIGNED, 8 },
	{ "ssize_t", PXT_FIELD_SIGNED, 8 },
	{ "off_t", PXT_FIELD_SIGNED, 8 },
	{ "time_t", PXT_FIELD_SIGNED, 8 },
	{ "pid_t", PXT_FIELD_SIGNED, 4 },
	{ "uid_t", PXT_FIELD_UNSIGNED, 4 },
	{ "gid_t", PXT_FIELD_UNSIGNED, 4 },
	{ "mode_t", PXT_FIELD_UNSIGNED, 4 },
	{ "_Bool", PXT_FIELD_BOOL, 1 },
	{ "bool", PXT_FIELD_BOOL, 1 },
	{ "float", PXT_FIELD_FLOAT, 4 },
};

enum { KNOWN_TYPES = sizeof(known_types) / sizeof(known_types[0]) };

/* The words that make up types in C. */
static const char *const parts[] = {
	"char", "double", "int", "long", "short", "signed", "unsigned", "void",
};

enum part {
	CHAR,
	DOUBLE,
	INT,
	LONG,
	SHORT,
	SIGNED,
	UNSIGNED,
	VOID,
	PARTS,
};

struct specifiers {
	unsigned count[PARTS];
	unsigned words; /* all words, without qualifiers */
	const struct known_type *known;
};

static const struct known_type *find_known(struct pxt_text word)
{
	for (size_t i = 0; i < KNOWN_TYPES; i++)
		if (is(word, known_types[i].name))
			return &known_types[i];
	return NULL;
}

static enum part find_part(struct pxt_text word)
{
	unsigned part;

	for (part = 0; part < PARTS; part++)
		if (is(word, parts[part]))
			break;
	return (enum part)part;
}

static bool is_qualifier(struct pxt_text word)
{
	return is(word, "const") || is(word, "volatile");
}

/* Words of C that are neither names nor part of types that can be described. */
static bool is_reserved(struct pxt_text word)
{
	return find_part(word) < PARTS || find_known(word) ||
	       is_qualifier(word) || is(word, "enum") || is(word, "struct") ||
	       is(word, "union") || is(word, "_Complex") ||
	       is(word, "typedef") || is(word, "static") || is(word, "extern");
}

static bool set_integer(struct pxt_field *base, const struct specifiers *spec,
			uint32_t size)
{
	base->kind = spec->count[UNSIGNED] ? PXT_FIELD_UNSIGNED :
					     PXT_FIELD_SIGNED;
	base->size = size;
	return true;
}

static bool put_together(struct pxt_field *base, const struct specifiers *spec)
{
	const unsigned *count = spec->count;
	const unsigned signs = count[SIGNED] + count[UNSIGNED];

	if (signs > 1 || count[INT] > 1)
		return false;
	if (count[CHAR]) {
		if (count[CHAR] > 1 || count[CHAR] + signs != spec->words)
			return false;
		set_integer(base, spec, 1);
		if (!signs)
			base->kind = PXT_FIELD_CHAR;
		return true;
	}
	if (count[SHORT])
		return count[SHORT] + count[INT] + signs == spec->words &&
		       count[SHORT] == 1 && set_integer(base, spec, 2);
	if (count[LONG])
		return count[LONG] + count[INT] + signs == spec->words &&
		       count[LONG] <= 2 && set_integer(base, spec, 8);
	return count[INT] + signs == spec->words && set_integer(base, spec, 4);
}

static bool set_type(struct pxt_field *base, const struct specifiers *spec)
{
	if (spec->known) {
		base->kind = spec->known->kind;
		base->size = spec->known->size;
		return spec->words == 1;
	}
	if (spec->count[DOUBLE]) {
		base->kind = PXT_FIELD_FLOAT;
		base->size = 8;
		return spec->words == 1;
	}
	if (spec->count[VOID]) {
		base->size = 0; /* Only a pointer may follow. */
		return spec->words == 1;
	}
	return spec->words && put_together(base, spec);
}

/* Takes all words of a type that is not an enumeration. */
static bool take_words(struct pxt_text *in, struct pxt_field *base)
{
	struct specifiers spec = { .words = 0 };
	struct pxt_text word = peek_word(in);
	const char *from = word.at;

	for (; word.len; word = peek_word(in)) {
		const struct known_type *known = find_known(word);
		const enum part part = find_part(word);

		if (part < PARTS)
			spec.count[part]++;
		else if (known)
			spec.known = known;
		else if (!is_qualifier(word))
			break;
		spec.words += !is_qualifier(word);
		advance(in, word.len);
		base->type = (struct pxt_text){ from, (size_t)(in->at - from) };
	}
	return base->type.len <= TYPE_MAX && set_type(base, &spec);
}

/* Enumerations */

static bool take_negative(struct pxt_text *in, int64_t *value)
{
	uint64_t number;

	if (!take_number(in, &number) || number > (uint64_t)INT64_MAX + 1)
		return false;
	*value = (int64_t)(0 - number);
	return true;
}

static bool take_value(struct pxt_text *in, int64_t *value)
{
	uint64_t number;

	if (take(in, "-"))
		return take_negative(in, value);
	if (!take_number(in, &number) || number > INT64_MAX)
		return false;
	*value = (int64_t)number;
	return true;
}

int pxt_constant_next(struct pxt_text *rest, struct pxt_constant *constant)
{
	const struct pxt_text word = peek_word(rest);

	if (!rest->len)
		return ENODATA;
	if (!word.len || word.len > PXT_DESCRIPTION_WORD || is_reserved(word))
		return EINVAL;
	advance(rest, word.len);
	constant->name = word;
	if (take(rest, "=")) {
		if (!take_value(rest, &constant->value))
			return EINVAL;
	} else if (constant->value == INT64_MAX) {
		return EINVAL;
	} else {
		constant->value++;
	}
	if (take(rest, ","))
		return 0;
	skip_space(rest);
	return rest->len ? EINVAL : 0;
}

static bool fits(const struct pxt_field *base, int64_t value)
{
	const unsigned bits = 8 * base->size;

	if (bits == 64)
		return value >= 0 || base->kind == PXT_FIELD_SIGNED;
	if (base->kind == PXT_FIELD_SIGNED)
		return value >= -(INT64_C(1) << (bits - 1)) &&
		       value < INT64_C(1) << (bits - 1);
	return value >= 0 && value < INT64_C(1) << bits;
}

static bool check_constants(struct pxt_description *description,
			    const struct pxt_field *base)
{
	struct pxt_constant constant = { .value = -1 };
	struct pxt_text rest = base->constants;
	int err;

	while (!(err = pxt_constant_next(&rest, &constant)))
		if (!fits(base, constant.value) ||
		    ++description->constants > PXT_DESCRIPTION_CONSTANTS)
			return false;
	return err == ENODATA && constant.name.len;
}

/* Takes what follows "enum": a tag, a type, the constants. */
static bool take_enum(struct pxt_text *in, struct pxt_field *base)
{
	base->tag = peek_word(in);
	if (base->tag.len > PXT_DESCRIPTION_WORD ||
	    (base->tag.len && is_reserved(base->tag)))
		return false;
	advance(in, base->tag.len);
	base->kind = PXT_FIELD_UNSIGNED;
	base->size = 4;
	if (take(in, ":") &&
	    (!take_words(in, base) || !base->size ||
	     base->kind > PXT_FIELD_SIGNED))
		return false;
	base->flags |= PXT_FIELD_ENUM;

	if (!take(in, "{"))
		return false;
	base->constants = (struct pxt_text){ in->at, 0 };
	while (in->len && *in->at != '}') {
		base->constants.len++;
		advance(in, 1);
	}
	return base->constants.len && take(in, "}");
}

/* An enumeration with a negative constant is signed, as for the compiler. */
static void choose_sign(struct pxt_field *base, bool typed)
{
	struct pxt_constant constant = { .value = -1 };
	struct pxt_text rest = base->constants;

	while (!typed && !pxt_constant_next(&rest, &constant))
		if (constant.value < 0)
			base->kind = PXT_FIELD_SIGNED;
}

/* Declarations */

/* Takes qualifiers and an enumeration or another type. */
static bool take_type(struct pxt_text *in, struct pxt_field *base)
{
	struct pxt_text word;

	while (word = peek_word(in), is_qualifier(word))
		advance(in, word.len);
	if (!is(word, "enum"))
		return take_words(in, base);
	base->type = word;
	advance(in, word.len);
	return take_enum(in, base);
}

static bool begin_declaration(struct pxt_description *description,
			      struct pxt_text *in,
			      const struct attributes *attributes)
{
	struct pxt_field *base = &description->base;

	memset(base, 0, sizeof(*base));
	base->flags = attributes->field;
	base->unit = attributes->unit;
	base->object = attributes->object;
	base->none = attributes->none;
	if (!take_type(in, base))
		return false;
	if (base->flags & PXT_FIELD_ENUM) {
		choose_sign(base, !is(base->type, "enum"));
		if (!check_constants(description, base))
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
	if (!take(in, "["))
		return true;
	field->flags |= PXT_FIELD_ARRAY;
	if (take_number(in, &count) &&
	    (!count || count > PXT_DESCRIPTION_ARRAY))
		return false;
	field->count = (uint32_t)count;
	return take(in, "]");
}

static void take_asterisks(struct pxt_text *in, struct pxt_field *field)
{
	unsigned asterisks = 0;
	struct pxt_text word;

	for (; take(in, "*"); asterisks++)
		while (word = peek_word(in), is_qualifier(word))
			advance(in, word.len);
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
	struct attributes attributes = { .any = false };

	take_asterisks(in, field);
	field->name = peek_word(in);
	if (!field->name.len || field->name.len > PXT_DESCRIPTION_WORD ||
	    is_reserved(field->name))
		return false;
	advance(in, field->name.len);
	skip_space(in);
	if (!take_attributes(in, &attributes) || !take_length(in, field) ||
	    !take_attributes(in, &attributes) || is_for_event(&attributes))
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

/* An event has one role at most, and only an end may be optional. */
static bool is_role(unsigned event)
{
	return !event || event == PXT_DESCRIPTION_BEGIN ||
	       (event & ~(unsigned)PXT_DESCRIPTION_OPTIONAL) ==
		       PXT_DESCRIPTION_END;
}

static bool take_event_attributes(struct pxt_description *description,
				  const struct attributes *attributes)
{
	if (is_for_field(attributes) ||
	    (attributes->packed && description->fields) ||
	    (attributes->event && description->flags) ||
	    !is_role(attributes->event))
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
		struct attributes attributes = { .any = false };

		skip_space(in);
		description->expected = "a type";
		if (!in->len)
			return description->fields || description->flags ?
				       ENODATA :
				       EINVAL;
		description->expected = "an attribute, as [[key]]";
		if (!take_attributes(in, &attributes))
			return EINVAL;
		skip_space(in);
		description->expected = "other attributes before this";
		if (attributes.any && (!in->len || take(in, ";"))) {
			if (!take_event_attributes(description, &attributes))
				return EINVAL;
			continue;
		}
		if (!is_for_event(&attributes))
			description->expected = "a type, and constants that "
						"fit an enumeration's";
		if (is_for_event(&attributes) ||
		    !begin_declaration(description, in, &attributes))
			return EINVAL;
	}
	return 0;
}

/* Names the part that take_declarator() expected, behind a comma or a type. */
static const char *declarator_of(const struct pxt_field *field,
				 bool is_another)
{
	if (field->name.len && !is_reserved(field->name))
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

	if (take(in, ","))
		return 0;
	description->declaring = false;
	description->expected = "a semicolon or a comma";
	return take(in, ";") || !in->len ? 0 : EINVAL;
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

static bool has(const struct pxt_text *names, unsigned count,
		struct pxt_text name)
{
	while (count--)
		if (same(names[count], name))
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
		if (has(names, count, field.name)) {
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
