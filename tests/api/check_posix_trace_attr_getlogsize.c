#include "tracing.h"

struct attribute {
	int (*set)(trace_attr_t *, size_t);
	int (*get)(const trace_attr_t *, size_t *);
};

static const struct attribute attributes[] = {
	{ posix_trace_attr_setlogsize, posix_trace_attr_getlogsize },
	{ posix_trace_attr_setstreamsize, posix_trace_attr_getstreamsize },
	{ posix_trace_attr_setmaxdatasize, posix_trace_attr_getmaxdatasize },
};

enum { ATTRIBUTES = sizeof(attributes) / sizeof(attributes[0]) };

static const size_t sizes[] = {
	0, 1, 15, 16, 4095, 4096, 4097, 8192, 65536, 100000, 1 << 20, 16 << 20,
};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static trace_attr_t attr;

static void setup(void)
{
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}

static size_t user_event_size(size_t len)
{
	size_t size;

	ck_assert_int_eq(
		posix_trace_attr_getmaxusereventsize(&attr, len, &size), 0);
	return size;
}

/* ATR-19 ATR-20 ATR-21 SIZ-12 */
START_TEST(every_size_comes_back)
{
	size_t size;

	for (int i = 0; i < SIZES; i++) {
		ck_assert_int_eq(attributes[_i].set(&attr, sizes[i]), 0);
		ck_assert_int_eq(attributes[_i].get(&attr, &size), 0);
		ck_assert_uint_eq(size, sizes[i]);
	}
}
END_TEST

/* ATR-19 ATR-21: whether there is memory shows when a stream is made. */
START_TEST(streams_and_logs_may_ask_for_any_size)
{
	size_t size;

	ck_assert_int_eq(posix_trace_attr_setlogsize(&attr, SIZE_MAX), 0);
	ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, &size), 0);
	ck_assert_uint_eq(size, SIZE_MAX);
	ck_assert_int_eq(posix_trace_attr_setstreamsize(&attr, SIZE_MAX), 0);
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size), 0);
	ck_assert_uint_eq(size, SIZE_MAX);
}
END_TEST

/* ATR-24 */
START_TEST(data_beyond_16_mib_is_refused_and_changes_nothing)
{
	size_t size;

	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 100), 0);
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, (16 << 20) + 1),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, SIZE_MAX),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	ck_assert_uint_eq(size, 100);
}
END_TEST

START_TEST(setting_one_leaves_the_others)
{
	size_t before[ATTRIBUTES], size;

	for (int i = 0; i < ATTRIBUTES; i++)
		ck_assert_int_eq(attributes[i].get(&attr, &before[i]), 0);

	ck_assert_int_eq(attributes[_i].set(&attr, 12345), 0);
	for (int i = 0; i < ATTRIBUTES; i++) {
		ck_assert_int_eq(attributes[i].get(&attr, &size), 0);
		ck_assert_uint_eq(size, i == _i ? 12345 : before[i]);
	}
}
END_TEST

/* SIZ-01 SIZ-02 */
START_TEST(an_event_is_larger_than_its_data_and_grows_with_it)
{
	size_t last = 0;

	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 70000), 0);
	for (size_t len = 0; len <= 70000; len++) {
		size_t size = user_event_size(len);

		ck_assert_uint_gt(size, len);
		ck_assert_uint_ge(size, last);
		last = size;
	}
}
END_TEST

/* SIZ-03 */
START_TEST(beyond_max_data_size_an_event_grows_no_more)
{
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 100), 0);
	ck_assert_uint_gt(user_event_size(100), user_event_size(50));
	ck_assert_uint_eq(user_event_size(101), user_event_size(100));
	ck_assert_uint_eq(user_event_size(5000), user_event_size(100));
	ck_assert_uint_eq(user_event_size(SIZE_MAX), user_event_size(100));
}
END_TEST

/* SIZ-12 */
START_TEST(without_data_every_event_has_one_size)
{
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 0), 0);
	ck_assert_uint_gt(user_event_size(0), 0);
	ck_assert_uint_eq(user_event_size(1000), user_event_size(0));
}
END_TEST

