/* log_packing.c - records of a chunk in fewer bytes */
#include "log/log_packing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/zstd.h"

enum {
	LEAST = 64, /* fewer bytes are not worth the effort */
	TICKS_SIZE = 8,
	HEAD_SIZE = PXT_RECORD_HEAD - TICKS_SIZE,
	TICKS_MAX = 10, /* bytes of a difference of ticks */
	GROUP = 7,	/* bits of it in a byte */
	MORE = 1 << GROUP,
	PLACES = 128, /* heads that dense records refer to */
	NEW = PLACES, /* with a place: the head follows, and is put there */
	FILLER = 8,   /* head of a frame that a decompressor skips */
};

#define FILLER_MAGIC UINT32_C(0x184d2a50)

struct pxt_log_packer {
	struct pxt_zstd *zstd;
	uint8_t *dense, *packed;
	size_t dense_room, packed_room;
};

/* A record's head without ticks: address, type and size. Records have few
 * different ones. */
struct head {
	uint64_t address_and_type;
	uint32_t size;
};

/* Limit of the bytes of dense records: a difference, and the place of a head,
 * may take three bytes more than the ticks of a record, which has 24 bytes at
 * least. */
static size_t dense_max(size_t len)
{
	return len + len / 8 + TICKS_MAX;
}

static uint8_t *put_ticks(uint8_t *at, uint64_t ticks)
{
	for (; ticks >= MORE; ticks >>= GROUP)
		*at++ = (uint8_t)(ticks | MORE);
	*at++ = (uint8_t)ticks;
	return at;
}

/* NULL: no difference before the end. */
static const uint8_t *take_ticks(const uint8_t *at, const uint8_t *end,
				 uint64_t *ticks)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < TICKS_MAX && at < end; i++, at++) {
		value |= (uint64_t)(*at & (MORE - 1)) << i * GROUP;
		if (*at < MORE) {
			*ticks += value;
			return at + 1;
		}
	}
	return NULL;
}

static struct head take_head(const uint8_t *bytes)
{
	struct head head;

	memcpy(&head.address_and_type, bytes, sizeof(head.address_and_type));
	memcpy(&head.size, bytes + sizeof(head.address_and_type),
	       sizeof(head.size));
	return head;
}

static void put_head(uint8_t *at, const struct head *head)
{
	memcpy(at, &head->address_and_type, sizeof(head->address_and_type));
	memcpy(at + sizeof(head->address_and_type), &head->size,
	       sizeof(head->size));
}

static size_t data_len(const struct head *head)
{
	return head->size & PXT_RECORD_DATA_MAX;
}

/* The place where the writer looks for a head, and puts it. */
static uint8_t place_of(const struct head *head)
{
	const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);

	return (uint8_t)((head->address_and_type ^ (uint64_t)head->size
							   << GROUP) *
				 factor >>
			 (64 - GROUP));
}

/* Leaves out the padding, most of the ticks, and heads that came before.
 * Returns the bytes of out; 0: invalid records. */
static size_t make_dense(uint64_t ticks, const uint8_t *records, size_t len,
			 uint8_t *out)
{
	struct head heads[PLACES] = { { 0 } }, head;
	const uint8_t *const end = records + len;
	uint8_t *at = out, place;
	uint64_t now;
	bool known;

	for (; records < end; records += pxt_record_span(data_len(&head))) {
		if ((size_t)(end - records) < PXT_RECORD_HEAD)
			return 0;
		head = take_head(records + TICKS_SIZE);
		if ((size_t)(end - records) < pxt_record_span(data_len(&head)))
			return 0;
		place = place_of(&head);
		known = heads[place].address_and_type ==
				head.address_and_type &&
			heads[place].size == head.size;
		*at++ = known ? place : NEW | place;
		memcpy(&now, records, sizeof(now));
		at = put_ticks(at, now - ticks);
		ticks = now;
		if (!known) {
			heads[place] = head;
			put_head(at, &head);
			at += HEAD_SIZE;
		}
		memcpy(at, records + PXT_RECORD_HEAD, data_len(&head));
		at += data_len(&head);
	}
	return (size_t)(at - out);
}

/* Takes the beginning of a dense record, up to its data. NULL: there is none
 * before the end. */
static const uint8_t *take_beginning(const uint8_t *at, const uint8_t *end,
				     struct head heads[PLACES], uint64_t *ticks,
				     struct head *head)
{
	const uint8_t place = *at++;

