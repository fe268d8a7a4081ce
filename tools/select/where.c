/*
 * where.c - conditions on fields, option -w
 *
 * A condition becomes a tree, whose nodes lie in one array and refer to each
 * other by index. Text, fields and depth are bounded.
 */
#include <ctype.h>
#include <float.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "select/where.h"

_Static_assert(LDBL_MANT_DIG >= 64, "a number holds integers of 64 bits");

enum {
	NODES_MAX = 512,
	FIELDS_MAX = 32,
	DEPTH_MAX = 64,
	NOTHING = NODES_MAX, /* no node */
};

enum op {
	OP_OR,
	OP_AND,
	OP_NOT,
	OP_EQ,
	OP_NE,
	OP_LE,
	OP_GE,
	OP_LT,
	OP_GT,
	OP_MATCH,
	OP_UNMATCH,
	OP_FIELD,
	OP_CONSTANT,
};

struct node {
	enum op op;
	unsigned left, right; /* nodes; for a field: its number */
	struct where_value value;
};

struct where {
	struct node node[NODES_MAX];
	unsigned nodes;
	unsigned root;
	const char *field[FIELDS_MAX];
	unsigned fields;
	char *texts; /* names and constants in a row */
	size_t used;
	char *copy; /* copy of the text to match */
	size_t size;
};

/* Parsing: functions return a node, or NOTHING after an error. */

struct parser {
	struct where *where;
	const char *text;
	const char *at;
	unsigned depth;
	struct where_error *error;
};

static unsigned fail(struct parser *parser, const char *at, const char *what)
{
	if (!parser->error->what) {
		parser->error->column = (size_t)(at - parser->text) + 1;
		parser->error->what = what;
	}
	return NOTHING;
}

static unsigned add_node(struct parser *parser, enum op op, unsigned left,
			 unsigned right)
{
	struct where *where = parser->where;

	if (where->nodes == NODES_MAX)
		return fail(parser, parser->at, "this is too long");
	where->node[where->nodes] = (struct node){
		.op = op,
		.left = left,
		.right = right,
	};
	return where->nodes++;
}

static void skip_space(struct parser *parser)
{
	while (isspace((unsigned char)*parser->at))
		parser->at++;
}

static bool take(struct parser *parser, const char *token)
{
	size_t len = strlen(token);

	skip_space(parser);
	if (strncmp(parser->at, token, len))
		return false;
	parser->at += len;
	return true;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The unit that begins there, up to the end of the word. */
static bool take_unit(const char **at, long double *factor)
{
	static const struct {
		const char *name;
		long double factor;
	} units[] = {
		{ "", 1 },	   { "ns", 1 },	      { "us", 1e3L },
		{ "ms", 1e6L },	   { "s", 1e9L },     { "m", 60e9L },
		{ "h", 3600e9L },  { "k", 1e3L },     { "M", 1e6L },
		{ "G", 1e9L },	   { "Ki", 0x1p10L }, { "Mi", 0x1p20L },
		{ "Gi", 0x1p30L },
	};
	const char *end = *at;

	while (is_name(*end))
		end++;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strlen(units[i].name) != (size_t)(end - *at) ||
		    strncmp(units[i].name, *at, (size_t)(end - *at)))
			continue;
		*factor = units[i].factor;
		*at = end;
		return true;
	}
	return false;
}

const char *where_take_number(const char **at, long double *number)
{
	long double factor;
	char *end;

	*number = strtold(*at, &end);
	if (end == *at)
		return "no number";
	*at = end;
	if (!take_unit(at, &factor))
		return "there is no such unit";
	*number *= factor;
	return NULL;
}

static unsigned take_number(struct parser *parser)
{
	long double number;
	const char *what = where_take_number(&parser->at, &number);
	unsigned node;

	if (what)
		return fail(parser, parser->at, what);
	node = add_node(parser, OP_CONSTANT, NOTHING, NOTHING);
	if (node != NOTHING)
		parser->where->node[node].value = (struct where_value){
			.kind = WHERE_NUMBER,
			.number = number,
		};
	return node;
}

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit =
		c ? strchr(digits, tolower((unsigned char)c)) : NULL;

	return digit ? (int)(digit - digits) : -1;
}

/* Takes an escape behind a backslash. -1: invalid. */
static int take_escape(struct parser *parser)
{
	static const char letters[] = "abtnvfre\\\"'";
	static const char codes[] = "\a\b\t\n\v\f\r\x1b\\\"'";
	const char c = *parser->at;
	const char *letter = c ? strchr(letters, c) : NULL;
	int high, low;

	if (letter) {
		parser->at++;
		return (unsigned char)codes[letter - letters];
	}
	if (c != 'x')
		return -1;
	high = hex_digit(parser->at[1]);
	low = high < 0 ? -1 : hex_digit(parser->at[2]);
	if (low < 0)
		return -1;
	parser->at += 3;
	return high << 4 | low;
}

