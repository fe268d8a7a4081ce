/* proc.c - reading /proc */
#include "base/proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/own_facts.h"
#include "base/shortage.h"
#include "base/text.h"

#ifndef PID_FS_MAGIC
#define PID_FS_MAGIC 0x50494446
#endif

/* Field numbers of proc(5). */
enum {
	STATE_FIELD = 3,
	PARENT_FIELD = 4,
	THREADS_FIELD = 20,
	START_FIELD = 22,
	SIZE_FIELD = 23,
	CODE_FIELD = 26,
	STACK_FIELD = 28,
	SIGNAL_FIELD = 38, /* negative: a thread that is not the first one */
	BRK_FIELD = 47,
	FIELDS = 48,
};

#define NEGATIVE UINT64_MAX

/* The caller is sure to find itself, also in a /proc with other numbers. */
void pxt_proc_path(pid_t pid, const char *file, char *path)
{
	path = pxt_text_copy(path, "/proc/");
	path = pid == getpid() ? pxt_text_copy(path, "self") :
				 pxt_text_decimal(path, (uint64_t)pid);
	pxt_text_copy(path, file);
}

/* Returns the number of bytes read, or a negated error number. */
static ssize_t slurp(const char *path, char *text, size_t size)
{
	ssize_t len;
	int cancel, fd;

	/* Callers must not be cancellation points. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? -errno : read(fd, text, size - 1);
	if (fd >= 0) {
		len = len < 0 ? -errno : len;
		close(fd);
	}
	pthread_setcancelstate(cancel, NULL);
	if (len >= 0)
		text[len] = '\0';
	return len;
}

/* Parses the fields behind the name, which may hold spaces and parentheses
 * within its parentheses; the state, a letter, becomes zero. */
static int read_fields(char *text, uint64_t *field, bool *exited)
{
	char *at = strrchr(text, ')');

	if (!at || strlen(at) < 3)
		return ESRCH;
	at += 2;
	*exited = *at == 'Z' || *at == 'X';
	for (int i = STATE_FIELD; i < FIELDS; i++) {
		field[i] = *at == '-' ? NEGATIVE : pxt_text_number(at);
		at = strchr(at, ' ');
		if (!at)
			return ESRCH;
		at++;
	}
	return 0;
}

/* The kernel chooses these addresses anew for each image. */
static uint64_t identify_image(const uint64_t *field)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);

	if (!field[STACK_FIELD])
		return 0;
	return ((field[STACK_FIELD] * odd + field[BRK_FIELD]) * odd +
		field[CODE_FIELD]) |
	       1;
}

/* kill() takes no descriptor. It succeeds for an ended process until its parent
 * has waited for it. */
static bool is_there(pid_t pid)
{
	return !kill(pid, 0) || errno != ESRCH;
}

static int read_stat(pid_t pid, uint64_t *field, bool *exited)
{
	char path[32];
	char text[1024];
	ssize_t len;
	int err;

	pxt_proc_path(pid, "/stat", path);
	if (pid <= 0)
		return ESRCH;
	len = slurp(path, text, sizeof(text));
	if (len > 0)
		return read_fields(text, field, exited);
	err = (int)-len;
	return err && pxt_is_shortage(err) && is_there(pid) ? err : ESRCH;
}

/* A process outlives its first thread, whose state this is. */
int pxt_proc_read(pid_t pid, struct pxt_proc *proc)
{
	uint64_t field[FIELDS];
	bool exited;
	int err;

	err = read_stat(pid, field, &exited);
	if (err)
		return err;
	if ((exited && field[THREADS_FIELD] <= 1) ||
	    field[SIGNAL_FIELD] == NEGATIVE)
		return ESRCH;
	*proc = (struct pxt_proc){
		.parent = (pid_t)field[PARENT_FIELD],
		.start = field[START_FIELD],
		.image = identify_image(field),
	};
	return 0;
}

static bool is_own_known(uint64_t *start, uint64_t *image)
{
	struct pxt_own_facts *facts = pxt_own_facts();

	if (!facts)
		return false;
	*start = atomic_load_explicit(&facts->fact[PXT_OWN_START],
				      memory_order_relaxed);
	*image = atomic_load_explicit(&facts->fact[PXT_OWN_IMAGE],
				      memory_order_relaxed);
	return *start && *image;
}

