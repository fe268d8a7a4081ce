/*
 * out.h - buffered output to a descriptor
 *
 * The first write error is remembered, and later output dropped. A callback may
 * take the blocks in place of a descriptor.
 */
#ifndef OUT_H
#define OUT_H

#include <stddef.h>
#include <string.h>

enum {
	OUT_BLOCK = 1 << 16,
	OUT_NUMBER = 20, /* digits of the largest number */
};

/* Takes a full or flushed block. Returns an error number. */
typedef int out_taker(void *arg, const char *data, size_t len);

struct out {
	int fd;		  /* borrowed */
	int error;	  /* first error of writing, or 0 */
	out_taker *taker; /* in place of fd, or NULL */
	void *arg;
	size_t len;
	char *block; /* OUT_BLOCK bytes: own, or what the taker set anew */
	char own[OUT_BLOCK];
};

/* Writes all of it, bypassing the block. Returns an error number. */
int out_whole(int fd, const char *data, size_t len);

void out_init(struct out *out, int fd);
void out_init_taker(struct out *out, out_taker *taker, void *arg);

/* Writes the block. Returns out->error. */
int out_flush(struct out *out);

/* Room for len bytes, at most OUT_BLOCK; out_used() tells how many were
 * used. */
static inline char *out_room(struct out *out, size_t len)
{
	if (OUT_BLOCK - out->len < len)
		out_flush(out);
	return out->block + out->len;
}

static inline void out_used(struct out *out, size_t len)
{
	out->len += len;
}

/* For data that may not fit the block. */
void out_many(struct out *out, const char *data, size_t len);

/* For much data: it is written without a copy. */
void out_large(struct out *out, const char *data, size_t len);

static inline void out_bytes(struct out *out, const void *data, size_t len)
{
	if (len > OUT_BLOCK - out->len) {
		out_many(out, data, len);
	} else if (len) {
		memcpy(out->block + out->len, data, len);
		out->len += len;
	}
}

static inline void out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

/* The same character, up to OUT_BLOCK times. */
static inline void out_repeat(struct out *out, char c, size_t times)
{
	enum { FEW = 16 }; /* a constant length takes no call */

	if (times <= FEW)
		memset(out_room(out, FEW), c, FEW);
	else
		memset(out_room(out, times), c, times);
	out_used(out, times);
}

/* digit pairs: "00", "01" to "99" */
extern const char out_pairs[201];

/* Puts a number below 100. */
static inline void out_pair(char *at, unsigned n)
{
	memcpy(at, out_pairs + 2 * (size_t)n, 2);
}

/* Puts a number in a field of digits with leading zeroes, at most OUT_NUMBER.
 * Two digits at a time take half the divisions. */
static inline void out_digits(char *at, unsigned digits, unsigned long long n)
{
	while (digits >= 2) {
		digits -= 2;
		out_pair(at + digits, (unsigned)(n % 100));
		n /= 100;
	}
	if (digits)
		*at = (char)('0' + n % 10);
}

/* The number of digits of n. */
static inline unsigned out_digits_of(unsigned long long n)
{
	unsigned digits = 1;

	for (; n >= 10000; n /= 10000)
		digits += 4;
	return digits + (n >= 10) + (n >= 100) + (n >= 1000);
}

/* Prints the digits of n, OUT_NUMBER at most; returns how many. */
static inline size_t out_print(char *at, unsigned long long n)
{
	const unsigned digits = out_digits_of(n);

	out_digits(at, digits, n);
	return digits;
}

void out_number(struct out *out, unsigned long long n);

#endif
