/*
 * log_writer.c - writing sections to a log
 *
 * LOOP: at the end of growth everything that is kept is written again, behind
 * the extents: the tail. From then on sections other than chunks go there, and
 * any extent may be overwritten.
 */
#include "log/log_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_writer_state.h"
#include "model/image.h"

/* The pieces of a CHUNK section. */
enum { CHUNK_HEAD, CHUNK_REASONS, CHUNK_RECORDS, CHUNK_PARTS };

/* APPEND */

static uint64_t append_room(const struct pxt_log_writer *writer)
{
	(void)writer;
	return PXT_LOG_CHUNK_MAX - PXT_LOG_CHUNK_SIZE;
}

static int append_put(struct pxt_log_writer *writer,
		      const struct pxt_log_chunk *chunk,
		      const struct iovec *iov)
{
	(void)chunk;
	return pxt_log_output_put(&writer->output, PXT_LOG_CHUNK, iov,
				  CHUNK_PARTS);
}

static const struct pxt_log_policy append = { append_room, append_put };

/* UNTIL_FULL */

static uint64_t until_full_room(const struct pxt_log_writer *writer)
{
	return writer->closed ? 0 : pxt_log_limit_room(&writer->limit);
}

static int until_full_put(struct pxt_log_writer *writer,
			  const struct pxt_log_chunk *chunk,
			  const struct iovec *iov)
{
	int err;

	(void)chunk;
	err = pxt_log_output_put(&writer->output, PXT_LOG_CHUNK, iov,
				 CHUNK_PARTS);
	if (!err)
		pxt_log_limit_add(&writer->limit, iov[CHUNK_RECORDS].iov_len);
	return err;
}

const struct pxt_log_policy pxt_log_until_full = { until_full_room,
						   until_full_put };

/* LOOP */

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* At most the share of an extent: one chunk must not be the whole log. */
static uint64_t growing_room(const struct pxt_log_writer *writer)
{
	const uint64_t left = pxt_log_limit_room(&writer->limit);

	return left < writer->loop.share ? left : writer->loop.share;
}

/* Extents are fixed only when the log turns; their shares are known before. */
static uint64_t loop_room(const struct pxt_log_writer *writer)
{
	const struct pxt_log_loop *loop = &writer->loop;
	uint64_t left;

	left = loop->turning ? pxt_log_loop_left(loop, &writer->limit) :
			       growing_room(writer);
	if (left >= loop->least)
		return left;
	if (!loop->turning)
		return larger(left, loop->least);
	return larger(left, pxt_log_loop_next_room(loop, &writer->limit));
}

static int put_segment(struct pxt_log_writer *writer,
		       const struct pxt_log_segment *segment, bool over)
{
	uint8_t payload[PXT_LOG_SEGMENT_SIZE];
	struct iovec iov;

	pxt_log_segment_encode(segment, payload);
	iov = pxt_log_piece(payload, sizeof(payload));
	if (over)
		return pxt_log_output_put_at(&writer->output, segment->at,
					     PXT_LOG_SEGMENT, &iov, 1);
	return pxt_log_output_put(&writer->output, PXT_LOG_SEGMENT, &iov, 1);
}

/* LOOP: writes another segment, behind the others. */
static int add_segment(struct pxt_log_writer *writer)
{
	const struct pxt_log_segment segment = {
		.at = writer->output.length,
		.previous = writer->loop.previous,
		.kind = PXT_LOG_SEGMENT_CHUNKS,
	};
	int err;

	err = put_segment(writer, &segment, false);
	if (err)
		return err;
	pxt_log_loop_add_extent(&writer->loop, &writer->limit, segment.at,
				writer->output.number - 1);
	pxt_log_retreat_init(writer);
	return 0;
}

static int put_tail(struct pxt_log_writer *writer)
{
	const struct pxt_log_segment segment = {
		.at = writer->output.length,
		.previous = writer->loop.previous,
		.kind = PXT_LOG_SEGMENT_TAIL,
	};
	int err;

	err = put_segment(writer, &segment, false);
	if (!err)
		err = pxt_log_announcements_put(&writer->announcements,
						&writer->output);
	return err;
}

