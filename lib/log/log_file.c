/* log_file.c - pieces of a log's file, checked one by one */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "base/text.h"
#include "log/log_file.h"
#include "log/log_packing.h"
#include "log/log_section.h"

int pxt_log_file_check_descriptor(int fd)
{
	int flags = fcntl(fd, F_GETFL);
	struct stat status;

	if (flags < 0)
		return errno;
	if (flags & O_PATH || (flags & O_ACCMODE) == O_WRONLY)
		return EBADF;

	if (fstat(fd, &status))
		return errno;
	return S_ISREG(status.st_mode) ? 0 : EINVAL;
}

static bool spend(uint64_t *budget, size_t len)
{
	const uint64_t cost = (uint64_t)len + PXT_LOG_READ_COST;

	if (!budget)
		return true;
	if (*budget < cost) {
		*budget = 0;
		return false;
	}
	*budget -= cost;
	return true;
}

int pxt_log_file_read(const struct pxt_log_file *file, void *data, size_t len,
		      uint64_t at)
{
	uint8_t *to = data;
	ssize_t done;

	if (!spend(file->budget, len))
		return ETIMEDOUT;
	while (len) {
		done = pread(file->fd, to, len, (off_t)at);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return errno;
		if (!done)
			return ENODATA;

		to += done;
		at += (uint64_t)done;
		len -= (size_t)done;
	}
	return 0;
}

int pxt_log_file_size(const struct pxt_log_file *file, uint64_t *size)
{
	struct stat status;

	*size = 0;
	if (fstat(file->fd, &status))
		return errno;

	*size = (uint64_t)status.st_size;
	return 0;
}

/* lseek() would move the position of the caller's descriptor: the file is
 * opened anew. */
uint64_t pxt_log_file_data_from(const struct pxt_log_file *file, uint64_t at)
{
	char path[32];
	off_t data;
	int fd, err;

	pxt_text_decimal(pxt_text_copy(path, "/proc/self/fd/"),
			 (uint64_t)file->fd);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return at;
	data = lseek(fd, (off_t)at, SEEK_DATA);
	err = data < 0 ? errno : 0;
	close(fd);
	if (err)
		return err == ENXIO ? UINT64_MAX : at;
	return (uint64_t)data;
}

/* Reads the section HEADER at spot->at, with that number. */
static int read_header(struct pxt_log_file *file, uint64_t number,
		       struct pxt_log_spot *spot, struct pxt_log_header *header)
{
	uint8_t head[PXT_LOG_SECTION_SIZE];
	size_t len;
	int err;

	err = pxt_log_file_read(file, head, sizeof(head), spot->at);
	if (!err)
		err = pxt_log_section_decode(&spot->section, NULL, head);
	if (err)
		return err;
	if (spot->section.type != PXT_LOG_HEADER ||
	    spot->section.number != number ||
	    spot->section.len > PXT_LOG_HEADER_MAX)
		return EBADMSG;

	len = (size_t)spot->section.len;
	err = pxt_log_file_read(file, file->window, len,
				pxt_log_payload_at(spot));
	if (!err && pxt_crc32c(0, file->window, len) != spot->section.crc)
		err = EBADMSG;
	if (!err)
		err = pxt_log_header_decode(header, file->window, len);
	return err;
}

static bool is_damage(int err)
{
	return err == EBADMSG || err == ENODATA;
}

/* Reads the copy of HEADER; err is the state of the first one. A file that ends
 * before the copy was cut, or is being written. */
static int read_copy(struct pxt_log_file *file,
		     struct pxt_log_beginning *beginning, int err)
{
	struct pxt_log_spot spot = { .at = PXT_LOG_COPY_AT };
	struct pxt_log_header header;
	int copy;

	copy = read_header(file, 1, &spot, &header);
	if (copy && !is_damage(copy))
		return copy;
	if (!copy && header.version < PXT_LOG_VERSION_TWICE)
		copy = EBADMSG;

	if (err) {
		if (copy)
			return err;
		beginning->damaged[0] = true;
		beginning->header = header;
		beginning->spot = spot;
		return 0;
	}
	beginning->damaged[1] =
		copy == EBADMSG ||
		(!copy && memcmp(header.uuid, beginning->header.uuid,
				 sizeof(header.uuid)));
	beginning->spot.at = spot.at;
	beginning->spot.section.number = 1;
	return 0;
}

/* The version in HEADER is reliable: HEADER has a checksum. Before version 2 it
 * had no version. */
static int settle_version(struct pxt_log_beginning *beginning, int preamble)
{
	const unsigned version = beginning->header.version;

	if (!version)
		return preamble					  ? preamble :
		       beginning->version < PXT_LOG_VERSION_TWICE ? 0 :
								    EBADMSG;
	beginning->preamble_damaged = preamble || beginning->version != version;
	beginning->version = version;
	return version < PXT_LOG_VERSION_TWICE || version > PXT_LOG_VERSION ?
		       EBADMSG :
		       0;
}

int pxt_log_file_read_header(struct pxt_log_file *file,
			     struct pxt_log_beginning *beginning)
{
	uint8_t bytes[PXT_LOG_PREAMBLE_SIZE];
	int preamble, err;

