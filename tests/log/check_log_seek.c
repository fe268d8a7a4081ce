/*
 * check_log_seek.c - a seek finds what reading from the beginning would
 *
 * The logs here are made as a stream makes them: threads fill chunks, looks
 * write what is new of each, the last section of a look has the floor. Every
 * test compares with a reader that begins at the beginning and drops what is
 * before the time.
 */
#include <stddef.h>

#include "sample.h"
#include "run.h"

enum {
	THREADS = 5,
	CHUNK = 4096,
	DATA_MAX = 3000,
	ITEMS_MAX = 1 << 18,
	CLOCKS_MAX = 1 << 14,
	FEW = 64, /* events that are compared as a rule */
	PERIOD_NS = 10000000,
	NS_PER_MS = 1000000,
};

#define EPOCH INT64_C(1700000000000000000)

/* What one thread has that is not in the log. */
struct thread {
	struct pxt_log_chunk chunk;
	struct pxt_context context; /* the last one */
	uint64_t context_ticks;
	uint32_t used; /* of the chunk, with what is in the log */
	uint8_t records[2 * CHUNK];
	size_t len;
};

struct maker {
	int fd;
	struct pxt_log_writer *writer;
	struct thread thread[THREADS];
	uint64_t now;
	uint64_t floor;
	uint64_t begun; /* the look: what comes now may be in it as well */
	uint64_t clock_at[CLOCKS_MAX]; /* in the file, of CONTEXTs */
	unsigned clocks;
	bool looking;
	uint64_t sequence;
	unsigned events;
	unsigned gaps; /* of a hundred steps, how many are long */
	bool copies;   /* some events have pieces of the log */
};

struct item {
	uint64_t ticks;
	int64_t time_ns;
	uint32_t tid;
	uint32_t type;
	uint32_t len;
};

struct items {
	unsigned count;
	struct item item[ITEMS_MAX];
	struct pxt_log_damage damage;
};

static struct maker maker;
static struct items all, some;
static uint64_t state; /* of the random numbers */

static uint64_t draw(uint64_t limit)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % limit;
}

static void seed(uint64_t number)
{
	state = number * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (int i = 0; i < 10; i++)
		draw(2);
}

/* Making */

static void begin(uint32_t policy, uint64_t log_size)
{
	struct pxt_log_header header;

	memset(&maker, 0, sizeof(maker));
	maker.fd = sample_file();
	maker.now = 1000;
	maker.gaps = 2;
	sample_header(&header);
	header.attr.log_policy = policy;
	header.attr.stream_size = 64 << 10;
	header.attr.log_size = log_size;
	header.attr.max_data = DATA_MAX;
	ck_assert_int_eq(pxt_log_create(maker.fd, &header, &maker.writer), 0);
	put_name(maker.writer, 1, 16, "alpha");
}

/* What there is room for of a piece. Returns where the rest begins. */
static size_t put_stretch(struct thread *thread, size_t from, bool last)
{
	const size_t room = pxt_log_room(maker.writer);
	struct pxt_log_chunk *chunk = &thread->chunk;
	struct pxt_record_walk walk;
	struct pxt_event event;
	size_t to = from;

	pxt_record_walk_init(&walk, thread->records + from, thread->len - from,
			     &chunk->context, chunk->context_ticks);
	chunk->events = 0;
	while (!pxt_record_walk_next(&walk, &event) &&
	       (size_t)(walk.in.at - thread->records) <= from + room) {
		to = (size_t)(walk.in.at - thread->records);
		if (!chunk->events++)
			chunk->first = event.ticks;
		chunk->last = event.ticks;
		thread->context = walk.context;
		thread->context_ticks = walk.context_ticks;
	}
	chunk->floor = last && to == thread->len ? maker.floor : 0;
	if (!chunk->offset && maker.clocks < CLOCKS_MAX)
		maker.clock_at[maker.clocks++] =
			pxt_log_length(maker.writer) + PXT_LOG_SECTION_SIZE +
			PXT_LOG_CHUNK_SIZE + PXT_RECORD_HEAD +
			offsetof(struct pxt_context, realtime_ns);
	ck_assert_int_eq(pxt_log_put_chunk(maker.writer, chunk,
					   thread->records + from, to - from),
			 0);
	chunk->offset += (uint32_t)(to - from);
	chunk->context = thread->context;
	chunk->context_ticks = thread->context_ticks;
	return to;
}

