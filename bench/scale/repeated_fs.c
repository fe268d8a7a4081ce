/*
 * repeated_fs.c - a file system with logs that no disk has room for
 *
 *	repeated-fs LOG MOUNTPOINT
 *
 * The file MOUNTPOINT/N is LOG with its sections N times behind each other, as
 * if it had been recorded for N times as long: numbers of sections, sequences
 *of chunks, ticks and times go on rising, and the checksums are right. A
 *section is made when it is read.
 *
 *	MOUNTPOINT/reads	bytes that were read of these files up to now
 *	MOUNTPOINT/shift	nanoseconds from one time to the next
 *
 * It stays in the foreground; a signal to end unmounts it, and so does the end
 * of who started it.
 */
#define FUSE_USE_VERSION 31

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/crc32c.h"
#include "log/log_format.h"

enum { UUID_AT = PXT_LOG_PREAMBLE_SIZE + PXT_LOG_SECTION_SIZE };

/* Fields of sections that differ from one repetition to the next, by their
 * offsets in the payload. */
enum {
	CHUNK_HEAD = 0,
	CHUNK_SEQUENCE = 8,
	CHUNK_FIRST = 32,
	CHUNK_LAST = 40,
	CHUNK_FLOOR = 48,
	CHUNK_REALTIME = 72,
	CHUNK_TICKS = 96,
	CHUNK_CHECKSUM = 108,
	END_EVENTS = 24,
	END_LOST = 32,
	END_NEWEST = 88,
	CONTEXT_REALTIME = PXT_RECORD_HEAD + 16,
	LOSS_SINCE = PXT_RECORD_HEAD + 8,
};

struct place {
	struct pxt_log_section section;
	uint64_t at;
	uint64_t span;
};

static struct {
	const uint8_t *data;
	uint64_t size;
	struct place *place; /* in the order of the file; the last one is END */
	size_t count;
	size_t first;	   /* that is repeated; all up to END are */
	struct place made; /* section[] has it; at: in its file; span 0: none */
	uint64_t times;	   /* of the file that it is in */
	uint8_t *section;
	uint64_t reads;
} fs;

/* The differences from a section to the same one in the next repetition. */
static struct {
	uint64_t bytes;
	uint64_t numbers;
	uint64_t sequences;
	uint64_t ticks;
	uint64_t ns;
} shift;

