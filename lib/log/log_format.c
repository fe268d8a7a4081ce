/* log_format.c - the sections of a log as bytes, and back */
#include <errno.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/log_format.h"

#define SECTION_MAGIC UINT32_C(0x534c5450) /* "PTLS" */
#define ORDER_MARK UINT32_C(0x0a0b0c0d)
#define SHORT_MARK UINT16_C(0x0c0d)

enum { CHECKED_PART = PXT_LOG_SECTION_SIZE - 4 };

static const uint8_t log_magic[8] = { 0x89, 'P',  'T',	'L',
				      0x0d, 0x0a, 0x1a, 0x0a };

static const uint8_t trailer_magic[8] = { 0x89, 'E',  'N',  'D',
					  0x0d, 0x0a, 0x1a, 0x0a };

static void put_le(uint8_t **at, uint64_t value, size_t len)
{
	for (; len; len--, value >>= 8)
		*(*at)++ = (uint8_t)value;
}

static void put16(uint8_t **at, uint16_t value)
{
	put_le(at, value, 2);
}

static void put32(uint8_t **at, uint32_t value)
{
	put_le(at, value, 4);
}

static void put64(uint8_t **at, uint64_t value)
{
	put_le(at, value, 8);
}

static void put_bytes(uint8_t **at, const void *bytes, size_t len)
{
	memcpy(*at, bytes, len);
	*at += len;
}

/* Puts an array of size bytes as a string, null-terminated or not. */
static void put_string(uint8_t **at, const char *array, size_t size)
{
	put_bytes(at, array, strnlen(array, size - 1));
	put_le(at, 0, 1);
}

/* Overlong strings are cut. */
static void take_string(struct pxt_bytes *in, char *array, size_t size)
{
	const char *string = pxt_bytes_string(in);
	size_t len;

	memset(array, 0, size);
	if (!string)
		return;

	len = strnlen(string, size - 1);
	memcpy(array, string, len);
}

unsigned pxt_log_version_of(const struct pxt_attr *attr)
{
	return attr->log_compression == POSIX_TRACE_LOG_PLAIN_NP ?
		       PXT_LOG_VERSION_TWICE :
		       PXT_LOG_VERSION_PACKED;
}

void pxt_log_preamble_encode(unsigned version,
			     uint8_t out[PXT_LOG_PREAMBLE_SIZE])
{
	const uint32_t mark = ORDER_MARK;
	uint8_t *at = out;

	put_bytes(&at, log_magic, sizeof(log_magic));
	put16(&at, (uint16_t)version);
	put16(&at, 0);
	/* The mark is written in this machine's byte order, like the
	 * records. */
	put_bytes(&at, &mark, sizeof(mark));
}

int pxt_log_preamble_decode(const uint8_t in[PXT_LOG_PREAMBLE_SIZE],
			    unsigned *version)
{
	uint8_t expected[PXT_LOG_PREAMBLE_SIZE];

	*version = in[sizeof(log_magic)];
	if (*version < PXT_LOG_VERSION_FIRST || *version > PXT_LOG_VERSION)
		return EBADMSG;

	pxt_log_preamble_encode(*version, expected);
	return memcmp(in, expected, sizeof(expected)) ? EBADMSG : 0;
}

static uint32_t section_crc(const uint8_t *head, const uint8_t *uuid)
{
	uint32_t crc = pxt_crc32c(0, head, CHECKED_PART);

	return uuid ? pxt_crc32c(crc, uuid, 16) : crc;
}

void pxt_log_section_encode(const struct pxt_log_section *section,
			    const uint8_t *uuid,
			    uint8_t out[PXT_LOG_SECTION_SIZE])
{
	uint8_t *at = out;

	put32(&at, SECTION_MAGIC);
	put32(&at, section->type);
	put64(&at, section->len);
	put64(&at, section->number);
	put32(&at, section->crc);
	put32(&at, section_crc(out, uuid));
}

int pxt_log_section_decode(struct pxt_log_section *section, const uint8_t *uuid,
			   const uint8_t in[PXT_LOG_SECTION_SIZE])
{
	struct pxt_bytes bytes;

	pxt_bytes_init(&bytes, in, PXT_LOG_SECTION_SIZE);
	if (pxt_bytes_le32(&bytes) != SECTION_MAGIC)
		return EBADMSG;

	section->type = pxt_bytes_le32(&bytes);
	section->len = pxt_bytes_le64(&bytes);
	section->number = pxt_bytes_le64(&bytes);
	section->crc = pxt_bytes_le32(&bytes);

	return pxt_bytes_le32(&bytes) == section_crc(in, uuid) ? 0 : EBADMSG;
}

