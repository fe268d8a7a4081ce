#include <check.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "little_space.h"
#include "run.h"
#include "sanitizers.h"
#include "stream/process.h"
#include "stream/process_image.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/process_sweep.h"
#include "stream/unreached.h"

enum {
	MANY = 4,
	NAMES = 200,
	FILES = 300,
	LIVING = 24,
	SWEEPS = 1000, /* far more than chance would have it */
	LATER_S = 60,
	NOBODYS_START = 98, /* no process began then */
	MAKINGS = SANITIZED ? 50 : 200,
	DROPS = SANITIZED ? 2000 : 20000,
	RACES = SANITIZED ? 200 : 1000,
	IMAGES = 2000,
};

static int dir;
static struct pxt_process process;
static uint64_t start;

static void setup(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	ck_assert_int_eq(pxt_proc_start_time(getpid(), &start), 0);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &process), 0);
}

static void teardown(void)
{
	pxt_process_remove(dir, &process);
	pxt_process_close(&process);
	close(dir);
}

/* What is new may yet be needed. The library asks us what time it is. */
static time_t ahead;

time_t time(time_t *now)
{
	struct timespec clock;

	clock_gettime(CLOCK_REALTIME, &clock);
	if (now)
		*now = clock.tv_sec + ahead;
	return clock.tv_sec + ahead;
}

static void sweep_later(void)
{
	ahead = LATER_S;
	pxt_process_sweep(dir);
	ahead = 0;
}

static uint32_t open_in(struct pxt_process *where, const char *name)
{
	uint32_t type;

	ck_assert_int_eq(pxt_process_open_name(where, name, &type), 0);
	return type;
}

static uint32_t open_name(const char *name)
{
	return open_in(&process, name);
}

static void number_name(unsigned number, char *name)
{
	snprintf(name, 32, "event number %u", number);
}

static unsigned streams_of(const struct pxt_process *which)
{
	return atomic_load(&which->shared->word) & 0xffff;
}

static pid_t make_dead(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	return child;
}

/* Files */

static void file_name(pid_t pid, uint64_t began, char *name)
{
	sprintf(name, "%d-%llu", (int)pid, (unsigned long long)began);
}

static bool has_file(pid_t pid, uint64_t began)
{
	char name[64];

	file_name(pid, began, name);
	return !faccessat(dir, name, F_OK, 0);
}

static bool has_names(uint64_t id)
{
	char name[64];

	sprintf(name, "names-%016llx", (unsigned long long)id);
	return !faccessat(dir, name, F_OK, 0);
}

static int open_file(pid_t pid, uint64_t began, int flags)
{
	char name[64];
	int fd;

	file_name(pid, began, name);
	fd = openat(dir, name, flags, 0600);
	ck_assert_int_ge(fd, 0);
	return fd;
}

/* How many files of names there are. */
static unsigned count_names(void)
{
	struct dirent *entry;
	unsigned count = 0;
	DIR *list = fdopendir(openat(dir, ".", O_RDONLY | O_DIRECTORY));

	ck_assert_ptr_nonnull(list);
	while ((entry = readdir(list)))
		count += pxt_names_id(entry->d_name) != 0;
	closedir(list);
	return count;
}

static void open_other(pid_t pid, uint64_t began, struct pxt_process *other)
{
	ck_assert_int_eq(pxt_process_open(dir, pid, began, other), 0);
}

static void let_go(struct pxt_process *other)
{
	pxt_process_remove(dir, other);
	pxt_process_close(other);
}

START_TEST(two_who_open_one_file_share_it)
{
	struct pxt_process other;

	open_other(getpid(), start, &other);
	ck_assert_ptr_ne(other.shared, process.shared);
	ck_assert_uint_eq(other.names.id, process.names.id);
	open_name("one");
	ck_assert(pxt_process_has_type(&other, PXT_EVENT_USER_FIRST));
	pxt_process_close(&other);
	pxt_process_close(&other);
}
END_TEST

START_TEST(the_file_is_the_owners_alone)
{
	char name[64];
	struct stat st;

	file_name(getpid(), start, name);
	ck_assert_int_eq(fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0600);
	ck_assert_uint_eq(st.st_uid, geteuid());
}
END_TEST

START_TEST(a_file_of_another_version_is_refused)
{
	struct pxt_process other;

	process.shared->magic++;
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other),
			 EBADMSG);
	ck_assert_int_eq(pxt_process_find(dir, getpid(), start, &other),
			 EBADMSG);
}
END_TEST

START_TEST(a_file_of_another_length_is_refused)
{
	int fd = open_file(getpid(), start, O_RDWR);
	struct pxt_process other;

	ck_assert_int_eq(ftruncate(fd, 100), 0);
	close(fd);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other),
			 EBADMSG);
	ck_assert_int_eq(pxt_process_find(dir, getpid(), start, &other),
			 EBADMSG);
}
END_TEST

START_TEST(a_link_in_place_of_the_file_is_refused)
{
	struct pxt_process other;
	char name[64];

	file_name(getpid(), start, name);
	pxt_process_remove(dir, &process);
	ck_assert_int_eq(symlinkat("/dev/zero", dir, name), 0);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other), EPERM);
	ck_assert_int_eq(pxt_process_find(dir, getpid(), start, &other), EPERM);
}
END_TEST

START_TEST(a_file_is_found_where_there_is_one)
{
	struct pxt_process other;
	uint32_t type = open_name("one");

	ck_assert_int_eq(pxt_process_find(dir, getpid(), start, &other), 0);
	ck_assert_int_eq(other.pid, getpid());
	ck_assert_uint_eq(other.start, start);
	ck_assert_int_eq(other.dir, dir);
	ck_assert(pxt_process_has_type(&other, type));
	pxt_process_close(&other);

	ck_assert_int_eq(pxt_process_find(dir, getpid(), start + 1, &other),
			 ENOENT);
	ck_assert_int_eq(pxt_process_find(dir, 1, start, &other), ENOENT);
	ck_assert(!has_file(getpid(), start + 1));
	ck_assert(!has_file(1, start));
	ck_assert_uint_eq(count_names(), 1);
}
END_TEST

START_TEST(the_latest_process_of_a_number_is_found)
{
	static const uint64_t starts[] = { 900, 1000, 99 };
	struct pxt_process other[3], longer, found;

	ck_assert_int_eq(pxt_process_find_pid(dir, 12, &found), ENOENT);
	open_other(123, 5000, &longer);
	ck_assert_int_eq(pxt_process_find_pid(dir, 12, &found), ENOENT);
	for (int i = 0; i < 3; i++)
		open_other(12, starts[i], &other[i]);
	ck_assert_int_eq(pxt_process_find_pid(dir, 12, &found), 0);
	ck_assert_int_eq(found.pid, 12);
	ck_assert_uint_eq(found.start, 1000);
	ck_assert_uint_eq(found.names.id, other[1].names.id);
	pxt_process_close(&found);
	for (int i = 0; i < 3; i++)
		let_go(&other[i]);
	let_go(&longer);
}
END_TEST

struct visits {
	unsigned count, mine, others;
};

static void visit(struct pxt_process *visited, void *argument)
{
	struct visits *visits = argument;

	visits->count++;
	visits->mine += visited->pid == getpid() && visited->start == start;
	visits->others += visited->pid == 1 && visited->start < 3 &&
			  pxt_process_has_type(visited, PXT_EVENT_USER_FIRST);
}

START_TEST(each_file_is_visited_once)
{
	struct visits visits = { .count = 0 };
	struct pxt_process other[3];

	for (uint64_t i = 0; i < 3; i++) {
		open_other(1, i, &other[i]);
		open_in(&other[i], "one");
	}
	close(open_file(2, 1, O_CREAT | O_RDWR)); /* half made */
	close(openat(dir, "unlike-any", O_CREAT | O_RDWR, 0600));
	pxt_process_for_each(dir, visit, &visits);
	ck_assert_uint_eq(visits.count, 4);
	ck_assert_uint_eq(visits.mine, 1);
	ck_assert_uint_eq(visits.others, 3);
	for (int i = 0; i < 3; i++)
		let_go(&other[i]);
	ck_assert_int_eq(unlinkat(dir, "2-1", 0), 0);
	ck_assert_int_eq(unlinkat(dir, "unlike-any", 0), 0);
}
END_TEST