/* Names are in the file again before the first is overwritten. */
static int stop_growing(struct pxt_log_writer *writer)
{
	struct pxt_log_output *output = &writer->output;
	const uint64_t length = output->length;
	const uint64_t tail = pxt_log_loop_tail(&writer->loop, length);
	int err;

	output->length = tail;
	err = put_tail(writer);
	if (err) {
		output->length = length;
		output->torn = true;
		pxt_log_output_cut(output);
		return err;
	}

	pxt_log_loop_turn(&writer->loop, tail);
	pxt_log_retreat_init(writer);
	return 0;
}

static int next_extent(struct pxt_log_writer *writer)
{
	struct pxt_log_segment segment;
	int err;

	pxt_log_loop_next(&writer->loop, &segment);
	err = put_segment(writer, &segment, true);
	if (!err)
		pxt_log_loop_advance(&writer->loop, writer->output.number - 1);
	return err;
}

static int put_growing(struct pxt_log_writer *writer, const struct iovec *iov)
{
	int err = 0;

	if (pxt_log_loop_wants_extent(&writer->loop, &writer->limit,
				      writer->output.length))
		err = add_segment(writer);
	if (!err)
		err = pxt_log_output_put(&writer->output, PXT_LOG_CHUNK, iov,
					 CHUNK_PARTS);
	if (!err)
		pxt_log_limit_add(&writer->limit, iov[CHUNK_RECORDS].iov_len);
	return err;
}

static int put_turning(struct pxt_log_writer *writer, const struct iovec *iov)
{
	const struct pxt_log_loop *loop = &writer->loop;
	int err = 0;

	if (iov[CHUNK_RECORDS].iov_len >
	    pxt_log_loop_left(loop, &writer->limit))
		err = next_extent(writer);
	if (!err)
		err = pxt_log_output_put_at(&writer->output,
					    loop->extent[loop->current].used,
					    PXT_LOG_CHUNK, iov, CHUNK_PARTS);
	return err;
}

static int loop_put(struct pxt_log_writer *writer,
		    const struct pxt_log_chunk *chunk, const struct iovec *iov)
{
	const uint64_t len = iov[CHUNK_RECORDS].iov_len;
	int err = 0;

	/* A log whose segments are all damaged overwrites nothing: it gets
	 * another segment. */
	if (!writer->loop.turning && writer->loop.count &&
	    len > pxt_log_limit_room(&writer->limit))
		err = stop_growing(writer);
	if (!err)
		err = writer->loop.turning ? put_turning(writer, iov) :
					     put_growing(writer, iov);
	if (!err)
		pxt_log_loop_add_chunk(&writer->loop, chunk, len,
				       writer->output.number - 1);
	return err;
}

const struct pxt_log_policy pxt_log_loops = { loop_room, loop_put };

/* Beginning */

void pxt_log_writer_init(struct pxt_log_writer *writer,
			 const struct pxt_attr *attr)
{
	writer->attr = *attr;
	writer->closed = false;
	writer->closing = 0;

	switch (attr->log_policy) {
	case POSIX_TRACE_LOOP:
		writer->policy = &pxt_log_loops;
		pxt_log_loop_init(&writer->loop, &writer->limit, attr);
		break;
	case POSIX_TRACE_UNTIL_FULL:
		writer->policy = &pxt_log_until_full;
		writer->limit = (struct pxt_log_limit){
			.records_max = attr->log_size - PXT_LOG_RESERVE,
			.bytes_max = 2 * attr->log_size -
				     pxt_log_chunk_span(PXT_LOG_RESERVE) -
				     pxt_log_chunk_span(0),
		};
		break;
	default:
		writer->policy = &append;
	}
}

/* Writes everything before the first chunk. */
static int begin(struct pxt_log_writer *writer)
{
	int err = 0;

	if (writer->policy == &pxt_log_loops)
		err = add_segment(writer);
	if (!err)
		err = pxt_log_announcements_put(&writer->announcements,
						&writer->output);
	writer->owing = err;
	if (err) {
		pxt_log_writer_init(writer, &writer->attr);
		writer->output.length = writer->base;
		writer->output.torn = true;
		pxt_log_output_cut(&writer->output);
	}
	pxt_log_retreat_init(writer);
	return err;
}

