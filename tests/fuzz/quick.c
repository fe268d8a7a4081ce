/* quick.c - calls of the system that are none */
#include "fuzz/quick.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The linker's names of what it hands us, and of what would have been called.
 */
#define WRAPPED(result, name, ...)         \
	result __real_##name(__VA_ARGS__); \
	result __wrap_##name(__VA_ARGS__); \
	result __wrap_##name(__VA_ARGS__)

enum {
	FILE_MAX = 4 << 20,
	DESCRIPTORS = 1024,
	KEPT_MAX = 16,
	STEP = 64,
	TICK_NS = 100,
	BEGIN_S = 1000,
	EPOCH_S = 1700000000,
};

static bool inside;
static unsigned made;
static int64_t used, peak;
static uint64_t work;
static uint64_t passed_ns;
static unsigned drawn; /* of what is no random number */

static struct {
	int fd;
	struct stat st;
	size_t size;
	bool is[DESCRIPTORS]; /* a descriptor of it */
	uint8_t data[FILE_MAX];
} file = { .fd = -1 };

static struct {
	struct stat st;
	void *memory;
	char name[256];
} kept[KEPT_MAX];
static unsigned keeps;

static int directory = -1;
static struct stat directory_st;

/* What a descriptor is known to be of, from the first look at it until it is
 * closed: the directory, or a file that is kept. */
static const struct stat *known[DESCRIPTORS];

_Noreturn void quick_broken(const char *promise, const char *where, int line)
{
	inside = false;
	fprintf(stderr, "%s:%d: broken: %s\n", where, line, promise);
	abort();
}

