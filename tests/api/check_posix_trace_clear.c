#include <sched.h>

#include <trace_np.h>

#include "tracing.h"

enum {
	BIG = 16 << 20,	   /* a stream that holds all we record */
	SMALL = 8192,	   /* one that does not */
	MANY = 10000,	   /* events for which that has no room */
	LOG_SIZE = 65536,  /* a log that is soon full */
	LOG_TRIES = 10000, /* more portions than any such log takes */
};

static trace_event_id_t type, other;

static void setup(void)
{
	type = type_of("event");
	other = type_of("other");
}

static trace_id_t create_with(int policy, size_t size)
{
	trace_attr_t attr = attr_of(size, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create(0, &attr, &trid));
	return trid;
}

static trace_id_t start_with(int policy, size_t size)
{
	trace_id_t trid = create_with(policy, size);

	assert_ok(posix_trace_start(trid));
	return trid;
}

static void record_some(uint32_t who, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++)
		record(type, who, i);
}

static void overfill(void)
{
	record_some(0, 0, MANY);
}

static void clear(trace_id_t trid)
{
	assert_ok(posix_trace_clear(trid));
}

static void assert_no_overrun(trace_id_t trid)
{
	struct posix_trace_status_info status = status_of(trid);

	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status.posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status.posix_log_full_status, POSIX_TRACE_NOT_FULL);
}

static void assert_next_start(trace_id_t trid)
{
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
}

static void assert_next_stop(trace_id_t trid)
{
	struct got got;

	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	ck_assert_int_eq(got.number, 0);
}

/* What is gone, and what goes on */

/* CLR-01 CLR-02 A14: the stream was not started anew, so there is no START. */
START_TEST(a_running_stream_loses_its_events_and_goes_on)
{
	trace_id_t trid = start_stream(0);

	for (uint32_t i = 0; i < 10; i++) {
		record(type, 1, i);
		record(type, 2, i);
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_empty(trid);
		record(type, 3, i);
		assert_next_mark(trid, type, 3, i);
		assert_empty(trid);
		record(type, 4, i);
	}
	clear(trid);
	record(type, 5, 0);
	assert_ok(posix_trace_stop(trid));
	assert_next_mark(trid, type, 5, 0);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-01 CLR-03 */
START_TEST(a_suspended_stream_stays_suspended)
{
	trace_id_t trid = start_stream(0);

	record(type, 0, 1);
	assert_ok(posix_trace_stop(trid));
	clear(trid);
	record(type, 0, 2);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	assert_empty(trid);

	assert_ok(posix_trace_start(trid));
	record(type, 0, 3);
	assert_ok(posix_trace_stop(trid));
	assert_next_start(trid);
	assert_next_mark(trid, type, 0, 3);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-01 CLR-03 */
START_TEST(a_stream_never_started_stays_as_it_is)
{
	trace_id_t trid = create_for(0, 0, 0);

	for (int i = 0; i < 3; i++) {
		clear(trid);
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		assert_empty(trid);
	}
	assert_ok(posix_trace_stop(trid));
	assert_empty(trid);
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-01, of a stream of which a part was read. */
START_TEST(what_was_not_read_yet_is_gone_too)
{
	trace_id_t trid = start_stream(0);

	for (uint32_t i = 0; i < 100; i++)
		record(type, 0, i);
	assert_next_start(trid);
	for (uint32_t i = 0; i < 50; i++)
		assert_next_mark(trid, type, 0, i);
	clear(trid);
	assert_empty(trid);
	record(type, 0, 100);
	assert_next_mark(trid, type, 0, 100);
}
END_TEST

/* CLR-01 CLR-02 */
START_TEST(other_streams_keep_what_they_have)
{
	trace_id_t trid[] = { start_stream(0), start_stream(0) };

	record(type, 0, 1);
	clear(trid[0]);
	record(type, 0, 2);
	assert_next_mark(trid[0], type, 0, 2);
	assert_empty(trid[0]);
	assert_next_start(trid[1]);
	assert_next_mark(trid[1], type, 0, 1);
	assert_next_mark(trid[1], type, 0, 2);
	assert_empty(trid[1]);
}
END_TEST

static unsigned list_types(trace_id_t trid, trace_event_id_t *types,
			   unsigned room)
{
	unsigned count = 0;
	int end = 0;

	assert_ok(posix_trace_eventtypelist_rewind(trid));
	for (;;) {
		trace_event_id_t id;

		assert_ok(
			posix_trace_eventtypelist_getnext_id(trid, &id, &end));
		if (end)
			return count;
		ck_assert_uint_lt(count, room);
		types[count++] = id;
	}
}

static void assert_name(trace_id_t trid, trace_event_id_t id, const char *name)
{
	char got[TRACE_EVENT_NAME_MAX + 1];

	assert_ok(posix_trace_eventid_get_name(trid, id, got));
	ck_assert_str_eq(got, name);
}

/* CLR-05 */
START_TEST(names_and_types_stay)
{
	trace_event_id_t before[64], after[64], opened, next;
	trace_id_t trid = start_stream(0);
	unsigned count;

	assert_ok(posix_trace_trid_eventid_open(trid, "ours", &opened));
	count = list_types(trid, before, ARRAY_LEN(before));
	clear(trid);
	ck_assert_uint_eq(list_types(trid, after, ARRAY_LEN(after)), count);
	ck_assert_mem_eq(before, after, count * sizeof(before[0]));
	ck_assert_uint_eq(type_of("event"), type);
	ck_assert_uint_eq(type_of("ours"), opened);
	assert_name(trid, type, "event");
	assert_name(trid, opened, "ours");
	assert_name(trid, POSIX_TRACE_START, "posix_trace_start");

	next = type_of("opened after");
	for (unsigned i = 0; i < count; i++)
		ck_assert_uint_ne(next, before[i]);
	record(next, 0, 1);
	assert_next_mark(trid, next, 0, 1);
}
END_TEST

static void filter_out(trace_id_t trid, trace_event_id_t id)
{
	trace_event_set_t set;

	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(id, &set));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET));
}

