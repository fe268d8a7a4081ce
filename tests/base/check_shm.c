#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/shm.h"
#include "run.h"

enum { NOBODY = 65534 };

static char root[] = "/dev/shm/posixtrace-test.XXXXXX";
static char path[80];
static int dir;

static void use(const char *directory)
{
	ck_assert_int_eq(setenv("POSIXTRACE_DIR", directory, 1), 0);
}

static void setup(void)
{
	memcpy(root + sizeof(root) - 7, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(root));
	snprintf(path, sizeof(path), "%s/own", root);
	use(path);
	dir = -1;
}

static void open_it(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
}

static void teardown(void)
{
	char command[100];

	umask(022);
	if (dir >= 0)
		close(dir);
	snprintf(command, sizeof(command), "rm -rf %s", root);
	ck_assert_int_eq(system(command), 0);
}

static mode_t mode_of(const char *name)
{
	struct stat st;

	ck_assert_int_eq(fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW), 0);
	return st.st_mode & 07777;
}

/* The directory */

START_TEST(no_umask_makes_a_directory_or_file_that_is_of_no_use)
{
	static const mode_t masks[] = { 0, 022, 0200, 0400, 0700, 0777 };
	size_t length;
	int fd;

	for (size_t i = 0; i < sizeof(masks) / sizeof(*masks); i++) {
		umask(masks[i]);
		open_it();
		ck_assert_int_eq(mode_of("."), 0700);
		ck_assert_int_eq(pxt_shm_create(dir, "file", 1, 1, &fd), 0);
		close(fd);
		ck_assert_int_eq(mode_of("file"), 0600);
		ck_assert_int_eq(pxt_shm_open(dir, "file", &fd, &length), 0);
		close(fd);
		pxt_shm_remove(dir, "file");
		close(dir);
		dir = -1;
		ck_assert_int_eq(rmdir(path), 0);
	}
}
END_TEST

/* Whoever made it was killed before it had put that right. */
static int open_without_privileges(void)
{
	int mine;

	if (!geteuid() && (chown(path, NOBODY, NOBODY) || chmod(root, 0711) ||
			   setresuid(NOBODY, NOBODY, NOBODY)))
		return 1;
	return pxt_shm_directory(0, &mine);
}

START_TEST(a_directory_that_its_owner_cannot_enter_is_put_right)
{
	pid_t child;
	int status;

	ck_assert_int_eq(mkdir(path, 0), 0);
	ck_assert_int_eq(chmod(path, 0), 0);
	child = fork();
	if (!child)
		_exit(open_without_privileges());
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(a_path_from_wherever_we_are_is_refused)
{
	ck_assert_int_eq(chdir(root), 0);
	use("own");
	ck_assert_int_eq(pxt_shm_directory(0, &dir), EPERM);
	ck_assert_int_eq(pxt_shm_find_directory(&dir), EPERM);
	ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(a_slash_lets_no_link_through)
{
	char link[100];

	ck_assert_int_eq(mkdir(path, 0700), 0);
	snprintf(link, sizeof(link), "%s/link", root);
	ck_assert_int_eq(symlink(path, link), 0);
	snprintf(link, sizeof(link), "%s/link//", root);
	use(link);
	ck_assert_int_eq(pxt_shm_directory(0, &dir), EPERM);

	snprintf(link, sizeof(link), "%s/own//", root);
	use(link);
	open_it();
}
END_TEST

/* Its files */

START_TEST(what_is_no_file_is_refused_at_once)
{
	size_t length;
	int fd;

	open_it();
	ck_assert_int_eq(mkdirat(dir, "folder", 0700), 0);
	ck_assert_int_eq(mkfifoat(dir, "pipe", 0600), 0);
	ck_assert_int_eq(symlinkat("/dev/tty", dir, "link"), 0);
	ck_assert_int_eq(pxt_shm_open(dir, "folder", &fd, &length), EPERM);
	ck_assert_int_eq(pxt_shm_open(dir, "pipe", &fd, &length), EPERM);
	ck_assert_int_eq(pxt_shm_open(dir, "link", &fd, &length), EPERM);
	ck_assert_int_eq(pxt_shm_create(dir, "pipe", 1, 1, &fd), EEXIST);
	ck_assert_int_eq(pxt_shm_create(dir, "link", 1, 1, &fd), EEXIST);
}
END_TEST

/* Who breaks a lease waits for its holder, three quarters of a minute. */
START_TEST(nobody_is_waited_for_who_holds_a_file)
{
	size_t length;
	int fd, other;

	open_it();
	ck_assert_int_eq(pxt_shm_create(dir, "file", 1, 1, &fd), 0);
	signal(SIGIO, SIG_IGN);
	ck_assert_int_eq(fcntl(fd, F_SETLEASE, F_WRLCK), 0);
	ck_assert_int_eq(pxt_shm_open(dir, "file", &other, &length), EPERM);
	close(fd);
	ck_assert_int_eq(pxt_shm_open(dir, "file", &fd, &length), 0);
	close(fd);
}
END_TEST

/* The signal would end a program that did not ask for the file. */
START_TEST(a_limit_on_files_is_no_room_and_no_signal)
{
	const struct rlimit limit = { 4096, RLIM_INFINITY };
	sigset_t pending;
	int fd;

	open_it();
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert_int_eq(pxt_shm_create(dir, "file", 8192, 8192, &fd), ENOMEM);
	ck_assert_int_eq(pxt_shm_create(dir, "file", 10, 8192, &fd), ENOMEM);
	ck_assert_int_eq(sigpending(&pending), 0);
	ck_assert(!sigismember(&pending, SIGXFSZ));
	ck_assert_int_eq(pxt_shm_create(dir, "file", 4096, 4096, &fd), 0);
	close(fd);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("shm");
	TCase *t = tcase_create("shm");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, no_umask_makes_a_directory_or_file_that_is_of_no_use);
	tcase_add_test(t, a_directory_that_its_owner_cannot_enter_is_put_right);
	tcase_add_test(t, a_path_from_wherever_we_are_is_refused);
	tcase_add_test(t, a_slash_lets_no_link_through);
	tcase_add_test(t, what_is_no_file_is_refused_at_once);
	tcase_add_test(t, nobody_is_waited_for_who_holds_a_file);
	tcase_add_test(t, a_limit_on_files_is_no_room_and_no_signal);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
