/*
 * attributes.h - attributes of events for OpenTelemetry
 *
 * A list of attributes is composed one by one. The list of a span begins with
 * what its first event has; its last event adds what differs.
 */
#ifndef BRIDGE_OTLP_ATTRIBUTES_H
#define BRIDGE_OTLP_ATTRIBUTES_H

#include "bridge/arena.h"
#include "bridge/bridge.h"
#include "bridge/otlp/record.h"
#include "bridge/values.h"

/* The attributes of a thread, which its events share. */
struct attributes_thread {
	struct otlp_attribute attribute[2]; /* texts are in name */
	unsigned count;
	char *name; /* NULL: not known */
};

struct attributes {
	struct bridge *bridge; /* borrowed */
	struct bridge_values values;
	struct arena arena;
	struct attributes_thread *thread;
	size_t threads;

	/* The list */
	struct otlp_attribute *attribute;
	size_t count, room;
	size_t before; /* attributes of the span that ends */
	int error;
};

void attributes_init(struct attributes *attributes, struct bridge *bridge);
void attributes_fini(struct attributes *attributes);

/* Begins a list. before: the list of the span that ends here: then attributes
 * that it has are left out, and those that differ are called end.KEY. Texts of
 * the list before are given back. */
void attributes_begin(struct attributes *attributes,
		      const struct otlp_list *before);

/* Completes the list, which is good until the next begins. ENOMEM. */
int attributes_end(struct attributes *attributes, struct otlp_list *list);

/* Copies a list, to be freed. ENOMEM. */
int attributes_copy(const struct otlp_list *list, struct otlp_list *copy);
void attributes_free(struct otlp_list *copy);

void attributes_put_text(struct attributes *attributes, const char *key,
			 const void *text, size_t len);
void attributes_put_number(struct attributes *attributes, const char *key,
			   int64_t number);
void attributes_put_unsigned(struct attributes *attributes, const char *key,
			     uint64_t number);
void attributes_put_true(struct attributes *attributes, const char *key);

/* Put what an item has: its thread; its place in the program; its fields,
 * except those that are ids. */
void attributes_put_thread(struct attributes *attributes);
void attributes_put_place(struct attributes *attributes);
void attributes_put_fields(struct attributes *attributes);

/* Put what a process is. */
void attributes_put_process(struct attributes *attributes, uint32_t process);

/* Takes those ids that the event has in its fields trace_id and span_id; others
 * are unchanged. */
void attributes_get_ids(const struct attributes *attributes,
			struct otlp_ids *ids);

/* A text as a value, which is good as long as the list. */
void attributes_text(struct attributes *attributes, const void *text,
		     size_t len, struct otlp_value *value);

/* The data of an event without fields: a text, or bytes. */
void attributes_data(struct attributes *attributes, struct otlp_value *value);

#endif
