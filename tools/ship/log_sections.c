/*
 * log_sections.c - the sections of a log that may grow, in order of numbers
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/array.h"
#include "common/talk.h"
#include "ship/gap_chunk.h"
#include "ship/log_sections.h"

enum { UUID_AT = 48, TIME_TEXT = 32 };

int log_sections_init(struct log_sections *log, int fd, const char *name)
{
	int err;

	*log = (struct log_sections){ .fd = fd, .name = name };
	err = preface_read(&log->preface, fd);
	if (err)
		return err;
	log->at = log->newest_at = log->preface.len;
	log->met = log->last = log->newest = log->preface.last;
	if (log->preface.is_mended) {
		talk("%s: the beginning is damaged, and is shipped as its copy "
		     "says",
		     name);
		log->damages++;
	}
	return 0;
}

void log_sections_fini(struct log_sections *log)
{
	free(log->list);
	free(log->bytes);
	*log = (struct log_sections){ .fd = -1 };
}

void log_sections_resume(struct log_sections *log, uint64_t last, uint64_t at)
{
	if (last <= log->last)
		return;
	log->last = last;
	if (at >= log->at && at % 8 == 0) {
		log->at = at;
		log->met = last;
	}
}

static uint64_t file_size(const struct log_sections *log)
{
	struct stat st;

	return fstat(log->fd, &st) ? 0 : (uint64_t)st.st_size;
}

static void tell_damage(struct log_sections *log, uint64_t from, uint64_t to,
			const char *what)
{
	talk("%s: %" PRIu64 " bytes at %" PRIu64 " are damaged, and are not "
	     "shipped: %s",
	     log->name, to - from, from, what);
	log->damages++;
}

static bool read_head(const struct log_sections *log, uint64_t at,
		      struct section *section)
{
	unsigned char head[SECTION_HEAD];

	if (section_read(log->fd, head, sizeof(head), at) != SECTION_HEAD ||
	    !section_parse(section, head, log->preface.uuid))
		return false;
	section->at = at;
	return true;
}

int log_sections_find(const struct log_sections *log, uint64_t number,
		      struct section *section)
{
	const uint64_t size = file_size(log);
	uint64_t at = log->preface.len;
	int err = 0;

	while (at + SECTION_HEAD <= size) {
		if (!read_head(log, at, section))
			err = section_search(log->fd, log->preface.uuid, at,
					     size, 0, section);
		if (err || section->number == number)
			return err;
		at = section->at + section_size(section);
	}
	return ENODATA;
}

uint64_t log_sections_events(const struct log_sections *log, uint64_t last)
{
	const uint64_t size = file_size(log);
	unsigned char head[SECTION_CHUNK_HEAD] = { 0 };
	uint64_t at = log->preface.len, sum = 0;
	struct section section;

	while (at + SECTION_HEAD <= size) {
		if (!read_head(log, at, &section) &&
		    section_search(log->fd, log->preface.uuid, at, size, 0,
				   &section))
			break;
		at = section.at + section_size(&section);
		if (section.number <= last && section.type == SECTION_CHUNK &&
		    section_read(log->fd, head, sizeof(head),
				 section.at + SECTION_HEAD) == sizeof(head))
			sum += section_events(&section, head);
	}
	return sum;
}

/* Reads a section whole, with its padding. EBADMSG: it is another now, or its
 * payload is not what the checksum says. */
static int read_whole(struct log_sections *log, const struct section *section)
{
	const size_t size = section_size(section);
	struct section now;
	long n;

	if (pxt_array_reserve(&log->bytes, &log->bytes_room, size, 1))
		return ENOMEM;
	n = section_read(log->fd, log->bytes, SECTION_HEAD + section->len,
			 section->at);
	if (n < 0)
		return errno;
	if (n != (long)(SECTION_HEAD + section->len) ||
	    !section_parse(&now, log->bytes, log->preface.uuid) ||
	    now.number != section->number || now.len != section->len ||
	    !section_has(&now, log->bytes + SECTION_HEAD))
		return EBADMSG;
	memset(log->bytes + n, 0, size - (size_t)n);
	return 0;
}

static const char *time_text(char *buf, int64_t ns)
{
	const time_t second = (time_t)(ns / 1000000000);
	struct tm tm;

	if (!ns)
		return "an unknown time";
	if (!localtime_r(&second, &tm) ||
	    !strftime(buf, TIME_TEXT, "%Y-%m-%d %H:%M:%S", &tm))
		return "?";
	return buf;
}

static void tell_gap(struct log_sections *log, int64_t until_ns)
{
	const uint64_t count = log->gap_count;
	char from[TIME_TEXT], to[TIME_TEXT];

	if (!log->gap_from)
		return;
	talk("%s: %" PRIu64 " section%s, numbers %" PRIu64 " to %" PRIu64
	     ", gone before being shipped, between %s and %s",
	     log->name, count, count == 1 ? "" : "s", log->gap_from,
	     log->gap_to, time_text(from, log->last_ns),
	     time_text(to, until_ns));
	log->gone += count;
	log->gap_from = log->gap_count = 0;
}