/* SIZ-04 SIZ-08 */
START_TEST(a_system_event_has_room_for_two_sets_whatever_max_data_size)
{
	size_t size, again;

	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, &size),
			 0);
	ck_assert_uint_gt(size, 2 * sizeof(trace_event_set_t));

	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 0), 0);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, &again),
			 0);
	ck_assert_uint_eq(size, again);
}
END_TEST

static void assert_refused(trace_attr_t *object)
{
	size_t size = 77;

	for (int i = 0; i < ATTRIBUTES; i++) {
		ck_assert_int_eq(attributes[i].get(object, &size), EINVAL);
		ck_assert_int_eq(attributes[i].set(object, 4096), EINVAL);
	}
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(object, &size),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(object, 1, &size),
			 EINVAL);
	ck_assert_uint_eq(size, 77);
}

/* ATR-25 */
START_TEST(a_null_object_is_refused)
{
	assert_refused(NULL);
}
END_TEST

/* ATR-38 */
START_TEST(a_destroyed_object_is_refused)
{
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	assert_refused(&attr);
}
END_TEST

/* ATR-25 */
START_TEST(a_null_place_is_refused)
{
	for (int i = 0; i < ATTRIBUTES; i++)
		ck_assert_int_eq(attributes[i].get(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(&attr, 1, NULL),
			 EINVAL);
}
END_TEST

/* The promise of no loss: a stream has room for all events whose sizes, as
 * the calculators tell them, add up to its own. */

enum {
	THREADS = 200,
	ROUNDS = SANITIZED ? 10 : 50,
	LENGTHS = 300, /* that are tried one by one: 0 to 299 */
	STEP = SANITIZED ? 7 : 1,
	STACK = 1 << 20,
};

static const int policies[] = { POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP };

enum { POLICIES = ARRAY_LEN(policies) };

static trace_event_id_t type;
static trace_id_t trid;

/* What a stream has room for yet. */
static struct {
	size_t left;
	size_t system; /* the size of a system event */
} budget;

/* Whatever follows has room for all of the stream's size. */
static void renew_budget(void)
{
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &budget.left),
			 0);
	assert_ok(
		posix_trace_attr_getmaxsystemeventsize(&attr, &budget.system));
}

static bool spend(size_t size)
{
	if (size > budget.left)
		return false;
	budget.left -= size;
	return true;
}

/* A stream of this process, of that size or what is made of it. */
static void make_stream(int policy, size_t size, size_t max_data)
{
	type = type_of("event");
	attr = attr_of(size, max_data);
	assert_ok(posix_trace_attr_setmaxdatasize(&attr, max_data));
	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create(0, &attr, &trid));
	assert_ok(posix_trace_get_attr(trid, &attr));
	renew_budget();
}

static void start(void)
{
	ck_assert(spend(budget.system));
	assert_ok(posix_trace_start(trid));
}

static void stop(void)
{
	ck_assert(spend(budget.system));
	assert_ok(posix_trace_stop(trid));
}

/* Data that tells which event it belongs to, and whether it is whole. */
static void make_data(unsigned char *data, uint32_t number, size_t len)
{
	memset(data, (int)(number % 251), len);
	if (len >= sizeof(number))
		memcpy(data, &number, sizeof(number));
}

static void put_data(uint32_t number, size_t len)
{
	unsigned char data[ROOM];

	make_data(data, number, len);
	posix_trace_event(type, data, len);
}

