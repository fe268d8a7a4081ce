/* fields.c - the fields of events, by the descriptions that programs gave */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "event/fields.h"

void fields_init(struct fields *fields, struct source *source)
{
	memset(fields, 0, sizeof(*fields));
	fields->source = source;
}

void fields_fini(struct fields *fields)
{
	for (size_t i = 0; i < FIELDS_TYPES; i++)
		free(fields->layouts[i]);
	symbols_close(fields->symbols);
}

/* Finding */

/* Views make what they show of names ASCII themselves. */
static void prepare_symbols(struct fields *fields,
			    const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].object && !fields->symbols &&
		    !fields->no_symbols)
			fields->symbols = symbols_create(fields->source,
							 false);
}

static struct posix_trace_layout_np *fetch(struct fields *fields,
					   trace_event_id_t type)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	struct posix_trace_layout_np *layout;

	/* It may come later: nothing is kept. */
	if (source_get_description(fields->source, type, text, sizeof(text)))
		return NULL;
	layout = malloc(sizeof(*layout));
	if (!layout)
		return NULL;
	if (posix_trace_layout_parse_np(text, layout)) {
		free(layout);
		fields->wrong[type] = true;
		return NULL;
	}
	prepare_symbols(fields, layout);
	return layout;
}

const struct posix_trace_layout_np *fields_layout(struct fields *fields,
						  trace_event_id_t type)
{
	if (type <= POSIX_TRACE_UNNAMED_USEREVENT || type >= FIELDS_TYPES ||
	    fields->wrong[type])
		return NULL;
	if (!fields->layouts[type])
		fields->layouts[type] = fetch(fields, type);
	return fields->layouts[type];
}

bool fields_decode(struct fields *fields,
		   const struct posix_trace_item_np *item)
{
	fields->layout = NULL;
	fields->count = 0;
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return false;
	fields->layout = fields_layout(fields, item->info.posix_event_id);
	if (!fields->layout)
		return false;
	fields->item = item;
	fields->count = posix_trace_layout_decode_np(
		fields->layout, item->data, item->data_len, fields->values);
	return true;
}

const struct posix_trace_value_np *fields_find(const struct fields *fields,
					       const char *name)
{
	for (unsigned i = 0; i < fields->count; i++)
		if (!strcmp(fields->values[i].field->name, name))
			return &fields->values[i];
	return NULL;
}

static bool has_field(const struct posix_trace_layout_np *layout,
		      const char *name)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (!strcmp(layout->field[i].name, name))
			return true;
	return false;
}

bool fields_exist(struct fields *fields, const char *name)
{
	for (trace_event_id_t type = 0; type < FIELDS_TYPES; type++) {
		const struct posix_trace_layout_np *layout =
			fields_layout(fields, type);

		if (layout && has_field(layout, name))
			return true;
	}
	return false;
}

const char *fields_bare(const char *written)
{
	static const char prefix[] = "args.";
	const size_t len = sizeof(prefix) - 1;

	return strncmp(written, prefix, len) ? written : written + len;
}

const struct posix_trace_value_np *fields_key(const struct fields *fields)
{
	for (unsigned i = 0; i < fields->count; i++)
		if (fields->values[i].field->flags & POSIX_TRACE_FIELD_KEY_NP)
			return &fields->values[i];
	return NULL;
}

/* Comparing */

static int sign_of(long long difference)
{
	return (difference > 0) - (difference < 0);
}

static bool is_text(const struct posix_trace_value_np *value)
{
	return value->field->kind == POSIX_TRACE_FIELD_TEXT_NP;
}

static int compare_bytes(const void *a, size_t a_len, const void *b,
			 size_t b_len)
{
	const size_t len = a_len < b_len ? a_len : b_len;
	const int order = len ? memcmp(a, b, len) : 0;

	return order ? sign_of(order) : (a_len > b_len) - (a_len < b_len);
}

static bool is_negative(const struct posix_trace_number_np *number)
{
	return number->kind == POSIX_TRACE_FIELD_SIGNED_NP && number->as.s < 0;
}

static double double_of(const struct posix_trace_number_np *number)
{
	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return number->as.f;
	return is_negative(number) ? (double)number->as.s :
				     (double)number->as.u;
}

