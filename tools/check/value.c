/*
 * value.c - the numbers that a rule compares
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/value.h"

enum { NO_VALUE = VALUES_MOST, MILLION = 1000000 };

static const char no_value[] =
	"here should be a value: count(...), p99(...), lost or a number";

static const char lost[] = "lost"; /* a value */

struct figure_word {
	const char *word;
	enum value_figure figure;
};

static const struct figure_word figure_words[] = {
	{ "count", FIGURE_COUNT },
	{ "unmatched", FIGURE_UNMATCHED },
	{ "min", FIGURE_LEAST },
	{ "max", FIGURE_GREATEST },
};

/* Parses "p99.9". */
static bool is_quantile(const char *word, uint32_t *millionths)
{
	uint32_t place = MILLION / 100, sum = 0;
	const char *at = word + 1;
	size_t digits = 0;

	if (*word != 'p' || !isdigit((unsigned char)*at))
		return false;
	for (; isdigit((unsigned char)*at) && digits < 3; at++, digits++)
		sum = sum * 10 + (uint32_t)(*at - '0');
	sum *= place;
	if (*at == '.')
		for (at++; isdigit((unsigned char)*at) && place > 1; at++)
			sum += (place /= 10) * (uint32_t)(*at - '0');
	*millionths = sum;
	return !*at && sum && sum <= MILLION;
}

static bool find_figure(const char *word, struct value *value)
{
	const size_t count = sizeof(figure_words) / sizeof(figure_words[0]);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(word, figure_words[i].word))
			continue;
		value->figure = figure_words[i].figure;
		return true;
	}
	value->figure = FIGURE_QUANTILE;
	return is_quantile(word, &value->millionths);
}

/* Like figures, the word ends where a comparison begins, without a space. */
static bool lost_is_next(struct scan *scan)
{
	scan_next(scan);
	return scan_is_keyword(scan, lost) ||
	       (!strncmp(scan->at, lost, strlen(lost)) &&
		strspn(scan->at + strlen(lost), "<>=!"));
}

bool comparison_is_next(struct scan *scan)
{
	struct scan ahead = *scan;
	struct value value;
	char *word;
	bool is_it;

	if (isdigit((unsigned char)scan_next(&ahead)))
		return true;
	if (lost_is_next(&ahead) || *ahead.at == '(')
		return true;
	if (*ahead.at == '"' || *ahead.at == '\'')
		return false;
	word = scan_word(&ahead, no_value);
	is_it = word && find_figure(word, &value) && *ahead.at == '(';
	free(word);
	return is_it;
}

/* Parsing: functions return the number of a value, or NO_VALUE. */

struct parser {
	struct scan *scan;
	struct comparison *comparison;
	unsigned depth;
};

static unsigned fail(struct parser *parser, const char *what)
{
	scan_fail(parser->scan, parser->scan->at, what);
	return NO_VALUE;
}

static unsigned add(struct parser *parser, const struct value *value)
{
	struct comparison *comparison = parser->comparison;

	if (comparison->count == VALUES_MOST)
		return fail(parser, "this is too long");
	comparison->value[comparison->count] = *value;
	return comparison->count++;
}

static bool take_key(struct scan *scan, char **by)
{
	if (!scan_keyword(scan, "by"))
		return true;
	*by = scan_word(scan, "here should be a field, pid, tid or *");
	return *by != NULL;
}

/* Takes what stands in the parentheses behind a figure. */
static bool take_operand(struct scan *scan, struct value *value)
{
	if (scan_keyword(scan, "span")) {
		value->kind = VALUE_SPANS;
		value->span = scan_word(scan, "here should be a span");
		return value->span != NULL;
	}
	value->term = term_parse(scan);
	if (!value->term)
		return false;
	if (!scan_mark(scan, "->")) {
		value->kind = VALUE_COUNT;
		return value->figure == FIGURE_COUNT ||
		       scan_fail(scan, scan->at, "here should be ->");
	}
	value->kind = VALUE_PAIRS;
	value->end = term_parse(scan);
	return value->end && take_key(scan, &value->by);
}

/* The value owns its parts even after an error. */
static unsigned take_figure(struct parser *parser)
{
	struct scan *scan = parser->scan;
	struct value value = { .kind = VALUE_COUNT };
	const char *begin = scan->at;
	char *word = scan_word(scan, no_value);
	const bool is_known = word && find_figure(word, &value);
	unsigned number;
	bool is_right;

	free(word);
	if (!is_known || !scan_mark(scan, "(")) {
		scan_fail(scan, begin, no_value);
		return NO_VALUE;
	}
	is_right = take_operand(scan, &value);
	value.is_duration = value.figure >= FIGURE_LEAST;
	number = add(parser, &value);
	if (number == NO_VALUE) {
		term_free(value.term);
		term_free(value.end);
		free(value.by);
		free(value.span);
	}
	if (!is_right)
		return NO_VALUE;
	return scan_mark(scan, ")") ? number :
				      fail(parser, "here should be a )");
}

static unsigned take_sum(struct parser *parser);

static unsigned take_group(struct parser *parser)
{
	unsigned inner;

	if (++parser->depth > VALUES_DEEP)
		return fail(parser, "this is too deep");
	inner = take_sum(parser);
	parser->depth--;
	if (inner == NO_VALUE || scan_mark(parser->scan, ")"))
		return inner;
	return fail(parser, "here should be a )");
}

/* A number with a unit of time is a duration; powers of 1000 or 1024 are
 * not. */
static bool has_time(const char *from, const char *to)
{
	return to > from && (to[-1] == 's' || to[-1] == 'h' || to[-1] == 'm');
}

