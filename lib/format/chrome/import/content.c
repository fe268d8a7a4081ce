/* content.c - the meaning of a Chrome trace's JSON, token by token */
#include "config.h"

#ifdef HAVE_YAJL
#include "format/chrome/import/content.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
	FACTS_MAX = 64,
	FACT_MAX = 1024, /* bytes of a fact */
};

/* Members of an event beyond those that are kept as they are. */
enum member {
	TS = PXT_CHROME_MEMBERS,
	DUR,
	ID2,
	ARGS,
	DRAWING, /* says how a viewer draws it */
	FIELD,	 /* has no meaning here */
};

static bool is(const char *text, size_t len, const char *word)
{
	return len == strlen(word) && !memcmp(text, word, len);
}

/* Offset of the end of the token. */
static uint64_t end_of(const struct pxt_chrome_reader *reader)
{
	return reader->base + yajl_get_bytes_consumed(reader->json);
}

static int stop_at(struct pxt_chrome_reader *reader, int err)
{
	reader->err = err;
	return !err;
}

bool pxt_chrome_content_in_event(const struct pxt_chrome_reader *reader)
{
	switch (reader->place) {
	case PXT_CHROME_EVENT:
	case PXT_CHROME_ARGS:
	case PXT_CHROME_ID2:
	case PXT_CHROME_REST:
		return true;
	default:
		return reader->place == PXT_CHROME_SKIP &&
		       reader->outer >= PXT_CHROME_EVENT;
	}
}

/* Events */

int pxt_chrome_content_mend(struct pxt_chrome_reader *reader, uint64_t end,
			    uint64_t lost)
{
	char where[PXT_GAP_TEXT], why[PXT_TRACE_WHY + PXT_GAP_TEXT];

	pxt_gap_add(&reader->gap, reader->gap.end, end - reader->gap.end);
	pxt_trace_damage(reader->trace, reader->gap.offset, reader->gap.bytes,
			 "%s", reader->why);
	snprintf(why, sizeof(why), "%s%s", reader->why,
		 pxt_gap_text(&reader->gap, where));
	reader->is_damaged = false;
	return reader->lose(reader->context, lost, why);
}

/* Leaves out an element between events that is none. */
static int leave_out(struct pxt_chrome_reader *reader, uint64_t from,
		     const char *why)
{
	if (reader->is_damaged)
		return 0;
	reader->gap = (struct pxt_gap){ 0 };
	pxt_gap_add(&reader->gap, from, 1);
	snprintf(reader->why, sizeof(reader->why), "%s", why);
	return pxt_chrome_content_mend(reader, end_of(reader), 1);
}

static int take(struct pxt_chrome_reader *reader)
{
	struct pxt_chrome_event *event = &reader->event;
	int err = 0;

	if (reader->is_damaged)
		err = pxt_chrome_content_mend(reader, event->offset, 0);
	if (event->is_mended)
		pxt_trace_damage(reader->trace, event->offset,
				 end_of(reader) - event->offset,
				 "a text with a null, or bytes that are no "
				 "UTF-8: they became U+FFFD");
	return err ? err : reader->take(reader->context, event);
}

static int end_event(struct pxt_chrome_reader *reader)
{
	const struct pxt_chrome_event *event = &reader->event;
	const struct pxt_chrome_value *ph = &event->member[PXT_CHROME_PH];
	const bool is_name = ph->kind == PXT_CHROME_TEXT && ph->len == 1 &&
			     event->bytes[ph->at] == 'M';
	int64_t end_ns;

	reader->place = PXT_CHROME_EVENTS;
	if (event->is_huge)
		return leave_out(reader, event->offset,
				 "an event of more than 1 MiB");
	if (ph->kind != PXT_CHROME_TEXT || !ph->len)
		return leave_out(reader, event->offset,
				 "an event without a phase");
	if (!event->has_time && !is_name)
		return leave_out(reader, event->offset,
				 "an event without a time of 64 bits");
	if (event->is_wrong ||
	    __builtin_add_overflow(event->ns, event->dur_ns, &end_ns))
		return leave_out(reader, event->offset,
				 "an event without a duration of 64 bits");
	return take(reader);
}

/* Facts */

static void leave_out_fact(struct pxt_chrome_reader *reader)
{
	if (reader->place == PXT_CHROME_FACTS)
		pxt_trace_tell(reader->trace, "\"%s\" of \"%s\" is left out",
			       reader->key, reader->section);
	else
		pxt_trace_tell(reader->trace, "\"%s\" is left out",
			       reader->key);
}