/* What is no number is less than any, so that there is an order. */
static int compare_doubles(double a, double b)
{
	if (isnan(a) || isnan(b))
		return !isnan(a) - !isnan(b);
	return (a > b) - (a < b);
}

/* Integers exactly: a double has not all of their digits. */
static int compare_numbers(const struct posix_trace_number_np *a,
			   const struct posix_trace_number_np *b)
{
	if (a->kind == POSIX_TRACE_FIELD_FLOAT_NP ||
	    b->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return compare_doubles(double_of(a), double_of(b));
	if (is_negative(a) != is_negative(b))
		return is_negative(b) - is_negative(a);
	return (a->as.u > b->as.u) - (a->as.u < b->as.u);
}

int fields_compare(const struct posix_trace_layout_np *a_layout,
		   const struct posix_trace_value_np *a,
		   const struct posix_trace_layout_np *b_layout,
		   const struct posix_trace_value_np *b)
{
	struct posix_trace_number_np x, y;
	int order = 0;

	if (is_text(a) || is_text(b))
		return is_text(a) && is_text(b) ?
			       compare_bytes(a->data, a->len, b->data, b->len) :
			       is_text(a) - is_text(b);
	for (size_t i = 0; !order; i++) {
		const bool more_a =
			!posix_trace_value_number_np(a_layout, a, i, &x);
		const bool more_b =
			!posix_trace_value_number_np(b_layout, b, i, &y);

		if (!more_a || !more_b)
			return more_a - more_b;
		order = compare_numbers(&x, &y);
	}
	return order;
}

/* A number as a user writes it. */
static bool read_number(const char *text, struct posix_trace_number_np *number)
{
	const bool negative = *text == '-';
	char *end;

	number->label = NULL;
	if (*text == '\0' || strspn(text, " \t"))
		return false;
	errno = 0;
	number->kind = negative ? POSIX_TRACE_FIELD_SIGNED_NP :
				  POSIX_TRACE_FIELD_UNSIGNED_NP;
	if (negative)
		number->as.s = strtoll(text, &end, 0);
	else
		number->as.u = strtoull(text, &end, 0);
	if (!*end && !errno)
		return true;
	number->kind = POSIX_TRACE_FIELD_FLOAT_NP;
	number->as.f = strtod(text, &end);
	return !*end;
}

/* What else a user may call it. */
static bool is_called(const struct posix_trace_number_np *number,
		      const char *text, int *order)
{
	if (number->label && !strcmp(number->label, text)) {
		*order = 0;
		return true;
	}
	if (number->kind == POSIX_TRACE_FIELD_CHAR_NP && text[0] && !text[1]) {
		*order = sign_of((long long)number->as.u -
				 (unsigned char)text[0]);
		return true;
	}
	if (number->kind == POSIX_TRACE_FIELD_BOOL_NP &&
	    (!strcmp(text, "true") || !strcmp(text, "false"))) {
		*order = !!number->as.u - !strcmp(text, "true");
		return true;
	}
	return false;
}

bool fields_compare_text(const struct posix_trace_layout_np *layout,
			 const struct posix_trace_value_np *value,
			 const char *text, int *order)
{
	struct posix_trace_number_np number, wanted;

	if (is_text(value)) {
		*order = compare_bytes(value->data, value->len, text,
				       strlen(text));
		return true;
	}
	if (value->count != 1 ||
	    posix_trace_value_number_np(layout, value, 0, &number))
		return false;
	if (is_called(&number, text, order))
		return true;
	if (read_number(text, &wanted)) {
		*order = compare_numbers(&number, &wanted);
		return true;
	}
	if (!(value->field->flags & POSIX_TRACE_FIELD_ENUM_NP))
		return false;
	*order = 1; /* another constant, at any rate not that one */
	return true;
}

bool fields_number(const struct posix_trace_layout_np *layout,
		   const struct posix_trace_value_np *value, double *number)
{
	struct posix_trace_number_np found;

	if (value->count != 1 ||
	    posix_trace_value_number_np(layout, value, 0, &found))
		return false;
	*number = double_of(&found);
	return true;
}