	at = take_ticks(at, end, ticks);
	if (!at)
		return NULL;
	if (place & NEW) {
		if ((size_t)(end - at) < HEAD_SIZE)
			return NULL;
		heads[place - NEW] = take_head(at);
		at += HEAD_SIZE;
	}
	*head = heads[place % PLACES];
	return at;
}

/* EBADMSG: other than len bytes of records. */
static int make_wide(uint64_t ticks, const uint8_t *dense, size_t dense_len,
		     uint8_t *records, size_t len)
{
	const uint8_t *const dense_end = dense + dense_len;
	struct head heads[PLACES] = { { 0 } }, head;
	uint8_t *const end = records + len;
	size_t data, span;

	while (dense < dense_end) {
		dense = take_beginning(dense, dense_end, heads, &ticks, &head);
		if (!dense)
			return EBADMSG;
		data = data_len(&head);
		span = pxt_record_span(data);
		if ((size_t)(dense_end - dense) < data ||
		    (size_t)(end - records) < span)
			return EBADMSG;
		memset(records + span - 8, 0, 8); /* padding */
		memcpy(records, &ticks, sizeof(ticks));
		put_head(records + TICKS_SIZE, &head);
		memcpy(records + PXT_RECORD_HEAD, dense, data);
		records += span;
		dense += data;
	}
	return records == end ? 0 : EBADMSG;
}

int pxt_log_packer_create(struct pxt_log_packer **out)
{
	struct pxt_log_packer *packer = calloc(1, sizeof(*packer));
	int err;

	if (!packer)
		return ENOMEM;
	err = pxt_zstd_create(&packer->zstd);
	if (err) {
		free(packer);
		return err;
	}
	*out = packer;
	return 0;
}

void pxt_log_packer_close(struct pxt_log_packer *packer)
{
	if (!packer)
		return;
	pxt_zstd_close(packer->zstd);
	free(packer->dense);
	free(packer->packed);
	free(packer);
}

/* Puts a frame without contents behind another, which is too short for so many
 * bytes of records. Returns the bytes of both. */
static size_t fill_up(uint8_t *packed, size_t len, size_t least)
{
	const uint32_t magic = FILLER_MAGIC;
	uint32_t filler;

	if (len >= least)
		return len;
	filler = least - len > FILLER ? (uint32_t)(least - len) - FILLER : 0;
	for (unsigned i = 0; i < FILLER / 2; i++) {
		packed[len + i] = (uint8_t)(magic >> 8 * i);
		packed[len + FILLER / 2 + i] = (uint8_t)(filler >> 8 * i);
	}
	memset(packed + len + FILLER, 0, filler);
	return len + FILLER + filler;
}

size_t pxt_log_pack(struct pxt_log_packer *packer, uint64_t first,
		    const void *records, size_t len, const void **packed)
{
	size_t dense, done;

	if (len < LEAST ||
	    pxt_array_reserve(&packer->dense, &packer->dense_room,
			      dense_max(len), 1) ||
	    pxt_array_reserve(&packer->packed, &packer->packed_room, len, 1))
		return 0;
	dense = make_dense(first, records, len, packer->dense);
	done = dense ? pxt_zstd_compress(packer->zstd, packer->packed,
					 len - FILLER, packer->dense, dense) :
		       0;
	if (!done)
		return 0;
	*packed = packer->packed;
	return fill_up(packer->packed, done,
		       (len - 1) / PXT_LOG_PACKING_MOST + 1);
}

/* A packed chunk could claim any size: a reader gets as much memory. */
int pxt_log_unpacked_len(const struct pxt_log_chunk *chunk, uint32_t records,
			 uint64_t len, uint32_t *unpacked)
{
	if (records > len || len > PXT_LOG_CHUNK_MAX)
		return EBADMSG;
	*unpacked = (uint32_t)(len - records);
	if (!(chunk->flags & PXT_LOG_CHUNK_PACKED))
		return 0;
	if (chunk->unpacked > PXT_LOG_CHUNK_MAX ||
	    chunk->unpacked / PXT_LOG_PACKING_MOST > *unpacked)
		return EBADMSG;
	*unpacked = chunk->unpacked;
	return 0;
}

int pxt_log_unpack(uint64_t first, const void *packed, size_t packed_len,
		   void *records, size_t len)
{
	uint8_t *dense = malloc(dense_max(len));
	size_t dense_len;
	int err;

	if (!dense)
		return ENOMEM;
	err = pxt_zstd_decompress(dense, dense_max(len), packed, packed_len,
				  &dense_len);
	if (!err)
		err = make_wide(first, dense, dense_len, records, len);
	free(dense);
	return err;
}
