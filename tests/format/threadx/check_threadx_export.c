/* check_threadx_export.c - events of others become those of ThreadX */
#include <endian.h>
#include <sys/resource.h>

#include "format/threadx/round_trip.h"
#include "run.h"
#include "sanitizers.h"

/* One that its program calls by a handle. */
static void put_thread(pid_t tid, trace_event_id_t type, uint64_t handle)
{
	put(tid, type, &handle, sizeof(handle));
}

static void put_name(pid_t tid, uint64_t handle, const char *name)
{
	uint8_t data[64];
	const size_t len = strlen(name) + 1;

	memcpy(data, &handle, sizeof(handle));
	memcpy(data + sizeof(handle), name, len);
	put(tid, THREAD_NAME, data, sizeof(handle) + len);
}

/* Its creator may be the first to tell of a thread, or not. */
START_TEST(a_thread_is_one_whatever_it_is_called_by)
{
	uint64_t first, second;

	begin();
	put_thread(20, THREAD_CREATE, 0x7f0000001000);
	put_thread(21, THREAD_START, 0x7f0000001000);
	put_name(21, 0x7f0000001000, "first");
	put_thread(22, THREAD_START, 0x7f0000002000);
	put_name(20, 0x7f0000002000, "second");
	put_thread(20, THREAD_CREATE, 0x7f0000002000);
	put_plain(21);
	put_plain(22);
	ck_assert_uint_eq(finish(records, 1000), 2 + 8);
	first = records[8].context;
	second = records[9].context;
	ck_assert_uint_eq(records[2].id, 100);
	ck_assert_uint_eq(records[2].info[0], first);
	ck_assert_uint_eq(records[7].id, 100);
	ck_assert_uint_eq(records[7].info[0], second);
	ck_assert_str_eq(name_of(first), "first");
	ck_assert_str_eq(name_of(second), "second");
	ck_assert_uint_eq(
		pxt_trace_list_object(
			trace, 3, &(struct posix_trace_object_np){ .pid = 0 }),
		ESRCH);
}
END_TEST

START_TEST(a_handle_may_be_the_next_threads)
{
	begin();
	for (pid_t tid = 21; tid < 23; tid++) {
		put_thread(20, THREAD_CREATE, 0x7f0000001000);
		put_thread(tid, THREAD_START, 0x7f0000001000);
		put(tid, THREAD_EXIT, "\0\0\0\0\0\0\0", 8);
	}
	put_thread(23, THREAD_START, 0x7f0000001000);
	put_thread(20, THREAD_CREATE, 0x7f0000001000);
	ck_assert_uint_eq(finish(records, 1000), 2 + 8);
	ck_assert_uint_eq(records[2].info[0], records[3].context);
	ck_assert_uint_eq(records[5].info[0], records[6].context);
	ck_assert_uint_eq(records[9].info[0], records[8].context);
	ck_assert_uint_ne(records[3].context, records[6].context);
	ck_assert_uint_ne(records[6].context, records[8].context);
}
END_TEST

START_TEST(an_event_of_the_user_keeps_its_numbers)
{
	const struct {
		uint64_t id;
		int32_t price;
		float weight;
		uint8_t side, fifth;
	} order = { 7, -5, 2, 1, 9 };

	begin();
	put(11, USER, &order, sizeof(order));
	ck_assert_uint_eq(finish(records, 1000), 3);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[2].info[0], 7);
	ck_assert_uint_eq(records[2].info[1], (uint32_t)-5);
	ck_assert_uint_eq(records[2].info[2], 2);
	ck_assert_uint_eq(records[2].info[3], 1);
	ck_assert_uint_eq(lost("beyond four"), 1);
	ck_assert_str_eq(name_of(records[2].context), "worker");
}
END_TEST

