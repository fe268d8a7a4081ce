/*
 * position.c - where the walk over a trace is: the present item, in words
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/position.h"

void position_init(struct position *position, struct source *source, bool ascii)
{
	memset(position, 0, offsetof(struct position, fields));
	position->source = source;
	fields_init(&position->fields, source);
	labels_init(&position->labels, source, ascii);
}

void position_fini(struct position *position)
{
	labels_fini(&position->labels);
	fields_fini(&position->fields);
}

void position_move(struct position *position,
		   const struct posix_trace_item_np *item)
{
	position->item = item;
	position->line++;
	position->ns = stamp_ns(&item->info.posix_timestamp);
	position->is_decoded = false;
}

/* Takes the words of an event, cut at a character. ENOSPC: the rest is not
 * needed. */
static int take_words(void *arg, const char *data, size_t len)
{
	static const char more[] = "...";
	struct position *position = arg;
	const size_t used = strlen(position->words);
	size_t cut = POSITION_WORDS - sizeof(more) - used;

	if (len <= cut) {
		memcpy(position->words + used, data, len);
		position->words[used + len] = '\0';
		return 0;
	}
	while (cut && (data[cut] & 0xc0) == 0x80)
		cut--;
	memcpy(position->words + used, data, cut);
	memcpy(position->words + used + cut, more, sizeof(more));
	return ENOSPC;
}

static void put_event(struct position *position)
{
	const struct payload_style style = { .ascii = position->labels.ascii };
	const struct posix_trace_item_np *item = position->item;
	struct out *out = &position->out;

	*position->words = '\0';
	out_init_taker(out, take_words, position);
	out_text(out, labels_thread(&position->labels, item->origin,
				    item->info.posix_pid, item->tid,
				    &item->info.posix_timestamp)
			      .text);
	if (item->kind == POSIX_TRACE_ITEM_EVENT_NP) {
		out_text(out, " ");
		out_text(out, labels_event(&position->labels,
					   item->info.posix_event_id)
				      .text);
		position_decode(position);
		if (position->fields.layout &&
		    fields_show(&style, &position->fields)) {
			out_text(out, " ");
			fields_put(out, &style, &position->fields);
		}
	}
	out_flush(out);
}

static char *describe(struct position *position, const char *format,
		      va_list arguments)
{
	char *remark, *text;

	if (vasprintf(&remark, format, arguments) < 0)
		return NULL;
	put_event(position);
	if (asprintf(&text, "%s%s%s", position->words, *remark ? ", " : "",
		     remark) < 0)
		text = NULL;
	free(remark);
	return text;
}

char *position_describe(struct position *position, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = describe(position, format, arguments);
	va_end(arguments);
	return text;
}

int position_note(struct position *position, struct examples *examples,
		  int64_t weight, const struct place *from, const char *format,
		  ...)
{
	const struct place to = position_place(position);
	va_list arguments;
	char *text;

	if (!examples_count(examples, weight))
		return 0;
	va_start(arguments, format);
	text = describe(position, format, arguments);
	va_end(arguments);
	return examples_put(examples, weight, from ? *from : to, to, text);
}
