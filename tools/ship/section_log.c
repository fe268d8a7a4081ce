/*
 * section_log.c - one section of a log as a small log, in memory
 *
 * Behind the chunk stands an END with all names: so the reader need not look for
 * them, nor for the program that may still write the log.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/array.h"
#include "common/durable.h"
#include "ship/section_log.h"
#include "source/source_log.h"

enum { END_FIXED = 120, END_TAIL = 16, END_COMPLETE = 4, END_EVENTS = 24 };

enum { NAME, PROCESS, DESCRIPTION, ORIGIN, THREAD, OBJECT, NOTE };

/* Places where END has the number of a list's entries */
static const unsigned count_at[SECTION_LOG_LISTS] = {
	[NAME] = 40,	[PROCESS] = 44, [DESCRIPTION] = 96, [ORIGIN] = 100,
	[THREAD] = 104, [OBJECT] = 108, [NOTE] = 112,
};

static const unsigned char end_mark[8] = {
	0x89, 'E', 'N', 'D', 13, 10, 26, 10
};

int section_log_init(struct section_log *log, const struct preface *preface)
{
	*log = (struct section_log){ .preface = preface };
	log->fd = memfd_create("section", MFD_CLOEXEC);
	if (log->fd < 0)
		return errno;
	snprintf(log->path, sizeof(log->path), "/proc/self/fd/%d", log->fd);
	return pwrite(log->fd, preface->bytes, preface->len, 0) ==
			       (ssize_t)preface->len ?
		       0 :
		       EIO;
}

void section_log_fini(struct section_log *log)
{
	for (int i = 0; i < SECTION_LOG_LISTS; i++)
		free(log->list[i].bytes);
	section_objects_fini(&log->objects);
	free(log->end);
	if (log->fd >= 0)
		close(log->fd);
	*log = (struct section_log){ .fd = -1 };
}

/* The list that has what the section names, or -1. */
static int list_of(uint32_t type)
{
	static const int lists[] = {
		[2] = NAME,    [3] = PROCESS,	  [4] = -1,	[5] = -1,
		[6] = -1,      [7] = DESCRIPTION, [8] = ORIGIN, [9] = THREAD,
		[10] = OBJECT, [11] = NOTE,
	};

	return type >= 2 && type < sizeof(lists) / sizeof(*lists) ?
		       lists[type] :
		       -1;
}

bool section_log_is_naming(const struct section *section)
{
	return list_of(section->type) >= 0;
}

static int append(struct section_log_list *list, const void *bytes, size_t len)
{
	if (pxt_array_reserve(&list->bytes, &list->room, list->len + len, 1))
		return ENOMEM;
	memcpy(list->bytes + list->len, bytes, len);
	list->len += len;
	return 0;
}

/* Entries that stand one behind the other: two numbers, and a text. What is cut
 * off at the end is left out. */
static int add_entries(struct section_log_list *list, const unsigned char *at,
		       size_t len)
{
	enum { NUMBERS = 8 };
	const unsigned char *zero;
	size_t size;
	int err = 0;

	while (!err && len > NUMBERS) {
		zero = memchr(at + NUMBERS, '\0', len - NUMBERS);
		if (!zero)
			break;
		size = (size_t)(zero - at) + 1;
		err = append(list, at, size);
		list->count += !err;
		at += size;
		len -= size;
	}
	return err;
}

int section_log_name(struct section_log *log, const struct section *section,
		     const unsigned char *payload)
{
	const int number = list_of(section->type);
	struct section_log_list *list;
	unsigned char size[4];
	int err;

	if (number < 0)
		return EINVAL;
	list = &log->list[number];
	if (number == NAME || number == DESCRIPTION)
		return add_entries(list, payload, section->len);
	if (number == OBJECT)
		return section_objects_add(&log->objects, payload,
					   section->len);
	section_put_u32(size, (uint32_t)section->len);
	err = append(list, size, sizeof(size));
	if (!err)
		err = append(list, payload, section->len);
	list->count += !err;
	return err;
}

/* The time of the first event, where all objects are of that clock; 0: not known */
static int64_t begin_of(const struct section_log *log,
			const unsigned char *payload)
{
	return log->list[ORIGIN].count ?
		       0 :
		       preface_chunk_time(log->preface, payload, true);
}

/* Makes END; returns its size, or 0 without memory. */
static size_t make_end(struct section_log *log, const struct section *chunk,
		       const unsigned char *its_payload)
{
	size_t len = SECTION_HEAD + END_FIXED, size, objects;
	unsigned char *payload;

	for (int i = 0; i < SECTION_LOG_LISTS; i++)
		len += log->list[i].len;
	objects = section_objects_choose(&log->objects,
					 begin_of(log, its_payload),
					 &log->list[OBJECT].count);
	len += objects;
	size = ((len + 7) & ~(size_t)7) + END_TAIL;
	if (pxt_array_reserve(&log->end, &log->end_room, size, 1))
		return 0;
	memset(log->end, 0, size);
	memcpy(log->end, "PTLS", 4);
	section_put_u32(log->end + 4, SECTION_END);
	section_put_u64(log->end + 8, size - SECTION_HEAD);
	section_put_u64(log->end + 16, chunk->number + 1);
	payload = log->end + SECTION_HEAD;
	section_put_u32(payload, END_FIXED);
	section_put_u32(payload + END_COMPLETE, 1);
	section_put_u64(payload + END_EVENTS, section_u32(its_payload + 4));
	len = END_FIXED;
	for (int i = 0; i < SECTION_LOG_LISTS; i++) {
		section_put_u32(payload + count_at[i], log->list[i].count);
		if (i == OBJECT) {
			section_objects_put(&log->objects, payload + len);
			len += objects;
		}
		if (log->list[i].len)
			memcpy(payload + len, log->list[i].bytes,
			       log->list[i].len);
		len += log->list[i].len;
	}
	section_put_u64(log->end + size - END_TAIL, size);
	memcpy(log->end + size - sizeof(end_mark), end_mark, sizeof(end_mark));
	section_seal(log->end, log->preface->uuid);
	return size;
}

int section_log_open(struct section_log *log, const struct section *section,
		     const unsigned char *bytes, struct source **source)
{
	const uint64_t size = section_size(section);
	const uint64_t at = log->preface->len;
	size_t end;
	int err;

	if (section->len < SECTION_CHUNK_HEAD)
		return EBADMSG;
	end = make_end(log, section, bytes + SECTION_HEAD);
	if (!end)
		return ENOMEM;
	err = durable_write(log->fd, bytes, size, at);
	if (!err)
		err = durable_write(log->fd, log->end, end, at + size);
	if (!err && ftruncate(log->fd, (off_t)(at + size + end)))
		err = errno;
	if (err)
		return err;
	return source_log_open(source, log->path) ? EBADMSG : 0;
}

bool section_log_is_damaged(const struct source *source)
{
	struct posix_trace_damage_np damage;

	return source_log_get_damage(source, &damage) || damage.count;
}