static void put_piece(struct thread *thread, bool last)
{
	size_t from = 0;

	while (from < thread->len)
		from = put_stretch(thread, from, last);
	thread->len = 0;
}

static bool has_rest(unsigned i)
{
	for (; i < THREADS; i++)
		if (maker.thread[i].len)
			return true;
	return false;
}

static void step(void);

/* Sometimes a writer was stopped, and the floor stays, or an error came
 * before the last section; and time goes on between two sights. */
static void look(void)
{
	if (!maker.begun)
		maker.begun = ++maker.now;
	if (draw(20))
		maker.floor = maker.begun;
	maker.begun = 0;
	maker.looking = true;
	for (unsigned i = 0; i < THREADS; i++) {
		if (maker.thread[i].len)
			put_piece(&maker.thread[i],
				  !has_rest(i + 1) && draw(20));
		if (!draw(4))
			step();
	}
	maker.looking = false;
	if (!draw(50))
		put_name(maker.writer, 1, 17 + (uint32_t)draw(100), "beta");
}

static void add(struct thread *thread, uint64_t ticks, uint32_t type,
		const void *data, size_t len)
{
	size_t size = add_record(thread->records + thread->len, ticks, type,
				 data, len);

	thread->len += size;
	thread->used += (uint32_t)size;
}

static void add_context(struct thread *thread, unsigned who)
{
	thread->context = (struct pxt_context){
		.pid = 100,
		.tid = 101 + who,
		.realtime_ns = (uint64_t)EPOCH + maker.now + draw(300),
		.rate = (UINT64_C(1) << 32) + draw(20000),
		.family = 1,
	};
	thread->context_ticks = maker.now;
	add(thread, maker.now, PXT_RECORD_CONTEXT, &thread->context,
	    sizeof(thread->context));
}

static size_t copy_of_log(uint8_t *data)
{
	const uint64_t size = pxt_log_length(maker.writer);
	const size_t len = 200 + draw(DATA_MAX - 200);
	uint64_t at = draw(3) ? 0 : draw(size) & ~UINT64_C(7);
	ssize_t got;

	/* The data begins four bytes off, and heads do not. */
	if (!at && size > 100000)
		at = (size - 1000 - draw(90000)) & ~UINT64_C(7);
	got = pread(maker.fd, data, len, (off_t)(at + 4));
	return got > 0 ? (size_t)got : 0;
}

static size_t make_data(uint8_t *data)
{
	const size_t len = draw(10) ? draw(100) : draw(DATA_MAX);

	if (maker.copies && !draw(3))
		return copy_of_log(data);
	for (size_t i = 0; i < len; i++)
		data[i] = (uint8_t)draw(256);
	return len;
}

static bool has_room(const struct thread *thread, size_t len)
{
	return thread->used &&
	       thread->used + 64 + pxt_record_span(len) <= CHUNK;
}

static void make_room(struct thread *thread, size_t len)
{
	if (has_room(thread, len))
		return;
	if (thread->len)
		look();
	memset(&thread->chunk, 0, sizeof(thread->chunk));
	thread->chunk.sequence = maker.sequence++;
	thread->used = 0;
}

static void step(void)
{
	const unsigned who = (unsigned)draw(THREADS);
	struct thread *thread = &maker.thread[who];
	const struct pxt_loss loss = { 3, (uint64_t)EPOCH + maker.now };
	uint8_t data[DATA_MAX];
	size_t len = make_data(data);

	if (maker.looking && !has_room(thread, len))
		return;
	make_room(thread, len);
	if (!maker.looking && !maker.begun && !draw(20))
		maker.begun = ++maker.now;
	maker.now += draw(100) < maker.gaps ?
			     draw(UINT64_C(5000) * NS_PER_MS) :
			     1 + draw(draw(10) ? 3000 : NS_PER_MS);
	if (!thread->used || maker.now - thread->context_ticks > PERIOD_NS)
		add_context(thread, who);
	if (draw(500))
		add(thread, maker.now, 16, data, len);
	else
		add(thread, maker.now, PXT_RECORD_LOSS, &loss, sizeof(loss));
	maker.events++;
}