/* Writes zeroes up to the block of HEADER's copy. */
static int put_gap(struct pxt_log_output *output)
{
	static const uint8_t zeroes[PXT_LOG_COPY_AT];
	struct iovec iov;

	iov = pxt_log_piece(zeroes, PXT_LOG_COPY_AT - (size_t)output->length);
	return pxt_log_output_append(output, &iov, 1);
}

static int put_header(struct pxt_log_writer *writer,
		      const struct pxt_log_header *header)
{
	struct pxt_log_output *output = &writer->output;
	uint8_t preamble[PXT_LOG_PREAMBLE_SIZE];
	uint8_t payload[PXT_LOG_HEADER_MAX];
	struct iovec iov;
	int err;

	pxt_log_preamble_encode(pxt_log_version_of(&header->attr), preamble);
	iov = pxt_log_piece(preamble, sizeof(preamble));
	err = pxt_log_output_append(output, &iov, 1);
	if (err)
		return err;

	iov = pxt_log_piece(payload, pxt_log_header_encode(header, payload));
	err = pxt_log_output_put(output, PXT_LOG_HEADER, &iov, 1);
	if (!err)
		err = put_gap(output);
	if (!err)
		err = pxt_log_output_put(output, PXT_LOG_HEADER, &iov, 1);
	if (err)
		return err;

	writer->base = output->length;
	return begin(writer);
}

int pxt_log_create(int fd, const struct pxt_log_header *header,
		   struct pxt_log_writer **out)
{
	struct pxt_log_writer *writer;
	int err;

	err = pxt_log_output_check(fd, O_WRONLY);
	if (err)
		return err;

	writer = calloc(1, sizeof(*writer));
	if (!writer)
		return ENOMEM;
	writer->output.fd = fd;
	memcpy(writer->output.uuid, header->uuid, sizeof(writer->output.uuid));
	pxt_log_writer_init(writer, &header->attr);

	if (header->attr.log_compression == POSIX_TRACE_LOG_ZSTD_NP)
		err = pxt_log_packer_create(&writer->packer);
	if (!err)
		err = pxt_log_output_cut(&writer->output);
	if (!err)
		err = put_header(writer, header);
	if (err) {
		writer->output.length = 0;
		pxt_log_output_cut(&writer->output);
		pxt_log_writer_close(writer);
		return err;
	}

	*out = writer;
	return 0;
}

int pxt_log_clear(struct pxt_log_writer *writer)
{
	struct pxt_log_output *output = &writer->output;
	const uint64_t length = output->length;
	int err;

	output->length = writer->base;
	err = pxt_log_output_cut(output);
	if (err) {
		output->length = length;
		return err;
	}

	pxt_log_writer_init(writer, &writer->attr);
	return begin(writer);
}

/* Sections */

static int settle(struct pxt_log_writer *writer)
{
	return writer->owing ? begin(writer) : 0;
}

/* Sections that END repeats. */
static int put_announcement(struct pxt_log_writer *writer, uint32_t type,
			    const void *payload, size_t len)
{
	struct iovec iov = pxt_log_piece(payload, len);
	int err;

	err = pxt_log_announcements_reserve(&writer->announcements, type, len);
	pxt_log_reserve_close(writer, PXT_LOG_ENTRY_SIZE + len);
	if (!err)
		err = settle(writer);
	if (err)
		return err;

	err = pxt_log_output_put(&writer->output, type, &iov, 1);
	if (err)
		return err;
	pxt_log_announcements_add(&writer->announcements, type, payload, len);
	pxt_log_retreat_note(writer, NULL);
	return 0;
}

int pxt_log_put_name(struct pxt_log_writer *writer, uint32_t family,
		     uint32_t type, const char *name)
{
	const struct pxt_log_name decoded = { family, type, name };
	uint8_t payload[PXT_LOG_NAME_MAX];
	size_t len;
	int err;

	err = pxt_log_name_encode(&decoded, payload, &len);
	return err ? err : put_announcement(writer, PXT_LOG_NAME, payload, len);
}

