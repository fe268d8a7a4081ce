/* check_locks.c - who waits for whom, in a trace that is made up here */
#include <errno.h>
#include <string.h>

#include "common/stamp.h"
#include "figures/locks/deadlocks.h"
#include "figures/locks/locks.h"
#include "run.h"

/* The types of the trace. */
enum {
	WAIT = POSIX_TRACE_UNNAMED_USEREVENT + 1,
	TAKE,
	GIVE,
	SLEEP, /* at a condition, without the lock */
	WAKE,
	READ,
	READ_END,
	ROUTINE, /* something is had for as long as a span lasts */
	ROUTINE_END,
	WAIT_FOR, /* with the number of the thread that has the lock */
	BIRTH,	  /* of a thread, at an address */
	JOIN,
	JOINED,
	TYPES,
};

#define LOCK "uint64_t lock [[object(mutex), hex"

static const char *const descriptions[TYPES] = {
	[WAIT] = "[[begin(lock)]];" LOCK "]]",
	[TAKE] = "[[end(lock), optional]];" LOCK ", acquire]]",
	[GIVE] = LOCK ", release]]",
	[SLEEP] =
		"[[begin]]; uint64_t cond [[object(cond)]];" LOCK ", release]]",
	[WAKE] = "[[end(sleep)]]; uint64_t cond [[object(cond)]];" LOCK
		 ", acquire]]",
	[READ] = "[[begin(read)]]; int32_t fd [[object(fd)]]",
	[READ_END] = "[[end(read)]]; int32_t fd [[object(fd)]]",
	[ROUTINE] = "[[begin(once)]];" LOCK ", acquire]]",
	[ROUTINE_END] = "[[end(once)]];" LOCK ", release]]",
	[WAIT_FOR] = "[[begin(lock)]];" LOCK "]]; int64_t owner [[owner]]",
	[BIRTH] = "uint64_t thread [[object(thread), self]]",
	[JOIN] = "[[begin(join)]]; uint64_t thread [[object(thread)]]",
	[JOINED] = "[[end(join)]]; uint64_t thread [[object(thread)]]",
};

enum { A = 0x5000, B = 0x6000, C = 0x7000 };

static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	(void)source;
	strcpy(name, type == SLEEP ? "sleep" : "name");
	return 0;
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	(void)source;
	if (type >= TYPES || !descriptions[type])
		return ENODATA;
	ck_assert_uint_lt(strlen(descriptions[type]), size);
	strcpy(description, descriptions[type]);
	return 0;
}

/* From some time on there is another object at C. */
static int get_object(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	(void)source;
	(void)origin;
	(void)pid;
	if (address != C)
		return ESRCH;
	*object = (struct posix_trace_object_np){
		.kind = kind,
		.name = when->tv_nsec < 100 ? "first" : "second",
	};
	return 0;
}

static const struct source_class class = {
	.get_name = get_name,
	.get_object = get_object,
	.get_description = get_description,
};

static struct source source = { .class = &class, .name = "made up" };
static struct fields fields;
static struct locks locks;

static void setup(void)
{
	fields_init(&fields, &source);
	locks_init(&locks, &fields);
}

static void teardown(void)
{
	locks_fini(&locks);
	fields_fini(&fields);
}

static struct posix_trace_item_np item_of(pid_t thread, int64_t ns)
{
	return (struct posix_trace_item_np){
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = thread,
		.info.posix_pid = thread / 10,
		.info.posix_timestamp = { .tv_sec = ns / 1000000000,
					  .tv_nsec = ns % 1000000000 },
	};
}

/* Of thread 10 * process + number, which calls from the place `thread`. */
static void add_data(int64_t ns, pid_t thread, trace_event_id_t type,
		     const void *data, size_t len)
{
	struct posix_trace_item_np item = item_of(thread, ns);
	bool wanted;

	item.info.posix_event_id = type;
	item.info.posix_prog_address = (void *)(intptr_t)thread;
	item.data = data;
	item.data_len = len;
	ck_assert_int_eq(
		locks_want(&locks, type, fields_layout(&fields, type), &wanted),
		0);
	ck_assert(wanted);
	ck_assert_int_eq(locks_pass(&locks, item.origin, ns), 0);
	fields_decode(&fields, &item);
	ck_assert_int_eq(locks_add(&locks, &item), 0);
}