static int note_fact(struct pxt_chrome_reader *reader, const char *text,
		     size_t len)
{
	struct pxt_chrome_event *event = &reader->event;
	size_t at, kept;
	int err;

	if (len > FACT_MAX || reader->facts == FACTS_MAX) {
		leave_out_fact(reader);
		return 0;
	}
	pxt_chrome_event_clear(event);
	err = pxt_chrome_event_keep(event, text, len, &at, &kept);
	if (err)
		return err;
	reader->facts++;
	pxt_trace_note(reader->trace, reader->key, "%.*s", (int)kept,
		       event->bytes + at);
	return 0;
}

static int take_fact(struct pxt_chrome_reader *reader, const char *text,
		     size_t len)
{
	union pxt_chrome_number number;

	if (reader->place != PXT_CHROME_FACTS ||
	    strcmp(reader->section, "otherData") ||
	    strcmp(reader->key, "start_ns"))
		return note_fact(reader, text, len);
	if (!len ||
	    pxt_chrome_number_read(text, len, &number) != PXT_CHROME_SIGNED) {
		pxt_trace_tell(reader->trace,
			       "start_ns is no number of nanoseconds");
		return 0;
	}
	reader->has_start = true;
	reader->start_ns = number.s;
	return 0;
}

static void set_key(struct pxt_chrome_reader *reader, const char *key,
		    size_t len)
{
	size_t to = 0;

	for (size_t i = 0; i < len && to < PXT_CHROME_KEY - 1; i++)
		reader->key[to++] = (unsigned char)key[i] > ' ' &&
						    (signed char)key[i] > 0 &&
						    key[i] != 0x7f ?
					    key[i] :
					    '_';
	reader->key[to] = '\0';
}

/* Values */

static int set_time(struct pxt_chrome_event *event, enum member member,
		    enum pxt_chrome_kind kind, const char *text, size_t len)
{
	const bool is_time =
		(kind >= PXT_CHROME_SIGNED && kind <= PXT_CHROME_OTHER);
	int64_t ns;

	if (!is_time || !len || !pxt_chrome_number_time(text, len, &ns)) {
		event->is_wrong = true;
	} else if (member == TS) {
		event->has_time = true;
		event->ns = ns;
	} else {
		event->has_duration = true;
		event->is_wrong |= ns < 0;
		event->dur_ns = ns;
	}
	return 0;
}

static int set_member(struct pxt_chrome_reader *reader,
		      struct pxt_chrome_value *value, const char *text,
		      size_t len)
{
	struct pxt_chrome_event *event = &reader->event;
	const unsigned member = reader->member;
	int err;

	if (member == DRAWING || member == ID2)
		return 0;
	if (member == TS || member == DUR)
		return set_time(event, member, value->kind, text, len);
	err = pxt_chrome_event_keep(event, text, len, &value->at, &value->len);
	if (err)
		return err;
	if (member < PXT_CHROME_MEMBERS) {
		event->member[member] = *value;
		return 0;
	}
	reader->field.value = *value;
	return pxt_chrome_event_add(event, &reader->field);
}

/* text: as it is, that of a string without its quotation marks. */
static int take_scalar(struct pxt_chrome_reader *reader, const char *text,
		       size_t len, struct pxt_chrome_value value)
{
	struct pxt_chrome_event *event = &reader->event;
	int err;

	reader->last = end_of(reader);
	switch (reader->place) {
	case PXT_CHROME_TOP:
	case PXT_CHROME_FACTS:
		return take_fact(reader, text, len);
	case PXT_CHROME_EVENTS:
		return leave_out(reader, end_of(reader) - 1,
				 "a value that is no event");
	case PXT_CHROME_EVENT:
	case PXT_CHROME_ARGS:
	case PXT_CHROME_ID2:
		return set_member(reader, &value, text, len);
	case PXT_CHROME_REST:
		err = pxt_chrome_event_comma(event);
		if (err)
			return err;
		return value.kind == PXT_CHROME_TEXT ?
			       pxt_chrome_event_put_string(event, text, len) :
			       pxt_chrome_event_put(event, text, len);
	default:
		return 0;
	}
}

static int on_null(void *context)
{
	const struct pxt_chrome_value value = { .kind = PXT_CHROME_NULL };

	return stop_at(context, take_scalar(context, "null", 4, value));
}