static void put_machine(uint8_t **at, const struct pxt_machine *machine)
{
	put_bytes(at, machine->boot, sizeof(machine->boot));
	put32(at, machine->sync);
	put32(at, 0);
	put64(at, (uint64_t)machine->offset_ns);
	put64(at, machine->error_ns);
}

size_t pxt_log_header_encode(const struct pxt_log_header *header,
			     uint8_t out[PXT_LOG_HEADER_MAX])
{
	const struct pxt_attr *attr = &header->attr;
	const uint16_t mark = SHORT_MARK;
	uint8_t *at = out;

	put_bytes(&at, header->uuid, sizeof(header->uuid));
	put32(&at, header->clock);
	put32(&at, header->target_pid);
	put64(&at, header->start_ticks);
	put64(&at, header->rate);

	put64(&at, (uint64_t)attr->created_ns);
	put64(&at, (uint64_t)attr->clockres_ns);
	put64(&at, attr->stream_size);
	put64(&at, attr->log_size);
	put64(&at, attr->max_data);
	put32(&at, attr->stream_policy);
	put32(&at, attr->log_policy);
	put32(&at, attr->inherited);
	put16(&at, (uint16_t)pxt_log_version_of(attr));
	put_bytes(&at, &mark, sizeof(mark));

	put_string(&at, attr->name, sizeof(attr->name));
	put_string(&at, attr->genversion, sizeof(attr->genversion));
	put_string(&at, header->host, sizeof(header->host));
	put_string(&at, header->system, sizeof(header->system));
	put_machine(&at, &header->machine);
	if (attr->log_compression != POSIX_TRACE_LOG_PLAIN_NP) {
		put32(&at, attr->log_compression);
		put32(&at, 0);
	}
	return (size_t)(at - out);
}

static void take_attr(struct pxt_bytes *in, struct pxt_attr *attr)
{
	attr->magic = PXT_ATTR_MAGIC;
	attr->created_ns = (int64_t)pxt_bytes_le64(in);
	attr->clockres_ns = (int64_t)pxt_bytes_le64(in);
	attr->stream_size = pxt_bytes_le64(in);
	attr->log_size = pxt_bytes_le64(in);
	attr->max_data = pxt_bytes_le64(in);
	attr->stream_policy = pxt_bytes_le32(in);
	attr->log_policy = pxt_bytes_le32(in);
	attr->inherited = pxt_bytes_le32(in);
}

/* The preamble has the version, too, but may be damaged. */
static int take_version(struct pxt_bytes *in, unsigned *version)
{
	const uint16_t expected = SHORT_MARK;
	const void *mark;

	*version = pxt_bytes_le16(in);
	mark = pxt_bytes_take(in, sizeof(expected));
	return *version && mark && memcmp(mark, &expected, sizeof(expected)) ?
		       EBADMSG :
		       0;
}

/* Early writers left it out. */
static void take_machine(struct pxt_bytes *in, struct pxt_machine *machine)
{
	const uint8_t *boot;

	if (pxt_bytes_left(in) < PXT_LOG_MACHINE_SIZE)
		return;
	boot = pxt_bytes_take(in, sizeof(machine->boot));
	memcpy(machine->boot, boot, sizeof(machine->boot));
	machine->sync = pxt_bytes_le32(in);
	pxt_bytes_le32(in);
	machine->offset_ns = (int64_t)pxt_bytes_le64(in);
	machine->error_ns = pxt_bytes_le64(in);
}

/* Version 3 has no such member. */
static int take_compression(struct pxt_bytes *in, struct pxt_log_header *header)
{
	struct pxt_attr *attr = &header->attr;

	attr->log_compression = POSIX_TRACE_LOG_PLAIN_NP;
	if (header->version < PXT_LOG_VERSION_PACKED)
		return 0;
	attr->log_compression = pxt_bytes_le32(in);
	pxt_bytes_le32(in);
	return pxt_attr_is_log_compression((int)attr->log_compression) ?
		       0 :
		       EBADMSG;
}

