/* check_process_sweep.c - what the dead left is swept, and nothing else */
#include <check.h>
#include <errno.h>
#include <signal.h>

#include "run.h"
#include "stream/processes.h"

static pid_t make_dead(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	return child;
}

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
	while (has_file(living[0].id.pid, NOBODYS_START)) {
		pxt_process_sweep(dir);
		ck_assert_uint_lt(sweeps++, SWEEPS);
	}
	for (int i = 0; i < LIVING; i++) {
		ck_assert(has_file(living[i].id.pid, living[i].id.start));
		let_go(&living[i]);
		kill(living[i].id.pid, SIGKILL);
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

/* A sweep looks at some of these only. */
START_TEST(the_dead_whom_a_stream_traces_hide_no_others)
{
	const pid_t pid = make_dead();
	struct pxt_process dead;
	unsigned sweeps = 0;

	for (uint64_t born = 1; born <= TRACED; born++) {
		open_other(pid, born, &dead);
		if (born != TRACED / 2)
			ck_assert_int_eq(
				pxt_process_add_stream(&dead, 1, 99, 0), 0);
		pxt_process_close(&dead);
	}
	while (has_file(pid, TRACED / 2)) {
		pxt_process_sweep(dir);
		ck_assert_uint_lt(sweeps++, SWEEPS);
	}
	for (uint64_t born = 1; born <= TRACED; born++) {
		if (born == TRACED / 2)
			continue;
		ck_assert_int_eq(pxt_process_find(dir, pid, born, &dead), 0);
		pxt_process_remove(dir, &dead);
		pxt_process_close(&dead);
	}
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

static bool is_quiet(const struct pxt_names *names, uint32_t *joins)
{
	bool quiet;

	ck_assert_int_eq(pxt_names_look(dir, names->id, &quiet, joins), 0);
	return quiet;
}

START_TEST(who_joins_while_processes_are_looked_through_is_spared)
{
	struct pxt_process one, other;
	uint32_t joins;

	open_family(&one, &other);
	ck_assert(is_quiet(&one.names, &joins));
	ck_assert(pxt_names_begin_join(&one.names));
	pxt_names_end_join(&one.names);
	ck_assert(!pxt_names_end(&one.names, joins));
	ck_assert(is_quiet(&one.names, &joins));
	ck_assert(pxt_names_end(&one.names, joins));
	ck_assert(!pxt_names_begin_join(&one.names));
	close_family(&one, &other);
}
END_TEST

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

static TCase *sweeping(void)
{
	TCase *t = new_case("sweeping");

	tcase_add_test(t, files_of_the_dead_are_swept);
	tcase_add_test(t, a_number_that_was_given_away_is_found_among_many);
	tcase_add_test(t,
		       a_file_of_an_earlier_process_of_the_number_makes_room);
	tcase_add_test(t, all_who_make_room_at_once_get_a_file);
	tcase_add_test(t, the_dead_whom_a_stream_traces_are_spared);
	tcase_add_test(t, the_dead_whom_a_stream_traces_hide_no_others);
	tcase_add_test(t, what_cannot_be_read_is_swept_if_its_process_is_dead);
	tcase_add_test(t, names_that_nobody_uses_are_swept_when_they_are_old);
	tcase_add_test(t,
		       the_names_of_a_family_outlive_all_members_but_the_last);
	tcase_add_test(t,
		       the_names_of_a_family_go_at_once_with_its_last_member);
	tcase_add_test(t, a_family_that_has_ended_is_not_joined);
	tcase_add_test(t, names_that_somebody_is_about_to_join_are_spared);
	tcase_add_loop_test(t, who_was_killed_while_he_joined_is_not_waited_for,
			    0, 3);
	tcase_add_test(t,
		       who_joins_while_processes_are_looked_through_is_spared);
	tcase_add_test(
		t,
		of_a_directory_that_is_full_of_others_only_some_is_looked_at);
	tcase_add_test(t, however_many_names_are_left_they_are_swept);
	tcase_add_test(t, a_sweep_leaves_alone_what_is_being_made);
	tcase_add_test(t, several_may_sweep_at_once);
	return t;
}

int main(void)
{
	Suite *s = suite_create("process_sweep");
	suite_add_tcase(s, sweeping());
	return run_suite(s);
}
