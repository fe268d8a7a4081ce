/* expectation.c - events that a unit test expects */
#include "format/rkh/import/expectation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_BITS = 32, SHOWN = 48 };

/* An argument in a frame. */
struct span {
	const uint8_t *at;
	size_t len;
};

struct text {
	char *at;
	size_t len;
};

void pxt_rkh_expectation_fini(struct pxt_rkh_expectation *expectation)
{
	free(expectation->bytes);
	free(expectation->text);
}

bool pxt_rkh_expectation_is_of(const struct pxt_rkh_expectation *expectation,
			       uint32_t id)
{
	return expectation->id == (expectation->is_byte ? (uint8_t)id : id);
}

/* Arguments */

/* False: the argument is missing. */
static bool take(struct pxt_bytes *in, const struct pxt_rkh_argument *argument,
		 struct span *span)
{
	span->at = in->at;
	switch (argument->type) {
	case PXT_RKH_TEXT:
		pxt_bytes_string(in);
		break;
	case PXT_RKH_REST:
	case PXT_RKH_ITEMS:
		pxt_bytes_take(in, pxt_bytes_left(in));
		break;
	default:
		if (argument->is_optional && !pxt_bytes_left(in))
			return false;
		pxt_bytes_take(in, argument->width);
	}
	span->len = (size_t)(in->at - span->at);
	return !in->short_read;
}

static bool is_same(const struct span *a, const struct span *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->at, b->at, a->len));
}

/* Texts */

static void print(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void print(struct text *text, const char *format, ...)
{
	const size_t left = PXT_RKH_EXPECTATION_TEXT - text->len;
	va_list arguments;
	int len;

	va_start(arguments, format);
	len = vsnprintf(text->at + text->len, left, format, arguments);
	va_end(arguments);
	if (len > 0)
		text->len += (size_t)len < left ? (size_t)len : left - 1;
}

static void print_hex(struct text *text, const struct span *span)
{
	for (size_t i = 0; i < span->len && i < SHOWN; i++)
		print(text, "%02x", span->at[i]);
	if (span->len > SHOWN)
		print(text, "...");
}

static void print_number(struct text *text,
			 const struct pxt_rkh_argument *argument,
			 const struct span *span,
			 const struct pxt_rkh_symbols *symbols)
{
	enum pxt_rkh_space space = argument->space;
	const char *name = NULL;
	uint64_t value = 0;

	for (size_t i = span->len; i; i--)
		value = value << 8 | span->at[i - 1];
	if (space == PXT_RKH_TARGETS && value)
		space = PXT_RKH_ADDRESSES;
	if (space != PXT_RKH_SPACES)
		name = pxt_rkh_symbols_label(symbols, space, value);
	if (name)
		print(text, "%s", name);
	else if (space == PXT_RKH_ADDRESSES)
		print(text, "0x%0*" PRIx64, 2 * (int)span->len, value);
	else
		print(text, "%" PRIu64, value);
}

static void print_value(struct text *text,
			const struct pxt_rkh_argument *argument,
			const struct span *span,
			const struct pxt_rkh_symbols *symbols)
{
	switch (argument->type) {
	case PXT_RKH_TEXT:
		print(text, "%.*s", (int)span->len, (const char *)span->at);
		break;
	case PXT_RKH_REST:
	case PXT_RKH_ITEMS:
		print_hex(text, span);
		break;
	default:
		print_number(text, argument, span, symbols);
	}
}

bool pxt_rkh_expectation_differs(const struct pxt_rkh_expectation *expectation,
				 const struct pxt_rkh_plan *plan,
				 struct pxt_bytes arguments,
				 const struct pxt_rkh_symbols *symbols,
				 char text[PXT_RKH_EXPECTATION_TEXT])
{
	struct text out = { .at = text };
	struct span came, wanted;
	struct pxt_bytes in;
	unsigned nth = 0;

	*text = '\0';
	if (expectation->is_any)
		return false;
	pxt_bytes_init(&in, expectation->bytes, expectation->len);
	for (unsigned i = 0; i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];
		const bool is_ignored =
			nth < ARGUMENT_BITS && expectation->ignored >> nth & 1;

		if (!take(&arguments, argument, &came))
			return false;
		if (argument->role == PXT_RKH_IS_AO)
			continue;
		nth++;
		if (!take(&in, argument, &wanted)) {
			print(&out, "%s was not told", argument->name);
			return true;
		}
		if (is_ignored || is_same(&came, &wanted))
			continue;
		print(&out, "%s:", argument->name);
		print_value(&out, argument, &came, symbols);
		print(&out, ", not ");
		print_value(&out, argument, &wanted, symbols);
		return true;
	}
	return false;
}

static void print_arguments(struct text *text,
			    const struct pxt_rkh_expectation *expectation,
			    const struct pxt_rkh_plan *plan,
			    const struct pxt_rkh_symbols *symbols)
{
	struct pxt_bytes in;
	struct span span;

	pxt_bytes_init(&in, expectation->bytes, expectation->len);
	for (unsigned i = 0; i < plan->count && pxt_bytes_left(&in); i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];

		if (argument->role == PXT_RKH_IS_AO)
			continue;
		if (!take(&in, argument, &span))
			break;
		print(text, " %s:", argument->name);
		print_value(text, argument, &span, symbols);
	}
}

static void print_expectation(const struct pxt_rkh_expectation *expectation,
			      const struct pxt_rkh_plan *plan,
			      const struct pxt_rkh_symbols *symbols,
			      char text[PXT_RKH_EXPECTATION_TEXT])
{
	const struct span all = { expectation->bytes, expectation->len };
	struct text out = { .at = text };

	*text = '\0';
	if (plan)
		print(&out, "%s", plan->event->name);
	else
		print(&out, "0x%" PRIx32, expectation->id);
	if (expectation->is_any) {
		print(&out, " with any arguments");
	} else if (plan) {
		print_arguments(&out, expectation, plan, symbols);
	} else if (all.len) {
		print(&out, " ");
		print_hex(&out, &all);
	}
}

int pxt_rkh_expectation_init(struct pxt_rkh_expectation *expectation,
			     const struct pxt_bytes *bytes,
			     const struct pxt_rkh_plan *plan,
			     const struct pxt_rkh_symbols *symbols)
{
	char text[PXT_RKH_EXPECTATION_TEXT];

	expectation->len = pxt_bytes_left(bytes);
	expectation->bytes = malloc(expectation->len + 1);
	if (!expectation->bytes)
		return ENOMEM;
	if (expectation->len)
		memcpy(expectation->bytes, bytes->at, expectation->len);
	print_expectation(expectation, plan, symbols, text);
	expectation->text = strdup(text);
	if (expectation->text)
		return 0;
	free(expectation->bytes);
	return ENOMEM;
}
