/*
 * log_output.c - sections into a file
 *
 * An appended section is usually one pwritev(). The output knows the end of the
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
#include "log/log_output.h"

/* A head, the payload, padding. */
enum { VECTOR_MAX = PXT_LOG_PIECES_MAX + 2 };

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

int pxt_log_output_cut(struct pxt_log_output *output)
{
	while (ftruncate(output->fd, (off_t)output->length))
		if (errno != EINTR)
			return errno;

	output->torn = false;
	output->reserved = output->length;
	return 0;
}

static bool is_for_want_of_room(int err)
{
	return err == ENOSPC || err == EDQUOT || err == EFBIG;
}

/* fallocate() does not ask for the limit on file sizes if the file keeps its
 * size. */
static int reserve_upto(struct pxt_log_output *output, uint64_t end)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_FSIZE, &limit) && end > limit.rlim_cur)
		return EFBIG;
	while (fallocate(output->fd, FALLOC_FL_KEEP_SIZE, (off_t)output->length,
			 (off_t)(end - output->length)))
		if (errno != EINTR)
			return errno;
	output->reserved = end;
	return 0;
}

/* A file system that cannot reserve room is written as long as that works: any
 * error but want of room is left to the write. */
static int reserve(struct pxt_log_output *output, uint64_t len)
{
	const uint64_t end = output->length + len + output->reserve;
	int err;

	if (!output->reserve || end <= output->reserved)
		return 0;
	err = reserve_upto(output, end + AHEAD);
	if (is_for_want_of_room(err))
		err = reserve_upto(output, end);
	return is_for_want_of_room(err) ? err : 0;
}

/* Writing out starts early: a disk that is idle until gigabytes are dirty would
 * be blocked then. Errors come with a later write. */
static void start_writing(struct pxt_log_output *output)
{
	if (output->started > output->length)
		output->started = output->length;
	if (output->length - output->started < STRETCH)
		return;
	sync_file_range(output->fd, (off_t)output->started,
			(off_t)(output->length - output->started),
			SYNC_FILE_RANGE_WRITE);
	output->started = output->length;
}

int pxt_log_output_append(struct pxt_log_output *output, struct iovec *iov,
			  int count)
{
	uint64_t len = 0;
	int err;

	if (output->torn) {
		err = pxt_log_output_cut(output);
		if (err)
			return err;
	}

	for (int i = 0; i < count; i++)
		len += iov[i].iov_len;
	err = reserve(output, len);
	if (err)
		return err;

	output->torn = true;
	err = write_all(output->fd, iov, count, output->length);
	if (err) {
		/* The error of the write is reported. */
		pxt_log_output_cut(output);
		return err;
	}

	output->torn = false;
	output->length += len;
	start_writing(output);
	return 0;
}

/* The parameter of writev() is not const, but only read. */
struct iovec pxt_log_piece(const void *data, size_t len)
{
	union {
		const void *in;
		void *out;
	} bytes = { .in = data };

	return (struct iovec){ .iov_base = bytes.out, .iov_len = len };
}

/* iov: head, payload and padding of a section. Returns their number. */
static int compose(const struct pxt_log_output *output, uint32_t type,
		   const struct iovec *payload, int pieces,
		   uint8_t head[PXT_LOG_SECTION_SIZE], struct iovec *iov)
{
	static const uint8_t zeroes[8];
	struct pxt_log_section section = { .type = type,
					   .number = output->number };

	for (int i = 0; i < pieces; i++) {
		iov[1 + i] = payload[i];
		section.len += payload[i].iov_len;
		section.crc = pxt_crc32c(section.crc, payload[i].iov_base,
					 payload[i].iov_len);
	}
	pxt_log_section_encode(
		&section, type == PXT_LOG_HEADER ? NULL : output->uuid, head);
	iov[0] = pxt_log_piece(head, PXT_LOG_SECTION_SIZE);
	iov[1 + pieces] = pxt_log_piece(zeroes, pxt_log_padding(section.len));
	return pieces + 2;
}

int pxt_log_output_put(struct pxt_log_output *output, uint32_t type,
		       const struct iovec *payload, int pieces)
{
	uint8_t head[PXT_LOG_SECTION_SIZE];
	struct iovec iov[VECTOR_MAX];
	int count, err;

	count = compose(output, type, payload, pieces, head, iov);
	err = pxt_log_output_append(output, iov, count);
	if (err)
		return err;

	output->number++;
	return 0;
}

/* The head is written last: with it, the payload is complete. A SEGMENT is
 * small and written at once, as it lies exactly on an older one: the old head
 * would go with the new payload. */
int pxt_log_output_put_at(struct pxt_log_output *output, uint64_t at,
			  uint32_t type, const struct iovec *payload,
			  int pieces)
{
	const int at_once = type == PXT_LOG_SEGMENT;
	uint8_t head[PXT_LOG_SECTION_SIZE];
	struct iovec iov[VECTOR_MAX];
	int count, err = 0;

	count = compose(output, type, payload, pieces, head, iov);
	if (!at_once)
		err = write_all(output->fd, iov + 1, count - 1,
				at + PXT_LOG_SECTION_SIZE);
	iov[0] = pxt_log_piece(head, sizeof(head));
	if (!err)
		err = write_all(output->fd, iov, at_once ? count : 1, at);
	if (err)
		return err;

	output->number++;
	return 0;
}

int pxt_log_output_blank(struct pxt_log_output *output, uint64_t at)
{
	static const uint8_t zeroes[PXT_LOG_SECTION_SIZE];
	struct iovec iov = pxt_log_piece(zeroes, sizeof(zeroes));

	return write_all(output->fd, &iov, 1, at);
}

int pxt_log_output_check(int fd, int way)
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