static unsigned count_files(const char *prefix)
{
	DIR *list = fdopendir(openat(dir, ".", O_RDONLY | O_DIRECTORY));
	struct dirent *entry;
	unsigned count = 0;

	ck_assert_ptr_nonnull(list);
	while ((entry = readdir(list)))
		count += !strncmp(entry->d_name, prefix, strlen(prefix));
	closedir(list);
	return count;
}

static void look_only(struct pxt_process *visited, void *argument)
{
	(void)visited;
	++*(unsigned *)argument;
}

START_TEST(a_visit_makes_no_names)
{
	const uint64_t family = atomic_load(&process.shared->family);
	unsigned before = count_files("names-"), visits = 0;

	atomic_store(&process.shared->family, 12345);
	pxt_process_for_each(dir, look_only, &visits);
	pxt_process_sweep(dir);
	ck_assert_uint_eq(visits, 1);
	ck_assert_uint_eq(count_files("names-"), before);
	atomic_store(&process.shared->family, family);
}
END_TEST

/* Whatever it said before it ended. */
START_TEST(the_dead_do_not_take_the_names_of_others_with_them)
{
	const uint64_t family = atomic_load(&process.shared->family);
	struct pxt_process other, seen;
	struct pxt_names names;
	uint64_t own;

	open_other(1, 1, &other);
	own = other.names.id;
	if (!_i)
		atomic_store(&other.shared->family, family);
	ck_assert_int_eq(pxt_process_find(dir, 1, 1, &seen), 0);
	pxt_process_remove_dead(dir, &seen);
	pxt_process_close(&seen);
	ck_assert_uint_eq(count_files("1-1"), 0);
	ck_assert_int_eq(pxt_names_open(dir, family, &names), 0);
	pxt_names_close(&names);
	ck_assert_uint_eq(count_files("names-"), _i ? 1 : 2);
	pxt_process_close(&other);
	pxt_names_remove(dir, own);
}
END_TEST

/* Many at once: each child works with what it has opened itself. */

static void *share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(memory, MAP_FAILED);
	return memory;
}

static pthread_barrier_t *barrier;

static void make_barrier(unsigned count)
{
	pthread_barrierattr_t attr;

	barrier = share(sizeof(*barrier));
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	ck_assert_int_eq(pthread_barrier_init(barrier, &attr, count), 0);
}

static pid_t child[MANY];

static void make_children(int (*work)(unsigned who))
{
	for (unsigned i = 0; i < MANY; i++) {
		child[i] = fork();
		ck_assert_int_ge(child[i], 0);
		if (!child[i])
			_exit(work(i));
	}
}

static void wait_for_children(void)
{
	int status;

	for (int i = 0; i < MANY; i++) {
		ck_assert_int_eq(waitpid(child[i], &status, 0), child[i]);
		ck_assert_int_eq(status, 0);
	}
}

static int make_one_file(unsigned who)
{
	struct pxt_process mine;

	for (unsigned i = 0; i < MAKINGS; i++) {
		pthread_barrier_wait(barrier);
		if (pxt_process_open(dir, 1, NOBODYS_START + i, &mine) ||
		    pxt_process_add_stream(&mine, who, who + 1, 0))
			return 1;
		pxt_process_close(&mine);
	}
	return 0;
}

START_TEST(what_a_killed_maker_left_is_in_nobodys_way)
{
	struct pxt_process other;
	char name[64];

	sprintf(name, "new-%d-99", (int)gettid());
	close(openat(dir, name, O_CREAT | O_RDWR, 0600));
	ck_assert_int_eq(pxt_process_open(dir, 1, 99, &other), 0);
	ck_assert_int_ne(faccessat(dir, name, F_OK, 0), 0);
	pxt_process_remove(dir, &other);
	pxt_process_close(&other);
}
END_TEST

/* Killed at any instant, the maker leaves a whole file or none. */
START_TEST(a_maker_that_is_killed_leaves_a_whole_file_or_none)
{
	enum { NOBODY = 4194304 }; /* no process has this number */
	int own;

	/* The names of what was killed stay for a while. */
	ck_assert_int_eq(mkdirat(dir, "own", 0700), 0);
	own = openat(dir, "own", O_RDONLY | O_DIRECTORY);
	for (unsigned round = 0; round < 100; round++) {
		struct pxt_process mine;
		pid_t maker = fork();

		if (!maker)
			for (uint64_t born = round * 1000;; born++)
				pxt_process_open(own, NOBODY, born, &mine);
		usleep(200 + round * 7);
		kill(maker, SIGKILL);
		waitpid(maker, NULL, 0);
		for (uint64_t born = round * 1000; born < round * 1000 + 100;
		     born++) {
			ck_assert_int_eq(
				pxt_process_open(own, NOBODY, born, &mine), 0);
			pxt_process_remove(own, &mine);
			pxt_process_close(&mine);
		}
	}
	close(own);
}
END_TEST

START_TEST(all_who_make_one_file_at_once_get_it)
{
	struct pxt_process other;

	make_barrier(MANY);
	make_children(make_one_file);
	wait_for_children();

	/* One of each, whoever made it, and this process's own. */
	ck_assert_uint_eq(count_names(), MAKINGS + 1);
	for (unsigned i = 0; i < MAKINGS; i++) {
		open_other(1, NOBODYS_START + i, &other);
		ck_assert_uint_eq(streams_of(&other), MANY);
		ck_assert(has_names(other.names.id));
		let_go(&other);
	}
}
END_TEST

START_TEST(names_that_are_gone_are_replaced)
{
	struct pxt_process other;
	uint32_t type = open_name("lost");
	uint64_t gone = process.names.id;

	pxt_names_remove(dir, gone);
	open_other(getpid(), start, &other);
	ck_assert_uint_ne(other.names.id, gone);
	ck_assert(has_names(other.names.id));
	ck_assert(!pxt_process_has_type(&other, type));
	ck_assert_uint_eq(open_in(&other, "new"), type);

	/* Whoever had it open before goes over. */
	ck_assert_uint_eq(open_name("new"), type);
	ck_assert_uint_eq(process.names.id, other.names.id);
	pxt_process_close(&other);
}
END_TEST

static uint64_t *replaced; /* by each */

static int replace_lost_ones(unsigned who)
{
	struct pxt_process mine;
	uint32_t type;

	for (int i = 0; i < MAKINGS; i++) {
		if (!who)
			pxt_names_remove(dir,
					 atomic_load(&process.shared->family));
		pthread_barrier_wait(barrier);
		if (pxt_process_find(dir, getppid(), start, &mine) ||
		    pxt_process_open_name(&mine, "one", &type) ||
		    type != PXT_EVENT_USER_FIRST)
			return 1;
		replaced[who] = mine.names.id;
		pxt_process_close(&mine);
		pthread_barrier_wait(barrier);
		if (replaced[who] != replaced[0])
			return 1;
		pthread_barrier_wait(barrier);
	}
	return 0;
}

