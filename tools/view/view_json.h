/*
 * view_json.h - items of a trace as JSON, one per line
 *
 *	{"ts":1790000000118209881,"name":"order_sent","pid":4242,"tid":4243,
 *	 "comm":"matcher","tname":"sender","host":"h1","addr":"0x401188",
 *	 "func":"send_order","src":"send.c:77","args":{"id":81723}}
 *	{"ts":1790000000118206540,"lost":7,"over_ns":500,"pid":4242,"tid":4244,
 *	 "comm":"matcher","host":"h1"}
 *
 * Unknown members of a loss, or an event, are left out. Data without a
 * description is "data", in the form of jsonl_bytes(), without a null at the
 * end of a text. Data that was cut when it was recorded is followed by
 * "cut":true.
 */
#ifndef VIEW_JSON_H
#define VIEW_JSON_H

#include <stdbool.h>

#include <trace_np.h>

#include "common/jsonl.h"
#include "common/out.h"
#include "event/comm.h"
#include "event/fields.h"
#include "event/labels.h"
#include "event/symbols.h"

struct json {
	struct jsonl line;
	struct out words; /* text of a system event */
	struct labels labels;
	struct comm comm;
	struct fields fields;
	struct symbols *symbols;
};

/* source, symbols: borrowed until fini; symbols may be NULL. out: receives the
 * output. ENOMEM. */
int json_init(struct json *json, struct source *source, struct symbols *symbols,
	      struct out *out);
void json_fini(struct json *json);

/* After an error of writing, or of memory, nothing more is put, and out has
 * the error. */
void json_put(struct json *json, const struct posix_trace_item_np *item);

#endif