static uint64_t get(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static uint32_t get_half(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static void add(uint8_t *at, uint64_t more)
{
	const uint64_t value = get(at) + more;

	memcpy(at, &value, sizeof(value));
}

/* Zero says that there is none. */
static void add_if_any(uint8_t *at, uint64_t more)
{
	if (get(at))
		add(at, more);
}

/*
 * The log
 */
static const uint8_t *payload(const struct place *place)
{
	return fs.data + place->at + PXT_LOG_SECTION_SIZE;
}

static uint64_t next_at(const struct place *place)
{
	return place->section.number ? place->at + place->span :
				       PXT_LOG_COPY_AT;
}

static void find_sections(void)
{
	struct place place = { .at = PXT_LOG_PREAMBLE_SIZE };
	size_t room = 0;

	while (place.at + PXT_LOG_SECTION_SIZE <= fs.size) {
		if (pxt_log_section_decode(&place.section,
					   place.at <= PXT_LOG_COPY_AT ?
						   NULL :
						   fs.data + UUID_AT,
					   fs.data + place.at) ||
		    place.section.type == PXT_LOG_SEGMENT)
			errx(EXIT_FAILURE, "no log that is read straight on");
		place.span = pxt_log_section_span(place.section.len);
		if (fs.count == room) {
			room = room ? 2 * room : 1024;
			fs.place = realloc(fs.place, room * sizeof(place));
			if (!fs.place)
				err(EXIT_FAILURE, "sections");
		}
		fs.place[fs.count++] = place;
		place.at = next_at(&place);
	}
	if (!fs.count || fs.place[fs.count - 1].section.type != PXT_LOG_END)
		errx(EXIT_FAILURE, "a log without an end");
	while (fs.place[fs.first].section.type != PXT_LOG_CHUNK)
		if (++fs.first == fs.count)
			errx(EXIT_FAILURE, "a log without events");
}

/* Ticks and their rate: no tick of one repetition is in another one, floors
 * included; and the next one begins as far behind the last event of this one as
 * events are from each other. */
static void measure_ticks(void)
{
	uint64_t low = UINT64_MAX, high = 0, rate = 0, events = 0, gap;
	struct pxt_log_chunk chunk;
	uint32_t records;

	for (size_t i = fs.first; i < fs.count; i++) {
		const struct place *place = &fs.place[i];

		if (place->section.type != PXT_LOG_CHUNK)
			continue;
		if (pxt_log_chunk_decode(&chunk, &records, payload(place)))
			errx(EXIT_FAILURE, "a damaged chunk");
		if (chunk.sequence > shift.sequences)
			shift.sequences = chunk.sequence;
		if (chunk.context.rate)
			rate = chunk.context.rate;
		else if (!rate)
			rate = get(payload(place) + records + PXT_RECORD_HEAD +
				   24);
		events += chunk.events;
		low = chunk.first < low ? chunk.first : low;
		high = chunk.last > high ? chunk.last : high;
		if (chunk.floor) {
			low = chunk.floor < low ? chunk.floor : low;
			high = chunk.floor > high ? chunk.floor : high;
		}
	}
	gap = events > 1 ? (high - low) / (events - 1) : 0;
	shift.ticks = high - low + (gap ? gap : 1);
	shift.ns = (uint64_t)((unsigned __int128)shift.ticks * rate >> 32);
}

static void open_log(const char *path)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	uint64_t longest = 0;
	struct stat st;

	if (file < 0 || fstat(file, &st))
		err(EXIT_FAILURE, "%s", path);
	fs.size = (uint64_t)st.st_size;
	fs.data = mmap(NULL, fs.size, PROT_READ, MAP_PRIVATE, file, 0);
	if (fs.data == MAP_FAILED || fs.size < PXT_LOG_COPY_AT)
		errx(EXIT_FAILURE, "%s: no log", path);
	find_sections();
	measure_ticks();

	const struct place *first = &fs.place[fs.first],
			   *end = &fs.place[fs.count - 1];

	shift.bytes = end->at - first->at;
	shift.numbers = end->section.number - first->section.number;
	for (size_t i = 0; i < fs.count; i++)
		if (fs.place[i].span > longest)
			longest = fs.place[i].span;
	fs.section = malloc(longest);
	if (!fs.section)
		err(EXIT_FAILURE, "a section");
}

/*
 * A section of a repetition
 */
static void shift_record(uint8_t *record, uint64_t time)
{
	uint32_t type = (uint32_t)(get(record + 8) >> 48);

	add(record, time * shift.ticks);
	if (type == PXT_RECORD_CONTEXT)
		add(record + CONTEXT_REALTIME, time * shift.ns);
	if (type == PXT_RECORD_LOSS)
		add(record + LOSS_SINCE, time * shift.ns);
}

static void shift_chunk(uint8_t *data, uint64_t len, uint64_t time)
{
	uint64_t at = get_half(data + CHUNK_HEAD);
	uint32_t crc;

	add_if_any(data + CHUNK_SEQUENCE, time * shift.sequences);
	add(data + CHUNK_FIRST, time * shift.ticks);
	add(data + CHUNK_LAST, time * shift.ticks);
	add_if_any(data + CHUNK_FLOOR, time * shift.ticks);
	add(data + CHUNK_REALTIME, time * shift.ns);
	add(data + CHUNK_TICKS, time * shift.ticks);
	crc = pxt_crc32c(0, data, CHUNK_CHECKSUM);
	memcpy(data + CHUNK_CHECKSUM, &crc, sizeof(crc));

	while (at + PXT_RECORD_HEAD <= len) {
		shift_record(data + at, time);
		at += pxt_record_span(get_half(data + at + 16) &
				      PXT_RECORD_DATA_MAX);
	}
}

static void shift_end(uint8_t *data, uint64_t times)
{
	add(data + END_EVENTS, (times - 1) * get(data + END_EVENTS));
	add(data + END_LOST, (times - 1) * get(data + END_LOST));
	add_if_any(data + END_NEWEST, (times - 1) * shift.numbers);
}

/* time: 0 for the first repetition; END has that of the last one and one. */
static void make_section(const struct place *place, uint64_t time)
{
	uint8_t *data = fs.section + PXT_LOG_SECTION_SIZE;

	fs.made = *place;
	fs.made.at += time * shift.bytes;
	memcpy(fs.section, fs.data + place->at,
	       place->at + place->span <= fs.size ? place->span :
						    fs.size - place->at);
	if (!time)
		return;
	fs.made.section.number += time * shift.numbers;
	if (place->section.type == PXT_LOG_CHUNK)
		shift_chunk(data, place->section.len, time);
	else if (place->section.type == PXT_LOG_END)
		shift_end(data, time + 1);
	fs.made.section.crc = pxt_crc32c(0, data, place->section.len);
	pxt_log_section_encode(&fs.made.section, fs.data + UUID_AT, fs.section);
}

/* The section of the log that has this byte. */
static const struct place *find_place(uint64_t at)
{
	size_t low = 0, high = fs.count;

	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;

		if (fs.place[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	return &fs.place[low];
}

/*
 * Files
 */
static uint64_t size_of(uint64_t times)
{
	return fs.size + (times - 1) * shift.bytes;
}

static void seek_section(uint64_t times, uint64_t at)
{
	const struct place *end = &fs.place[fs.count - 1];
	uint64_t from = fs.place[fs.first].at, time;

	if (fs.times == times && at - fs.made.at < fs.made.span)
		return;
	time = (at - from) / shift.bytes;
	fs.times = times;
	if (time >= times)
		make_section(end, times - 1);
	else
		make_section(find_place(at - time * shift.bytes), time);
}

/* At least a byte of the file, which is that long. */
static size_t read_some(uint64_t times, uint64_t at, char *buffer, size_t size)
{
	const uint64_t from = fs.place[fs.first].at;
	const uint8_t *source = fs.data + at;
	uint64_t left = from - at;

	if (at >= from) {
		seek_section(times, at);
		source = fs.section + (at - fs.made.at);
		left = fs.made.span - (at - fs.made.at);
	}
	if (size > left)
		size = left;
	memcpy(buffer, source, size);
	return size;
}

static size_t read_log(uint64_t times, uint64_t at, char *buffer, size_t size)
{
	const uint64_t end = size_of(times);
	size_t done = 0;

	if (at >= end)
		return 0;
	if (size > end - at)
		size = end - at;
	while (done < size)
		done += read_some(times, at + done, buffer + done, size - done);
	fs.reads += done;
	return done;
}

/* How many times the file of that name repeats the log; 0: it does not. */
static uint64_t times_of(const char *path)
{
	char *end;
	unsigned long long times = strtoull(path + 1, &end, 10);

	return *end || times > UINT32_MAX ? 0 : times;
}

/* A number of the file system as a file. */
static int tell(const char *path, char text[32])
{
	uint64_t number;

	if (!strcmp(path, "/reads"))
		number = fs.reads;
	else if (!strcmp(path, "/shift"))
		number = shift.ns;
	else
		return -ENOENT;
	return snprintf(text, 32, "%llu\n", (unsigned long long)number);
}

static int get_attr(const char *path, struct stat *st,
		    struct fuse_file_info *info)
{
	char text[32];
	int len;

	(void)info;
	if (!strcmp(path, "/")) {
		st->st_mode = S_IFDIR | 0500;
		return 0;
	}
	st->st_mode = S_IFREG | 0400;
	if (times_of(path)) {
		st->st_size = (off_t)size_of(times_of(path));
		return 0;
	}
	len = tell(path, text);
	st->st_size = len;
	return len < 0 ? len : 0;
}

/* No page cache: what is read is counted, and nothing is read ahead. */
static int open_file(const char *path, struct fuse_file_info *info)
{
	char text[32];

	info->fh = times_of(path);
	info->direct_io = 1;
	return info->fh || tell(path, text) >= 0 ? 0 : -ENOENT;
}

static int read_file(const char *path, char *buffer, size_t size, off_t at,
		     struct fuse_file_info *info)
{
	char text[32];
	int len;

	if (info->fh)
		return (int)read_log(info->fh, (uint64_t)at, buffer, size);
	len = tell(path, text);
	if (len < 0 || at >= len)
		return len < 0 ? len : 0;
	len = snprintf(buffer, size, "%s", text + at);
	return len;
}

static const struct fuse_operations operations = {
	.getattr = get_attr,
	.open = open_file,
	.read = read_file,
};

int main(int argc, char **argv)
{
	/* A single thread, as fs has room for one section. */
	char foreground[] = "-f", single[] = "-s";
	char *arguments[] = { argv[0], foreground, single, argv[2], NULL };

	if (argc != 3)
		errx(EXIT_FAILURE, "usage: repeated-fs LOG MOUNTPOINT");
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	open_log(argv[1]);
	return fuse_main(4, arguments, &operations, NULL);
}
