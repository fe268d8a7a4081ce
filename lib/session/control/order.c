/* order.c - recording the own process by the environment */
#include "session/control/order.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/shm.h"
#include "session/control/control.h"

enum {
	ORDER_MAX = 4096,
	SIZE = 4 << 20,
	DATA_MAX = 65536,
	NUMBERS = 100, /* limit of numbers for a log's name */
	HIGH_FD = 512, /* programs do not look for their own files there */
	LINE_MAX_LENGTH = 512,
};

struct order {
	const char *pattern;
	char *names; /* a choice for pxt_steer_choose(), or NULL */
	uint32_t policy;
	uint64_t size;
	bool crash;	 /* keep the log only after a crash */
	int compression; /* POSIX_TRACE_LOG_..._NP */
};

/* For pxt_order_end(). */
static pid_t owner;
static char crash_log[PATH_MAX];

/* Lines of several processes are not mixed up, as each is a single write. Names
 * must not control the terminal. */
static void complain(const char *what, const char *why)
{
	char line[LINE_MAX_LENGTH];
	int len = snprintf(line, sizeof(line) - 1,
			   "posixtrace: POSIXTRACE: "
			   "%.200s: %.200s",
			   what, why);

	for (int i = 0; i < len; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			line[i] = '?';
	line[len++] = '\n';
	if (write(STDERR_FILENO, line, (size_t)len) < 0)
		return;
}

/* Parsing */

static bool parse_size(const char *text, uint64_t *size)
{
	static const char units[] = "KMG";
	const char *unit;
	char *end;
	uint64_t value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || end == text || *text == '-' || !value)
		return false;
	unit = *end ? strchr(units, *end) : NULL;
	if (*end && (!unit || end[1]))
		return false;
	if (unit &&
	    __builtin_mul_overflow(
		    value, UINT64_C(1) << 10 * (unit - units + 1), &value))
		return false;
	*size = value;
	return value <= PXT_ATTR_STREAM_MAX;
}

static bool parse_policy(const char *text, uint32_t *policy)
{
	if (!strcmp(text, "flush"))
		*policy = POSIX_TRACE_FLUSH;
	else if (!strcmp(text, "loop"))
		*policy = POSIX_TRACE_LOOP;
	else if (!strcmp(text, "until-full"))
		*policy = POSIX_TRACE_UNTIL_FULL;
	else
		return false;
	return true;
}

static bool parse_compression(const char *text, int *compression)
{
	if (!strcmp(text, "zstd"))
		*compression = POSIX_TRACE_LOG_ZSTD_NP;
	else if (!strcmp(text, "none"))
		*compression = POSIX_TRACE_LOG_PLAIN_NP;
	else
		return false;
	return true;
}

/* Commas separate the order's items: names are separated by colons. */
static bool parse_names(char *text, char **names)
{
	for (char *c = text; *c; c++)
		if (*c == ':')
			*c = ',';
	*names = text;
	return pxt_choice_is_sound(text);
}

static bool is_pattern(const char *text)
{
	for (const char *c = text; (c = strchr(c, '%')); c += 2)
		if (!c[1] || !strchr("pcht%", c[1]))
			return false;
	return *text && text[strlen(text) - 1] != '/';
}

static char *value_of(char *item, const char *key)
{
	const size_t len = strlen(key);

	return strncmp(item, key, len) || item[len] != '=' ? NULL :
							     item + len + 1;
}

static bool parse_item(char *item, struct order *order)
{
	char *value;

	if ((value = value_of(item, "o"))) {
		order->pattern = value;
		return is_pattern(value);
	}
	if ((value = value_of(item, "policy")))
		return parse_policy(value, &order->policy);
	if ((value = value_of(item, "size")))
		return parse_size(value, &order->size);
	if ((value = value_of(item, "compress")))
		return parse_compression(value, &order->compression);
	if ((value = value_of(item, "e")))
		return parse_names(value, &order->names);
	if ((value = value_of(item, "save"))) {
		order->crash = !strcmp(value, "crash");
		return order->crash || !strcmp(value, "end");
	}
	return false;
}

/* A crash is told by the end of the stream, which nobody writes meanwhile. */
static bool settle(struct order *order)
{
	if (!order->policy)
		order->policy =
			order->crash ? POSIX_TRACE_LOOP : POSIX_TRACE_FLUSH;
	if (!order->crash || order->policy != POSIX_TRACE_FLUSH)
		return true;
	complain("save=crash", "not with policy=flush, which writes all");
	return false;
}

/* text: modified in place. */
static bool parse(char *text, struct order *order)
{
	char *rest = text;
	char *item = strsep(&rest, ",");

	*order = (struct order){ .pattern = "%c-%p.ptl", .size = SIZE };
	if (strcmp(item, "record")) {
		complain(item, "not an order; the only one is `record'");
		return false;
	}
	while ((item = strsep(&rest, ",")))
		if (!parse_item(item, order)) {
			complain(item, "not understood; see posixtrace(7)");
			return false;
		}
	return settle(order);
}

/* The log */

static char *put_plain(char *at, const char *end, const char *text)
{
	for (; *text && at < end; text++)
		*at++ = *text == '/' ? '_' : *text;
	return at;
}