static void add(int64_t ns, pid_t thread, trace_event_id_t type, uint64_t lock)
{
	add_data(ns, thread, type, &lock, sizeof(lock));
}

static void add_cond(int64_t ns, pid_t thread, trace_event_id_t type,
		     uint64_t cond, uint64_t lock)
{
	const uint64_t data[] = { cond, lock };

	add_data(ns, thread, type, data, sizeof(data));
}

static void add_read(int64_t ns, pid_t thread, trace_event_id_t type,
		     int32_t fd)
{
	add_data(ns, thread, type, &fd, sizeof(fd));
}

/* thread 0: of nobody in particular. */
static void lose(int64_t ns, pid_t thread)
{
	struct posix_trace_item_np item = item_of(thread, ns);

	item.kind = POSIX_TRACE_ITEM_LOSS_NP;
	ck_assert_int_eq(locks_lose(&locks, &item), 0);
}

static const struct lock_object *object_of(uint64_t address)
{
	for (uint32_t i = 0; i < locks.objects.count; i++)
		if (lock_object(&locks, i)->address == address)
			return lock_object(&locks, i);
	ck_abort_msg("there is no such object");
	return NULL;
}

static uint64_t cost_of(pid_t thread)
{
	uint64_t cost = 0;

	for (uint32_t i = 0; i < locks.places.count; i++)
		if (lock_place(&locks, i)->address == (uint64_t)thread)
			cost += lock_place(&locks, i)->cost;
	return cost;
}

static const struct lock_thread *thread_of(pid_t tid)
{
	for (uint32_t i = 0; i < locks.threads.count; i++)
		if (lock_thread(&locks, i)->tid == tid)
			return lock_thread(&locks, i);
	ck_abort_msg("there is no such thread");
	return NULL;
}

static void check_sum(const struct lock_sum *sum, uint64_t count,
		      uint64_t total, uint64_t greatest)
{
	ck_assert_uint_eq(sum->count, count);
	ck_assert_uint_eq(sum->total, total);
	ck_assert_uint_eq(sum->greatest, greatest);
}

START_TEST(a_free_lock_is_had_and_not_waited_for)
{
	add(10, 11, TAKE, A);
	add(15, 11, GIVE, A);
	add(20, 11, TAKE, A);
	add(22, 11, GIVE, A);
	ck_assert_uint_eq(object_of(A)->times, 2);
	check_sum(&object_of(A)->had, 2, 7, 5);
	check_sum(&object_of(A)->waited, 0, 0, 0);
	ck_assert_uint_eq(lock_span(&locks, 0)->at_once, 2);
}
END_TEST

START_TEST(waiting_is_charged_to_who_has_it)
{
	add(0, 11, TAKE, A);
	add(10, 12, WAIT, A);
	add(20, 13, WAIT, A);
	add(30, 11, GIVE, A);
	add(33, 12, TAKE, A);
	add(40, 12, GIVE, A);
	add(41, 13, TAKE, A);
	check_sum(&object_of(A)->waited, 2, 23 + 21, 23);
	ck_assert_uint_eq(cost_of(11), 10 + 2 * 10);
	ck_assert_uint_eq(cost_of(12), 7);
	ck_assert_uint_eq(cost_of(13), 0);
	ck_assert_uint_eq(object_of(A)->nobodys, 2 * 3 + 1);
	ck_assert_uint_eq(thread_of(12)->waited.total, 23);
	ck_assert_uint_eq(thread_of(13)->waited.total, 21);
}
END_TEST

START_TEST(of_several_who_have_it_the_one_that_has_it_longest_pays)
{
	add(0, 11, TAKE, A);
	add(5, 12, TAKE, A);
	add(10, 13, WAIT, A);
	add(20, 11, GIVE, A);
	add(50, 12, GIVE, A);
	add(50, 13, TAKE, A);
	ck_assert_uint_eq(cost_of(11), 10);
	ck_assert_uint_eq(cost_of(12), 30);
}
END_TEST