int pxt_log_header_decode(struct pxt_log_header *header, const void *data,
			  size_t len)
{
	struct pxt_attr *attr = &header->attr;
	const uint8_t *uuid;
	struct pxt_bytes in;

	memset(header, 0, sizeof(*header));
	pxt_bytes_init(&in, data, len);

	uuid = pxt_bytes_take(&in, sizeof(header->uuid));
	if (uuid)
		memcpy(header->uuid, uuid, sizeof(header->uuid));
	header->clock = pxt_bytes_le32(&in);
	header->target_pid = pxt_bytes_le32(&in);
	header->start_ticks = pxt_bytes_le64(&in);
	header->rate = pxt_bytes_le64(&in);
	take_attr(&in, attr);
	if (take_version(&in, &header->version))
		return EBADMSG;
	take_string(&in, attr->name, sizeof(attr->name));
	take_string(&in, attr->genversion, sizeof(attr->genversion));
	take_string(&in, header->host, sizeof(header->host));
	take_string(&in, header->system, sizeof(header->system));
	if (!in.short_read)
		take_machine(&in, &header->machine);
	if (take_compression(&in, header))
		return EBADMSG;

	return in.short_read ? EBADMSG : pxt_attr_check(&header->attr);
}

static int text_check(const struct pxt_log_name *name, size_t most)
{
	return strnlen(name->text, most + 1) <= most &&
			       name->type >= PXT_EVENT_USER_FIRST &&
			       name->type < PXT_EVENT_END ?
		       0 :
		       EBADMSG;
}

static int text_encode(const struct pxt_log_name *name, size_t most,
		       uint8_t *out, size_t *len)
{
	uint8_t *at = out;

	if (text_check(name, most))
		return EINVAL;

	put32(&at, name->family);
	put32(&at, name->type);
	put_bytes(&at, name->text, strlen(name->text) + 1);
	*len = (size_t)(at - out);
	return 0;
}

static int text_decode(struct pxt_log_name *name, size_t most,
		       struct pxt_bytes *in)
{
	name->family = pxt_bytes_le32(in);
	name->type = pxt_bytes_le32(in);
	name->text = pxt_bytes_string(in);

	return in->short_read ? EBADMSG : text_check(name, most);
}

int pxt_log_name_encode(const struct pxt_log_name *name,
			uint8_t out[PXT_LOG_NAME_MAX], size_t *len)
{
	return text_encode(name, TRACE_EVENT_NAME_MAX, out, len);
}

int pxt_log_name_decode(struct pxt_log_name *name, struct pxt_bytes *in)
{
	return text_decode(name, TRACE_EVENT_NAME_MAX, in);
}

int pxt_log_description_encode(const struct pxt_log_name *description,
			       uint8_t out[PXT_LOG_DESCRIPTION_MAX],
			       size_t *len)
{
	return text_encode(description, PXT_DESCRIPTION_MAX, out, len);
}

int pxt_log_description_decode(struct pxt_log_name *description,
			       struct pxt_bytes *in)
{
	return text_decode(description, PXT_DESCRIPTION_MAX, in);
}

size_t pxt_log_origin_encode(const struct pxt_log_origin *origin,
			     uint8_t out[PXT_LOG_ORIGIN_MAX])
{
	uint8_t *at = out;

	put32(&at, origin->number);
	put32(&at, 0);
	put_bytes(&at, origin->uuid, sizeof(origin->uuid));
	put_bytes(&at, origin->boot, sizeof(origin->boot));
	put64(&at, (uint64_t)origin->offset_ns);
	put64(&at, origin->error_ns);
	put_string(&at, origin->host, sizeof(origin->host));
	put_string(&at, origin->system, sizeof(origin->system));
	return (size_t)(at - out);
}

int pxt_log_origin_decode(struct pxt_log_origin *origin, const void *data,
			  size_t len)
{
	const uint8_t *uuid, *boot;
	struct pxt_bytes in;

	memset(origin, 0, sizeof(*origin));
	pxt_bytes_init(&in, data, len);
	origin->number = pxt_bytes_le32(&in);
	pxt_bytes_le32(&in);
	uuid = pxt_bytes_take(&in, sizeof(origin->uuid));
	boot = pxt_bytes_take(&in, sizeof(origin->boot));
	if (boot) {
		memcpy(origin->uuid, uuid, sizeof(origin->uuid));
		memcpy(origin->boot, boot, sizeof(origin->boot));
	}
	origin->offset_ns = (int64_t)pxt_bytes_le64(&in);
	origin->error_ns = pxt_bytes_le64(&in);
	take_string(&in, origin->host, sizeof(origin->host));
	take_string(&in, origin->system, sizeof(origin->system));
	return in.short_read || !origin->number ? EBADMSG : 0;
}