/* CLR-08, and there is nothing of a FILTER to be read. */
START_TEST(the_filter_is_empty_again)
{
	trace_id_t trid = start_stream(0);
	trace_event_set_t set, none;

	assert_ok(posix_trace_eventset_empty(&none));
	filter_out(trid, type);
	filter_out(trid, POSIX_TRACE_STOP);
	clear(trid);
	memset(&set, 0xa5, sizeof(set));
	assert_ok(posix_trace_get_filter(trid, &set));
	ck_assert_mem_eq(&set, &none, sizeof(set));
	record(type, 0, 1);
	assert_ok(posix_trace_stop(trid));
	assert_next_mark(trid, type, 0, 1);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-08 SST-04 */
START_TEST(the_filter_of_a_suspended_stream_is_empty_too)
{
	trace_id_t trid = create_for(0, 0, 0);
	trace_event_set_t none;
	struct got got;

	assert_ok(posix_trace_eventset_empty(&none));
	filter_out(trid, type);
	clear(trid);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(none));
	ck_assert_mem_eq(got.data, &none, sizeof(none));
	assert_next_mark(trid, type, 0, 1);
}
END_TEST

static void assert_same_string(int get(const trace_attr_t *, char *),
			       const trace_attr_t *a, const trace_attr_t *b)
{
	char first[TRACE_NAME_MAX], second[TRACE_NAME_MAX];

	assert_ok(get(a, first));
	assert_ok(get(b, second));
	ck_assert_str_eq(first, second);
}

static void assert_same_int(int get(const trace_attr_t *, int *),
			    const trace_attr_t *a, const trace_attr_t *b)
{
	int first = -1, second = -2;

	assert_ok(get(a, &first));
	assert_ok(get(b, &second));
	ck_assert_int_eq(first, second);
}

static void assert_same_size(int get(const trace_attr_t *, size_t *),
			     const trace_attr_t *a, const trace_attr_t *b)
{
	size_t first = 1, second = 2;

	assert_ok(get(a, &first));
	assert_ok(get(b, &second));
	ck_assert_uint_eq(first, second);
}

static void assert_same_time(int get(const trace_attr_t *, struct timespec *),
			     const trace_attr_t *a, const trace_attr_t *b)
{
	struct timespec first, second;

	assert_ok(get(a, &first));
	assert_ok(get(b, &second));
	ck_assert_int_eq(ns_of(first), ns_of(second));
	ck_assert_int_ne(ns_of(first), 0);
}

static void assert_same(const trace_attr_t *a, const trace_attr_t *b)
{
	assert_same_string(posix_trace_attr_getname, a, b);
	assert_same_string(posix_trace_attr_getgenversion, a, b);
	assert_same_int(posix_trace_attr_getinherited, a, b);
	assert_same_int(posix_trace_attr_getlogfullpolicy, a, b);
	assert_same_int(posix_trace_attr_getstreamfullpolicy, a, b);
	assert_same_size(posix_trace_attr_getlogsize, a, b);
	assert_same_size(posix_trace_attr_getmaxdatasize, a, b);
	assert_same_size(posix_trace_attr_getmaxsystemeventsize, a, b);
	assert_same_size(posix_trace_attr_getstreamsize, a, b);
	assert_same_time(posix_trace_attr_getclockres, a, b);
	assert_same_time(posix_trace_attr_getcreatetime, a, b);
}

static trace_attr_t told(trace_id_t trid)
{
	trace_attr_t attr;

	assert_ok(posix_trace_get_attr(trid, &attr));
	return attr;
}

/* Attributes unlike the default. */
static trace_attr_t unusual(int policy, int log_policy)
{
	trace_attr_t attr = attr_of(123456, 77);

	assert_ok(posix_trace_attr_setname(&attr, "unusual"));
	assert_ok(posix_trace_attr_setlogsize(&attr, 7654321));
	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	return attr;
}

/* CLR-12 CLR-16 */
START_TEST(attributes_and_time_of_creation_stay)
{
	trace_attr_t attr = unusual(POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP);
	trace_attr_t before, after;
	trace_id_t trid;

	assert_ok(posix_trace_create(0, &attr, &trid));
	before = told(trid);
	assert_ok(posix_trace_start(trid));
	nap_ms(2);
	clear(trid);
	after = told(trid);
	assert_same(&before, &after);
}
END_TEST

/* Full streams */

/* CLR-04 CLR-07 CLR-13 */
START_TEST(a_full_looping_stream_has_room_and_no_loss)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);

	for (uint32_t i = 0; i < 3; i++) {
		overfill();
		if (_i)
			assert_state(trid, POSIX_TRACE_RUNNING,
				     POSIX_TRACE_FULL);
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_no_overrun(trid);
		record(type, 1, i);
		assert_next_mark(trid, type, 1, i);
		assert_empty(trid);
		assert_no_overrun(trid);
	}
}
END_TEST

