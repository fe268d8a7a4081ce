/* log_runs.c - chunks of a log as runs of a merge */
#include "log/log_runs.h"

#include <errno.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/log_entrance.h"
#include "log/log_packing.h"
#include "log/log_reader_damage.h"

static struct pxt_log_reader *reader_of(struct pxt_source *source)
{
	return (struct pxt_log_reader *)source;
}

static int add_run(struct pxt_merge *merge, const struct pxt_log_spot *spot,
		   const struct pxt_log_chunk *chunk)
{
	const struct pxt_run run = {
		.first = chunk->first,
		.last = chunk->last,
		.order = chunk->sequence << 32 | chunk->offset,
		.cookie = {
			[COOKIE_AT] = spot->at,
			[COOKIE_LEN] = spot->section.len,
			[COOKIE_NUMBER] = spot->section.number,
			[COOKIE_EVENTS] = chunk->events,
			[COOKIE_UNPACKED] =
				chunk->flags & PXT_LOG_CHUNK_PACKED ?
					chunk->unpacked :
					spot->section.len,
		},
		.context = chunk->context,
		.context_ticks = chunk->context_ticks,
	};

	return pxt_merge_add(merge, &run);
}

uint64_t pxt_log_runs_horizon(const struct pxt_log_reader *reader)
{
	return reader->horizon > reader->passed ? reader->horizon :
						  reader->passed;
}

int pxt_log_runs_add(struct pxt_log_reader *reader, struct pxt_merge *merge,
		     const struct pxt_log_spot *spot, bool *told)
{
	struct pxt_log_chunk chunk;
	uint32_t records;
	int err;

	err = pxt_log_file_read_chunk(&reader->file, spot, &chunk, &records);
	if (err)
		return err;

	pxt_log_overtaken_pass(&reader->overtaken, &chunk);
	if (!pxt_log_runs_horizon(reader) ||
	    chunk.last > pxt_log_runs_horizon(reader)) {
		err = add_run(merge, spot, &chunk);
		if (err)
			return err;
		*told = true;
	}
	/* The floor of an unwanted chunk counts, too; a lower one than before
	 * has no effect. */
	pxt_merge_floor(merge, chunk.floor);
	return 0;
}

/* Read again from the section's head: the file may have changed since. */
static int read_chunk(const struct pxt_log_reader *reader,
		      const struct pxt_run *run, uint8_t *head)
{
	const uint64_t len = run->cookie[COOKIE_LEN];
	struct pxt_log_section section;
	int err;

	err = pxt_log_file_read(&reader->file, head,
				PXT_LOG_SECTION_SIZE + (size_t)len,
				run->cookie[COOKIE_AT]);
	if (err)
		return err;

	err = pxt_log_section_decode(&section, reader->file.uuid, head);
	return err || section.len != len || section.type != PXT_LOG_CHUNK ||
			       section.number != run->cookie[COOKIE_NUMBER] ||
			       pxt_crc32c(0, head + PXT_LOG_SECTION_SIZE,
					  (size_t)len) != section.crc ?
		       EBADMSG :
		       0;
}

/* Puts the section's head, and what precedes its records, into another buffer,
 * before the unpacked records. */
static int unpack(const struct pxt_log_chunk *chunk, const uint8_t *records,
		  size_t len, struct pxt_log_buffers *buffers,
		  struct pxt_log_buffer **buffer)
{
	const uint8_t *head = (const uint8_t *)(*buffer)->data;
	const size_t before = (size_t)(records - head);
	struct pxt_log_buffer *wide;
	int err;

	wide = pxt_log_buffers_get(buffers, before + chunk->unpacked);
	if (!wide)
		return ENOMEM;
	memcpy(wide->data, head, before);
	err = pxt_log_unpack(chunk->first, records, len,
			     (uint8_t *)wide->data + before, chunk->unpacked);
	pxt_log_buffers_put(buffers, err ? wide : *buffer);
	if (!err)
		*buffer = wide;
	return err;
}

static int load_chunk(const struct pxt_log_reader *reader, struct pxt_run *run,
		      struct pxt_log_buffers *buffers,
		      struct pxt_log_buffer **buffer)
{
	const size_t len = (size_t)run->cookie[COOKIE_LEN];
	const uint8_t *payload;
	struct pxt_log_chunk chunk;
	uint32_t records, unpacked;
	int err;

	err = read_chunk(reader, run, (uint8_t *)(*buffer)->data);
	if (err)
		return err;
	payload = (const uint8_t *)(*buffer)->data + PXT_LOG_SECTION_SIZE;
	err = pxt_log_chunk_decode(&chunk, &records, payload);
	if (!err)
		err = pxt_log_unpacked_len(&chunk, records, len, &unpacked);
	if (err)
		return err;

	run->packed = chunk.flags & PXT_LOG_CHUNK_PACKED;
	if (run->packed)
		err = unpack(&chunk, payload + records, len - records, buffers,
			     buffer);
	if (err)
		return err;
	payload = (const uint8_t *)(*buffer)->data + PXT_LOG_SECTION_SIZE;
	if (run->cookie[COOKIE_FROM] > unpacked)
		return EBADMSG;
	if (!run->cookie[COOKIE_FROM]) {
		run->context = chunk.context;
		run->context_ticks = chunk.context_ticks;
	}
	pxt_bytes_init(&run->reasons, payload, records);
	run->data = payload + records + run->cookie[COOKIE_FROM];
	run->len = unpacked - (size_t)run->cookie[COOKIE_FROM];
	run->buffer = *buffer;
	return 0;
}

