/*
 * ledger.c - the logs of a folder that were removed to make room
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/durable.h"
#include "source/fleet/ledger.h"

static const char title[] = "posixtrace removed 1\n";

enum {
	LINE = 3 * LEDGER_NAME + 160,
	TRIES = 20, /* attempts, while another process has it */
	TRY_MS = 10,
};

char *ledger_path(const char *folder)
{
	char *path;

	return asprintf(&path, "%s.posixtrace-removed", folder) < 0 ? NULL :
								      path;
}

static char *path_beside(const char *log)
{
	const char *slash = strrchr(log, '/');
	char *folder = strndup(log, slash ? (size_t)(slash + 1 - log) : 0);
	char *path = folder ? ledger_path(folder) : NULL;

	free(folder);
	return path;
}

/* Lines */

static void put_name(char *to, const char *name)
{
	static const char digits[] = "0123456789ABCDEF";
	const unsigned char *byte = (const unsigned char *)name;

	for (; *byte; byte++) {
		if (*byte > ' ' && *byte != '%' && *byte != 0x7f) {
			*to++ = (char)*byte;
			continue;
		}
		*to++ = '%';
		*to++ = digits[*byte >> 4];
		*to++ = digits[*byte & 15];
	}
	*to = '\0';
}

static bool take_name(char to[LEDGER_NAME], const char *from)
{
	unsigned byte;
	size_t len = 0;

	for (; *from && len < LEDGER_NAME - 1; from++) {
		byte = (unsigned char)*from;
		if (*from == '%') {
			if (sscanf(from + 1, "%2x", &byte) != 1 || !from[2])
				return false;
			from += 2;
		}
		if (!byte || byte == '/')
			return false;
		to[len++] = (char)byte;
	}
	to[len] = '\0';
	return len && !*from;
}

static int format(char line[LINE], const struct ledger_entry *entry,
		  uint64_t number)
{
	char uuid[2 * LEDGER_UUID + 1], name[3 * LEDGER_NAME];
	char events[32] = "-";

	for (size_t i = 0; i < LEDGER_UUID; i++)
		sprintf(uuid + 2 * i, "%02x", entry->uuid[i]);
	if (entry->is_counted)
		sprintf(events, "%" PRIu64, entry->events);
	put_name(name, entry->name);
	return snprintf(
		line, LINE, "%" PRIu64 " %s %s %" PRId64 " %" PRId64 " %s\n",
		number, uuid, events, entry->first_ns, entry->last_ns, name);
}

static bool take_uuid(unsigned char uuid[LEDGER_UUID], const char *digits)
{
	for (size_t i = 0; i < LEDGER_UUID; i++) {
		unsigned byte;

		if (!isxdigit((unsigned char)digits[2 * i]) ||
		    sscanf(digits + 2 * i, "%2x", &byte) != 1)
			return false;
		uuid[i] = (unsigned char)byte;
	}
	return true;
}

static bool parse(struct ledger_entry *entry, const char *line)
{
	char uuid[2 * LEDGER_UUID + 1], events[24], name[3 * LEDGER_NAME];

	if (sscanf(line, "%" SCNu64 " %32s %23s %" SCNd64 " %" SCNd64 " %767s",
		   &entry->number, uuid, events, &entry->first_ns,
		   &entry->last_ns, name) != 6)
		return false;
	entry->is_counted = isdigit((unsigned char)*events);
	entry->events = entry->is_counted ? strtoull(events, NULL, 10) : 0;
	return take_uuid(entry->uuid, uuid) && take_name(entry->name, name);
}

/* The file */

static int lock(int fd, int how)
{
	for (int i = 0; i < TRIES; i++) {
		if (!flock(fd, how | LOCK_NB))
			return 0;
		if (errno != EWOULDBLOCK && errno != EINTR)
			return errno;
		poll(NULL, 0, TRY_MS);
	}
	return EAGAIN;
}

static int open_and_lock(const char *path, int flags, int how)
{
	const int fd =
		open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
	struct stat st;
	int err = 0;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st))
		err = errno;
	else if (!S_ISREG(st.st_mode))
		err = EINVAL;
	else
		err = lock(fd, how);
	if (!err)
		return fd;
	close(fd);
	errno = err;
	return -1;
}

/* True if the name has another file now. */
static bool was_renewed(int fd, const char *path)
{
	struct stat here, there;

	return fstat(fd, &here) || stat(path, &there) ||
	       here.st_ino != there.st_ino || here.st_dev != there.st_dev;
}