START_TEST(all_who_replace_names_at_once_share_the_new_ones)
{
	make_barrier(MANY);
	replaced = share(MANY * sizeof(*replaced));
	make_children(replace_lost_ones);
	wait_for_children();
	ck_assert_uint_eq(count_names(), 1);
	ck_assert_uint_eq(open_name("one"), PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(process.names.id, replaced[0]);
}
END_TEST

/* Sweeping */

START_TEST(files_of_the_dead_are_swept)
{
	struct pxt_process dead, former;
	const pid_t pid = make_dead();

	open_other(pid, 5, &dead);
	open_other(getpid(), start + 1, &former);
	close(openat(dir, "unlike-any", O_CREAT | O_RDWR, 0600));
	close(openat(dir, "0-5", O_CREAT | O_RDWR, 0600));

	pxt_process_sweep(dir);
	ck_assert(!has_file(pid, 5));
	ck_assert(!has_file(getpid(), start + 1));
	ck_assert(has_file(getpid(), start));
	ck_assert_int_eq(unlinkat(dir, "unlike-any", 0), 0);
	ck_assert_int_eq(unlinkat(dir, "0-5", 0), 0);
	pxt_process_close(&dead);
	pxt_process_close(&former);
}
END_TEST

static pid_t wait_for_ever(void)
{
	pid_t sleeper = fork();

	while (!sleeper)
		pause();
	ck_assert_int_gt(sleeper, 0);
	return sleeper;
}

/* To look at few at a time must not be to look at the same ones each time. */
START_TEST(a_number_that_was_given_away_is_found_among_many)
{
	struct pxt_process living[LIVING], former;
	unsigned sweeps = 0;
	uint64_t born;
	pid_t sleeper;

	sleeper = wait_for_ever();
	open_other(sleeper, NOBODYS_START, &former);
	pxt_process_close(&former);
	for (int i = 0; i < LIVING; i++) {
		if (i)
			sleeper = wait_for_ever();
		ck_assert_int_eq(pxt_proc_start_time(sleeper, &born), 0);
		open_other(sleeper, born, &living[i]);
	}
	while (has_file(living[0].pid, NOBODYS_START)) {
		pxt_process_sweep(dir);
		ck_assert_uint_lt(sweeps++, SWEEPS);
	}
	for (int i = 0; i < LIVING; i++) {
		ck_assert(has_file(living[i].pid, living[i].start));
		let_go(&living[i]);
		kill(living[i].pid, SIGKILL);
	}
}
END_TEST

/* What makes a difference is not when it began. */
START_TEST(a_file_of_an_earlier_process_of_the_number_makes_room)
{
	struct pxt_process other;
	uint64_t old;

	if (!process.shared->serial) {
		skipped("numbers of one tick: this kernel tells nothing");
		return;
	}
	old = process.names.id;
	process.shared->serial++;
	ck_assert_int_eq(pxt_process_find(dir, getpid(), start, &other),
			 ENOENT);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other), 0);
	ck_assert_uint_eq(other.shared->serial, process.shared->serial - 1);
	ck_assert_uint_ne(other.names.id, old);
	pxt_process_close(&other);
	ck_assert_int_eq(pxt_process_find(dir, getpid(), start, &other), 0);
	pxt_process_close(&other);
}
END_TEST

static int make_room_again_and_again(unsigned who)
{
	struct pxt_process mine;

	(void)who;
	for (int i = 0; i < MAKINGS; i++) {
		if (pxt_process_open(dir, getppid(), start, &mine))
			return 1;
		mine.shared->serial += who == 0;
		pxt_process_close(&mine);
	}
	return 0;
}

START_TEST(all_who_make_room_at_once_get_a_file)
{
	struct pxt_process other;

	if (!process.shared->serial)
		return;
	make_children(make_room_again_and_again);
	wait_for_children();
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other), 0);
	ck_assert_uint_eq(other.shared->serial, pxt_proc_serial(getpid()));
	pxt_process_close(&other);
}
END_TEST

START_TEST(the_dead_whom_a_stream_traces_are_spared)
{
	struct pxt_process dead;
	const pid_t pid = make_dead();
	uint32_t type;

	open_other(pid, 5, &dead);
	type = open_in(&dead, "last words");
	ck_assert_int_eq(pxt_process_add_stream(&dead, 1, 99, 0), 0);
	pxt_process_close(&dead);

	sweep_later();
	ck_assert_int_eq(pxt_process_find(dir, pid, 5, &dead), 0);
	ck_assert(pxt_process_has_type(&dead, type));

	ck_assert(pxt_process_drop_stream(&dead, 99));
	sweep_later();
	ck_assert(!has_file(pid, 5));
	ck_assert(!has_names(dead.names.id));
	pxt_process_close(&dead);
}
END_TEST

/* Whatever is in it, it may be of a version that the process understands. */
START_TEST(what_cannot_be_read_is_swept_if_its_process_is_dead)
{
	const pid_t pid = make_dead();
	struct pxt_process other;

	open_other(pid, 5, &other);
	other.shared->magic++;
	pxt_process_close(&other);
	close(open_file(pid, 6, O_CREAT | O_RDWR));
	process.shared->magic++;

	pxt_process_sweep(dir);
	ck_assert(!has_file(pid, 5));
	ck_assert(!has_file(pid, 6));
	ck_assert(has_file(getpid(), start));
}
END_TEST

START_TEST(names_that_nobody_uses_are_swept_when_they_are_old)
{
	struct pxt_names nobodys;

	ck_assert_int_eq(pxt_names_create(dir, &nobodys), 0);
	pxt_process_sweep(dir);
	ck_assert(has_names(nobodys.id));
	sweep_later();
	ck_assert(!has_names(nobodys.id));
	ck_assert(has_names(process.names.id));
	pxt_names_close(&nobodys);
}
END_TEST

START_TEST(the_names_of_a_family_outlive_all_members_but_the_last)
{
	struct pxt_process one, other;
	const pid_t pid = make_dead();
	uint64_t family;

	open_other(pid, 5, &one);
	family = one.names.id;
	open_other(1, NOBODYS_START, &other);
	ck_assert_int_eq(pxt_process_join_family(&other, dir, &one.names), 0);
	ck_assert_int_eq(pxt_process_add_stream(&other, 1, 99, 0), 0);
	pxt_process_close(&one);

	sweep_later();
	ck_assert(!has_file(pid, 5));
	ck_assert(has_names(family));
	pxt_process_drop_stream(&other, 99);
	sweep_later();
	ck_assert(!has_names(family));
	pxt_process_close(&other);
}
END_TEST

/* One that is dead, and another that has joined it. */
static void open_family(struct pxt_process *one, struct pxt_process *other)
{
	open_other(make_dead(), 5, one);
	open_other(1, NOBODYS_START, other);
	ck_assert_int_eq(pxt_process_join_family(other, dir, &one->names), 0);
}

static void close_family(struct pxt_process *one, struct pxt_process *other)
{
	pxt_process_remove(dir, other);
	pxt_process_close(other);
	pxt_process_close(one);
}

START_TEST(the_names_of_a_family_go_at_once_with_its_last_member)
{
	struct pxt_process one, other;

	open_family(&one, &other);
	ck_assert_int_eq(pxt_process_add_stream(&other, 1, 99, 0), 0);
	pxt_process_sweep(dir);
	ck_assert(has_names(one.names.id));
	pxt_process_remove(dir, &other);
	pxt_process_sweep(dir);
	ck_assert(!has_names(one.names.id));
	close_family(&one, &other);
}
END_TEST

START_TEST(a_family_that_has_ended_is_not_joined)
{
	struct pxt_process one, other, late;
	uint64_t own;

	open_family(&one, &other);
	pxt_process_remove(dir, &other);
	pxt_process_sweep(dir);

	open_other(1, NOBODYS_START + 1, &late);
	own = late.names.id;
	ck_assert_int_eq(pxt_process_join_family(&late, dir, &one.names),
			 ESTALE);
	ck_assert_uint_eq(late.names.id, own);
	ck_assert(has_names(own));
	pxt_process_remove(dir, &late);
	pxt_process_close(&late);
	close_family(&one, &other);
}
END_TEST

START_TEST(names_that_somebody_is_about_to_join_are_spared)
{
	struct pxt_process one, other;

	open_family(&one, &other);
	ck_assert(pxt_names_begin_join(&one.names));
	pxt_process_remove(dir, &other);
	pxt_process_sweep(dir);
	ck_assert(has_names(one.names.id));
	pxt_names_end_join(&one.names);
	pxt_process_sweep(dir);
	ck_assert(!has_names(one.names.id));
	close_family(&one, &other);
}
END_TEST

