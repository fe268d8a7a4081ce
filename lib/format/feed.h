/*
 * feed.h - where the bytes of a foreign trace come from
 *
 * A feed gives a window on the bytes that were read and not taken yet. It
 * reads a file, a pipe or a line, to whose end it may never come, or memory.
 * Its user looks at what there is, takes what is whole, and asks for more:
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

/* Read a file or a device: fd is borrowed. The window grows as its user leaves
 * bytes in it. ENOMEM. */
int pxt_feed_open(int fd, struct pxt_feed **feed);

/* The same of memory, which is borrowed. ENOMEM. */
int pxt_feed_open_memory(const void *data, size_t len, struct pxt_feed **feed);

/* What nobody knows of it: by places from the start of all, and borrowed. */
void pxt_feed_set_holes(struct pxt_feed *feed, const struct pxt_holes *holes);

/* Whether bytes that lie there are all what was sent. */
bool pxt_feed_is_whole(const struct pxt_feed *feed, uint64_t offset,
		       uint64_t len);

/* NULL: there is none. */
void pxt_feed_close(struct pxt_feed *feed);

/* The bytes that are there, and how many. Good until the next call of any of
 * these. */
const uint8_t *pxt_feed_peek(const struct pxt_feed *feed, size_t *len);

/* Read more of them. ENODATA: there are none now, see pxt_feed_ended(); those
 * that are there may have moved nevertheless. ENOMEM, or an error of reading. */
int pxt_feed_more(struct pxt_feed *feed);

/* Have at least that many in the window, or all that there will be. As
 * pxt_feed_more(), but ENODATA only if they may still come. */
int pxt_feed_need(struct pxt_feed *feed, size_t len);

/* Have all of them in the window: only for what has an end. As pxt_feed_need().
 */
int pxt_feed_all(struct pxt_feed *feed);

/* Leave that many of the window behind; not more than it has. */
void pxt_feed_take(struct pxt_feed *feed, size_t len);

/* Where the window begins, in bytes from the start of all. */
uint64_t pxt_feed_offset(const struct pxt_feed *feed);

/* No more bytes will ever come than those in the window. */
bool pxt_feed_ended(const struct pxt_feed *feed);

/* What is read may grow: its end is none until pxt_feed_end(). */
void pxt_feed_grows(struct pxt_feed *feed);
void pxt_feed_end(struct pxt_feed *feed);

/* Read no more for now, or go on, though more may come. */
void pxt_feed_pause(struct pxt_feed *feed, bool on);

/* More may come, and is waited for. */
bool pxt_feed_waits(const struct pxt_feed *feed);

/* Begin again. ESPIPE: it cannot. */
int pxt_feed_rewind(struct pxt_feed *feed);

/* How many bytes there are in all; 0: nobody knows. */
uint64_t pxt_feed_size(const struct pxt_feed *feed);

#endif
