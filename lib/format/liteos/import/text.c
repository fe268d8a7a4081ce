/*
 * text.c - reading LiteOS's dump as text from a console
 *
 * Text around a dump is skipped, as are prompts and carriage returns. Rows are
 * in slot order, and a line tells the next slot to be written: so they are held
 * until the dump ends.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/gap.h"
#include "format/liteos/import/count.h"
#include "format/liteos/import/import.h"
#include "format/liteos/import/table.h"

#define TITLE "TraceInfo begin"

struct row {
	uint32_t slot;
	uint32_t missing;      /* slots before it without a line */
	struct pxt_gap before; /* skipped bytes before it */
	uint64_t offset;       /* offset of its line */
	struct pxt_liteos_frame frame;
};

enum state {
	OUTSIDE,
	HEADS,
	OBJECTS,
	EVENTS,
};

struct text {
	enum state state;
	size_t prefix; /* length of a terminal's timestamp before each line */
	struct pxt_liteos_columns columns;
	bool has_index;
	uint64_t index;	       /* CurEvtIndex: the slot to be written next */
	bool has_blank;	       /* has unused slots */
	struct pxt_gap before; /* skipped bytes before the next row */
	struct row *row;
	size_t count, room;
	/* Delivery. */
	bool is_giving;
	size_t first, given;
	uint64_t opening; /* events before the first, by counter */
	struct pxt_liteos_count counts;
	struct pxt_liteos_place place;
};

static int open_text(struct pxt_liteos *liteos)
{
	struct text *text = calloc(1, sizeof(*text));

	if (!text)
		return ENOMEM;
	liteos->reading = text;
	text->place.has_slot = true;
	pxt_trace_note(liteos->trace, "kind", "text");
	return 0;
}

static void close_text(struct pxt_liteos *liteos)
{
	struct text *text = liteos->reading;

	free(text->row);
	free(text);
	liteos->reading = NULL;
}

/* The end of a dump */

static bool is_blank(const struct row *row, unsigned params)
{
	const struct pxt_liteos_frame *frame = &row->frame;
	uint64_t any = frame->type | frame->task | frame->time |
		       frame->identity | frame->pid | frame->core |
		       frame->count;

	for (unsigned i = 0; i < params; i++)
		any |= frame->param[i];
	return !any;
}

static bool is_known(uint64_t type)
{
	return type <= UINT32_MAX &&
	       (type >= PXT_LITEOS_USER ||
		pxt_liteos_event_find((uint32_t)type) ||
		pxt_liteos_event_find_old((uint32_t)type));
}

static bool may_be_type(uint64_t type)
{
	return is_known(type) ||
	       (type >= PXT_LITEOS_VENDOR && type <= UINT32_MAX &&
		pxt_liteos_has_one_module((uint32_t)type));
}

/* OpenHarmony's kernel for microcontrollers passes too narrow a time to
 * printf(): all later columns are shifted by one. */
static bool is_shifted(const struct text *text)
{
	size_t for_it = 0, against = 0;

	if (text->columns.shape.pid)
		return false;
	for (size_t i = 0; i < text->count; i++) {
		const struct pxt_liteos_frame *frame = &text->row[i].frame;
		const bool upper = may_be_type(frame->time >> 32);
		const bool type = is_known(frame->type);

		for_it += upper && !type;
		against += type && !upper;
	}
	return for_it > against;
}

static void shift_back(struct pxt_liteos *liteos, struct text *text)
{
	for (size_t i = 0; i < text->count; i++) {
		struct pxt_liteos_frame *frame = &text->row[i].frame;

		frame->identity = frame->task;
		frame->task = frame->type;
		frame->type = (uint32_t)(frame->time >> 32);
		frame->time &= UINT32_MAX;
	}
	pxt_trace_tell(liteos->trace,
		       "the columns are shifted, as liteos_m prints them: "
		       "read as they were meant; times have their lower 32 "
		       "bits only");
}

static void drop_blank(struct text *text)
{
	size_t kept = 0;

	for (size_t i = 0; i < text->count; i++)
		if (!is_blank(&text->row[i], text->columns.shape.params))
			text->row[kept++] = text->row[i];
	text->has_blank = kept < text->count;
	text->count = kept;
}

/* In a full ring the oldest frame is in the next slot to be written. */
static size_t find_first(const struct text *text)
{
	if (!text->has_index || text->has_blank)
		return 0;
	for (size_t i = 0; i < text->count; i++)
		if (text->row[i].slot >= text->index)
			return i;
	return 0;
}

/* True if a slot behind the next one was used: then all are. */
static bool is_full(const struct text *text)
{
	return !text->has_blank &&
	       (!text->has_index ||
		text->row[text->count - 1].slot >= text->index);
}