START_TEST(who_has_it_twice_gives_it_away_twice)
{
	add(0, 11, TAKE, A);
	add(1, 11, TAKE, A);
	add(2, 12, WAIT, A);
	add(3, 11, GIVE, A);
	add(9, 11, GIVE, A);
	add(9, 12, TAKE, A);
	check_sum(&object_of(A)->had, 1, 9, 9);
	ck_assert_uint_eq(cost_of(11), 7);
}
END_TEST

START_TEST(who_sleeps_at_a_condition_has_not_got_the_lock)
{
	add(0, 11, TAKE, A);
	add_cond(10, 11, SLEEP, 7, A);
	add(20, 12, TAKE, A);
	add(30, 12, GIVE, A);
	add_cond(50, 11, WAKE, 7, A);
	add(55, 11, GIVE, A);
	check_sum(&object_of(A)->had, 3, 10 + 10 + 5, 10);
	check_sum(&object_of(7)->waited, 1, 40, 40);
	ck_assert(!object_of(7)->is_had);
	ck_assert_uint_eq(object_of(A)->times, 3);
}
END_TEST

START_TEST(who_gives_away_what_nobody_saw_him_take_had_nothing)
{
	add(10, 11, GIVE, A);
	ck_assert_uint_eq(locks.objects.count, 0);
	add(20, 12, TAKE, A);
	add(30, 11, GIVE, A);
	add(40, 12, GIVE, A);
	check_sum(&object_of(A)->had, 1, 20, 20);
}
END_TEST

START_TEST(processes_have_locks_of_their_own)
{
	add(0, 11, TAKE, A);
	add(1, 21, TAKE, A);
	add(2, 21, GIVE, A);
	ck_assert_uint_eq(locks.objects.count, 2);
	add(9, 11, GIVE, A);
	check_sum(&lock_object(&locks, 0)->had, 1, 9, 9);
	check_sum(&lock_object(&locks, 1)->had, 1, 1, 1);
}
END_TEST

START_TEST(what_is_lost_is_not_known)
{
	add(0, 11, TAKE, A);
	add(5, 12, WAIT, A);
	add(5, 13, WAIT, B);
	lose(10, 11);
	add(20, 12, TAKE, A);
	ck_assert_uint_eq(cost_of(11), 5);
	ck_assert_uint_eq(object_of(A)->had.count, 0);
	ck_assert_uint_eq(object_of(A)->nobodys, 10);

	lose(30, 0);
	ck_assert_uint_eq(locks.busy.oldest, 0);
	ck_assert_uint_eq(object_of(B)->waiting, 0);
	add(40, 12, GIVE, A);
	add(50, 13, TAKE, B);
	ck_assert_uint_eq(object_of(A)->had.count, 0);
	ck_assert_uint_eq(object_of(B)->waited.count, 0);
	lose(60, 77);
}
END_TEST

START_TEST(what_goes_on_is_counted_up_to_the_end)
{
	add(0, 11, TAKE, A);
	add(10, 12, WAIT, A);
	add(30, 11, TAKE, B);
	locks_settle(&locks);
	locks_settle(&locks);
	check_sum(&object_of(A)->waited, 0, 20, 20);
	check_sum(&object_of(A)->had, 0, 30, 30);
	ck_assert_uint_eq(cost_of(11), 20);
	ck_assert_uint_eq(thread_of(12)->waited.total, 20);

	/* It may go on. */
	add(40, 11, GIVE, A);
	add(45, 12, TAKE, A);
	check_sum(&object_of(A)->waited, 1, 35, 35);
	check_sum(&object_of(A)->had, 1, 40, 40);
	ck_assert_uint_eq(thread_of(12)->waited.total, 35);
}
END_TEST

