/*
 * page.c - the page into which a trace is put
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/assets.h"
#include "report/page.h"

static void put_line(struct out *out, const char *line)
{
	out_text(out, line);
	out_text(out, "\n");
}

static void put_style(struct out *out)
{
	for (const char *const *line = asset_css; *line; line++)
		put_line(out, *line);
}

/* The lines of the script as one text. */
static char *join_script(size_t *len)
{
	char *text, *at;

	*len = 0;
	for (const char *const *line = asset_js; *line; line++)
		*len += strlen(*line) + 1;
	text = malloc(*len + 1);
	at = text;
	for (const char *const *line = asset_js; text && *line; line++) {
		at = stpcpy(at, *line);
		at = stpcpy(at, "\n");
	}
	return text;
}

static int put_script(struct packed_blocks *blocks)
{
	size_t len;
	char *text = join_script(&len);

	if (!text)
		return ENOMEM;
	packed_blocks_pack(blocks, text, len);
	out_text(blocks->out, "\n");
	free(text);
	return 0;
}

/* Puts a line of the page, or what its mark stands for. */
static int put(struct packed_blocks *blocks, const char *line)
{
	if (!strcmp(line, "@SCRIPT@"))
		return put_script(blocks);
	if (!strcmp(line, "@STYLE@"))
		put_style(blocks->out);
	else
		put_line(blocks->out, line);
	return 0;
}

static bool is_data(const char *line)
{
	return !strcmp(line, "@DATA@");
}

int page_put_begin(struct packed_blocks *blocks)
{
	int err = 0;

	for (const char *const *line = asset_html;
	     *line && !is_data(*line) && !err; line++)
		err = put(blocks, *line);
	return err;
}

int page_put_end(struct packed_blocks *blocks)
{
	const char *const *line = asset_html;
	int err = 0;

	while (*line && !is_data(*line))
		line++;
	while (*line && *++line && !err)
		err = put(blocks, *line);
	return err;
}
