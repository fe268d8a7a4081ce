/* A stream has room for all events that it promised, whoever records them. */
#include "promise.h"

enum {
	THREADS = 200,
	ROUNDS = SANITIZED ? 10 : 50,
	LENGTHS = 300, /* that are tried one by one: 0 to 299 */
	STEP = SANITIZED ? 7 : 1,
	STACK = 1 << 20,
};

static void stop(void)
{
	ck_assert(spend(budget.system));
	assert_ok(posix_trace_stop(trid));
}

/* SIZ-05 SIZ-06 SIZ-11: the same stream for every length, filled to the last
 * byte, from one thread. */
START_TEST(a_stream_holds_as_many_events_of_any_length_as_promised)
{
	struct got got;

	make_stream(policies[_i], 16384, LENGTHS - 1);
	for (size_t len = 0; len < LENGTHS; len += STEP) {
		const size_t each = user_event_size(len);
		uint32_t count = 0;

		renew_budget();
		start();
		ck_assert(spend(budget.system)); /* for the stop */
		for (; spend(each); count++)
			put_data(count, len);
		assert_ok(posix_trace_stop(trid));
		assert_no_overrun();

		assert_next_is(trid, POSIX_TRACE_START, &got);
		for (uint32_t i = 0; i < count; i++)
			assert_next_data(i, len);
		assert_next_is(trid, POSIX_TRACE_STOP, &got);
		assert_empty(trid);
	}
}
END_TEST

/* SIZ-05 SIZ-06 SIZ-11: running all the time, and never full. */
START_TEST(a_stream_that_is_read_empty_holds_as_much_again)
{
	make_stream(policies[_i], 32768, 100);
	start();
	ck_assert_uint_eq(drain(trid), 1);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		const size_t len = round * 7 % 101;
		const size_t each = user_event_size(len);
		uint32_t count = 0;

		renew_budget();
		for (; spend(each); count++)
			put_data(count, len);
		ck_assert_int_eq(status_of(trid).posix_stream_status,
				 POSIX_TRACE_RUNNING);
		for (uint32_t i = 0; i < count; i++)
			assert_next_data(i, len);
		assert_empty(trid);
		assert_no_overrun();
	}
}
END_TEST

/* Two hundred threads */

static size_t thread_len;
static pthread_barrier_t together;

static void *put_one(void *argument)
{
	put_data((uint32_t)(uintptr_t)argument, thread_len);
	return NULL;
}

static void *put_one_together(void *argument)
{
	pthread_barrier_wait(&together);
	put_one(argument);
	pthread_barrier_wait(&together);
	return NULL;
}

static pthread_t begin(void *work(void *), uint32_t number)
{
	pthread_attr_t small;
	pthread_t thread;

	assert_ok(pthread_attr_init(&small));
	assert_ok(pthread_attr_setstacksize(&small, STACK));
	assert_ok(pthread_create(&thread, &small, work,
				 (void *)(uintptr_t)number));
	return thread;
}

static void one_after_another(void)
{
	for (uint32_t i = 0; i < THREADS; i++)
		assert_ok(pthread_join(begin(put_one, i), NULL));
}

static void all_together(void)
{
	pthread_t thread[THREADS];

	assert_ok(pthread_barrier_init(&together, NULL, THREADS));
	for (uint32_t i = 0; i < THREADS; i++)
		thread[i] = begin(put_one_together, i);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

/* START, each thread's event once, STOP. */
static void assert_one_of_each(void)
{
	bool met[THREADS] = { false };
	uint32_t number;
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (int i = 0; i < THREADS; i++) {
		assert_next_is(trid, type, &got);
		memcpy(&number, got.data, sizeof(number));
		ck_assert_uint_lt(number, THREADS);
		ck_assert(!met[number]);
		met[number] = true;
		assert_data(&got, number, thread_len);
	}
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_empty(trid);
}

static void hold_threads(int policy, void work(void), size_t len)
{
	size_t size;

	make_stream(policy, 0, len);
	size = 2 * budget.system + THREADS * user_event_size(len);
	make_stream(policy, size, len);
	for (int round = 0; round < 2; round++) {
		renew_budget();
		thread_len = len;
		start();
		work();
		stop();
		assert_no_overrun();
		assert_one_of_each();
	}
}

/* SIZ-05 SIZ-06 SIZ-11 */
START_TEST(two_hundred_threads_have_room_for_an_event_each)
{
	static const size_t lengths[] = { 100, 8, 2000 };

	for (size_t i = 0; i < (SANITIZED ? 1 : ARRAY_LEN(lengths)); i++) {
		hold_threads(policies[_i], one_after_another, lengths[i]);
		hold_threads(policies[_i], all_together, lengths[i]);
	}
}
END_TEST

/* Mixtures */

enum { MIX_MAX = 4096 };

/* What was recorded, to be found again. */
static struct {
	struct {
		trace_event_id_t type;
		size_t len;
	} event[MIX_MAX];
	uint32_t count;
	bool running;
} mix;

static void note(trace_event_id_t noted, size_t len)
{
	ck_assert_uint_lt(mix.count, MIX_MAX);
	mix.event[mix.count].type = noted;
	mix.event[mix.count++].len = len;
}

static bool add_user_event(size_t len)
{
	if (!mix.running)
		return true;
	if (!spend(user_event_size(len)))
		return false;
	put_data(mix.count, len);
	note(type, len);
	return true;
}

static bool add_turn(void)
{
	if (!spend(budget.system))
		return false;
	assert_ok(mix.running ? posix_trace_stop(trid) :
				posix_trace_start(trid));
	note(mix.running ? POSIX_TRACE_STOP : POSIX_TRACE_START, 0);
	mix.running = !mix.running;
	return true;
}

/* One more type is filtered, none that we use. */
static bool add_filter(uint32_t number)
{
	trace_event_set_t set;

	if (!spend(budget.system))
		return false;
	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_ERROR, &set));
	assert_ok(posix_trace_set_filter(trid, &set,
					 number % 2 ?
						 POSIX_TRACE_ADD_EVENTSET :
						 POSIX_TRACE_SUB_EVENTSET));
	if (mix.running)
		note(POSIX_TRACE_FILTER, 0);
	return true;
}

