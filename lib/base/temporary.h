/*
 * temporary.h - a file without a name, in TMPDIR or /tmp
 */
#ifndef PXT_BASE_TEMPORARY_H
#define PXT_BASE_TEMPORARY_H

#include <stddef.h>
#include <stdint.h>

/* Opens a file for reading and writing. Errors of the file system. */
int pxt_temporary_open(int *fd);

/* Write and read all of it at an offset. Errors of the file system; EIO: the
 * file has less. */
int pxt_temporary_write(int fd, const void *data, size_t len, uint64_t offset);
int pxt_temporary_read(int fd, void *data, size_t len, uint64_t offset);

/* The directory of such files, for messages; borrowed. */
const char *pxt_temporary_directory(void);

#endif