/* Each process up to its end, if that is known, or else that of its trace. */
START_TEST(what_goes_on_in_several_processes_ends_with_each)
{
	add(0, 11, WAIT, A);
	add(10, 21, WAIT, A);
	add(20, 31, WAIT, A);
	locks_end(&locks, 0, 3, 50);
	locks_end(&locks, 0, 4, 60);
	locks_pass(&locks, 0, 100);
	locks_pass(&locks, 1, 1000);
	locks_settle(&locks);
	check_sum(&lock_object(&locks, 0)->waited, 0, 100, 100);
	check_sum(&lock_object(&locks, 1)->waited, 0, 90, 90);
	check_sum(&lock_object(&locks, 2)->waited, 0, 30, 30);
}
END_TEST

START_TEST(who_waits_for_what_he_has_waits_for_himself)
{
	add(0, 11, TAKE, A);
	add(1, 11, WAIT, A);
	add(9, 12, WAIT, A);
	locks_settle(&locks);
	ck_assert_uint_eq(cost_of(11), 8);
	ck_assert_uint_eq(object_of(A)->waiting, 2);
	ck_assert_uint_eq(object_of(A)->having, 1);
}
END_TEST

START_TEST(files_are_waited_for_and_not_had)
{
	add_read(0, 11, READ, 3);
	add_read(10, 11, READ_END, 3);
	add_read(10, 11, READ, -1);
	/* That end was not seen. */
	add_read(15, 11, READ, -1);
	add_read(16, 11, READ_END, -1);
	ck_assert(!object_of(3)->is_had);
	check_sum(&object_of(3)->waited, 1, 10, 10);
	check_sum(&object_of(UINT64_MAX)->waited, 1, 1, 1);
	ck_assert_uint_eq(thread_of(11)->most, 1);
}
END_TEST

START_TEST(a_span_may_be_having_and_no_waiting)
{
	add(0, 11, ROUTINE, A);
	add(8, 11, ROUTINE_END, A);
	check_sum(&object_of(A)->had, 1, 8, 8);
	check_sum(&object_of(A)->waited, 0, 0, 0);
}
END_TEST

START_TEST(another_name_at_the_address_is_another_object)
{
	add(10, 11, TAKE, C);
	add(20, 11, GIVE, C);
	add(110, 11, TAKE, C);
	add(150, 11, GIVE, C);
	ck_assert_uint_eq(locks.objects.count, 2);
	check_sum(&lock_object(&locks, 0)->had, 1, 10, 10);
	check_sum(&lock_object(&locks, 1)->had, 1, 40, 40);
}
END_TEST

START_TEST(clocks_that_differ_make_no_long_durations)
{
	add(100, 11, TAKE, A);
	add(110, 12, WAIT, A);
	add(90, 11, GIVE, A);
	add(95, 12, TAKE, A);
	check_sum(&object_of(A)->had, 1, 0, 0);
	check_sum(&object_of(A)->waited, 1, 0, 0);
}
END_TEST

START_TEST(data_that_was_cut_names_no_object)
{
	add_data(0, 11, TAKE, "1234", 4);
	ck_assert_uint_eq(locks.objects.count, 0);
}
END_TEST

START_TEST(waits_that_have_not_ended_are_those_of_their_span)
{
	add_read(0, 11, READ, 3);
	add_cond(5, 12, SLEEP, 3, A);
	ck_assert_uint_eq(locks.waiting, 2);
	ck_assert_uint_eq(lock_span(&locks, 0)->waiting, 1);
	ck_assert_uint_eq(lock_span(&locks, 1)->waiting, 1);
	add_read(10, 11, READ_END, 3);
	ck_assert_uint_eq(lock_span(&locks, 0)->waiting, 0);
	ck_assert_uint_eq(lock_span(&locks, 1)->waiting, 1);
	lose(20, 12);
	ck_assert_uint_eq(locks.waiting, 0);
	ck_assert_uint_eq(lock_span(&locks, 1)->waiting, 0);
}
END_TEST

