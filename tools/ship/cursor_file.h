/*
 * cursor_file.h - a small text that is there as a whole, or not
 *
 * It is written anew, and renamed, and ends with a checksum.
 */
#ifndef SHIP_CURSOR_FILE_H
#define SHIP_CURSOR_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { CURSOR_FILE_MOST = 512, CURSOR_FILE_UUID = 16 };

/* Adds the line of the checksum to a text. Returns its new length. */
size_t cursor_file_seal(char text[CURSOR_FILE_MOST], size_t len);

/* Digits of an UUID, with the null, and back. */
void cursor_file_print(char digits[2 * CURSOR_FILE_UUID + 1],
		       const unsigned char uuid[CURSOR_FILE_UUID]);
bool cursor_file_parse(const char *digits,
		       unsigned char uuid[CURSOR_FILE_UUID]);

/* Reads a text, as it is. ENOENT. EBADMSG: it cannot be read. */
int cursor_file_read(const char *path, char text[CURSOR_FILE_MOST],
		     size_t *len);

int cursor_file_write(const char *path, const char *text, size_t len);

#endif
