/*
 * word.h - numbers of either byte order, in place
 *
 * The caller has checked the bounds.
 */
#ifndef PXT_FORMAT_LITEOS_WORD_H
#define PXT_FORMAT_LITEOS_WORD_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t pxt_liteos_get16(const uint8_t *at, bool big)
{
	uint16_t bits;

	memcpy(&bits, at, sizeof(bits));
	return big ? be16toh(bits) : le16toh(bits);
}

static inline uint32_t pxt_liteos_get32(const uint8_t *at, bool big)
{
	uint32_t bits;

	memcpy(&bits, at, sizeof(bits));
	return big ? be32toh(bits) : le32toh(bits);
}

static inline uint64_t pxt_liteos_get64(const uint8_t *at, bool big)
{
	uint64_t bits;

	memcpy(&bits, at, sizeof(bits));
	return big ? be64toh(bits) : le64toh(bits);
}

/* Reads a number of a pointer's width. */
static inline uint64_t pxt_liteos_get(const uint8_t *at, bool big,
				      unsigned width)
{
	return width == 8 ? pxt_liteos_get64(at, big) :
			    pxt_liteos_get32(at, big);
}

static inline void pxt_liteos_set16(uint8_t *at, bool big, uint16_t value)
{
	const uint16_t bits = big ? htobe16(value) : htole16(value);

	memcpy(at, &bits, sizeof(bits));
}

static inline void pxt_liteos_set32(uint8_t *at, bool big, uint32_t value)
{
	const uint32_t bits = big ? htobe32(value) : htole32(value);

	memcpy(at, &bits, sizeof(bits));
}

static inline void pxt_liteos_set64(uint8_t *at, bool big, uint64_t value)
{
	const uint64_t bits = big ? htobe64(value) : htole64(value);

	memcpy(at, &bits, sizeof(bits));
}

static inline void pxt_liteos_set(uint8_t *at, bool big, unsigned width,
				  uint64_t value)
{
	if (width == 8)
		pxt_liteos_set64(at, big, value);
	else
		pxt_liteos_set32(at, big, (uint32_t)value);
}

#endif
