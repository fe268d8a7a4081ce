/* field_attributes.c - attributes in a description of an event's data */
#include "model/field_attributes.h"

/* Drops space, and quotation marks. */
static void trim(struct pxt_text *text)
{
	pxt_scan_trim(text);
	if (text->len >= 2 && text->at[0] == '"' &&
	    text->at[text->len - 1] == '"')
		*text = (struct pxt_text){ text->at + 1, text->len - 2 };
}

/* Takes the parentheses behind an attribute, if any. */
static bool take_argument(struct pxt_text *in, struct pxt_text *argument)
{
	*argument = (struct pxt_text){ in->at, 0 };
	if (!pxt_scan_sign(in, "("))
		return true;
	argument->at = in->at;
	while (in->len && *in->at != ')') {
		if (*in->at == '(' || (unsigned char)*in->at < ' ' ||
		    *in->at == 0x7f)
			return false;
		argument->len++;
		pxt_scan_advance(in, 1);
	}
	trim(argument);
	return argument->len <= PXT_DESCRIPTION_WORD && pxt_scan_sign(in, ")");
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
		if (pxt_scan_is(word, known[i].name))
			return known[i].flag;
	return 0;
}

/* An event that ends a span and begins one does so with spans of one name. */
static void note_role(struct pxt_field_attributes *attributes, unsigned role,
		      struct pxt_text span)
{
	const unsigned other =
		(PXT_DESCRIPTION_BEGIN | PXT_DESCRIPTION_END) & ~role;
	const bool has_another = attributes->event & other;

	attributes->clashes |=
		has_another && !pxt_scan_is_same(attributes->span, span);
	attributes->event |= role;
	attributes->span = span;
}

static void note_attribute(struct pxt_field_attributes *attributes,
			   struct pxt_text word, struct pxt_text argument)
{
	const unsigned flag = field_flag(word);

	attributes->field |= flag;
	if (flag == PXT_FIELD_OBJECT) {
		attributes->object = argument;
	} else if (flag == PXT_FIELD_NONE) {
		attributes->none = argument;
	} else if (pxt_scan_is(word, "unit")) {
		attributes->unit = argument;
	} else if (pxt_scan_is(word, "packed")) {
		attributes->packed = true;
	} else if (pxt_scan_is(word, "begin")) {
		note_role(attributes, PXT_DESCRIPTION_BEGIN, argument);
	} else if (pxt_scan_is(word, "end")) {
		note_role(attributes, PXT_DESCRIPTION_END, argument);
	} else if (pxt_scan_is(word, "optional")) {
		attributes->event |= PXT_DESCRIPTION_OPTIONAL;
	}
}

static bool take_attribute(struct pxt_text *in,
			   struct pxt_field_attributes *attributes)
{
	struct pxt_text word = pxt_scan_peek(in);
	struct pxt_text argument;
	bool foreign = false;

	if (!word.len)
		return false;
	pxt_scan_advance(in, word.len);
	if (pxt_scan_sign(in, "::")) {
		foreign = !pxt_scan_is(word, "gnu");
		word = pxt_scan_peek(in);
		if (!word.len)
			return false;
		pxt_scan_advance(in, word.len);
	}
	if (!take_argument(in, &argument))
		return false;
	if (!foreign)
		note_attribute(attributes, word, argument);
	return true;
}

bool pxt_field_attributes_take(struct pxt_text *in,
			       struct pxt_field_attributes *attributes)
{
	while (pxt_scan_sign(in, "[[")) {
		attributes->any = true;
		do {
			if (!take_attribute(in, attributes))
				return false;
		} while (pxt_scan_sign(in, ","));
		if (!pxt_scan_sign(in, "]]"))
			return false;
	}
	return true;
}