int pxt_log_runs_fetch(const struct pxt_log_reader *reader, struct pxt_run *run,
		       struct pxt_log_buffers *buffers)
{
	struct pxt_log_buffer *buffer;
	int err;

	buffer = pxt_log_buffers_get(buffers,
				     PXT_LOG_SECTION_SIZE +
					     (size_t)run->cookie[COOKIE_LEN]);
	if (!buffer)
		return ENOMEM;

	err = load_chunk(reader, run, buffers, &buffer);
	if (err) {
		pxt_log_buffers_put(buffers, buffer);
		return err;
	}
	run->offset = run->cookie[COOKIE_AT];
	if (!run->packed)
		run->offset += (uint64_t)((const uint8_t *)run->data -
					  (const uint8_t *)buffer->data);
	return 0;
}

void pxt_log_runs_note_damage(struct pxt_source *source, struct pxt_run *run,
			      size_t offset)
{
	struct pxt_log_reader *reader = reader_of(source);
	const uint64_t at = run->offset + (run->packed ? 0 : offset);

	pxt_log_damage_note(&reader->damage, at,
			    "chunk %llu (section %llu): no record at byte "
			    "%llu, the rest dropped",
			    (unsigned long long)(run->order >> 32),
			    (unsigned long long)run->cookie[COOKIE_NUMBER],
			    (unsigned long long)at);
}

int pxt_log_runs_pass(struct pxt_run *run, uint64_t upto, size_t *bad)
{
	struct pxt_record_walk walk, before;
	const uint8_t *const data = run->data;
	int err;

	pxt_record_walk_init(&walk, run->data, run->len, &run->context,
			     run->context_ticks);
	err = pxt_record_walk_find(&walk, upto, &before);
	if (err == EBADMSG)
		before.in.at = before.in.end;

	run->context = before.context;
	run->context_ticks = before.context_ticks;
	run->data = before.in.at;
	run->len = (size_t)(before.in.end - before.in.at);
	if (!run->packed)
		run->offset += (uint64_t)(before.in.at - data);
	*bad = (size_t)(walk.in.at - data);
	return err == EBADMSG ? EBADMSG : 0;
}

/* Makes the run begin behind the horizon. */
static void pass_horizon(struct pxt_log_reader *reader, struct pxt_run *run)
{
	struct pxt_run whole = *run;
	size_t bad;

	if (pxt_log_runs_pass(run, pxt_log_runs_horizon(reader), &bad))
		pxt_log_runs_note_damage(&reader->source, &whole, bad);
}

/* A chunk may keep its head for a while when its records are overwritten; but what
 * is at the pivot goes first. */
static bool was_overwritten(struct pxt_log_reader *reader)
{
	return reader->loops &&
	       (reader->overtaken.moved ||
		pxt_log_path_has_moved(&reader->path, &reader->file));
}

/* Notes why a chunk was not fetched. Returns the error of load(). A file that
 * was cut has been cleared. */
static int note_unread(struct pxt_log_reader *reader, const struct pxt_run *run,
		       int err)
{
	if (err == ENODATA || err == EBADMSG) {
		if (err == EBADMSG && was_overwritten(reader)) {
			reader->overtaken.dropped += run->cookie[COOKIE_EVENTS];
			return ESTALE;
		}
		if (pxt_log_reader_is_unsettled(reader))
			return ESTALE;
		pxt_log_reader_note_chunk(
			reader, run,
			err == ENODATA ? "the file was cut" :
			run->packed    ? "its records cannot be decompressed" :
					 "checksum does not match");
	}
	return err == ENODATA ? ESTALE : err;
}

static int load_loss(struct pxt_log_reader *reader, struct pxt_run *run)
{
	struct pxt_log_buffer *buffer;

	buffer =
		pxt_log_buffers_get(&reader->buffers, pxt_log_overtaken_span());
	if (!buffer)
		return ENOMEM;
	pxt_log_overtaken_load(run, (uint8_t *)buffer->data);
	run->buffer = buffer;
	return 0;
}

int pxt_log_runs_load(struct pxt_source *source, struct pxt_merge *merge,
		      struct pxt_run *run)
{
	struct pxt_log_reader *reader = reader_of(source);
	const uint64_t horizon = pxt_log_runs_horizon(reader);
	const bool in_middle = run->first <= horizon;
	int err;

	if (pxt_log_overtaken_is_loss(run))
		return load_loss(reader, run);
	if ((in_middle || run->cookie[COOKIE_FROM]) &&
	    pxt_log_enter(reader, merge, run, horizon))
		return 0;
	err = pxt_log_runs_fetch(reader, run, &reader->buffers);
	if (err)
		return note_unread(reader, run, err);

	if (in_middle)
		pass_horizon(reader, run);
	if (reader->loops && !reader->path.settled)
		pxt_log_overtaken_note_clock(&reader->overtaken, run);
	return 0;
}

void pxt_log_runs_release(struct pxt_source *source, struct pxt_run *run)
{
	pxt_log_buffers_put(&reader_of(source)->buffers, run->buffer);
	run->buffer = NULL;
}