int pxt_proc_own(uint64_t *start, uint64_t *image)
{
	struct pxt_proc self;
	int err;

	if (is_own_known(start, image))
		return 0;
	err = pxt_proc_read(getpid(), &self);
	if (err)
		return err;
	*start = self.start;
	*image = self.image;
	pxt_own_fact_keep(PXT_OWN_START, self.start);
	pxt_own_fact_keep(PXT_OWN_IMAGE, self.image);
	return 0;
}

int pxt_proc_start_time(pid_t pid, uint64_t *start)
{
	struct pxt_proc proc;
	uint64_t image;
	int err;

	if (pid == getpid())
		return pxt_proc_own(start, &image);
	err = pxt_proc_read(pid, &proc);
	if (!err)
		*start = proc.start;
	return err;
}

/* Elsewhere all pidfds share one inode. */
static uint64_t ask_serial(pid_t pid)
{
	const int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	struct statfs fs;
	struct stat st;
	uint64_t serial = 0;
	int cancel;

	if (fd < 0)
		return 0;
	if (!fstatfs(fd, &fs) && fs.f_type == PID_FS_MAGIC && !fstat(fd, &st))
		serial = st.st_ino;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	close(fd);
	pthread_setcancelstate(cancel, NULL);
	return serial;
}

uint64_t pxt_proc_serial(pid_t pid)
{
	const bool is_own = pid == getpid();
	uint64_t serial = is_own ? pxt_own_fact(PXT_OWN_SERIAL) : 0;

	if (serial)
		return serial;
	serial = ask_serial(pid);
	if (is_own)
		pxt_own_fact_keep(PXT_OWN_SERIAL, serial);
	return serial;
}

bool pxt_proc_thread_alive(pid_t tid)
{
	uint64_t field[FIELDS];
	bool exited;
	const int err = read_stat(tid, field, &exited);

	return err ? err != ESRCH : !exited;
}

bool pxt_proc_alive(pid_t pid, uint64_t start)
{
	uint64_t now;
	const int err = pxt_proc_start_time(pid, &now);

	return err ? err != ESRCH : now == start;
}

bool pxt_proc_is_still(pid_t pid, uint64_t start)
{
	uint64_t field[FIELDS];
	bool exited;
	const int err = read_stat(pid, field, &exited);

	return err ? err != ESRCH : field[START_FIELD] == start;
}

bool pxt_proc_runs_image(pid_t pid, uint64_t start, uint64_t image)
{
	struct pxt_proc now;
	const int err = pxt_proc_read(pid, &now);

	if (err)
		return err != ESRCH;
	return now.start == start &&
	       (!image || !now.image || now.image == image);
}

int pxt_proc_arguments(pid_t pid, char *line, size_t size, char **argv, int max)
{
	char path[32];
	ssize_t len;
	int argc = 0;

	pxt_proc_path(pid, "/cmdline", path);
	len = slurp(path, line, size);
	for (char *at = line; at < line + len && argc < max;
	     at += strlen(at) + 1)
		argv[argc++] = at;
	return argc;
}

int pxt_proc_thread_name(pid_t pid, pid_t tid, char name[PXT_PROC_NAME])
{
	char text[PXT_PROC_NAME + 1]; /* with a newline */
	char path[64], file[32], *end;

	end = pxt_text_copy(file, "/task/");
	end = pxt_text_decimal(end, (uint64_t)tid);
	pxt_text_copy(end, "/comm");
	pxt_proc_path(pid, file, path);
	if (pid <= 0 || tid <= 0 || slurp(path, text, sizeof(text)) < 0)
		return ESRCH;

	text[strcspn(text, "\n")] = '\0';
	memset(name, 0, PXT_PROC_NAME);
	memcpy(name, text, strnlen(text, PXT_PROC_NAME - 1));
	return 0;
}

int pxt_proc_program(pid_t pid, char name[PXT_PROC_NAME])
{
	char path[32], file[4096];
	const char *base;
	ssize_t len;

	pxt_proc_path(pid, "/exe", path);
	len = pid > 0 ? readlink(path, file, sizeof(file) - 1) : -1;
	if (len < 0)
		return ESRCH;

	file[len] = '\0';
	base = strrchr(file, '/');
	base = base ? base + 1 : file;
	memset(name, 0, PXT_PROC_NAME);
	memcpy(name, base, strnlen(base, PXT_PROC_NAME - 1));
	return 0;
}

unsigned pxt_proc_threads(pid_t pid)
{
	uint64_t field[FIELDS];
	bool exited;

	return read_stat(pid, field, &exited) ? 0 :
						(unsigned)field[THREADS_FIELD];
}

