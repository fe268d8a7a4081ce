/*
 * load.h - numbers that were stored one by one a moment ago
 *
 * They are loaded one by one, too: compilers load several at once, or make a
 * string instruction of a loop, and these wait until all of them are in the cache.
 */
#ifndef PXT_BASE_LOAD_H
#define PXT_BASE_LOAD_H

#include <stdint.h>

static inline uint8_t pxt_load8(const uint8_t *at)
{
	uint8_t byte = *at;

	__asm__("" : "+r"(byte));
	return byte;
}

static inline uint32_t pxt_load32(const uint32_t *at)
{
	uint32_t word = *at;

	__asm__("" : "+r"(word));
	return word;
}

static inline uint64_t pxt_load64(const uint64_t *at)
{
	uint64_t word = *at;

	__asm__("" : "+r"(word));
	return word;
}

#endif