/* Numbers follow one another in logs that overwrite themselves. A gap is told
 * with the next chunk, which has a time. */
static void note_gap(struct log_sections *log, uint64_t number)
{
	if (log->preface.appends || number == log->last + 1)
		return;
	if (!log->gap_from)
		log->gap_from = log->last + 1;
	log->gap_to = number - 1;
	log->gap_count += number - 1 - log->last;
}

static void take(struct log_sections *log, const struct section *section)
{
	const unsigned char *payload = log->bytes + SECTION_HEAD;
	const bool is_chunk = section->type == SECTION_CHUNK &&
			      section->len >= SECTION_CHUNK_HEAD;

	note_gap(log, section->number + log->is_made);
	if (is_chunk)
		tell_gap(log, preface_chunk_time(&log->preface, payload, true));
	if (is_chunk)
		log->last_ns =
			preface_chunk_time(&log->preface, payload, false);
	if (section->type == SECTION_END) {
		tell_gap(log, 0);
		log->has_ended = true;
	}
	log->last = section->number;
	if (log->newest < log->last) {
		log->newest = log->last;
		log->newest_ns = log->last_ns;
	}
}

/* Logs that append */

/* Finds a sound section behind a place that has none. */
static int search(struct log_sections *log, uint64_t size)
{
	struct section found;
	int err;

	if (!log->is_searching || log->searched < log->at)
		log->searched = log->at;
	log->is_searching = true;
	err = section_search(log->fd, log->preface.uuid, log->searched, size,
			     log->met, &found);
	if (err) {
		/* A head may be there in part. */
		if (size > log->searched + SECTION_HEAD)
			log->searched = (size - SECTION_HEAD) & ~UINT64_C(7);
		return err;
	}
	tell_damage(log, log->at, found.at, "no section");
	log->is_searching = false;
	log->at = found.at;
	return 0;
}

/* The section at log->at is sound, but for its payload. */
static int pass(struct log_sections *log, struct section *section)
{
	int err = 0;

	if (section->number > log->last)
		err = read_whole(log, section);
	else if (section->type == SECTION_END)
		log->has_ended = true; /* END was given before */
	if (err && err != EBADMSG)
		return err;
	log->met = section->number;
	log->at += section_size(section);
	if (err)
		tell_damage(log, section->at, log->at, "checksum");
	return err;
}

static int next_appended(struct log_sections *log, struct section *section)
{
	for (;;) {
		const uint64_t size = file_size(log);
		int err;

		if (size < log->at) { /* cut back: END took some room */
			log->at = log->newest_at = log->preface.len;
			log->met = log->preface.last;
			log->newest = log->last;
			log->is_searching = false;
		}
		if (size < log->at + SECTION_HEAD)
			return ENODATA;
		if (!read_head(log, log->at, section) ||
		    section->number <= log->met) {
			err = search(log, size);
			if (err)
				return err;
			continue;
		}
		if (size < log->at + SECTION_HEAD + section->len)
			return ENODATA;
		err = pass(log, section);
		if (err == EBADMSG || (!err && section->number <= log->last))
			continue;
		return err;
	}
}

/* Logs that overwrite themselves */

static int compare(const void *a, const void *b)
{
	const struct section *one = a, *other = b;

	return (one->number > other->number) - (one->number < other->number);
}

/* Collects the heads of sections with numbers above the last one given, up to
 * `most`. */
static int collect(struct log_sections *log, uint64_t most)
{
	const uint64_t size = file_size(log);
	uint64_t at = log->preface.len;
	struct section found;
	int err;

	log->count = log->next = 0;
	while (at + SECTION_HEAD <= size) {
		if (!read_head(log, at, &found)) {
			err = section_search(log->fd, log->preface.uuid, at,
					     size, 0, &found);
			if (err)
				return err == ENODATA ? 0 : err;
		}
		at = found.at + section_size(&found);
		if (found.type == SECTION_END && found.number == log->last)
			log->has_ended = true; /* END was given before */
		if (found.number <= log->last || found.number > most ||
		    found.at + SECTION_HEAD + found.len > size)
			continue;
		if (pxt_array_reserve(&log->list, &log->room, log->count + 1,
				      sizeof(*log->list)))
			return ENOMEM;
		log->list[log->count++] = found;
	}
	return 0;
}

static void sort(struct log_sections *log)
{
	size_t kept = 0;

	if (!log->count)
		return;
	qsort(log->list, log->count, sizeof(*log->list), compare);
	for (size_t i = 1; i < log->count; i++)
		if (log->list[i].number != log->list[kept].number)
			log->list[++kept] = log->list[i];
	log->count = kept + 1;
}

static bool has_gap(const struct log_sections *log)
{
	return log->count &&
	       log->list[log->count - 1].number - log->last != log->count;
}

