/*
 * utf8.h - characters in UTF-8
 */
#ifndef PXT_BASE_UTF8_H
#define PXT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes the first character of a text that ends at end: returns its length in
 * bytes, or 0 if it is invalid. */
size_t pxt_utf8_take(const uint8_t *at, const uint8_t *end, uint32_t *code);

/* Cuts a text of more than len bytes: returns the bytes to keep, `len` at most,
 * without cutting a character. */
size_t pxt_utf8_cut(const char *text, size_t len);

#endif