static int on_bool(void *context, int is_true)
{
	const struct pxt_chrome_value value = {
		.kind = PXT_CHROME_BOOL,
		.number.u = is_true != 0,
	};
	const char *word = is_true ? "true" : "false";

	return stop_at(context,
		       take_scalar(context, word, strlen(word), value));
}

static int on_number(void *context, const char *text, size_t len)
{
	struct pxt_chrome_value value = { .kind = PXT_CHROME_OTHER };

	value.kind = pxt_chrome_number_read(text, len, &value.number);
	return stop_at(context, take_scalar(context, text, len, value));
}

static int on_string(void *context, const unsigned char *text, size_t len)
{
	const struct pxt_chrome_value value = { .kind = PXT_CHROME_TEXT };

	return stop_at(context,
		       take_scalar(context, (const char *)text, len, value));
}

/* Keys */

static enum member find_member(const char *key, size_t len)
{
	static const struct {
		const char *key;
		unsigned member;
	} known[] = {
		{ "name", PXT_CHROME_NAME },
		{ "ph", PXT_CHROME_PH },
		{ "ts", TS },
		{ "pid", PXT_CHROME_PID },
		{ "tid", PXT_CHROME_TID },
		{ "dur", DUR },
		{ "args", ARGS },
		{ "id", PXT_CHROME_ID },
		{ "id2", ID2 },
		{ "scope", PXT_CHROME_SCOPE },
		{ "s", DRAWING },
		{ "bp", DRAWING },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (*key == *known[i].key && is(key, len, known[i].key))
			return known[i].member;
	return FIELD;
}

/* A key that leads to a field, or to something of the rest. */
static int keep_key(struct pxt_chrome_reader *reader, bool is_member,
		    const char *key, size_t len)
{
	struct pxt_chrome_field *field = &reader->field;

	field->is_member = is_member;
	return pxt_chrome_event_keep(&reader->event, key, len, &field->key,
				     &field->key_len);
}

static int take_member_key(struct pxt_chrome_reader *reader, const char *key,
			   size_t len)
{
	reader->member = len ? find_member(key, len) : FIELD;
	return reader->member == FIELD || reader->member == ARGS ?
		       keep_key(reader, true, key, len) :
		       0;
}

static int put_key(struct pxt_chrome_event *event, const char *key, size_t len)
{
	int err;

	err = pxt_chrome_event_comma(event);
	if (!err)
		err = pxt_chrome_event_put_string(event, key, len);
	return err ? err : pxt_chrome_event_put(event, ":", 1);
}

static int take_key(struct pxt_chrome_reader *reader, const char *key,
		    size_t len)
{
	reader->last = end_of(reader);
	switch (reader->place) {
	case PXT_CHROME_TOP:
	case PXT_CHROME_FACTS:
		set_key(reader, key, len);
		return 0;
	case PXT_CHROME_EVENT:
		return take_member_key(reader, key, len);
	case PXT_CHROME_ARGS:
		reader->member = FIELD;
		return keep_key(reader, false, key, len);
	case PXT_CHROME_ID2:
		reader->member = is(key, len, "local")	? PXT_CHROME_LOCAL :
				 is(key, len, "global") ? PXT_CHROME_ID :
							  DRAWING;
		return 0;
	case PXT_CHROME_REST:
		return put_key(&reader->event, key, len);
	default:
		return 0;
	}
}

static int on_key(void *context, const unsigned char *key, size_t len)
{
	return stop_at(context, take_key(context, (const char *)key, len));
}

/* Maps and arrays */

static int skip(struct pxt_chrome_reader *reader)
{
	reader->outer = reader->place;
	reader->place = PXT_CHROME_SKIP;
	reader->depth = 1;
	return 0;
}

static int begin_top(struct pxt_chrome_reader *reader, bool is_map)
{
	reader->is_array = !is_map;
	reader->has_events |= !is_map;
	reader->place = is_map ? PXT_CHROME_TOP : PXT_CHROME_EVENTS;
	return 0;
}

static int begin_section(struct pxt_chrome_reader *reader, bool is_map)
{
	if (!is_map && !strcmp(reader->key, "traceEvents")) {
		reader->has_events = true;
		reader->place = PXT_CHROME_EVENTS;
		return 0;
	}
	if (is_map && (!strcmp(reader->key, "otherData") ||
		       !strcmp(reader->key, "metadata"))) {
		memcpy(reader->section, reader->key, sizeof(reader->section));
		reader->place = PXT_CHROME_FACTS;
		return 0;
	}
	leave_out_fact(reader);
	return skip(reader);
}

static int begin_event(struct pxt_chrome_reader *reader, bool is_map)
{
	if (is_map) {
		pxt_chrome_event_clear(&reader->event);
		reader->event.offset = end_of(reader) - 1;
		reader->place = PXT_CHROME_EVENT;
		return 0;
	}
	skip(reader);
	return leave_out(reader, end_of(reader) - 1,
			 "a value that is no event");
}

/* Begins what becomes JSON again; its key was kept. */
static int begin_rest(struct pxt_chrome_reader *reader, bool is_map)
{
	struct pxt_chrome_event *event = &reader->event;
	const struct pxt_chrome_field *field = &reader->field;
	int err;

	reader->outer = reader->place;
	reader->place = PXT_CHROME_REST;
	reader->depth = 1;
	err = pxt_chrome_event_put_key(event, field->key, field->key_len);
	return err ? err : pxt_chrome_event_put(event, is_map ? "{" : "[", 1);
}

static int begin_member(struct pxt_chrome_reader *reader, bool is_map)
{
	if (reader->place == PXT_CHROME_EVENT && is_map) {
		if (reader->member == ARGS) {
			reader->place = PXT_CHROME_ARGS;
			return 0;
		}
		if (reader->member == ID2) {
			reader->place = PXT_CHROME_ID2;
			return 0;
		}
	}
	if (reader->member == ARGS || reader->member == FIELD)
		return begin_rest(reader, is_map);
	reader->event.is_wrong |= reader->member == TS || reader->member == DUR;
	return skip(reader);
}

static int begin_inner(struct pxt_chrome_reader *reader, bool is_map)
{
	if (reader->depth == PXT_CHROME_DEPTH)
		return ECANCELED;
	reader->depth++;
	if (reader->place == PXT_CHROME_SKIP)
		return 0;
	if (pxt_chrome_event_comma(&reader->event))
		return ENOMEM;
	return pxt_chrome_event_put(&reader->event, is_map ? "{" : "[", 1);
}

static int begin(struct pxt_chrome_reader *reader, bool is_map)
{
	reader->last = end_of(reader);
	switch (reader->place) {
	case PXT_CHROME_OUTSIDE:
		return begin_top(reader, is_map);
	case PXT_CHROME_TOP:
		return begin_section(reader, is_map);
	case PXT_CHROME_FACTS:
		leave_out_fact(reader);
		return skip(reader);
	case PXT_CHROME_EVENTS:
		return begin_event(reader, is_map);
	case PXT_CHROME_EVENT:
	case PXT_CHROME_ARGS:
	case PXT_CHROME_ID2:
		return begin_member(reader, is_map);
	default:
		return begin_inner(reader, is_map);
	}
}

static int end(struct pxt_chrome_reader *reader, bool is_map)
{
	int err = 0;

	reader->last = end_of(reader);
	switch (reader->place) {
	case PXT_CHROME_REST:
		err = pxt_chrome_event_put(&reader->event, is_map ? "}" : "]",
					   1);
		/* fall through */
	case PXT_CHROME_SKIP:
		if (!--reader->depth)
			reader->place = reader->outer;
		return err;
	case PXT_CHROME_ARGS:
	case PXT_CHROME_ID2:
		reader->place = PXT_CHROME_EVENT;
		return 0;
	case PXT_CHROME_EVENT:
		return end_event(reader);
	case PXT_CHROME_EVENTS:
		reader->place =
			reader->is_array ? PXT_CHROME_DONE : PXT_CHROME_TOP;
		return 0;
	case PXT_CHROME_FACTS:
		reader->place = PXT_CHROME_TOP;
		return 0;
	default:
		reader->place = PXT_CHROME_DONE;
		return 0;
	}
}

static int on_start_map(void *context)
{
	return stop_at(context, begin(context, true));
}

static int on_start_array(void *context)
{
	return stop_at(context, begin(context, false));
}

static int on_end_map(void *context)
{
	return stop_at(context, end(context, true));
}

static int on_end_array(void *context)
{
	return stop_at(context, end(context, false));
}

const yajl_callbacks pxt_chrome_content = {
	.yajl_null = on_null,
	.yajl_boolean = on_bool,
	.yajl_number = on_number,
	.yajl_string = on_string,
	.yajl_start_map = on_start_map,
	.yajl_map_key = on_key,
	.yajl_end_map = on_end_map,
	.yajl_start_array = on_start_array,
	.yajl_end_array = on_end_array,
};

#endif