/* Threads write for a while, and then there is a look. */
static void make(unsigned events)
{
	unsigned until = 0;

	for (unsigned i = 0; i < events; i++) {
		step();
		if (i < until)
			continue;
		look();
		until = i + (unsigned)draw(draw(10) ? 60 : 1);
	}
	while (has_rest(0))
		look();
}

static void end(void)
{
	ck_assert_int_eq(pxt_log_put_end(maker.writer, &sample_end), 0);
}

static void forget(void)
{
	pxt_log_writer_close(maker.writer);
	close(maker.fd);
}

/* Reading */

struct reading {
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	int64_t from_ns;
	bool seeking;
};

static void open_log(struct reading *reading, int fd)
{
	memset(reading, 0, sizeof(*reading));
	ck_assert_int_eq(pxt_log_open(fd, &reading->reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reading->reader),
				 &reading->merge),
		0);
}

static void close_log(struct reading *reading)
{
	pxt_merge_close(reading->merge);
	pxt_log_reader_close(reading->reader);
}

static void seek(struct reading *reading, int64_t time_ns)
{
	reading->from_ns = time_ns;
	reading->seeking = true;
	pxt_merge_reset(reading->merge);
	ck_assert_int_eq(pxt_log_reader_seek(reading->reader, time_ns), 0);
}

static bool next(struct reading *reading, struct item *item)
{
	struct pxt_event event;

	do
		if (pxt_merge_next(reading->merge, &event))
			return false;
	while (reading->seeking && event.time_ns < reading->from_ns);

	reading->seeking = false;
	*item = (struct item){ event.ticks, event.time_ns, event.tid,
			       event.type, event.len };
	return true;
}

static void read_all(struct reading *reading, struct items *items)
{
	items->count = 0;
	while (items->count < ITEMS_MAX &&
	       next(reading, &items->item[items->count]))
		items->count++;
	pxt_log_reader_damage(reading->reader, &items->damage);
}

static void read_linearly(int fd, struct items *items)
{
	struct reading reading;

	open_log(&reading, fd);
	read_all(&reading, items);
	close_log(&reading);
}

static unsigned first_from(int64_t time_ns)
{
	unsigned i = 0;

	while (i < all.count && all.item[i].time_ns < time_ns)
		i++;
	return i;
}

static void expect_item(unsigned i, const struct item *item, int64_t time_ns)
{
	const struct item *wanted = &all.item[i];

	if (memcmp(wanted, item, sizeof(*item)))
		ck_abort_msg("seeking to %lld: event %u is of %lld (%llu), "
			     "not %lld (%llu)",
			     (long long)time_ns, i, (long long)item->time_ns,
			     (unsigned long long)item->ticks,
			     (long long)wanted->time_ns,
			     (unsigned long long)wanted->ticks);
}

/* limit: events to compare. */
static void expect_from(struct reading *reading, int64_t time_ns,
			unsigned limit)
{
	struct item item;
	unsigned i = first_from(time_ns);

	seek(reading, time_ns);
	for (; i < all.count && limit; i++, limit--) {
		memset(&item, 0, sizeof(item));
		if (!next(reading, &item))
			ck_abort_msg("seeking to %lld: no event %u of %u",
				     (long long)time_ns, i, all.count);
		expect_item(i, &item, time_ns);
	}
	if (limit && next(reading, &item))
		ck_abort_msg("seeking to %lld: more than all",
			     (long long)time_ns);
}

static int64_t any_time(void)
{
	const struct item *item;

	if (!all.count)
		return EPOCH;
	item = &all.item[draw(all.count)];
	switch (draw(8)) {
	case 0:
		return item->time_ns - 1;
	case 1:
		return item->time_ns + 1;
	case 2:
		return item->time_ns - (int64_t)draw(20 * NS_PER_MS);
	case 3:
		return item->time_ns +
		       (int64_t)draw(UINT64_C(2000) * NS_PER_MS);
	default:
		return item->time_ns;
	}
}

static void expect_seeking(int fd, unsigned times)
{
	struct reading reading;

	read_linearly(fd, &all);
	open_log(&reading, fd);
	expect_from(&reading, INT64_MIN, FEW);
	expect_from(&reading, EPOCH - 1, FEW);
	expect_from(&reading, INT64_MAX, FEW);
	for (unsigned i = 0; i < times; i++)
		expect_from(&reading, any_time(), i % 50 ? FEW : UINT_MAX);

	seek(&reading, EPOCH - 1);
	read_all(&reading, &some);
	ck_assert_uint_eq(some.count, all.count);
	ck_assert_uint_eq(some.damage.count, all.damage.count);
	close_log(&reading);
}