START_TEST(it_begins_with_events_whose_stamps_rise)
{
	begin();
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 3);
	ck_assert_uint_eq(records[0].id, 6);
	ck_assert_uint_eq(records[1].id, 6);
	for (unsigned i = 0; i < 3; i++)
		ck_assert_uint_eq(records[i].stamp, i);
	ck_assert_str_eq(pxt_trace_get_note(trace, "direction"), "up");
}
END_TEST

START_TEST(what_nobody_described_is_in_the_words)
{
	begin();
	put_plain(12);
	finish(records, 1000);
	ck_assert_uint_eq(records[2].info[0], 0x04030201);
	ck_assert_uint_eq(records[2].info[1], 5);
	ck_assert_str_eq(name_of(records[2].context), "prog/12");
}
END_TEST

START_TEST(a_file_beside_it_says_what_its_own_events_are)
{
	static const char line[] =
		"\r\nStart\r\n4096, order_ sent, OS, (0,96,160), "
		"(255,255,255), id, price, weight, side\r\nEnd\r\n";
	const uint64_t order[3] = { 0 };

	begin();
	put(11, USER, order, sizeof(order));
	ck_assert_int_eq(exporter->finish(&export), 0);
	beside.bytes[beside.len] = '\0';
	ck_assert_ptr_nonnull(strstr((char *)beside.bytes, line));
}
END_TEST

START_TEST(who_waits_is_suspended_and_goes_on)
{
	begin();
	put_object(12, MUTEX_LOCK);
	put_object(11, MUTEX_WAIT);
	put_object(12, MUTEX_UNLOCK);
	put_object(11, MUTEX_LOCK);
	put_object(11, MUTEX_UNLOCK);
	ck_assert_uint_eq(finish(records, 1000), 8);

	/* 12 gets it, and 11 asks for it, and waits. */
	ck_assert_uint_eq(records[2].id, 52);
	ck_assert_str_eq(name_of(records[2].info[0]), "guard");
	ck_assert_uint_eq(records[2].info[2], 0);
	ck_assert_uint_eq(records[3].id, 52);
	ck_assert_uint_eq(records[3].info[2], records[2].context);
	ck_assert_uint_eq(records[3].info[3], 1);
	ck_assert_uint_eq(records[4].id, 2);
	ck_assert_uint_eq(records[4].info[0], records[3].context);
	ck_assert_uint_eq(records[4].info[1], 13);
	ck_assert_uint_eq(records[4].info[3], records[2].context);

	/* 12 lets go: 11 runs, and its asking is not told twice. */
	ck_assert_uint_eq(records[5].id, 57);
	ck_assert_uint_eq(records[5].info[1], records[2].context);
	ck_assert_uint_eq(records[6].id, 1);
	ck_assert_uint_eq(records[6].context, records[2].context);
	ck_assert_uint_eq(records[6].info[3], records[3].context);
	ck_assert_uint_eq(records[7].id, 57);
	ck_assert_uint_eq(records[7].context, records[3].context);

	/* Two begin the trace, and one is the suspension: none is of the log. */
	ck_assert_uint_eq(lost("made up"), 3);
}
END_TEST

START_TEST(a_lone_thread_is_resumed_by_an_interrupt)
{
	begin();
	put_object(11, MUTEX_WAIT);
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 6);
	ck_assert_uint_eq(records[3].id, 2);
	ck_assert_uint_eq(records[3].info[3], 0);
	ck_assert_uint_eq(records[4].id, 1);
	ck_assert_uint_eq(records[4].context, 0xffffffff);
	ck_assert_uint_eq(records[5].id, 4096);
	ck_assert_uint_eq(lost("made up"), 4);
}
END_TEST

