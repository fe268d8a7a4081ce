/*
 * view_json.c - one item of a trace is one JSON object on a line
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_YAJL
#include <yajl/yajl_gen.h>
#endif

#include "stamp.h"
#include "sysevent.h"
#include "text.h"
#include "view_json.h"

#ifdef HAVE_YAJL

bool json_is_there(void)
{
	return true;
}

static void note(struct json *json, yajl_gen_status status)
{
	if (status != yajl_gen_status_ok && !json->out->error)
		json->out->error = EBADMSG;
}

static void put_text(struct json *json, const void *text, size_t len)
{
	note(json, yajl_gen_string(json->gen, text, len));
}

static void put_key(struct json *json, const char *key)
{
	put_text(json, key, strlen(key));
}

static void put_number(struct json *json, const char *key, int64_t number)
{
	put_key(json, key);
	note(json, yajl_gen_integer(json->gen, number));
}

static void put_unsigned(struct json *json, const char *key,
			 unsigned long long number)
{
	char text[24];
	int len = snprintf(text, sizeof(text), "%llu", number);

	put_key(json, key);
	note(json, yajl_gen_number(json->gen, text, (size_t)len));
}

/* Data */

static bool is_text(const unsigned char *at, const unsigned char *end)
{
	uint32_t code;

	while (at < end) {
		size_t len = text_utf8(at, end, &code);

		if (!len || code == 0x7f ||
		    (code < ' ' && code != '\t' && code != '\n' &&
		     code != '\r' && code != '\x1b'))
			return false;
		at += len;
	}
	return true;
}

static char *room(struct json *json, size_t size)
{
	char *text = json->text;

	if (json->size < size) {
		text = realloc(text, size);
		if (text) {
			json->text = text;
			json->size = size;
		} else {
			json->out->error = ENOMEM;
		}
	}
	return text;
}

static void put_readable(struct json *json, const unsigned char *data,
			 size_t len)
{
	static const char unreadable[] = "\xef\xbf\xbd";
	const unsigned char *end = data + len;
	char *text = room(json, 3 * len + 1);
	size_t used = 0;
	uint32_t code;

	while (text && data < end) {
		size_t step = text_utf8(data, end, &code);

		if (step)
			memcpy(text + used, data, step);
		else
			memcpy(text + used, unreadable, 3);
		used += step ? step : 3;
		data += step ? step : 1;
	}
	put_key(json, "text");
	put_text(json, text ? text : "", used);
}

static void put_base64(struct json *json, const unsigned char *data, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	char *text = room(json, len / 3 * 4 + 5);
	size_t used = 0;

	for (size_t i = 0; text && i < len; i += 3) {
		const size_t left = len - i;
		const uint32_t bits = (uint32_t)data[i] << 16 |
				      (left > 1 ? data[i + 1] << 8 : 0) |
				      (left > 2 ? data[i + 2] : 0);

		text[used++] = digits[bits >> 18];
		text[used++] = digits[bits >> 12 & 63];
		text[used++] = left > 1 ? digits[bits >> 6 & 63] : '=';
		text[used++] = left > 2 ? digits[bits & 63] : '=';
	}
	put_key(json, "b64");
	put_text(json, text ? text : "", used);
}

static void put_bytes(struct json *json, const unsigned char *data, size_t len)
{
	size_t shown = len && !data[len - 1] ? len - 1 : len;

	if (is_text(data, data + shown)) {
		put_text(json, data, shown);
		return;
	}
	note(json, yajl_gen_map_open(json->gen));
	put_readable(json, data, len);
	put_base64(json, data, len);
	note(json, yajl_gen_map_close(json->gen));
}

static void put_data(struct json *json, const struct posix_trace_item_np *item)
{
	json->words.len = 0;
	put_key(json, "data");
	if (sysevent_put(&json->words, &json->labels, item))
		put_text(json, json->words.block, json->words.len);
	else
		put_bytes(json, item->data, item->data_len);
	if (item->info.posix_truncation_status == POSIX_TRACE_NOT_TRUNCATED)
		return;
	put_key(json, "cut");
	note(json, yajl_gen_bool(json->gen, 1));
}

/* Items */

static void put_origin(struct json *json,
		       const struct posix_trace_item_np *item, pid_t tid)
{
	const pid_t pid = item->info.posix_pid;
	const struct label comm = comm_of(&json->comm, item->origin, pid);
	const struct label host = comm_host(&json->comm, item->origin);

	if (pid)
		put_number(json, "pid", pid);
	if (tid)
		put_number(json, "tid", tid);
	if (comm.len) {
		put_key(json, "comm");
		put_text(json, comm.text, comm.len);
	}
	if (host.len) {
		put_key(json, "host");
		put_text(json, host.text, host.len);
	}
}

static void put_loss(struct json *json, const struct posix_trace_item_np *item)
{
	put_unsigned(json, "lost", item->lost);
	put_number(json, "over_ns",
		   stamp_ns(&item->lost_end) - stamp_ns(&item->info.posix_timestamp));
	put_origin(json, item, item->tid);
}

static void put_event(struct json *json, const struct posix_trace_item_np *item)
{
	const struct posix_trace_event_info *info = &item->info;
	struct label label = labels_event(&json->labels, info->posix_event_id);
	char address[24];

	put_key(json, "name");
	put_text(json, label.text, label.len);
	/* An event of no thread is its process's. */
	put_origin(json, item, item->tid ? item->tid : info->posix_pid);
	snprintf(address, sizeof(address), "0x%llx",
		 (unsigned long long)(uintptr_t)info->posix_prog_address);
	put_key(json, "addr");
	put_text(json, address, strlen(address));
	if (item->data_len)
		put_data(json, item);
}

void json_put(struct json *json, const struct posix_trace_item_np *item)
{
	note(json, yajl_gen_map_open(json->gen));
	put_number(json, "ts", stamp_ns(&item->info.posix_timestamp));
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		put_loss(json, item);
	else
		put_event(json, item);
	note(json, yajl_gen_map_close(json->gen));
	yajl_gen_reset(json->gen, NULL);
	out_text(json->out, "\n");
}

static void print(void *context, const char *text, size_t len)
{
	struct json *json = context;

	out_bytes(json->out, text, len);
}

static int make_generator(struct json *json)
{
	json->gen = yajl_gen_alloc(NULL);
	if (!json->gen)
		return ENOMEM;
	yajl_gen_config(json->gen, yajl_gen_print_callback, print, json);
	yajl_gen_config(json->gen, yajl_gen_validate_utf8, 1);
	return 0;
}

static void free_generator(struct json *json)
{
	if (json->gen)
		yajl_gen_free(json->gen);
}

#else

bool json_is_there(void)
{
	return false;
}

void json_put(struct json *json, const struct posix_trace_item_np *item)
{
	(void)json;
	(void)item;
}

static int make_generator(struct json *json)
{
	json->gen = NULL;
	return ENOTSUP;
}

static void free_generator(struct json *json)
{
	(void)json;
}

#endif

/* Words of a system event fit a block. */
static int drop(void *arg, const char *data, size_t len)
{
	(void)arg;
	(void)data;
	(void)len;
	return 0;
}

int json_init(struct json *json, struct source *source, struct out *out)
{
	json->out = out;
	json->text = NULL;
	json->size = 0;
	out_init_taker(&json->words, drop, NULL);
	labels_init(&json->labels, source, false);
	comm_init(&json->comm, source);
	return make_generator(json);
}

void json_fini(struct json *json)
{
	labels_fini(&json->labels);
	free_generator(json);
	free(json->text);
}
