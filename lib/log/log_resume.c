/*
 * log_resume.c - continuing a log whose writer died
 *
 * The writer may have died at any instant, and the machine with it. The end of
 * its log is searched backwards: a section counts if its payload is complete. A
 * log that is overwritten has two such ends: in the newest segment, and behind
 * the tail.
 *
 * A survey finds the ends; a second pass gives the writer the contents of the
 * log.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/log_position.h"
#include "log/log_dictionary.h"
#include "log/log_packing.h"
#include "log/log_section.h"
#include "log/log_writer.h"
#include "log/log_writer_state.h"

/* A single death does not tear more sections. */
enum { TRAIL = 16 };

/* The last sections of a part of the file. */
struct trail {
	struct pxt_log_spot spot[TRAIL];
	unsigned count; /* number of all sections */
};

struct resume {
	struct pxt_log_writer *writer;
	struct pxt_log_file file;
	struct pxt_log_beginning beginning;
	struct pxt_log_position start; /* behind HEADER */
	struct pxt_log_map map;
	struct pxt_log_order order;
	bool strays;	      /* chunks without their segment */
	uint64_t highest;     /* highest number of a section */
	uint64_t previous;    /* number of the last valid CHUNK or SEGMENT */
	struct trail whole;   /* end of the file */
	struct trail segment; /* segment at the survey's position */
	struct trail newest;  /* newest segment */
	bool in_tail;	      /* the survey is in the tail */
	struct pxt_log_dictionary dictionary;
	pxt_log_seen *seen;
	void *arg;
};

static void trail_add(struct trail *trail, const struct pxt_log_spot *spot)
{
	trail->spot[trail->count++ % TRAIL] = *spot;
}

/* Finds the last complete section: *last, of type 0 if there is none, and its
 * end. More damaged ones than a death tears stay. */
static int trail_end(const struct trail *trail, struct pxt_log_file *file,
		     struct pxt_log_spot *last, uint64_t *end)
{
	const unsigned first = trail->count > TRAIL ? trail->count - TRAIL : 0;
	int err = EBADMSG;

	for (unsigned i = trail->count; i-- > first && err == EBADMSG;) {
		*last = trail->spot[i % TRAIL];
		err = pxt_log_file_check(file, last);
	}
	if (err && err != EBADMSG)
		return err;

	if (err && first)
		*last = trail->spot[(trail->count - 1) % TRAIL];
	else if (err)
		*last = (struct pxt_log_spot){ .at = 0 };
	*end = err && !first ? 0 : pxt_log_spot_end(last);
	return 0;
}

/* The survey */

/* A segment lasts until the next one begins. */
static void trail_segment(struct resume *resume,
			  const struct pxt_log_spot *spot)
{
	struct pxt_log_segment segment;

	if (spot->section.type == PXT_LOG_SEGMENT &&
	    !pxt_log_file_read_segment(&resume->file, spot, &segment)) {
		memset(&resume->segment, 0, sizeof(resume->segment));
		resume->in_tail = segment.kind == PXT_LOG_SEGMENT_TAIL;
	}
	if (resume->in_tail)
		return;

	trail_add(&resume->segment, spot);
	if (resume->map.number == resume->map.newest_number)
		resume->newest = resume->segment;
}

static int survey(struct resume *resume, uint64_t stop)
{
	struct pxt_log_position position = resume->start;
	struct pxt_log_spot spot;
	uint64_t size;
	int err;

	memset(&resume->map, 0, sizeof(resume->map));
	memset(&resume->whole, 0, sizeof(resume->whole));
	memset(&resume->segment, 0, sizeof(resume->segment));
	memset(&resume->newest, 0, sizeof(resume->newest));
	resume->in_tail = false;
	position.map = &resume->map;
	position.stop = stop;

	while (!(
		err = pxt_log_position_find(&position, &resume->file, &spot))) {
		pxt_log_map_add(&resume->map, &resume->file, &spot);
		if (spot.section.number > resume->highest)
			resume->highest = spot.section.number;
		trail_add(&resume->whole, &spot);
		trail_segment(resume, &spot);
		pxt_log_position_step(&position, &spot);
	}
	if (err == ENODATA)
		err = pxt_log_file_size(&resume->file, &size);
	if (!err)
		resume->strays =
			pxt_log_map_order(&resume->map, size, &resume->order);
	return err;
}

/* Before anything is overwritten the tail is dispensable: it may be incomplete,
 * and is written anew. */