START_TEST(an_end_without_its_wait_is_one_of_the_user)
{
	const uint64_t ticks = 3;
	const int32_t error = 4;

	begin();
	put(11, SLEEP_END, &error, sizeof(error));
	put(11, SLEEP, &ticks, sizeof(ticks));
	put(11, SLEEP_END, &error, sizeof(error));
	ck_assert_uint_eq(finish(records, 1000), 6);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[2].info[0], 4);
	ck_assert_uint_eq(records[3].id, 112);
	ck_assert_uint_eq(records[4].id, 2);
	ck_assert_uint_eq(records[5].id, 1);
	ck_assert_uint_eq(lost("made up"), 3);
}
END_TEST

START_TEST(who_waits_resumes_nobody)
{
	begin();
	put_object(11, MUTEX_WAIT);
	put_object(12, MUTEX_WAIT);
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 8);
	ck_assert_uint_eq(records[5].id, 2);
	ck_assert_uint_eq(records[5].info[3], 0);
	ck_assert_uint_eq(records[6].id, 1);
	ck_assert_uint_eq(records[6].context, 0xffffffff);
}
END_TEST

START_TEST(an_event_without_its_object_is_one_of_the_user)
{
	begin();
	descriptions[MUTEX_LOCK] = "uint64_t mutex";
	put_object(11, MUTEX_LOCK);
	ck_assert_uint_eq(finish(records, 1000), 3);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[2].info[0], 0x1000);
}
END_TEST

/* Of LiteOS, too */
START_TEST(tasks_switch_and_interrupts_have_a_context)
{
	const uint32_t task = 11, number = 5;

	recorded_on = "LiteOS";
	begin();
	put(12, TASK_SWITCH, &task, sizeof(task));
	put(900, HWI_IN, &number, sizeof(number));
	put_plain(900);
	put(900, HWI_OUT, &number, sizeof(number));
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 7);
	ck_assert_uint_eq(records[2].id, 6);
	ck_assert_str_eq(name_of(records[2].context), "worker");
	ck_assert_uint_eq(records[3].id, 3);
	ck_assert_uint_eq(records[3].context, 0xffffffff);
	ck_assert_uint_eq(records[3].priority, records[2].context);
	ck_assert_uint_eq(records[3].info[1], number);
	ck_assert_uint_eq(records[4].context, 0xffffffff);
	ck_assert_uint_eq(records[5].id, 4);
	ck_assert_uint_eq(records[6].context, records[2].context);
}
END_TEST

START_TEST(a_queue_is_read_or_written)
{
	const uint32_t data[][2] = { { 3, 0 }, { 3, 1 } };

	recorded_on = "LiteOS";
	begin();
	put(11, QUEUE_RW, data[0], sizeof(data[0]));
	put(11, QUEUE_RW, data[1], sizeof(data[1]));
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_uint_eq(records[2].id, 68);
	ck_assert_uint_eq(records[3].id, 69);
	ck_assert_uint_eq(records[2].info[0], records[3].info[0]);
}
END_TEST

/* Of ThreadX beside Linux */
START_TEST(an_event_of_threadx_beside_others_keeps_its_meaning)
{
	const uint32_t data[] = { 0x1000, 0x777,  0x80100010, 52,    99,
				  0,	  0x1000, 5,	      0x777, 1 };
	static const char description[] =
		"[[packed]]; uint32_t mutex_ptr [[object(mutex)]]; "
		"uint32_t context [[hex, detail]]; uint32_t raw_priority; "
		"uint32_t raw_event_id; uint32_t raw_time_stamp; "
		"uint32_t relative_ticks; uint32_t i1; uint32_t i2; "
		"uint32_t i3; uint32_t i4";

	begin();
	put_plain(11);
	names[USER] = "TX_MUTEX_GET";
	descriptions[USER] = description;
	put(3, USER, data, sizeof(data));
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_uint_eq(records[3].id, 52);
	ck_assert_uint_eq(records[3].priority, 0x80100010);
	ck_assert_str_eq(name_of(records[3].info[0]), "guard");
	ck_assert_uint_eq(records[3].info[1], 5);
	ck_assert_uint_eq(records[3].stamp, 12);
	ck_assert_uint_ne(records[3].context, 0x777);
}
END_TEST

