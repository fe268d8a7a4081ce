/*
 * view_json.c - items of a trace as JSON, one per line
 */

#include "common/stamp.h"
#include "common/text.h"
#include "event/data.h"
#include "event/json_args.h"
#include "event/sysevent.h"
#include "view/view_json.h"

/* key: JSONL_KEY(). */
static void put_label(struct jsonl *line, const char *key, size_t key_len,
		      struct label label)
{
	jsonl_quoted_key(line, key, key_len);
	jsonl_text(line, label.text, label.len);
}

static void put_number(struct jsonl *line, const char *key, size_t key_len,
		       long long number)
{
	jsonl_quoted_key(line, key, key_len);
	jsonl_signed(line, number);
}

/* A null at the end of a text does not belong to it. */

static void put_data(struct json *json, const struct posix_trace_item_np *item)
{
	const char *data = item->data;
	const size_t len = item->data_len;

	jsonl_quoted_key(&json->line, JSONL_KEY("data"));
	json->words.len = 0;
	if (sysevent_put(&json->words, &json->labels, item))
		jsonl_text(&json->line, json->words.block, json->words.len);
	else if (!data[len - 1] && jsonl_is_text(data, len - 1))
		jsonl_text(&json->line, data, len - 1);
	else
		jsonl_bytes(&json->line, data, len);
}

static void put_payload(struct json *json,
			const struct posix_trace_item_np *item)
{
	if (fields_decode(&json->fields, item))
		json_args_put(&json->line, &json->fields);
	else
		put_data(json, item);
	if (!data_is_cut(item))
		return;
	jsonl_put_bool(&json->line, "cut", true);
}

/* Items */

static void put_origin(struct json *json,
		       const struct posix_trace_item_np *item, pid_t tid)
{
	const pid_t pid = item->info.posix_pid;
	const struct label comm = comm_of(&json->comm, item->origin, pid,
					  &item->info.posix_timestamp);
	const struct label thread = comm_thread(&json->comm, item);
	const struct label host = comm_host(&json->comm, item->origin);

	if (pid)
		put_number(&json->line, JSONL_KEY("pid"), pid);
	if (tid)
		put_number(&json->line, JSONL_KEY("tid"), tid);
	if (comm.len)
		put_label(&json->line, JSONL_KEY("comm"), comm);
	if (thread.len)
		put_label(&json->line, JSONL_KEY("tname"), thread);
	if (host.len)
		put_label(&json->line, JSONL_KEY("host"), host);
}

static void put_loss(struct json *json, const struct posix_trace_item_np *item)
{
	jsonl_put_unsigned(&json->line, "lost", item->lost);
	jsonl_put_signed(&json->line, "over_ns",
			 stamp_ns(&item->lost_end) -
				 stamp_ns(&item->info.posix_timestamp));
	if (item->data_len) {
		jsonl_quoted_key(&json->line, JSONL_KEY("why"));
		jsonl_bytes(&json->line, item->data, item->data_len);
	}
	put_origin(json, item, item->tid);
}

static void put_frame(struct json *json, const struct symbol_frame *frame)
{
	if (frame->function.len)
		put_label(&json->line, JSONL_KEY("func"), frame->function);
	if (frame->mangled.len)
		put_label(&json->line, JSONL_KEY("mangled"), frame->mangled);
	if (frame->place.len)
		put_label(&json->line, JSONL_KEY("src"), frame->place);
}

static void put_symbol(struct json *json,
		       const struct posix_trace_item_np *item)
{
	const struct symbol *symbol = symbols_of(json->symbols, item);

	put_frame(json, &symbol->shown);
	if (!symbol->frames)
		return;
	jsonl_quoted_key(&json->line, JSONL_KEY("inlined"));
	jsonl_open_array(&json->line);
	for (unsigned i = 0; i < symbol->frames; i++) {
		jsonl_open_object(&json->line);
		put_frame(json, &symbol->frame[i]);
		jsonl_close_object(&json->line);
	}
	jsonl_close_array(&json->line);
}

static void put_event(struct json *json, const struct posix_trace_item_np *item)
{
	const struct posix_trace_event_info *info = &item->info;
	char address[TEXT_MAX];
	size_t len;

	put_label(&json->line, JSONL_KEY("name"),
		  labels_event(&json->labels, info->posix_event_id));
	/* Events without a thread belong to their process. */
	put_origin(json, item, item->tid ? item->tid : info->posix_pid);
	len = text_hex(address, (uintptr_t)info->posix_prog_address);
	jsonl_quoted_key(&json->line, JSONL_KEY("addr"));
	jsonl_text(&json->line, address, len);
	put_symbol(json, item);
	if (item->data_len)
		put_payload(json, item);
}

void json_put(struct json *json, const struct posix_trace_item_np *item)
{
	jsonl_open_object(&json->line);
	put_number(&json->line, JSONL_KEY("ts"),
		   stamp_ns(&item->info.posix_timestamp));
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		put_loss(json, item);
	else
		put_event(json, item);
	jsonl_close_object(&json->line);
	jsonl_end_line(&json->line);
}

/* Words of a system event fit a block. */
static int drop(void *arg, const char *data, size_t len)
{
	(void)arg;
	(void)data;
	(void)len;
	return 0;
}

int json_init(struct json *json, struct source *source, struct symbols *symbols,
	      struct out *out)
{
	json->symbols = symbols;
	out_init_taker(&json->words, drop, NULL);
	labels_init(&json->labels, source, false);
	comm_init(&json->comm, source);
	fields_init(&json->fields, source);
	json->fields.no_symbols = !symbols;
	return jsonl_init(&json->line, out);
}

void json_fini(struct json *json)
{
	labels_fini(&json->labels);
	fields_fini(&json->fields);
	jsonl_fini(&json->line);
}
