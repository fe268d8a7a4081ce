/* check_threadx.c - the figures of a ThreadX trace that is made up here */
#include "figures/threadx/count.h"
#include "figures/threadx/next.h"
#include "run.h"

enum {
	/* Threads, */
	LOW = 0x100,
	MIDDLE = 0x200,
	HIGH = 0x300,
	NOBODY = 0x400, /* ... that nobody registered */
	STACK = 0x1000,
	STACK_SIZE = 0x100,
	MUTEX = 0x8000,

	QUEUE_SEND = 69,
	SEMAPHORE_PUT = 88,
	ENTRY_EXIT_NOTIFY = 102,
	FILE_READ = 248,
	ICMP_RECEIVE = 304,

	READY = 0,
	FOREVER = 0xffffffff,
	MUTEX_STATE = 13,
};

static struct threadx_trace trace;
static struct threadx_figures figures;
static uint64_t now;

static void add_thread(uint64_t address)
{
	const struct threadx_object object = {
		.address = address,
		.parameter = { STACK, STACK_SIZE },
		.slot = trace.objects,
		.type = THREADX_IS_THREAD,
	};

	ck_assert_int_eq(threadx_trace_add_object(&trace, &object, "thread"),
			 0);
}

static void setup(void)
{
	threadx_trace_init(&trace);
	add_thread(LOW);
	add_thread(MIDDLE);
	add_thread(HIGH);
	now = 0;
}

static void teardown(void)
{
	threadx_figures_fini(&figures);
	threadx_trace_fini(&trace);
}

static uint64_t priority_of(uint64_t context)
{
	return context == HIGH ? 5 : context == MIDDLE ? 10 : 20;
}

static void add_info(uint64_t context, uint32_t id, uint64_t info_1,
		     uint64_t info_2, uint64_t info_3, uint64_t info_4)
{
	const struct threadx_event event = {
		.context = context,
		.priority =
			threadx_is_thread(context) ? priority_of(context) : 0,
		.info = { info_1, info_2, info_3, info_4 },
		.ticks = now,
		.id = id,
	};

	now += 10;
	ck_assert_int_eq(threadx_trace_add(&trace, &event), 0);
}

static void add(uint64_t context, uint32_t id)
{
	add_info(context, id, 0, 0, 0, 0);
}

static void resume(uint64_t context, uint64_t thread, uint64_t next)
{
	add_info(context, THREADX_THREAD_RESUME, thread, READY, 0, next);
}

static void suspend(uint64_t context, uint64_t next)
{
	add_info(context, THREADX_THREAD_SUSPEND, context, MUTEX_STATE, 0,
		 next);
}

static void get(uint64_t context, uint64_t wait, uint64_t owner)
{
	add_info(context, THREADX_MUTEX_GET, MUTEX, wait, owner, !!owner);
}

static void put(uint64_t context)
{
	add_info(context, THREADX_MUTEX_PUT, MUTEX, context, 1, 0);
}

static void end(void)
{
	ck_assert_int_eq(threadx_trace_end(&trace), 0);
	ck_assert_int_eq(threadx_next(&trace), 0);
	ck_assert_int_eq(threadx_figures_init(&figures, &trace), 0);
}

static uint64_t ours(enum threadx_figure figure)
{
	return figures.of[THREADX_OURS][figure];
}

static uint64_t tracex(enum threadx_figure figure)
{
	return figures.of[THREADX_TRACEX][figure];
}

START_TEST(nothing_has_no_figures)
{
	end();
	ck_assert_uint_eq(figures.events[THREADX_OURS], 0);
	ck_assert_uint_eq(figures.ticks, 0);
	for (int i = 0; i < THREADX_FIGURES; i++) {
		ck_assert_uint_eq(ours(i), 0);
		ck_assert_uint_eq(tracex(i), 0);
	}
}
END_TEST

START_TEST(a_thread_that_is_resumed_preempts_one_that_runs)
{
	add(LOW, QUEUE_SEND);
	resume(LOW, HIGH, HIGH);
	add(HIGH, QUEUE_SEND);
	end();
	ck_assert_uint_eq(ours(THREADX_PREEMPTIONS), 1);
	ck_assert_uint_eq(ours(THREADX_SWITCHES), 1);
	ck_assert_uint_eq(ours(THREADX_RESUMPTIONS), 1);
}
END_TEST

