/*
 * record.h - a span or a record of OpenTelemetry, however it is written
 *
 * Texts are UTF-8.
 */
#ifndef BRIDGE_OTLP_RECORD_H
#define BRIDGE_OTLP_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/otlp/ids.h"

/* Values of the protocol. */
enum {
	OTLP_KIND_INTERNAL = 1,
	OTLP_SEVERITY_INFO = 9,
	OTLP_SEVERITY_WARN = 13,
};

#define OTLP_SCOPE "posixtrace"

enum otlp_kind {
	OTLP_NOTHING, /* no value */
	OTLP_STRING,
	OTLP_BOOL,
	OTLP_INT,
	OTLP_DOUBLE,
	OTLP_BYTES,
	OTLP_ARRAY,
};

struct otlp_value {
	enum otlp_kind kind;
	bool is_narrow; /* DOUBLE: it was a float */
	union {
		bool b;
		int64_t i;
		double d;
	} as;
	const char *text;		  /* STRING, BYTES */
	const struct otlp_value *element; /* ARRAY, of other kinds */
	size_t len;			  /* bytes, or elements */
};

struct otlp_attribute {
	const char *key;
	struct otlp_value value;
};

struct otlp_list {
	const struct otlp_attribute *attribute;
	size_t count;
};

/* A span has no body and no severity, and a record one time. */
struct otlp_record {
	bool is_span, has_parent;
	unsigned severity;
	uint32_t process; /* number in the bridge */
	const char *name;
	struct otlp_ids
		ids; /* ids of the span that a record is in; zero: none */
	unsigned char parent[OTLP_SPAN_ID];
	uint64_t from_ns, to_ns;
	struct otlp_value body; /* kind NOTHING: no body */
	struct otlp_list attributes;
};

#endif
