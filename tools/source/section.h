/*
 * section.h - sections of a log as they lie in the file
 *
 * docs/log-format.md describes them. Numbers are little-endian.
 */
#ifndef SOURCE_SECTION_H
#define SOURCE_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum section_type {
	SECTION_HEADER = 1,
	SECTION_CHUNK = 4,
	SECTION_END = 5,
	SECTION_SEGMENT = 6,
};

enum {
	SECTION_HEAD = 32,
	SECTION_CHUNK_HEAD = 112,
	SECTION_CHUNK_TICKS = 32, /* place of those of the first event */
	SECTION_MOST = 64 << 20,  /* bytes of a payload */
	SECTION_UUID = 16,
};

struct section {
	uint64_t number;
	uint64_t at;  /* place of its head in the file */
	uint64_t len; /* bytes of its payload */
	uint32_t type;
	uint32_t sum; /* checksum of the payload */
};

static inline uint16_t section_u16(const unsigned char *at)
{
	return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t section_u32(const unsigned char *at)
{
	return section_u16(at) | (uint32_t)section_u16(at + 2) << 16;
}

static inline uint64_t section_u64(const unsigned char *at)
{
	return section_u32(at) | (uint64_t)section_u32(at + 4) << 32;
}

void section_put_u32(unsigned char *at, uint32_t value);
void section_put_u64(unsigned char *at, uint64_t value);

/* Bytes of the section in the file, padding included. */
static inline uint64_t section_size(const struct section *section)
{
	return SECTION_HEAD + ((section->len + 7) & ~UINT64_C(7));
}

/* Takes a head of SECTION_HEAD bytes; uuid: of its log, NULL in a HEADER.
 * False: it is not sound. */
bool section_parse(struct section *section, const unsigned char *head,
		   const unsigned char *uuid);

/* True if that is the payload. */
bool section_has(const struct section *section, const unsigned char *payload);

/* The number of events that a section has. */
static inline uint64_t section_events(const struct section *section,
				      const unsigned char *payload)
{
	return section->type == SECTION_CHUNK &&
			       section->len >= SECTION_CHUNK_HEAD ?
		       section_u32(payload + 4) :
		       0;
}

/* Makes the checksums of a section anew. */
void section_seal(unsigned char *bytes, const unsigned char *uuid);

/* Reads `len` bytes of a file. Returns how many there were; -1: errno. */
long section_read(int fd, void *data, size_t len, uint64_t at);

/* Finds the first sound head of that log from `from` on, up to `end`, with a
 * number above `above`. Returns an error number; ENODATA: none. */
int section_search(int fd, const unsigned char *uuid, uint64_t from,
		   uint64_t end, uint64_t above, struct section *found);

#endif
