/*
 * log_writer.c - put sections into a log, one after the other
 *
 * One pwritev() per section, as a rule. The writer counts where the file
 * ends; what lies behind that is the rest of a section that failed, and is
 * cut off at once or, where even that fails, before the next section.
 *
 * Names and processes are kept for the section END, as END has them.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "log/log_writer.h"
#include "model/image.h"

/* Encoded entries for END, one behind the other. */
struct kept {
	uint8_t *data;
	size_t len;
	size_t size;
	uint32_t count;
};

struct pxt_log_writer {
	int fd; /* borrowed */
	bool torn; /* there may be bytes behind length */
	bool incomplete; /* END has no room for all names and processes */
	uint8_t uuid[16];
	uint64_t length;
	uint64_t number; /* of the next section */
	struct kept names;
	struct kept processes;
};

/* A payload in up to PARTS_MAX parts, after the room for the head. */
enum { PARTS_MAX = 4, IOV_MAX_OURS = PARTS_MAX + 2 };

/* Beyond the limit on file sizes, a write raises SIGXFSZ in its thread, and
 * that would end a program which never asked for a log. */
struct hush {
	sigset_t xfsz;
	sigset_t before;
	int pending; /* somebody else's was there before */
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

/* Drop the first len bytes of what iov stands for. */
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

static int write_all(int fd, struct iovec *iov, int count, uint64_t at)
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

static int cut(struct pxt_log_writer *writer)
{
	while (ftruncate(writer->fd, (off_t)writer->length))
		if (errno != EINTR)
			return errno;

	writer->torn = false;
	return 0;
}

/* Write all of iov behind the log, or nothing. */
static int append(struct pxt_log_writer *writer, struct iovec *iov, int count)
{
	struct hush hush;
	uint64_t len = 0;
	int err;

	if (writer->torn) {
		err = cut(writer);
		if (err)
			return err;
	}

	for (int i = 0; i < count; i++)
		len += iov[i].iov_len;

	writer->torn = true;
	hush_begin(&hush);
	err = write_all(writer->fd, iov, count, writer->length);
	hush_end(&hush, err);
	if (err) {
		/* The error of the write is the one to tell. */
		cut(writer);
		return err;
	}

	writer->torn = false;
	writer->length += len;
	return 0;
}

/* The vector only reads through it. */
static struct iovec part(const void *data, size_t len)
{
	union {
		const void *in;
		void *out;
	} bytes = { .in = data };

	return (struct iovec){ .iov_base = bytes.out, .iov_len = len };
}

static int put_section(struct pxt_log_writer *writer, uint32_t type,
		       const struct iovec *payload, int parts)
{
	static const uint8_t zeroes[8];
	struct pxt_log_section section = { .type = type,
					   .number = writer->number };
	uint8_t head[PXT_LOG_SECTION_SIZE];
	struct iovec iov[IOV_MAX_OURS];
	int err;

	for (int i = 0; i < parts; i++) {
		iov[1 + i] = payload[i];
		section.len += payload[i].iov_len;
		section.crc = pxt_crc32c(section.crc, payload[i].iov_base,
					 payload[i].iov_len);
	}
	pxt_log_section_encode(&section,
			       type == PXT_LOG_HEADER ? NULL : writer->uuid,
			       head);
	iov[0] = part(head, sizeof(head));
	iov[1 + parts] = part(zeroes, pxt_log_padding(section.len));

	err = append(writer, iov, parts + 2);
	if (err)
		return err;

	writer->number++;
	return 0;
}

static int put_beginning(struct pxt_log_writer *writer,
			 const struct pxt_log_header *header)
{
	uint8_t preamble[PXT_LOG_PREAMBLE_SIZE];
	uint8_t payload[PXT_LOG_HEADER_MAX];
	struct iovec iov;
	int err;

	pxt_log_preamble_encode(preamble);
	iov = part(preamble, sizeof(preamble));
	err = append(writer, &iov, 1);
	if (err)
		return err;

	iov = part(payload, pxt_log_header_encode(header, payload));
	err = put_section(writer, PXT_LOG_HEADER, &iov, 1);
	if (err) {
		writer->length = 0;
		cut(writer);
	}
	return err;
}

static int check_file(int fd)
{
	int flags = fcntl(fd, F_GETFL);
	struct stat status;

	if (flags < 0)
		return errno;
	if (flags & O_PATH || (flags & O_ACCMODE) == O_RDONLY)
		return EBADF;

	if (fstat(fd, &status))
		return errno;
	return S_ISREG(status.st_mode) && !(flags & O_APPEND) ? 0 : EINVAL;
}

int pxt_log_create(int fd, const struct pxt_log_header *header,
		   struct pxt_log_writer **out)
{
	struct pxt_log_writer *writer;
	int err;

	err = check_file(fd);
	if (err)
		return err;

	writer = calloc(1, sizeof(*writer));
	if (!writer)
		return ENOMEM;
	writer->fd = fd;
	memcpy(writer->uuid, header->uuid, sizeof(writer->uuid));