/* Number of events before a full ring, by counter, without rows whose lines are
 * missing: those are reported behind it. */
static uint64_t find_opening(const struct text *text)
{
	const uint32_t told = text->row[text->first].missing;
	uint32_t least = UINT32_MAX, most = 0;
	uint64_t before;

	if (!text->columns.shape.count || !is_full(text))
		return 0;
	for (size_t i = 0; i < text->count; i++) {
		const uint32_t count = text->row[i].frame.count;

		least = count < least ? count : least;
		most = count > most ? count : most;
	}
	before = pxt_liteos_count_before(&text->counts, least, most);
	return before > told ? before - told : 0;
}

static void end_dump(struct pxt_liteos *liteos, struct text *text)
{
	text->state = OUTSIDE;
	if (!text->count)
		return;
	if (is_shifted(text)) {
		shift_back(liteos, text);
		pxt_trace_note(liteos->trace, "shifted", "yes");
	}
	drop_blank(text);
	text->first = find_first(text);
	text->opening = text->count ? find_opening(text) : 0;
	text->given = 0;
	text->counts.any = false;
	text->is_giving = true;
	pxt_liteos_interrupts_forget(&liteos->interrupts);
}

/* Lines */

static bool has(const char *line, size_t len, const char *what)
{
	return memmem(line, len, what, strlen(what));
}

/* Slots have consecutive lines. */
static uint32_t next_slot(const struct text *text)
{
	return text->count ? text->row[text->count - 1].slot + 1 : 0;
}

static void find_missing(const struct text *text, struct row *row)
{
	enum { SLOTS = 65536 };
	const uint32_t next = next_slot(text);

	row->missing = row->slot - next < SLOTS ? row->slot - next : 0;
	row->before = (struct pxt_gap){ 0 };
	if (row->slot != next)
		row->before = text->before;
}

static int keep_row(struct text *text, uint32_t slot, uint64_t offset,
		    const struct pxt_liteos_frame *frame)
{
	struct row *row;

	if (pxt_array_reserve(&text->row, &text->room, text->count + 1,
			      sizeof(*row)))
		return ENOMEM;
	row = &text->row[text->count];
	row->slot = slot;
	row->offset = offset;
	row->frame = *frame;
	find_missing(text, row);
	text->count++;
	text->before = (struct pxt_gap){ 0 };
	return 0;
}

static void damage(struct pxt_liteos *liteos, struct text *text, size_t len)
{
	if (text->state == EVENTS)
		pxt_gap_add(&text->before, pxt_feed_offset(liteos->feed), len);
	pxt_trace_damage(liteos->trace, pxt_feed_offset(liteos->feed), len,
			 "no line of a dump");
}

static void begin_dump(struct text *text)
{
	text->state = HEADS;
	text->has_index = false;
	text->before = (struct pxt_gap){ 0 };
	text->count = 0;
}

/* Complete rows determine the number of params. */
static bool read_row(struct text *text, const struct pxt_liteos_words *words,
		     uint32_t *slot, struct pxt_liteos_frame *frame)
{
	struct pxt_liteos_columns columns = text->columns;

	memset(frame, 0, sizeof(*frame));
	if (!pxt_liteos_columns_row(&columns, words, slot, frame))
		return false;
	text->columns = columns;
	return true;
}

/* Finds a row behind a prompt or timestamp: of a slot that may be next. */
static bool find_row(struct text *text, const struct pxt_liteos_words *words,
		     uint32_t *slot, struct pxt_liteos_frame *frame)
{
	enum { BEFORE = 8, SLOTS = 64 };
	struct pxt_liteos_words rest = *words;
	uint64_t number;

	if (pxt_liteos_words_number(&rest, 0, &number))
		return false;
	for (int i = 0; i < BEFORE && rest.count > 1; i++) {
		rest.count--;
		memmove(rest.word, rest.word + 1,
			(PXT_LITEOS_COLUMNS - 1) * sizeof(rest.word[0]));
		if (!memchr(rest.word[0].at, 'x', rest.word[0].len) &&
		    pxt_liteos_words_number(&rest, 0, &number) &&
		    number - next_slot(text) < SLOTS &&
		    read_row(text, &rest, slot, frame))
			return true;
	}
	return false;
}

static int read_event(struct pxt_liteos *liteos, struct text *text,
		      const struct pxt_liteos_words *words, size_t len)
{
	struct pxt_liteos_frame frame;
	uint32_t slot;

	if (read_row(text, words, &slot, &frame) ||
	    (words->count <= PXT_LITEOS_COLUMNS &&
	     find_row(text, words, &slot, &frame)))
		return keep_row(text, slot, pxt_feed_offset(liteos->feed),
				&frame);
	damage(liteos, text, len);
	return 0;
}

