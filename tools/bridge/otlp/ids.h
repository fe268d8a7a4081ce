/*
 * ids.h - ids of traces and spans
 *
 * A span has the same ids at every attempt, and in every copy of its log: they
 * are made of the place of its beginning. A store that drops what it has already
 * can go by them. A trace has the ids of its outermost span.
 */
#ifndef BRIDGE_OTLP_IDS_H
#define BRIDGE_OTLP_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { OTLP_TRACE_ID = 16, OTLP_SPAN_ID = 8 }; /* bytes */

/* Ids of a span; zero: none. */
struct otlp_ids {
	unsigned char trace[OTLP_TRACE_ID];
	unsigned char span[OTLP_SPAN_ID];
};

/* The beginning of a span. */
struct otlp_place {
	unsigned char uuid[16]; /* UUID of the log */
	pid_t pid, tid;
	int64_t program; /* see programs_which() */
	int64_t ns;
	uint32_t
		setback; /* number of times that the thread's clock was set back before */
	uint32_t index; /* number of spans that the thread began before, at
			   * the same time */
};

/* False: built without SHA-256. */
bool otlp_ids_are_there(void);

void otlp_ids_make(const struct otlp_place *place, struct otlp_ids *ids);

/* True if bytes are not all zero, as an id must not be. */
bool otlp_id_is_set(const unsigned char *id, size_t len);

/* Takes an id of len bytes from bytes, or from a text with its hexadecimal
 * digits. False: there is none, and the id is unchanged. */
bool otlp_id_take(unsigned char *id, size_t len, const void *data,
		  size_t data_len);
bool otlp_id_parse(unsigned char *id, size_t len, const char *text,
		   size_t text_len);

#endif
