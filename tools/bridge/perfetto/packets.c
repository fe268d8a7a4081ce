/*
 * packets.c - packets of Perfetto's trace format, in sequences
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/perfetto/packets.h"

/* Numbers of the format. */
enum {
	CLOCK_REAL = 1,	 /* CLOCK_REALTIME */
	CLOCK_STEP = 64, /* the difference to the packet before */
	STATE_BEGINS = 1,
	STATE_IS_NEEDED = 2,
	PACKET_TAG = 1 << 3 | 2, /* field 1 of the file, which has a length */
	VARINT = 10,		 /* bytes, at most */
};

void packets_init(struct packets *packets, struct pxt_output *out)
{
	*packets = (struct packets){
		.out = out,
		.packet = PERFETTO__TRACE_PACKET__INIT,
		.fresh = PERFETTO__INTERNED_DATA__INIT,
	};
}

void packets_fini(struct packets *packets)
{
	arena_fini(&packets->arena);
	free(packets->bytes);
	free(packets->fresh.event_categories);
	free(packets->fresh.event_names);
	free(packets->fresh.debug_annotation_names);
	free(packets->fresh.debug_annotation_string_values);
	free(packets->fresh.source_locations);
}

static void clear_state(struct packets_sequence *sequence)
{
	for (int i = 0; i < PACKETS_KINDS; i++)
		texts_fini(&sequence->names[i]);
	for (size_t i = 0; i < sequence->types; i++)
		if (sequence->type[i])
			*sequence->type[i] = (struct packets_type){ 0 };
	pxt_map_clear(&sequence->places);
	sequence->place_count = 0;
	memset(sequence->frequent, 0, sizeof(sequence->frequent));
}

void packets_sequence_fini(struct packets_sequence *sequence)
{
	clear_state(sequence);
	for (size_t i = 0; i < sequence->types; i++)
		free(sequence->type[i]);
	free(sequence->type);
	pxt_map_fini(&sequence->places);
}

/* Memory and errors */

void *packets_take(struct packets *packets, size_t len)
{
	void *taken = packets->error ? NULL : arena_take(&packets->arena, len);

	if (!taken && !packets->error)
		packets->error = ENOMEM;
	return taken;
}

/* Writing */

static size_t put_varint(uint8_t *at, uint64_t number)
{
	size_t len = 0;

	for (; number >= 0x80; number >>= 7)
		at[len++] = (uint8_t)(number | 0x80);
	at[len++] = (uint8_t)number;
	return len;
}

static int pack(struct packets *packets)
{
	const ProtobufCMessage *message = &packets->packet.base;
	const size_t size = protobuf_c_message_get_packed_size(message);
	size_t len = 0;
	int err;

	err = pxt_array_reserve(&packets->bytes, &packets->room,
				1 + VARINT + size, 1);
	if (err)
		return err;
	packets->bytes[len++] = PACKET_TAG;
	len += put_varint(packets->bytes + len, size);
	len += protobuf_c_message_pack(message, packets->bytes + len);
	packets->written += len;
	packets->sequence->written += len;
	return packets->out->write(packets->out, packets->bytes, len);
}

static bool has_fresh(const Perfetto__InternedData *fresh)
{
	return fresh->n_event_categories || fresh->n_event_names ||
	       fresh->n_debug_annotation_names || fresh->n_source_locations ||
	       fresh->n_debug_annotation_string_values;
}

/* The flag of a packet that needs the state matters where the state's beginning is
 * missing. Packets with new names have it, and other packets than events: so the
 * consumer tells such a trace, and each event is two bytes shorter. */
static void drop_flags(Perfetto__TracePacket *packet)
{
	if (packet->track_event && !packet->interned_data)
		packet->has_sequence_flags = false;
}

void packets_write(struct packets *packets)
{
	if (has_fresh(&packets->fresh))
		packets->packet.interned_data = &packets->fresh;
	drop_flags(&packets->packet);
	if (!packets->error)
		packets->error = pack(packets);
	packets->packet = (Perfetto__TracePacket)PERFETTO__TRACE_PACKET__INIT;
}

void packets_begin(struct packets *packets, struct packets_sequence *sequence)
{
	Perfetto__InternedData *fresh = &packets->fresh;

	packets->sequence = sequence;
	packets->packet.has_trusted_packet_sequence_id = true;
	packets->packet.trusted_packet_sequence_id = sequence->number + 1;
	packets->packet.has_sequence_flags = true;
	packets->packet.sequence_flags = STATE_IS_NEEDED;
	packets->packet.has_machine_id = sequence->number;
	packets->packet.machine_id = sequence->number;
	fresh->n_event_categories = 0;
	fresh->n_event_names = 0;
	fresh->n_debug_annotation_names = 0;
	fresh->n_debug_annotation_string_values = 0;
	fresh->n_source_locations = 0;
	arena_clear(&packets->arena);
}

void packets_stamp(struct packets *packets, int64_t ns, bool is_aside)
{
	struct packets_sequence *sequence = packets->sequence;
	Perfetto__TracePacket *packet = &packets->packet;
	const bool is_step = !is_aside && ns >= sequence->last_ns;

	packet->has_timestamp = true;
	packet->timestamp = (uint64_t)ns;
	if (is_step) {
		packet->timestamp -= (uint64_t)sequence->last_ns;
		sequence->last_ns = ns;
	} else {
		packet->has_timestamp_clock_id = true;
		packet->timestamp_clock_id = CLOCK_REAL;
	}
}