static void assert_data(const struct got *got, uint32_t number, size_t len)
{
	unsigned char data[ROOM];

	make_data(data, number, len);
	ck_assert_uint_eq(got->info.posix_event_id, type);
	ck_assert_uint_eq(got->len, len);
	ck_assert_mem_eq(got->data, data, len);
	ck_assert_int_eq(got->info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}

static void assert_no_overrun(void)
{
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}

static void assert_next_data(uint32_t number, size_t len)
{
	struct got got;

	assert_next_is(trid, type, &got);
	assert_data(&got, number, len);
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

/* Data */

static void assert_takes_all_of(size_t len, int policy)
{
	unsigned char *data = malloc(len), *read = calloc(1, len + 1);
	struct posix_trace_event_info info;
	int unavailable = 1;
	size_t got;

	for (size_t i = 0; i < len; i++)
		data[i] = (unsigned char)(i * 7 + i / 256);
	make_stream(policy, 0, len);
	assert_ok(posix_trace_start(trid));
	drain(trid);
	posix_trace_event(type, data, len);
	assert_ok(posix_trace_trygetnext_event(trid, &info, read, len + 1, &got,
					       &unavailable));
	ck_assert_int_eq(unavailable, 0);
	ck_assert_uint_eq(got, len);
	ck_assert_int_eq(info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	ck_assert(!memcmp(data, read, len));
	free(data);
	free(read);
	assert_ok(posix_trace_shutdown(trid));
}

/* SIZ-09 EVT-06 */
START_TEST(data_of_just_max_data_size_comes_back_whole)
{
	static const size_t lengths[] = { 1,	 2048,	4096,	4097,
					  10000, 65536, 1 << 20 };

	for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
		assert_takes_all_of(lengths[i], policies[_i]);
}
END_TEST

/* SIZ-12 */
START_TEST(without_room_for_data_events_are_recorded_all_the_same)
{
	struct got got;

	make_stream(policies[_i], 0, 0);
	start();
	posix_trace_event(type, "data", 5);
	posix_trace_event(type, NULL, 0);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(trace_event_set_t));
	assert_next_is(trid, type, &got);
	ck_assert_uint_eq(got.len, 0);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_TRUNCATED_RECORD);
	assert_next_is(trid, type, &got);
	ck_assert_uint_eq(got.len, 0);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* SIZ-08 */
START_TEST(a_filter_event_has_both_sets_whatever_max_data_size)
{
	trace_event_set_t sets[2];
	struct got got;

	make_stream(policies[_i], 0, 1);
	assert_ok(posix_trace_eventset_empty(&sets[0]));
	assert_ok(posix_trace_eventset_empty(&sets[1]));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_ERROR, &sets[1]));
	start();
	assert_ok(posix_trace_set_filter(trid, &sets[1],
					 POSIX_TRACE_SET_EVENTSET));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
	ck_assert_uint_eq(got.len, sizeof(sets));
	ck_assert_mem_eq(got.data, sets, sizeof(sets));
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* Limits */

static size_t bytes_there(void)
{
	size_t bytes = 0;
	struct got got;

	while (try_next(trid, &got))
		bytes += got.len;
	return bytes;
}

static void overfill(int policy, size_t size, size_t max_data)
{
	size_t most;

	make_stream(policy, size, max_data);
	most = 16 * budget.left + (1 << 20);
	assert_ok(posix_trace_start(trid));
	for (size_t bytes = 0; bytes <= most; bytes += max_data)
		put_data(0, max_data);
	ck_assert_uint_le(bytes_there(), most);
	assert_ok(posix_trace_shutdown(trid));
}

/* SIZ-10 */
START_TEST(a_stream_takes_not_much_more_than_its_size)
{
	static const size_t max_data[] = { 64, 1000, 4096 };

	for (size_t i = 0; i < ARRAY_LEN(max_data); i++) {
		overfill(policies[_i], 1, max_data[i]);
		overfill(policies[_i], 100000, max_data[i]);
	}
}
END_TEST

/* As many names as there can be, of the greatest length. */
static void open_names(void)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	memset(name, 'x', TRACE_EVENT_NAME_MAX);
	name[TRACE_EVENT_NAME_MAX] = '\0';
	for (int i = 0; i < TRACE_USER_EVENT_MAX - 2; i++) {
		name[snprintf(name, 10, "%d", i)] = 'x';
		ck_assert_uint_ne(type_of(name), POSIX_TRACE_UNNAMED_USEREVENT);
	}
}

/* SIZ-13 */
START_TEST(attributes_names_and_filters_take_no_room)
{
	trace_event_set_t set;
	uint32_t count = 0;
	struct got got;

	make_stream(policies[_i], 16384, 8);
	open_names();
	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_ERROR, &set));
	for (int i = 0; i < 100; i++)
		assert_ok(posix_trace_set_filter(trid, &set,
						 POSIX_TRACE_SET_EVENTSET));
	start();
	for (; spend(user_event_size(8)); count++)
		put_data(count, 8);
	assert_no_overrun();
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (uint32_t i = 0; i < count; i++)
		assert_next_data(i, 8);
	assert_empty(trid);
}
END_TEST