static unsigned take_text(struct parser *parser)
{
	struct where *where = parser->where;
	const char *begin = parser->at;
	const char quote = *parser->at++;
	char *text = where->texts + where->used;
	size_t len = 0;
	unsigned node;

	while (*parser->at && *parser->at != quote) {
		int c = (unsigned char)*parser->at++;

		if (c == '\\')
			c = take_escape(parser);
		if (c < 0)
			return fail(parser, parser->at, "no such escape");
		text[len++] = (char)c;
	}
	if (!*parser->at++)
		return fail(parser, begin, "this text has no end");
	text[len] = '\0';
	where->used += len + 1;

	node = add_node(parser, OP_CONSTANT, NOTHING, NOTHING);
	if (node != NOTHING)
		where->node[node].value = (struct where_value){
			.kind = WHERE_TEXT,
			.text = text,
			.len = len,
		};
	return node;
}

static unsigned find_field(struct where *where, const char *name, size_t len)
{
	unsigned i;

	for (i = 0; i < where->fields; i++)
		if (strlen(where->field[i]) == len &&
		    !memcmp(where->field[i], name, len))
			break;
	return i;
}

static unsigned take_field(struct parser *parser)
{
	struct where *where = parser->where;
	const char *begin = parser->at;
	char *name = where->texts + where->used;
	size_t len = 0;
	unsigned i;

	while (is_name(begin[len]))
		len++;
	parser->at += len;
	i = find_field(where, begin, len);
	if (i == FIELDS_MAX)
		return fail(parser, begin, "these are too many fields");
	if (i == where->fields) {
		memcpy(name, begin, len);
		name[len] = '\0';
		where->used += len + 1;
		where->field[where->fields++] = name;
	}
	return add_node(parser, OP_FIELD, i, NOTHING);
}

static unsigned take_value(struct parser *parser)
{
	const char *at;

	skip_space(parser);
	at = parser->at;
	if (*at == '"' || *at == '\'')
		return take_text(parser);
	if (isdigit((unsigned char)*at) ||
	    (*at == '-' && isdigit((unsigned char)at[1])))
		return take_number(parser);
	if (isalpha((unsigned char)*at) || *at == '_')
		return take_field(parser);
	return fail(parser, at,
		    "here should be a field, a number, a text or a (");
}

static unsigned take_comparison(struct parser *parser)
{
	static const struct {
		const char *token;
		enum op op;
	} ops[] = {
		{ "==", OP_EQ },    { "!=", OP_NE },	  { "<=", OP_LE },
		{ ">=", OP_GE },    { "<", OP_LT },	  { ">", OP_GT },
		{ "=~", OP_MATCH }, { "!~", OP_UNMATCH },
	};
	unsigned left = take_value(parser), right;

	if (left == NOTHING)
		return NOTHING;
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		if (!take(parser, ops[i].token))
			continue;
		right = take_value(parser);
		return right == NOTHING ?
			       NOTHING :
			       add_node(parser, ops[i].op, left, right);
	}
	return left;
}

static unsigned take_or(struct parser *parser);

static unsigned take_factor(struct parser *parser)
{
	unsigned inner;

	if (take(parser, "(")) {
		inner = take_or(parser);
		if (inner == NOTHING)
			return NOTHING;
		return take(parser, ")") ?
			       inner :
			       fail(parser, parser->at,
				    "here should be an operator or a )");
	}
	if (take(parser, "!")) {
		if (++parser->depth > DEPTH_MAX)
			return fail(parser, parser->at, "this is too deep");
		inner = take_factor(parser);
		parser->depth--;
		return inner == NOTHING ?
			       NOTHING :
			       add_node(parser, OP_NOT, inner, NOTHING);
	}
	return take_comparison(parser);
}

static unsigned take_and(struct parser *parser)
{
	unsigned left = take_factor(parser), right;

	while (left != NOTHING && take(parser, "&&")) {
		right = take_factor(parser);
		left = right == NOTHING ? NOTHING :
					  add_node(parser, OP_AND, left, right);
	}
	return left;
}

static unsigned take_or(struct parser *parser)
{
	unsigned left, right;

	if (++parser->depth > DEPTH_MAX)
		return fail(parser, parser->at, "this is too deep");
	left = take_and(parser);
	while (left != NOTHING && take(parser, "||")) {
		right = take_and(parser);
		left = right == NOTHING ? NOTHING :
					  add_node(parser, OP_OR, left, right);
	}
	parser->depth--;
	return left;
}

static bool parse(struct where *where, const char *text,
		  struct where_error *error)
{
	struct parser parser = {
		.where = where,
		.text = text,
		.at = text,
		.error = error,
	};

