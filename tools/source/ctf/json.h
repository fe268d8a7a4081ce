/*
 * json.h - a field of CTF as text in JSON
 */
#ifndef SOURCE_CTF_JSON_H
#define SOURCE_CTF_JSON_H

#include <babeltrace2/babeltrace.h>

#include "source/ctf/frames.h"

/* Appends to the open frame. */
void ctf_json_put(struct ctf_frames *frames, const bt_field *field);

/* Appends a text with its quotation marks. */
void ctf_json_put_text(struct ctf_frames *frames, const char *text);

#endif
