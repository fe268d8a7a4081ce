/*
 * check_power_cut.c - what is left of a log after a power cut, or a bad disk
 *
 * Real logs of each log-full-policy are cut at every byte; each of their bytes
 * is changed; blocks are lost; and blocks of an older log stand behind the
 * end. What is left is known exactly, by plain_log.h.
 *
 * In a hurry, as in make check, some of the longer logs' cases are left out.
 * TESTS_LONG=1 in the environment, as in make damage, does all.
 */
#include <trace_np.h>

#include "plain_log.h"

static struct log append, full, loop, older;

static bool is_long(void)
{
	return getenv("TESTS_LONG");
}

/* Reading it by the library */

/* What was delivered of a log's events. */
struct seen {
	bool is[EVENTS_MAX];
	bool opened;
	bool named; /* the events' types have names */
	bool wrong; /* there was an event that is none, or out of order */
	struct posix_trace_damage_np damage;
};

static bool is_event(const struct event *event, const struct got *got)
{
	return event->type == got->info.posix_event_id &&
	       event->len == got->len &&
	       !memcmp(event->data, got->data, got->len);
}

/* Times may differ by what keeps them in order. */
static bool is_timely(const struct event *event, const struct got *got)
{
	const int64_t time_ns = ns_of(got->info.posix_timestamp);

	return event->time_ns < time_ns + JITTER_NS &&
	       time_ns < event->time_ns + JITTER_NS;
}

static void read_all(trace_id_t trid, struct log *log, struct seen *seen,
		     bool first)
{
	struct got got;
	unsigned next = 0;
	int none = 0;

	while (!posix_trace_getnext_event(trid, &got.info, got.data, ROOM,
					  &got.len, &none) &&
	       !none) {
		while (next < log->events && !is_event(&log->event[next], &got))
			next++;
		if (next == log->events) {
			seen->wrong = true;
			return;
		}
		if (first)
			log->event[next].time_ns =
				ns_of(got.info.posix_timestamp);
		else if (next >= log->hidden &&
			 !is_timely(&log->event[next], &got))
			seen->wrong = true;
		seen->is[next++] = true;
	}
	seen->wrong |= !none;
}

static bool has_name(trace_id_t trid, const char *wanted)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	return !posix_trace_eventid_get_name(trid, type_of(wanted), name) &&
	       !strcmp(name, wanted);
}

static void look(struct log *log, struct seen *seen, bool first)
{
	trace_id_t trid;

	memset(seen, 0, sizeof(*seen));
	if (posix_trace_open(log->fd, &trid))
		return;
	seen->opened = true;
	seen->named =
		has_name(trid, "one event") && has_name(trid, "another event");
	read_all(trid, log, seen, first);
	posix_trace_get_damage_np(trid, &seen->damage);
	posix_trace_close(trid);
}

/* Verdicts. Each passed assertion of Check is a call of the system, and there
 * are hundreds of thousands of cases here. */

#define FAIL_UNLESS(truth, where)                                              \
	do {                                                                   \
		if (!(truth))                                                  \
			ck_abort_msg("%s: %s, at byte %zu (damage: %s)", what, \
				     #truth, (size_t)(where),                  \
				     seen.damage.what);                        \
	} while (0)

/* All that is visible in a chunk is there, or nothing of it. */
static bool has_chunk(const struct log *log, const struct seen *seen,
		      unsigned section, bool wanted)
{
	for (unsigned i = log->hidden; i < log->events; i++)
		if (log->event[i].section == section && seen->is[i] != wanted)
			return false;
	return true;
}

static bool has_hidden(const struct log *log, const struct seen *seen)
{
	for (unsigned i = 0; i < log->hidden; i++)
		if (seen->is[i])
			return true;
	return false;
}

/* Where nothing changed: what was lost may have been zeroes before. */
static bool is_intact(const struct log *log, const struct section *section)
{
	static unsigned char now[FILE_MAX];
	const size_t len = section->end - section->at;

	return pread(log->fd, now, len, (off_t)section->at) == (ssize_t)len &&
	       !memcmp(now, log->bytes + section->at, len);
}

/* Of the chunks, all those that are intact, and nothing of the others. */
static bool has_what_is_intact(const struct log *log, const struct seen *seen)
{
	for (unsigned i = 0; i < log->sections; i++)
		if (log->section[i].type == CHUNK && log->section[i].visible &&
		    !has_chunk(log, seen, i, is_intact(log, &log->section[i])))
			return false;
	return true;
}

