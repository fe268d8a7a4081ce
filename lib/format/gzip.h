/*
 * gzip.h - a file that gzip has packed, unpacked as it is read
 *
 * Memory is bounded, and so is what a few bytes can become.
 */
#ifndef PXT_FORMAT_GZIP_H
#define PXT_FORMAT_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct pxt_gzip;

/* True if this was built with zlib. */
bool pxt_gzip_is_there(void);

/* True if bytes begin as such a file does. */
bool pxt_gzip_is(const uint8_t *start, size_t len);

/* Begins to unpack: first the bytes that were read already, which are copied.
 * ENOTSUP: built without zlib. ENOMEM. */
int pxt_gzip_open(const uint8_t *start, size_t len, struct pxt_gzip **gzip);

/* Begins again with nothing read. */
void pxt_gzip_reset(struct pxt_gzip *gzip);

/* Accepts NULL. */
void pxt_gzip_close(struct pxt_gzip *gzip);

/* Reads from a file, as read() does: 0 is the end, -1 an error in errno. */
ssize_t pxt_gzip_read(struct pxt_gzip *gzip, int fd, uint8_t *to, size_t room);

/* The reason why unpacking has ended too early; NULL: none. */
const char *pxt_gzip_fault(const struct pxt_gzip *gzip);

#endif