/* Long ago, in the future, or whatever somebody has scribbled there. */
START_TEST(who_was_killed_while_he_joined_is_not_waited_for)
{
	const int64_t later[] = { -2 * PXT_NAMES_PATIENCE_NS,
				  1000 * PXT_NAMES_PATIENCE_NS, INT64_MIN };
	struct pxt_process one, other;

	open_family(&one, &other);
	ck_assert(pxt_names_begin_join(&one.names));
	one.names.shared->join_ns =
		later[_i] == INT64_MIN ? later[_i] :
					 one.names.shared->join_ns + later[_i];
	pxt_process_remove(dir, &other);
	pxt_process_sweep(dir);
	ck_assert(!has_names(one.names.id));
	close_family(&one, &other);
}
END_TEST

START_TEST(who_joins_while_processes_are_looked_through_is_spared)
{
	struct pxt_process one, other;
	uint32_t joins;

	open_family(&one, &other);
	ck_assert(pxt_names_are_quiet(&one.names, &joins));
	ck_assert(pxt_names_begin_join(&one.names));
	pxt_names_end_join(&one.names);
	ck_assert(!pxt_names_end(&one.names, joins));
	ck_assert(pxt_names_are_quiet(&one.names, &joins));
	ck_assert(pxt_names_end(&one.names, joins));
	ck_assert(!pxt_names_begin_join(&one.names));
	close_family(&one, &other);
}
END_TEST

static unsigned listed; /* entries of directories */

/* In the place of the C library's. */
struct dirent *readdir(DIR *list)
{
	static struct dirent *(*next)(DIR *list);

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "readdir");
	listed++;
	return next(list);
}

/* Who makes a stream does not wait for that. */
START_TEST(of_a_directory_that_is_full_of_others_only_some_is_looked_at)
{
	enum { STRANGERS = 10000 };
	char name[32];

	for (int i = 0; i < STRANGERS; i++) {
		snprintf(name, sizeof(name), "stranger-%d", i);
		close(openat(dir, name, O_CREAT | O_WRONLY, 0600));
	}
	listed = 0;
	pxt_process_sweep(dir);
	ck_assert_uint_lt(listed, STRANGERS / 2);
	pxt_process_sweep_all(dir);
	ck_assert_uint_gt(listed, STRANGERS);
	for (int i = 0; i < STRANGERS; i++) {
		snprintf(name, sizeof(name), "stranger-%d", i);
		unlinkat(dir, name, 0);
	}
}
END_TEST

START_TEST(however_many_names_are_left_they_are_swept)
{
	struct pxt_names nobodys;

	for (int i = 0; i < FILES; i++) {
		ck_assert_int_eq(pxt_names_create(dir, &nobodys), 0);
		pxt_names_close(&nobodys);
	}
	for (int i = 0; i < 3; i++)
		sweep_later();
	ck_assert_uint_eq(count_names(), 1);
	ck_assert(has_names(process.names.id));
}
END_TEST

/* Between any two steps of making a file somebody may sweep: what is made has
 * to stay whole. */
static int make_again_and_again(unsigned who)
{
	struct pxt_process mine;
	uint64_t began, family;
	uint32_t type;

	(void)who;
	if (pxt_proc_start_time(getpid(), &began))
		return 1;
	for (int i = 0; i < MAKINGS; i++) {
		if (pxt_process_open(dir, getpid(), began, &mine) ||
		    pxt_process_open_name(&mine, "one", &type))
			return 1;
		family = mine.names.id;
		pxt_process_close(&mine);
		if (pxt_process_find(dir, getpid(), began, &mine) ||
		    mine.names.id != family ||
		    !pxt_process_has_type(&mine, type))
			return 1;
		pxt_process_remove(dir, &mine);
		pxt_process_close(&mine);
	}
	return 0;
}

START_TEST(a_sweep_leaves_alone_what_is_being_made)
{
	unsigned ended = 0;
	int status;

	make_children(make_again_and_again);
	while (ended < MANY) {
		pxt_process_sweep(dir);
		if (waitpid(-1, &status, WNOHANG) <= 0)
			continue;
		ck_assert_int_eq(status, 0);
		ended++;
	}
	ck_assert_uint_eq(count_names(), 1);
}
END_TEST

static int sweep_again_and_again(unsigned who)
{
	(void)who;
	for (int i = 0; i < MAKINGS; i++)
		pxt_process_sweep(dir);
	return 0;
}

START_TEST(several_may_sweep_at_once)
{
	struct pxt_process dead[MANY];
	uint32_t type = open_name("one");
	const pid_t pid = make_dead();

	for (unsigned i = 0; i < MANY; i++)
		open_other(pid, i + 1, &dead[i]);
	ahead = LATER_S;
	make_children(sweep_again_and_again);
	wait_for_children();
	for (unsigned i = 0; i < MANY; i++) {
		ck_assert(!has_file(pid, i + 1));
		pxt_process_close(&dead[i]);
	}
	ck_assert(has_file(getpid(), start));
	ck_assert(has_names(process.names.id));
	ck_assert(pxt_process_has_type(&process, type));
	ck_assert_uint_eq(count_names(), 1);
}
END_TEST

/* Streams */

START_TEST(streams_are_added_and_dropped)
{
	uint64_t word = atomic_load(&process.shared->word);

	ck_assert(!pxt_process_traced(word));
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(
			pxt_process_add_stream(&process, i, i + 100, 0), 0);
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99, 0), EAGAIN);
	ck_assert(pxt_process_traced(atomic_load(&process.shared->word)));

	ck_assert(!pxt_process_drop_stream(&process, 7));
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99, 0), EAGAIN);
	ck_assert(pxt_process_drop_stream(&process, 107));
	ck_assert(!pxt_process_drop_stream(&process, 107));
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99, 0), 0);
	ck_assert(pxt_process_drop_stream(&process, 99));
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(pxt_process_drop_stream(&process, i + 100),
				 i != 7);
	ck_assert(!pxt_process_traced(atomic_load(&process.shared->word)));
	ck_assert_uint_ne(atomic_load(&process.shared->word), word);
}
END_TEST

START_TEST(the_word_changes_with_every_stream)
{
	uint64_t before, after = atomic_load(&process.shared->word);

	for (int i = 0; i < 10; i++) {
		before = after;
		pxt_process_add_stream(&process, 1, 1, 0);
		after = atomic_load(&process.shared->word);
		ck_assert_uint_gt(after >> 16, before >> 16);
		before = after;
		pxt_process_drop_stream(&process, 1);
		after = atomic_load(&process.shared->word);
		ck_assert_uint_gt(after >> 16, before >> 16);
	}
}
END_TEST

/* P4: killed before it told the number, so that the slot has the last one's. */
START_TEST(a_stream_whose_number_was_not_told_is_dropped)
{
	ck_assert_int_eq(pxt_process_add_stream(&process, 5, 55, 0), 0);
	ck_assert(pxt_process_drop_stream(&process, 55));
	atomic_store(&process.shared->slot[0].nonce, 66);
	ck_assert(pxt_process_drop_stream(&process, 66));
	ck_assert_uint_eq(atomic_load(&process.shared->slot[0].nonce), 0);
	ck_assert_uint_eq(streams_of(&process), 0);
}
END_TEST

/* P3: killed between the slot and the word. */
START_TEST(who_finds_its_stream_dropped_mends_the_word)
{
	uint64_t word;

	ck_assert_int_eq(pxt_process_add_stream(&process, 5, 55, 0), 0);
	ck_assert_int_eq(pxt_process_add_stream(&process, 6, 66, 0), 0);
	word = atomic_load(&process.shared->word);
	atomic_store(&process.shared->slot[0].nonce, 0);
	ck_assert(!pxt_process_drop_stream(&process, 55));
	ck_assert_uint_eq(streams_of(&process), 1);
	ck_assert_uint_gt(atomic_load(&process.shared->word) >> 16, word >> 16);

	/* Once is enough. */
	word = atomic_load(&process.shared->word);
	ck_assert(!pxt_process_drop_stream(&process, 55));
	ck_assert_uint_eq(atomic_load(&process.shared->word), word);
}
END_TEST