START_TEST(a_thread_preempts_nobody_if_the_system_was_idle)
{
	suspend(LOW, 0);
	add(THREADX_INTERRUPT, THREADX_ISR_ENTER);
	resume(THREADX_INTERRUPT, HIGH, HIGH);
	add(THREADX_INTERRUPT, THREADX_ISR_EXIT);
	add(HIGH, QUEUE_SEND);
	add(HIGH, QUEUE_SEND);
	end();
	ck_assert_uint_eq(ours(THREADX_PREEMPTIONS), 0);
	ck_assert_uint_eq(tracex(THREADX_PREEMPTIONS), 1);
	ck_assert_uint_eq(ours(THREADX_SWITCHES), 2);
}
END_TEST

START_TEST(an_interrupt_preempts_the_thread_that_it_interrupted)
{
	add(LOW, QUEUE_SEND);
	add(THREADX_INTERRUPT, THREADX_ISR_ENTER);
	resume(THREADX_INTERRUPT, HIGH, HIGH);
	add(THREADX_INTERRUPT, THREADX_ISR_EXIT);
	add(HIGH, QUEUE_SEND);
	end();
	ck_assert_uint_eq(ours(THREADX_PREEMPTIONS), 1);
	ck_assert_uint_eq(ours(THREADX_INTERRUPTS), 1);
	ck_assert_uint_eq(ours(THREADX_NESTED_INTERRUPTS), 0);
}
END_TEST

START_TEST(interrupts_nest_and_count_also_without_their_ends)
{
	add(LOW, QUEUE_SEND);
	add(THREADX_INTERRUPT, THREADX_ISR_ENTER);
	add(THREADX_INTERRUPT, THREADX_ISR_ENTER);
	add(THREADX_INTERRUPT, THREADX_ISR_EXIT);
	add(THREADX_INTERRUPT, THREADX_ISR_EXIT);
	add(LOW, QUEUE_SEND);
	add(THREADX_INTERRUPT, SEMAPHORE_PUT);
	add(LOW, QUEUE_SEND);
	end();
	ck_assert_uint_eq(ours(THREADX_INTERRUPTS), 3);
	ck_assert_uint_eq(ours(THREADX_NESTED_INTERRUPTS), 1);
}
END_TEST

START_TEST(staying_idle_is_one_change)
{
	suspend(LOW, 0);
	add(THREADX_INTERRUPT, SEMAPHORE_PUT);
	add(LOW, QUEUE_SEND);
	end();
	ck_assert_uint_eq(ours(THREADX_SWITCHES), 1);
	ck_assert_uint_eq(tracex(THREADX_SWITCHES), 2);
}
END_TEST

START_TEST(time_slices_are_their_events)
{
	add(LOW, QUEUE_SEND);
	add_info(THREADX_INTERRUPT, THREADX_TIME_SLICE, MIDDLE, 0, 0, 0);
	add(MIDDLE, QUEUE_SEND);
	end();
	ck_assert_uint_eq(ours(THREADX_TIME_SLICES), 1);
	ck_assert_uint_eq(tracex(THREADX_TIME_SLICES), 0);
	ck_assert_uint_eq(ours(THREADX_PREEMPTIONS), 1);
}
END_TEST

START_TEST(time_goes_to_who_runs)
{
	add(THREADX_INITIALIZE, THREADX_RUNNING);
	add(THREADX_INITIALIZE, THREADX_RUNNING);
	add(LOW, QUEUE_SEND);
	suspend(LOW, 0);
	add(THREADX_INTERRUPT, THREADX_ISR_ENTER);
	add(THREADX_INTERRUPT, THREADX_ISR_EXIT);
	add(LOW, QUEUE_SEND);
	add(LOW, QUEUE_SEND);
	end();
	ck_assert_uint_eq(figures.ticks, 70);
	ck_assert_uint_eq(figures.initialize.ticks, 10);
	ck_assert_uint_eq(figures.idle.ticks, 10);
	ck_assert_uint_eq(figures.interrupt.ticks, 10);
	ck_assert_uint_eq(figures.thread[0].share.ticks, 40);
	ck_assert_uint_eq(figures.thread[0].share.events[THREADX_OURS], 4);
}
END_TEST

START_TEST(suspensions_belong_to_the_thread_that_waits)
{
	add_info(LOW, THREADX_THREAD_SUSPEND, HIGH, MUTEX_STATE, 0, LOW);
	add(LOW, QUEUE_SEND);
	end();
	ck_assert_uint_eq(figures.thread[0].suspensions[THREADX_OURS], 0);
	ck_assert_uint_eq(figures.thread[0].suspensions[THREADX_TRACEX], 1);
	ck_assert_uint_eq(figures.thread[2].suspensions[THREADX_OURS], 1);
}
END_TEST