int pxt_log_put_description(struct pxt_log_writer *writer, uint32_t family,
			    uint32_t type, const char *description)
{
	const struct pxt_log_name decoded = { family, type, description };
	uint8_t payload[PXT_LOG_DESCRIPTION_MAX];
	size_t len;
	int err;

	err = pxt_log_description_encode(&decoded, payload, &len);
	return err ? err :
		     put_announcement(writer, PXT_LOG_DESCRIPTION, payload,
				      len);
}

int pxt_log_put_process(struct pxt_log_writer *writer, const void *image,
			size_t len)
{
	struct pxt_image decoded;

	if (len > PXT_LOG_PROCESS_MAX)
		return EMSGSIZE;
	if (pxt_image_decode(&decoded, image, len))
		return EINVAL;
	return put_announcement(writer, PXT_LOG_PROCESS, image, len);
}

int pxt_log_put_origin(struct pxt_log_writer *writer,
		       const struct pxt_log_origin *origin)
{
	uint8_t payload[PXT_LOG_ORIGIN_MAX];

	if (!origin->number)
		return EINVAL;
	return put_announcement(writer, PXT_LOG_ORIGIN, payload,
				pxt_log_origin_encode(origin, payload));
}

int pxt_log_put_thread(struct pxt_log_writer *writer,
		       const struct pxt_log_thread *thread)
{
	uint8_t payload[PXT_LOG_THREAD_MAX];
	size_t len;
	int err;

	err = pxt_log_thread_encode(thread, payload, &len);
	return err ? err :
		     put_announcement(writer, PXT_LOG_THREAD, payload, len);
}

int pxt_log_put_object(struct pxt_log_writer *writer,
		       const struct pxt_log_object *object)
{
	uint8_t payload[PXT_LOG_OBJECT_MAX];
	size_t len;
	int err;

	err = pxt_log_object_encode(object, payload, &len);
	return err ? err :
		     put_announcement(writer, PXT_LOG_OBJECT, payload, len);
}

int pxt_log_put_note(struct pxt_log_writer *writer,
		     const struct pxt_log_note *note)
{
	uint8_t payload[PXT_LOG_NOTE_MAX];
	size_t len;
	int err;

	err = pxt_log_note_encode(note, payload, &len);
	return err ? err : put_announcement(writer, PXT_LOG_NOTE, payload, len);
}

/* A search for a time looks at the heads of chunks only: that of a packed chunk
 * has the context of its first event. */
static bool take_context(struct pxt_log_chunk *chunk, const void *records,
			 size_t len)
{
	struct pxt_record_walk walk;
	struct pxt_event event;

	pxt_record_walk_init(&walk, records, len, &chunk->context,
			     chunk->context_ticks);
	if (pxt_record_walk_next(&walk, &event))
		return false;
	chunk->context = walk.context;
	chunk->context_ticks = walk.context_ticks;
	return true;
}

/* Packs the records, if that makes them fewer bytes. */
static void pack(struct pxt_log_packer *packer, struct pxt_log_chunk *chunk,
		 struct iovec *records)
{
	const size_t len = records->iov_len;
	const void *packed;
	size_t packed_len;

	packed_len = pxt_log_pack(packer, chunk->first, records->iov_base, len,
				  &packed);
	if (!packed_len || !take_context(chunk, records->iov_base, len))
		return;
	chunk->flags |= PXT_LOG_CHUNK_PACKED;
	chunk->unpacked = (uint32_t)len;
	*records = pxt_log_piece(packed, packed_len);
}