static size_t first_header_end(const struct log *log)
{
	return 16 + SECTION_HEAD + (size_t)le(log->bytes + 16 + 8, 8);
}

/* Sections, that is, of which anything is delivered; and what they begin
 * behind. */
static bool are_intact(const struct log *log)
{
	const struct section start = { .end = GAP_FROM };
	const struct section copy = {
		.at = GAP_TO,
		.end = GAP_TO + first_header_end(log) - 16,
	};

	for (unsigned i = 0; i < log->sections; i++)
		if ((log->section[i].type != CHUNK ||
		     log->section[i].visible) &&
		    !is_intact(log, &log->section[i]))
			return false;
	return is_intact(log, &start) && is_intact(log, &copy);
}

/* The file */

static void put_at(const struct log *log, const void *bytes, size_t len,
		   size_t at)
{
	if (pwrite(log->fd, bytes, len, (off_t)at) != (ssize_t)len)
		ck_abort_msg("pwrite: %s", strerror(errno));
}

static void cut_at(const struct log *log, size_t size)
{
	if (ftruncate(log->fd, (off_t)size))
		ck_abort_msg("ftruncate: %s", strerror(errno));
}

static void restore(const struct log *log)
{
	cut_at(log, log->size);
	put_at(log, log->bytes, log->size, 0);
}

/* The logs */

static void *record_some(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;
	trace_event_id_t one = type_of("one event");
	trace_event_id_t another = type_of("another event");

	for (uint32_t i = 0; i < 5; i++)
		record(i & 1 ? one : another, who, i);
	return NULL;
}

static void record_in_thread(uint32_t who)
{
	pthread_t thread;

	assert_ok(pthread_create(&thread, NULL, record_some,
				 (void *)(uintptr_t)who));
	assert_ok(pthread_join(thread, NULL));
}

static void record_in_child(uint32_t who)
{
	pid_t child = fork();

	if (!child) {
		record_some((void *)(uintptr_t)who);
		leave(0);
	}
	assert_exits_0(child);
}

/* What a flush says of itself is no news: it may be there many times. */
static void begin(struct log *log, int policy, trace_id_t *trid)
{
	trace_attr_t attr = attr_of(1, 400);

	log->fd = make_file();
	log->loops = policy == POSIX_TRACE_LOOP;
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, policy));
	assert_ok(posix_trace_attr_setlogsize(&attr, 1));
	assert_ok(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	assert_ok(posix_trace_create_withlog(0, &attr, log->fd, trid));
	leave_out_marks_of_flushes(*trid);
	assert_ok(posix_trace_start(*trid));
}

static void finish(struct log *log, trace_id_t trid)
{
	struct seen seen;

	assert_ok(posix_trace_shutdown(trid));
	take_bytes(log);
	read_sections(log);
	read_events(log);

	look(log, &seen, true);
	ck_assert(seen.opened && seen.named && !seen.wrong);
	ck_assert_uint_eq(seen.damage.count, 0);
	ck_assert(!has_hidden(log, &seen));
	for (unsigned i = log->hidden; i < log->events; i++)
		ck_assert(seen.is[i]);
	ck_assert_uint_gt(log->events, log->hidden + 20);
}

static void make_append(struct log *log)
{
	trace_id_t trid;

	begin(log, POSIX_TRACE_APPEND, &trid);
	for (uint32_t who = 0; who < 2 * THREADS; who++) {
		if (who & 1)
			record_in_child(who);
		else
			record_in_thread(who);
		assert_ok(posix_trace_flush(trid));
	}
	finish(log, trid);
}

/* More than the log takes, in pieces. */
static void make_limited(struct log *log, int policy)
{
	trace_event_id_t type;
	unsigned char data[400];
	trace_id_t trid;

	begin(log, policy, &trid);
	record_some(0);
	type = type_of("one event");
	for (uint32_t i = 0; i < 160; i++) {
		memset(data, (int)(i & 0xff), sizeof(data));
		memcpy(data, &i, sizeof(i));
		posix_trace_event(type, data, sizeof(data) - i % 7);
		if (i % 8 == 7)
			assert_ok(posix_trace_flush(trid));
	}
	finish(log, trid);
}

static void make_logs(void)
{
	make_append(&append);
	make_limited(&full, POSIX_TRACE_UNTIL_FULL);
	make_limited(&loop, POSIX_TRACE_LOOP);
	make_append(&older);
}