static unsigned take_factor(struct parser *parser)
{
	struct scan *scan = parser->scan;
	struct value value = { .kind = VALUE_NUMBER, .is_there = true };
	const char next = scan_next(scan);
	const char *begin = scan->at;

	if (scan_mark(scan, "("))
		return take_group(parser);
	if (lost_is_next(scan)) {
		scan->at += strlen(lost);
		value.kind = VALUE_LOST;
		return add(parser, &value);
	}
	if (!isdigit((unsigned char)next))
		return take_figure(parser);
	if (!scan_number(scan, &value.number))
		return NO_VALUE;
	value.is_duration = has_time(begin, scan->at);
	return add(parser, &value);
}

static unsigned combine(struct parser *parser, enum value_kind kind,
			unsigned left, unsigned right)
{
	const struct value *value = parser->comparison->value;

	if (right == NO_VALUE)
		return NO_VALUE;
	return add(parser, &(struct value){
				   .kind = kind,
				   .left = left,
				   .right = right,
				   .is_duration = value[left].is_duration ||
						  value[right].is_duration,
			   });
}

static unsigned take_product(struct parser *parser)
{
	unsigned left = take_factor(parser);

	while (left != NO_VALUE && scan_mark(parser->scan, "*"))
		left = combine(parser, VALUE_MULTIPLY, left,
			       take_factor(parser));
	return left;
}

static unsigned take_sum(struct parser *parser)
{
	unsigned left = take_product(parser);

	while (left != NO_VALUE) {
		if (scan_mark(parser->scan, "+"))
			left = combine(parser, VALUE_ADD, left,
				       take_product(parser));
		else if (scan_mark(parser->scan, "-"))
			left = combine(parser, VALUE_SUBTRACT, left,
				       take_product(parser));
		else
			break;
	}
	return left;
}

static bool take_order(struct scan *scan, enum value_order *order)
{
	static const struct {
		const char *mark;
		enum value_order order;
	} marks[] = {
		{ "==", ORDER_EQUAL },	       { "!=", ORDER_UNEQUAL },
		{ "<=", ORDER_LESS_OR_EQUAL }, { ">=", ORDER_MORE_OR_EQUAL },
		{ "<", ORDER_LESS },	       { ">", ORDER_MORE },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (!scan_mark(scan, marks[i].mark))
			continue;
		*order = marks[i].order;
		return true;
	}
	return scan_fail(scan, scan->at,
			 "here should be ==, !=, <, <=, > or >=");
}

bool comparison_parse(struct scan *scan, struct comparison *comparison)
{
	struct parser parser = { .scan = scan, .comparison = comparison };

	comparison->left = take_sum(&parser);
	if (comparison->left == NO_VALUE ||
	    !take_order(scan, &comparison->order))
		return false;
	comparison->right = take_sum(&parser);
	return comparison->right != NO_VALUE;
}

void comparison_fini(struct comparison *comparison)
{
	for (unsigned i = 0; i < comparison->count; i++) {
		struct value *value = &comparison->value[i];

		term_free(value->term);
		term_free(value->end);
		free(value->by);
		free(value->span);
	}
	comparison->count = 0;
}

void comparison_make(struct comparison *comparison, struct term *term,
		     enum value_order order, long double number)
{
	comparison->order = order;
	comparison->count = 2;
	comparison->left = 0;
	comparison->right = 1;
	comparison->value[0] =
		(struct value){ .kind = VALUE_COUNT, .term = term };
	comparison->value[1] = (struct value){ .kind = VALUE_NUMBER,
					       .is_there = true,
					       .number = number };
}

/* Operands stand before their sum. */
void comparison_settle(struct comparison *comparison)
{
	for (unsigned i = 0; i < comparison->count; i++) {
		struct value *value = &comparison->value[i];
		const struct value *left = &comparison->value[value->left];
		const struct value *right = &comparison->value[value->right];

		if (value->kind < VALUE_ADD)
			continue;
		value->is_there = left->is_there && right->is_there;
		if (value->kind == VALUE_ADD)
			value->number = left->number + right->number;
		else if (value->kind == VALUE_SUBTRACT)
			value->number = left->number - right->number;
		else
			value->number = left->number * right->number;
	}
}

bool comparison_holds(const struct comparison *comparison)
{
	const long double left = comparison->value[comparison->left].number;
	const long double right = comparison->value[comparison->right].number;

	switch (comparison->order) {
	case ORDER_EQUAL:
		return left == right;
	case ORDER_UNEQUAL:
		return left != right;
	case ORDER_LESS:
		return left < right;
	case ORDER_LESS_OR_EQUAL:
		return left <= right;
	case ORDER_MORE:
		return left > right;
	default:
		return left >= right;
	}
}

bool comparison_limit(const struct comparison *comparison, unsigned value,
		      long double *limit)
{
	const struct value *left = &comparison->value[comparison->left];
	const struct value *right = &comparison->value[comparison->right];
	const bool is_left = value == comparison->left;
	enum value_order order = comparison->order;

	if ((is_left ? right : left)->kind != VALUE_NUMBER ||
	    (!is_left && value != comparison->right))
		return false;
	*limit = (is_left ? right : left)->number;
	if (!is_left)
		order = order == ORDER_MORE	     ? ORDER_LESS :
			order == ORDER_MORE_OR_EQUAL ? ORDER_LESS_OR_EQUAL :
			order == ORDER_EQUAL	     ? ORDER_EQUAL :
						       ORDER_MORE;
	if (order == ORDER_LESS)
		*limit -= 1;
	return order == ORDER_LESS || order == ORDER_LESS_OR_EQUAL ||
	       order == ORDER_EQUAL;
}