static void begin_state(struct packets *packets,
			struct packets_sequence *sequence, uint64_t track)
{
	const uint64_t now = (uint64_t)sequence->last_ns;
	Perfetto__ClockSnapshot__Clock real =
		PERFETTO__CLOCK_SNAPSHOT__CLOCK__INIT;
	Perfetto__ClockSnapshot__Clock step =
		PERFETTO__CLOCK_SNAPSHOT__CLOCK__INIT;
	Perfetto__ClockSnapshot__Clock *clocks[] = { &real, &step };
	Perfetto__ClockSnapshot snapshot = PERFETTO__CLOCK_SNAPSHOT__INIT;
	Perfetto__TracePacketDefaults defaults =
		PERFETTO__TRACE_PACKET_DEFAULTS__INIT;
	Perfetto__TrackEventDefaults event =
		PERFETTO__TRACK_EVENT_DEFAULTS__INIT;

	packets_begin(packets, sequence);
	packets_stamp(packets, sequence->last_ns, true);
	packets->packet.sequence_flags = STATE_BEGINS;
	packets->packet.has_first_packet_on_sequence = !sequence->has_begun;
	packets->packet.first_packet_on_sequence = true;
	real.has_clock_id = real.has_timestamp = true;
	real.clock_id = CLOCK_REAL;
	real.timestamp = now;
	step.has_clock_id = step.has_timestamp = true;
	step.clock_id = CLOCK_STEP;
	step.timestamp = now;
	step.has_is_incremental = step.is_incremental = true;
	snapshot.clocks = clocks;
	snapshot.n_clocks = 2;
	snapshot.has_primary_trace_clock = true;
	snapshot.primary_trace_clock = CLOCK_REAL;
	packets->packet.clock_snapshot = &snapshot;
	defaults.has_timestamp_clock_id = true;
	defaults.timestamp_clock_id = CLOCK_STEP;
	event.has_track_uuid = true;
	event.track_uuid = track;
	defaults.track_event_defaults = &event;
	packets->packet.trace_packet_defaults = &defaults;
	packets_write(packets);
}

void packets_refresh(struct packets *packets, struct packets_sequence *sequence,
		     int64_t ns, uint64_t track)
{
	if (sequence->has_begun && sequence->written < PACKETS_STATE)
		return;
	if (!sequence->has_begun)
		sequence->last_ns = ns;
	clear_state(sequence);
	sequence->written = 0;
	sequence->generation++;
	sequence->track = track;
	begin_state(packets, sequence, track);
	sequence->has_begun = true;
}

/* Names */

static void add_fresh(struct packets *packets, enum packets_kind kind,
		      uint64_t number, const char *text, size_t len)
{
	Perfetto__InternedData *fresh = &packets->fresh;
	Perfetto__InternedName ***names[] = {
		[PACKETS_CATEGORY] = &fresh->event_categories,
		[PACKETS_EVENT] = &fresh->event_names,
		[PACKETS_ARGUMENT] = &fresh->debug_annotation_names,
		[PACKETS_TEXT] = &fresh->debug_annotation_string_values,
	};
	size_t *const counts[] = {
		[PACKETS_CATEGORY] = &fresh->n_event_categories,
		[PACKETS_EVENT] = &fresh->n_event_names,
		[PACKETS_ARGUMENT] = &fresh->n_debug_annotation_names,
		[PACKETS_TEXT] = &fresh->n_debug_annotation_string_values,
	};
	Perfetto__InternedName *name = packets_take(packets, sizeof(*name));

	if (!name)
		return;
	perfetto__interned_name__init(name);
	name->has_iid = name->has_name = true;
	name->iid = number;
	name->name = packets_bytes(text, len);
	packets->error =
		pxt_array_reserve(names[kind], &packets->fresh_room[kind],
				  *counts[kind] + 1, sizeof(name));
	if (!packets->error)
		(*names[kind])[(*counts[kind])++] = name;
}

uint64_t packets_name(struct packets *packets, enum packets_kind kind,
		      const char *text, size_t len)
{
	struct texts *names = &packets->sequence->names[kind];
	const size_t known = names->count;
	uint32_t number = 0;

	if (!packets->error)
		packets->error = texts_find(names, text, len, &number);
	if (!packets->error && names->count > known)
		add_fresh(packets, kind, number + 1, texts_get(names, number),
			  len);
	return number + 1;
}

bool packets_is_frequent(struct packets *packets, const char *text, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
	uint64_t *slot;

	if (len > PACKETS_FREQUENT_LENGTH || memchr(text, '\0', len))
		return false;
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (uint8_t)text[i]) * 0x100000001b3;
	slot = &packets->sequence->frequent[hash % PACKETS_FREQUENT];
	if (*slot == hash)
		return true;
	*slot = hash;
	return false;
}

struct packets_type *packets_type(struct packets *packets,
				  trace_event_id_t type)
{
	struct packets_sequence *sequence = packets->sequence;

	if (packets->error)
		return NULL;
	packets->error = pxt_array_reserve_zeroed(
		&sequence->type, &sequence->types, (size_t)type + 1,
		sizeof(*sequence->type));
	if (packets->error)
		return NULL;
	if (!sequence->type[type])
		sequence->type[type] = calloc(1, sizeof(**sequence->type));
	if (!sequence->type[type])
		packets->error = ENOMEM;
	return sequence->type[type];
}

uint64_t packets_add_place(struct packets *packets,
			   Perfetto__SourceLocation *place)
{
	Perfetto__InternedData *fresh = &packets->fresh;

	if (packets->error)
		return 0;
	place->has_iid = true;
	place->iid = ++packets->sequence->place_count;
	packets->error = pxt_array_reserve(
		&fresh->source_locations, &packets->places_room,
		fresh->n_source_locations + 1, sizeof(place));
	if (!packets->error)
		fresh->source_locations[fresh->n_source_locations++] = place;
	return place->iid;
}