/* CLR-07, before anybody asked; CLR-03 of a full stream. */
START_TEST(a_full_looping_stream_that_was_stopped_has_no_overrun)
{
	struct posix_trace_status_info status;
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);

	overfill();
	assert_ok(posix_trace_stop(trid));
	clear(trid);
	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_status, POSIX_TRACE_SUSPENDED);
	ck_assert_int_eq(status.posix_stream_full_status, POSIX_TRACE_NOT_FULL);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_empty(trid);
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-13, between OVERFLOW, RESUME and the event that follows. */
START_TEST(a_loss_half_told_is_told_no_further)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);
	struct got got;

	overfill();
	for (int i = 0; i <= _i; i++)
		ck_assert(try_next(trid, &got));
	clear(trid);
	assert_empty(trid);
	record(type, 1, 1);
	assert_next_mark(trid, type, 1, 1);
	assert_empty(trid);
	assert_no_overrun(trid);
}
END_TEST

/* CLR-13: the next loss is told all the same, and is that one alone, also
 * where what is overwritten lies in one chunk with what was cleared. */
START_TEST(a_loss_after_it_is_told)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);
	unsigned overflows = 0, resumes = 0;
	int64_t cleared, last = -1;
	struct got got;

	record_some(0, 0, _i ? MANY : 3);
	nap_ms(2);
	clear(trid);
	cleared = now_ns();
	record_some(1, 0, MANY);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	while (try_next(trid, &got)) {
		ck_assert_int_ge(ns_of(got.info.posix_timestamp),
				 cleared - CLOCK_TOLERANCE_NS);
		overflows += got.info.posix_event_id == POSIX_TRACE_OVERFLOW;
		resumes += got.info.posix_event_id == POSIX_TRACE_RESUME;
		if (!is_user(&got))
			continue;
		if (last >= 0)
			ck_assert_int_eq(got.mark.number, last + 1);
		last = got.mark.number;
	}
	ck_assert_int_eq(last, MANY - 1);
	ck_assert_uint_eq(overflows, 1);
	ck_assert_uint_eq(resumes, 1);
}
END_TEST

static trace_id_t exhaust(void)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL, SMALL);

	overfill();
	return trid;
}

/* It does not start by itself, and it does start when told to. */
static void assert_waits_for_a_start(trace_id_t trid)
{
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	record(type, 1, 1);
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);

	assert_ok(posix_trace_start(trid));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 1, 2);
	assert_ok(posix_trace_stop(trid));
	assert_next_start(trid);
	assert_next_mark(trid, type, 1, 2);
	assert_next_stop(trid);
	assert_empty(trid);
}

/* CLR-06 CLR-04 CLR-07 CLR-01 CLR-13 */
START_TEST(a_stream_that_stopped_itself_waits_for_a_start)
{
	struct posix_trace_status_info status;
	trace_id_t trid = exhaust();
	struct got got;

	if (_i == 1)
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	if (_i == 2)
		for (int i = 0; i < 5; i++)
			ck_assert(try_next(trid, &got));
	clear(trid);
	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_waits_for_a_start(trid);
	assert_no_overrun(trid);
}
END_TEST

/* CLR-03 CLR-04, and the controller's word besides. */
START_TEST(a_full_stream_that_was_stopped_waits_for_a_start)
{
	trace_id_t trid = exhaust();

	assert_ok(posix_trace_stop(trid));
	clear(trid);
	assert_waits_for_a_start(trid);
}
END_TEST

/* CLR-06 UNF-07: from then on it gets full and runs again as ever. */
START_TEST(started_again_it_gets_full_as_before)
{
	trace_id_t trid = exhaust();
	struct got got;
	uint32_t next = 0;

	clear(trid);
	assert_ok(posix_trace_start(trid));
	overfill();
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	assert_next_start(trid);
	for (;;) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id != type)
			break;
		assert_mark(&got, 0, next++);
	}
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_int_ne(got.number, 0);
	drain(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* How many events of a mark such a stream promises to hold, beside START and
 * STOP. */
static uint32_t promised(trace_id_t trid)
{
	trace_attr_t attr = told(trid);
	size_t size, user, system;

	assert_ok(posix_trace_attr_getstreamsize(&attr, &size));
	assert_ok(posix_trace_attr_getmaxusereventsize(
		&attr, sizeof(struct mark), &user));
	assert_ok(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	ck_assert_uint_gt(size, 2 * system + 10 * user);
	return (uint32_t)((size - 2 * system) / user);
}

static void assert_holds(trace_id_t trid, uint32_t round, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		record(type, round, i);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_no_overrun(trid);
	for (uint32_t i = 0; i < count; i++)
		assert_next_mark(trid, type, round, i);
	assert_empty(trid);
}

/* CLR-11 */
START_TEST(the_stream_holds_as_much_as_before)
{
	const int policies[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL };
	trace_id_t trid = create_with(policies[_i], 2 * SMALL);
	const uint32_t count = promised(trid);

	for (uint32_t round = 0; round < 30; round++) {
		assert_ok(posix_trace_start(trid));
		drain(trid);
		for (uint32_t i = 0; i < round * count / 10; i++)
			record(type, MANY, i);
		clear(trid);
		assert_ok(posix_trace_start(trid));
		drain(trid);
		assert_holds(trid, round, count);
	}
}
END_TEST

/* Among threads */

enum {
	WRITERS = 3,
	ROUNDS = SANITIZED ? 30 : 150,
	QUOTA = 400, /* events of each writer in half a round */
};

/* A writer waits when it has done all that it may. */
struct writer {
	pthread_t thread;
	_Atomic uint32_t begun, done;
};

/* What each had done before something, and had begun after it. */
struct moment {
	uint32_t begun[WRITERS], done[WRITERS];
};

static struct writer writers[WRITERS];
static _Atomic uint32_t allowed;
static _Atomic bool enough;

static void *write_on(void *argument)
{
	struct writer *writer = argument;
	const uint32_t who = (uint32_t)(writer - writers);

	for (uint32_t i = 0; !enough;) {
		if (i >= allowed) {
			sched_yield();
			continue;
		}
		atomic_store(&writer->begun, i + 1);
		record(type, who, i);
		atomic_store(&writer->done, ++i);
	}
	return NULL;
}

static void launch_writers(void)
{
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_create(&writers[i].thread, NULL, write_on,
					 &writers[i]));
}

static void dismiss_writers(void)
{
	enough = true;
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_join(writers[i].thread, NULL));
}