	memset(beginning, 0, sizeof(*beginning));
	beginning->spot.at = PXT_LOG_PREAMBLE_SIZE;
	preamble = pxt_log_file_read(file, bytes, sizeof(bytes), 0);
	if (preamble)
		return preamble;
	preamble = pxt_log_preamble_decode(bytes, &beginning->version);

	err = read_header(file, 0, &beginning->spot, &beginning->header);
	if (err && !is_damage(err))
		return err;
	if (err || beginning->header.version >= PXT_LOG_VERSION_TWICE)
		err = read_copy(file, beginning, err);
	if (!err)
		err = settle_version(beginning, preamble);
	if (!err)
		memcpy(file->uuid, beginning->header.uuid, sizeof(file->uuid));
	return err;
}

int pxt_log_file_read_uuid(int fd, uint8_t uuid[16])
{
	struct pxt_log_beginning beginning;
	struct pxt_log_file *file;
	int err;

	err = pxt_log_file_check_descriptor(fd);
	if (err)
		return err;
	file = calloc(1, sizeof(*file));
	if (!file)
		return ENOMEM;
	file->fd = fd;
	err = pxt_log_file_read_header(file, &beginning);
	if (!err)
		memcpy(uuid, file->uuid, sizeof(file->uuid));
	free(file);
	return is_damage(err) ? EINVAL : err;
}

int pxt_log_file_read_head(const struct pxt_log_file *file,
			   struct pxt_log_spot *spot)
{
	uint8_t head[PXT_LOG_SECTION_SIZE];
	int err;

	err = pxt_log_file_read(file, head, sizeof(head), spot->at);
	if (err)
		return err;

	return pxt_log_section_decode(&spot->section, file->uuid, head);
}

int pxt_log_file_sum(const struct pxt_log_file *file,
		     const struct pxt_log_spot *spot, void *room, size_t len,
		     uint32_t *sum)
{
	uint64_t left = spot->section.len, at = pxt_log_payload_at(spot);
	int err;

	*sum = 0;
	for (; left; left -= len, at += len) {
		if (len > left)
			len = (size_t)left;
		err = pxt_log_file_read(file, room, len, at);
		if (err)
			return err;
		*sum = pxt_crc32c(*sum, room, len);
	}
	return 0;
}

int pxt_log_file_check(struct pxt_log_file *file,
		       const struct pxt_log_spot *spot)
{
	uint32_t sum;
	int err;

	if (spot->section.len > pxt_log_section_type(spot->section.type)->most)
		return EBADMSG;
	err = pxt_log_file_sum(file, spot, file->window, PXT_LOG_WINDOW, &sum);
	if (err)
		return err;
	return sum == spot->section.crc ? 0 : EBADMSG;
}

/* A later writer's SEGMENT may be longer: it has a checksum all the same. */
int pxt_log_file_read_segment(const struct pxt_log_file *file,
			      const struct pxt_log_spot *spot,
			      struct pxt_log_segment *segment)
{
	uint8_t payload[PXT_LOG_SEGMENT_MAX];
	const size_t len = (size_t)spot->section.len;
	int err;

	if (spot->section.len < PXT_LOG_SEGMENT_SIZE ||
	    spot->section.len > sizeof(payload))
		return EBADMSG;
	err = pxt_log_file_read(file, payload, len, pxt_log_payload_at(spot));
	if (err)
		return err;

	pxt_log_segment_decode(segment, payload);
	return segment->at == spot->at && pxt_crc32c(0, payload, len) ==
						  spot->section.crc ?
		       0 :
		       EBADMSG;
}

int pxt_log_file_read_chunk(const struct pxt_log_file *file,
			    const struct pxt_log_spot *spot,
			    struct pxt_log_chunk *chunk, uint32_t *records)
{
	uint8_t head[PXT_LOG_CHUNK_SIZE];
	uint32_t unpacked;
	int err;

	if (spot->section.len < sizeof(head))
		return EBADMSG;
	err = pxt_log_file_read(file, head, sizeof(head),
				pxt_log_payload_at(spot));
	if (err)
		return err;

	err = pxt_log_chunk_decode(chunk, records, head);
	if (!err && chunk->flags & PXT_LOG_CHUNK_PACKED)
		err = pxt_log_unpacked_len(chunk, *records, spot->section.len,
					   &unpacked);
	return err;
}

int pxt_log_file_find_end(const struct pxt_log_file *file, uint64_t start,
			  struct pxt_log_spot *spot)
{
	uint8_t trailer[PXT_LOG_TRAILER_SIZE];
	uint64_t size, span;
	int err;

	err = pxt_log_file_size(file, &size);
	if (err)
		return err;
	if (size < start + PXT_LOG_TRAILER_SIZE)
		return EBADMSG;

	err = pxt_log_file_read(file, trailer, sizeof(trailer),
				size - sizeof(trailer));
	if (!err)
		err = pxt_log_trailer_decode(&span, trailer);
	if (err)
		return err;

	if (span > size - start ||
	    span > PXT_LOG_SECTION_SIZE + PXT_LOG_END_MAX)
		return EBADMSG;
	spot->at = size - span;
	err = pxt_log_file_read_head(file, spot);
	if (err)
		return err;

	return spot->section.type == PXT_LOG_END &&
			       PXT_LOG_SECTION_SIZE + spot->section.len ==
				       span ?
		       0 :
		       EBADMSG;
}
