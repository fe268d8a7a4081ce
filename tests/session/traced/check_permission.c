/* What root does for a user stays the user's, whatever he does meanwhile. */
#include <dirent.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>

#include "tracing.h"

enum { NOBODY = 65534, RACE_MS = 1500, MARKS = 100 };

/* A root of the user's own, on a tmpfs that is gone with its last process. */
static pid_t target, swapper;
static char outside[] = "/tmp/outside.XXXXXX";

static const char shm[] = "/mnt/dev/shm";
static const char ours[] = "posixtrace-65534";
static const char treasure[] = "treasure";

static void become_nobody(void)
{
	must(!setresgid(NOBODY, NOBODY, NOBODY) &&
	     !setresuid(NOBODY, NOBODY, NOBODY) && !prctl(PR_SET_DUMPABLE, 1) &&
	     !prctl(PR_SET_PDEATHSIG, SIGKILL));
}

static void build_root(void)
{
	must(!unshare(CLONE_NEWNS) &&
	     !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
	     !mount("none", "/mnt", "tmpfs", 0, "size=64m,mode=755") &&
	     !mkdir("/mnt/dev", 0755) && !mkdir(shm, 0755) && !chdir(shm) &&
	     !mkdir(treasure, 0700) && !mkdir("theirs", 0700) &&
	     !chown("theirs", NOBODY, NOBODY) && !chown(".", NOBODY, NOBODY));
}

/* What root made is put away, so that root has to make it again. */
static void take_away(void)
{
	struct dirent *entry;
	DIR *list;

	if (rename(ours, "old"))
		return;
	list = opendir("old");
	while (list && (entry = readdir(list)))
		unlinkat(dirfd(list), entry->d_name, 0);
	if (list)
		closedir(list);
	rmdir("old");
}

/* The name leads somewhere all the time. */
static _Noreturn void swap_directories(void)
{
	for (;;) {
		if (renameat2(AT_FDCWD, ours, AT_FDCWD, treasure,
			      RENAME_EXCHANGE))
			continue;
		usleep(50);
		renameat2(AT_FDCWD, ours, AT_FDCWD, treasure, RENAME_EXCHANGE);
		take_away();
	}
}

static _Noreturn void swap_links(void)
{
	for (;;) {
		symlink(outside, ours);
		sched_yield();
		unlink(ours);
		sched_yield();
		take_away();
	}
}

static _Noreturn void swap_roots(void)
{
	for (;;) {
		rename("../shm", "../aside");
		symlink(outside, "../shm");
		sched_yield();
		unlink("../shm");
		rename("../aside", "../shm");
		usleep(100);
		take_away();
	}
}

/* The target only waits; the swapper is the same user, in the same root. */
static void start_user(void (*swap_them)(void))
{
	int ready[2];
	char byte;

	ck_assert_int_eq(pipe(ready), 0);
	target = fork();
	if (!target) {
		setpgid(0, 0);
		build_root();
		must(!chroot("/mnt") && !chown("/dev", NOBODY, NOBODY));
		swapper = fork();
		become_nobody();
		if (!swapper)
			swap_them();
		must(write(ready[1], "r", 1) == 1);
		for (;;)
			pause();
	}
	close(ready[1]);
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	close(ready[0]);
}

static void end_user(void)
{
	kill(-target, SIGKILL);
	ck_assert_int_eq(waitpid(target, NULL, 0), target);
}

/* What may come of it: a stream, or the news that there cannot be one. */
static void make_streams(unsigned *made, unsigned *refused)
{
	const int64_t end = now_ns() + (int64_t)RACE_MS * NS_PER_MS;
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid;

	unsetenv("POSIXTRACE_DIR");
	while (now_ns() < end) {
		if (posix_trace_create(target, &attr, &trid)) {
			++*refused;
			continue;
		}
		++*made;
		assert_ok(posix_trace_shutdown(trid));
	}
}