static int put_chunk(struct pxt_log_writer *writer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len, uint32_t flags)
{
	const uint64_t before = writer->output.length;
	struct pxt_log_chunk flagged = *chunk;
	uint8_t head[PXT_LOG_CHUNK_SIZE];
	struct iovec iov[CHUNK_PARTS];
	int err;

	/* The room of a log is computed without reasons, but for the rest. */
	if (chunk->reasons_len && writer->policy != &append && !writer->closed)
		return EINVAL;
	err = settle(writer);
	if (err)
		return err;

	flagged.flags = flags;
	flagged.unpacked = 0;
	iov[CHUNK_RECORDS] = pxt_log_piece(records, len);
	if (writer->packer)
		pack(writer->packer, &flagged, &iov[CHUNK_RECORDS]);
	pxt_log_chunk_encode(&flagged, head);
	iov[CHUNK_HEAD] = pxt_log_piece(head, sizeof(head));
	iov[CHUNK_REASONS] = pxt_log_piece(chunk->reasons, chunk->reasons_len);
	err = writer->policy->put(writer, chunk, iov);
	if (!err && writer->output.length > before)
		pxt_log_retreat_note(writer, chunk);
	return err;
}

int pxt_log_put_chunk(struct pxt_log_writer *writer,
		      const struct pxt_log_chunk *chunk, const void *records,
		      size_t len)
{
	const size_t room = pxt_log_room(writer);

	if (len > room || chunk->reasons_len > room - len)
		return EMSGSIZE;

	pxt_log_reserve_close(writer, 0);
	return put_chunk(writer, chunk, records, len, 0);
}

/* Reasons count as if they were records. */
static size_t rest_room(const struct pxt_log_writer *writer)
{
	const size_t room = pxt_log_room(writer);

	if (writer->closed)
		return PXT_LOG_RESERVE - writer->closing;
	return room < PXT_LOG_RESERVE ? room : PXT_LOG_RESERVE;
}

void pxt_log_close_more(struct pxt_log_writer *writer, uint64_t len)
{
	const size_t room = PXT_LOG_RESERVE - writer->closing;

	writer->closing += len < room ? (size_t)len : room;
}

int pxt_log_put_rest(struct pxt_log_writer *writer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len)
{
	const size_t room = rest_room(writer);
	int err;

	if (len > room || chunk->reasons_len > room - len)
		return EMSGSIZE;

	pxt_log_reserve_end(writer);
	err = put_chunk(writer, chunk, records, len, 0);
	if (!err && writer->closed)
		pxt_log_close_more(writer, (uint64_t)len + chunk->reasons_len);
	return err;
}

int pxt_log_put_last(struct pxt_log_writer *writer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len)
{
	int err;

	if (writer->closed || len > PXT_LOG_RESERVE)
		return EMSGSIZE;

	pxt_log_reserve_rest(writer);
	err = put_chunk(writer, chunk, records, len, PXT_LOG_CHUNK_CLOSES);
	if (err)
		return err;
	writer->closed = true;
	writer->closing = len;
	return 0;
}

size_t pxt_log_room(const struct pxt_log_writer *writer)
{
	const uint64_t most = append_room(writer);
	const uint64_t room = writer->policy->room(writer);

	return (size_t)(room < most ? room : most);
}

bool pxt_log_packs(const struct pxt_log_writer *writer)
{
	return writer->packer;
}

uint64_t pxt_log_rest(const struct pxt_log_writer *writer, size_t chunks)
{
	return writer->closed ? 0 : pxt_log_limit_rest(&writer->limit, chunks);
}

bool pxt_log_has_overwritten(const struct pxt_log_writer *writer)
{
	return writer->loop.turned;
}

uint64_t pxt_log_events_in_all(const struct pxt_log_writer *writer)
{
	uint64_t events = writer->loop.overwritten;

	for (unsigned i = 0; i < writer->loop.count; i++)
		events += writer->loop.extent[i].events;
	return events;
}

bool pxt_log_is_full(const struct pxt_log_writer *writer)
{
	return writer->closed || writer->loop.turned;
}

uint64_t pxt_log_length(const struct pxt_log_writer *writer)
{
	return writer->output.length;
}

void pxt_log_writer_close(struct pxt_log_writer *writer)
{
	if (!writer)
		return;

	if (writer->output.reserved > writer->output.length)
		pxt_log_output_cut(&writer->output);
	pxt_log_announcements_fini(&writer->announcements);
	pxt_log_packer_close(writer->packer);
	free(writer);
}