START_TEST(the_logs_are_of_all_kinds)
{
	ck_assert_uint_gt(append.sections, 10);
	ck_assert_uint_eq(append.hidden, 0);
	ck_assert_uint_gt(full.sections, 10);
	ck_assert_uint_eq(full.hidden, 0);
	ck_assert_uint_ne(horizon_of(&loop), 0);
	printf("bytes: %zu append, %zu until full, %zu loop\n", append.size,
	       full.size, loop.size);
}
END_TEST

/* Cutting */

/* Behind END is nothing but padding, and it has none. */
static void expect_cut(struct log *log, size_t size, const char *what)
{
	static struct seen seen;

	look(log, &seen, false);
	if (size < first_header_end(log)) {
		FAIL_UNLESS(!seen.opened, size);
		return;
	}
	FAIL_UNLESS(seen.opened, size);
	FAIL_UNLESS(!seen.wrong, size);
	FAIL_UNLESS(has_what_is_intact(log, &seen), size);
	FAIL_UNLESS(seen.damage.count || are_intact(log), size);
}

static void cut_everywhere(struct log *log, const char *what, size_t step)
{
	for (size_t size = log->size - 1; size;
	     size -= size < step ? size : step) {
		if (size > GAP_FROM && size < GAP_TO)
			size = GAP_FROM;
		cut_at(log, size);
		expect_cut(log, size, what);
	}
	restore(log);
}

START_TEST(a_log_cut_at_any_byte_gives_all_chunks_before_the_cut)
{
	const size_t step = is_long() ? 1 : 11;

	cut_everywhere(&append, "append", 1);
	cut_everywhere(&full, "until full", step);
	cut_everywhere(&loop, "loop", step);
}
END_TEST

/* Changing */

static const struct section *section_at(const struct log *log, size_t at)
{
	for (unsigned i = 0; i < log->sections; i++)
		if (at >= log->section[i].at && at < log->section[i].end)
			return &log->section[i];
	return NULL;
}

/* Where there are remains of older rounds before a section, it is missed where
 * these begin. */
static bool is_told(const struct log *log, const struct seen *seen,
		    const struct section *section, size_t at)
{
	size_t from = section ? section->at : 0;

	if (section && log->loops)
		from = section > log->section &&
				       section[-1].end <= section->at ?
			       section[-1].end :
			       0;
	return seen->damage.count && seen->damage.what[0] &&
	       seen->damage.offset >= from && seen->damage.offset <= at;
}

static void expect_changed(struct log *log, size_t at, const char *what)
{
	static struct seen seen;
	const struct section *section = section_at(log, at);

	look(log, &seen, false);
	FAIL_UNLESS(seen.opened, at);
	FAIL_UNLESS(seen.named, at);
	FAIL_UNLESS(!seen.wrong, at);
	FAIL_UNLESS(!has_hidden(log, &seen), at);
	FAIL_UNLESS(has_what_is_intact(log, &seen), at);
	FAIL_UNLESS(seen.damage.count <= 1, at);
	if (section && (section->type != CHUNK || section->visible))
		FAIL_UNLESS(is_told(log, &seen, section, at), at);
	if (at < first_header_end(log))
		FAIL_UNLESS(is_told(log, &seen, NULL, at), at);
}

static void change_byte(struct log *log, size_t at, unsigned char change,
			const char *what)
{
	const unsigned char byte = log->bytes[at] ^ change;

	put_at(log, &byte, 1, at);
	expect_changed(log, at, what);
	put_at(log, &log->bytes[at], 1, at);
}

/* all: in every way; else in one of them, which is another at the next. */
static void change_everywhere(struct log *log, const char *what, size_t step,
			      bool all)
{
	static const unsigned char change[] = { 0x01, 0x80, 0xff };

	for (size_t at = 0; at < log->size; at += step) {
		if (at > GAP_FROM && at < GAP_TO)
			at = GAP_TO;
		for (size_t k = 0; k < sizeof(change); k++)
			if (all || k == at / step % sizeof(change))
				change_byte(log, at, change[k], what);
	}
}

START_TEST(any_changed_byte_costs_at_most_its_chunk_and_is_told)
{
	const size_t step = is_long() ? 1 : 11;

	change_everywhere(&append, "append", 1, is_long());
	change_everywhere(&full, "until full", step, is_long());
	change_everywhere(&loop, "loop", step, is_long());
}
END_TEST

/* Blocks */

