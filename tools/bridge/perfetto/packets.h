/*
 * packets.h - packets of Perfetto's trace format, in sequences
 *
 * A machine has a sequence of packets. The time of a packet is the difference
 * to the one before, names are sent once, with the packet that first has them,
 * and then are numbers. Both begin anew behind each PACKETS_STATE bytes, so that
 * a damaged place spoils no more than that.
 *
 * The first error is kept in packets->error, and nothing is written behind it.
 */
#ifndef BRIDGE_PERFETTO_PACKETS_H
#define BRIDGE_PERFETTO_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "bridge/arena.h"
#include "bridge/perfetto/trace.pb-c.h"
#include "bridge/texts.h"
#include "format/export.h"

enum {
	PACKETS_STATE = 16 << 20,
	PACKETS_FREQUENT = 1 << 10, /* texts of which it is known that they were
				     * there before */
	PACKETS_FREQUENT_LENGTH = 64,
};

/* Kinds of names, each with numbers of its own. */
enum packets_kind {
	PACKETS_CATEGORY,
	PACKETS_EVENT,
	PACKETS_ARGUMENT,
	PACKETS_TEXT,
	PACKETS_KINDS
};

/* The numbers of names of an event type; 0: none so far. */
struct packets_type {
	uint64_t name;
	uint64_t argument[POSIX_TRACE_FIELDS_MAX_NP]; /* arguments by field */
};

/* The packets of a machine, which has the numbers, from 0, of its sequence. */
struct packets_sequence {
	uint32_t number;
	bool has_begun;
	uint32_t generation; /* number of the state, from 1 */
	uint64_t written;    /* bytes since the state began */
	int64_t last_ns;     /* time of the last packet that has a difference */
	uint64_t track;	     /* track of events that name none */

	/* The state: numbers count from 1. */
	struct texts names[PACKETS_KINDS];
	struct pxt_map places; /* see packets_place() */
	uint64_t place_count;
	struct packets_type **type;
	size_t types;
	uint64_t frequent[PACKETS_FREQUENT]; /* hashes of texts */
};

struct packets {
	struct pxt_output *out;
	struct arena arena;
	uint64_t written;
	int error;
	uint8_t *bytes; /* a packet as it is written */
	size_t room;

	/* The present packet. */
	struct packets_sequence *sequence;
	Perfetto__TracePacket packet;
	Perfetto__TrackEvent event;
	Perfetto__InternedData fresh; /* names that it is the first to have */
	size_t fresh_room[PACKETS_KINDS];
	size_t places_room;
};

/* out: borrowed. */
void packets_init(struct packets *packets, struct pxt_output *out);
void packets_fini(struct packets *packets);

void packets_sequence_fini(struct packets_sequence *sequence);

/* Begins the state of a sequence anew if that is due. ns: time of the item that
 * comes next. track: the one of events that name none. */
void packets_refresh(struct packets *packets, struct packets_sequence *sequence,
		     int64_t ns, uint64_t track);

/* Begins a packet of the sequence whose state was begun. */
void packets_begin(struct packets *packets, struct packets_sequence *sequence);

/* Has the packet's time. is_aside: the time of the packets behind does not
 * depend on it. */
void packets_stamp(struct packets *packets, int64_t ns, bool is_aside);

/* Memory until the packet is written; NULL after an error. */
void *packets_take(struct packets *packets, size_t len);

/* A text as the messages have it. Borrowed. */
static inline ProtobufCBinaryData packets_bytes(const char *text, size_t len)
{
	return (ProtobufCBinaryData){ len, (uint8_t *)(uintptr_t)text };
}

/* The number of a name. text: UTF-8. */
uint64_t packets_name(struct packets *packets, enum packets_kind kind,
		      const char *text, size_t len);

/* True if a text has come before, so that it deserves a number. */
bool packets_is_frequent(struct packets *packets, const char *text, size_t len);

/* The numbers of names of an event type. NULL: an error. */
struct packets_type *packets_type(struct packets *packets,
				  trace_event_id_t type);

/* Adds the packet's source location, whose number is set here. */
uint64_t packets_add_place(struct packets *packets,
			   Perfetto__SourceLocation *place);

/* Writes the packet. */
void packets_write(struct packets *packets);

#endif