/* Let them write, until one of them is in the midst of it. */
static void stir(void)
{
	const uint32_t half = atomic_fetch_add(&allowed, QUOTA) + QUOTA / 2;

	for (;;) {
		for (int i = 0; i < WRITERS; i++)
			if (writers[i].done >= half)
				return;
		sched_yield();
	}
}

static void note_done(struct moment *moment)
{
	for (int i = 0; i < WRITERS; i++)
		moment->done[i] = writers[i].done;
}

static void note_begun(struct moment *moment)
{
	for (int i = 0; i < WRITERS; i++)
		moment->begun[i] = writers[i].begun;
}

/* Nothing done before the clear, all begun after it, without a gap. */
static void assert_only_after(trace_id_t trid, const struct moment *cleared,
			      const struct moment *stopped)
{
	int64_t first[WRITERS], next[WRITERS];
	struct got got;

	memset(next, -1, sizeof(next));
	for (;;) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id == POSIX_TRACE_STOP)
			break;
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_lt(got.mark.who, WRITERS);
		if (next[got.mark.who] < 0)
			first[got.mark.who] = got.mark.number;
		else
			ck_assert_int_eq(got.mark.number, next[got.mark.who]);
		next[got.mark.who] = (int64_t)got.mark.number + 1;
	}
	assert_empty(trid);
	for (int i = 0; i < WRITERS; i++) {
		if (next[i] < 0) {
			ck_assert_uint_le(stopped->done[i], cleared->begun[i]);
			continue;
		}
		ck_assert_int_ge(first[i], cleared->done[i]);
		ck_assert_int_le(first[i], cleared->begun[i]);
		ck_assert_int_ge(next[i], stopped->done[i]);
	}
}

/* CLR-01 CLR-02 */
START_TEST(a_clear_falls_exactly_among_writers)
{
	trace_id_t trid = create_for(0, BIG, 0);
	struct moment cleared, stopped;

	launch_writers();
	for (int round = 0; round < ROUNDS; round++) {
		assert_ok(posix_trace_start(trid));
		stir();
		note_done(&cleared);
		clear(trid);
		note_begun(&cleared);
		stir();
		note_done(&stopped);
		assert_ok(posix_trace_stop(trid));
		assert_only_after(trid, &cleared, &stopped);
	}
	dismiss_writers();
	assert_no_overrun(trid);
}
END_TEST

/* Read until told to end, whole events, those of each writer in their order. */
static void *read_on(void *argument)
{
	const trace_id_t trid = *(trace_id_t *)argument;
	int64_t last[WRITERS] = { -1, -1, -1 };
	struct got got;
	int none;

	while (!enough) {
		if (posix_trace_trygetnext_event(trid, &got.info, got.data,
						 ROOM, &got.len, &none))
			return NULL;
		if (none) {
			sched_yield();
			continue;
		}
		if (got.info.posix_event_id == POSIX_TRACE_START)
			continue;
		if (got.info.posix_event_id != type ||
		    got.len != sizeof(got.mark) || got.mark.who >= WRITERS ||
		    got.mark.number <= last[got.mark.who])
			return NULL;
		last[got.mark.who] = got.mark.number;
	}
	return argument;
}

/* CLR-01 CLR-02 THR-02 */
START_TEST(clears_under_a_reader_hurt_no_event)
{
	trace_id_t trid = create_for(0, BIG, 0);
	pthread_t reader;
	void *result;

	assert_ok(posix_trace_start(trid));
	assert_ok(pthread_create(&reader, NULL, read_on, &trid));
	launch_writers();
	for (int round = 0; round < ROUNDS; round++) {
		stir();
		clear(trid);
	}
	dismiss_writers();
	assert_ok(pthread_join(reader, &result));
	ck_assert_ptr_eq(result, &trid);
	clear(trid);
	assert_empty(trid);
	assert_no_overrun(trid);
}
END_TEST

static _Atomic bool waiting;

static void *wait_for_event(void *argument)
{
	const trace_id_t trid = *(trace_id_t *)argument;
	struct got got;
	int none;

	waiting = true;
	if (posix_trace_getnext_event(trid, &got.info, got.data, ROOM, &got.len,
				      &none))
		return NULL;
	return !none && got.info.posix_event_id == type &&
			       got.mark.number == 4711 ?
		       argument :
		       NULL;
}

