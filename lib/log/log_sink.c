/*
 * log_sink.c - sections into a file
 *
 * An appended section is usually one pwritev(). The sink knows the end of the
 * log; bytes behind it are the rest of a failed section, which is cut off at
 * once or, if even that fails, before the next section.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "log/log_sink.h"

/* A head, the payload, padding. */
enum { VECTOR_MAX = PXT_LOG_PARTS_MAX + 2 };

enum {
	STRETCH = 16 << 20, /* bytes that are written to disk at once */
	AHEAD = 256 << 10,  /* bytes that are reserved at once */
};

/* Writes beyond the limit on file sizes raise SIGXFSZ in their thread, which
 * would end a program that never asked for a log. */
struct hush {
	sigset_t xfsz;
	sigset_t before;
	int pending; /* the signal was pending before */
};

static void hush_begin(struct hush *hush)
{
	sigset_t pending;

	sigemptyset(&hush->xfsz);
	sigaddset(&hush->xfsz, SIGXFSZ);
	pthread_sigmask(SIG_BLOCK, &hush->xfsz, &hush->before);

	sigpending(&pending);
	hush->pending = sigismember(&pending, SIGXFSZ);
}

static void hush_end(const struct hush *hush, int err)
{
	const struct timespec at_once = { 0, 0 };

	if (err == EFBIG && !hush->pending)
		while (sigtimedwait(&hush->xfsz, NULL, &at_once) < 0 &&
		       errno == EINTR)
			;
	pthread_sigmask(SIG_SETMASK, &hush->before, NULL);
}

/* Drops the first len bytes of iov. */
static void skip(struct iovec **iov, int *count, size_t len)
{
	while (*count && len >= (*iov)->iov_len) {
		len -= (*iov)->iov_len;
		(*iov)++;
		(*count)--;
	}
	if (*count) {
		(*iov)->iov_base = (uint8_t *)(*iov)->iov_base + len;
		(*iov)->iov_len -= len;
	}
}

static int write_loudly(int fd, struct iovec *iov, int count, uint64_t at)
{
	ssize_t done;

	skip(&iov, &count, 0);
	while (count) {
		done = pwritev(fd, iov, count, (off_t)at);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return errno;
		if (!done)
			return EIO;

		at += (uint64_t)done;
		skip(&iov, &count, (size_t)done);
	}
	return 0;
}

static int write_all(int fd, struct iovec *iov, int count, uint64_t at)
{
	struct hush hush;
	int err;

	hush_begin(&hush);
	err = write_loudly(fd, iov, count, at);
	hush_end(&hush, err);
	return err;
}

int pxt_log_sink_cut(struct pxt_log_sink *sink)
{
	while (ftruncate(sink->fd, (off_t)sink->length))
		if (errno != EINTR)
			return errno;

	sink->torn = false;
	sink->reserved = sink->length;
	return 0;
}

static bool is_for_want_of_room(int err)
{
	return err == ENOSPC || err == EDQUOT || err == EFBIG;
}

/* fallocate() does not ask for the limit on file sizes if the file keeps its
 * size. */
static int reserve_upto(struct pxt_log_sink *sink, uint64_t end)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_FSIZE, &limit) && end > limit.rlim_cur)
		return EFBIG;
	while (fallocate(sink->fd, FALLOC_FL_KEEP_SIZE, (off_t)sink->length,
			 (off_t)(end - sink->length)))
		if (errno != EINTR)
			return errno;
	sink->reserved = end;
	return 0;
}

/* A file system that cannot reserve room is written as long as that works: any
 * error but want of room is left to the write. */
static int reserve(struct pxt_log_sink *sink, uint64_t len)
{
	const uint64_t end = sink->length + len + sink->reserve;
	int err;

	if (!sink->reserve || end <= sink->reserved)
		return 0;
	err = reserve_upto(sink, end + AHEAD);
	if (is_for_want_of_room(err))
		err = reserve_upto(sink, end);
	return is_for_want_of_room(err) ? err : 0;
}

/* Writing out starts early: a disk that is idle until gigabytes are dirty would
 * be blocked then. Errors come with a later write. */
static void start_writing(struct pxt_log_sink *sink)
{
	if (sink->started > sink->length)
		sink->started = sink->length;
	if (sink->length - sink->started < STRETCH)
		return;
	sync_file_range(sink->fd, (off_t)sink->started,
			(off_t)(sink->length - sink->started),
			SYNC_FILE_RANGE_WRITE);
	sink->started = sink->length;
}