/* Index, id, priority, and a name that may contain blanks, or be empty. */
static int read_object(struct pxt_liteos *liteos, struct text *text,
		       const struct pxt_liteos_words *words, size_t len)
{
	struct pxt_liteos_entry entry;
	uint64_t index, id, priority;
	const char *name;

	if (!pxt_liteos_words_number(words, 0, &index) ||
	    !pxt_liteos_words_number(words, 1, &id) ||
	    !pxt_liteos_words_number(words, 2, &priority) || id > UINT32_MAX ||
	    priority > UINT32_MAX) {
		damage(liteos, text, len);
		return 0;
	}
	if (words->count == 3 && !id)
		return 0;
	name = words->count > 3 ? words->word[3].at : words->end;
	entry = (struct pxt_liteos_entry){
		.word = (uint32_t)id,
		.priority = (uint32_t)priority,
		.name = name,
		.len = (size_t)(words->end - name),
		.is_printed = true,
		.offset = pxt_feed_offset(liteos->feed),
		.has_slot = index < UINT32_MAX,
		.slot = (uint32_t)index,
	};
	return pxt_liteos_tasks_name(liteos->tasks, &entry);
}

static void read_head(struct pxt_liteos *liteos, struct text *text,
		      const struct pxt_liteos_words *words, size_t len)
{
	uint64_t value;

	if (pxt_liteos_words_setting(words, "clockFreq", &value) &&
	    value <= UINT32_MAX) {
		pxt_liteos_set_clock(liteos, (uint32_t)value);
	} else if (pxt_liteos_words_setting(words, "CurObjIndex", &value)) {
		pxt_trace_note(liteos->trace, "curObjIndex", "%llu",
			       (unsigned long long)value);
	} else if (pxt_liteos_words_setting(words, "CurEvtIndex", &value)) {
		text->has_index = true;
		text->index = value;
		pxt_trace_note(liteos->trace, "curEvtIndex", "%llu",
			       (unsigned long long)value);
	} else {
		damage(liteos, text, len);
	}
}

/* True for the first line of a dump. */
static bool begins(const struct pxt_liteos_words *words)
{
	uint64_t number;

	return pxt_liteos_words_number(words, 0, &number) ||
	       pxt_liteos_words_is(words, 0, "clockFreq") ||
	       pxt_liteos_words_is(words, 0, "CurObjIndex") ||
	       pxt_liteos_words_is(words, 0, "CurEvtIndex") ||
	       pxt_liteos_words_is(words, 0, "Index");
}

static void split(const struct text *text, const char *line, size_t len,
		  struct pxt_liteos_words *words)
{
	pxt_liteos_words_split(words, line, len);
	if (text->prefix && text->prefix <= len && !begins(words))
		pxt_liteos_words_split(words, line + text->prefix,
				       len - text->prefix);
}

static bool is_setting(const struct pxt_liteos_words *words)
{
	return words->count == 3 && pxt_liteos_words_is(words, 1, "=");
}

static int read_inside(struct pxt_liteos *liteos, struct text *text,
		       const char *line, size_t len)
{
	struct pxt_liteos_words words;

	split(text, line, len, &words);
	if (!words.count)
		return 0;
	if (pxt_liteos_columns_read(&words, &text->columns)) {
		text->state = EVENTS;
		return 0;
	}
	if (pxt_liteos_words_is(&words, 0, "Index") &&
	    pxt_liteos_words_is(&words, 1, "TaskID")) {
		text->state = OBJECTS;
		return 0;
	}
	if (text->state == EVENTS)
		return read_event(liteos, text, &words, len);
	if (text->state == OBJECTS && !is_setting(&words))
		return read_object(liteos, text, &words, len);
	read_head(liteos, text, &words, len);
	return 0;
}

/* Copied text may lack its first line. */
static bool is_beheaded(const char *line, size_t len)
{
	struct pxt_liteos_columns columns;
	struct pxt_liteos_words words;
	uint64_t value;

	pxt_liteos_words_split(&words, line, len);
	return pxt_liteos_words_setting(&words, "clockFreq", &value) ||
	       pxt_liteos_words_setting(&words, "CurEvtIndex", &value) ||
	       pxt_liteos_columns_read(&words, &columns);
}