/* CLR-02 BLK-01 */
START_TEST(a_waiting_reader_waits_on_for_the_next_event)
{
	trace_id_t trid = start_stream(0);
	pthread_t reader;
	void *result;

	drain(trid);
	assert_ok(pthread_create(&reader, NULL, wait_for_event, &trid));
	while (!waiting)
		sched_yield();
	for (int i = 0; i < 100; i++) {
		sched_yield();
		clear(trid);
	}
	record(type, 0, 4711);
	assert_ok(pthread_join(reader, &result));
	ck_assert_ptr_eq(result, &trid);
	assert_empty(trid);
}
END_TEST

/* Logs */

static const int log_policies[] = {
	POSIX_TRACE_APPEND,
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
};

/* The first of them appends. */
enum { LOG_POLICIES = ARRAY_LEN(log_policies) };

static const int stream_policies[] = {
	POSIX_TRACE_FLUSH,
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
};

enum { STREAM_POLICIES = ARRAY_LEN(stream_policies) };

static trace_id_t create_log(int fd, int policy, int log_policy, size_t size)
{
	trace_attr_t attr = attr_of(size, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	assert_ok(posix_trace_attr_setlogsize(&attr, LOG_SIZE));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	return trid;
}

static bool is_of_flushing(const struct got *got)
{
	return got->info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got->info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
}

/* The next event but those of flushing. */
static bool next_logged(trace_id_t log, struct got *got)
{
	do
		if (!log_next(log, got))
			return false;
	while (is_of_flushing(got));
	return true;
}

static void assert_log_has(trace_id_t log, trace_event_id_t id)
{
	struct got got;

	ck_assert(next_logged(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, id);
}

static void assert_log_has_marks(trace_id_t log, uint32_t who, uint32_t first,
				 uint32_t end)
{
	struct got got;

	for (uint32_t i = first; i < end; i++) {
		ck_assert(next_logged(log, &got));
		ck_assert_uint_eq(got.info.posix_event_id, type);
		assert_mark(&got, who, i);
	}
}

/* The end, and how the stream was then: without any loss. */
static void assert_log_ends(trace_id_t log)
{
	struct got got;

	ck_assert(!next_logged(log, &got));
	assert_no_overrun(log);
}

/* CLR-09 CLR-02: whether it was flushed before or not. */
START_TEST(what_was_in_the_log_is_gone_too)
{
	const int log_policy = log_policies[1 + _i / STREAM_POLICIES];
	const int policy = stream_policies[_i % STREAM_POLICIES];
	int fd = make_file();
	trace_id_t trid = create_log(fd, policy, log_policy, 0), log;

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 3; i++) {
		record_some(1, 0, 100);
		assert_ok(posix_trace_flush(trid));
		record_some(2, 0, 100);
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_no_overrun(trid);
		record_some(3, 0, 10 * i);
	}
	assert_ok(posix_trace_flush(trid));
	record_some(3, 20, 40);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has_marks(log, 3, 0, 40);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* CLR-09 CLR-03 */
START_TEST(the_log_of_a_suspended_stream_begins_with_the_next_start)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	record_some(2, 0, 100);
	assert_ok(posix_trace_start(trid));
	record_some(3, 0, 100);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 3, 0, 100);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* CLR-09, with nothing after it but the end. */
START_TEST(a_log_cleared_at_the_end_is_an_empty_log)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_ends(log);
	assert_name(log, type, "event");
}
END_TEST

/* CLR-09 OPN-24: in the file, as soon as it is flushed. */
START_TEST(the_file_has_nothing_of_before)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 1000);
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	assert_log_ends(log);
	assert_ok(posix_trace_close(log));

	record_some(2, 0, 100);
	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	assert_log_has_marks(log, 2, 0, 100);
	assert_log_ends(log);
	assert_ok(posix_trace_close(log));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static void record_portion(uint32_t who, uint32_t *number)
{
	unsigned char data[64] = { 0 };

	for (int i = 0; i < 20; i++) {
		const struct mark mark = { .who = who, .number = *number };

		memcpy(data, &mark, sizeof(mark));
		posix_trace_event(type, data, sizeof(data));
		(*number)++;
	}
}

/* Write portions to the log until it is full and has thrown events away. */
static uint32_t fill_log(trace_id_t trid, uint32_t who)
{
	struct posix_trace_status_info status;
	bool full = false, overrun = false;
	uint32_t number = 0;

	for (int i = 0; i < LOG_TRIES && !(full && overrun); i++) {
		record_portion(who, &number);
		assert_ok(posix_trace_flush(trid));
		status = status_of(trid);
		full = status.posix_log_full_status == POSIX_TRACE_FULL;
		overrun |=
			status.posix_log_overrun_status == POSIX_TRACE_OVERRUN;
	}
	ck_assert(full && overrun);
	return number;
}

/* CLR-10 CLR-09 */
START_TEST(a_full_log_has_room_again)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], SMALL);
	assert_ok(posix_trace_start(trid));
	for (uint32_t round = 0; round < 3; round++) {
		uint32_t number = fill_log(trid, round);

		record_portion(round, &number);
		assert_ok(posix_trace_flush(trid));
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_no_overrun(trid);
	}
	record_some(7, 0, 50);
	assert_ok(posix_trace_flush(trid));
	assert_no_overrun(trid);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has_marks(log, 7, 0, 50);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* A gapless run of the events of one writer: the first and how many. */
