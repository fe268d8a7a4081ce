/*
 * section.c - sections of a log as they lie in the file
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "source/section.h"

enum { MAGIC = 0x534c5450, STEP = 8, BLOCK = 1 << 16 };

void section_put_u32(unsigned char *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (unsigned char)(value >> 8 * i);
}

void section_put_u64(unsigned char *at, uint64_t value)
{
	section_put_u32(at, (uint32_t)value);
	section_put_u32(at + 4, (uint32_t)(value >> 32));
}

bool section_parse(struct section *section, const unsigned char *head,
		   const unsigned char *uuid)
{
	uint32_t sum;

	if (section_u32(head) != MAGIC)
		return false;
	sum = pxt_crc32c(0, head, SECTION_HEAD - 4);
	if (uuid)
		sum = pxt_crc32c(sum, uuid, SECTION_UUID);
	*section = (struct section){
		.type = section_u32(head + 4),
		.len = section_u64(head + 8),
		.number = section_u64(head + 16),
		.sum = section_u32(head + 24),
	};
	return sum == section_u32(head + 28) && section->len <= SECTION_MOST;
}

bool section_has(const struct section *section, const unsigned char *payload)
{
	return pxt_crc32c(0, payload, section->len) == section->sum;
}

void section_seal(unsigned char *bytes, const unsigned char *uuid)
{
	uint32_t sum;

	section_put_u32(bytes + 24, pxt_crc32c(0, bytes + SECTION_HEAD,
					       section_u64(bytes + 8)));
	sum = pxt_crc32c(0, bytes, SECTION_HEAD - 4);
	section_put_u32(bytes + 28, pxt_crc32c(sum, uuid, SECTION_UUID));
}

long section_read(int fd, void *data, size_t len, uint64_t at)
{
	size_t done = 0;
	ssize_t n;

	while (done < len) {
		n = pread(fd, (char *)data + done, len - done,
			  (off_t)(at + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (!n)
			break;
		done += (size_t)n;
	}
	return (long)done;
}

/* Holes are passed over, however large. */
static uint64_t skip_hole(int fd, uint64_t from, uint64_t end)
{
	const off_t data = lseek(fd, (off_t)from, SEEK_DATA);

	if (data < 0)
		return errno == ENXIO ? end : from;
	return (uint64_t)data > from ? (uint64_t)data & ~UINT64_C(7) : from;
}

int section_search(int fd, const unsigned char *uuid, uint64_t from,
		   uint64_t end, uint64_t above, struct section *found)
{
	unsigned char block[BLOCK];
	long n;

	from = (from + STEP - 1) & ~(uint64_t)(STEP - 1);
	while (from + SECTION_HEAD <= end) {
		from = skip_hole(fd, from, end);
		n = section_read(fd, block, sizeof(block), from);
		if (n < 0)
			return errno;
		if (n < SECTION_HEAD)
			break;
		for (long i = 0; i + SECTION_HEAD <= n; i += STEP)
			if (section_parse(found, block + i, uuid) &&
			    found->number > above) {
				found->at = from + (uint64_t)i;
				return 0;
			}
		from += (uint64_t)(n - SECTION_HEAD + STEP) & ~UINT64_C(7);
	}
	return ENODATA;
}