START_TEST(events_of_two_users_have_ids_of_their_own)
{
	const uint32_t data[] = { 0x777, 0, 0x2001000, 99, 0, 1, 2, 3, 4 };

	begin();
	put_plain(11);
	names[USER] = "USER_4096";
	descriptions[USER] =
		"uint32_t context [[detail]]; uint32_t raw_priority [[detail]];"
		"uint32_t raw_event_id [[detail]]; "
		"uint32_t raw_time_stamp [[detail]]; "
		"uint32_t relative_ticks [[detail]]; "
		"uint32_t i1; uint32_t i2; uint32_t i3; uint32_t i4";
	put(3, USER, data, sizeof(data));
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[3].id, 0x2001001);
	ck_assert_uint_eq(records[3].info[3], 4);
}
END_TEST

/* Traces that are made by chance go back as they were */

static uint64_t dice;

static uint64_t throw(uint64_t sides)
{
	dice = dice * 6364136223846793005 + 1442695040888963407;
	return (dice >> 33) % sides;
}

static void make_registry(struct pxt_threadx_buffer *buffer)
{
	for (uint64_t slot = 0; slot < buffer->slots; slot++) {
		struct pxt_threadx_entry entry = {
			.details = {
				.slot = slot,
				.available = (uint8_t)throw(2),
				.type = (uint8_t)(1 + throw(28)),
				.reserved1 = (uint8_t)throw(256),
				.reserved2 = (uint8_t)throw(256),
				.parameter = { throw(1 << 20), throw(4) },
			},
			.address = 0x1000 + 0x10 * throw(100),
		};
		char name[8];

		snprintf(name, sizeof(name), "n%u", (unsigned) throw(1000));
		if (buffer->name_size <= strlen(name))
			*name = '\0';
		if (throw(4))
			ck_assert_int_eq(
				pxt_threadx_buffer_enter(buffer, &entry, name),
				0);
	}
}

static void make_events(struct pxt_threadx_buffer *buffer, size_t count)
{
	static const uint64_t contexts[] = { 0x1000, 0x1010, 0x1020, 0xffffffff,
					     0xf0f0f0f0 };
	uint64_t stamp = throw(1 << 30);

	for (size_t i = 0; i < count; i++) {
		struct pxt_threadx_words words;

		for (int j = 0; j < 8; j++)
			words.word[j] = throw(1u << 31);
		words.word[0] = contexts[throw(5)];
		words.word[2] = throw(3) ? throw(130) : throw(1 << 17);
		words.word[3] = stamp & buffer->mask;
		stamp += throw(1000);
		ck_assert_int_eq(pxt_threadx_buffer_add(buffer, &words), 0);
	}
}

static void make(struct pxt_threadx_buffer *buffer)
{
	*buffer = (struct pxt_threadx_buffer){
		.word = throw(2) ? 8 : 4,
		.big = throw(2),
		.name_size = (uint16_t)(1 + throw(40)),
		.reserved1 = (uint16_t) throw(2),
		.mask = throw(2) ? 0xffff : 0xffffffff,
		.base = 0x1000 * throw(1 << 20),
		.registry = throw(4) ? 0 : 0x1000 * throw(1 << 20),
		.reserved = { 0xaaaaaaaa, 0xbbbbbbbb, throw(9) },
		.slots = throw(30),
		.capacity = 1 + throw(60),
	};
	make_registry(buffer);
	if (throw(2)) {
		buffer->first = throw(buffer->capacity);
		make_events(buffer, buffer->capacity);
	} else {
		make_events(buffer, throw(buffer->capacity));
	}
	buffer->size = pxt_threadx_buffer_size(buffer) + throw(20);
}

