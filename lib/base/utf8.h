/*
 * utf8.h - the characters of a text in UTF-8
 */
#ifndef PXT_BASE_UTF8_H
#define PXT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The character that begins a text which ends at end: its length in bytes, or
 * 0 where there is none. */
size_t pxt_utf8_take(const uint8_t *at, const uint8_t *end, uint32_t *code);

/* Of a text that is longer: how many bytes stay, `len` at most, if no character
 * is cut. */
size_t pxt_utf8_cut(const char *text, size_t len);

#endif