int pxt_log_thread_encode(const struct pxt_log_thread *thread,
			  uint8_t out[PXT_LOG_THREAD_MAX], size_t *len)
{
	uint8_t *at = out;

	if (strnlen(thread->name, PXT_THREAD_NAME_MAX + 1) >
	    PXT_THREAD_NAME_MAX)
		return EINVAL;

	put32(&at, thread->origin);
	put32(&at, thread->pid);
	put32(&at, thread->tid);
	put_bytes(&at, thread->name, strlen(thread->name) + 1);
	*len = (size_t)(at - out);
	return 0;
}

int pxt_log_thread_decode(struct pxt_log_thread *thread, const void *data,
			  size_t len)
{
	struct pxt_bytes in;

	pxt_bytes_init(&in, data, len);
	thread->origin = pxt_bytes_le32(&in);
	thread->pid = pxt_bytes_le32(&in);
	thread->tid = pxt_bytes_le32(&in);
	thread->name = pxt_bytes_string(&in);
	if (in.short_read)
		return EBADMSG;
	return strlen(thread->name) > PXT_THREAD_NAME_MAX ? EBADMSG : 0;
}

static bool is_short(const char *text, size_t most)
{
	return strnlen(text, most + 1) <= most;
}

static bool object_is_sound(const struct pxt_log_object *object)
{
	return *object->kind && is_short(object->kind, PXT_OBJECT_KIND_MAX) &&
	       is_short(object->name, PXT_OBJECT_NAME_MAX) &&
	       is_short(object->details, PXT_OBJECT_DETAILS_MAX);
}

int pxt_log_object_encode(const struct pxt_log_object *object,
			  uint8_t out[PXT_LOG_OBJECT_MAX], size_t *len)
{
	uint8_t *at = out;

	if (!object_is_sound(object))
		return EINVAL;

	put32(&at, object->origin);
	put32(&at, object->pid);
	put64(&at, object->address);
	put64(&at, (uint64_t)object->since_ns);
	put_bytes(&at, object->kind, strlen(object->kind) + 1);
	put_bytes(&at, object->name, strlen(object->name) + 1);
	put_bytes(&at, object->details, strlen(object->details) + 1);
	*len = (size_t)(at - out);
	return 0;
}

int pxt_log_object_decode(struct pxt_log_object *object, const void *data,
			  size_t len)
{
	struct pxt_bytes in;

	pxt_bytes_init(&in, data, len);
	object->origin = pxt_bytes_le32(&in);
	object->pid = pxt_bytes_le32(&in);
	object->address = pxt_bytes_le64(&in);
	object->since_ns = (int64_t)pxt_bytes_le64(&in);
	object->kind = pxt_bytes_string(&in);
	object->name = pxt_bytes_string(&in);
	object->details = pxt_bytes_string(&in);
	return in.short_read || !object_is_sound(object) ? EBADMSG : 0;
}

static bool note_is_sound(const struct pxt_log_note *note)
{
	return *note->key && is_short(note->key, PXT_NOTE_KEY_MAX) &&
	       is_short(note->value, PXT_NOTE_VALUE_MAX);
}

int pxt_log_note_encode(const struct pxt_log_note *note,
			uint8_t out[PXT_LOG_NOTE_MAX], size_t *len)
{
	uint8_t *at = out;

	if (!note_is_sound(note))
		return EINVAL;

	put32(&at, note->origin);
	put_bytes(&at, note->key, strlen(note->key) + 1);
	put_bytes(&at, note->value, strlen(note->value) + 1);
	*len = (size_t)(at - out);
	return 0;
}

int pxt_log_note_decode(struct pxt_log_note *note, const void *data, size_t len)
{
	struct pxt_bytes in;

	pxt_bytes_init(&in, data, len);
	note->origin = pxt_bytes_le32(&in);
	note->key = pxt_bytes_string(&in);
	note->value = pxt_bytes_string(&in);
	return in.short_read || !note_is_sound(note) ? EBADMSG : 0;
}

static void put_context(uint8_t **at, const struct pxt_context *context)
{
	put32(at, context->pid);
	put32(at, context->tid);
	put64(at, context->thread);
	put64(at, context->realtime_ns);
	put64(at, context->rate);
	put32(at, context->family);
	put32(at, context->origin);
}