static DIR *list_theirs(void)
{
	static const char *const names[] = { "shm", "aside" };
	char path[64];
	int fd = -1;

	kill(-target, SIGSTOP);
	for (size_t i = 0; i < ARRAY_LEN(names) && fd < 0; i++) {
		snprintf(path, sizeof(path), "/proc/%d/root/dev/%s",
			 (int)target, names[i]);
		fd = open(path,
			  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	}
	ck_assert_int_ge(fd, 0);
	return fdopendir(fd);
}

static bool is_empty(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fdopendir(fd);
	int count = 0;

	ck_assert_ptr_nonnull(list);
	while (readdir(list))
		count++;
	closedir(list);
	return count == 2;
}

/* Under whatever name it is found, once and empty. */
static void assert_treasure_is_roots(void)
{
	DIR *list = list_theirs();
	unsigned of_root = 0;
	struct dirent *entry;
	struct stat st;

	while ((entry = readdir(list))) {
		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(list), entry->d_name, &st,
			    AT_SYMLINK_NOFOLLOW) ||
		    st.st_uid)
			continue;
		of_root++;
		ck_assert(S_ISDIR(st.st_mode));
		ck_assert(is_empty(dirfd(list), entry->d_name));
	}
	closedir(list);
	ck_assert_uint_eq(of_root, 1);
}

static void race(void (*swap_them)(void))
{
	unsigned made = 0, refused = 0;
	struct stat st;

	if (geteuid()) {
		skipped("a race with root: only for root");
		return;
	}
	memcpy(outside + sizeof(outside) - 7, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(outside));
	start_user(swap_them);
	make_streams(&made, &refused);
	assert_treasure_is_roots();
	end_user();

	ck_assert(is_empty(AT_FDCWD, outside));
	ck_assert_int_eq(lstat(outside, &st), 0);
	ck_assert_uint_eq(st.st_uid, 0);
	rmdir(outside);
	printf("%u streams made, %u refused\n", made, refused);
	ck_assert_uint_gt(refused, 0);
}

START_TEST(a_directory_that_is_swapped_is_not_given_away)
{
	race(swap_directories);
}
END_TEST

START_TEST(a_link_that_comes_and_goes_leads_nowhere)
{
	race(swap_links);
}
END_TEST

START_TEST(a_link_on_the_way_that_comes_and_goes_leads_nowhere)
{
	race(swap_roots);
}
END_TEST

/* A process that changes its user while it is traced */

static void *record_some(void *first)
{
	const trace_event_id_t type = type_of("step");

	for (uint32_t i = 0; i < MARKS; i++)
		record(type, 0, (uint32_t)(uintptr_t)first + i);
	return NULL;
}

static _Noreturn void change_user(int gate)
{
	pthread_t thread;
	char byte;

	must(read(gate, &byte, 1) == 1);
	record_some(NULL);
	become_nobody();
	record_some((void *)(uintptr_t)MARKS);
	must(!pthread_create(&thread, NULL, record_some,
			     (void *)(uintptr_t)(2 * MARKS)) &&
	     !pthread_join(thread, NULL));
	exit(0);
}

START_TEST(a_process_that_changes_its_user_keeps_its_stream)
{
	trace_id_t trid;
	uint32_t next = 0;
	struct got got;
	int gate[2];
	pid_t child;

	if (geteuid() || unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("none", "/dev/shm", "tmpfs", 0, "mode=1777")) {
		skipped("another user: only for root, with mounts");
		return;
	}
	unsetenv("POSIXTRACE_DIR");
	ck_assert_int_eq(pipe(gate), 0);
	child = fork();
	if (!child)
		change_user(gate[0]);
	trid = create_for(child, 1 << 20, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(write(gate[1], "g", 1), 1);
	assert_exits_0(child);

	while (try_next(trid, &got))
		if (is_user(&got))
			assert_mark(&got, 0, next++);
	ck_assert_uint_eq(next, 3 * MARKS);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_ne(access("/dev/shm/posixtrace-65534", F_OK), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("permission");
	TCase *t = tcase_create("permission");

	tcase_set_timeout(t, 20);
	tcase_add_test(t, a_directory_that_is_swapped_is_not_given_away);
	tcase_add_test(t, a_link_that_comes_and_goes_leads_nowhere);
	tcase_add_test(t, a_link_on_the_way_that_comes_and_goes_leads_nowhere);
	tcase_add_test(t, a_process_that_changes_its_user_keeps_its_stream);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
