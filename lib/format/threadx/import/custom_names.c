/* custom_names.c - names of an application's events */
#include "format/threadx/import/custom_names.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "format/events_file.h"

enum {
	COLUMNS = 13,
	NUMBER = 0,
	NAME = 1,
	CAPTION = 2,
	LABELS = 9, /* the first of them */
	LAST_USER = 65535,
};

/* Texts are appended to one that has room for all. */
struct parse {
	struct pxt_threadx_custom_names *custom_names;
	struct pxt_trace *trace;
	size_t room; /* room in event */
	char *text;  /* end of the text */
	unsigned line;
};

static int refuse(const struct parse *parse, const char *why)
{
	return pxt_events_file_refuse(parse->trace, parse->line, why);
}

/* True for names of details, and of earlier words. */
static bool is_taken(const struct pxt_threadx_event *event, unsigned words,
		     const char *label)
{
	static const char *const details[] = {
		"context",
		"context_name",
		"core",
		"event_id",
		"i1",
		"i2",
		"i3",
		"i4",
		"priority",
		"raw_event_id",
		"raw_priority",
		"raw_time_stamp",
		"relative_ticks",
		"threshold",
		NULL,
	};

	if (pxt_events_file_has_word(details, label))
		return true;
	for (unsigned i = 0; i < words; i++)
		if (event->word[i] && !strcmp(event->word[i], label))
			return true;
	return false;
}

/* Trims blanks. */
static void trim(const char **at, size_t *len)
{
	while (*len && isspace((unsigned char)**at)) {
		++*at;
		--*len;
	}
	while (*len && isspace((unsigned char)(*at)[*len - 1]))
		--*len;
}

static const char *put(struct parse *parse, const char *at, size_t len)
{
	char *text = parse->text;

	trim(&at, &len);
	memcpy(text, at, len);
	text[len] = '\0';
	parse->text += len + 1;
	return text;
}

/* Makes a field's name of a label: "Motor speed" is Motor_speed. TraceX accepts
 * duplicates: these get another underscore. */
static void put_label(struct parse *parse, struct pxt_threadx_event *event,
		      unsigned word, const char *at, size_t len)
{
	char *text = parse->text;
	size_t made;

	trim(&at, &len);
	if (!len)
		return;
	made = pxt_events_file_name(text, at, len);
	while (is_taken(event, word, text)) {
		text[made++] = '_';
		text[made] = '\0';
	}
	parse->text += made + 1;
	event->word[word] = text;
}

/* Splits a line into columns: commas within the parentheses of colours count,
 * too. */
static unsigned split(const char *line, size_t len, const char **column,
		      size_t *length)
{
	unsigned columns = 0;
	const char *end = line + len, *comma;

	while (columns < COLUMNS) {
		comma = memchr(line, ',', (size_t)(end - line));
		if (!comma)
			comma = end;
		column[columns] = line;
		length[columns++] = (size_t)(comma - line);
		if (comma == end)
			break;
		line = comma + 1;
	}
	return columns;
}

static struct pxt_threadx_event *add(struct parse *parse)
{
	struct pxt_threadx_custom_names *custom_names = parse->custom_names;
	struct pxt_threadx_event *event;

	if (pxt_array_reserve(&custom_names->event, &parse->room,
			      custom_names->count + 1, sizeof(*event)))
		return NULL;
	event = &custom_names->event[custom_names->count++];
	*event = (struct pxt_threadx_event){
		.component = "user",
		.filter = "USER_EVENTS",
	};
	return event;
}

static int define(struct parse *parse, const char *line, size_t len)
{
	struct pxt_threadx_event *event;
	const char *column[COLUMNS];
	size_t length[COLUMNS];
	unsigned long number;
	char *end;

	if (split(line, len, column, length) < COLUMNS)
		return refuse(parse, "has less than 13 columns");
	number = strtoul(line, &end, 10);
	if (end == line || number < PXT_THREADX_FIRST_USER ||
	    number > LAST_USER)
		return refuse(parse, "its number is none from 4096 to 65535");
	event = add(parse);
	if (!event)
		return ENOMEM;
	event->id = (uint16_t)number;
	event->name = put(parse, column[NAME], length[NAME]);
	event->caption = put(parse, column[CAPTION], length[CAPTION]);
	if (!*event->name)
		return refuse(parse, "has no name");
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++)
		put_label(parse, event, i, column[LABELS + i],
			  length[LABELS + i]);
	return 0;
}

static bool is_word(const char *line, size_t len, const char *word)
{
	trim(&line, &len);
	return len == strlen(word) && !strncasecmp(line, word, len);
}

static bool is_blank(const char *line, size_t len)
{
	trim(&line, &len);
	return !len;
}

static int read_lines(struct parse *parse, const char *at, const char *end)
{
	bool is_started = false;
	const char *next;
	int err = 0;

	for (; !err && at < end; at = next + 1) {
		next = memchr(at, '\n', (size_t)(end - at));
		if (!next)
			next = end;
		parse->line++;
		if (!is_started)
			is_started = is_word(at, (size_t)(next - at), "Start");
		else if (is_word(at, (size_t)(next - at), "End"))
			return 0;
		else if (!is_blank(at, (size_t)(next - at)))
			err = define(parse, at, (size_t)(next - at));
	}
	if (!err && !is_started)
		return refuse(parse, "there is no line \"Start\" up to here");
	return err;
}

static int by_number(const void *a, const void *b)
{
	const struct pxt_threadx_event *left = a, *right = b;

	return left->id - right->id;
}

int pxt_threadx_custom_names_parse(
	struct pxt_threadx_custom_names *custom_names, const char *text,
	size_t len, struct pxt_trace *trace)
{
	struct parse parse = { .custom_names = custom_names, .trace = trace };
	int err;

	*custom_names = (struct pxt_threadx_custom_names){ 0 };
	/* A name grows by at most six bytes, in a line with 18 others. */
	custom_names->text = malloc(3 * len + 64);
	if (!custom_names->text)
		return ENOMEM;
	parse.text = custom_names->text;
	err = read_lines(&parse, text, text + len);
	if (err) {
		pxt_threadx_custom_names_fini(custom_names);
		return err;
	}
	if (custom_names->count)
		qsort(custom_names->event, custom_names->count,
		      sizeof(*custom_names->event), by_number);
	return 0;
}

void pxt_threadx_custom_names_fini(
	struct pxt_threadx_custom_names *custom_names)
{
	free(custom_names->event);
	free(custom_names->text);
	*custom_names = (struct pxt_threadx_custom_names){ 0 };
}

static int by_id(const void *key, const void *element)
{
	const struct pxt_threadx_event *event = element;
	const uint32_t id = *(const uint32_t *)key;

	return (id > event->id) - (id < event->id);
}

const struct pxt_threadx_event *pxt_threadx_custom_names_find(
	const struct pxt_threadx_custom_names *custom_names, uint32_t id)
{
	if (!custom_names->count)
		return NULL;
	return bsearch(&id, custom_names->event, custom_names->count,
		       sizeof(*custom_names->event), by_id);
}