static void note_newest(struct log_sections *log)
{
	unsigned char head[SECTION_CHUNK_HEAD];

	if (log->count && log->newest < log->list[log->count - 1].number)
		log->newest = log->list[log->count - 1].number;
	for (size_t i = log->count; i > 0; i--) {
		const struct section *chunk = &log->list[i - 1];

		if (chunk->type != SECTION_CHUNK)
			continue;
		if (section_read(log->fd, head, sizeof(head),
				 chunk->at + SECTION_HEAD) == sizeof(head))
			log->newest_ns =
				preface_chunk_time(&log->preface, head, false);
		break;
	}
}

/* While sections are looked for, others are written: one may lie behind the
 * place looked at, and the next one before it. A number missing once more, of
 * those written before the second look, is gone. */
static int look_through(struct log_sections *log)
{
	int err = collect(log, UINT64_MAX);

	if (!err)
		sort(log);
	if (!err && has_gap(log)) {
		err = collect(log, log->list[log->count - 1].number);
		sort(log);
	}
	if (!err)
		note_newest(log);
	return err;
}

/* The ticks of the first event in the chunks that are next. False: there is none. */
static bool find_ticks(const struct log_sections *log, uint64_t *ticks)
{
	unsigned char head[SECTION_CHUNK_HEAD];

	for (size_t i = log->next; i < log->count; i++)
		if (log->list[i].type == SECTION_CHUNK &&
		    section_read(log->fd, head, sizeof(head),
				 log->list[i].at + SECTION_HEAD) ==
			    sizeof(head)) {
			*ticks = section_u64(head + SECTION_CHUNK_TICKS);
			return true;
		}
	return false;
}

/* Makes a section that stands for those missing before the next one. One is
 * enough before a chunk, whatever lies between. */
static bool make_gap(struct log_sections *log, struct section *section)
{
	const uint64_t next = log->list[log->next].number;
	const int64_t since =
		log->last_ns ? log->last_ns : log->preface.created_ns;
	uint64_t ticks;

	if (next == log->last + 1 || !find_ticks(log, &ticks) ||
	    ticks == log->gap_ticks ||
	    pxt_array_reserve(&log->bytes, &log->bytes_room, GAP_CHUNK, 1))
		return false;
	*section = (struct section){ .number = next - 1 };
	log->is_made = gap_chunk_make(log->bytes, section, &log->preface, since,
				      ticks);
	if (log->is_made)
		log->gap_ticks = ticks;
	return log->is_made;
}

static int next_overwritten(struct log_sections *log, struct section *section)
{
	log->is_made = false;
	int err;

	if (log->next == log->count) {
		err = look_through(log);
		if (err)
			return err;
	}
	while (log->next < log->count) {
		if (make_gap(log, section))
			return 0;
		*section = log->list[log->next++];
		err = read_whole(log, section);
		if (err != EBADMSG)
			return err;
	}
	log->newest = log->last;
	return ENODATA;
}

int log_sections_next(struct log_sections *log, struct section *section)
{
	int err = log->preface.appends ? next_appended(log, section) :
					 next_overwritten(log, section);

	if (!err)
		take(log, section);
	return err;
}

bool log_sections_was_replaced(const struct log_sections *log)
{
	unsigned char uuid[SECTION_UUID], copy[SECTION_UUID];
	const uint64_t copy_at = UINT64_C(4096) + SECTION_HEAD;

	if (section_read(log->fd, uuid, sizeof(uuid), UUID_AT) !=
	    (long)sizeof(uuid))
		return true;
	if (!memcmp(uuid, log->preface.uuid, sizeof(uuid)))
		return false;
	return section_read(log->fd, copy, sizeof(copy), copy_at) !=
		       (long)sizeof(copy) ||
	       memcmp(copy, log->preface.uuid, sizeof(copy)) != 0;
}

/* A section that is not whole may become so; else recover cuts it. */
void log_sections_end(struct log_sections *log)
{
	const uint64_t size = file_size(log);

	if (size > log->at && log->is_searching)
		tell_damage(log, log->at, size, "no section");
	else if (size > log->at && log->preface.appends)
		talk("%s: the last %" PRIu64 " bytes are no whole section, "
		     "and are not shipped",
		     log->name, size - log->at);
	log->is_searching = false;
	tell_gap(log, 0);
}

/* Takes the times of a chunk that was seen, and not given. */
static void note_ahead(struct log_sections *log, const unsigned char *head)
{
	if (!log->ahead_ns)
		log->ahead_ns = preface_chunk_time(&log->preface, head, true);
	log->newest_ns = preface_chunk_time(&log->preface, head, false);
}

void log_sections_look_ahead(struct log_sections *log)
{
	const uint64_t size = file_size(log);
	unsigned char head[SECTION_HEAD + SECTION_CHUNK_HEAD];
	struct section section;

	if (!log->preface.appends)
		return;
	if (log->newest_at < log->at)
		log->newest_at = log->at;
	while (section_read(log->fd, head, sizeof(head), log->newest_at) >=
		       SECTION_HEAD &&
	       section_parse(&section, head, log->preface.uuid) &&
	       section.number > log->met &&
	       log->newest_at + SECTION_HEAD + section.len <= size) {
		log->newest = section.number;
		if (section.type == SECTION_CHUNK)
			note_ahead(log, head + SECTION_HEAD);
		log->newest_at += section_size(&section);
	}
}