static char *put_part(char *at, const char *end, char letter)
{
	const time_t now = time(NULL);
	char text[HOST_NAME_MAX + 1] = "%";
	struct tm tm;

	switch (letter) {
	case 'p':
		snprintf(text, sizeof(text), "%d", (int)getpid());
		break;
	case 'c':
		return put_plain(at, end, program_invocation_short_name);
	case 'h':
		gethostname(text, sizeof(text) - 1);
		break;
	case 't':
		if (localtime_r(&now, &tm))
			strftime(text, sizeof(text), "%Y%m%d-%H%M%S", &tm);
		break;
	}
	return put_plain(at, end, text);
}

/* False: too long. */
static bool expand(const char *pattern, char path[PATH_MAX])
{
	char *const end = path + PATH_MAX - 8; /* room for a number */
	char *at = path;

	for (; *pattern && at < end; pattern++)
		if (*pattern == '%')
			at = put_part(at, end, *++pattern);
		else
			*at++ = *pattern;
	*at = '\0';
	return at < end;
}

/* Existing files stay: a program that executes itself has the same name. */
static int create_file(char path[PATH_MAX], int *fd)
{
	const size_t len = strlen(path);

	for (int number = 1; number < NUMBERS; number++) {
		if (number > 1)
			snprintf(path + len, PATH_MAX - len, ".%d", number);
		*fd = open(path,
			   O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY,
			   0600);
		if (*fd >= 0 || errno != EEXIST)
			return *fd < 0 ? errno : 0;
	}
	return EEXIST;
}

/* Programs close unknown descriptors, and count on the lowest numbers. */
static void move_up(int *fd)
{
	int high = fcntl(*fd, F_DUPFD_CLOEXEC, HIGH_FD);

	if (high < 0)
		return;
	close(*fd);
	*fd = high;
}

/* The stream */

static void set_attr(const struct order *order, trace_attr_t *object)
{
	struct pxt_attr *attr = (struct pxt_attr *)object;

	pxt_attr_init(attr);
	snprintf(attr->name, sizeof(attr->name), "%.*s",
		 (int)sizeof(attr->name) - 1, program_invocation_short_name);
	attr->stream_policy = order->policy;
	attr->stream_size = order->size;
	attr->max_data = DATA_MAX;
	attr->log_policy = POSIX_TRACE_APPEND;
	attr->log_compression = (uint32_t)order->compression;
}

static int start(trace_id_t trid, const struct order *order)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;
	if (order->names)
		err = pxt_control_choose(session, order->names, 0);
	if (!err)
		err = pxt_control_start(session, 0);
	pxt_session_put(session);
	return err;
}

static int record(const struct order *order, int fd)
{
	trace_attr_t attr;
	trace_id_t trid;
	int err;

	set_attr(order, &attr);
	err = pxt_control_create_at_once(&attr, fd, &trid);
	return err ? err : start(trid, order);
}

static bool files_are_limited(void)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_FSIZE, &limit) &&
	       limit.rlim_cur != RLIM_INFINITY;
}

/* EPERM comes with the reason, if the directory is refused. */
static void complain_of_stream(int err)
{
	char path[PATH_MAX], why[128];

	if (err == ENOTSUP)
		complain("compress=zstd", "libzstd is not there, or was not "
					  "when posixtrace was built");
	else if (err == EPERM &&
		 pxt_shm_explain(path, sizeof(path), why, sizeof(why)))
		complain(path, why);
	else if (err == ENOMEM && files_are_limited())
		complain("no stream", "the limit on files (ulimit -f)");
	else
		complain("no stream", strerror(err));
}

static void obey(const struct order *order)
{
	char path[PATH_MAX];
	int fd, err;

	if (!expand(order->pattern, path)) {
		complain(order->pattern, strerror(ENAMETOOLONG));
		return;
	}
	err = create_file(path, &fd);
	if (err) {
		complain(path, strerror(err));
		return;
	}
	move_up(&fd);
	err = record(order, fd);
	if (err) {
		complain_of_stream(err);
		unlink(path);
		close(fd);
		return;
	}
	if (order->crash && !realpath(path, crash_log))
		crash_log[0] = '\0';
	owner = getpid();
}

/* The command itself must not be recorded. */
static bool is_command(void)
{
	const char *name = program_invocation_short_name;

	return !strcmp(name, "posixtrace") || !strcmp(name, "lt-posixtrace");
}

/* A function of its own, as its stack is pages that programs without an order
 * need not touch. */
static __attribute__((noinline)) void take_order(const char *said)
{
	char text[ORDER_MAX];
	struct order order;

	if (strlen(said) >= sizeof(text)) {
		complain("the order", strerror(E2BIG));
		return;
	}
	strcpy(text, said);
	if (parse(text, &order))
		obey(&order);
}

void pxt_order_begin(void)
{
	const char *said = secure_getenv("POSIXTRACE");

	if (said && *said && !getenv("POSIXTRACE_DISABLE") && !is_command())
		take_order(said);
}

void pxt_order_end(void)
{
	if (owner == getpid() && crash_log[0])
		unlink(crash_log);
}
