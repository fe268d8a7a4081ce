/*
 * batches.h - lines of spans or records, each of one process
 *
 * OpenTelemetry has what is sent at once in a list below its resource, which is
 * the process. Batches are filled side by side, and become lines when they are
 * full, or when all of them together are large.
 */
#ifndef BRIDGE_OTLP_BATCHES_H
#define BRIDGE_OTLP_BATCHES_H

#include "bridge/otlp/attributes.h"
#include "bridge/otlp/json_text.h"

enum {
	BATCH_RECORDS = 512,	/* records of a line, at most */
	BATCH_BYTES = 1 << 20,	/* bytes of a line with more than one record */
	BATCHES_BYTES = 1 << 24 /* bytes of all batches */
};

struct batch {
	char *text;
	size_t len, room;
	unsigned records;
};

/* A line without what is new in each: the resource, then the records. */
struct batch_envelope {
	const char *begin, *middle;
};

struct batches {
	struct pxt_output *out;	       /* borrowed */
	struct attributes *attributes; /* borrowed, for resources */
	struct json_text resource;
	const struct batch_envelope *envelope;
	struct batch *batch; /* batches, by process */
	size_t count;
	size_t bytes; /* bytes of all */
};

extern const struct batch_envelope batches_of_spans, batches_of_logs;

/* Zero at first. ENOMEM, ENOTSUP. */
int batches_init(struct batches *batches, struct pxt_output *out,
		 struct attributes *attributes,
		 const struct batch_envelope *envelope);
void batches_fini(struct batches *batches);

/* Adds a record, in JSON. The list of attributes is used up. Returns an error of
 * memory or of writing. */
int batches_add(struct batches *batches, uint32_t process, const char *record,
		size_t len);

/* Writes all that is left. */
int batches_flush(struct batches *batches);

#endif