	where->root = take_or(&parser);
	if (where->root == NOTHING)
		return false;
	skip_space(&parser);
	if (*parser.at)
		fail(&parser, parser.at, "here should be an operator");
	return !*parser.at;
}

struct where *where_parse(const char *text, struct where_error *error)
{
	struct where *where;

	*error = (struct where_error){ 1, NULL };
	where = calloc(1, sizeof(*where));
	/* Texts lose their quotes, and names gain a null: between two names
	 * there is at least one other character. */
	if (where)
		where->texts = malloc(strlen(text) + 2);
	if (!where || !where->texts)
		error->what = "no memory is left";
	else if (parse(where, text, error))
		return where;

	where_free(where);
	return NULL;
}

void where_free(struct where *where)
{
	if (!where)
		return;
	free(where->texts);
	free(where->copy);
	free(where);
}

const char *where_field(const struct where *where, unsigned number)
{
	return number < where->fields ? where->field[number] : NULL;
}

/* Evaluating */

struct run {
	struct where *where;
	where_get *get;
	void *context;
};

static struct where_value value_of(struct run *run, unsigned number)
{
	const struct node *node = &run->where->node[number];
	struct where_value value = { .kind = WHERE_NONE };

	if (node->op == OP_CONSTANT)
		return node->value;
	run->get(run->context, node->left, &value);
	return value;
}

/* Copies a text, as values need not be null-terminated. */
static const char *copy_text(struct where *where, const char *text, size_t len)
{
	if (pxt_array_reserve(&where->copy, &where->size, len + 1, 1))
		return NULL;
	memcpy(where->copy, text, len);
	where->copy[len] = '\0';
	return where->copy;
}

static bool matches_text(struct run *run, const char *text, size_t len,
			 const char *pattern)
{
	const char *copy = text ? copy_text(run->where, text, len) : NULL;

	return copy && !fnmatch(pattern, copy, 0);
}

/* Patterns come from the user, never from an event. */
static bool matches(struct run *run, const struct where_value *value,
		    const struct node *pattern)
{
	if (pattern->op != OP_CONSTANT || pattern->value.kind != WHERE_TEXT)
		return false;
	return matches_text(run, value->text, value->len,
			    pattern->value.text) ||
	       matches_text(run, value->short_text, value->short_len,
			    pattern->value.text);
}

static bool has_short(const struct where_value *a, const struct where_value *b)
{
	return a->short_text && a->short_len == b->len &&
	       !memcmp(a->short_text, b->text, b->len);
}

static int order_texts(const struct where_value *a, const struct where_value *b)
{
	int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

	if (has_short(a, b) || has_short(b, a))
		return 0;
	return order ? order : (a->len > b->len) - (a->len < b->len);
}

/* Numbers are compared as numbers, unless the other value is a text. */
static bool order_values(const struct where_value *a,
			 const struct where_value *b, int *order)
{
	if (a->kind == WHERE_NUMBER && b->kind == WHERE_NUMBER) {
		*order = (a->number > b->number) - (a->number < b->number);
		return !isunordered(a->number, b->number);
	}
	if (!a->text || !b->text)
		return false;
	*order = order_texts(a, b);
	return true;
}

static bool compare(struct run *run, const struct node *node)
{
	const struct where_value a = value_of(run, node->left);
	const struct where_value b = value_of(run, node->right);
	int order;

	if (a.kind == WHERE_NONE || b.kind == WHERE_NONE)
		return false;
	if (node->op == OP_MATCH || node->op == OP_UNMATCH)
		return matches(run, &a, &run->where->node[node->right]) ==
		       (node->op == OP_MATCH);
	if (!order_values(&a, &b, &order))
		return node->op == OP_NE;

	switch (node->op) {
	case OP_EQ:
		return !order;
	case OP_NE:
		return order;
	case OP_LE:
		return order <= 0;
	case OP_GE:
		return order >= 0;
	case OP_LT:
		return order < 0;
	default:
		return order > 0;
	}
}

static bool is_true(const struct where_value *value)
{
	switch (value->kind) {
	case WHERE_NUMBER:
		return value->number != 0;
	case WHERE_TEXT:
		return value->len;
	default:
		return false;
	}
}

/* Recursion is bounded by the parser's depth, and by the length of a chain of
 * && or ||. */
static bool holds(struct run *run, unsigned number)
{
	const struct node *node = &run->where->node[number];
	struct where_value value;

	switch (node->op) {
	case OP_OR:
		return holds(run, node->left) || holds(run, node->right);
	case OP_AND:
		return holds(run, node->left) && holds(run, node->right);
	case OP_NOT:
		return !holds(run, node->left);
	case OP_FIELD:
	case OP_CONSTANT:
		value = value_of(run, number);
		return is_true(&value);
	default:
		return compare(run, node);
	}
}

bool where_holds(struct where *where, where_get *get, void *context)
{
	struct run run = { where, get, context };

	return holds(&run, where->root);
}
