/*
 * load.h - words that were stored one by one a moment ago
 *
 * They are loaded one by one, too: compilers load two or four at once, and such
 * a load waits until all of the words are in the cache.
 */
#ifndef FIRMWARE_COMMON_LOAD_H
#define FIRMWARE_COMMON_LOAD_H

#include <stdint.h>

static inline uint32_t firmware_load32(const uint32_t *at)
{
	uint32_t word = *at;

	__asm__("" : "+r"(word));
	return word;
}

static inline uint64_t firmware_load64(const uint64_t *at)
{
	uint64_t word = *at;

	__asm__("" : "+r"(word));
	return word;
}

#endif
