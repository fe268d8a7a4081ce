/* stream_directory.c - the files of streams in their directory */
#include "stream/stream_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <trace.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

enum {
	LISTS_MAX = 100, /* limit of names to list, some 50 per call */
	LISTS_SHORT = 4, /* limit of calls to list some 100 names each */
	LONG = 12 << 10, /* bytes of a directory of some 600 files */
};

static const char prefix[] = "stream-";
static const char aside[] = "left-";

void pxt_stream_file_name(unsigned number, char *name)
{
	if (number < TRACE_SYS_MAX)
		pxt_text_decimal(pxt_text_copy(name, prefix), number);
	else
		pxt_text_decimal(pxt_text_copy(name, aside),
				 number - TRACE_SYS_MAX);
}

static bool has_stream(const char *list, size_t len)
{
	const struct dirent64 *entry;

	for (size_t at = 0; at < len; at += entry->d_reclen) {
		entry = (const struct dirent64 *)(const void *)(list + at);
		if (!strncmp(entry->d_name, prefix, sizeof(prefix) - 1))
			return true;
	}
	return false;
}

/* Listing a directory of a few files costs less than looking up one name, and
 * there are {TRACE_SYS_MAX} names. In a full directory not more is listed than
 * that. */
bool pxt_stream_any(int dir)
{
	_Alignas(struct dirent64) char list[2048];
	ssize_t len = -1;

	if (lseek(dir, 0, SEEK_SET))
		return true;
	for (int i = 0; i < LISTS_MAX; i++) {
		len = getdents64(dir, list, sizeof(list));
		if (len <= 0 || has_stream(list, (size_t)len))
			break;
	}
	return len;
}

/* The number in a name, as pxt_stream_file_name() writes it; TRACE_SYS_MAX:
 * none. */
static unsigned number_in(const char *name)
{
	char same[PXT_STREAM_FILE_NAME];
	uint64_t number;

	if (strncmp(name, prefix, sizeof(prefix) - 1))
		return TRACE_SYS_MAX;
	number = pxt_text_number(name + sizeof(prefix) - 1);
	if (number >= TRACE_SYS_MAX)
		return TRACE_SYS_MAX;
	pxt_stream_file_name((unsigned)number, same);
	return strcmp(name, same) ? TRACE_SYS_MAX : (unsigned)number;
}

static uint64_t numbers_in(const char *list, size_t len)
{
	const struct dirent64 *entry;
	uint64_t numbers = 0;
	unsigned number;

	for (size_t at = 0; at < len; at += entry->d_reclen) {
		entry = (const struct dirent64 *)(const void *)(list + at);
		number = number_in(entry->d_name);
		if (number < TRACE_SYS_MAX)
			numbers |= UINT64_C(1) << number;
	}
	return numbers;
}

bool pxt_stream_may_exist(int dir, unsigned number)
{
	char name[PXT_STREAM_FILE_NAME];

	pxt_stream_file_name(number, name);
	return !faccessat(dir, name, F_OK, AT_SYMLINK_NOFOLLOW) ||
	       errno != ENOENT;
}

static uint64_t look_up_numbers(int dir, unsigned first, unsigned enough,
				unsigned most)
{
	uint64_t numbers = 0;

	for (unsigned i = 0; i < most && enough; i++) {
		const unsigned n = (first + i) % TRACE_SYS_MAX;

		if (pxt_stream_may_exist(dir, n)) {
			numbers |= UINT64_C(1) << n;
			enough--;
		}
	}
	return numbers;
}

_Static_assert(TRACE_SYS_MAX <= 64, "a bit for each number");

/* The size of a directory grows with its files; on a tmpfs by 20 bytes each. */
bool pxt_stream_directory_is_long(int dir)
{
	struct stat st;

	return !fstat(dir, &st) && st.st_size > LONG;
}

/* A long directory costs more to list than all lookups together. */
uint64_t pxt_stream_some_numbers(int dir, unsigned first, unsigned enough,
				 unsigned most)
{
	_Alignas(struct dirent64) char list[4096];
	uint64_t numbers = 0;
	ssize_t len = -1;

	if (pxt_stream_directory_is_long(dir) || lseek(dir, 0, SEEK_SET))
		return look_up_numbers(dir, first, enough, most);
	for (int i = 0; i < LISTS_SHORT; i++) {
		len = getdents64(dir, list, sizeof(list));
		if (len <= 0)
			break;
		numbers |= numbers_in(list, (size_t)len);
	}
	return len ? look_up_numbers(dir, first, enough, most) : numbers;
}

uint64_t pxt_stream_numbers(int dir)
{
	return pxt_stream_some_numbers(dir, 0, TRACE_SYS_MAX, TRACE_SYS_MAX);
}

unsigned pxt_stream_any_number(void)
{
	const int64_t now = pxt_clock_ns(CLOCK_MONOTONIC);

	return (unsigned)((uint64_t)now % TRACE_SYS_MAX);
}