/* Until there is no room for what would be next. */
static void add_mixture(uint32_t seed, size_t max_data)
{
	bool room = true;

	while (room) {
		seed = seed * 1664525 + 1013904223;
		if (seed >> 16 & 7)
			room = add_user_event((seed >> 20) % (max_data + 1));
		else if (seed >> 19 & 1)
			room = add_filter(seed >> 20);
		else
			room = add_turn();
	}
}

static void assert_mixture(void)
{
	struct got got;

	for (uint32_t i = 0; i < mix.count; i++) {
		assert_next_is(trid, mix.event[i].type, &got);
		if (got.info.posix_event_id == type)
			assert_data(&got, i, mix.event[i].len);
	}
	assert_empty(trid);
	mix.count = 0;
}

/* SIZ-05 SIZ-06 SIZ-07 SIZ-08 SIZ-11: 0 to max-data-size bytes, filters, stops
 * and starts; again and again as it is read empty. */
static void hold_mixtures(int policy, size_t size, size_t max_data)
{
	make_stream(policy, size, max_data);
	mix.running = false;
	for (uint32_t round = 0; round < 20; round++) {
		renew_budget();
		add_mixture(round * 77777 + (uint32_t)max_data, max_data);
		assert_no_overrun();
		assert_mixture();
	}
}

START_TEST(a_stream_holds_any_mixture_that_was_promised)
{
	hold_mixtures(policies[_i], 32768, 40);
	hold_mixtures(policies[_i], 65536, 1000);
	hold_mixtures(policies[_i], 100000, 4096);
	hold_mixtures(policies[_i], 0, 7);
}
END_TEST

/* The same from threads that take turns, each with a portion of its own. */

enum { TURNS = 3 };
static pthread_barrier_t turn;
static struct {
	uint32_t first, count;
	size_t len;
} share[TURNS];
static bool no_more;

static void *put_shares(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (;;) {
		pthread_barrier_wait(&turn);
		if (no_more)
			return NULL;
		for (uint32_t i = 0; i < share[who].count; i++)
			put_data(share[who].first + i, share[who].len);
		pthread_barrier_wait(&turn);
	}
}

/* How many events there are. */
static uint32_t share_out(uint32_t seed)
{
	uint32_t count = 0;

	for (uint32_t who = 0; who < TURNS; who++) {
		const size_t len = 4 + (seed + 13 * who) % 97;
		const size_t each = user_event_size(len);
		size_t part = budget.left / (TURNS - who);

		share[who].first = count;
		share[who].len = len;
		for (; part >= each && spend(each); part -= each)
			count++;
		share[who].count = count - share[who].first;
	}
	return count;
}

static size_t length_of(uint32_t number)
{
	uint32_t who = 0;

	while (number >= share[who].first + share[who].count)
		who++;
	return share[who].len;
}

static void assert_shares(uint32_t count)
{
	static bool met[MIX_MAX];
	uint32_t number;
	struct got got;

	memset(met, 0, sizeof(met));
	for (uint32_t i = 0; i < count; i++) {
		assert_next_is(trid, type, &got);
		memcpy(&number, got.data, sizeof(number));
		ck_assert_uint_lt(number, count);
		ck_assert(!met[number]);
		met[number] = true;
		assert_data(&got, number, length_of(number));
	}
	assert_empty(trid);
	assert_no_overrun();
}

/* SIZ-05 SIZ-06 SIZ-07 SIZ-11 */
START_TEST(threads_that_share_a_stream_have_what_was_promised)
{
	pthread_t thread[TURNS];

	make_stream(policies[_i], 65536, 100);
	assert_ok(posix_trace_start(trid));
	ck_assert_uint_eq(drain(trid), 1);
	assert_ok(pthread_barrier_init(&turn, NULL, TURNS + 1));
	for (uint32_t i = 0; i < TURNS; i++)
		thread[i] = begin(put_shares, i);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint32_t count;

		renew_budget();
		count = share_out(round * 7);
		pthread_barrier_wait(&turn);
		pthread_barrier_wait(&turn);
		assert_shares(count);
	}
	no_more = true;
	pthread_barrier_wait(&turn);
	for (uint32_t i = 0; i < TURNS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}
END_TEST

static TCase *promise(void)
{
	TCase *tcase = tcase_create("promise");

	tcase_set_timeout(tcase, 30);
	tcase_add_loop_test(
		tcase, a_stream_holds_as_many_events_of_any_length_as_promised,
		0, POLICIES);
	tcase_add_loop_test(tcase,
			    a_stream_that_is_read_empty_holds_as_much_again, 0,
			    POLICIES);
	tcase_add_loop_test(tcase,
			    two_hundred_threads_have_room_for_an_event_each, 0,
			    POLICIES);
	tcase_add_loop_test(tcase, a_stream_holds_any_mixture_that_was_promised,
			    0, POLICIES);
	tcase_add_loop_test(tcase,
			    threads_that_share_a_stream_have_what_was_promised,
			    0, POLICIES);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_getstreamsize");

	suite_add_tcase(suite, promise());
	return run_suite(suite);
}
