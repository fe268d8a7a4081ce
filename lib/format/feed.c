/* feed.c - the bytes of a foreign trace */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "format/feed.h"
#include "format/gzip.h"

enum { FEED_STEP = 256 << 10 };

struct pxt_feed {
	int fd;		     /* -1: memory */
	const uint8_t *data; /* the memory, or the buffer */
	uint8_t *buffer;
	size_t room;	 /* size of the buffer */
	size_t from, to; /* the window in data */
	uint64_t taken;	 /* bytes before the window */
	uint64_t size;	 /* size of the file when it was opened */
	off_t start;	 /* offset of the file when it was opened */
	bool is_file;
	bool grows;
	bool paused;
	bool ended; /* no more can be read */
	bool is_line;
	bool line_ended;
	int line_error;		       /* error that ended the line, or 0 */
	const struct pxt_holes *holes; /* may be NULL */
	struct pxt_gzip *gzip;	       /* unpacks the file; may be NULL */
};

static void measure(struct pxt_feed *feed)
{
	struct stat st;

	if (fstat(feed->fd, &st) || !S_ISREG(st.st_mode))
		return;
	feed->start = lseek(feed->fd, 0, SEEK_CUR);
	if (feed->start < 0)
		return;
	feed->is_file = true;
	if (st.st_size > feed->start)
		feed->size = (uint64_t)(st.st_size - feed->start);
}

int pxt_feed_open(int fd, struct pxt_feed **out)
{
	struct pxt_feed *feed = calloc(1, sizeof(*feed));

	if (!feed)
		return ENOMEM;
	feed->fd = fd;
	measure(feed);
	*out = feed;
	return 0;
}

int pxt_feed_open_memory(const void *data, size_t len, struct pxt_feed **out)
{
	struct pxt_feed *feed = calloc(1, sizeof(*feed));

	if (!feed)
		return ENOMEM;
	feed->fd = -1;
	feed->data = data;
	feed->to = len;
	feed->size = len;
	feed->ended = true;
	*out = feed;
	return 0;
}

void pxt_feed_set_holes(struct pxt_feed *feed, const struct pxt_holes *holes)
{
	feed->holes = holes;
}

bool pxt_feed_is_whole(const struct pxt_feed *feed, uint64_t offset,
		       uint64_t len)
{
	return !feed->holes ||
	       !pxt_holes_meet(feed->holes, offset, offset + len);
}

int pxt_feed_unpack(struct pxt_feed *feed)
{
	const uint8_t *start;
	size_t len;
	int err;

	err = pxt_feed_need(feed, 3);
	start = pxt_feed_peek(feed, &len);
	if (err || !pxt_gzip_is(start, len))
		return err == ENODATA ? 0 : err;
	err = pxt_gzip_open(start, len, &feed->gzip);
	if (err)
		return err;
	feed->from = feed->to = 0;
	feed->size = 0;
	feed->ended = false;
	return 0;
}

bool pxt_feed_is_packed(const struct pxt_feed *feed)
{
	return feed->gzip != NULL;
}

const char *pxt_feed_fault(const struct pxt_feed *feed)
{
	return feed->gzip ? pxt_gzip_fault(feed->gzip) : NULL;
}

void pxt_feed_close(struct pxt_feed *feed)
{
	if (!feed)
		return;
	pxt_gzip_close(feed->gzip);
	free(feed->buffer);
	free(feed);
}

const uint8_t *pxt_feed_peek(const struct pxt_feed *feed, size_t *len)
{
	*len = feed->to - feed->from;
	return *len ? feed->data + feed->from : NULL;
}

/* Moves the window to the front of the buffer if that is cheap: if it has no
 * more bytes than lie before it. */
static void close_up(struct pxt_feed *feed)
{
	const size_t len = feed->to - feed->from;

	if (len > feed->from)
		return;
	if (len)
		memcpy(feed->buffer, feed->buffer + feed->from, len);
	feed->from = 0;
	feed->to = len;
}