START_TEST(who_begins_anew_knows_what_goes_on)
{
	add(0, 11, TAKE, B);
	add(5, 12, WAIT, B);
	add(10, 11, GIVE, B);
	add(11, 12, TAKE, B);
	add(12, 12, GIVE, B);
	add(20, 11, TAKE, A);
	add(30, 12, WAIT, A);
	add_read(35, 13, READ, 3);
	locks_pass(&locks, 0, 100);
	locks_settle(&locks);
	locks_begin_anew(&locks);
	locks_pass(&locks, 0, 110);
	locks_settle(&locks);
	check_sum(&object_of(B)->waited, 0, 0, 0);
	check_sum(&object_of(B)->had, 0, 0, 0);
	check_sum(&object_of(A)->waited, 0, 80, 80);
	check_sum(&object_of(A)->had, 0, 90, 90);
	check_sum(&object_of(3)->waited, 0, 75, 75);
	ck_assert_uint_eq(object_of(A)->times, 1);
	ck_assert_uint_eq(cost_of(11), 80);
	ck_assert_uint_eq(thread_of(12)->waited.total, 80);
	ck_assert_int_eq(thread_of(12)->first_ns, 30);
	add(120, 11, GIVE, A);
	add(121, 12, TAKE, A);
	check_sum(&object_of(A)->waited, 1, 91, 91);
	ck_assert_uint_eq(cost_of(11), 90);
}
END_TEST

static bool lives(pid_t pid)
{
	return pid == 1;
}

START_TEST(only_processes_that_live_reach_the_present)
{
	add(0, 11, WAIT, A);
	add(0, 21, WAIT, A);
	locks_reach(&locks, 50, lives);
	locks_settle(&locks);
	check_sum(&lock_object(&locks, 0)->waited, 0, 50, 50);
	check_sum(&lock_object(&locks, 1)->waited, 0, 0, 0);
}
END_TEST

/* In which deadlock a thread is, and that there are so many. */
static uint32_t deadlock_of(pid_t tid, uint32_t count)
{
	const struct lock_thread *thread = thread_of(tid);
	struct deadlocks found;
	uint32_t number = 0;

	ck_assert_int_eq(deadlocks_find(&locks, &found), 0);
	ck_assert_uint_eq(found.count, count);
	for (uint32_t i = 0; i < locks.threads.count && count; i++)
		if (lock_thread(&locks, i) == thread)
			number = found.of_thread[i];
	deadlocks_fini(&found);
	return number;
}

START_TEST(two_that_wait_for_each_other_are_a_deadlock)
{
	add(0, 11, TAKE, A);
	add(1, 12, TAKE, B);
	add(2, 11, WAIT, B);
	add(3, 13, WAIT, A);
	ck_assert_uint_eq(deadlock_of(11, 0), 0);
	add(4, 12, WAIT, A);
	ck_assert_uint_eq(deadlock_of(11, 1), 1);
	ck_assert_uint_eq(deadlock_of(12, 1), 1);
	ck_assert_uint_eq(deadlock_of(13, 1), 0);
	add(5, 12, GIVE, B);
	ck_assert_uint_eq(deadlock_of(12, 0), 0);
}
END_TEST

START_TEST(several_deadlocks_are_told_apart)
{
	add(0, 11, TAKE, A);
	add(1, 11, WAIT, A);
	for (int i = 0; i < 3; i++)
		add(10 + i, 21 + i, TAKE, (uint64_t)(0x100 + i));
	for (int i = 0; i < 3; i++)
		add(20 + i, 21 + i, WAIT, (uint64_t)(0x100 + (i + 1) % 3));
	ck_assert_uint_eq(deadlock_of(11, 2), 1);
	ck_assert_uint_ne(deadlock_of(11, 2), deadlock_of(21, 2));
	ck_assert_uint_eq(deadlock_of(21, 2), deadlock_of(22, 2));
	ck_assert_uint_eq(deadlock_of(21, 2), deadlock_of(23, 2));
}
END_TEST

/* A reader that waits to write, behind another reader. */
START_TEST(of_several_owners_one_is_enough_for_a_deadlock)
{
	add(0, 11, TAKE, A);
	add(1, 12, TAKE, A);
	add(2, 13, TAKE, B);
	add(3, 12, WAIT, B);
	add(4, 13, WAIT, A);
	ck_assert_uint_eq(deadlock_of(12, 1), 1);
	ck_assert_uint_eq(deadlock_of(13, 1), 1);
	ck_assert_uint_eq(deadlock_of(11, 1), 0);
}
END_TEST