static _Atomic unsigned *arrived;

/* As close together as can be. */
static void meet(unsigned *meetings)
{
	const unsigned all = 2 * ++*meetings;

	atomic_fetch_add(arrived, 1);
	for (unsigned i = 1; atomic_load(arrived) < all; i++)
		if (i % 1000 == 0)
			sched_yield();
}

/* Then a little apart, each time otherwise. */
static void linger(unsigned round)
{
	for (volatile unsigned i = round % 128; i; i--)
		;
}

static int drop_with_another(unsigned who)
{
	unsigned meetings = 0;

	for (unsigned i = 0; who < 2 && i < DROPS; i++) {
		if (!who && pxt_process_add_stream(&process, 1, 1, 0))
			return 1;
		meet(&meetings);
		linger(who ? i : 64);
		pxt_process_drop_stream(&process, 1);
		meet(&meetings);
		if (streams_of(&process))
			return 1;
		meet(&meetings);
	}
	return 0;
}

START_TEST(a_stream_that_two_drop_is_dropped_once)
{
	arrived = share(sizeof(*arrived));
	make_children(drop_with_another);
	wait_for_children();
	ck_assert_uint_eq(streams_of(&process), 0);
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_uint_eq(atomic_load(&process.shared->slot[i].nonce),
				  0);
}
END_TEST

static int add_and_drop(unsigned who)
{
	for (unsigned i = 0; i < RACES; i++) {
		for (unsigned n = who; n < PXT_PROCESS_SLOTS; n += MANY)
			if (pxt_process_add_stream(&process, n, n + 1, 0))
				return 1;
		for (unsigned n = who; n < PXT_PROCESS_SLOTS; n += MANY)
			if (!pxt_process_drop_stream(&process, n + 1))
				return 1;
	}
	return 0;
}

START_TEST(many_add_and_drop_streams_of_their_own)
{
	make_children(add_and_drop);
	wait_for_children();
	ck_assert_uint_eq(streams_of(&process), 0);
	ck_assert_uint_ge(atomic_load(&process.shared->word) >> 16,
			  2 * RACES * PXT_PROCESS_SLOTS);
}
END_TEST

/* Heirs */

static struct pxt_process heir;

static void make_heir(void)
{
	open_other(1, NOBODYS_START, &heir);
}

static void let_heir_go(void)
{
	let_go(&heir);
}

START_TEST(who_is_born_before_inherits_nothing)
{
	pxt_process_add_stream(&process, 3, 33, 1000);
	ck_assert(!pxt_process_has_heirs(&process, 0));
	ck_assert(!pxt_process_has_heirs(&process, 999));
	ck_assert(pxt_process_has_heirs(&process, 1000));
	ck_assert(pxt_process_has_heirs(&process, 1001));
	ck_assert(pxt_process_has_heirs(&process, UINT64_MAX));

	make_heir();
	pxt_process_inherit(&heir, &process, 999);
	ck_assert_uint_eq(streams_of(&heir), 0);
	pxt_process_inherit(&heir, &process, 1000);
	ck_assert_uint_eq(streams_of(&heir), 1);
	ck_assert(pxt_process_drop_stream(&heir, 33));
	let_heir_go();
}
END_TEST

START_TEST(a_stream_without_heirs_has_none)
{
	pxt_process_add_stream(&process, 3, 33, 0);
	ck_assert(!pxt_process_has_heirs(&process, 1));
	ck_assert(!pxt_process_has_heirs(&process, UINT64_MAX));
	make_heir();
	pxt_process_inherit(&heir, &process, UINT64_MAX);
	ck_assert_uint_eq(streams_of(&heir), 0);
	let_heir_go();
}
END_TEST

START_TEST(the_next_stream_of_a_slot_has_no_heirs_of_the_last)
{
	pxt_process_add_stream(&process, 3, 33, 1);
	pxt_process_drop_stream(&process, 33);
	ck_assert(!pxt_process_has_heirs(&process, UINT64_MAX));
	ck_assert_uint_eq(atomic_load(&process.shared->slot[0].heirs_since), 0);
	pxt_process_add_stream(&process, 3, 34, 0);
	ck_assert(!pxt_process_has_heirs(&process, UINT64_MAX));
}
END_TEST

START_TEST(of_many_streams_those_with_heirs_are_handed_on)
{
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		pxt_process_add_stream(&process, i, i + 100, i % 3);
	make_heir();
	pxt_process_inherit(&heir, &process, 1);
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(pxt_process_drop_stream(&heir, i + 100),
				 i % 3 == 1);
	ck_assert_uint_eq(streams_of(&heir), 0);
	ck_assert_uint_eq(streams_of(&process), PXT_PROCESS_SLOTS);
	let_heir_go();
}
END_TEST

/* It is younger than its parent, and so than the stream. */
START_TEST(an_heir_hands_on_to_all_its_children)
{
	pxt_process_add_stream(&process, 3, 33, 1000);
	make_heir();
	pxt_process_inherit(&heir, &process, 1000);
	ck_assert(pxt_process_has_heirs(&heir, 1));
	let_heir_go();
}
END_TEST

START_TEST(an_heir_without_room_goes_without)
{
	make_heir();
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		pxt_process_add_stream(&heir, i, i + 100, 0);
	pxt_process_add_stream(&process, 3, 33, 1);
	pxt_process_inherit(&heir, &process, 2);
	ck_assert_uint_eq(streams_of(&heir), PXT_PROCESS_SLOTS);
	ck_assert(!pxt_process_drop_stream(&heir, 33));
	let_heir_go();
}
END_TEST

static void *keep_inheriting(void *unused)
{
	unsigned meetings = 0;

	for (unsigned i = 0; i < DROPS; i++) {
		meet(&meetings);
		linger(64);
		pxt_process_inherit(&heir, &process, 2);
		meet(&meetings);
	}
	return unused;
}

/* next: what is in the slot of the first stream then. */
static void drop_while_inherited(uint64_t next)
{
	unsigned meetings = 0;
	pthread_t thread;

	make_heir();
	arrived = share(sizeof(*arrived));
	pthread_create(&thread, NULL, keep_inheriting, NULL);
	for (unsigned i = 0; i < DROPS; i++) {
		pxt_process_add_stream(&process, 1, 11, 1);
		meet(&meetings);
		linger(i);
		pxt_process_drop_stream(&process, 11);
		if (next)
			pxt_process_add_stream(&process, 2, next, 0);
		pxt_process_drop_stream(&heir, 11);
		meet(&meetings);
		ck_assert_uint_eq(streams_of(&heir), 0);
		if (next)
			pxt_process_drop_stream(&process, next);
	}
	pthread_join(thread, NULL);
	let_heir_go();
}

/* However the two fall, nobody is left who holds a stream that is gone. */
START_TEST(a_stream_that_is_dropped_meanwhile_has_no_heir)
{
	drop_while_inherited(0);
}
END_TEST

/* The stream that is in the slot next is not for children. */
START_TEST(a_stream_that_is_replaced_meanwhile_has_no_heir)
{
	drop_while_inherited(22);
}
END_TEST

/* Names */

static void assert_name(struct pxt_process *where, uint32_t type,
			const char *wanted)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	ck_assert(pxt_process_has_type(where, type));
	ck_assert_int_eq(pxt_process_name(where, type, name), 0);
	ck_assert_str_eq(name, wanted);
}

