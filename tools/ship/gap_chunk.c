/*
 * gap_chunk.c - a section that stands for others, which are gone
 *
 * Records have the byte order of their machine, here little-endian.
 */
#include <string.h>

#include "base/crc32c.h"
#include "ship/gap_chunk.h"

static const char reason[] = "overwritten before being shipped";

enum {
	MAGIC = 0x534c5450,
	/* in the chunk head */
	TICKS_FIRST = 32,
	TICKS_LAST = 40,
	CONTEXT = 56,
	CONTEXT_TIME = CONTEXT + 16,
	CONTEXT_RATE = CONTEXT + 24,
	CONTEXT_TICKS = 96,
	SUM = 108,
	HEAD = SECTION_CHUNK_HEAD + ((sizeof(reason) + 7) & ~7U),
	/* in the record */
	LOSS = 0xfffe,
	LOSS_DATA = 16,
	RECORD_HEAD = 20,
	RECORD = (RECORD_HEAD + LOSS_DATA + 7) & ~7,
};

static void put_record(unsigned char *record, int64_t since, uint64_t until)
{
	section_put_u64(record, until);
	section_put_u64(record + 8, (uint64_t)LOSS << 48 | SECTION_CHUNK_HEAD);
	section_put_u32(record + 16, LOSS_DATA);
	section_put_u64(record + RECORD_HEAD + 8, (uint64_t)since);
}

static void put_head(unsigned char *payload, const struct preface *preface,
		     uint64_t until)
{
	section_put_u32(payload, HEAD);
	section_put_u64(payload + TICKS_FIRST, until);
	section_put_u64(payload + TICKS_LAST, until);
	section_put_u64(payload + CONTEXT_TIME, (uint64_t)preface->created_ns);
	section_put_u64(payload + CONTEXT_RATE, preface->rate);
	section_put_u64(payload + CONTEXT_TICKS, preface->ticks);
	section_put_u32(payload + SUM, pxt_crc32c(0, payload, SUM));
	memcpy(payload + SECTION_CHUNK_HEAD, reason, sizeof(reason));
}

bool gap_chunk_make(unsigned char bytes[GAP_CHUNK], struct section *section,
		    const struct preface *preface, int64_t since,
		    uint64_t until)
{
	if (!preface->is_native || !preface->rate)
		return false;
	section->type = SECTION_CHUNK;
	section->len = HEAD + RECORD;
	section->at = 0;
	memset(bytes, 0, GAP_CHUNK);
	section_put_u32(bytes, MAGIC);
	section_put_u32(bytes + 4, section->type);
	section_put_u64(bytes + 8, section->len);
	section_put_u64(bytes + 16, section->number);
	put_head(bytes + SECTION_HEAD, preface, until);
	put_record(bytes + SECTION_HEAD + HEAD, since, until);
	section_seal(bytes, preface->uuid);
	section->sum = section_u32(bytes + 24);
	return true;
}

bool gap_chunk_is(const struct section *section, const unsigned char *bytes)
{
	return section->type == SECTION_CHUNK &&
	       section->len == HEAD + RECORD &&
	       !memcmp(bytes + SECTION_HEAD + SECTION_CHUNK_HEAD, reason,
		       sizeof(reason));
}