START_TEST(waiting_for_a_less_urgent_owner_is_an_inversion)
{
	add(LOW, QUEUE_SEND);
	get(HIGH, FOREVER, LOW);
	suspend(HIGH, LOW);
	put(LOW);
	end();
	ck_assert_uint_eq(ours(THREADX_INVERSIONS), 1);
	ck_assert_uint_eq(ours(THREADX_NONDETERMINISTIC), 0);
}
END_TEST

START_TEST(a_third_thread_makes_it_worse_once)
{
	add(LOW, QUEUE_SEND);
	get(HIGH, FOREVER, LOW);
	suspend(HIGH, LOW);
	resume(LOW, MIDDLE, MIDDLE);
	add(MIDDLE, QUEUE_SEND);
	add(MIDDLE, QUEUE_SEND);
	suspend(MIDDLE, LOW);
	put(LOW);
	end();
	ck_assert_uint_eq(ours(THREADX_INVERSIONS), 1);
	ck_assert_uint_eq(ours(THREADX_NONDETERMINISTIC), 1);
}
END_TEST

START_TEST(who_does_not_wait_has_no_inversion)
{
	add(LOW, QUEUE_SEND);
	get(HIGH, 0, LOW);
	end();
	ck_assert_uint_eq(ours(THREADX_INVERSIONS), 0);
	ck_assert_uint_eq(tracex(THREADX_INVERSIONS), 1);
}
END_TEST

START_TEST(addresses_above_those_of_contexts_are_threads)
{
	const uint64_t high = 0xf1000000;

	add(LOW, QUEUE_SEND);
	add_info(high, QUEUE_SEND, 0, 0, 0, 0);
	trace.event[1].priority = 5;
	get(high, FOREVER, LOW);
	trace.event[2].priority = 5;
	suspend(high, LOW);
	end();
	ck_assert_uint_eq(ours(THREADX_INVERSIONS), 1);
	ck_assert_uint_eq(tracex(THREADX_INVERSIONS), 0);
}
END_TEST

START_TEST(a_stack_is_used_down_to_its_pointers)
{
	add_info(LOW, SEMAPHORE_PUT, 0, 0, 0, STACK + 0x80);
	add_info(LOW, SEMAPHORE_PUT, 0, 0, 0, STACK + 0x40);
	add_info(LOW, SEMAPHORE_PUT, 0, 0, 0, STACK + 0x60);
	end();
	ck_assert(figures.thread[0].stack[THREADX_OURS].known);
	ck_assert_uint_eq(figures.thread[0].stack[THREADX_OURS].available,
			  0x40);
	ck_assert_uint_eq(figures.thread[0].stack[THREADX_OURS].event, 1);
	ck_assert(!figures.thread[1].stack[THREADX_OURS].known);
}
END_TEST

START_TEST(words_that_are_no_stack_pointers_raise_no_alarm)
{
	add_info(LOW, ENTRY_EXIT_NOTIFY, LOW, 0, 0, 0);
	add_info(LOW, SEMAPHORE_PUT, 0, 0, 0, STACK - 1);
	end();
	ck_assert(!figures.thread[0].stack[THREADX_OURS].known);
	ck_assert_uint_eq(figures.thread[0].outside, 1);
	ck_assert_uint_eq(figures.thread[0].stack[THREADX_TRACEX].available, 0);
}
END_TEST

START_TEST(a_thread_that_nobody_registered_is_one)
{
	add(NOBODY, QUEUE_SEND);
	add(NOBODY, QUEUE_SEND);
	end();
	ck_assert_uint_eq(trace.objects, 4);
	ck_assert_uint_eq(trace.object[3].address, NOBODY);
	ck_assert_uint_eq(figures.thread[3].share.events[THREADX_OURS], 2);
}
END_TEST

START_TEST(objects_are_in_the_order_of_their_slots)
{
	trace.object[0].slot = 7;
	end();
	ck_assert_uint_eq(trace.object[0].address, MIDDLE);
	ck_assert_uint_eq(trace.object[2].address, LOW);
}
END_TEST

START_TEST(of_two_threads_at_an_address_one_lives)
{
	add_thread(LOW);
	trace.object[0].gone = true;
	add(LOW, QUEUE_SEND);
	end();
	ck_assert_uint_eq(figures.thread[0].share.events[THREADX_OURS], 0);
	ck_assert_uint_eq(figures.thread[3].share.events[THREADX_OURS], 1);
}
END_TEST

