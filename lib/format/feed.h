/*
 * feed.h - the bytes of a foreign trace
 *
 * A feed is a window on the bytes that were read and not taken yet, of a file,
 * a pipe, a line that may never end, or memory. Its user looks at the window,
 * takes what is complete, and asks for more:
 *
 *	at = pxt_feed_peek(feed, &len);
 *	if (len < NEEDED)
 *		err = pxt_feed_more(feed);
 *	else
 *		pxt_feed_take(feed, NEEDED);
 *
 * To take values apart there is bytes.h.
 */
#ifndef PXT_FORMAT_FEED_H
#define PXT_FORMAT_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/holes.h"

struct pxt_feed;

/* Reads a file or a device: fd is borrowed. The window grows while bytes are
 * left in it. ENOMEM. */
int pxt_feed_open(int fd, struct pxt_feed **feed);

/* Reads memory, which is borrowed. ENOMEM. */
int pxt_feed_open_memory(const void *data, size_t len, struct pxt_feed **feed);

/* Sets the holes, by offsets from the start; borrowed. */
void pxt_feed_set_holes(struct pxt_feed *feed, const struct pxt_holes *holes);

/* Unpacks the file from now on, if gzip has packed it, of which nothing was
 * taken yet. Errors of pxt_gzip_open(), and of reading. */
int pxt_feed_unpack(struct pxt_feed *feed);

/* True if the file is unpacked. */
bool pxt_feed_is_packed(const struct pxt_feed *feed);

/* The reason why unpacking has ended too early, or NULL. */
const char *pxt_feed_fault(const struct pxt_feed *feed);

/* True if no byte of the range lies in a hole. */
bool pxt_feed_is_whole(const struct pxt_feed *feed, uint64_t offset,
		       uint64_t len);

/* Feed may be NULL. */
void pxt_feed_close(struct pxt_feed *feed);

/* The window and its size, valid until the next call. */
const uint8_t *pxt_feed_peek(const struct pxt_feed *feed, size_t *len);

/* Reads more. ENODATA: nothing now, see pxt_feed_ended(); the window may have
 * moved nevertheless. ENOMEM, or an error of reading. */
int pxt_feed_more(struct pxt_feed *feed);

/* Reads until the window has len bytes, or the end is reached. Errors of
 * pxt_feed_more(), but ENODATA only if more may still come. */
int pxt_feed_need(struct pxt_feed *feed, size_t len);

/* Reads all into the window: only for a feed that ends. Errors of
 * pxt_feed_need(). */
int pxt_feed_all(struct pxt_feed *feed);

/* Takes bytes from the window; not more than it has. */
void pxt_feed_take(struct pxt_feed *feed, size_t len);

/* Offset of the window from the start. */
uint64_t pxt_feed_offset(const struct pxt_feed *feed);

/* True if no bytes will follow the window. */
bool pxt_feed_ended(const struct pxt_feed *feed);

/* The file may grow: its end counts only after pxt_feed_end(). */
void pxt_feed_grows(struct pxt_feed *feed);
void pxt_feed_end(struct pxt_feed *feed);

/* A line's reading ends with an error as it does at the end of the file. */
void pxt_feed_set_line(struct pxt_feed *feed);

/* True if a line's reading has ended; the error, or 0 at the end of the
 * file. */
bool pxt_feed_line_ended(const struct pxt_feed *feed, int *err);

/* Suspends reading, or resumes it. */
void pxt_feed_pause(struct pxt_feed *feed, bool on);

/* True if more is awaited. */
bool pxt_feed_waits(const struct pxt_feed *feed);

/* Starts over. ESPIPE: not possible. */
int pxt_feed_rewind(struct pxt_feed *feed);

/* The size in bytes; 0: unknown. */
uint64_t pxt_feed_size(const struct pxt_feed *feed);

#endif