static int survey_all(struct resume *resume)
{
	int err;

	err = survey(resume, 0);
	if (!err && resume->map.tail && !resume->order.pivot)
		err = survey(resume, resume->map.tail);
	return err;
}

/* Contents of the log */

/* The tail of a log that was overwritten repeats all entries, in order. */
static bool is_repeated(const struct resume *resume,
			const struct pxt_log_spot *spot)
{
	return resume->order.pivot && spot->at < resume->order.tail;
}

static bool wants_text(const struct resume *resume, uint32_t type,
		       const void *data, size_t len)
{
	struct pxt_log_name text;
	struct pxt_bytes in;

	pxt_bytes_init(&in, data, len);
	pxt_log_description_decode(&text, &in);
	return type == PXT_LOG_NAME ?
		       !pxt_log_dictionary_name(&resume->dictionary,
						text.family, text.type) :
		       pxt_log_dictionary_wants_description(&resume->dictionary,
							    &text);
}

static int keep(struct resume *resume, uint32_t type, const void *data,
		size_t len)
{
	struct pxt_log_announcements *announcements =
		&resume->writer->announcements;
	int err;

	err = pxt_log_announcements_reserve(announcements, type, len);
	if (!err)
		pxt_log_announcements_add(announcements, type, data, len);
	return err;
}

static int take_entry(struct resume *resume, const struct pxt_log_spot *spot,
		      const void *data, size_t len)
{
	const uint32_t type = spot->section.type;
	const struct pxt_log_section_type *section = pxt_log_section_type(type);
	int err = section->add(NULL, data, len);

	if (err)
		return err;
	if (section->is_text ? !wants_text(resume, type, data, len) :
			       is_repeated(resume, spot))
		return 0;
	if (section->is_text)
		err = section->add(&resume->dictionary, data, len);
	return err ? err : keep(resume, type, data, len);
}

/* A damaged entry, in spite of its checksum, ends the section. */
static int take_entries(struct resume *resume, const struct pxt_log_spot *spot,
			struct pxt_bytes *in)
{
	const void *data;
	size_t len;
	int err = 0;

	while (pxt_bytes_left(in) && !err) {
		err = pxt_log_section_take(spot->section.type, in, &data, &len);
		if (!err)
			err = take_entry(resume, spot, data, len);
	}
	return err == EBADMSG ? 0 : err;
}

static int take_payload(struct resume *resume, const struct pxt_log_spot *spot)
{
	const size_t len = (size_t)spot->section.len;
	struct pxt_bytes in;
	uint8_t *data;
	int err;

	if (spot->section.len > PXT_LOG_PROCESS_MAX)
		return 0;
	data = malloc(len + 1);
	if (!data)
		return ENOMEM;

	err = pxt_log_file_read(&resume->file, data, len,
				pxt_log_payload_at(spot));
	if (!err && pxt_crc32c(0, data, len) == spot->section.crc) {
		pxt_bytes_init(&in, data, len);
		err = take_entries(resume, spot, &in);
	}
	free(data);
	return err;
}

static void count_chunk(struct pxt_log_writer *writer,
			const struct pxt_log_chunk *chunk, uint64_t records,
			uint64_t number)
{
	pxt_log_limit_add(&writer->limit, records);
	if (writer->loop.count)
		pxt_log_loop_add_chunk(&writer->loop, chunk, records, number);
	else if (chunk->last > writer->loop.horizon)
		writer->loop.horizon = chunk->last; /* see take_turn() */
}

/* len: records as they were put, and reasons of losses. */
static void count_close(struct pxt_log_writer *writer,
			const struct pxt_log_chunk *chunk, uint64_t len)
{
	if (writer->policy == &pxt_log_until_full)
		writer->closed |= chunk->flags & PXT_LOG_CHUNK_CLOSES;
	if (writer->closed)
		pxt_log_close_more(writer, len);
}

/* Events of a chunk up to the horizon are not read any more, but the next SEGMENT of
 * the chunk's place counts them among the overwritten ones. */
static void pass_chunk(struct resume *resume, const struct pxt_log_chunk *chunk)
{
	struct pxt_log_loop *loop = &resume->writer->loop;

	if (loop->count)
		loop->extent[loop->current].events += chunk->events;
}