	err = cut(writer);
	if (!err)
		err = put_beginning(writer, header);
	if (err) {
		free(writer);
		return err;
	}

	*out = writer;
	return 0;
}

static uint64_t end_length(const struct pxt_log_writer *writer)
{
	return PXT_LOG_END_SIZE + writer->names.len + writer->processes.len +
	       PXT_LOG_TRAILER_SIZE + 7;
}

/* Make room for len bytes, before they are written to the file: what was
 * written must not fail to be kept. *room: whether END takes them. */
static int reserve(struct pxt_log_writer *writer, struct kept *kept,
		   size_t len, bool *room)
{
	size_t size = kept->size ? kept->size : 1024;
	uint8_t *data;

	*room = end_length(writer) + len <= PXT_LOG_END_MAX;
	if (!*room || len <= kept->size - kept->len)
		return 0;

	while (size - kept->len < len)
		size *= 2;
	data = realloc(kept->data, size);
	if (!data)
		return ENOMEM;

	kept->data = data;
	kept->size = size;
	return 0;
}

static void keep(struct kept *kept, const void *data, size_t len)
{
	memcpy(kept->data + kept->len, data, len);
	kept->len += len;
}

int pxt_log_put_name(struct pxt_log_writer *writer, uint32_t family,
		     uint32_t type, const char *name)
{
	const struct pxt_log_name decoded = { family, type, name };
	uint8_t payload[PXT_LOG_NAME_MAX];
	struct iovec iov;
	size_t len;
	bool room;
	int err;

	err = pxt_log_name_encode(&decoded, payload, &len);
	if (err)
		return err;
	err = reserve(writer, &writer->names, len, &room);
	if (err)
		return err;

	iov = part(payload, len);
	err = put_section(writer, PXT_LOG_NAME, &iov, 1);
	if (err)
		return err;

	if (room) {
		keep(&writer->names, payload, len);
		writer->names.count++;
	} else {
		writer->incomplete = true;
	}
	return 0;
}

int pxt_log_put_process(struct pxt_log_writer *writer, const void *image,
			size_t len)
{
	uint8_t le[4] = { (uint8_t)len, (uint8_t)(len >> 8),
			  (uint8_t)(len >> 16), (uint8_t)(len >> 24) };
	struct iovec iov = part(image, len);
	struct pxt_image decoded;
	bool room;
	int err;

	if (len > PXT_LOG_PROCESS_MAX)
		return EMSGSIZE;
	if (pxt_image_decode(&decoded, image, len))
		return EINVAL;
	err = reserve(writer, &writer->processes, sizeof(le) + len, &room);
	if (err)
		return err;

	err = put_section(writer, PXT_LOG_PROCESS, &iov, 1);
	if (err)
		return err;

	if (room) {
		keep(&writer->processes, le, sizeof(le));
		keep(&writer->processes, image, len);
		writer->processes.count++;
	} else {
		writer->incomplete = true;
	}
	return 0;
}

int pxt_log_put_chunk(struct pxt_log_writer *writer,
		      const struct pxt_log_chunk *chunk, const void *records,
		      size_t len)
{
	uint8_t head[PXT_LOG_CHUNK_SIZE];
	struct iovec iov[2];

	if (len > PXT_LOG_CHUNK_MAX - sizeof(head))
		return EMSGSIZE;

	pxt_log_chunk_encode(chunk, head);
	iov[0] = part(head, sizeof(head));
	iov[1] = part(records, len);
	return put_section(writer, PXT_LOG_CHUNK, iov, 2);
}

int pxt_log_put_end(struct pxt_log_writer *writer,
		    const struct pxt_log_end *end)
{
	const struct pxt_log_recap recap = {
		.complete = !writer->incomplete,
		.names = writer->names.count,
		.processes = writer->processes.count,
	};
	uint8_t tail[7 + PXT_LOG_TRAILER_SIZE] = { 0 };
	uint8_t fixed[PXT_LOG_END_SIZE];
	struct iovec iov[PARTS_MAX];
	size_t len, padding;

	/* Padding goes before the trailer: that ends the file. */
	len = sizeof(fixed) + writer->names.len + writer->processes.len;
	padding = pxt_log_padding(len);
	len += padding + PXT_LOG_TRAILER_SIZE;

	pxt_log_end_encode(end, &recap, fixed);
	pxt_log_trailer_encode(PXT_LOG_SECTION_SIZE + len, tail + padding);

	iov[0] = part(fixed, sizeof(fixed));
	iov[1] = part(writer->names.data, writer->names.len);
	iov[2] = part(writer->processes.data, writer->processes.len);
	iov[3] = part(tail, padding + PXT_LOG_TRAILER_SIZE);
	return put_section(writer, PXT_LOG_END, iov, PARTS_MAX);
}

uint64_t pxt_log_length(const struct pxt_log_writer *writer)
{
	return writer->length;
}

void pxt_log_writer_close(struct pxt_log_writer *writer)
{
	if (!writer)
		return;

	free(writer->names.data);
	free(writer->processes.data);
	free(writer);
}