static void expect_block_lost(struct log *log, size_t at, const char *what)
{
	static struct seen seen;

	look(log, &seen, false);
	FAIL_UNLESS(seen.opened, at);
	FAIL_UNLESS(!seen.wrong, at);
	FAIL_UNLESS(has_what_is_intact(log, &seen), at);
	FAIL_UNLESS(seen.damage.count || are_intact(log), at);
}

static bool is_zero(const unsigned char *at, size_t len)
{
	while (len)
		if (at[--len])
			return false;
	return true;
}

static void lose_each_block(struct log *log, size_t block, const char *what)
{
	static const unsigned char zeroes[4096];
	size_t len;

	for (size_t at = 0; at < log->size; at += block) {
		len = block < log->size - at ? block : log->size - at;
		if (is_zero(log->bytes + at, len))
			continue;
		put_at(log, zeroes, len, at);
		expect_block_lost(log, at, what);
		put_at(log, log->bytes + at, len, at);
	}
}

START_TEST(a_lost_block_costs_no_more_than_the_chunks_in_it)
{
	for (size_t block = 512; block <= 4096; block *= 2) {
		lose_each_block(&append, block, "append");
		lose_each_block(&full, block, "until full");
		lose_each_block(&loop, block, "loop");
	}
}
END_TEST

/* The size was written to disk, and the data not. */
static void never_write(struct log *log, const char *what, size_t step)
{
	for (size_t size = log->size - 1; size > GAP_TO;
	     size = size > step ? size - step : 0) {
		cut_at(log, size);
		cut_at(log, log->size);
		expect_cut(log, size, what);
	}
	restore(log);
}

START_TEST(a_tail_that_was_never_written_is_as_good_as_cut_off)
{
	const size_t step = is_long() ? 1 : 13;

	never_write(&append, "append", is_long() ? 1 : 3);
	never_write(&full, "until full", step);
	never_write(&loop, "loop", step);
}
END_TEST

static void expect_whole(struct log *log, const char *what)
{
	static struct seen seen;

	look(log, &seen, false);
	FAIL_UNLESS(seen.opened, 0);
	FAIL_UNLESS(seen.named, 0);
	FAIL_UNLESS(!seen.wrong, 0);
	FAIL_UNLESS(!has_hidden(log, &seen), 0);
	FAIL_UNLESS(has_what_is_intact(log, &seen), 0);
}

static void grow_by_zeroes(struct log *log, const char *what)
{
	for (size_t more = 1; more <= 8192; more += more < 64 ? 1 : 509) {
		cut_at(log, log->size + more);
		expect_whole(log, what);
		cut_at(log, log->size);
	}
}

START_TEST(zeroes_behind_the_end_cost_nothing)
{
	grow_by_zeroes(&append, "append");
	grow_by_zeroes(&full, "until full");
	grow_by_zeroes(&loop, "loop");
}
END_TEST

/* Whose blocks the file has got, and did not write all of them. */
static void leave_older_behind(struct log *log, const char *what, size_t step)
{
	for (size_t size = log->size - 1; size > GAP_TO;
	     size = size > step ? size - step : 0) {
		cut_at(log, size);
		put_at(log, older.bytes + size % 512, older.size - size % 512,
		       size);
		expect_cut(log, size, what);
	}
	restore(log);
}

START_TEST(blocks_of_an_older_log_behind_the_end_are_none_of_this_one)
{
	const size_t step = is_long() ? 1 : 29;

	leave_older_behind(&append, "append", is_long() ? 1 : 5);
	leave_older_behind(&full, "until full", step);
	leave_older_behind(&loop, "loop", step);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("power_cut");
	TCase *tcase = tcase_create("power_cut");

	tcase_set_timeout(tcase, is_long() ? 7200 : 600);
	tcase_add_unchecked_fixture(tcase, make_logs, NULL);
	tcase_add_test(tcase, the_logs_are_of_all_kinds);
	tcase_add_test(tcase,
		       a_log_cut_at_any_byte_gives_all_chunks_before_the_cut);
	tcase_add_test(tcase,
		       any_changed_byte_costs_at_most_its_chunk_and_is_told);
	tcase_add_test(tcase, a_lost_block_costs_no_more_than_the_chunks_in_it);
	tcase_add_test(tcase,
		       a_tail_that_was_never_written_is_as_good_as_cut_off);
	tcase_add_test(tcase, zeroes_behind_the_end_cost_nothing);
	tcase_add_test(
		tcase,
		blocks_of_an_older_log_behind_the_end_are_none_of_this_one);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