/* Reads the whole file, and puts a zero byte behind it. NULL: errno. */
static char *read_all(int fd, size_t *len)
{
	enum { MOST = LEDGER_MOST + 2 * LINE };
	char *text = malloc(MOST + 1);
	ssize_t n = 1;

	*len = 0;
	while (text && *len < MOST && n > 0) {
		n = pread(fd, text + *len, MOST - *len, (off_t)*len);
		if (n > 0)
			*len += (size_t)n;
	}
	if (text && n >= 0) {
		text[*len] = '\0';
		return text;
	}
	free(text);
	return NULL;
}

/* A line without an end was cut off, with the machine that wrote it. */
static char *next_line(char **at)
{
	char *line = *at;
	char *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return line;
}

static uint64_t last_number(const char *text, size_t len)
{
	struct ledger_entry entry;

	while (len) {
		while (len && text[len - 1] != '\n')
			len--;
		if (len)
			len--;
		while (len && text[len - 1] != '\n')
			len--;
		if (parse(&entry, text + len))
			return entry.number;
	}
	return 0;
}

/* Makes a file of the newer half, in place of the old one. */
static int shorten(struct ledger *ledger, const char *text, size_t len)
{
	const char *rest = memchr(text + len / 2, '\n', len - len / 2);
	char *draft;
	int fd, err;

	if (!rest || asprintf(&draft, "%s~", ledger->path) < 0)
		return ENOMEM;
	unlink(draft);
	fd = open_and_lock(draft, O_RDWR | O_CREAT | O_EXCL, LOCK_EX);
	err = fd < 0 ? errno : durable_write(fd, title, sizeof(title) - 1, 0);
	if (!err)
		err = durable_write(fd, rest + 1,
				    len - (size_t)(rest + 1 - text),
				    sizeof(title) - 1);
	if (!err && rename(draft, ledger->path))
		err = errno;
	if (!err) {
		close(ledger->fd);
		ledger->fd = fd;
		ledger->size =
			sizeof(title) - 1 + len - (size_t)(rest + 1 - text);
	} else if (fd >= 0) {
		close(fd);
		unlink(draft);
	}
	free(draft);
	return err;
}

/* Finds the place behind the last whole line. */
static int find_end(struct ledger *ledger)
{
	size_t len;
	char *text = read_all(ledger->fd, &len);
	int err = 0;

	if (!text)
		return errno;
	while (len && text[len - 1] != '\n')
		len--;
	text[len] = '\0';
	ledger->size = len;
	ledger->number = last_number(text, len);
	if (len > LEDGER_MOST)
		err = shorten(ledger, text, len);
	else if (!len)
		err = durable_write(ledger->fd, title, sizeof(title) - 1, 0);
	if (!len && !err)
		ledger->size = sizeof(title) - 1;
	free(text);
	return err;
}

int ledger_open(struct ledger *ledger, const char *log)
{
	int err = 0;

	*ledger = (struct ledger){ .fd = -1, .path = path_beside(log) };
	if (!ledger->path)
		return ENOMEM;
	for (int i = 0; i < TRIES; i++) {
		ledger->fd =
			open_and_lock(ledger->path, O_RDWR | O_CREAT, LOCK_EX);
		if (ledger->fd < 0 || !was_renewed(ledger->fd, ledger->path))
			break;
		close(ledger->fd);
		ledger->fd = -1;
		errno = EAGAIN;
	}
	err = ledger->fd < 0 ? errno : find_end(ledger);
	if (err)
		ledger_close(ledger);
	return err;
}

void ledger_close(struct ledger *ledger)
{
	if (ledger->fd >= 0)
		close(ledger->fd);
	free(ledger->path);
	*ledger = (struct ledger){ .fd = -1 };
}

int ledger_add(struct ledger *ledger, const struct ledger_entry *entry)
{
	char line[LINE];
	const int len = format(line, entry, ledger->number + 1);

	if (ftruncate(ledger->fd, (off_t)ledger->size))
		return errno;
	return durable_write(ledger->fd, line, (size_t)len, ledger->size);
}

void ledger_take_back(struct ledger *ledger)
{
	/* An entry of a log that is still there is passed over by readers. */
	if (ftruncate(ledger->fd, (off_t)ledger->size))
		return;
}

int ledger_read(const char *path,
		bool (*take)(void *taker, const struct ledger_entry *entry),
		void *taker)
{
	const int fd = open_and_lock(path, O_RDONLY, LOCK_SH);
	struct ledger_entry entry;
	char *text, *at, *line;
	size_t len;
	int err;

	if (fd < 0)
		return errno;
	text = read_all(fd, &len);
	err = errno;
	close(fd);
	if (!text)
		return err;
	at = text;
	while ((line = next_line(&at)))
		if (parse(&entry, line) && !take(taker, &entry))
			break;
	free(text);
	return 0;
}