static void take_context(struct pxt_bytes *in, struct pxt_context *context)
{
	context->pid = pxt_bytes_le32(in);
	context->tid = pxt_bytes_le32(in);
	context->thread = pxt_bytes_le64(in);
	context->realtime_ns = pxt_bytes_le64(in);
	context->rate = pxt_bytes_le64(in);
	context->family = pxt_bytes_le32(in);
	context->origin = pxt_bytes_le32(in);
}

void pxt_log_chunk_encode(const struct pxt_log_chunk *chunk,
			  uint8_t out[PXT_LOG_CHUNK_SIZE])
{
	uint8_t *at = out;

	put32(&at, PXT_LOG_CHUNK_SIZE + chunk->reasons_len);
	put32(&at, chunk->events);
	put64(&at, chunk->sequence);
	put32(&at, chunk->offset);
	put32(&at, chunk->unpacked);
	put64(&at, chunk->lost);
	put64(&at, chunk->first);
	put64(&at, chunk->last);
	put64(&at, chunk->floor);
	put_context(&at, &chunk->context);
	put64(&at, chunk->context_ticks);
	put32(&at, chunk->flags);
	put32(&at, pxt_crc32c(0, out, PXT_LOG_CHUNK_SIZE - 4));
}

int pxt_log_chunk_decode(struct pxt_log_chunk *chunk, uint32_t *records,
			 const uint8_t in[PXT_LOG_CHUNK_SIZE])
{
	struct pxt_bytes bytes;

	pxt_bytes_init(&bytes, in, PXT_LOG_CHUNK_SIZE);
	*records = pxt_bytes_le32(&bytes);
	chunk->events = pxt_bytes_le32(&bytes);
	chunk->sequence = pxt_bytes_le64(&bytes);
	chunk->offset = pxt_bytes_le32(&bytes);
	chunk->unpacked = pxt_bytes_le32(&bytes);
	chunk->lost = pxt_bytes_le64(&bytes);
	chunk->first = pxt_bytes_le64(&bytes);
	chunk->last = pxt_bytes_le64(&bytes);
	chunk->floor = pxt_bytes_le64(&bytes);
	take_context(&bytes, &chunk->context);
	chunk->context_ticks = pxt_bytes_le64(&bytes);
	chunk->flags = pxt_bytes_le32(&bytes);
	chunk->reasons = NULL;
	chunk->reasons_len = 0;

	if (pxt_bytes_le32(&bytes) != pxt_crc32c(0, in, PXT_LOG_CHUNK_SIZE - 4))
		return EBADMSG;
	return *records >= PXT_LOG_CHUNK_SIZE ? 0 : EBADMSG;
}

void pxt_log_segment_encode(const struct pxt_log_segment *segment,
			    uint8_t out[PXT_LOG_SEGMENT_SIZE])
{
	uint8_t *at = out;

	put64(&at, segment->at);
	put64(&at, segment->horizon);
	put64(&at, segment->overwritten);
	put64(&at, segment->previous);
	put32(&at, segment->kind);
	put32(&at, 0);
}

void pxt_log_segment_decode(struct pxt_log_segment *segment,
			    const uint8_t in[PXT_LOG_SEGMENT_SIZE])
{
	struct pxt_bytes bytes;

	pxt_bytes_init(&bytes, in, PXT_LOG_SEGMENT_SIZE);
	segment->at = pxt_bytes_le64(&bytes);
	segment->horizon = pxt_bytes_le64(&bytes);
	segment->overwritten = pxt_bytes_le64(&bytes);
	segment->previous = pxt_bytes_le64(&bytes);
	segment->kind = pxt_bytes_le32(&bytes);
}

void pxt_log_end_encode(const struct pxt_log_end *end,
			const struct pxt_log_recap *recap,
			uint8_t out[PXT_LOG_END_SIZE])
{
	uint8_t *at = out;

	put32(&at, PXT_LOG_END_SIZE);
	put32(&at, recap->complete);
	put32(&at, end->stream_overrun);
	put32(&at, end->flush_error);
	put32(&at, end->log_overrun);
	put32(&at, end->log_full);
	put64(&at, end->events);
	put64(&at, end->lost);
	put32(&at, recap->count[PXT_LOG_NAME]);
	put32(&at, recap->count[PXT_LOG_PROCESS]);

	put64(&at, recap->order.pivot);
	put64(&at, recap->order.number);
	put64(&at, recap->order.tail);
	put64(&at, recap->order.horizon);
	put64(&at, recap->order.overwritten);
	put64(&at, recap->order.newest);
	put32(&at, recap->count[PXT_LOG_DESCRIPTION]);
	put32(&at, recap->count[PXT_LOG_ORIGIN]);
	put32(&at, recap->count[PXT_LOG_THREAD]);
	put32(&at, recap->count[PXT_LOG_OBJECT]);
	put32(&at, recap->count[PXT_LOG_NOTE]);
	put32(&at, 0);
}