static int make_room(struct pxt_feed *feed)
{
	if (feed->room - feed->to >= FEED_STEP)
		return 0;
	if (feed->buffer)
		close_up(feed);
	if (pxt_array_reserve(&feed->buffer, &feed->room, feed->to + FEED_STEP,
			      1))
		return ENOMEM;
	feed->data = feed->buffer;
	return 0;
}

static int at_the_end(struct pxt_feed *feed)
{
	if (!feed->grows || !feed->is_file)
		feed->ended = true;
	return ENODATA;
}

/* Reading a line again might give something else: a terminal whose other side
 * goes has an error for an instant, and then the end of the file. */
static int at_the_line_end(struct pxt_feed *feed, int err)
{
	feed->ended = feed->line_ended = true;
	feed->line_error = err;
	return ENODATA;
}

/* True if a read would not block: followers of a line wait elsewhere, where
 * they can be interrupted. */
static bool is_ready(const struct pxt_feed *feed)
{
	struct pollfd fd = { .fd = feed->fd, .events = POLLIN };

	return !feed->grows || feed->is_file || poll(&fd, 1, 0);
}

static ssize_t read_step(struct pxt_feed *feed)
{
	uint8_t *to = feed->buffer + feed->to;

	return feed->gzip ? pxt_gzip_read(feed->gzip, feed->fd, to, FEED_STEP) :
			    read(feed->fd, to, FEED_STEP);
}

int pxt_feed_more(struct pxt_feed *feed)
{
	ssize_t got;
	int err;

	if (feed->ended || feed->paused || !is_ready(feed))
		return ENODATA;
	err = make_room(feed);
	if (err)
		return err;
	do
		got = read_step(feed);
	while (got < 0 && errno == EINTR && !feed->grows);
	err = got < 0 ? errno : 0;
	if (err == EAGAIN || err == EINTR)
		return ENODATA;
	if (got <= 0 && feed->is_line)
		return at_the_line_end(feed, err);
	if (err)
		return err;
	if (!got)
		return at_the_end(feed);
	feed->to += (size_t)got;
	return 0;
}

int pxt_feed_need(struct pxt_feed *feed, size_t len)
{
	while (feed->to - feed->from < len) {
		int err = pxt_feed_more(feed);

		if (err)
			return err == ENODATA && feed->ended ? 0 : err;
	}
	return 0;
}

int pxt_feed_all(struct pxt_feed *feed)
{
	return pxt_feed_need(feed, SIZE_MAX);
}

void pxt_feed_take(struct pxt_feed *feed, size_t len)
{
	if (len > feed->to - feed->from)
		len = feed->to - feed->from;
	feed->from += len;
	feed->taken += len;
}

uint64_t pxt_feed_offset(const struct pxt_feed *feed)
{
	return feed->taken;
}

bool pxt_feed_ended(const struct pxt_feed *feed)
{
	return feed->ended;
}

void pxt_feed_grows(struct pxt_feed *feed)
{
	feed->grows = true;
}

void pxt_feed_end(struct pxt_feed *feed)
{
	feed->ended = true;
}

void pxt_feed_set_line(struct pxt_feed *feed)
{
	feed->is_line = true;
}

bool pxt_feed_line_ended(const struct pxt_feed *feed, int *err)
{
	*err = feed->line_error;
	return feed->line_ended;
}

void pxt_feed_pause(struct pxt_feed *feed, bool on)
{
	feed->paused = on;
}

bool pxt_feed_waits(const struct pxt_feed *feed)
{
	return feed->grows && !feed->ended && !feed->paused;
}

int pxt_feed_rewind(struct pxt_feed *feed)
{
	if (feed->fd < 0) {
		feed->from = 0;
	} else if (feed->is_file) {
		if (lseek(feed->fd, feed->start, SEEK_SET) < 0)
			return errno;
		if (feed->gzip)
			pxt_gzip_reset(feed->gzip);
		feed->from = feed->to = 0;
		feed->ended = false;
	} else if (feed->taken == feed->from) {
		/* Bytes that were taken are still in the buffer. */
		feed->from = 0;
	} else {
		return ESPIPE;
	}
	feed->taken = 0;
	return 0;
}

uint64_t pxt_feed_size(const struct pxt_feed *feed)
{
	return feed->size;
}
