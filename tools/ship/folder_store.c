/*
 * folder_store.c - logs in a folder, to which sections are appended
 *
 * The file there is a log at each instant: it appears with its beginning, and a
 * section that does not fit is cut off again. It is the judge of what is there.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/durable.h"
#include "common/talk.h"
#include "ship/file_identity.h"
#include "ship/section_index.h"
#include "ship/store.h"

enum {
	UUID_TEXT = 2 * SECTION_UUID + 1,
	SEGMENT_LEAST = 40,
	SEGMENT_TAIL = 2,
	/* in END */
	END_EVENTS = 24,
	END_PIVOT = 48,
	END_ORDERED = 96,
};

struct folder {
	struct store store;
	int fd;
	unsigned char uuid[SECTION_UUID];
	uint64_t last; /* number of the last section there */
	uint64_t len;
	uint64_t begin;	 /* place of the first section */
	uint64_t events; /* in its chunks */
	bool appends;
	bool is_absent; /* there was no file, and none could be made */
	struct section_index index; /* as far as it was needed */
	struct store_state *state;  /* may be NULL */
};

static void put_uuid(char *text, const unsigned char *uuid)
{
	for (int i = 0; i < SECTION_UUID; i++)
		sprintf(text + 2 * i, "%02x", uuid[i]);
}

/* Writes the beginning of a log, and syncs it. */
static int write_preface(const char *path, const struct preface *preface)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = open(path, flags, 0666), err;

	if (fd < 0 && errno == EEXIST && !unlink(path))
		fd = open(path, flags, 0666);
	if (fd < 0)
		return errno;
	err = durable_write(fd, preface->bytes, preface->len, 0);
	if (!err && fsync(fd))
		err = errno;
	if (close(fd) && !err)
		err = errno;
	return err;
}

/* Makes a log of its beginning only, at once. EEXIST: there is a file. */
static int make_file(const char *folder, const char *path,
		     const struct preface *preface)
{
	char uuid[UUID_TEXT], *draft;
	int err;

	put_uuid(uuid, preface->uuid);
	if (asprintf(&draft, "%s/.%s.part", folder, uuid) < 0)
		return ENOMEM;
	err = write_preface(draft, preface);
	if (!err && link(draft, path))
		err = errno;
	unlink(draft);
	free(draft);
	return err ? err : durable_folder(folder);
}