START_TEST(a_trace_goes_back_as_it_was)
{
	static struct memory made = { .output.write = keep };
	static struct reading reading;
	struct pxt_threadx_buffer buffer;

	dice = (uint64_t)_i;
	made.len = 0;
	make(&buffer);
	ck_assert_int_eq(pxt_threadx_buffer_write(&buffer, &made.output), 0);
	pxt_threadx_buffer_fini(&buffer);

	begin_reading(&reading, &made);
	convert_items(&reading);
	ck_assert_uint_eq(out.len, made.len);
	ck_assert_int_eq(memcmp(out.bytes, made.bytes, made.len), 0);
	ck_assert_uint_eq(export.losses, 0);
	end_reading(&reading);
}
END_TEST

/* What a log says of a buffer may be anything. */
static const char *const noted[][2] = {
	{ "event_capacity", "18446744073709551615" },
	{ "event_capacity", "100000000" },
	{ "registry_slots", "0xffffffffffffffff" },
	{ "registry_slots", "50000000" },
	{ "file_bytes", "18446744073709551615" },
	{ "file_bytes", "4000000000" },
	{ "current_index", "4000000000" },
	{ "event_count", "0x" },
	{ "ulong_bytes", "3" },
	{ "object_name_size", "-1" },
};

START_TEST(no_note_makes_it_write_more_than_there_could_be)
{
	static struct memory made = { .output.write = keep };
	static struct reading reading;
	struct pxt_threadx_buffer buffer;

	dice = 7;
	made.len = 0;
	make(&buffer);
	ck_assert_int_eq(pxt_threadx_buffer_write(&buffer, &made.output), 0);
	pxt_threadx_buffer_fini(&buffer);
	begin_reading(&reading, &made);
	pxt_trace_note(trace, noted[_i][0], "%s", noted[_i][1]);
	convert_items(&reading);
	ck_assert_uint_lt(out.len, made.len + 4096);
	end_reading(&reading);
}
END_TEST

/* Many events */

enum { MANY = 1 << 19, HEADER_WORDS = 12, SLOT_WORDS = 4, NAME_BYTES = 32 };

/* An output for a buffer of one thread, whose events count. */
struct counter {
	struct pxt_output output;
	size_t word;
	size_t before; /* bytes before the first event that are to come */
	uint64_t events;
	uint8_t slot[64];
	size_t len;
};

static uint64_t word_at(const struct counter *counter, unsigned i)
{
	uint64_t word = 0;

	memcpy(&word, counter->slot + i * counter->word, counter->word);
	return le64toh(word);
}

static void check_event(struct counter *counter)
{
	const uint64_t i = counter->events++;

	ck_assert_uint_eq(word_at(counter, 2), i < 2 ? 6 : 4096);
	ck_assert_uint_eq(word_at(counter, 3), i < 2 ? i : 2 + 10 * (i - 2));
	ck_assert_uint_eq(word_at(counter, 4), i < 2 ? 0 : i - 2);
}

static int count(struct pxt_output *output, const void *data, size_t len)
{
	struct counter *counter = (struct counter *)output;
	const uint8_t *at = data;

	for (size_t i = 0; i < len; i++) {
		if (counter->before) {
			counter->before--;
			continue;
		}
		counter->slot[counter->len++] = at[i];
		if (counter->len == 8 * counter->word) {
			check_event(counter);
			counter->len = 0;
		}
	}
	return 0;
}

static long memory_at_most(void)
{
	struct rusage usage;

	ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_maxrss;
}