static const int log_policies[] = { POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP,
				    POSIX_TRACE_APPEND };

enum {
	LOG_SIZE = 131072,
	LOG_EVENTS = LOG_SIZE / 4 * 3, /* bytes of events that it has to hold */
	PER_FLUSH = 100,
};

static uint32_t record_into_log(int fd, int policy)
{
	trace_attr_t logged = attr_of(32768, 64);
	size_t room = LOG_EVENTS;
	uint32_t count = 0;
	size_t each;

	assert_ok(posix_trace_attr_setlogfullpolicy(&logged, policy));
	assert_ok(posix_trace_attr_setlogsize(&logged, LOG_SIZE));
	assert_ok(posix_trace_attr_getmaxusereventsize(&logged, 64, &each));
	assert_ok(posix_trace_create_withlog(0, &logged, fd, &trid));
	assert_ok(posix_trace_start(trid));
	for (; room >= each; room -= each) {
		put_data(count++, 64);
		if (count % PER_FLUSH == 0)
			assert_ok(posix_trace_flush(trid));
	}
	assert_ok(posix_trace_flush(trid));
	ck_assert_int_eq(status_of(trid).posix_log_full_status,
			 POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_shutdown(trid));
	return count;
}

/* SIZ-14: the names alone are more than that. */
START_TEST(names_do_not_count_for_the_size_of_a_log)
{
	int fd = make_file();
	uint32_t next = 0, count;
	struct got got;
	struct stat st;

	type = type_of("event");
	open_names();
	count = record_into_log(fd, log_policies[_i]);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_gt(st.st_size, LOG_SIZE);

	trid = open_log(fd);
	while (log_next(trid, &got))
		if (got.info.posix_event_id == type)
			assert_data(&got, next++, 64);
	ck_assert_uint_eq(next, count);
	assert_no_overrun();
	ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

static TCase *attributes_alone(void)
{
	TCase *tcase = tcase_create("sizes");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, every_size_comes_back, 0, ATTRIBUTES);
	tcase_add_test(tcase, streams_and_logs_may_ask_for_any_size);
	tcase_add_test(tcase,
		       data_beyond_16_mib_is_refused_and_changes_nothing);
	tcase_add_loop_test(tcase, setting_one_leaves_the_others, 0,
			    ATTRIBUTES);
	tcase_add_test(tcase,
		       an_event_is_larger_than_its_data_and_grows_with_it);
	tcase_add_test(tcase, beyond_max_data_size_an_event_grows_no_more);
	tcase_add_test(tcase, without_data_every_event_has_one_size);
	tcase_add_test(
		tcase,
		a_system_event_has_room_for_two_sets_whatever_max_data_size);
	tcase_add_test(tcase, a_null_object_is_refused);
	tcase_add_test(tcase, a_destroyed_object_is_refused);
	tcase_add_test(tcase, a_null_place_is_refused);
	return tcase;
}

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
	tcase_add_loop_test(tcase, data_of_just_max_data_size_comes_back_whole,
			    0, POLICIES);
	tcase_add_loop_test(
		tcase, without_room_for_data_events_are_recorded_all_the_same,
		0, POLICIES);
	tcase_add_loop_test(tcase,
			    a_filter_event_has_both_sets_whatever_max_data_size,
			    0, POLICIES);
	tcase_add_loop_test(tcase, a_stream_takes_not_much_more_than_its_size,
			    0, POLICIES);
	tcase_add_loop_test(tcase, attributes_names_and_filters_take_no_room, 0,
			    POLICIES);
	tcase_add_loop_test(tcase, names_do_not_count_for_the_size_of_a_log, 0,
			    ARRAY_LEN(log_policies));
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_getlogsize");

	suite_add_tcase(suite, attributes_alone());
	suite_add_tcase(suite, promise());
	return run_suite(suite);
}