/* Opens the file if it is that log. ENOENT: no file; EEXIST: another log. */
static int open_file(struct folder *folder, const char *path,
		     const struct preface *preface)
{
	struct preface there;
	int err;

	folder->fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (folder->fd < 0)
		return errno;
	err = preface_read(&there, folder->fd);
	if (err == ENODATA || err == EBADMSG || err == ENOTSUP ||
	    (!err && memcmp(there.uuid, preface->uuid, SECTION_UUID)))
		err = EEXIST;
	if (!err && flock(folder->fd, LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? EBUSY : errno;
	if (!err)
		return 0;
	close(folder->fd);
	folder->fd = -1;
	return err;
}

static int open_or_make(struct folder *folder, const char *where,
			const char *path, const struct preface *preface)
{
	int err = open_file(folder, path, preface);

	if (err != ENOENT)
		return err;
	err = make_file(where, path, preface);
	folder->is_absent = err && err != ENOENT;
	return err ? err : open_file(folder, path, preface);
}

/* The name of the log, or, if another log has it, with the UUID before its
 * suffix. */
static int open_named(struct folder *folder, const char *where,
		      const struct store_log *log)
{
	const char *dot = strrchr(log->name, '.');
	const int stem = dot ? (int)(dot - log->name) : (int)strlen(log->name);
	char uuid[UUID_TEXT], *path;
	int err;

	if (asprintf(&path, "%s/%s", where, log->name) < 0)
		return ENOMEM;
	err = open_or_make(folder, where, path, log->preface);
	free(path);
	if (err != EEXIST)
		return err;
	put_uuid(uuid, log->preface->uuid);
	if (asprintf(&path, "%s/%.*s.%s%s", where, stem, log->name, uuid,
		     dot ? dot : "") < 0)
		return ENOMEM;
	err = open_or_make(folder, where, path, log->preface);
	free(path);
	return err;
}

static bool is_sound(int fd, const struct section *section)
{
	unsigned char *payload = malloc(section->len + 1);
	bool sound = payload &&
		     section_read(fd, payload, section->len,
				  section->at + SECTION_HEAD) ==
			     (long)section->len &&
		     section_has(section, payload);

	free(payload);
	return sound;
}

static bool read_next(const struct folder *folder, const unsigned char *uuid,
		      uint64_t at, uint64_t size, struct section *section,
		      unsigned char *head)
{
	if (section_read(folder->fd, head, SECTION_HEAD + SECTION_CHUNK_HEAD,
			 at) < SECTION_HEAD ||
	    !section_parse(section, head, uuid))
		return false;
	section->at = at;
	return section->number > folder->last &&
	       at + section_size(section) <= size;
}

/* Goes on behind what is known of the file. */
static void skip_known(struct folder *folder, const struct stat *st)
{
	const struct store_state *state = folder->state;

	if (!state || state->dev != st->st_dev || state->ino != st->st_ino ||
	    state->len < folder->len || state->len > (uint64_t)st->st_size)
		return;
	folder->last = state->last;
	folder->len = state->len;
	folder->events = state->events;
}

static void set_state(struct folder *folder)
{
	struct stat st;

	if (!folder->state)
		return;
	*folder->state = (struct store_state){ .len = 0 };
	if (fstat(folder->fd, &st))
		return;
	*folder->state = (struct store_state){
		.dev = st.st_dev,
		.ino = st.st_ino,
		.last = folder->last,
		.len = folder->len,
		.events = folder->events,
	};
}

/* Copies what is from a place on, behind the beginning of the log. */
static int copy_rest(int to, int from, uint64_t at, uint64_t size,
		     const struct preface *preface)
{
	unsigned char bytes[1 << 16];
	uint64_t len = preface->len;
	int err = durable_write(to, preface->bytes, preface->len, 0);

	while (!err && at < size) {
		const long n = section_read(from, bytes, sizeof(bytes), at);

		if (n <= 0)
			return n ? errno : 0;
		err = durable_write(to, bytes, (size_t)n, len);
		at += (uint64_t)n;
		len += (uint64_t)n;
	}
	return !err && fsync(to) ? errno : err;
}

/* Sections behind damage may have been confirmed, and then nobody sends them
 * again: they are kept in a log of their own before this one is cut. */
static int keep_rest(const struct folder *folder, const char *where,
		     const struct store_log *log, uint64_t at, uint64_t size)
{
	char *path;
	int fd, err;

	if (asprintf(&path, "%s/%s.damaged-XXXXXX", where, log->name) < 0)
		return ENOMEM;
	fd = mkostemp(path, O_CLOEXEC);
	err = fd < 0 ? errno :
		       copy_rest(fd, folder->fd, at, size, log->preface);
	if (fd >= 0 && close(fd) && !err)
		err = errno;
	if (fd >= 0 && err)
		unlink(path);
	if (!err)
		talk("%s/%s: damaged at byte %" PRIu64 ", and cut there; "
		     "what lay behind it is in %s",
		     where, log->name, folder->len, path);
	free(path);
	return err;
}

/* A section that nobody has confirmed is believed when its bytes were read. Those
 * who gather know what they have stored. */
static bool is_believed(const struct folder *folder,
			const struct store_log *log,
			const struct section *section)
{
	return folder->state || section->number <= log->confirmed ||
	       is_sound(folder->fd, section);
}

/* Finds the last section, by the file's content. */
static void find_last(struct folder *folder, const struct store_log *log,
		      uint64_t size)
{
	unsigned char head[SECTION_HEAD + SECTION_CHUNK_HEAD];
	struct section section, last = { .at = 0 };
	struct folder before = *folder;

	while (read_next(folder, log->preface->uuid, folder->len, size,
			 &section, head) &&
	       is_believed(folder, log, &section)) {
		before = *folder;
		folder->last = section.number;
		folder->len += section_size(&section);
		folder->events += section_events(&section, head + SECTION_HEAD);
		last = section;
	}
	if (last.at && !is_sound(folder->fd, &last))
		*folder = before;
}

/* Cuts what lies behind the last section: it was being written when the shipping
 * ended, unless sound sections follow. EBADMSG: these were confirmed. */
static int find_end(struct folder *folder, const char *where,
		    const struct store_log *log)
{
	const struct preface *preface = log->preface;
	struct section section;
	struct stat st;
	uint64_t size;
	int err = 0;

	if (fstat(folder->fd, &st))
		return errno;
	size = (uint64_t)st.st_size;
	folder->last = preface->last;
	folder->len = preface->len;
	skip_known(folder, &st);
	find_last(folder, log, size);
	if (folder->len == size)
		return 0;
	if (!section_search(folder->fd, preface->uuid, folder->len, size,
			    folder->last, &section) &&
	    section.at + section_size(&section) <= size)
		err = folder->last < log->confirmed ?
			      EBADMSG :
			      keep_rest(folder, where, log, section.at, size);
	if (err)
		return err;
	return ftruncate(folder->fd, (off_t)folder->len) ? errno : 0;
}

static void folder_close(struct store *store)
{
	struct folder *folder = (struct folder *)store;

	if (folder->fd >= 0)
		close(folder->fd);
	section_index_fini(&folder->index);
	free(folder);
}

/* True if the file there is the log that is shipped, and so no copy of it. */
static bool is_log_itself(const struct folder *folder,
			  const struct store_log *log)
{
	return log->source && log->source == file_identity(folder->fd);
}

static int folder_open(struct store **store, const char *where,
		       const struct store_log *log, uint64_t *last)
{
	struct folder *folder = calloc(1, sizeof(*folder));
	int err;

	if (!folder)
		return ENOMEM;
	folder->store.class = &folder_store;
	folder->fd = -1;
	folder->state = log->state;
	folder->begin = log->preface->len;
	folder->appends = log->preface->appends;
	memcpy(folder->uuid, log->preface->uuid, SECTION_UUID);
	err = open_named(folder, where, log);
	if (!err && is_log_itself(folder, log))
		err = EDEADLK;
	if (!err)
		err = find_end(folder, where, log);
	if (folder->is_absent)
		*last = 0;
	if (err) {
		folder_close(&folder->store);
		return err;
	}
	*last = folder->last;
	*store = &folder->store;
	return 0;
}

/* A log that overwrites itself is kept whole, in order. A SEGMENT that has
 * offsets of the old file would mislead here, and is left out. */
static bool is_misplaced(const struct folder *folder,
			 const struct section *section,
			 const unsigned char *payload)
{
	return section->type == SECTION_SEGMENT &&
	       (section->len < SEGMENT_LEAST ||
		section_u64(payload) != folder->len ||
		section_u32(payload + 32) == SEGMENT_TAIL);
}

/* END tells of a log that is read from front to back instead. */
static unsigned char *make_end(const struct folder *folder,
			       const struct section *section,
			       const unsigned char *bytes)
{
	const unsigned char *payload = bytes + SECTION_HEAD;
	const size_t size = section_size(section);
	unsigned char *end, *body;

	if (section->type != SECTION_END || section->len < END_ORDERED ||
	    section_u32(payload) < END_ORDERED ||
	    !section_u64(payload + END_PIVOT))
		return NULL;
	end = malloc(size);
	if (!end)
		return NULL;
	memcpy(end, bytes, size);
	body = end + SECTION_HEAD;
	section_put_u64(body + END_EVENTS, folder->events);
	memset(body + END_PIVOT, 0, END_ORDERED - END_PIVOT);
	section_seal(end, folder->uuid);
	return end;
}

static int append(struct folder *folder, const unsigned char *bytes,
		  size_t size)
{
	int err = durable_write(folder->fd, bytes, size, folder->len);

	if (err && ftruncate(folder->fd, (off_t)folder->len))
		return errno;
	if (!err)
		folder->len += size;
	return err;
}

static int folder_put(struct store *store, const struct section *section,
		      const unsigned char *bytes)
{
	struct folder *folder = (struct folder *)store;
	unsigned char *end;
	int err;

	if (section->number <= folder->last ||
	    is_misplaced(folder, section, bytes + SECTION_HEAD))
		return 0;
	end = make_end(folder, section, bytes);
	err = append(folder, end ? end : bytes, section_size(section));
	free(end);
	if (err)
		return err;
	folder->last = section->number;
	folder->events += section_events(section, bytes + SECTION_HEAD);
	return 0;
}

static int read_index(struct folder *folder)
{
	return section_index_read(&folder->index, folder->fd, folder->uuid,
				  folder->begin, folder->len);
}

static int folder_compare(struct store *store, const struct section *section)
{
	struct folder *folder = (struct folder *)store;
	const int err = read_index(folder);

	if (err)
		return err;
	/* The END of a log that overwrites itself is another here. */
	if (!folder->appends && section->type == SECTION_END)
		return 0;
	return section_index_differs(&folder->index, section) ? EEXIST : 0;
}

static int folder_find_sum(struct store *store, uint64_t number, uint32_t *sum)
{
	struct folder *folder = (struct folder *)store;
	const struct section *section;
	const int err = read_index(folder);

	if (err)
		return err;
	section = section_index_find(&folder->index, number);
	if (!section || (!folder->appends && section->type == SECTION_END))
		return ENODATA;
	*sum = section->sum;
	return 0;
}

static int folder_confirm(struct store *store)
{
	struct folder *folder = (struct folder *)store;

	if (fdatasync(folder->fd)) {
		if (folder->state)
			*folder->state = (struct store_state){ .len = 0 };
		return errno;
	}
	set_state(folder);
	return 0;
}

const struct store_class folder_store = {
	.kind = "a directory",
	.open = folder_open,
	.put = folder_put,
	.compare = folder_compare,
	.find_sum = folder_find_sum,
	.confirm = folder_confirm,
	.close = folder_close,
};