int pxt_proc_size(pid_t pid, uint64_t *bytes)
{
	uint64_t field[FIELDS];
	bool exited;

	if (read_stat(pid, field, &exited))
		return ESRCH;
	*bytes = field[SIZE_FIELD];
	return 0;
}

uint64_t pxt_proc_now(void)
{
	return (uint64_t)pxt_clock_ns(CLOCK_BOOTTIME) /
	       (uint64_t)(1000000000 / sysconf(_SC_CLK_TCK));
}

static int owner_of(const char *path, uid_t *owner)
{
	struct stat st;

	if (stat(path, &st))
		return ESRCH;
	*owner = st.st_uid;
	return 0;
}

/* threads: the list of the process's threads. */
static int owner_of_any(pid_t pid, DIR *threads, uid_t *owner)
{
	const struct dirent *entry;
	char path[64];
	char *end;

	pxt_proc_path(pid, "/task/", path);
	end = path + strlen(path);
	while ((entry = readdir(threads))) {
		const uint64_t tid = pxt_text_number(entry->d_name);

		if (!tid || !pxt_proc_thread_alive((pid_t)tid))
			continue;
		pxt_text_copy(pxt_text_decimal(end, tid), "/stat");
		if (!owner_of(path, owner))
			return 0;
	}
	return ESRCH;
}

static int owner_of_living(pid_t pid, uid_t *owner)
{
	char path[32];
	DIR *threads;
	int cancel, err = ESRCH;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pxt_proc_path(pid, "/task", path);
	threads = opendir(path);
	if (threads) {
		err = owner_of_any(pid, threads, owner);
		closedir(threads);
	}
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* The directory always belongs to the effective user, its contents do not. The
 * kernel gives files of a task without memory, as an ended first thread, to
 * root. */
int pxt_proc_owner(pid_t pid, uid_t *owner)
{
	char path[32];
	int err;

	pxt_proc_path(pid, "/stat", path);
	err = owner_of(path, owner);
	if (!err && *owner != geteuid() && !pxt_proc_thread_alive(pid))
		return owner_of_living(pid, owner);
	return err;
}

int pxt_proc_user(pid_t pid, uid_t *user)
{
	static const char label[] = "\nUid:\t";
	char path[32];
	char text[2048];
	const char *at;

	pxt_proc_path(pid, "/status", path);
	if (slurp(path, text, sizeof(text)) <= 0)
		return ESRCH;
	at = strstr(text, label);
	/* The real id precedes it. */
	at = at ? strchr(at + sizeof(label) - 1, '\t') : NULL;
	if (!at)
		return ESRCH;
	*user = (uid_t)pxt_text_number(at + 1);
	return 0;
}

bool pxt_proc_shares(pid_t pid, const char *what)
{
	char path[32];
	struct stat ours, theirs;

	pxt_text_copy(pxt_text_copy(path, "/proc/self"), what);
	if (stat(path, &ours))
		return true;
	pxt_proc_path(pid, what, path);
	return stat(path, &theirs) ||
	       (ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino);
}

/* The first has this number on every machine. */
uint64_t pxt_proc_users(pid_t pid)
{
	const uint64_t first = 0xeffffffd;
	struct stat st;
	char path[32];

	pxt_proc_path(pid ? pid : getpid(), "/ns/user", path);
	return stat(path, &st) || st.st_ino == first ? 0 : st.st_ino;
}

/* Reads the next number of the table, and advances. */
static uint64_t take_number(const char **at)
{
	uint64_t value;

	*at += strspn(*at, " \n");
	value = pxt_text_number(*at);
	*at += strspn(*at, "0123456789");
	return value;
}

/* Three numbers per line: first inner id, first outer id, count. */
uid_t pxt_proc_own_number(pid_t pid, uid_t user)
{
	char path[32];
	char text[4096];
	const char *at = text;

	pxt_proc_path(pid, "/uid_map", path);
	if (pxt_proc_shares(pid, "/ns/user") ||
	    slurp(path, text, sizeof(text)) <= 0)
		return user;
	while (*at) {
		uint64_t theirs = take_number(&at);
		uint64_t ours = take_number(&at);
		uint64_t count = take_number(&at);

		if (user >= ours && user - ours < count)
			return (uid_t)(theirs + (user - ours));
		if (!count)
			break;
		at += strspn(at, "\n");
	}
	return user;
}
