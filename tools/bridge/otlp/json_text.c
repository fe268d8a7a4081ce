/*
 * json_text.c - JSON that is composed in memory
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/json_text.h"

static int append(void *argument, const char *data, size_t len)
{
	struct json_text *text = argument;

	if (pxt_array_reserve(&text->text, &text->room, text->len + len, 1))
		return ENOMEM;
	if (len)
		memcpy(text->text + text->len, data, len);
	text->len += len;
	return 0;
}

int json_text_init(struct json_text *text)
{
	text->text = NULL;
	text->len = 0;
	text->room = 0;
	out_init_taker(&text->out, append, text);
	return jsonl_init(&text->json, &text->out);
}

void json_text_fini(struct json_text *text)
{
	jsonl_fini(&text->json);
	free(text->text);
}

int json_text_take(struct json_text *text)
{
	return out_flush(&text->out);
}

/* Takes back the last bytes, which were put by the last call. */
static void drop(struct json_text *text, size_t len)
{
	if (len <= text->out.len) {
		text->out.len -= len;
		return;
	}
	out_flush(&text->out);
	text->len -= len < text->len ? len : text->len;
}

void json_text_end(struct json_text *text)
{
	jsonl_end_line(&text->json);
	drop(text, 1);
}

void json_text_clear(struct json_text *text)
{
	out_flush(&text->out);
	text->len = 0;
}