START_TEST(an_event_may_tell_who_has_what_nobody_was_seen_to_take)
{
	add_cond(0, 11, WAIT_FOR, A, 12);
	ck_assert_uint_eq(deadlock_of(11, 0), 0);
	add_cond(10, 12, WAIT_FOR, B, 11);
	ck_assert_uint_eq(deadlock_of(11, 1), 1);
	ck_assert_uint_eq(deadlock_of(12, 1), 1);
	locks_settle(&locks);
	ck_assert_uint_eq(object_of(A)->nobodys, 0);
	/* It was given away, and is somebody else's. */
	add(20, 13, TAKE, A);
	ck_assert_uint_eq(deadlock_of(11, 0), 0);
}
END_TEST

START_TEST(who_joins_a_thread_waits_for_it)
{
	add(0, 11, BIRTH, 0x100);
	add(1, 12, BIRTH, 0x200);
	add(2, 11, JOIN, 0x200);
	ck_assert_uint_eq(deadlock_of(11, 0), 0);
	add(3, 12, JOIN, 0x100);
	ck_assert_uint_eq(deadlock_of(11, 1), 1);
	add(4, 12, JOINED, 0x100);
	ck_assert_uint_eq(deadlock_of(11, 0), 0);
	add(5, 12, TAKE, A);
	add(6, 11, JOINED, 0x200);
	add(7, 11, WAIT, A);
	add(8, 12, JOIN, 0x100);
	ck_assert_uint_eq(deadlock_of(12, 1), 1);
}
END_TEST

/* More threads, and objects, than there is room for. */
START_TEST(hostile_traces_are_bounded)
{
	for (int i = 0; i < LOCKS_MOST + 10; i++)
		add(i, 10 * i + 11, WAIT, (uint64_t)i);
	ck_assert_uint_eq(locks.objects.count, LOCKS_MOST);
	ck_assert_uint_ge(locks_refused(&locks), 10);
	for (int i = 0; i < 1000; i++)
		lose(i, 0);
	ck_assert_uint_eq(locks.busy.oldest, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("locks");
	TCase *tcase = tcase_create("locks");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_free_lock_is_had_and_not_waited_for);
	tcase_add_test(tcase, waiting_is_charged_to_who_has_it);
	tcase_add_test(tcase,
		       of_several_who_have_it_the_one_that_has_it_longest_pays);
	tcase_add_test(tcase, who_has_it_twice_gives_it_away_twice);
	tcase_add_test(tcase, who_sleeps_at_a_condition_has_not_got_the_lock);
	tcase_add_test(tcase,
		       who_gives_away_what_nobody_saw_him_take_had_nothing);
	tcase_add_test(tcase, processes_have_locks_of_their_own);
	tcase_add_test(tcase, what_goes_on_in_several_processes_ends_with_each);
	tcase_add_test(tcase, what_is_lost_is_not_known);
	tcase_add_test(tcase, what_goes_on_is_counted_up_to_the_end);
	tcase_add_test(tcase, who_waits_for_what_he_has_waits_for_himself);
	tcase_add_test(tcase, files_are_waited_for_and_not_had);
	tcase_add_test(tcase, a_span_may_be_having_and_no_waiting);
	tcase_add_test(tcase, another_name_at_the_address_is_another_object);
	tcase_add_test(tcase, clocks_that_differ_make_no_long_durations);
	tcase_add_test(tcase, data_that_was_cut_names_no_object);
	tcase_add_test(tcase, who_begins_anew_knows_what_goes_on);
	tcase_add_test(tcase, only_processes_that_live_reach_the_present);
	tcase_add_test(tcase,
		       waits_that_have_not_ended_are_those_of_their_span);
	tcase_add_test(tcase, two_that_wait_for_each_other_are_a_deadlock);
	tcase_add_test(tcase, several_deadlocks_are_told_apart);
	tcase_add_test(tcase, of_several_owners_one_is_enough_for_a_deadlock);
	tcase_add_test(tcase,
		       an_event_may_tell_who_has_what_nobody_was_seen_to_take);
	tcase_add_test(tcase, who_joins_a_thread_waits_for_it);
	tcase_add_test(tcase, hostile_traces_are_bounded);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
