/* names.c - files with names of events */
#include "format/liteos/names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/events_file.h"

enum {
	NAME_MOST = 255,
	VALUES_MOST = PXT_LITEOS_ARGS_MAX - 1,
	EVENTS_MOST = 1 << 16,
};

/* Names are appended to one text that has room for all. */
struct parse {
	struct pxt_liteos_names *names;
	struct pxt_trace *trace;
	char *to; /* end of the text */
	unsigned line;
	const char *at, *end; /* rest of the line */
	bool has_tabs;
};

static const struct {
	const char *word;
	enum pxt_liteos_kind kind;
} kinds[] = {
	{ "bytes", PXT_LITEOS_BYTES },
	{ "event_mode", PXT_LITEOS_READ_MODE },
	{ "hex", PXT_LITEOS_HEX },
	{ "key", PXT_LITEOS_KEY },
	{ "level", PXT_LITEOS_LEVEL },
	{ "queue_operation", PXT_LITEOS_QUEUE_OP },
	{ "signed", PXT_LITEOS_SIGNED },
	{ "task", PXT_LITEOS_TASK_ID },
	{ "task_status", PXT_LITEOS_STATUS },
	{ "ticks", PXT_LITEOS_TICKS },
	{ "timeout", PXT_LITEOS_TIMEOUT },
	{ "timer_mode", PXT_LITEOS_TIMER_MODE },
	{ "unsigned", PXT_LITEOS_NUMBER },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

const char *pxt_liteos_names_kind(enum pxt_liteos_kind kind)
{
	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].kind == kind && kind != PXT_LITEOS_NUMBER)
			return kinds[i].word;
	return NULL;
}

static int refuse(const struct parse *parse, const char *why)
{
	return pxt_events_file_refuse(parse->trace, parse->line, why);
}

/* Words */

static bool is_between(const struct parse *parse, char c)
{
	return c == '\t' || (c == ' ' && !parse->has_tabs);
}

/* Returns the length of the next word, 0 at the end. */
static size_t next_word(struct parse *parse, const char **word)
{
	while (parse->at < parse->end && is_between(parse, *parse->at))
		parse->at++;
	*word = parse->at;
	while (parse->at < parse->end && !is_between(parse, *parse->at))
		parse->at++;
	return (size_t)(parse->at - *word);
}

static const char *put(struct parse *parse, const char *word, size_t len)
{
	char *text = parse->to;

	memcpy(text, word, len);
	text[len] = '\0';
	parse->to += len + 1;
	return text;
}

static bool is_taken(const struct pxt_liteos_event *event, unsigned values,
		     const char *name)
{
	static const char *const details[] = {
		"cpuid",       "curPid",    "curTask",	"curTime", "eventCount",
		"eventType",   "hwiActive", "identity", "linkReg", "offset",
		"paramCount",  "params",    "reserves", "session", "slot",
		"taskLockCnt", "told",	    NULL,
	};

	if (pxt_events_file_has_word(details, name))
		return true;
	for (unsigned i = 0; i < values; i++)
		if (!strcmp(event->arg[i].name, name))
			return true;
	return false;
}

/* Adds the name of a field; details and other values with the same name would
 * hide it. NULL: success. */
static const char *put_field(struct parse *parse,
			     const struct pxt_liteos_event *event,
			     unsigned value, const char *word, size_t len)
{
	char *name = parse->to;
	size_t made = pxt_events_file_name(name, word, len);

	if (is_taken(event, value, name)) {
		name[made++] = '_';
		name[made] = '\0';
	}
	parse->to += made + 1;
	return is_taken(event, value, name) ? NULL : name;
}

/* Lines */

static int take_kind(struct parse *parse, struct pxt_liteos_arg *arg,
		     const char *word, size_t len)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strlen(kinds[i].word) == len &&
		    !memcmp(kinds[i].word, word, len)) {
			arg->kind = kinds[i].kind;
			return 0;
		}
	return refuse(parse, "a value is of a kind that there is not");
}

static int take_value(struct parse *parse, struct pxt_liteos_event *event,
		      unsigned value, const char *word, size_t len)
{
	struct pxt_liteos_arg *arg = &event->arg[value];
	const char *colon = memchr(word, ':', len);
	const size_t name_len = colon ? (size_t)(colon - word) : len;

	if (!name_len)
		return refuse(parse, "a value has no name");
	arg->kind = PXT_LITEOS_NUMBER;
	arg->name = put_field(parse, event, value, word, name_len);
	if (!arg->name)
		return refuse(parse, "two values have the same name");
	return colon ? take_kind(parse, arg, colon + 1, len - name_len - 1) : 0;
}

