/* gzip.c - a file that gzip has packed, unpacked as it is read */
#include "format/gzip.h"
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool pxt_gzip_is(const uint8_t *start, size_t len)
{
	static const uint8_t magic[] = { 0x1f, 0x8b, 8 };

	return len >= sizeof(magic) && !memcmp(start, magic, sizeof(magic));
}

#ifdef HAVE_ZLIB
#include <zlib.h>

enum {
	PIECE = 64 << 10,
	GZIP_WINDOW = 15 + 16, /* zlib's number for gzip's form */
	/* Bytes that may come of anything, and of a byte beyond these. */
	PLAUSIBLE = 64 << 20,
	RATIO_MAX = 200,
};

bool pxt_gzip_is_there(void)
{
	return true;
}

struct pxt_gzip {
	z_stream stream;
	uint8_t *in;
	size_t room;
	uint64_t packed, unpacked; /* bytes so far */
	bool has_ended;		   /* no more bytes come */
	bool is_between;	   /* behind a part, of which a file may have
				    * several */
	const char *fault;
};

int pxt_gzip_open(const uint8_t *start, size_t len, struct pxt_gzip **out)
{
	struct pxt_gzip *gzip = calloc(1, sizeof(*gzip));

	if (!gzip)
		return ENOMEM;
	gzip->room = len > PIECE ? len : PIECE;
	gzip->in = malloc(gzip->room);
	if (!gzip->in || inflateInit2(&gzip->stream, GZIP_WINDOW) != Z_OK) {
		free(gzip->in);
		free(gzip);
		return ENOMEM;
	}
	if (len)
		memcpy(gzip->in, start, len);
	gzip->stream.next_in = gzip->in;
	gzip->stream.avail_in = (uInt)len;
	*out = gzip;
	return 0;
}

void pxt_gzip_reset(struct pxt_gzip *gzip)
{
	inflateReset(&gzip->stream);
	gzip->stream.avail_in = 0;
	gzip->packed = gzip->unpacked = 0;
	gzip->has_ended = gzip->is_between = false;
	gzip->fault = NULL;
}

void pxt_gzip_close(struct pxt_gzip *gzip)
{
	if (!gzip)
		return;
	inflateEnd(&gzip->stream);
	free(gzip->in);
	free(gzip);
}

const char *pxt_gzip_fault(const struct pxt_gzip *gzip)
{
	return gzip->fault;
}

static void end(struct pxt_gzip *gzip, const char *fault)
{
	gzip->has_ended = true;
	gzip->fault = fault;
}

/* Reads packed bytes. Returns an error number. */
static int fill(struct pxt_gzip *gzip, int fd)
{
	const ssize_t got = read(fd, gzip->in, gzip->room);

	if (got < 0)
		return errno;
	gzip->stream.next_in = gzip->in;
	gzip->stream.avail_in = (uInt)got;
	if (!got)
		end(gzip, gzip->is_between ? NULL : "the packed file is cut");
	return 0;
}

/* Other bytes behind the last part are ignored, as by gzip. */
static void begin_part(struct pxt_gzip *gzip)
{
	gzip->is_between = false;
	if (*gzip->stream.next_in == 0x1f)
		inflateReset(&gzip->stream);
	else
		end(gzip, NULL);
}

/* Returns the number of bytes that were unpacked. */
static size_t unpack(struct pxt_gzip *gzip, uint8_t *to, size_t room)
{
	z_stream *stream = &gzip->stream;
	const uInt before = stream->avail_in;
	size_t made;
	int found;

	stream->next_out = to;
	stream->avail_out = (uInt)room;
	found = inflate(stream, Z_NO_FLUSH);
	made = room - stream->avail_out;
	gzip->packed += before - stream->avail_in;
	gzip->unpacked += made;
	if (found == Z_STREAM_END)
		gzip->is_between = true;
	else if (found != Z_OK && found != Z_BUF_ERROR)
		end(gzip, "the packed bytes are damaged");
	else if (gzip->unpacked > PLAUSIBLE &&
		 gzip->unpacked / RATIO_MAX > gzip->packed)
		end(gzip, "this unpacks to more than 200 times its size");
	return made;
}

ssize_t pxt_gzip_read(struct pxt_gzip *gzip, int fd, uint8_t *to, size_t room)
{
	size_t made = 0;

	while (!made && !gzip->has_ended) {
		const int err = gzip->stream.avail_in ? 0 : fill(gzip, fd);

		if (err) {
			errno = err;
			return -1;
		}
		if (!gzip->has_ended && gzip->is_between)
			begin_part(gzip);
		if (!gzip->has_ended)
			made = unpack(gzip, to, room);
	}
	return (ssize_t)made;
}

#else
bool pxt_gzip_is_there(void)
{
	return false;
}

struct pxt_gzip {
	const char *fault;
};

int pxt_gzip_open(const uint8_t *start, size_t len, struct pxt_gzip **out)
{
	(void)start;
	(void)len;
	*out = NULL;
	return ENOTSUP;
}

void pxt_gzip_reset(struct pxt_gzip *gzip)
{
	(void)gzip;
}

void pxt_gzip_close(struct pxt_gzip *gzip)
{
	(void)gzip;
}

ssize_t pxt_gzip_read(struct pxt_gzip *gzip, int fd, uint8_t *to, size_t room)
{
	(void)gzip;
	(void)fd;
	(void)to;
	(void)room;
	return 0;
}

const char *pxt_gzip_fault(const struct pxt_gzip *gzip)
{
	return gzip->fault;
}
#endif
