/*
 * text.h - numbers and names for people
 *
 * What fills a buffer of TEXT_MAX characters gives it back.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

enum { TEXT_MAX = 32 };

/* 1,204,311 */
char *text_count(char *buf, unsigned long long n);

/* 0x2001f000; gives its length. */
size_t text_hex(char *buf, unsigned long long n);

/* What makes a word mean so many: "" or "s". */
const char *text_plural(unsigned long long n);

/* 512 B, 3.1 KiB, 38 MiB */
char *text_size(char *buf, unsigned long long bytes);

/* 640 ns, 156 us, 12 ms, 12.4 s, 3 min 20 s, 2 h 05 min */
char *text_duration(char *buf, int64_t ns);

/* The same for short ones: 640 ns, 5.4 us, 41 us, 18.8 ms, 1.2 s. Longer than a
 * minute it is as above. */
char *text_brief(char *buf, uint64_t ns);

/* Whether a character shows as what it is. Controls do not, nor do those
 * that turn the direction or break the line of what stands around them. */
int text_is_plain(uint32_t code);

/* Copy a name that somebody else chose, in size bytes at most; what is not
 * plain becomes a question mark. Gives the length. */
size_t text_tame(char *dst, size_t size, const char *src);

/* The same of what has no null behind it. */
size_t text_tame_part(char *dst, size_t size, const char *src, size_t src_len);

/* For a terminal that knows nothing else: a question mark for each byte that is
 * not ASCII. */
void text_to_ascii(char *text);

#endif