START_TEST(a_name_has_one_type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type = open_name("fish");

	ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(open_name("fish"), type);
	ck_assert_uint_eq(open_name("fis"), type + 1);
	ck_assert_uint_eq(open_name(""), type + 2);
	assert_name(&process, type, "fish");
	assert_name(&process, type + 2, "");
	ck_assert_int_eq(pxt_process_name(&process, type + 3, name), EINVAL);
	ck_assert_int_eq(pxt_process_name(&process, 0, name), EINVAL);
	ck_assert_int_eq(pxt_process_name(&process, UINT32_MAX, name), EINVAL);
	ck_assert(!pxt_process_has_type(&process, type + 3));
}
END_TEST

static void open_all_there_may_be(char which)
{
	char name[32];
	uint32_t type;

	for (unsigned i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		sprintf(name, "%c%u", which, i);
		type = open_name(name);
		ck_assert_uint_ge(type, PXT_EVENT_USER_FIRST);
		assert_name(&process, type, name);
	}
}

START_TEST(beyond_the_limit_names_have_no_type_of_their_own)
{
	open_all_there_may_be('a');
	ck_assert_uint_eq(open_name("new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name("newer"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name("a0"), PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(open_name("a1022"), PXT_EVENT_USER_FIRST + 1022);
	ck_assert(!pxt_process_has_type(&process, PXT_EVENT_USER_FIRST + 1023));
}
END_TEST

/* A type of its family counts once it opens it itself. */
START_TEST(the_limit_is_the_programs_not_the_familys)
{
	make_heir();
	pxt_process_join_family(&heir, dir, &process.names);
	open_all_there_may_be('a');
	ck_assert_uint_eq(open_in(&heir, "b"), PXT_EVENT_USER_FIRST + 1023);
	ck_assert_uint_eq(open_in(&heir, "a3"), PXT_EVENT_USER_FIRST + 3);
	ck_assert_uint_eq(open_name("b"), PXT_EVENT_UNNAMED);
	let_heir_go();
}
END_TEST

START_TEST(a_family_that_has_all_types_gives_no_more)
{
	unsigned opened = 0;
	char name[32];

	/* So that forgetting does not begin another family. */
	pxt_process_add_stream(&process, 1, 1, 0);
	for (char which = 'a'; opened + PXT_EVENT_NAMED_MAX <= PXT_NAMES_MAX;
	     which++) {
		open_all_there_may_be(which);
		opened += PXT_EVENT_NAMED_MAX;
		pxt_process_forget_names(&process, dir);
	}
	for (; opened < PXT_NAMES_MAX; opened++) {
		number_name(opened, name);
		ck_assert_uint_eq(open_name(name),
				  PXT_EVENT_USER_FIRST + opened);
	}
	ck_assert_uint_eq(open_name("new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name("a7"), PXT_EVENT_USER_FIRST + 7);
}
END_TEST

/* Types by name, as each of many saw them. */
struct findings {
	uint32_t type[MANY][NAMES];
};
static struct findings *findings;

static void open_all(struct pxt_process *mine, unsigned who)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		pthread_barrier_wait(barrier);
		if (pxt_process_open_name(mine, name, &findings->type[who][i]))
			findings->type[who][i] = 0;
	}
}

/* None is opened twice, and none has used up two places. */
static void check_findings(void)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		assert_name(&process, PXT_EVENT_USER_FIRST + i, name);
		for (int who = 0; who < MANY; who++)
			ck_assert_uint_eq(findings->type[who][i],
					  PXT_EVENT_USER_FIRST + i);
	}
	ck_assert(
		!pxt_process_has_type(&process, PXT_EVENT_USER_FIRST + NAMES));
	ck_assert_uint_ne(atomic_load(&process.shared->opened[NAMES - 1]), 0);
	ck_assert_uint_eq(atomic_load(&process.shared->opened[NAMES]), 0);
}

static void share_findings(void)
{
	make_barrier(MANY);
	findings = share(sizeof(*findings));
}

static void *open_all_as_thread(void *who)
{
	open_all(&process, (unsigned)(uintptr_t)who);
	return NULL;
}

/* THR-04 */
START_TEST(threads_that_open_one_name_at_once_get_one_type)
{
	pthread_t thread[MANY];

	process.dir = -1; /* as a process has its own file */
	share_findings();
	for (uintptr_t i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, open_all_as_thread, (void *)i);
	for (int i = 0; i < MANY; i++)
		pthread_join(thread[i], NULL);
	check_findings();
}
END_TEST

static int open_all_as_process(unsigned who)
{
	struct pxt_process mine;

	if (pxt_process_find(dir, getppid(), start, &mine))
		abort();
	open_all(&mine, who);
	return 0;
}

START_TEST(processes_that_open_one_name_at_once_get_one_type)
{
	share_findings();
	make_children(open_all_as_process);
	wait_for_children();
	check_findings();
}
END_TEST

/* Families */

START_TEST(a_child_keeps_its_parents_types_in_a_family_of_its_own)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		open_name(name);
	}
	make_heir();
	pxt_process_keep_names(&heir, &process);
	ck_assert_uint_ne(heir.names.id, process.names.id);
	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		assert_name(&heir, PXT_EVENT_USER_FIRST + i, name);
	}
	ck_assert_uint_eq(open_in(&heir, "child's"),
			  PXT_EVENT_USER_FIRST + NAMES);
	ck_assert_uint_eq(open_name("parent's"), PXT_EVENT_USER_FIRST + NAMES);
	assert_name(&heir, PXT_EVENT_USER_FIRST + NAMES, "child's");
	let_heir_go();
}
END_TEST