static int copy_of(int from, uint64_t size)
{
	uint8_t bytes[4096];
	int fd = sample_file();
	size_t len;

	for (uint64_t at = 0; at < size; at += len) {
		len = size - at < sizeof(bytes) ? size - at : sizeof(bytes);
		ck_assert_int_eq(pread(from, bytes, len, (off_t)at), len);
		ck_assert_int_eq(write(fd, bytes, len), len);
	}
	return fd;
}

/* Tests */

START_TEST(every_time_is_found)
{
	for (unsigned i = 0; i < 6; i++) {
		seed((unsigned)_i * 100 + i);
		begin(POSIX_TRACE_APPEND, 1 << 20);
		maker.gaps = i % 3;
		make(i < 3 ? 30 << 2 * i : 20000);
		if (i % 2)
			end();
		expect_seeking(maker.fd, 150);
		ck_assert_uint_eq(all.damage.count, i % 2 ? 0 : 1);
		ck_assert_uint_eq(all.count, maker.events);
		forget();
	}
}
END_TEST

START_TEST(a_log_without_events_has_no_time)
{
	begin(POSIX_TRACE_APPEND, 1 << 20);
	expect_seeking(maker.fd, 2);
	end();
	expect_seeking(maker.fd, 2);
	forget();
}
END_TEST

START_TEST(a_log_that_turned_is_searched_in_its_order)
{
	for (unsigned i = 0; i < 5; i++) {
		seed((unsigned)_i * 100 + i);
		begin(POSIX_TRACE_LOOP, 1 << 20);
		make(8000 + 3000 * i);
		if (i % 2)
			end();
		expect_seeking(maker.fd, 150);
		ck_assert_uint_lt(all.count, maker.events);
		ck_assert_uint_gt(all.count, 1000);
		forget();
	}
}
END_TEST

START_TEST(any_prefix_of_a_log_can_be_searched)
{
	seed((unsigned)_i);
	begin(POSIX_TRACE_APPEND, 1 << 20);
	make(6000);
	end();
	for (unsigned i = 0; i < 10; i++) {
		int fd = copy_of(maker.fd,
				 2000 + draw(pxt_log_length(maker.writer)));

		expect_seeking(fd, 30);
		close(fd);
	}
	forget();
}
END_TEST

/* Flipped bytes, and holes. */
static void damage(int fd, uint64_t size)
{
	static const uint8_t zeroes[40000];
	const uint64_t at = 2000 + draw(size - 2000);
	const uint64_t left = size - at;
	uint8_t byte;

	if (draw(2)) {
		ck_assert_int_eq(pread(fd, &byte, 1, (off_t)at), 1);
		byte ^= 1u << draw(8);
		ck_assert_int_eq(pwrite(fd, &byte, 1, (off_t)at), 1);
	} else {
		const uint64_t most = draw(2) ? 100 : sizeof(zeroes);
		const uint64_t len = 1 + draw(most);

		ck_assert_int_gt(
			pwrite(fd, zeroes, len < left ? len : left, (off_t)at),
			0);
	}
}

START_TEST(a_damaged_clock_misleads_nobody)
{
	seed((unsigned)_i);
	begin(POSIX_TRACE_APPEND, 1 << 20);
	make(9000);
	end();
	for (unsigned i = 0; i < maker.clocks; i++) {
		const int64_t time_ns = EPOCH - NS_PER_MS;

		if (!draw(3))
			ck_assert_int_eq(pwrite(maker.fd, &time_ns,
						sizeof(time_ns),
						(off_t)maker.clock_at[i]),
					 sizeof(time_ns));
	}
	expect_seeking(maker.fd, 200);
	forget();
}
END_TEST

START_TEST(damage_hides_nothing_that_is_sound)
{
	static const uint32_t policies[] = { POSIX_TRACE_APPEND,
					     POSIX_TRACE_LOOP };

	for (unsigned i = 0; i < 2; i++) {
		seed((unsigned)_i * 100 + i);
		begin(policies[i], 1 << 20);
		maker.copies = _i % 2;
		make(9000);
		end();
		for (unsigned j = 0; j < 4; j++) {
			for (unsigned k = 0; k < 4u << 2 * j; k++)
				damage(maker.fd, pxt_log_length(maker.writer));
			expect_seeking(maker.fd, 40);
		}
		forget();
	}
}
END_TEST