START_TEST(services_are_told_of_all_first)
{
	add(LOW, QUEUE_SEND);
	add(HIGH, SEMAPHORE_PUT);
	add(HIGH, SEMAPHORE_PUT);
	add(HIGH, THREADX_RUNNING);
	end();
	ck_assert_uint_eq(figures.services, 4);
	ck_assert_uint_eq(figures.service[0].place, THREADX_ANYWHERE);
	ck_assert_uint_eq(figures.service[0].id, SEMAPHORE_PUT);
	ck_assert_uint_eq(figures.service[0].count, 2);
	ck_assert_uint_eq(figures.service[1].id, QUEUE_SEND);
	ck_assert_uint_ne(figures.service[2].place, THREADX_ANYWHERE);
}
END_TEST

START_TEST(sums_do_not_end_at_32_bits)
{
	add_info(LOW, FILE_READ, 0, 0, 0, UINT32_MAX);
	add_info(LOW, FILE_READ, 0, 0, 0, 2);
	end();
	ck_assert_uint_eq(ours(THREADX_FILE_BYTES_READ), 0x100000001);
	ck_assert_uint_eq(tracex(THREADX_FILE_BYTES_READ), 1);
}
END_TEST

START_TEST(packets_that_say_nothing_may_be_no_echoes)
{
	add_info(LOW, ICMP_RECEIVE, 0, 0, 0, 0);
	add_info(LOW, ICMP_RECEIVE, 0, 0, 0, 0x08000000);
	end();
	ck_assert_uint_eq(ours(THREADX_PING_RESPONSES), 1);
	ck_assert_uint_eq(figures.echoes, 1);
}
END_TEST

/* Nothing that a file may say is out of bounds. */
START_TEST(any_words_give_some_figures)
{
	static const uint64_t words[] = {
		0,
		1,
		LOW,
		HIGH,
		NOBODY,
		MUTEX,
		THREADX_INTERRUPT,
		THREADX_INITIALIZE,
		UINT64_MAX,
	};
	const size_t kinds = sizeof(words) / sizeof(words[0]);
	static const uint32_t ids[] = { 1,  2,	3,  4,	 5,   6,
					52, 57, 88, 100, 109, 65535 };
	uint64_t dice = 1;

	for (int i = 0; i < 20000; i++) {
		uint64_t word[6];

		for (int j = 0; j < 6; j++) {
			dice = dice * 6364136223846793005 + 1442695040888963407;
			word[j] = words[(dice >> 40) % kinds];
		}
		if (!word[0])
			word[0] = LOW;
		add_info(word[0], ids[(dice >> 33) % 12], word[1], word[2],
			 word[3], word[4]);
		trace.event[i].priority = word[5];
	}
	end();
	ck_assert_uint_eq(figures.events[THREADX_OURS], 20000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx");
	TCase *tests = tcase_create("figures");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, nothing_has_no_figures);
	tcase_add_test(tests, a_thread_that_is_resumed_preempts_one_that_runs);
	tcase_add_test(tests, a_thread_preempts_nobody_if_the_system_was_idle);
	tcase_add_test(tests,
		       an_interrupt_preempts_the_thread_that_it_interrupted);
	tcase_add_test(tests,
		       interrupts_nest_and_count_also_without_their_ends);
	tcase_add_test(tests, staying_idle_is_one_change);
	tcase_add_test(tests, time_slices_are_their_events);
	tcase_add_test(tests, time_goes_to_who_runs);
	tcase_add_test(tests, suspensions_belong_to_the_thread_that_waits);
	tcase_add_test(tests, waiting_for_a_less_urgent_owner_is_an_inversion);
	tcase_add_test(tests, a_third_thread_makes_it_worse_once);
	tcase_add_test(tests, who_does_not_wait_has_no_inversion);
	tcase_add_test(tests, addresses_above_those_of_contexts_are_threads);
	tcase_add_test(tests, a_stack_is_used_down_to_its_pointers);
	tcase_add_test(tests, words_that_are_no_stack_pointers_raise_no_alarm);
	tcase_add_test(tests, a_thread_that_nobody_registered_is_one);
	tcase_add_test(tests, objects_are_in_the_order_of_their_slots);
	tcase_add_test(tests, of_two_threads_at_an_address_one_lives);
	tcase_add_test(tests, services_are_told_of_all_first);
	tcase_add_test(tests, sums_do_not_end_at_32_bits);
	tcase_add_test(tests, packets_that_say_nothing_may_be_no_echoes);
	tcase_add_test(tests, any_words_give_some_figures);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
