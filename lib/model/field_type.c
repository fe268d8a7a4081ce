/* field_type.c - types in a description of an event's data */
#include "model/field_type.h"

#include <errno.h>

enum { TYPE_MAX = 2 * PXT_DESCRIPTION_WORD }; /* bytes of a type's words */

static const struct named_type {
	const char *name;
	enum pxt_field_kind kind;
	uint32_t size;
} named_types[] = {
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

enum { NAMED_TYPES = sizeof(named_types) / sizeof(named_types[0]) };

/* The words that make up types in C. */
static const char *const specifiers[] = {
	"char", "double", "int", "long", "short", "signed", "unsigned", "void",
};

enum specifier {
	CHAR,
	DOUBLE,
	INT,
	LONG,
	SHORT,
	SIGNED,
	UNSIGNED,
	VOID,
	SPECIFIERS,
};

struct specifiers {
	unsigned count[SPECIFIERS];
	unsigned words; /* all words, without qualifiers */
	const struct named_type *named;
};

static const struct named_type *find_named_type(struct pxt_text word)
{
	for (size_t i = 0; i < NAMED_TYPES; i++)
		if (pxt_scan_is(word, named_types[i].name))
			return &named_types[i];
	return NULL;
}

static enum specifier find_specifier(struct pxt_text word)
{
	unsigned specifier;

	for (specifier = 0; specifier < SPECIFIERS; specifier++)
		if (pxt_scan_is(word, specifiers[specifier]))
			break;
	return (enum specifier)specifier;
}

bool pxt_field_type_is_qualifier(struct pxt_text word)
{
	return pxt_scan_is(word, "const") || pxt_scan_is(word, "volatile");
}

bool pxt_field_type_is_reserved(struct pxt_text word)
{
	return find_specifier(word) < SPECIFIERS || find_named_type(word) ||
	       pxt_field_type_is_qualifier(word) || pxt_scan_is(word, "enum") ||
	       pxt_scan_is(word, "struct") || pxt_scan_is(word, "union") ||
	       pxt_scan_is(word, "_Complex") || pxt_scan_is(word, "typedef") ||
	       pxt_scan_is(word, "static") || pxt_scan_is(word, "extern");
}

static bool set_integer(struct pxt_field *base, const struct specifiers *spec,
			uint32_t size)
{
	base->kind =
		spec->count[UNSIGNED] ? PXT_FIELD_UNSIGNED : PXT_FIELD_SIGNED;
	base->size = size;
	return true;
}

static bool combine_specifiers(struct pxt_field *base,
			       const struct specifiers *spec)
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
	if (spec->named) {
		base->kind = spec->named->kind;
		base->size = spec->named->size;
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
	return spec->words && combine_specifiers(base, spec);
}

/* Takes all words of a type that is not an enumeration. */
static bool take_words(struct pxt_text *in, struct pxt_field *base)
{
	struct specifiers spec = { .words = 0 };
	struct pxt_text word = pxt_scan_peek(in);
	const char *from = word.at;

	for (; word.len; word = pxt_scan_peek(in)) {
		const struct named_type *named = find_named_type(word);
		const enum specifier specifier = find_specifier(word);

		if (specifier < SPECIFIERS)
			spec.count[specifier]++;
		else if (named)
			spec.named = named;
		else if (!pxt_field_type_is_qualifier(word))
			break;
		spec.words += !pxt_field_type_is_qualifier(word);
		pxt_scan_advance(in, word.len);
		base->type = (struct pxt_text){ from, (size_t)(in->at - from) };
	}
	return base->type.len <= TYPE_MAX && set_type(base, &spec);
}

/* Enumerations */

static bool take_negative(struct pxt_text *in, int64_t *value)
{
	uint64_t number;

	if (!pxt_scan_number(in, &number) || number > (uint64_t)INT64_MAX + 1)
		return false;
	*value = (int64_t)(0 - number);
	return true;
}

static bool take_value(struct pxt_text *in, int64_t *value)
{
	uint64_t number;

	if (pxt_scan_sign(in, "-"))
		return take_negative(in, value);
	if (!pxt_scan_number(in, &number) || number > INT64_MAX)
		return false;
	*value = (int64_t)number;
	return true;
}

int pxt_constant_next(struct pxt_text *rest, struct pxt_constant *constant)
{
	const struct pxt_text word = pxt_scan_peek(rest);

	if (!rest->len)
		return ENODATA;
	if (!word.len || word.len > PXT_DESCRIPTION_WORD ||
	    pxt_field_type_is_reserved(word))
		return EINVAL;
	pxt_scan_advance(rest, word.len);
	constant->name = word;
	if (pxt_scan_sign(rest, "=")) {
		if (!take_value(rest, &constant->value))
			return EINVAL;
	} else if (constant->value == INT64_MAX) {
		return EINVAL;
	} else {
		constant->value++;
	}
	if (pxt_scan_sign(rest, ","))
		return 0;
	pxt_scan_space(rest);
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

bool pxt_field_type_count_constants(const struct pxt_field *base,
				    unsigned *count)
{
	struct pxt_constant constant = { .value = -1 };
	struct pxt_text rest = base->constants;
	int err;

	while (!(err = pxt_constant_next(&rest, &constant)))
		if (!fits(base, constant.value) ||
		    ++*count > PXT_DESCRIPTION_CONSTANTS)
			return false;
	return err == ENODATA && constant.name.len;
}

/* Takes what follows "enum": a tag, a type, the constants. */
static bool take_enum(struct pxt_text *in, struct pxt_field *base)
{
	base->tag = pxt_scan_peek(in);
	if (base->tag.len > PXT_DESCRIPTION_WORD ||
	    (base->tag.len && pxt_field_type_is_reserved(base->tag)))
		return false;
	pxt_scan_advance(in, base->tag.len);
	base->kind = PXT_FIELD_UNSIGNED;
	base->size = 4;
	if (pxt_scan_sign(in, ":") && (!take_words(in, base) || !base->size ||
				       base->kind > PXT_FIELD_SIGNED))
		return false;
	base->flags |= PXT_FIELD_ENUM;

	if (!pxt_scan_sign(in, "{"))
		return false;
	base->constants = (struct pxt_text){ in->at, 0 };
	while (in->len && *in->at != '}') {
		base->constants.len++;
		pxt_scan_advance(in, 1);
	}
	return base->constants.len && pxt_scan_sign(in, "}");
}

void pxt_field_type_choose_sign(struct pxt_field *base, bool typed)
{
	struct pxt_constant constant = { .value = -1 };
	struct pxt_text rest = base->constants;

	while (!typed && !pxt_constant_next(&rest, &constant))
		if (constant.value < 0)
			base->kind = PXT_FIELD_SIGNED;
}

bool pxt_field_type_take(struct pxt_text *in, struct pxt_field *base)
{
	struct pxt_text word;

	while (word = pxt_scan_peek(in), pxt_field_type_is_qualifier(word))
		pxt_scan_advance(in, word.len);
	if (!pxt_scan_is(word, "enum"))
		return take_words(in, base);
	base->type = word;
	pxt_scan_advance(in, word.len);
	return take_enum(in, base);
}
