/*
 * words.c - what is shown of an event, as a text
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "event/data.h"
#include "report/words.h"

static const struct payload_style style = { .full = true, .bare = true };

static int keep(void *arg, const char *data, size_t len)
{
	struct report_words *words = arg;

	if (pxt_array_reserve(&words->text, &words->room, words->len + len, 1))
		return ENOMEM;
	memcpy(words->text + words->len, data, len);
	words->len += len;
	return 0;
}

void report_words_init(struct report_words *words, struct bridge *bridge,
		       struct rendering *rendering)
{
	bridge_values_init(&words->values, bridge);
	words->rendering = rendering;
	words->text = NULL;
	words->room = 0;
	out_init_taker(&words->out, keep, words);
}

void report_words_fini(struct report_words *words)
{
	bridge_values_fini(&words->values);
	free(words->text);
}

static void begin(struct report_words *words)
{
	words->len = 0;
	words->out.len = 0;
	words->out.error = 0;
}

static int end(struct report_words *words, const char **text, size_t *len)
{
	if (words->len)
		out_flush(&words->out);
	*text = words->len ? words->text : words->out.block;
	*len = words->len ? words->len : words->out.len;
	return words->out.error;
}

int report_words_field(struct report_words *words,
		       const struct posix_trace_value_np *field,
		       const char **text, size_t *len)
{
	const struct fields *fields = words->values.bridge->fields;

	begin(words);
	fields_put_bare(&words->out, &style, fields, field);
	fields_put_unit(&words->out, &style, fields, field);
	return end(words, text, len);
}

int report_words_rest(struct report_words *words, const char **text,
		      size_t *len)
{
	const bool is_cut = data_is_cut(words->values.bridge->item);
	struct bridge_value value;
	const int err = bridge_values_rest(&words->values, &value);

	if (err && (err != ENODATA || !is_cut))
		return err;
	begin(words);
	if (!err)
		out_bytes(&words->out, value.text, value.len);
	if (is_cut)
		out_text(&words->out,
			 err ? "(cut when recorded)" : " (cut when recorded)");
	return end(words, text, len);
}

int report_words_template(struct report_words *words, const char **text,
			  size_t *len)
{
	const struct posix_trace_item_np *item = words->values.bridge->item;
	const struct pxt_lines *lines = NULL;
	unsigned number = 0;
	uint8_t level;
	size_t at = 0, part;
	const char *line;

	if (rendering_put(words->rendering, item, &lines, NULL) ==
		    PXT_RENDER_SKIPPED ||
	    !lines)
		return ENODATA;
	begin(words);
	while ((line = pxt_lines_next(lines, &at, &number, &part, &level))) {
		if (number > 1)
			out_text(&words->out, "\n");
		rendering_put_line(&words->out, false, line, part);
	}
	return end(words, text, len);
}