/* Words of 4 and of 8 bytes. */
START_TEST(many_events_are_not_kept_in_memory)
{
	enum { MOST_KIB = 12 << 10 /* their words alone are 32 MiB */ };
	const size_t word = _i ? 8 : 4;
	struct counter counter = {
		.output.write = count,
		.word = word,
		.before = (HEADER_WORDS + SLOT_WORDS) * word + NAME_BYTES,
	};
	long memory;

	ck_assert(pxt_settings_add(&settings, _i ? "word=8" : "word=4"));
	export.out = &counter.output;
	begin();
	put(11, UNDESCRIBED, &(uint32_t){ 0 }, sizeof(uint32_t));
	memory = memory_at_most();
	for (uint32_t i = 1; i < MANY; i++)
		put(11, UNDESCRIBED, &(uint32_t){ htole32(i) }, sizeof(i));
	ck_assert_int_eq(exporter->finish(&export), 0);
	if (!SANITIZED) /* a detector keeps what was freed */
		ck_assert_int_lt(memory_at_most() - memory, MOST_KIB);
	ck_assert_uint_eq(counter.events, 2 + MANY);
}
END_TEST

START_TEST(the_last_of_many_events_fill_a_buffer)
{
	struct counter counter = {
		.output.write = count,
		.word = 4,
		.before = (HEADER_WORDS + SLOT_WORDS) * 4 + NAME_BYTES,
		.events = 2 + MANY - 1000,
	};

	ck_assert(pxt_settings_add(&settings, "size=32096"));
	export.out = &counter.output;
	begin();
	for (uint32_t i = 0; i < MANY; i++)
		put(11, UNDESCRIBED, &(uint32_t){ htole32(i) }, sizeof(i));
	ck_assert_int_eq(exporter->finish(&export), 0);
	ck_assert_uint_eq(counter.events, 2 + MANY);
	ck_assert_uint_eq(lost("events older than"), 2 + MANY - 1000);
}
END_TEST

START_TEST(a_spool_that_cannot_be_had_is_told_and_nothing_written)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = 11,
		.info.posix_event_id = UNDESCRIBED,
		.info.posix_pid = PROCESS,
		.data = "",
		.data_len = 1,
	};
	int err = 0;

	ck_assert_int_eq(setenv("TMPDIR", "/dev/null/nowhere", true), 0);
	begin();
	for (uint32_t i = 0; i < MANY && !err; i++)
		err = exporter->put(&export, &item);
	ck_assert_int_eq(err, ENOTDIR);
	ck_assert_str_eq(
		export.why,
		"a temporary file in /dev/null/nowhere: Not a directory");
	ck_assert_uint_eq(out.len, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx_export");
	TCase *tests = tcase_create("threadx_export");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, a_thread_is_one_whatever_it_is_called_by);
	tcase_add_test(tests, a_handle_may_be_the_next_threads);
	tcase_add_test(tests, an_event_of_the_user_keeps_its_numbers);
	tcase_add_test(tests, it_begins_with_events_whose_stamps_rise);
	tcase_add_test(tests, what_nobody_described_is_in_the_words);
	tcase_add_test(tests, a_file_beside_it_says_what_its_own_events_are);
	tcase_add_test(tests, who_waits_is_suspended_and_goes_on);
	tcase_add_test(tests, a_lone_thread_is_resumed_by_an_interrupt);
	tcase_add_test(tests, an_end_without_its_wait_is_one_of_the_user);
	tcase_add_test(tests, who_waits_resumes_nobody);
	tcase_add_test(tests, an_event_without_its_object_is_one_of_the_user);
	tcase_add_test(tests, tasks_switch_and_interrupts_have_a_context);
	tcase_add_test(tests, a_queue_is_read_or_written);
	tcase_add_test(tests,
		       an_event_of_threadx_beside_others_keeps_its_meaning);
	tcase_add_test(tests, events_of_two_users_have_ids_of_their_own);
	tcase_add_loop_test(tests, a_trace_goes_back_as_it_was, 0, 200);
	tcase_add_loop_test(
		tests, no_note_makes_it_write_more_than_there_could_be, 0, 10);
	tcase_add_loop_test(tests, many_events_are_not_kept_in_memory, 0, 2);
	tcase_add_test(tests, the_last_of_many_events_fill_a_buffer);
	tcase_add_test(tests,
		       a_spool_that_cannot_be_had_is_told_and_nothing_written);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
