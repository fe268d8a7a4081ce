/*
 * disks.h - disks of a test's own, which are small, or fail
 *
 * Each is in a world (mount namespace) of the test process alone, and ends with
 * it.
 */
#ifndef TESTS_DISKS_H
#define TESTS_DISKS_H

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "build_programs.h"
#include "tracing.h"

static inline bool write_to(const char *path, const char *format, ...)
{
	const int file = open(path, O_WRONLY | O_CLOEXEC);
	va_list arguments;
	int len;

	if (file < 0)
		return false;
	va_start(arguments, format);
	len = vdprintf(file, format, arguments);
	va_end(arguments);
	close(file);
	return len > 0;
}

/* In a world of our own, where we remain who we are. */
static inline bool leave_world(void)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();

	if (!unshare(CLONE_NEWNS))
		return true;
	return !unshare(CLONE_NEWUSER | CLONE_NEWNS) &&
	       write_to("/proc/self/setgroups", "deny") &&
	       write_to("/proc/self/uid_map", "%u %u 1", uid, uid) &&
	       write_to("/proc/self/gid_map", "%u %u 1", gid, gid);
}

/* A file in a file system that has room for little else; -1: it may not be
 * had. It is ours alone and ends with the test. */
static inline int make_file_in_little_room(int *filler)
{
	int dir, file;

	if (!leave_world() || mount("", "/", "", MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", "/tmp", "tmpfs", 0, "size=512k"))
		return -1;
	dir = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	file = openat(dir, "log", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	*filler = openat(dir, "filler", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	close(dir);
	ck_assert_int_ge(file, 0);
	ck_assert_int_ge(*filler, 0);
	return file;
}

static inline void leave_no_room(int filler)
{
	static const char page[4096];

	while (write(filler, page, sizeof(page)) > 0)
		;
	ck_assert_int_eq(errno, ENOSPC);
}

/* Leaves so many bytes, which others may not take. */
static inline void leave_little_room(int filler, off_t room)
{
	off_t size;

	leave_no_room(filler);
	size = lseek(filler, 0, SEEK_END);
	ck_assert_int_gt(size, room);
	ck_assert_int_eq(ftruncate(filler, size - room), 0);
	lseek(filler, 0, SEEK_END);
}

/* As on a file system that cannot reserve room behind the end of a file. */
static inline void forbid_reserves(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[1])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FALLOC_FL_KEEP_SIZE, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		.len = ARRAY_LEN(filter),
		.filter = filter,
	};

	assert_ok(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	assert_ok(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

/* A folder on a disk that fails when it is told to: see
 * tests/log/faulty_fs.c. The path of a file on it, and of the same one where
 * nothing fails. */
#define ON_DISK "/tmp/mount/log"
#define BENEATH "/tmp/disk/log"

/* Open the program while its folder is there: it may be in /tmp. */
static inline int open_disk_program(void)
{
	return open(built("tests/log/faulty_fs"), O_RDONLY | O_CLOEXEC);
}

static inline _Noreturn void be_disk(int program, pid_t parent)
{
	static char name[] = "faulty_fs", folder[] = "/tmp/disk",
		    mountpoint[] = "/tmp/mount", orders[] = "/tmp/orders";
	char *const arguments[] = { name, folder, mountpoint, orders, NULL };

	/* libfuse has something to say about its defaults. */
	dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		fexecve(program, arguments, environ);
	leave(1);
}

static inline bool is_mounted(void)
{
	struct stat above, below;

	return !stat("/tmp", &above) && !stat("/tmp/mount", &below) &&
	       above.st_dev != below.st_dev;
}

/* Its process; -1: it may not be had. */
static inline pid_t start_disk(void)
{
	const int program = open_disk_program();
	const pid_t parent = getpid();
	pid_t disk;

	if (program < 0 || geteuid() || access("/dev/fuse", R_OK | W_OK) ||
	    !leave_world() || mount("", "/", "", MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", "/tmp", "tmpfs", 0, NULL))
		return -1;
	ck_assert_int_eq(mkdir("/tmp/disk", 0700), 0);
	ck_assert_int_eq(mkdir("/tmp/mount", 0700), 0);
	close(open("/tmp/orders", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	disk = fork();
	ck_assert_int_ge(disk, 0);
	if (!disk)
		be_disk(program, parent);
	close(program);
	while (!is_mounted()) {
		if (waitpid(disk, NULL, WNOHANG) == disk)
			return -1;
		nap_ms(5);
	}
	return disk;
}

/* From the next call on. */
static inline void order_disk(const char *orders)
{
	int file = open("/tmp/orders.new", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	const ssize_t len = (ssize_t)strlen(orders);

	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(write(file, orders, (size_t)len), len);
	close(file);
	ck_assert_int_eq(rename("/tmp/orders.new", "/tmp/orders"), 0);
}

/* How many calls it has refused, or kept waiting. */
static inline off_t disk_refusals(void)
{
	struct stat st;

	ck_assert_int_eq(stat("/tmp/orders.refused", &st), 0);
	return st.st_size;
}

static inline void await_refusals(off_t count)
{
	while (disk_refusals() < count)
		nap_ms(1);
}

#endif