/* A program that reads its own log, and records what it read. */
START_TEST(copies_in_the_data_of_events_are_not_believed)
{
	seed((unsigned)_i);
	begin(_i % 2 ? POSIX_TRACE_APPEND : POSIX_TRACE_LOOP, 2 << 20);
	maker.copies = true;
	make(9000);
	if (_i % 3)
		end();
	expect_seeking(maker.fd, 200);
	forget();
}
END_TEST

START_TEST(a_log_that_grows_goes_on_at_the_time)
{
	struct reading reading;
	struct item item;
	int64_t time_ns;

	seed((unsigned)_i);
	begin(_i % 2 ? POSIX_TRACE_APPEND : POSIX_TRACE_LOOP, 32 << 20);
	make(2000);
	open_log(&reading, maker.fd);
	time_ns = EPOCH + (int64_t)maker.now + 1000 * NS_PER_MS;
	seek(&reading, time_ns);
	ck_assert(!next(&reading, &item));
	for (unsigned i = 0; i < 5; i++) {
		if (i == 3)
			put_name(maker.writer, 1, 500, "late");
		make(500);
		read_linearly(maker.fd, &all);
		for (unsigned j = 0; j < 5; j++)
			expect_from(&reading, any_time(), FEW);
	}
	ck_assert_str_eq(pxt_log_reader_name(reading.reader, 1, 500), "late");

	seek(&reading, all.item[all.count - 1].time_ns + 1);
	ck_assert(!next(&reading, &item));
	time_ns = reading.from_ns;
	make(100);
	end();
	read_linearly(maker.fd, &all);
	for (unsigned i = first_from(time_ns); i < all.count; i++) {
		memset(&item, 0, sizeof(item));
		ck_assert(next(&reading, &item));
		expect_item(i, &item, time_ns);
	}
	ck_assert(!next(&reading, &item));
	ck_assert_ptr_nonnull(pxt_log_reader_end(reading.reader));
	close_log(&reading);
	forget();
}
END_TEST

/* The first event behind a seek needs little of the log. */
START_TEST(seeking_reads_little)
{
	static const uint8_t zeroes[4096];
	struct reading reading;
	struct item item;
	uint64_t size;
	unsigned i;

	seed(1);
	begin(POSIX_TRACE_APPEND, 1 << 20);
	make(60000);
	end();
	size = pxt_log_length(maker.writer);
	read_linearly(maker.fd, &all);
	i = all.count * 3 / 4;

	/* What is far from there may as well be damaged, but for END. */
	open_log(&reading, maker.fd);
	for (uint64_t at = size / 16; at < size / 2 - 65536; at += 4096)
		if (at / 65536 % 2)
			ck_assert_int_eq(
				pwrite(maker.fd, zeroes, 4096, (off_t)at),
				4096);
	seek(&reading, all.item[i].time_ns);
	memset(&item, 0, sizeof(item));
	ck_assert(next(&reading, &item));
	expect_item(first_from(all.item[i].time_ns), &item,
		    all.item[i].time_ns);
	read_all(&reading, &some);
	ck_assert_uint_eq(some.damage.count, 0);
	close_log(&reading);
	forget();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_seek");
	TCase *tc = tcase_create("logs");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, every_time_is_found, 0, 3);
	tcase_add_test(tc, a_log_without_events_has_no_time);
	tcase_add_loop_test(tc, a_log_that_turned_is_searched_in_its_order, 0,
			    3);
	tcase_add_loop_test(tc, any_prefix_of_a_log_can_be_searched, 0, 2);
	tcase_add_loop_test(tc, a_damaged_clock_misleads_nobody, 0, 3);
	tcase_add_loop_test(tc, damage_hides_nothing_that_is_sound, 0, 4);
	tcase_add_loop_test(tc, copies_in_the_data_of_events_are_not_believed,
			    0, 6);
	tcase_add_loop_test(tc, a_log_that_grows_goes_on_at_the_time, 0, 4);
	tcase_add_test(tc, seeking_reads_little);
	suite_add_tcase(suite, tc);

	return run_suite(suite);
}