static struct pxt_liteos_event *add(struct parse *parse)
{
	struct pxt_liteos_names *names = parse->names;
	struct pxt_liteos_event *event;

	if (pxt_array_reserve(&names->event, &names->room, names->count + 1,
			      sizeof(*event)))
		return NULL;
	event = &names->event[names->count++];
	memset(event, 0, sizeof(*event));
	return event;
}

/* Parses a type; 0 is not one. */
static bool read_type(const char *word, size_t len, uint32_t *type)
{
	char text[16], *end;
	unsigned long long number;

	if (!len || len >= sizeof(text) || !isdigit((unsigned char)*word))
		return false;
	memcpy(text, word, len);
	text[len] = '\0';
	number = strtoull(text, &end, 0);
	*type = (uint32_t)number;
	return !*end && number && number <= UINT32_MAX;
}

static int take_event(struct parse *parse)
{
	struct pxt_liteos_event *event;
	const char *word;
	uint32_t type;
	size_t len;
	int err = 0;

	len = next_word(parse, &word);
	if (!read_type(word, len, &type))
		return refuse(parse, "begins with no type of an event");
	if (parse->names->count == EVENTS_MOST)
		return refuse(parse, "these are too many events");
	event = add(parse);
	if (!event)
		return ENOMEM;
	event->type = type;
	len = next_word(parse, &word);
	if (!len || !*word || len > NAME_MOST)
		return refuse(parse, "its event has no name, or a long one");
	event->name = put(parse, word, len);
	event->arg[0] = (struct pxt_liteos_arg){ "identity", PXT_LITEOS_HEX };
	for (unsigned i = 0; !err && (len = next_word(parse, &word)); i++)
		if (i < VALUES_MOST)
			err = take_value(parse, event, i, word, len);
	return err;
}

static int take_layout(struct parse *parse, const char *text, size_t len)
{
	char copy[PXT_LITEOS_LAYOUT_TEXT] = "";

	if (len < sizeof(copy))
		memcpy(copy, text, len);
	if (!pxt_liteos_layout_parse(copy, &parse->names->layout))
		return refuse(parse, "no layout, as a32,core,count,p6 is one");
	parse->names->has_layout = true;
	return 0;
}

static int take_line(struct parse *parse)
{
	static const char layout[] = "layout=";
	const size_t key = sizeof(layout) - 1;
	size_t len = (size_t)(parse->end - parse->at);

	while (len && isspace((unsigned char)parse->end[-1])) {
		parse->end--;
		len--;
	}
	if (!len || *parse->at == '#')
		return 0;
	if (len > key && !memcmp(parse->at, layout, key))
		return take_layout(parse, parse->at + key, len - key);
	parse->has_tabs = memchr(parse->at, '\t', len);
	return take_event(parse);
}

static int by_type(const void *a, const void *b)
{
	const struct pxt_liteos_event *left = a, *right = b;

	return (left->type > right->type) - (left->type < right->type);
}

static int sort(struct parse *parse)
{
	struct pxt_liteos_names *names = parse->names;

	if (names->count)
		qsort(names->event, names->count, sizeof(*names->event),
		      by_type);
	for (size_t i = 1; i < names->count; i++)
		if (names->event[i].type == names->event[i - 1].type) {
			pxt_trace_refuse(parse->trace,
					 "events: the type 0x%x is there twice",
					 names->event[i].type);
			return EINVAL;
		}
	return 0;
}

int pxt_liteos_names_parse(struct pxt_liteos_names *names, const char *text,
			   size_t len, struct pxt_trace *trace)
{
	struct parse parse = { .names = names, .trace = trace };
	const char *end;
	int err = 0;

	*names = (struct pxt_liteos_names){ 0 };
	/* A field grows by at most three bytes and its null. */
	names->text = malloc(5 * len + 1);
	if (!names->text)
		return ENOMEM;
	parse.to = names->text;
	for (const char *at = text; !err && at < text + len; at = end + 1) {
		end = memchr(at, '\n', (size_t)(text + len - at));
		if (!end)
			end = text + len;
		parse.line++;
		parse.at = at;
		parse.end = end;
		err = take_line(&parse);
	}
	if (!err)
		err = sort(&parse);
	if (err)
		pxt_liteos_names_fini(names);
	return err;
}

void pxt_liteos_names_fini(struct pxt_liteos_names *names)
{
	free(names->event);
	free(names->text);
	*names = (struct pxt_liteos_names){ 0 };
}

const struct pxt_liteos_event *
pxt_liteos_names_find(const struct pxt_liteos_names *names, uint32_t type)
{
	const struct pxt_liteos_event key = { .type = type };

	if (!names->count)
		return NULL;
	return bsearch(&key, names->event, names->count, sizeof(*names->event),
		       by_type);
}