void *quick_copy(const void *data, size_t size)
{
	void *copy = malloc(size);

	QUICK_ASSERT(copy);
	memcpy(copy, data, size);
	return copy;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
bool quick_turn(const uint8_t *data, size_t size, unsigned way)
{
	uint32_t hash = 2166136261;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 16777619;
	return (hash >> (8 + 3 * way)) % 8 == 0;
}
#else
bool quick_turn(const uint8_t *data, size_t size, unsigned way)
{
	(void)data, (void)size, (void)way;
	return true;
}
#endif

void quick_begin(void)
{
	made = 0;
	used = 0;
	peak = 0;
	work = 0;
	passed_ns = 0;
	drawn = 0;
	inside = true;
}

void quick_end(void)
{
	inside = false;
}

unsigned quick_made(void)
{
	return made;
}

size_t quick_peak(void)
{
	return (size_t)peak;
}

uint64_t quick_work(void)
{
	return work;
}

static void count_work(size_t bytes)
{
	work += 1 + bytes / STEP;
}

/* The file in memory */

static bool is_ours(int fd)
{
	return fd >= 0 && fd < DESCRIPTORS && file.is[fd];
}

int quick_file(void)
{
	if (file.fd >= 0)
		return file.fd;

	file.fd = memfd_create("fuzz", MFD_CLOEXEC);
	if (file.fd < 0 || file.fd >= DESCRIPTORS || fstat(file.fd, &file.st))
		abort();
	file.is[file.fd] = true;
	return file.fd;
}

void quick_file_set(const void *data, size_t len)
{
	file.size = 0;
	quick_file_append(data, len);
}

void quick_file_append(const void *data, size_t len)
{
	if (len > FILE_MAX - file.size)
		abort();
	if (len)
		memcpy(file.data + file.size, data, len);
	file.size += len;
}

size_t quick_file_size(void)
{
	return file.size;
}

const uint8_t *quick_file_data(void)
{
	return file.data;
}

WRAPPED(ssize_t, pread, int fd, void *to, size_t len, off_t at)
{
	if (!is_ours(fd))
		return __real_pread(fd, to, len, at);
	count_work(len);
	if (at < 0) {
		errno = EINVAL;
		return -1;
	}
	if ((uint64_t)at >= file.size)
		return 0;
	if (len > file.size - (size_t)at)
		len = file.size - (size_t)at;
	memcpy(to, file.data + at, len);
	return (ssize_t)len;
}

static ssize_t write_at(const void *from, size_t len, size_t at)
{
	if (at > FILE_MAX || len > FILE_MAX - at) {
		errno = ENOSPC;
		return -1;
	}
	if (at > file.size)
		memset(file.data + file.size, 0, at - file.size);
	memcpy(file.data + at, from, len);
	if (at + len > file.size)
		file.size = at + len;
	return (ssize_t)len;
}

WRAPPED(ssize_t, pwritev, int fd, const struct iovec *iov, int count, off_t at)
{
	ssize_t done = 0, one;

	if (!is_ours(fd))
		return __real_pwritev(fd, iov, count, at);
	for (int i = 0; i < count; i++) {
		count_work(iov[i].iov_len);
		one = iov[i].iov_len ? write_at(iov[i].iov_base, iov[i].iov_len,
						(size_t)at + (size_t)done) :
				       0;
		if (one < 0)
			return done ? done : -1;
		done += one;
	}
	return done;
}

WRAPPED(int, ftruncate, int fd, off_t length)
{
	if (!is_ours(fd))
		return __real_ftruncate(fd, length);
	count_work(0);
	if (length < 0 || length > FILE_MAX) {
		errno = EFBIG;
		return -1;
	}
	if ((size_t)length > file.size)
		memset(file.data + file.size, 0, (size_t)length - file.size);
	file.size = (size_t)length;
	return 0;
}

static void forget(int fd)
{
	if (fd >= 0 && fd < DESCRIPTORS)
		known[fd] = NULL;
}

static const struct stat *find_known(int fd);

WRAPPED(int, fstat, int fd, struct stat *st)
{
	const struct stat *of;

	if (!inside)
		return __real_fstat(fd, st);
	if (!is_ours(fd)) {
		of = find_known(fd);
		if (!of)
			return __real_fstat(fd, st);
		*st = *of;
		return 0;
	}
	count_work(0);
	*st = file.st;
	st->st_size = (off_t)file.size;
	return 0;
}

static bool is_of(const struct stat *st, const struct stat *other)
{
	return st->st_dev == other->st_dev && st->st_ino == other->st_ino;
}

static const struct stat *find_known(int fd)
{
	struct stat st;

	if (fd < 0 || fd >= DESCRIPTORS || !keeps)
		return NULL;
	if (known[fd])
		return known[fd];
	if (__real_fstat(fd, &st))
		return NULL;
	if (is_of(&st, &directory_st))
		known[fd] = &directory_st;
	for (unsigned i = 0; i < keeps; i++)
		if (is_of(&st, &kept[i].st))
			known[fd] = &kept[i].st;
	return known[fd];
}

WRAPPED(uid_t, geteuid, void)
{
	static uid_t self = (uid_t)-1;

	if (self == (uid_t)-1)
		self = __real_geteuid();
	return inside ? self : __real_geteuid();
}

WRAPPED(int, sync_file_range, int fd, off_t at, off_t len, unsigned flags)
{
	return is_ours(fd) ? 0 : __real_sync_file_range(fd, at, len, flags);
}

/* Opening it once more, by the name that the kernel gives it; and processes
 * that have ended. */
static bool is_name_of_ours(const char *name)
{
	static const char begin[] = "/proc/self/fd/";

	return !strncmp(name, begin, sizeof(begin) - 1) &&
	       is_ours(atoi(name + sizeof(begin) - 1));
}

static bool is_other_process(const char *name)
{
	return !strncmp(name, "/proc/", 6) &&
	       strncmp(name, "/proc/self/", 11) && atoi(name + 6) != getpid();
}

WRAPPED(int, open, const char *name, int flags, ...)
{
	va_list args;
	mode_t mode;
	int fd;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (!inside)
		return __real_open(name, flags, mode);
	count_work(0);
	if (is_other_process(name)) {
		errno = ENOENT;
		return -1;
	}
	if (!is_name_of_ours(name)) {
		fd = __real_open(name, flags, mode);
		forget(fd);
		return fd;
	}
	fd = fcntl(file.fd, F_DUPFD_CLOEXEC, 0);
	if (fd >= DESCRIPTORS)
		abort();
	if (fd >= 0)
		file.is[fd] = true;
	return fd;
}

WRAPPED(int, close, int fd)
{
	if (is_ours(fd) && fd != file.fd)
		file.is[fd] = false;
	forget(fd);
	return __real_close(fd);
}

/* Writing with signals held back, of which there are none. */
WRAPPED(int, pthread_sigmask, int how, const sigset_t *set, sigset_t *old)
{
	return inside ? 0 : __real_pthread_sigmask(how, set, old);
}

WRAPPED(int, sigpending, sigset_t *set)
{
	if (!inside)
		return __real_sigpending(set);
	sigemptyset(set);
	return 0;
}

/* Mappings */

static void *find_kept(int fd)
{
	const struct stat *of = find_known(fd);

	for (unsigned i = 0; i < keeps; i++)
		if (of == &kept[i].st)
			return kept[i].memory;
	return NULL;
}

WRAPPED(void *, mmap, void *address, size_t length, int protection, int flags,
	int fd, off_t at)
{
	void *memory = inside && fd >= 0 && !at ? find_kept(fd) : NULL;

	return memory ? memory :
			__real_mmap(address, length, protection, flags, fd, at);
}

WRAPPED(int, munmap, void *memory, size_t length)
{
	for (unsigned i = 0; inside && i < keeps; i++)
		if (kept[i].memory == memory)
			return 0;
	return __real_munmap(memory, length);
}

/* Files */

static bool is_kept(const char *name)
{
	for (unsigned i = 0; i < keeps; i++)
		if (!strcmp(kept[i].name, name))
			return true;
	return false;
}

/* As long as none was made, there are no others than those that are kept: to
 * ask for each of a hundred numbers is slow. */
static bool is_missing(int dir, const char *name)
{
	return inside && keeps && !made && name[0] != '.' && name[0] != '/' &&
	       !is_kept(name) && find_known(dir) == &directory_st;
}

WRAPPED(int, openat, int dir, const char *name, int flags, ...)
{
	va_list args;
	mode_t mode;
	int fd;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	count_work(0);
	made += inside && flags & O_CREAT;
	if (is_missing(dir, name)) {
		errno = ENOENT;
		return -1;
	}
	fd = __real_openat(dir, name, flags, mode);
	forget(fd);
	return fd;
}

/* One more name of a file that is kept. */
WRAPPED(int, linkat, int dir, const char *name, int to, const char *other,
	int flags)
{
	made += inside;
	return __real_linkat(dir, name, to, other, flags);
}

WRAPPED(int, unlinkat, int dir, const char *name, int flags)
{
	if (inside && is_kept(name))
		return 0;
	return __real_unlinkat(dir, name, flags);
}

void quick_tidy(void)
{
	struct dirent *entry;
	DIR *list = fdopendir(
		__real_openat(directory, ".", O_RDONLY | O_DIRECTORY));

	while (list && (entry = readdir(list)))
		if (entry->d_name[0] != '.' && !is_kept(entry->d_name))
			__real_unlinkat(directory, entry->d_name, 0);
	if (list)
		closedir(list);
}

static void keep(const char *name)
{
	int fd = __real_openat(directory, name, O_RDWR | O_CLOEXEC);

	if (keeps == KEPT_MAX || fd < 0 || __real_fstat(fd, &kept[keeps].st))
		abort();
	snprintf(kept[keeps].name, sizeof(kept[keeps].name), "%s", name);
	kept[keeps].memory =
		__real_mmap(NULL, (size_t)kept[keeps].st.st_size,
			    PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (kept[keeps++].memory == MAP_FAILED)
		abort();
	__real_close(fd);
}

void quick_keep(void)
{
	DIR *list = fdopendir(
		__real_openat(directory, ".", O_RDONLY | O_DIRECTORY));
	struct dirent *entry;

	while (list && (entry = readdir(list)))
		if (entry->d_name[0] != '.')
			keep(entry->d_name);
	if (list)
		closedir(list);
	if (__real_fstat(directory, &directory_st))
		abort();
}

int quick_directory(void)
{
	const char *path = getenv("POSIXTRACE_DIR");

	if (directory >= 0)
		return directory;

	if (!path) {
		fprintf(stderr, "run this by tests/alone.sh\n");
		abort();
	}
	directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (directory < 0)
		abort();
	return directory;
}

/* What was freed is kept from being used again, but not for long: fresh pages
 * cost more than all the rest; as do long stacks, and filling all memory. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=4:malloc_context_size=2:"
	       "max_malloc_fill_size=64:"
	       "allocator_release_to_os_interval_ms=-1";
}

/* Time */

WRAPPED(int, clock_gettime, clockid_t clock, struct timespec *now)
{
	if (!inside)
		return __real_clock_gettime(clock, now);
	passed_ns += TICK_NS;
	now->tv_sec = (clock == CLOCK_REALTIME ? EPOCH_S : BEGIN_S) +
		      (time_t)(passed_ns / 1000000000);
	now->tv_nsec = (long)(passed_ns % 1000000000);
	return 0;
}

WRAPPED(ssize_t, getrandom, void *to, size_t len, unsigned flags)
{
	if (!inside)
		return __real_getrandom(to, len, flags);
	memset(to, (int)++drawn, len);
	return (ssize_t)len;
}

static bool finds_process(long number, long pid)
{
	return number == SYS_pidfd_open && pid == getpid();
}

/* Who passes fewer has other things on the stack where the last would be. */
long __wrap_syscall(long number, ...) __attribute__((no_sanitize("address")));

/* nanosleep, membarrier, futex, pidfd_open */
WRAPPED(long, syscall, long number, ...)
{
	long a[6];
	va_list args;

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (!inside || finds_process(number, a[0]))
		return __real_syscall(number, a[0], a[1], a[2], a[3], a[4],
				      a[5]);
	count_work(0);
	if (number == SYS_pidfd_open) {
		errno = ESRCH;
		return -1;
	}
	if (number == SYS_nanosleep)
		passed_ns += 1000000000;
	return 0;
}

/* Memory */

/* What was asked for counts, even if there is not as much. */
static void *count(void *memory, size_t size)
{
	if (!inside)
		return memory;
	if (used + (int64_t)size > peak)
		peak = used + (int64_t)size;
	if (memory)
		used += (int64_t)malloc_usable_size(memory);
	return memory;
}

static void discount(void *memory)
{
	if (inside && memory)
		used -= (int64_t)malloc_usable_size(memory);
}

WRAPPED(void *, malloc, size_t size)
{
	return count(__real_malloc(size), size);
}

WRAPPED(void *, calloc, size_t number, size_t size)
{
	return count(__real_calloc(number, size), number * size);
}

WRAPPED(void *, realloc, void *memory, size_t size)
{
	discount(memory);
	return count(__real_realloc(memory, size), size);
}

WRAPPED(void *, reallocarray, void *memory, size_t number, size_t size)
{
	discount(memory);
	return count(__real_reallocarray(memory, number, size), number * size);
}

WRAPPED(void, free, void *memory)
{
	discount(memory);
	__real_free(memory);
}