static int read_line(struct pxt_liteos *liteos, struct text *text,
		     const char *line, size_t len)
{
	const char *title = memmem(line, len, TITLE, sizeof(TITLE) - 1);

	if (title) {
		begin_dump(text);
		while (title > line && (title[-1] == '*' || title[-1] == ' '))
			title--;
		text->prefix = (size_t)(title - line);
		return 0;
	}
	if (text->state == OUTSIDE) {
		if (!is_beheaded(line, len))
			return 0;
		begin_dump(text);
		text->prefix = 0;
	}
	if (!has(line, len, "TraceInfo end"))
		return read_inside(liteos, text, line, len);
	end_dump(liteos, text);
	return 0;
}

/* Reads the next line with its newline. ENODATA: none now. */
static int find_line(struct pxt_feed *feed, const uint8_t **line, size_t *len)
{
	for (;;) {
		const uint8_t *end;
		int err;

		*line = pxt_feed_peek(feed, len);
		end = *len ? memchr(*line, '\n', *len) : NULL;
		if (end) {
			*len = (size_t)(end - *line) + 1;
			return 0;
		}
		if (*len >= PXT_LITEOS_LINE_MAX)
			return 0;
		err = pxt_feed_more(feed);
		/* The window may have moved even if nothing came. */
		*line = pxt_feed_peek(feed, len);
		if (err == ENODATA && *len && pxt_feed_ended(feed))
			return 0;
		if (err)
			return err;
	}
}

static int step(struct pxt_liteos *liteos, struct text *text)
{
	const uint8_t *line;
	size_t len;
	int err;

	err = find_line(liteos->feed, &line, &len);
	if (err == ENODATA && pxt_feed_ended(liteos->feed) &&
	    text->state != OUTSIDE) {
		pxt_trace_damage(liteos->trace, pxt_feed_offset(liteos->feed),
				 0, "the dump has no end");
		end_dump(liteos, text);
		return 0;
	}
	if (err)
		return err;
	/* A new dump began before this one ended. */
	if (text->state != OUTSIDE && text->count &&
	    has((const char *)line, len, TITLE)) {
		pxt_trace_damage(liteos->trace, pxt_feed_offset(liteos->feed),
				 0, "the dump before has no end");
		end_dump(liteos, text);
		return 0;
	}
	err = read_line(liteos, text, (const char *)line, len);
	pxt_feed_take(liteos->feed, len);
	return err;
}

static struct row *row_at(const struct text *text, size_t place)
{
	const size_t at = text->first + place;

	return &text->row[at < text->count ? at : at - text->count];
}

/* Events missing before the next row, by counter. */
static uint64_t missing_counts(struct text *text, const struct row *row)
{
	uint32_t ahead[PXT_LITEOS_LOOKAHEAD];
	size_t len = 0;

	if (!row->before.places &&
	    pxt_liteos_count_goes_on(&text->counts, row->frame.count))
		return 0;
	for (size_t i = text->given;
	     i < text->count && len < PXT_LITEOS_LOOKAHEAD; i++)
		ahead[len++] = row_at(text, i)->frame.count;
	return pxt_liteos_count_missing(&text->counts, ahead, len);
}

static bool give(struct pxt_liteos *liteos, struct text *text,
		 struct posix_trace_item_np *item)
{
	char where[PXT_GAP_TEXT];
	struct row *row;
	uint64_t lost;
	bool counted;

	if (text->given == text->count) {
		text->is_giving = false;
		text->count = 0;
		return false;
	}
	row = row_at(text, text->given);
	if (text->opening) {
		pxt_liteos_opening_loss(liteos, row->frame.time, text->opening,
					item);
		text->opening = 0;
		return true;
	}
	counted = text->columns.shape.count && text->counts.any;
	lost = counted ? missing_counts(text, row) : row->missing;
	if (lost || (row->before.places && !counted)) {
		pxt_trace_loss(liteos->trace, item, liteos->last_ns,
			       pxt_liteos_time(liteos, row->frame.time), lost,
			       "%s%s",
			       row->before.places ? "damaged lines" :
						    "lines that never came",
			       pxt_gap_text(&row->before, where));
		row->before.places = 0;
		row->missing = 0;
		return true;
	}
	pxt_liteos_count_take(&text->counts, row->frame.count);
	text->given++;
	text->place.slot = row->slot;
	pxt_trace_place(liteos->trace, row->offset);
	return pxt_liteos_emit(liteos, &text->columns.shape, &text->place,
			       &row->frame, item);
}

static int next(struct pxt_liteos *liteos, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct text *text = liteos->reading;

	for (;;) {
		int err;

		if (text->is_giving) {
			if (give(liteos, text, item))
				return 0;
			continue;
		}
		err = step(liteos, text);
		if (err == ENODATA)
			break;
		if (err)
			return err;
	}
	*unavailable = 1;
	return 0;
}

const struct pxt_liteos_reader pxt_liteos_text = {
	.open = open_text,
	.next = next,
	.close = close_text,
};
