/*
 * words.h - bytes of frames, eight at a time
 *
 * The first byte is the lowest one.
 */
#ifndef FIRMWARE_RKH_WORDS_H
#define FIRMWARE_RKH_WORDS_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "format/rkh/frame.h"

enum { PXT_RKH_WORD = sizeof(uint64_t) };

static inline void pxt_rkh_word_store(uint8_t *at, uint64_t word)
{
	word = htole64(word);
	memcpy(at, &word, sizeof(word));
}

/* The first bytes of a word, at most all. */
static inline void pxt_rkh_word_store_some(uint8_t *at, uint64_t word,
					   unsigned len)
{
	uint32_t half;
	uint16_t quarter;

	if (len & 8) {
		pxt_rkh_word_store(at, word);
		return;
	}
	word = htole64(word);
	if (len & 4) {
		half = (uint32_t)word;
		memcpy(at, &half, sizeof(half));
		at += sizeof(half);
		word >>= 32;
	}
	if (len & 2) {
		quarter = (uint16_t)word;
		memcpy(at, &quarter, sizeof(quarter));
		at += sizeof(quarter);
		word >>= 16;
	}
	if (len & 1)
		*at = (uint8_t)word;
}

static inline uint64_t pxt_rkh_word_load(const uint8_t *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return le64toh(word);
}

/* Sums of bytes, in four lanes; and their sum. */
static inline uint64_t pxt_rkh_word_sums_of(uint64_t word)
{
	const uint64_t low = UINT64_C(0x00ff00ff00ff00ff);

	return (word & low) + (word >> 8 & low);
}

static inline uint8_t pxt_rkh_word_sum_of(uint64_t lanes)
{
	return (uint8_t)(lanes * UINT64_C(0x0001000100010001) >> 48);
}

/* High bits of the bytes that are to be escaped, and maybe other bits: of those
 * whose low bits are not less than those of an escape, but not those of all
 * ones. */
static inline uint64_t pxt_rkh_word_escapes_of(uint64_t word)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	const uint64_t low = word & 0x7f * ones;

	return ((low + (0x80 - PXT_RKH_ESCAPE) * ones) ^ (low + ones)) & ~word;
}

static inline bool pxt_rkh_word_has_escape(uint64_t escapes)
{
	return escapes & UINT64_C(0x8080808080808080);
}

#endif