static uint32_t count_run(trace_id_t log, uint32_t who, uint32_t *first)
{
	uint32_t count = 0;
	struct got got;

	while (next_logged(log, &got)) {
		if (got.info.posix_event_id != type)
			continue;
		ck_assert_uint_eq(got.mark.who, who);
		if (!count)
			*first = got.mark.number;
		ck_assert_uint_eq(got.mark.number, *first + count);
		count++;
	}
	return count;
}

/* CLR-10 LGP-03 LGP-05 LGP-09: what it takes then is what a full log takes. */
START_TEST(a_log_full_for_the_second_time_has_its_share)
{
	const bool loops = log_policies[1 + _i] == POSIX_TRACE_LOOP;
	uint32_t first = 0, count, recorded;
	int fd = make_file();
	trace_id_t trid, log;
	trace_attr_t attr;
	size_t size;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], SMALL);
	assert_ok(posix_trace_start(trid));
	fill_log(trid, 1);
	clear(trid);
	recorded = fill_log(trid, 2);
	attr = told(trid);
	assert_ok(posix_trace_attr_getlogsize(&attr, &size));
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	count = count_run(log, 2, &first);
	ck_assert_uint_ge(count * 64, size / 4);
	ck_assert_uint_eq(first, loops ? recorded - count : 0);
	ck_assert_uint_lt(count, recorded);
	ck_assert_int_eq(status_of(log).posix_log_full_status,
			 POSIX_TRACE_FULL);
}
END_TEST

/* CLR-14 */
START_TEST(names_of_before_get_to_the_log)
{
	trace_event_id_t used = type_of("used"), unused = type_of("unused");
	trace_event_id_t opened, later;
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[_i], 0);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_trid_eventid_open(trid, "ours", &opened));
	record(used, 0, 1);
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	later = type_of("opened after");
	record(used, 0, 2);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_name(log, used, "used");
	assert_name(log, unused, "unused");
	assert_name(log, opened, "ours");
	assert_name(log, later, "opened after");
	assert_name(log, type, "event");
}
END_TEST

/* CLR-15 */
START_TEST(a_log_that_appends_keeps_what_was_flushed)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, stream_policies[1 + _i], POSIX_TRACE_APPEND, 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_flush(trid));
	record_some(1, 100, 200);
	clear(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record_some(1, 200, 300);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 1, 0, 100);
	assert_log_has_marks(log, 1, 200, 300);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* CLR-15, where the stream flushes itself: perhaps it did just before. */
START_TEST(a_log_that_appends_loses_nothing_that_was_flushed)
{
	bool seen[300] = { false };
	int fd = make_file();
	trace_id_t trid, log;
	int64_t last = -1;
	struct got got;

	trid = create_log(fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_flush(trid));
	record_some(1, 100, 200);
	clear(trid);
	record_some(1, 200, 300);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	while (next_logged(log, &got)) {
		if (!is_user(&got))
			continue;
		ck_assert_int_gt(got.mark.number, last);
		last = got.mark.number;
		seen[last] = true;
	}
	for (uint32_t i = 0; i < 300; i++)
		ck_assert(seen[i] || (i >= 100 && i < 200));
}
END_TEST

/* CLR-12 CLR-16 OPN-10 */
START_TEST(a_log_tells_the_attributes_of_before)
{
	trace_attr_t attr = unusual(POSIX_TRACE_FLUSH, log_policies[_i]);
	trace_attr_t before, after, logged;
	int fd = make_file();
	trace_id_t trid;

	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	before = told(trid);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_flush(trid));
	nap_ms(2);
	clear(trid);
	after = told(trid);
	assert_ok(posix_trace_shutdown(trid));
	logged = told(open_log(fd));
	assert_same(&before, &after);
	assert_same(&before, &logged);
}
END_TEST

static void assert_no_loss(trace_id_t log)
{
	struct posix_trace_item_np item;
	int end = 0;

	assert_ok(posix_trace_rewind(log));
	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &end));
		if (end)
			return;
		ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	}
}

/* CLR-13 CLR-06: neither OVERFLOW nor a loss of our own kind. */
START_TEST(a_loss_of_before_is_not_in_the_log)
{
	const int policy = stream_policies[1 + _i / LOG_POLICIES];
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, policy, log_policies[_i % LOG_POLICIES], SMALL);
	assert_ok(posix_trace_start(trid));
	overfill();
	clear(trid);
	if (policy == POSIX_TRACE_UNTIL_FULL) {
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		assert_ok(posix_trace_start(trid));
	}
	record_some(1, 0, 10);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	if (policy == POSIX_TRACE_UNTIL_FULL)
		assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 1, 0, 10);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
	assert_no_loss(log);
}
END_TEST

/* CLR-13 FLP-05: the next loss is, and with its own time. */
START_TEST(a_loss_after_it_is_in_the_log)
{
	int fd = make_file();
	trace_id_t trid, log;
	struct got got;
	int64_t cleared;
	uint32_t next;

	trid = create_log(fd, POSIX_TRACE_LOOP, log_policies[_i], SMALL);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 3);
	nap_ms(2);
	cleared =
		now_ns(); /* and what the clearing itself records is after it */
	clear(trid);
	record_some(2, 0, MANY);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	ck_assert(next_logged(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_OVERFLOW);
	ck_assert_int_ge(ns_of(got.info.posix_timestamp),
			 cleared - CLOCK_TOLERANCE_NS);
	do
		ck_assert(next_logged(log, &got));
	while (!is_user(&got));
	next = got.mark.number + 1;
	assert_log_has_marks(log, 2, next, MANY);
	assert_log_has(log, POSIX_TRACE_STOP);
}
END_TEST