START_TEST(what_the_parent_opened_counts_for_the_child)
{
	open_all_there_may_be('a');
	make_heir();
	pxt_process_keep_names(&heir, &process);
	ck_assert_uint_eq(open_in(&heir, "new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_in(&heir, "a9"), PXT_EVENT_USER_FIRST + 9);
	let_heir_go();

	make_heir();
	pxt_process_join_family(&heir, dir, &process.names);
	pxt_process_keep_names(&heir, &process);
	ck_assert_uint_eq(open_in(&heir, "new"), PXT_EVENT_UNNAMED);
	let_heir_go();
}
END_TEST

START_TEST(who_joins_a_family_shares_its_types)
{
	struct pxt_process observer;
	uint32_t type = open_name("before");
	uint64_t own;

	make_heir();
	open_other(1, NOBODYS_START, &observer);
	own = heir.names.id;
	open_in(&heir, "left behind");
	pxt_process_join_family(&heir, dir, &process.names);
	ck_assert_uint_eq(heir.names.id, process.names.id);
	ck_assert(!has_names(own));
	ck_assert_uint_eq(open_in(&heir, "before"), type);
	ck_assert_uint_eq(open_in(&heir, "child's"), type + 1);
	ck_assert_uint_eq(open_name("parent's"), type + 2);
	assert_name(&process, type + 1, "child's");
	assert_name(&heir, type + 2, "parent's");

	/* Who had its file open before goes over. */
	assert_name(&observer, type + 2, "parent's");
	ck_assert_uint_eq(observer.names.id, process.names.id);
	pxt_process_close(&observer);
	let_heir_go();
}
END_TEST

START_TEST(who_is_in_a_family_may_join_it_again)
{
	make_heir();
	for (int i = 0; i < 2; i++) {
		pxt_process_join_family(&heir, dir, &process.names);
		ck_assert_uint_eq(heir.names.id, process.names.id);
		ck_assert(has_names(process.names.id));
	}
	ck_assert_uint_eq(open_in(&heir, "one"), PXT_EVENT_USER_FIRST);
	let_heir_go();
}
END_TEST

START_TEST(a_family_that_is_gone_cannot_be_joined)
{
	uint64_t own;

	make_heir();
	own = heir.names.id;
	pxt_names_remove(dir, process.names.id);
	pxt_process_join_family(&heir, dir, &process.names);
	ck_assert_uint_eq(heir.names.id, own);
	ck_assert(has_names(own));
	ck_assert_uint_eq(open_in(&heir, "one"), PXT_EVENT_USER_FIRST);
	let_heir_go();
}
END_TEST

/* Of the family that nobody else ever joined, and of one that others did. */
START_TEST(the_first_of_a_family_to_go_leaves_the_names)
{
	uint64_t own;

	make_heir();
	own = heir.names.id;
	let_heir_go();
	ck_assert(!has_names(own));

	make_heir();
	pxt_process_join_family(&heir, dir, &process.names);
	let_heir_go();
	ck_assert(has_names(process.names.id));
	pxt_process_remove(dir, &process);
	ck_assert(has_names(process.names.id));
	sweep_later();
	ck_assert(!has_names(process.names.id));
}
END_TEST

/* Programs */

START_TEST(a_new_program_begins_a_family)
{
	struct pxt_process observer;
	uint32_t type = open_name("old");
	uint64_t old = process.names.id;

	open_other(getpid(), start, &observer);
	pxt_process_forget_names(&process, dir);
	ck_assert_uint_ne(process.names.id, old);
	ck_assert(!pxt_process_has_type(&process, type));
	ck_assert_uint_eq(open_name("new"), type);

	/* Who traces it finds out; who traced the old one keeps that. */
	assert_name(&observer, type, "new");
	ck_assert_uint_eq(open_in(&observer, "newer"), type + 1);
	assert_name(&process, type + 1, "newer");
	ck_assert(has_names(old));
	sweep_later();
	ck_assert(!has_names(old));
	pxt_process_close(&observer);
}
END_TEST

START_TEST(a_new_program_that_is_traced_stays_in_its_family)
{
	uint32_t type = open_name("old");
	uint64_t old = process.names.id;

	pxt_process_add_stream(&process, 1, 1, 0);
	pxt_process_forget_names(&process, dir);
	ck_assert_uint_eq(process.names.id, old);
	assert_name(&process, type, "old");
	ck_assert_uint_eq(open_name("new"), type + 1);
	ck_assert_uint_eq(open_name("old"), type);
}
END_TEST

START_TEST(a_new_program_has_all_names_for_itself)
{
	for (int traced = 0; traced < 2; traced++) {
		open_all_there_may_be((char)('a' + 2 * traced));
		ck_assert_uint_eq(open_name("more"), PXT_EVENT_UNNAMED);
		if (traced)
			pxt_process_add_stream(&process, 1, 1, 0);
		pxt_process_forget_names(&process, dir);
		open_all_there_may_be((char)('b' + 2 * traced));
		ck_assert_uint_eq(open_name("more"), PXT_EVENT_UNNAMED);
		pxt_process_forget_names(&process, dir);
	}
}
END_TEST

/* Its own file: nobody but the process itself changes the family. */
START_TEST(a_process_does_not_look_for_its_family_at_each_name)
{
	struct pxt_process observer;
	uint32_t type = open_name("old");

	open_other(getpid(), start, &observer);
	process.dir = -1;
	pxt_process_forget_names(&observer, dir);
	assert_name(&process, type, "old");
	process.dir = dir;
	ck_assert(!pxt_process_has_type(&process, type));
	pxt_process_close(&observer);
}
END_TEST

/* The image */

static uint8_t image[PXT_PROCESS_IMAGE + 1];

START_TEST(an_image_comes_back_with_a_new_version)
{
	static const char text[] = "a program";
	uint32_t first, second;
	size_t len;

	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 ENODATA);
	pxt_process_set_image(&process, text, sizeof(text));
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 0);
	ck_assert_uint_eq(len, sizeof(text));
	ck_assert_mem_eq(image, text, len);

	pxt_process_set_image(&process, image, PXT_PROCESS_IMAGE);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &second),
			 0);
	ck_assert_uint_eq(len, PXT_PROCESS_IMAGE);
	ck_assert_uint_ne(first, second);

	pxt_process_set_image(&process, image, PXT_PROCESS_IMAGE + 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 0);
	ck_assert_uint_eq(first, second);
}
END_TEST

START_TEST(a_damaged_image_is_none)
{
	uint32_t version;
	size_t len;

	pxt_process_set_image(&process, "x", 2);
	atomic_store(&process.shared->image_length, PXT_PROCESS_IMAGE + 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 ENODATA);
	atomic_store(&process.shared->image_length, 1);
	atomic_fetch_add(&process.shared->image_version, 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 ENODATA);

	/* Its writer died: the next one starts afresh. */
	pxt_process_set_image(&process, "y", 2);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 0);
}
END_TEST

START_TEST(a_child_shows_its_parents_image_with_its_own_number)
{
	static const uint8_t text[] = "0123 a program";
	uint32_t version;
	size_t len;

	pxt_process_set_image(&process, text, sizeof(text));
	open_other(0x01020304, NOBODYS_START, &heir);
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 0);
	ck_assert_uint_eq(len, sizeof(text));
	ck_assert_mem_eq(image, "\4\3\2\1 a program", len);

	/* The parent's stays as it was. */
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &version),
			 0);
	ck_assert_mem_eq(image, text, len);
	let_heir_go();
}
END_TEST

START_TEST(the_childs_own_image_replaces_its_parents)
{
	uint32_t before, after;
	size_t len;

	pxt_process_set_image(&process, "parent", 7);
	make_heir();
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &before), 0);
	pxt_process_set_image(&heir, "child", 6);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &after), 0);
	ck_assert_str_eq((const char *)image, "child");
	ck_assert_uint_ne(before, after);
	let_heir_go();
}
END_TEST

START_TEST(where_the_parent_shows_no_image_the_child_does_not)
{
	uint32_t version;
	size_t len;

	make_heir();
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 ENODATA);
	pxt_process_set_image(&process, "x", 2); /* no number fits there */
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 ENODATA);
	atomic_fetch_add(&process.shared->image_version, 1);
	pxt_process_copy_image(&heir, &process);
	ck_assert_int_eq(pxt_process_get_image(&heir, image, &len, &version),
			 ENODATA);
	let_heir_go();
}
END_TEST

static _Atomic bool over;

static void *keep_setting(void *unused)
{
	static uint8_t mine[3000];

	for (int i = 0; i < IMAGES; i++) {
		memset(mine, i & 0xff, sizeof(mine));
		pxt_process_set_image(&process, mine,
				      (size_t)(i & 0xff) * 10 + 1);
	}
	atomic_store(&over, true);
	return unused;
}

START_TEST(no_torn_image_is_read)
{
	unsigned whole = 0;
	pthread_t thread;
	uint32_t version;
	size_t len;

	if (!KNOWS_FENCES)
		return;
	pthread_create(&thread, NULL, keep_setting, NULL);
	for (bool last = false; !last;) {
		last = atomic_load(&over);
		if (pxt_process_get_image(&process, image, &len, &version))
			continue;
		whole++;
		for (size_t at = 0; at < len; at++)
			if (image[at] != image[0])
				ck_abort_msg("torn at %zu", at);
		if (len != image[0] * (size_t)10 + 1)
			ck_abort_msg("the length is another's");
	}
	pthread_join(thread, NULL);
	ck_assert_uint_gt(whole, 0);
}
END_TEST

/* What the program before it in this process counted by types stays, and others
 * see both. */
START_TEST(who_has_little_address_space_counts_without_types)
{
	static struct pxt_filter filter;
	struct pxt_unreached told;
	struct pxt_process mine;

	ck_assert_int_eq(pxt_process_add_stream(&process, 1, 7, 0), 0);
	pxt_unreached_begin(&process, 0, 7, ENOMEM);
	pxt_unreached_note(&process, 0, PXT_EVENT_USER_FIRST);
	leave_space(12 << 20);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &mine), 0);
	ck_assert_uint_lt(mine.length, process.length);
	pxt_unreached_begin(&mine, 0, 7, ENOMEM);
	pxt_unreached_note(&mine, 0, PXT_EVENT_END - 1);
	ck_assert_uint_eq(pxt_unreached_count(&mine, 7, &filter), 1);
	ck_assert_uint_eq(pxt_unreached_count(&process, 7, &filter), 2);
	ck_assert_int_eq(pxt_unreached_claim(&mine, 7, PXT_UNREACHED_PROCESS,
					     false, &filter, &told),
			 0);
	ck_assert_uint_eq(told.count, 1);
	pxt_unreached_settle(&mine, &told, true);
	ck_assert_uint_eq(pxt_unreached_count(&process, 7, &filter), 1);
	pxt_process_close(&mine);
}
END_TEST