/* Version 1 has no order. */
static void take_order(struct pxt_bytes *in, uint32_t fixed,
		       struct pxt_log_order *order)
{
	memset(order, 0, sizeof(*order));
	if (fixed < PXT_LOG_END_ORDERED) {
		pxt_bytes_take(in, fixed - PXT_LOG_END_LEAST);
		return;
	}

	order->pivot = pxt_bytes_le64(in);
	order->number = pxt_bytes_le64(in);
	order->tail = pxt_bytes_le64(in);
	order->horizon = pxt_bytes_le64(in);
	order->overwritten = pxt_bytes_le64(in);
	order->newest = pxt_bytes_le64(in);
}

/* Later counts are zero in early logs. A later writer's fixed part may be
 * longer. */
static void take_counts(struct pxt_bytes *in, uint32_t fixed, uint32_t *count)
{
	uint32_t left =
		fixed < PXT_LOG_END_ORDERED ? 0 : fixed - PXT_LOG_END_ORDERED;

	if (left >= PXT_LOG_END_DESCRIBED - PXT_LOG_END_ORDERED) {
		count[PXT_LOG_DESCRIPTION] = pxt_bytes_le32(in);
		count[PXT_LOG_ORIGIN] = pxt_bytes_le32(in);
		left -= 8;
	}
	if (left >= PXT_LOG_END_NAMED - PXT_LOG_END_DESCRIBED) {
		count[PXT_LOG_THREAD] = pxt_bytes_le32(in);
		count[PXT_LOG_OBJECT] = pxt_bytes_le32(in);
		left -= 8;
	}
	if (left >= PXT_LOG_END_SIZE - PXT_LOG_END_NAMED) {
		count[PXT_LOG_NOTE] = pxt_bytes_le32(in);
		pxt_bytes_le32(in);
		left -= 8;
	}
	pxt_bytes_take(in, left);
}

int pxt_log_end_decode(struct pxt_log_end *end, struct pxt_log_recap *recap,
		       const void *data, size_t len)
{
	struct pxt_bytes in;
	uint32_t fixed;

	pxt_bytes_init(&in, data, len);
	fixed = pxt_bytes_le32(&in);
	recap->complete = pxt_bytes_le32(&in);
	end->stream_overrun = pxt_bytes_le32(&in);
	end->flush_error = pxt_bytes_le32(&in);
	end->log_overrun = pxt_bytes_le32(&in);
	end->log_full = pxt_bytes_le32(&in);
	end->events = pxt_bytes_le64(&in);
	end->lost = pxt_bytes_le64(&in);
	memset(recap->count, 0, sizeof(recap->count));
	recap->count[PXT_LOG_NAME] = pxt_bytes_le32(&in);
	recap->count[PXT_LOG_PROCESS] = pxt_bytes_le32(&in);
	if (in.short_read || fixed < PXT_LOG_END_LEAST)
		return EBADMSG;

	take_order(&in, fixed, &recap->order);
	take_counts(&in, fixed, recap->count);
	recap->body = in;
	return in.short_read ? EBADMSG : 0;
}

void pxt_log_trailer_encode(uint64_t span, uint8_t out[PXT_LOG_TRAILER_SIZE])
{
	uint8_t *at = out;

	put64(&at, span);
	put_bytes(&at, trailer_magic, sizeof(trailer_magic));
}

int pxt_log_trailer_decode(uint64_t *span,
			   const uint8_t in[PXT_LOG_TRAILER_SIZE])
{
	struct pxt_bytes bytes;

	pxt_bytes_init(&bytes, in, PXT_LOG_TRAILER_SIZE);
	*span = pxt_bytes_le64(&bytes);

	return memcmp(bytes.at, trailer_magic, sizeof(trailer_magic)) ?
		       EBADMSG :
		       0;
}