/* CLR-06 CLR-09: a stream that is full because its log finds no room. */
START_TEST(a_stream_full_for_want_of_disk_can_be_cleared)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], SMALL);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 20);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	overfill();
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	clear(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	allow_growth();
	assert_ok(posix_trace_start(trid));
	record_some(2, 0, 100);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 2, 0, 100);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* Whose events they are */

enum { THREADS = 4 };

static pthread_barrier_t barrier;

/* One event before the clear and one after it, both in the chunk that the
 * thread has then. */
static void *record_around(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	record(type, who, 1);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	record(type, who, 2);
	return NULL;
}

static void clear_amid(trace_id_t trid, pthread_t *thread)
{
	assert_ok(pthread_barrier_init(&barrier, NULL, THREADS + 1));
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_ok(pthread_create(&thread[i], NULL, record_around,
					 (void *)i));
	pthread_barrier_wait(&barrier);
	clear(trid);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

static void assert_whose(const struct got *got, const pthread_t *thread,
			 int64_t begin)
{
	const int64_t ns = ns_of(got->info.posix_timestamp);

	ck_assert_uint_eq(got->info.posix_event_id, type);
	ck_assert_uint_lt(got->mark.who, THREADS);
	assert_mark(got, got->mark.who, 2);
	ck_assert_int_eq(got->info.posix_pid, getpid());
	ck_assert(pthread_equal(got->info.posix_thread_id,
				thread[got->mark.who]));
	ck_assert_int_ge(ns, begin - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(ns, now_ns() + CLOCK_TOLERANCE_NS);
}

/* CLR-02 INF-01 INF-02 INF-05 */
START_TEST(events_after_it_have_their_process_thread_and_time)
{
	trace_id_t trid = start_stream(0);
	const int64_t begin = now_ns();
	pthread_t thread[THREADS];
	struct got got;

	clear_amid(trid, thread);
	for (int i = 0; i < THREADS; i++) {
		ck_assert(try_next(trid, &got));
		assert_whose(&got, thread, begin);
	}
	assert_empty(trid);
}
END_TEST

/* CLR-09 CLR-02 LOG-23 */
START_TEST(they_have_them_in_a_log_too)
{
	const int64_t begin = now_ns();
	pthread_t thread[THREADS];
	int fd = make_file();
	trace_id_t trid, log;
	struct got got;

	trid = create_log(fd, POSIX_TRACE_LOOP, log_policies[_i % LOG_POLICIES],
			  0);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	clear_amid(trid, thread);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	for (int i = 0; i < THREADS; i++) {
		ck_assert(next_logged(log, &got));
		assert_whose(&got, thread, begin);
	}
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* A child that records an event, its number the byte, for each byte that it
 * gets, and gives the byte back. */
static struct {
	pid_t pid;
	int to, from;
} target;

static void serve(int in, int out)
{
	const trace_event_id_t mine = type_of("event");
	unsigned char byte;

	while (read(in, &byte, 1) == 1) {
		record(mine, 0, byte);
		if (write(out, &byte, 1) != 1)
			break;
	}
	leave(0);
}

static void launch(void)
{
	int in[2], out[2];

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	target.pid = fork();
	if (!target.pid) {
		close(in[1]);
		serve(in[0], out[1]);
	}
	close(in[0]);
	close(out[1]);
	target.to = in[1];
	target.from = out[0];
}

static void release(void)
{
	if (target.pid > 0)
		kill(target.pid, SIGKILL);
}

static void poke(unsigned char number)
{
	unsigned char byte = 0;

	ck_assert_int_eq(write(target.to, &number, 1), 1);
	ck_assert_int_eq(read(target.from, &byte, 1), 1);
	ck_assert_uint_eq(byte, number);
}

static void assert_next_poke(trace_id_t trid, unsigned char number)
{
	struct got got;

	assert_next_is(trid, type, &got);
	assert_mark(&got, 0, number);
	ck_assert_int_eq(got.info.posix_pid, target.pid);
}

/* CLR-01 CLR-02 CLR-08 */
START_TEST(a_targets_events_are_gone_and_it_goes_on)
{
	trace_id_t trid;

	launch();
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	for (unsigned char i = 1; i < 40; i += 4) {
		poke(i);
		clear(trid);
		assert_empty(trid);
		poke(i + 1);
		assert_next_poke(trid, i + 1);
		assert_empty(trid);
		filter_out(trid, type);
		poke(i + 2);
		clear(trid);
		poke(i + 3);
		assert_next_poke(trid, i + 3);
	}
	assert_ok(posix_trace_shutdown(trid));
	close(target.to);
	assert_exits_0(target.pid);
	target.pid = 0;
}
END_TEST

/* OTH-12 CLR-01 CLR-02 */
START_TEST(the_stream_of_a_dead_target_can_be_cleared)
{
	trace_id_t trid;

	launch();
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	for (unsigned char i = 0; i < 20; i++)
		poke(i);
	ck_assert_int_eq(kill(target.pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(target.pid, NULL, 0), target.pid);
	target.pid = 0;
	clear(trid);
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	assert_next_stop(trid);
	assert_next_start(trid);
	assert_empty(trid);
	clear(trid);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* Who is asked */

/* TID-03 TID-24 */
START_TEST(what_is_no_active_stream_is_refused)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_shutdown(trid));
	assert_invalid(posix_trace_clear(trid));
	assert_invalid(posix_trace_clear(open_log(fd)));
	assert_invalid(posix_trace_clear(0));
}
END_TEST

/* TID-31 */
START_TEST(a_child_can_not_clear_its_parents_stream)
{
	trace_id_t trid = start_stream(0);
	pid_t child;

	record(type, 0, 1);
	child = fork();
	if (!child)
		leave(posix_trace_clear(trid) != EINVAL);
	assert_exits_0(child);
	assert_next_start(trid);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
}
END_TEST

static TCase *clearing(void)
{
	TCase *tcase = tcase_create("clearing");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, a_running_stream_loses_its_events_and_goes_on);
	tcase_add_test(tcase, a_suspended_stream_stays_suspended);
	tcase_add_test(tcase, a_stream_never_started_stays_as_it_is);
	tcase_add_test(tcase, what_was_not_read_yet_is_gone_too);
	tcase_add_test(tcase, other_streams_keep_what_they_have);
	tcase_add_test(tcase, names_and_types_stay);
	tcase_add_test(tcase, the_filter_is_empty_again);
	tcase_add_test(tcase, the_filter_of_a_suspended_stream_is_empty_too);
	tcase_add_test(tcase, attributes_and_time_of_creation_stay);
	return tcase;
}

static TCase *full(void)
{
	TCase *tcase = tcase_create("full");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, a_full_looping_stream_has_room_and_no_loss,
			    0, 2);
	tcase_add_test(tcase,
		       a_full_looping_stream_that_was_stopped_has_no_overrun);
	tcase_add_loop_test(tcase, a_loss_half_told_is_told_no_further, 0, 3);
	tcase_add_loop_test(tcase, a_loss_after_it_is_told, 0, 2);
	tcase_add_loop_test(
		tcase, a_stream_that_stopped_itself_waits_for_a_start, 0, 3);
	tcase_add_test(tcase, a_full_stream_that_was_stopped_waits_for_a_start);
	tcase_add_test(tcase, started_again_it_gets_full_as_before);
	tcase_add_loop_test(tcase, the_stream_holds_as_much_as_before, 0, 2);
	return tcase;
}

static TCase *threads(void)
{
	TCase *tcase = tcase_create("threads");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_clear_falls_exactly_among_writers);
	tcase_add_test(tcase, clears_under_a_reader_hurt_no_event);
	tcase_add_test(tcase, a_waiting_reader_waits_on_for_the_next_event);
	return tcase;
}