enum { MISSED_STREAMS = 2000 };

static pthread_barrier_t both_miss;

static void *miss_streams(void *unused)
{
	for (uint64_t nonce = 1; nonce <= MISSED_STREAMS; nonce++) {
		pthread_barrier_wait(&both_miss);
		pxt_unreached_begin_beside(&process, 0, nonce, EMFILE);
		pxt_unreached_note(&process, 0, PXT_EVENT_USER_FIRST);
		pthread_barrier_wait(&both_miss);
	}
	return unused;
}

/* A process and its child, which has no file of its own */
START_TEST(two_who_miss_a_stream_at_once_are_both_counted)
{
	static struct pxt_filter filter;
	pthread_t other[2];

	ck_assert_int_eq(pthread_barrier_init(&both_miss, NULL, 3), 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&other[i], NULL, miss_streams,
						NULL),
				 0);
	for (uint64_t nonce = 1; nonce <= MISSED_STREAMS; nonce++) {
		pthread_barrier_wait(&both_miss);
		pthread_barrier_wait(&both_miss);
		ck_assert_uint_eq(pxt_unreached_count(&process, nonce, &filter),
				  2);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(other[i], NULL);
}
END_TEST

static TCase *new_case(const char *name)
{
	TCase *t = tcase_create(name);

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	return t;
}

static TCase *files(void)
{
	TCase *t = new_case("files");

	if (!SANITIZED)
		tcase_add_test(
			t, who_has_little_address_space_counts_without_types);
	tcase_add_test(t, two_who_miss_a_stream_at_once_are_both_counted);
	tcase_add_test(t, two_who_open_one_file_share_it);
	tcase_add_test(t, the_file_is_the_owners_alone);
	tcase_add_test(t, a_file_of_another_version_is_refused);
	tcase_add_test(t, a_file_of_another_length_is_refused);
	tcase_add_test(t, a_link_in_place_of_the_file_is_refused);
	tcase_add_test(t, a_file_is_found_where_there_is_one);
	tcase_add_test(t, the_latest_process_of_a_number_is_found);
	tcase_add_test(t, each_file_is_visited_once);
	tcase_add_test(t, a_visit_makes_no_names);
	tcase_add_loop_test(
		t, the_dead_do_not_take_the_names_of_others_with_them, 0, 2);
	tcase_add_test(t, what_a_killed_maker_left_is_in_nobodys_way);
	tcase_add_test(t, a_maker_that_is_killed_leaves_a_whole_file_or_none);
	tcase_add_test(t, all_who_make_one_file_at_once_get_it);
	tcase_add_test(t, names_that_are_gone_are_replaced);
	tcase_add_test(t, all_who_replace_names_at_once_share_the_new_ones);
	return t;
}

static TCase *sweeping(void)
{
	TCase *t = new_case("sweeping");

	tcase_add_test(t, files_of_the_dead_are_swept);
	tcase_add_test(t, a_number_that_was_given_away_is_found_among_many);
	tcase_add_test(t,
		       a_file_of_an_earlier_process_of_the_number_makes_room);
	tcase_add_test(t, all_who_make_room_at_once_get_a_file);
	tcase_add_test(t, the_dead_whom_a_stream_traces_are_spared);
	tcase_add_test(t, what_cannot_be_read_is_swept_if_its_process_is_dead);
	tcase_add_test(t, names_that_nobody_uses_are_swept_when_they_are_old);
	tcase_add_test(t,
		       the_names_of_a_family_outlive_all_members_but_the_last);
	tcase_add_test(t,
		       the_names_of_a_family_go_at_once_with_its_last_member);
	tcase_add_test(t, a_family_that_has_ended_is_not_joined);
	tcase_add_test(t, names_that_somebody_is_about_to_join_are_spared);
	tcase_add_loop_test(
		t, who_was_killed_while_he_joined_is_not_waited_for, 0, 3);
	tcase_add_test(t,
		       who_joins_while_processes_are_looked_through_is_spared);
	tcase_add_test(
		t, of_a_directory_that_is_full_of_others_only_some_is_looked_at);
	tcase_add_test(t, however_many_names_are_left_they_are_swept);
	tcase_add_test(t, a_sweep_leaves_alone_what_is_being_made);
	tcase_add_test(t, several_may_sweep_at_once);
	return t;
}

static TCase *streams(void)
{
	TCase *t = new_case("streams");

	tcase_add_test(t, streams_are_added_and_dropped);
	tcase_add_test(t, the_word_changes_with_every_stream);
	tcase_add_test(t, a_stream_whose_number_was_not_told_is_dropped);
	tcase_add_test(t, who_finds_its_stream_dropped_mends_the_word);
	tcase_add_test(t, a_stream_that_two_drop_is_dropped_once);
	tcase_add_test(t, many_add_and_drop_streams_of_their_own);
	tcase_add_test(t, who_is_born_before_inherits_nothing);
	tcase_add_test(t, a_stream_without_heirs_has_none);
	tcase_add_test(t, the_next_stream_of_a_slot_has_no_heirs_of_the_last);
	tcase_add_test(t, of_many_streams_those_with_heirs_are_handed_on);
	tcase_add_test(t, an_heir_hands_on_to_all_its_children);
	tcase_add_test(t, an_heir_without_room_goes_without);
	tcase_add_test(t, a_stream_that_is_dropped_meanwhile_has_no_heir);
	tcase_add_test(t, a_stream_that_is_replaced_meanwhile_has_no_heir);
	return t;
}

static TCase *families(void)
{
	TCase *t = new_case("families");

	tcase_add_test(t, a_name_has_one_type);
	tcase_add_test(t, beyond_the_limit_names_have_no_type_of_their_own);
	tcase_add_test(t, the_limit_is_the_programs_not_the_familys);
	tcase_add_test(t, a_family_that_has_all_types_gives_no_more);
	tcase_add_test(t, threads_that_open_one_name_at_once_get_one_type);
	tcase_add_test(t, processes_that_open_one_name_at_once_get_one_type);
	tcase_add_test(t,
		       a_child_keeps_its_parents_types_in_a_family_of_its_own);
	tcase_add_test(t, what_the_parent_opened_counts_for_the_child);
	tcase_add_test(t, who_joins_a_family_shares_its_types);
	tcase_add_test(t, who_is_in_a_family_may_join_it_again);
	tcase_add_test(t, a_family_that_is_gone_cannot_be_joined);
	tcase_add_test(t, the_first_of_a_family_to_go_leaves_the_names);
	tcase_add_test(t, a_new_program_begins_a_family);
	tcase_add_test(t, a_new_program_that_is_traced_stays_in_its_family);
	tcase_add_test(t, a_new_program_has_all_names_for_itself);
	tcase_add_test(t, a_process_does_not_look_for_its_family_at_each_name);
	return t;
}

static TCase *images(void)
{
	TCase *t = new_case("images");

	tcase_add_test(t, an_image_comes_back_with_a_new_version);
	tcase_add_test(t, a_damaged_image_is_none);
	tcase_add_test(t, a_child_shows_its_parents_image_with_its_own_number);
	tcase_add_test(t, the_childs_own_image_replaces_its_parents);
	tcase_add_test(t, where_the_parent_shows_no_image_the_child_does_not);
	tcase_add_test(t, no_torn_image_is_read);
	return t;
}

int main(void)
{
	Suite *s = suite_create("process");

	suite_add_tcase(s, files());
	suite_add_tcase(s, sweeping());
	suite_add_tcase(s, streams());
	suite_add_tcase(s, families());
	suite_add_tcase(s, images());
	return run_suite(s);
}
