/*
 * copy.h - copies of bytes by overlapping moves, without a call
 *
 * Inline, so that a caller makes no call and needs no stack. Beside a reading of the
 * counter, which takes a while, it is the number of stores that limits an event: wide
 * moves halve it.
 */
#ifndef PXT_BASE_COPY_H
#define PXT_BASE_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Bytes. */
enum {
	PXT_COPY_SHORT_MAX = 64,
	PXT_COPY_LONG_MAX = 512,  /* more is copied faster by a call */
	PXT_COPY_WIDE_MAX = 8192, /* likewise, by moves of 32 bytes */
	PXT_COPY_PIECE = 2048,
	PXT_COPY_STRING_LEAST = 2048, /* less is copied faster by moves */
};

/* Copies up to PXT_COPY_SHORT_MAX bytes. */
static inline void pxt_copy_short(uint8_t *to, const uint8_t *from, size_t len)
{
	uint64_t a[2], b[2], c[2], d[2];

	if (len >= 16) {
		memcpy(a, from, 16);
		memcpy(b, from + len - 16, 16);
		if (len > 32) {
			memcpy(c, from + 16, 16);
			memcpy(d, from + len - 32, 16);
			memcpy(to + 16, c, 16);
			memcpy(to + len - 32, d, 16);
		}
		memcpy(to, a, 16);
		memcpy(to + len - 16, b, 16);
	} else if (len >= 8) {
		memcpy(a, from, 8);
		memcpy(b, from + len - 8, 8);
		memcpy(to, a, 8);
		memcpy(to + len - 8, b, 8);
	} else if (len >= 4) {
		uint32_t e, f;

		memcpy(&e, from, 4);
		memcpy(&f, from + len - 4, 4);
		memcpy(to, &e, 4);
		memcpy(to + len - 4, &f, 4);
	} else if (len) {
		to[0] = from[0];
		to[len - 1] = from[len - 1];
		to[len / 2] = from[len / 2];
	}
}

static inline void pxt_copy_64(uint8_t *to, const uint8_t *from)
{
	uint64_t a[2], b[2], c[2], d[2];

	memcpy(a, from, 16);
	memcpy(b, from + 16, 16);
	memcpy(c, from + 32, 16);
	memcpy(d, from + 48, 16);
	memcpy(to, a, 16);
	memcpy(to + 16, b, 16);
	memcpy(to + 32, c, 16);
	memcpy(to + 48, d, 16);
}

/* Copies more than PXT_COPY_SHORT_MAX bytes. */
static inline void pxt_copy_long(uint8_t *to, const uint8_t *from, size_t len)
{
	const uint8_t *last = from + len - 64;

	for (; from < last; from += 64, to += 64)
		pxt_copy_64(to, from);
	pxt_copy_64(to - (from - last), last);
}

/* True if functions that are PXT_COPY_WIDE may be called: processor and kernel have
 * moves of 32 bytes, and the C library says so (glibc 2.33). */
bool pxt_copy_can_be_wide(void);

/* PXT_COPY_WIDE: the attribute of pxt_copy_wide() and of all that call it. */
#if defined(__x86_64__)
#define PXT_COPY_WIDE __attribute__((target("avx")))

static inline PXT_COPY_WIDE __m256i pxt_copy_load(const uint8_t *from)
{
	return _mm256_loadu_si256((const __m256i_u *)from);
}

static inline PXT_COPY_WIDE void pxt_copy_store(uint8_t *to, __m256i value)
{
	_mm256_storeu_si256((__m256i_u *)to, value);
}

/* Between the first and the last 128 bytes, stores are of whole lines of the
 * cache. */
static inline PXT_COPY_WIDE void
pxt_copy_middle(uint8_t *to, const uint8_t *from, size_t len)
{
	for (size_t at = 128 - ((uintptr_t)to & 63); at + 128 < len; at += 64) {
		__m256i a = pxt_copy_load(from + at);
		__m256i b = pxt_copy_load(from + at + 32);

		pxt_copy_store(to + at, a);
		pxt_copy_store(to + at + 32, b);
	}
}

/* Copies more than PXT_COPY_SHORT_MAX bytes. */
static inline PXT_COPY_WIDE void pxt_copy_wide(uint8_t *to, const uint8_t *from,
					       size_t len)
{
	__m256i a = pxt_copy_load(from);
	__m256i b = pxt_copy_load(from + 32);
	__m256i y = pxt_copy_load(from + len - 64);
	__m256i z = pxt_copy_load(from + len - 32);

	if (len > 128) {
		__m256i c = pxt_copy_load(from + 64);
		__m256i d = pxt_copy_load(from + 96);
		__m256i w = pxt_copy_load(from + len - 128);
		__m256i x = pxt_copy_load(from + len - 96);

		if (len > 256)
			pxt_copy_middle(to, from, len);
		pxt_copy_store(to + 64, c);
		pxt_copy_store(to + 96, d);
		pxt_copy_store(to + len - 128, w);
		pxt_copy_store(to + len - 96, x);
	}
	pxt_copy_store(to, a);
	pxt_copy_store(to + 32, b);
	pxt_copy_store(to + len - 64, y);
	pxt_copy_store(to + len - 32, z);
}
#else
#define PXT_COPY_WIDE

static inline void pxt_copy_wide(uint8_t *to, const uint8_t *from, size_t len)
{
	pxt_copy_long(to, from, len);
}
#endif

/* True if the processor's instruction that copies strings (rep movsb) is fast from
 * PXT_COPY_STRING_LEAST bytes on, wherever both strings lie. */
bool pxt_copy_has_fast_string(void);

#if defined(__x86_64__)
/* Copies any number of bytes, by that instruction. */
static inline void pxt_copy_string(uint8_t *to, const uint8_t *from, size_t len)
{
	__asm__ volatile("rep movsb"
			 : "+D"(to), "+S"(from), "+c"(len)
			 :
			 : "memory");
}
#else
static inline void pxt_copy_string(uint8_t *to, const uint8_t *from, size_t len)
{
	memcpy(to, from, len);
}
#endif

/* Copies any number of bytes, by calls. In pieces, as the C library copies more by
 * the string instruction, which takes three times as long on some processors
 * where the low bits of both addresses are nearly the same; and by memmove(), as
 * compilers put that instruction in memcpy()'s place. */
static inline void pxt_copy_pieces(uint8_t *to, const uint8_t *from, size_t len)
{
	for (; len > PXT_COPY_PIECE; len -= PXT_COPY_PIECE) {
		memmove(to, from, PXT_COPY_PIECE);
		to += PXT_COPY_PIECE;
		from += PXT_COPY_PIECE;
	}
	if (len)
		memmove(to, from, len);
}

#endif