static TCase *logs(void)
{
	TCase *tcase = tcase_create("logs");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, what_was_in_the_log_is_gone_too, 0,
			    (LOG_POLICIES - 1) * STREAM_POLICIES);
	tcase_add_loop_test(
		tcase, the_log_of_a_suspended_stream_begins_with_the_next_start,
		0, LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, a_log_cleared_at_the_end_is_an_empty_log, 0,
			    LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, the_file_has_nothing_of_before, 0,
			    LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, a_full_log_has_room_again, 0,
			    LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, a_log_full_for_the_second_time_has_its_share,
			    0, LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, names_of_before_get_to_the_log, 0,
			    LOG_POLICIES);
	tcase_add_loop_test(tcase, a_log_that_appends_keeps_what_was_flushed, 0,
			    STREAM_POLICIES - 1);
	tcase_add_test(tcase,
		       a_log_that_appends_loses_nothing_that_was_flushed);
	tcase_add_loop_test(tcase, a_log_tells_the_attributes_of_before, 0,
			    LOG_POLICIES);
	tcase_add_loop_test(tcase, a_loss_of_before_is_not_in_the_log, 0,
			    (STREAM_POLICIES - 1) * LOG_POLICIES);
	tcase_add_loop_test(tcase, a_loss_after_it_is_in_the_log, 0,
			    LOG_POLICIES);
	tcase_add_loop_test(tcase,
			    a_stream_full_for_want_of_disk_can_be_cleared, 0,
			    LOG_POLICIES - 1);
	return tcase;
}

static TCase *whose(void)
{
	TCase *tcase = tcase_create("whose");

	tcase_add_checked_fixture(tcase, setup, release);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase,
		       events_after_it_have_their_process_thread_and_time);
	tcase_add_loop_test(tcase, they_have_them_in_a_log_too, 0,
			    LOG_POLICIES);
	tcase_add_test(tcase, a_targets_events_are_gone_and_it_goes_on);
	tcase_add_test(tcase, the_stream_of_a_dead_target_can_be_cleared);
	return tcase;
}

static TCase *identifiers(void)
{
	TCase *tcase = tcase_create("identifiers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, what_is_no_active_stream_is_refused);
	tcase_add_test(tcase, a_child_can_not_clear_its_parents_stream);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_clear");

	suite_add_tcase(suite, clearing());
	suite_add_tcase(suite, full());
	suite_add_tcase(suite, threads());
	suite_add_tcase(suite, logs());
	suite_add_tcase(suite, whose());
	suite_add_tcase(suite, identifiers());
	return run_suite(suite);
}
