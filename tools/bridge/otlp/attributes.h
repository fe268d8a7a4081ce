/*
 * attributes.h - attributes of events, in the JSON of OpenTelemetry
 *
 * A list of attributes is composed one by one. The list of a span begins with
 * what its first event has; its last event adds what differs.
 */
#ifndef BRIDGE_OTLP_ATTRIBUTES_H
#define BRIDGE_OTLP_ATTRIBUTES_H

#include "bridge/bridge.h"
#include "bridge/otlp/ids.h"
#include "bridge/otlp/json_text.h"
#include "bridge/values.h"

/* The attributes of a thread, which its events share. */
struct attributes_thread {
	char *text;
	size_t len;
};

struct attributes {
	struct bridge *bridge; /* borrowed */
	struct json_text list; /* without the brackets */
	struct bridge_values values;
	struct attributes_thread *thread;
	size_t threads;

	/* The list of the span that ends, borrowed; NULL: none ends. */
	const char *before;
	size_t before_len;
};

/* ENOMEM, ENOTSUP. The struct must not be moved. */
int attributes_init(struct attributes *attributes, struct bridge *bridge);
void attributes_fini(struct attributes *attributes);

/* Begins a list. before: the list of the span that ends here: then attributes
 * that it has are left out, and those that differ are called end.KEY. */
void attributes_begin(struct attributes *attributes, const char *before,
		      size_t before_len);

/* Completes the list, in list.text. ENOMEM. */
int attributes_end(struct attributes *attributes);

void attributes_put_text(struct attributes *attributes, const char *key,
			 const void *text, size_t len);
void attributes_put_number(struct attributes *attributes, const char *key,
			   int64_t number);
void attributes_put_true(struct attributes *attributes, const char *key);

/* Put what an item has: its thread; its place in the program; its fields,
 * except those that are ids. */
void attributes_put_thread(struct attributes *attributes);
void attributes_put_place(struct attributes *attributes);
void attributes_put_fields(struct attributes *attributes);

/* Takes those ids that the event has in its fields trace_id and span_id; others
 * are unchanged. */
void attributes_get_ids(const struct attributes *attributes,
			struct otlp_ids *ids);

/* Puts {"stringValue":TEXT}. */
void attributes_put_string(struct attributes *attributes, struct jsonl *json,
			   const void *text, size_t len);

/* Puts the data of an event without fields, {"stringValue":TEXT} if it is text,
 * else {"bytesValue":BASE64}. */
void attributes_put_data(struct attributes *attributes, struct jsonl *json);

#endif