static int take_chunk(struct resume *resume, const struct pxt_log_spot *spot)
{
	const uint64_t horizon = resume->order.horizon;
	struct pxt_log_chunk chunk;
	uint32_t head, unpacked;
	int err;

	err = pxt_log_file_read_chunk(&resume->file, spot, &chunk, &head);
	if (!err)
		err = pxt_log_unpacked_len(&chunk, head, spot->section.len,
					   &unpacked);
	if (err == EBADMSG)
		return 0;
	if (err)
		return err;
	if (horizon && chunk.last <= horizon) {
		pass_chunk(resume, &chunk);
		return 0;
	}

	count_chunk(resume->writer, &chunk, spot->section.len - head,
		    spot->section.number);
	count_close(resume->writer, &chunk,
		    (uint64_t)unpacked + head - PXT_LOG_CHUNK_SIZE);
	if (resume->seen)
		resume->seen(resume->arg, &chunk, unpacked);
	return 0;
}

static int take_segment(struct resume *resume, const struct pxt_log_spot *spot)
{
	struct pxt_log_loop *loop = &resume->writer->loop;
	struct pxt_log_segment segment;
	int err;

	err = pxt_log_file_read_segment(&resume->file, spot, &segment);
	if (err == EBADMSG || (!err && segment.kind != PXT_LOG_SEGMENT_CHUNKS))
		return 0;
	if (err)
		return err;

	if (loop->count == PXT_LOG_EXTENTS_MAX)
		return EINVAL; /* not written by this library */
	pxt_log_loop_add_extent(loop, &resume->writer->limit, spot->at,
				spot->section.number);
	return 0;
}

static int take(struct resume *resume, const struct pxt_log_spot *spot)
{
	if ((spot->section.type == PXT_LOG_CHUNK ||
	     spot->section.type == PXT_LOG_SEGMENT) &&
	    spot->section.number > resume->previous)
		resume->previous = spot->section.number;

	switch (spot->section.type) {
	case PXT_LOG_CHUNK:
		return take_chunk(resume, spot);
	case PXT_LOG_SEGMENT:
		return resume->writer->policy == &pxt_log_loops ?
			       take_segment(resume, spot) :
			       0;
	default:
		return pxt_log_section_has_entries(spot->section.type) ?
			       take_payload(resume, spot) :
			       0;
	}
}

/* Takes all sections in the order of the file, up to its end and to that of the
 * newest segment. */
static int take_all(struct resume *resume, uint64_t newest_end, uint64_t end)
{
	struct pxt_log_position position = resume->start;
	struct pxt_log_map map = { .segments = 0 };
	struct pxt_log_spot spot;
	int err;

	position.map = &map;
	position.stop = end;
	while (!(
		err = pxt_log_position_find(&position, &resume->file, &spot))) {
		pxt_log_map_add(&map, &resume->file, &spot);
		if (!newest_end || spot.at < newest_end ||
		    map.number != resume->map.newest_number ||
		    spot.at >= resume->order.tail)
			err = take(resume, &spot);
		if (err)
			return err;
		pxt_log_position_step(&position, &spot);
	}
	return err == ENODATA ? 0 : err;
}

/* Position of the writer */

static unsigned newest_extent(const struct pxt_log_loop *loop)
{
	unsigned newest = 0;

	for (unsigned i = 1; i < loop->count; i++)
		if (loop->extent[i].number > loop->extent[newest].number)
			newest = i;
	return newest;
}

/* Chunks without a segment must not be overwritten before the next SEGMENT
 * accounts for them. */
static void take_turn(struct resume *resume, uint64_t used)
{
	struct pxt_log_loop *loop = &resume->writer->loop;
	const struct pxt_log_order *order = &resume->order;
	struct pxt_log_extent *extent;

	pxt_log_loop_turn(loop, order->tail);
	loop->current = newest_extent(loop);
	extent = &loop->extent[loop->current];
	extent->used = resume->strays ? extent->end : used;

	loop->turned = true;
	loop->horizon = order->horizon;
	loop->overwritten = order->overwritten;
}

/* A torn section without a chunk behind it would count as damage. */
static int drop_torn(struct resume *resume, uint64_t used)
{
	const struct trail *newest = &resume->newest;

	if (pxt_log_spot_end(&newest->spot[(newest->count - 1) % TRAIL]) <=
	    used)
		return 0;
	return pxt_log_output_blank(&resume->writer->output, used);
}

/* Without the tail nothing may be overwritten safely. */
static bool is_sane(const struct resume *resume)
{
	const struct pxt_log_loop *loop = &resume->writer->loop;

	return !resume->order.pivot ||
	       (loop->count &&
		resume->map.tail > loop->extent[loop->count - 1].at);
}

/* *length: of the complete part, *used: of the newest segment if that lies
 * within. EALREADY. */
