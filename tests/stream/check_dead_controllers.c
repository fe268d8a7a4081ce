/*
 * check_dead_controllers.c - streams whose controllers are dead, or at work
 * elsewhere
 */
#include <check.h>
#include <errno.h>
#include <pthread.h>

#include "run.h"
#include "stream/streams.h"

START_TEST(a_stream_of_a_dead_controller_opens_as_it_was)
{
	struct pxt_stream other;

	make_controller();
	ck_assert_int_eq(open_dead(&other), EBUSY);
	end_controller();
	ck_assert_int_eq(open_dead(&other), 0);
	ck_assert_uint_eq(other.number, stream.number);
	ck_assert_uint_eq(other.nonce, stream.nonce);
	ck_assert_str_eq(other.attr.name, "wave");
	ck_assert_int_eq(other.shared->controller, child);
	pxt_stream_close(&other);

	/* Looking has not changed it. */
	ck_assert_int_eq(open_it(&other), 0);
	ck_assert_uint_eq(atomic_load(&other.shared->ring.gate), 0);
	pxt_stream_close(&other);
}
END_TEST

START_TEST(what_is_not_opened_stays_unmapped)
{
	struct pxt_stream other;

	create();
	ck_assert_uint_eq(mappings(), 1);
	ck_assert_int_eq(open_dead(&other), EBUSY);
	stream.nonce++;
	ck_assert_int_eq(open_it(&other), ESTALE);
	stream.shared->magic++;
	ck_assert_int_eq(open_dead(&other), EBADMSG);
	ck_assert_int_eq(open_it(&other), EBADMSG);
	ck_assert_uint_eq(mappings(), 1);
}
END_TEST

START_TEST(a_stream_of_a_living_controller_is_in_use)
{
	struct pxt_stream other;

	create();
	ck_assert_int_eq(open_dead(&other), EBUSY);
	stream.shared->controller_start++;
	ck_assert_int_eq(open_dead(&other), 0);
	stream.shared->controller_start--;
	ck_assert_int_eq(open_dead(&other), EBUSY);
	stream.shared->controller_image ^= 2;
	ck_assert_int_eq(open_dead(&other), 0);

	/* It is not known what program that was. */
	stream.shared->controller_image = 0;
	ck_assert_int_eq(open_dead(&other), EBUSY);
}
END_TEST

static _Atomic bool enough;

/* What comes last to a stream that is being made, and goes again. */
static void *finish_and_not(void *unused)
{
	volatile uint64_t *magic = &stream.shared->magic;
	const uint64_t whole = *magic;

	while (!enough) {
		*magic = 0;
		for (volatile int i = 0; i < 20; i++)
			;
		*magic = whole;
	}
	return unused;
}

START_TEST(a_stream_that_is_being_made_is_not_that_of_a_dead_controller)
{
	struct pxt_stream other;
	pthread_t thread;
	int err = EBUSY;

	create();
	ck_assert_int_eq(pthread_create(&thread, NULL, finish_and_not, NULL),
			 0);
	for (int i = 0; i < 20000 && (err == EBUSY || err == EBADMSG); i++)
		err = open_dead(&other);
	enough = true;
	pthread_join(thread, NULL);
	ck_assert(err == EBUSY || err == EBADMSG);
}
END_TEST

/* Its memory is gone, and the stream's end with it. */
START_TEST(a_controller_that_executes_a_program_is_dead)
{
	struct pxt_stream other;
	char byte;

	make_controller();
	ck_assert_int_eq(open_dead(&other), EBUSY);
	ck_assert_int_eq(write(go[1], "go", 2), 2);
	ck_assert_int_eq(read(told[0], &byte, 1), 1);
	ck_assert_int_eq(open_dead(&other), 0);
	ck_assert_int_eq(other.shared->controller, child);
	end_controller();
}
END_TEST

START_TEST(a_child_of_the_controller_does_not_stand_in_for_it)
{
	struct pxt_stream other;
	char byte;

	make_pipes();
	child = fork();
	if (!child) {
		create();
		if (fork())
			_exit(0);
		close(go[1]);
		_exit((int)read(go[0], &byte, 1));
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	ck_assert_int_eq(open_dead(&other), 0);
	close(go[1]);
}
END_TEST

START_TEST(a_number_without_a_stream_is_not_opened)
{
	struct pxt_stream other;

	ck_assert_int_eq(pxt_stream_open_dead(dir, 0, &other), ENOENT);
	create();
	ck_assert_int_eq(pxt_stream_open_dead(dir, 1, &other), ENOENT);
	ck_assert_int_eq(pxt_stream_open_dead(dir, TRACE_SYS_MAX + 1, &other),
			 ENOENT);
}
END_TEST

START_TEST(what_is_no_stream_is_not_opened_though_it_is_dead)
{
	struct pxt_stream other;

	make_controller();
	end_controller();
	ck_assert_int_eq(open_it(&other), 0);
	other.shared->geometry.base = 0;
	ck_assert_int_eq(open_dead(&stream), EBADMSG);
	other.shared->magic++;
	ck_assert_int_eq(open_dead(&stream), EBADMSG);

	/* Nor if that says that it is alive. */
	other.shared->controller = getpid();
	ck_assert_int_eq(open_dead(&stream), EBADMSG);
}
END_TEST

/* Nobody can open it, and it would keep its number for ever. */
START_TEST(what_somebody_ruined_makes_room_when_its_controller_is_dead)
{
	struct pxt_stream ruin;
	unsigned number;

	make_controller();
	ck_assert_int_eq(open_it(&ruin), 0);
	ruin.shared->geometry.base = 0;
	number = stream.number;
	create();
	ck_assert_uint_ne(stream.number, number);
	end_controller();
	create();
	ck_assert_uint_eq(stream.number, number);
}
END_TEST

/* Its log may have to be completed: that is for others to see to. */
START_TEST(who_makes_a_stream_leaves_those_of_the_dead_alone)
{
	struct pxt_stream other;
	unsigned number;

	make_controller();
	end_controller();
	number = stream.number;
	create();
	ck_assert_uint_ne(stream.number, number);
	ck_assert_int_eq(pxt_stream_open_dead(dir, number, &other), 0);

	pxt_stream_remove(dir, &other);
	pxt_stream_close(&other);
	create();
	ck_assert_uint_eq(stream.number, number);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("dead_controllers");
	TCase *t = tcase_create("stream");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_stream_of_a_dead_controller_opens_as_it_was);
	tcase_add_test(t, a_stream_of_a_living_controller_is_in_use);
	tcase_add_test(
		t,
		a_stream_that_is_being_made_is_not_that_of_a_dead_controller);
	tcase_add_test(t, what_is_not_opened_stays_unmapped);
	tcase_add_test(t, a_controller_that_executes_a_program_is_dead);
	tcase_add_test(t, a_child_of_the_controller_does_not_stand_in_for_it);
	tcase_add_test(t, a_number_without_a_stream_is_not_opened);
	tcase_add_test(t, what_is_no_stream_is_not_opened_though_it_is_dead);
	tcase_add_test(
		t, what_somebody_ruined_makes_room_when_its_controller_is_dead);
	tcase_add_test(t, who_makes_a_stream_leaves_those_of_the_dead_alone);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
