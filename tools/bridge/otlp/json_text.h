/*
 * json_text.h - JSON that is composed in memory
 *
 * Values follow each other as they are put; what is between them is added as it
 * is. The text begins anew when it was taken.
 */
#ifndef BRIDGE_OTLP_JSON_TEXT_H
#define BRIDGE_OTLP_JSON_TEXT_H

#include "common/jsonl.h"
#include "common/out.h"

struct json_text {
	struct jsonl json;
	struct out out;
	char *text;
	size_t len, room;
};

/* ENOMEM, ENOTSUP. The struct must not be moved. */
int json_text_init(struct json_text *text);
void json_text_fini(struct json_text *text);

/* Ends a value of the JSON. */
void json_text_end(struct json_text *text);

static inline void json_text_add(struct json_text *text, const char *bytes,
				 size_t len)
{
	out_bytes(&text->out, bytes, len);
}

/* Completes the text, and len. Returns out.error. */
int json_text_take(struct json_text *text);

/* Begins anew. */
void json_text_clear(struct json_text *text);

#endif