static int find_ends(struct resume *resume, uint64_t *length, uint64_t *used)
{
	const struct pxt_log_order *order = &resume->order;
	struct pxt_log_spot last;
	int err;

	err = trail_end(&resume->whole, &resume->file, &last, length);
	if (err)
		return err;
	if (last.section.type == PXT_LOG_END)
		return EALREADY;

	if (*length < resume->start.at)
		*length = resume->start.at;
	if (*length < order->tail)
		*length = order->tail;

	*used = 0;
	if (!order->pivot)
		return 0;
	err = trail_end(&resume->newest, &resume->file, &last, used);
	return err || *used ? err : EINVAL;
}

static int go_on(struct resume *resume)
{
	struct pxt_log_writer *writer = resume->writer;
	uint64_t used, length, size;
	int err;

	err = find_ends(resume, &length, &used);
	if (!err)
		err = take_all(resume, used, length);
	if (!err && !is_sane(resume))
		err = EINVAL;
	if (err)
		return err;

	if (resume->order.pivot) {
		take_turn(resume, used);
		err = drop_torn(resume, used);
		if (err)
			return err;
	}
	writer->loop.previous = resume->previous;
	writer->base = resume->start.at;
	writer->output.length = (length + 7) & ~UINT64_C(7);
	writer->output.number = resume->highest + 1;
	err = pxt_log_file_size(&resume->file, &size);
	if (!err && size != writer->output.length)
		err = pxt_log_output_cut(&writer->output);
	return err;
}

/* Completes HEADER at the other spot, if its writer or the machine died
 * before. Other damage stays, and is reported. */
static int complete_header(struct resume *resume)
{
	const struct pxt_log_spot *copy = &resume->beginning.spot;
	const size_t len = (size_t)copy->section.len;
	uint8_t payload[PXT_LOG_HEADER_MAX];
	struct iovec iov;
	uint64_t size;
	int err;

	err = pxt_log_file_size(&resume->file, &size);
	if (err || size >= pxt_log_payload_at(copy) + len)
		return err;
	err = pxt_log_file_read(&resume->file, payload, len,
				PXT_LOG_PREAMBLE_SIZE + PXT_LOG_SECTION_SIZE);
	if (err)
		return err;

	resume->writer->output.number = copy->section.number;
	iov = pxt_log_piece(payload, len);
	return pxt_log_output_put_at(&resume->writer->output, copy->at,
				     PXT_LOG_HEADER, &iov, 1);
}

static int resume_log(struct resume *resume)
{
	struct pxt_log_writer *writer = resume->writer;
	struct pxt_attr *attr = &resume->beginning.header.attr;
	int err;

	err = pxt_log_file_read_header(&resume->file, &resume->beginning);
	if (err == ENODATA || err == EBADMSG)
		return EINVAL;
	if (err)
		return err;

	pxt_log_position_step(&resume->start, &resume->beginning.spot);
	resume->highest = resume->start.number;
	memcpy(writer->output.uuid, resume->file.uuid,
	       sizeof(writer->output.uuid));
	/* Version 1 had no limits. */
	if (resume->beginning.version == PXT_LOG_VERSION_FIRST)
		attr->log_policy = POSIX_TRACE_APPEND;
	pxt_log_writer_init(writer, attr);

	err = survey_all(resume);
	if (!err)
		err = complete_header(resume);
	if (!err)
		err = go_on(resume);
	return err;
}

int pxt_log_resume(int fd, pxt_log_seen *seen, void *arg,
		   struct pxt_log_writer **out)
{
	return pxt_log_resume_within(fd, NULL, seen, arg, out);
}

int pxt_log_resume_within(int fd, uint64_t *budget, pxt_log_seen *seen,
			  void *arg, struct pxt_log_writer **out)
{
	struct resume *resume;
	int err;

	err = pxt_log_output_check(fd, O_RDWR);
	if (err)
		return err;

	resume = calloc(1, sizeof(*resume));
	if (!resume)
		return ENOMEM;
	resume->writer = calloc(1, sizeof(*resume->writer));
	if (!resume->writer) {
		free(resume);
		return ENOMEM;
	}
	resume->file.fd = fd;
	resume->file.budget = budget;
	resume->writer->output.fd = fd;
	resume->seen = seen;
	resume->arg = arg;

	err = resume_log(resume);
	if (err)
		pxt_log_writer_close(resume->writer);
	else
		*out = resume->writer;
	pxt_log_dictionary_fini(&resume->dictionary);
	free(resume);
	return err;
}
