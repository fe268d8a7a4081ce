#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/identity.h"
#include "run.h"

enum { USER = 12345, GROUP = 54321, THREADS = 4, TURNS = 500 };

/* Open to root, and to its groups. */
static char roots[] = "/tmp/identity.XXXXXX";
static char groups_own[80];

static void make_file(const char *path, gid_t group, mode_t mode)
{
	int fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fchown(fd, 0, group), 0);
	ck_assert_int_eq(fchmod(fd, mode), 0);
	close(fd);
}

static void setup(void)
{
	const gid_t group = GROUP;

	memcpy(roots + sizeof(roots) - 7, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(roots));
	ck_assert_int_eq(chmod(roots, 01777), 0);
	snprintf(groups_own, sizeof(groups_own), "%s/group", roots);
	make_file(groups_own, GROUP, 0660);
	ck_assert_int_eq(setgroups(1, &group), 0);
}

static void teardown(void)
{
	unlink(groups_own);
	rmdir(roots);
}

static int try_open(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static uid_t owner_of_new_file(void)
{
	char path[80];
	struct stat st;

	snprintf(path, sizeof(path), "%s/new", roots);
	close(open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600));
	ck_assert_int_eq(stat(path, &st), 0);
	unlink(path);
	return st.st_uid;
}

static uint64_t effective_caps(void)
{
	unsigned long long caps = 0;
	char line[200];
	FILE *in = fopen("/proc/thread-self/status", "re");

	ck_assert_ptr_nonnull(in);
	while (fgets(line, sizeof(line), in))
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			break;
	fclose(in);
	return caps;
}

START_TEST(what_is_roots_is_out_of_reach)
{
	struct pxt_identity self;

	ck_assert_int_eq(try_open("/etc/shadow"), 0);
	ck_assert_int_eq(try_open(groups_own), 0);
	ck_assert_int_eq(pxt_identity_take(USER, &self), 0);
	ck_assert_int_eq(try_open("/etc/shadow"), EACCES);
	ck_assert_int_eq(try_open(groups_own), EACCES);
	ck_assert_int_eq(mkdir("/etc/identity", 0700), -1);
	ck_assert_int_eq(chown(roots, USER, USER), -1);
	ck_assert_uint_eq(owner_of_new_file(), USER);
	ck_assert_uint_eq(effective_caps(), 0);
	pxt_identity_give_back(&self);
}
END_TEST

START_TEST(who_comes_back_is_who_it_was)
{
	const uint64_t caps = effective_caps();
	struct pxt_identity self;
	sigset_t signals;
	gid_t groups[2];
	int deadly = 0;

	ck_assert_int_eq(prctl(PR_SET_PDEATHSIG, SIGURG), 0);
	ck_assert_int_eq(pxt_identity_take(USER, &self), 0);
	pxt_identity_give_back(&self);

	ck_assert_int_eq(try_open("/etc/shadow"), 0);
	ck_assert_uint_eq(owner_of_new_file(), 0);
	ck_assert_int_eq(setfsgid((gid_t)-1), 0);
	ck_assert_int_eq(getgroups(2, groups), 1);
	ck_assert_uint_eq(groups[0], GROUP);
	ck_assert_uint_eq(effective_caps(), caps);
	ck_assert_int_eq(prctl(PR_GET_DUMPABLE), 1);
	ck_assert_int_eq(prctl(PR_GET_PDEATHSIG, &deadly), 0);
	ck_assert_int_eq(deadly, SIGURG);
	ck_assert_int_eq(pthread_sigmask(SIG_BLOCK, NULL, &signals), 0);
	ck_assert(!sigismember(&signals, SIGTERM));
}
END_TEST

/* What a program has put aside it does not want back. */
START_TEST(capabilities_that_were_put_aside_stay_there)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
	struct pxt_identity self;
	uint64_t caps;

	ck_assert_int_eq(syscall(SYS_capget, &header, data), 0);
	data[0].effective &= ~(UINT32_C(1) << CAP_DAC_OVERRIDE);
	ck_assert_int_eq(syscall(SYS_capset, &header, data), 0);
	caps = effective_caps();
	ck_assert_int_eq(pxt_identity_take(USER, &self), 0);
	pxt_identity_give_back(&self);
	ck_assert_uint_eq(effective_caps(), caps);
}
END_TEST

START_TEST(who_is_that_user_stays_it)
{
	struct pxt_identity self;

	ck_assert_int_eq(pxt_identity_take(0, &self), 0);
	ck_assert_int_eq(try_open("/etc/shadow"), 0);
	pxt_identity_give_back(&self);

	ck_assert_int_eq(setresuid(USER, USER, USER), 0);
	ck_assert_int_eq(pxt_identity_take(0, &self), 0);
	ck_assert_int_eq(try_open("/etc/shadow"), EACCES);
	pxt_identity_give_back(&self);
	ck_assert_int_eq(setfsuid((uid_t)-1), USER);
}
END_TEST

START_TEST(who_cannot_be_another_is_told_and_stays_itself)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
	struct pxt_identity self;

	ck_assert_int_eq(syscall(SYS_capget, &header, data), 0);
	data[0].effective &= ~(UINT32_C(1) << CAP_SETUID);
	data[0].permitted &= ~(UINT32_C(1) << CAP_SETUID);
	ck_assert_int_eq(syscall(SYS_capset, &header, data), 0);
	ck_assert_int_eq(pxt_identity_take(USER, &self), EPERM);
	ck_assert_int_eq(try_open("/etc/shadow"), 0);
	ck_assert_int_eq(setfsgid((gid_t)-1), 0);
	ck_assert_int_eq(getgroups(0, NULL), 1);
}
END_TEST

/* The others of the process notice nothing. */
static void *take_turns(void *user)
{
	struct pxt_identity self;

	for (int i = 0; i < TURNS; i++) {
		if (pxt_identity_take((uid_t)(uintptr_t)user, &self) ||
		    try_open("/etc/shadow") != EACCES)
			return user;
		pxt_identity_give_back(&self);
		if (try_open("/etc/shadow"))
			return user;
	}
	return NULL;
}

START_TEST(each_thread_is_who_it_is)
{
	pthread_t thread[THREADS];
	void *failed;

	for (uintptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, take_turns,
						(void *)(USER + i)),
				 0);
	for (int i = 0; i < TURNS; i++)
		ck_assert_int_eq(try_open("/etc/shadow"), 0);
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(thread[i], &failed);
		ck_assert_ptr_null(failed);
	}
	ck_assert_int_eq(prctl(PR_GET_DUMPABLE), 1);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("identity");
	TCase *t = tcase_create("identity");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_is_roots_is_out_of_reach);
	tcase_add_test(t, who_comes_back_is_who_it_was);
	tcase_add_test(t, capabilities_that_were_put_aside_stay_there);
	tcase_add_test(t, who_is_that_user_stays_it);
	tcase_add_test(t, who_cannot_be_another_is_told_and_stays_itself);
	tcase_add_test(t, each_thread_is_who_it_is);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	if (geteuid()) {
		puts("SKIPPED: only root can be somebody else");
		return 77;
	}
	return run_suite(suite());
}
