/*
 * text.h - numbers and names for people
 *
 * Functions that fill a buffer of TEXT_MAX characters return it.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

enum { TEXT_MAX = 32 };

/* 1,204,311 */
char *text_count(char *buf, unsigned long long n);

/* 0x2001f000; returns its length. */
size_t text_hex(char *buf, unsigned long long n);

/* Plural ending: "" or "s". */
const char *text_plural(unsigned long long n);

/* 512 B, 3.1 KiB, 38 MiB */
char *text_size(char *buf, unsigned long long bytes);

/* 640 ns, 156 us, 12 ms, 12.4 s, 3 min 20 s, 2 h 05 min */
char *text_duration(char *buf, int64_t ns);

/* Short durations: 640 ns, 5.4 us, 41 us, 18.8 ms, 1.2 s; above a minute as
 * text_duration(). */
char *text_brief(char *buf, uint64_t ns);

/* True if a character is shown as such. Controls are not, nor characters that
 * change the direction or break lines. */
int text_is_plain(uint32_t code);

/* Copies an untrusted name, in size bytes at most; characters that are not
 * plain become question marks. Returns the length. */
size_t text_tame(char *dst, size_t size, const char *src);

/* The same, in new memory. NULL: no memory. */
char *text_copy_tame(const char *src);

/* Same for a name without a null. */
size_t text_tame_part(char *dst, size_t size, const char *src, size_t src_len);

/* For a plain terminal: replaces bytes outside of ASCII by question marks. */
void text_to_ascii(char *text);

#endif
