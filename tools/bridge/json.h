/*
 * json.h - JSON of exporters for viewers
 *
 * Texts are made UTF-8, and what was not is counted. Readers keep numbers as
 * doubles: integers that no double holds, beyond 2^53, are texts. Not-a-number
 * is "NaN", infinities are "Infinity" or "-Infinity".
 */
#ifndef BRIDGE_JSON_H
#define BRIDGE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "bridge/values.h"
#include "common/jsonl.h"

struct bridge_json {
	struct jsonl line;	   /* puts into out */
	struct out out;		   /* puts into the output */
	struct pxt_output *output; /* the exporter's, at first */
	struct bridge_values values;
};

/* bridge: borrowed until fini. EINVAL: built without JSON, and the export says
 * so. ENOMEM. */
int bridge_json_init(struct bridge_json *json, struct bridge *bridge);
void bridge_json_fini(struct bridge_json *json);

/* Writes what is still buffered. Returns the first error. */
int bridge_json_flush(struct bridge_json *json);

/* Values. */
void bridge_json_text(struct bridge_json *json, const void *data, size_t len);
void bridge_json_unsigned(struct bridge_json *json, uint64_t number);
void bridge_json_signed(struct bridge_json *json, int64_t number);
void bridge_json_float(struct bridge_json *json, double number, bool is_narrow);
void bridge_json_value(struct bridge_json *json,
		       const struct bridge_value *value);

/* A field of the present event: arrays are arrays. */
void bridge_json_field(struct bridge_json *json,
		       const struct posix_trace_value_np *field);

/* Keys with texts. */
void bridge_json_put_text(struct bridge_json *json, const char *key,
			  const char *text);

#endif