int pxt_log_sink_append(struct pxt_log_sink *sink, struct iovec *iov, int count)
{
	uint64_t len = 0;
	int err;

	if (sink->torn) {
		err = pxt_log_sink_cut(sink);
		if (err)
			return err;
	}

	for (int i = 0; i < count; i++)
		len += iov[i].iov_len;
	err = reserve(sink, len);
	if (err)
		return err;

	sink->torn = true;
	err = write_all(sink->fd, iov, count, sink->length);
	if (err) {
		/* The error of the write is reported. */
		pxt_log_sink_cut(sink);
		return err;
	}

	sink->torn = false;
	sink->length += len;
	start_writing(sink);
	return 0;
}

/* The parameter of writev() is not const, but only read. */
struct iovec pxt_log_part(const void *data, size_t len)
{
	union {
		const void *in;
		void *out;
	} bytes = { .in = data };

	return (struct iovec){ .iov_base = bytes.out, .iov_len = len };
}

/* iov: head, payload and padding of a section. Returns their number. */
static int compose(const struct pxt_log_sink *sink, uint32_t type,
		   const struct iovec *payload, int parts,
		   uint8_t head[PXT_LOG_SECTION_SIZE], struct iovec *iov)
{
	static const uint8_t zeroes[8];
	struct pxt_log_section section = { .type = type,
					   .number = sink->number };

	for (int i = 0; i < parts; i++) {
		iov[1 + i] = payload[i];
		section.len += payload[i].iov_len;
		section.crc = pxt_crc32c(section.crc, payload[i].iov_base,
					 payload[i].iov_len);
	}
	pxt_log_section_encode(
		&section, type == PXT_LOG_HEADER ? NULL : sink->uuid, head);
	iov[0] = pxt_log_part(head, PXT_LOG_SECTION_SIZE);
	iov[1 + parts] = pxt_log_part(zeroes, pxt_log_padding(section.len));
	return parts + 2;
}

int pxt_log_sink_put(struct pxt_log_sink *sink, uint32_t type,
		     const struct iovec *payload, int parts)
{
	uint8_t head[PXT_LOG_SECTION_SIZE];
	struct iovec iov[VECTOR_MAX];
	int count, err;

	count = compose(sink, type, payload, parts, head, iov);
	err = pxt_log_sink_append(sink, iov, count);
	if (err)
		return err;

	sink->number++;
	return 0;
}

/* The head is written last: with it, the payload is complete. A SEGMENT is
 * small and written at once, as it lies exactly on an older one: the old head
 * would go with the new payload. */
int pxt_log_sink_put_at(struct pxt_log_sink *sink, uint64_t at, uint32_t type,
			const struct iovec *payload, int parts)
{
	const int at_once = type == PXT_LOG_SEGMENT;
	uint8_t head[PXT_LOG_SECTION_SIZE];
	struct iovec iov[VECTOR_MAX];
	int count, err = 0;

	count = compose(sink, type, payload, parts, head, iov);
	if (!at_once)
		err = write_all(sink->fd, iov + 1, count - 1,
				at + PXT_LOG_SECTION_SIZE);
	iov[0] = pxt_log_part(head, sizeof(head));
	if (!err)
		err = write_all(sink->fd, iov, at_once ? count : 1, at);
	if (err)
		return err;

	sink->number++;
	return 0;
}

int pxt_log_sink_blank(struct pxt_log_sink *sink, uint64_t at)
{
	static const uint8_t zeroes[PXT_LOG_SECTION_SIZE];
	struct iovec iov = pxt_log_part(zeroes, sizeof(zeroes));

	return write_all(sink->fd, &iov, 1, at);
}

int pxt_log_sink_check(int fd, int way)
{
	int flags = fcntl(fd, F_GETFL);
	struct stat status;

	if (flags < 0)
		return errno;
	if (flags & O_PATH ||
	    ((flags & O_ACCMODE) != O_RDWR && (flags & O_ACCMODE) != way))
		return EBADF;

	if (fstat(fd, &status))
		return errno;
	return S_ISREG(status.st_mode) && !(flags & O_APPEND) ? 0 : EINVAL;
}
