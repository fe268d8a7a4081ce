/* check_process.c - files of processes, made, found and opened */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "run.h"
#include "stream/processes.h"

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
	ck_assert_int_eq(other.id.pid, getpid());
	ck_assert_uint_eq(other.id.start, start);
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

	ck_assert_int_eq(pxt_process_find_pid(dir, 0, 12, &found), ENOENT);
	open_other(123, 5000, &longer);
	ck_assert_int_eq(pxt_process_find_pid(dir, 0, 12, &found), ENOENT);
	for (int i = 0; i < 3; i++)
		open_other(12, starts[i], &other[i]);
	ck_assert_int_eq(pxt_process_find_pid(dir, 0, 12, &found), 0);
	ck_assert_int_eq(found.id.pid, 12);
	ck_assert_uint_eq(found.id.start, 1000);
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
	visits->mine +=
		visited->id.pid == getpid() && visited->id.start == start;
	visits->others += visited->id.pid == 1 && visited->id.start < 3 &&
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
		ck_assert_int_eq(
			pthread_create(&other[i], NULL, miss_streams, NULL), 0);
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

int main(void)
{
	Suite *s = suite_create("process");

	suite_add_tcase(s, files());
	return run_suite(s);
}
