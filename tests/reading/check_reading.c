/*
 * check_reading.c - a reading with workers gives what a log has, as one without
 *
 * Every test compares with posix_trace_getnext_item_np(), item by item, with
 * the errors, and the damage met so far. The logs are those that a fuzzer
 * begins with, and recordings of several threads: whole, cut, changed, and with
 * heads of sections that lie.
 */
#include <glob.h>
#include <semaphore.h>

#include "base/crc32c.h"
#include "log/log_file.h"
#include "tests/reading/comparing.h"

enum {
	THREADS = 3,
	EVENTS = 3000, /* of each */
	LOG_MAX = 4 << 20,
	CUTS = SANITIZED ? 10 : 40,
	CHANGES = SANITIZED ? 10 : 50,
	LIES = SANITIZED ? 2 : 4,
	FAR = 1 << 20, /* ticks */
};

static const unsigned workers[] = { 0, 1, 2, 4, 8 };

/* Compares a log as a whole. Returns the number of items. */
static unsigned compare(int fd, unsigned number)
{
	struct posix_trace_reading_np *reading = NULL;
	trace_id_t log;
	unsigned count;
	int err;

	err = posix_trace_open(fd, &log);
	ck_assert_int_eq(posix_trace_reading_open_np(fd, number, &reading),
			 err);
	if (err)
		return 0;
	compare_damage(log, reading);
	count = compare_rest(log, reading, UINT_MAX);
	ck_assert_uint_eq(compare_walk(log, reading), count);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
	return count;
}

static void compare_all(int fd)
{
	for (size_t i = 0; i < ARRAY_LEN(workers); i++)
		compare(fd, workers[i]);
}

/* Logs */

struct recording {
	int fd;
	trace_id_t trid;
	trace_event_id_t type;
};

struct recorded_thread {
	struct recording *recording;
	uint32_t who;
};

static int new_file(void)
{
	int fd = memfd_create("log", 0);

	ck_assert_int_ge(fd, 0);
	return fd;
}

static void *record_marks(void *argument)
{
	const struct recorded_thread *thread = argument;
	unsigned char data[200] = { 0 };
	struct mark mark = { .who = thread->who };

	for (unsigned i = 0; i < EVENTS; i++) {
		mark.number = i;
		memcpy(data, &mark, sizeof(mark));
		posix_trace_event(thread->recording->type, data,
				  sizeof(mark) + i % (thread->who ? 50 : 190));
	}
	return NULL;
}

static void record_threads(struct recording *recording)
{
	struct recorded_thread argument[THREADS];
	pthread_t thread[THREADS];

	for (unsigned i = 0; i < THREADS; i++) {
		argument[i] = (struct recorded_thread){ recording, i };
		assert_ok(pthread_create(&thread[i], NULL, record_marks,
					 &argument[i]));
	}
	for (unsigned i = 0; i < THREADS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

static void begin(struct recording *recording, int full, int policy)
{
	trace_attr_t attr;

	recording->fd = new_file();
	assert_ok(posix_trace_attr_init(&attr));
	assert_ok(posix_trace_attr_setstreamsize(
		&attr, policy == POSIX_TRACE_LOOP ? 64 << 10 : 512 << 10));
	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, full));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, policy));
	if (policy == POSIX_TRACE_LOOP)
		assert_ok(posix_trace_attr_setlogsize(&attr, 128 << 10));
	assert_ok(posix_trace_create_withlog(0, &attr, recording->fd,
					     &recording->trid));
	assert_ok(posix_trace_eventid_open("mark", &recording->type));
	assert_ok(posix_trace_start(recording->trid));
	assert_ok(posix_trace_attr_destroy(&attr));
}

/* A complete log. */
static int make_log(int policy)
{
	struct recording recording;

	begin(&recording, POSIX_TRACE_FLUSH, policy);
	record_threads(&recording);
	assert_ok(posix_trace_shutdown(recording.trid));
	return recording.fd;
}

struct bytes {
	size_t size;
	unsigned char data[LOG_MAX];
	unsigned char uuid[16]; /* of the log */
};

static struct bytes log_bytes;

static void read_bytes(int fd)
{
	const ssize_t size = pread(fd, log_bytes.data, LOG_MAX, 0);

	ck_assert_int_gt(size, 0);
	assert_ok(pxt_log_file_read_uuid(fd, log_bytes.uuid));
	log_bytes.size = (size_t)size;
}

static void write_bytes(int fd, size_t at, size_t size)
{
	ck_assert_int_eq(pwrite(fd, log_bytes.data + at, size, (off_t)at),
			 size);
}

/* Chunks */

struct chunk {
	size_t at; /* of its section */
	struct pxt_log_section section;
	struct pxt_log_chunk chunk;
};

struct chunks {
	unsigned count;
	struct chunk chunk[4096];
};

static struct chunks chunks;

static unsigned char *payload_of(const struct chunk *chunk)
{
	return log_bytes.data + chunk->at + PXT_LOG_SECTION_SIZE;
}

/* Sections begin at multiples of eight, and nothing else has their
 * checksums. */
static void find_chunks(void)
{
	struct chunk found;
	uint32_t records;

	chunks.count = 0;
	for (found.at = 0; found.at + PXT_LOG_SECTION_SIZE < log_bytes.size;
	     found.at += 8)
		if (!pxt_log_section_decode(&found.section, log_bytes.uuid,
					    log_bytes.data + found.at) &&
		    found.section.type == PXT_LOG_CHUNK &&
		    !pxt_log_chunk_decode(&found.chunk, &records,
					  payload_of(&found)))
			chunks.chunk[chunks.count++] = found;
	ck_assert_uint_gt(chunks.count, LIES);
}

/* Gives a section another head of the chunk, with right checksums. */
static void change_chunk(int fd, const struct chunk *chunk,
			 const struct pxt_log_chunk *to)
{
	struct pxt_log_section section = chunk->section;
	unsigned char *payload = payload_of(chunk);

	pxt_log_chunk_encode(to, payload);
	section.crc = pxt_crc32c(0, payload, (size_t)section.len);
	pxt_log_section_encode(&section, log_bytes.uuid,
			       log_bytes.data + chunk->at);
	write_bytes(fd, chunk->at, PXT_LOG_SECTION_SIZE + PXT_LOG_CHUNK_SIZE);
}

/* Cases */

START_TEST(logs_that_a_fuzzer_begins_with_are_read_alike)
{
	char pattern[4096];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/tests/fuzz/seeds/log/*",
		 getenv("top_srcdir") ? getenv("top_srcdir") : "..");
	ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		int fd = open(found.gl_pathv[i], O_RDONLY | O_CLOEXEC);

		ck_assert_int_ge(fd, 0);
		compare_all(fd);
		close(fd);
	}
	globfree(&found);
}
END_TEST

START_TEST(a_log_is_read_alike)
{
	int fd = make_log(POSIX_TRACE_APPEND);

	for (size_t i = 0; i < ARRAY_LEN(workers); i++)
		ck_assert_uint_gt(compare(fd, workers[i]), EVENTS / 2);
}
END_TEST

START_TEST(a_log_that_was_overwritten_is_read_alike)
{
	int fd = make_log(POSIX_TRACE_LOOP);

	for (size_t i = 0; i < ARRAY_LEN(workers); i++)
		ck_assert_uint_gt(compare(fd, workers[i]), 0);
}
END_TEST

START_TEST(a_log_that_was_cut_is_read_alike)
{
	const int fd = make_log(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND);

	read_bytes(fd);
	for (unsigned i = CUTS; i--;) {
		assert_ok(ftruncate(fd, log_bytes.size * i / CUTS));
		compare(fd, 1 + i % 3);
	}
}
END_TEST

START_TEST(a_changed_byte_is_damage_in_the_same_place)
{
	const int fd = make_log(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND);

	read_bytes(fd);
	for (unsigned i = 0; i < CHANGES; i++) {
		const size_t at = (log_bytes.size - 1) * i / CHANGES;

		log_bytes.data[at] ^= 0x55;
		write_bytes(fd, at, 1);
		compare(fd, 1 + i % 3);
		log_bytes.data[at] ^= 0x55;
		write_bytes(fd, at, 1);
	}
}
END_TEST

/* A chunk claims to begin or end elsewhere, or its writer vouches for a time
 * before which events follow. */
START_TEST(heads_that_lie_change_nothing)
{
	const int fd = make_log(POSIX_TRACE_APPEND);

	read_bytes(fd);
	find_chunks();
	for (unsigned i = 0; i < LIES; i++) {
		const struct chunk *chunk =
			&chunks.chunk[chunks.count * i / LIES];
		const struct pxt_log_chunk right = chunk->chunk;
		struct pxt_log_chunk lies[] = { right, right, right,
						right, right, right };

		lies[0].first += FAR;
		lies[1].first -= FAR;
		lies[2].last += FAR;
		lies[3].last = right.first;
		lies[4].floor += FAR;
		lies[5].last = UINT64_MAX;
		for (size_t lie = 0; lie < ARRAY_LEN(lies); lie++) {
			change_chunk(fd, chunk, &lies[lie]);
			compare(fd, 1 + i % 3);
		}
		change_chunk(fd, chunk, &right);
	}
}
END_TEST

START_TEST(endless_chunks_are_read_alike)
{
	const int fd = make_log(POSIX_TRACE_APPEND);

	read_bytes(fd);
	find_chunks();
	for (unsigned i = 0; i < chunks.count; i++) {
		struct pxt_log_chunk endless = chunks.chunk[i].chunk;

		endless.last = UINT64_MAX;
		change_chunk(fd, &chunks.chunk[i], &endless);
	}
	compare(fd, 2);
}
END_TEST

/* No thread of the stream writes to the log between two readers. */
START_TEST(a_log_that_grows_is_read_alike)
{
	struct posix_trace_reading_np *reading;
	struct recording recording;
	trace_id_t log;

	begin(&recording, POSIX_TRACE_UNTIL_FULL,
	      _i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND);
	record_threads(&recording);
	assert_ok(posix_trace_flush(recording.trid));
	assert_ok(posix_trace_open(recording.fd, &log));
	assert_ok(posix_trace_reading_open_np(recording.fd, 2, &reading));
	ck_assert_uint_gt(compare_rest(log, reading, UINT_MAX), 0);

	for (unsigned i = 0; i < 3; i++) {
		record_threads(&recording);
		assert_ok(posix_trace_flush(recording.trid));
		ck_assert_uint_gt(compare_rest(log, reading, UINT_MAX), 0);
	}
	assert_ok(posix_trace_shutdown(recording.trid));
	compare_rest(log, reading, UINT_MAX);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

/* Threads that record by turns, each a while after the one before, in a chunk each */

enum {
	TURNS = 240,
	LATER = 60,
	TAKING_TURNS = 4,
	CUT = 2, /* behind the chunks of the controller, and of the first thread */
};

static struct turns {
	struct recording recording;
	sem_t go[TAKING_TURNS], done;
} turns;

static void *record_by_turns(void *argument)
{
	const uint32_t who = *(const uint32_t *)argument;
	char data[1000] = { 0 };
	struct mark mark = { .who = who };

	for (; mark.number < TURNS - who * LATER; mark.number++) {
		sem_wait(&turns.go[who]);
		memcpy(data, &mark, sizeof(mark));
		posix_trace_event(turns.recording.type, data, sizeof(data));
		sem_post(&turns.done);
	}
	return NULL;
}

static int make_log_by_turns(void)
{
	pthread_t thread[TAKING_TURNS];
	uint32_t who[TAKING_TURNS];
	trace_attr_t attr;

	turns.recording.fd = new_file();
	assert_ok(posix_trace_attr_init(&attr));
	assert_ok(posix_trace_attr_setstreamsize(&attr, 16 << 20));
	assert_ok(posix_trace_create_withlog(0, &attr, turns.recording.fd,
					     &turns.recording.trid));
	assert_ok(posix_trace_attr_destroy(&attr));
	assert_ok(posix_trace_eventid_open("mark", &turns.recording.type));
	assert_ok(posix_trace_start(turns.recording.trid));
	assert_ok(sem_init(&turns.done, 0, 0));
	for (uint32_t i = 0; i < TAKING_TURNS; i++) {
		who[i] = i;
		assert_ok(sem_init(&turns.go[i], 0, 0));
		assert_ok(pthread_create(&thread[i], NULL, record_by_turns,
					 &who[i]));
	}
	for (unsigned i = 0; i < TURNS; i++)
		for (unsigned k = 0; k < TAKING_TURNS && i >= k * LATER; k++) {
			sem_post(&turns.go[k]);
			sem_wait(&turns.done);
		}
	for (unsigned i = 0; i < TAKING_TURNS; i++)
		assert_ok(pthread_join(thread[i], NULL));
	assert_ok(posix_trace_shutdown(turns.recording.trid));
	return turns.recording.fd;
}

static void count_mark(unsigned (*seen)[TURNS],
		       const struct posix_trace_item_np *item)
{
	struct mark mark;

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	    item->data_len < sizeof(mark) ||
	    item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return;
	memcpy(&mark, item->data, sizeof(mark));
	ck_assert_uint_lt(mark.who, TAKING_TURNS);
	ck_assert_uint_lt(mark.number, TURNS);
	seen[mark.who][mark.number]++;
}

START_TEST(a_log_that_is_cut_during_the_reading_keeps_the_rest)
{
	static unsigned seen[TAKING_TURNS][TURNS], left[TAKING_TURNS][TURNS];
	const int fd = make_log_by_turns();
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	struct posix_trace_damage_np damage;
	struct posix_trace_item_np item;
	unsigned count = 0;
	trace_id_t log;
	int none;

	read_bytes(fd);
	find_chunks();
	assert_ok(posix_trace_reading_open_np(fd, 0, &reading));
	assert_ok(posix_trace_reading_getnext_batch_np(reading, &batch));
	for (size_t i = 0; i < batch->count; i++)
		count_mark(seen, &batch->items[i]);
	ck_assert_uint_gt(seen[1][0], 0);
	ck_assert_uint_eq(seen[2][0], 0);
	assert_ok(ftruncate(fd, (off_t)chunks.chunk[CUT].at));

	for (;;) {
		assert_ok(
			posix_trace_reading_getnext_batch_np(reading, &batch));
		if (!batch)
			break;
		for (size_t i = 0; i < batch->count; i++)
			count_mark(seen, &batch->items[i]);
	}
	assert_ok(posix_trace_reading_get_damage_np(reading, &damage));
	ck_assert_uint_gt(damage.count, 0);
	posix_trace_reading_close_np(reading);

	assert_ok(posix_trace_open(fd, &log));
	while (!posix_trace_getnext_item_np(log, &item, &none) && !none)
		count_mark(left, &item);
	assert_ok(posix_trace_close(log));
	for (unsigned i = 0; i < TURNS; i++) {
		count += left[0][i];
		ck_assert_uint_le(seen[0][i], 1);
		ck_assert_uint_ge(seen[0][i], left[0][i]);
	}
	ck_assert_uint_eq(count, TURNS);
}
END_TEST

START_TEST(damage_that_was_met_stays_known)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct timespec first, last;
	trace_id_t log;

	read_bytes(fd);
	find_chunks();
	for (unsigned i = 0; i < chunks.count; i++)
		if (i % 3 == 1) {
			payload_of(&chunks.chunk[i])[1000] ^= 1;
			write_bytes(fd, chunks.chunk[i].at, 2000);
		}
	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, workers[_i], &reading));
	assert_ok(posix_trace_get_times_np(log, &first, &last));
	compare_rest(log, reading, UINT_MAX);
	for (unsigned i = 0; i < 3; i++) {
		assert_ok(posix_trace_rewind(log));
		assert_ok(posix_trace_reading_rewind_np(reading));
		compare_rest(log, reading, 10);
		compare_damage(log, reading);
		assert_ok(posix_trace_seek_np(log, &last));
		assert_ok(posix_trace_reading_seek_np(reading, &last));
		compare_damage(log, reading);
		compare_rest(log, reading, i ? UINT_MAX : 1);
	}
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

START_TEST(a_reading_begins_again_and_at_a_time)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct timespec first, last, time;
	trace_id_t log;

	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, 2, &reading));
	assert_ok(posix_trace_get_times_np(log, &first, &last));
	compare_rest(log, reading, 100);
	for (unsigned i = 0; i <= 10; i++) {
		const int64_t span = (last.tv_sec - first.tv_sec) * NS_PER_S +
				     last.tv_nsec - first.tv_nsec;
		const int64_t ns = first.tv_nsec + span * i / 10;

		time.tv_sec = first.tv_sec + ns / NS_PER_S;
		time.tv_nsec = ns % NS_PER_S;
		assert_ok(posix_trace_seek_np(log, &time));
		assert_ok(posix_trace_reading_seek_np(reading, &time));
		compare_rest(log, reading, i % 2 ? 10 : UINT_MAX);
		if (i % 3)
			continue;
		assert_ok(posix_trace_rewind(log));
		assert_ok(posix_trace_reading_rewind_np(reading));
		compare_rest(log, reading, i % 2 ? UINT_MAX : 1000);
	}
	time.tv_nsec = NS_PER_S;
	assert_invalid(posix_trace_reading_seek_np(reading, &time));
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

/* What the work leaves */
struct left {
	unsigned long long first; /* offset of the batch's first item */
	size_t count;
};

struct works {
	_Atomic unsigned rooms;
	_Atomic unsigned bad;
};

static void work(struct posix_trace_batch_np *batch, unsigned worker,
		 void *argument)
{
	struct works *works = argument;
	struct left *left = batch->own;

	if (!left) {
		left = malloc(sizeof(*left));
		works->rooms++;
	}
	works->bad += worker >= 2;
	left->first = batch->items->offset;
	left->count = batch->count;
	batch->own = left;
}

static void drop_room(void *own, void *argument)
{
	struct works *works = argument;

	works->rooms--;
	free(own);
}

START_TEST(work_is_done_for_each_batch)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	struct works works = { 0 };
	const unsigned items = compare(fd, 2);
	unsigned count = 0;

	assert_ok(posix_trace_reading_open_np(fd, _i, &reading));
	ck_assert_uint_eq(posix_trace_reading_workers_np(reading), _i);
	assert_ok(posix_trace_reading_set_work_np(reading, work, drop_room,
						  &works));
	for (;;) {
		const struct left *left;

		assert_ok(
			posix_trace_reading_getnext_batch_np(reading, &batch));
		if (!batch)
			break;
		left = batch->own;
		ck_assert_uint_eq(left->first, batch->items->offset);
		ck_assert_uint_eq(left->count, batch->count);
		count += batch->count;
	}
	ck_assert_uint_eq(count, items);
	ck_assert_uint_gt(works.rooms, 0);
	posix_trace_reading_close_np(reading);
	ck_assert_uint_eq(works.rooms, 0);
	ck_assert_uint_eq(works.bad, 0);
}
END_TEST

START_TEST(a_reading_can_be_closed_at_any_time)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct posix_trace_item_np item;
	int none;

	for (unsigned i = 0; i < 20; i++) {
		assert_ok(posix_trace_reading_open_np(fd, i % 4, &reading));
		for (unsigned k = 0; k < i * 100; k++)
			assert_ok(posix_trace_reading_getnext_item_np(
				reading, &item, &none));
		posix_trace_reading_close_np(reading);
	}
	posix_trace_reading_close_np(NULL);
}
END_TEST

/* Leaves so many bytes of address space besides what is in use. */
static void limit_space(size_t more, struct rlimit *old)
{
	FILE *file = fopen("/proc/self/statm", "re");
	struct rlimit limit;
	rlim_t pages;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fscanf(file, "%lu", &pages), 1);
	fclose(file);
	assert_ok(getrlimit(RLIMIT_AS, old));
	limit = (struct rlimit){ (pages << 12) + more, old->rlim_max };
	assert_ok(setrlimit(RLIMIT_AS, &limit));
}

START_TEST(without_threads_the_caller_does_the_work)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	pthread_attr_t attr;
	trace_id_t log;

	assert_ok(pthread_attr_init(&attr));
	assert_ok(pthread_attr_setstacksize(&attr, (size_t)1 << 48));
	assert_ok(pthread_setattr_default_np(&attr));
	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, 2, &reading));
	ck_assert_uint_eq(posix_trace_reading_workers_np(reading), 0);
	ck_assert_uint_gt(compare_rest(log, reading, UINT_MAX), EVENTS / 2);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

START_TEST(a_call_without_memory_can_be_repeated)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct posix_trace_item_np item;
	unsigned count = 0, errors = 0;
	struct rlimit old;
	trace_id_t log;
	int none = 0;

	if (SANITIZED) {
		skipped("sanitizers need address space");
		return;
	}
	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, workers[_i], &reading));
	limit_space(0, &old);
	while (!none && errors < 3) {
		if (posix_trace_reading_getnext_item_np(reading, &item, &none))
			errors++, none = 0;
		else
			count += !none;
	}
	assert_ok(setrlimit(RLIMIT_AS, &old));

	for (unsigned i = 0; i < count; i++)
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
	ck_assert_uint_gt(count + compare_rest(log, reading, UINT_MAX),
			  EVENTS / 2);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

START_TEST(there_are_as_many_workers_as_have_space)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct rlimit old;

	if (SANITIZED) {
		skipped("sanitizers need address space");
		return;
	}
	limit_space(400 << 20, &old);
	assert_ok(posix_trace_reading_open_np(fd, 64, &reading));
	assert_ok(setrlimit(RLIMIT_AS, &old));
	ck_assert_uint_gt(posix_trace_reading_workers_np(reading), 0);
	ck_assert_uint_lt(posix_trace_reading_workers_np(reading), 8);
	posix_trace_reading_close_np(reading);
}
END_TEST

static void look_at_stack(struct posix_trace_batch_np *batch, unsigned worker,
			  void *argument)
{
	size_t *const least = argument;
	pthread_attr_t attr;
	size_t size;

	(void)batch;
	(void)worker;
	assert_ok(pthread_getattr_np(pthread_self(), &attr));
	assert_ok(pthread_attr_getstacksize(&attr, &size));
	if (size < *least)
		*least = size;
	assert_ok(pthread_attr_destroy(&attr));
}

START_TEST(workers_have_room_for_functions_of_the_program)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	size_t least = SIZE_MAX;
	pthread_attr_t attr;

	assert_ok(pthread_attr_init(&attr));
	assert_ok(pthread_attr_setstacksize(&attr, 128 << 10));
	assert_ok(pthread_setattr_default_np(&attr));
	assert_ok(posix_trace_reading_open_np(fd, 1, &reading));
	assert_ok(posix_trace_reading_set_work_np(reading, look_at_stack, NULL,
						  &least));
	assert_ok(posix_trace_reading_getnext_batch_np(reading, &batch));
	posix_trace_reading_close_np(reading);
	ck_assert_uint_ge(least, 512 << 10);
	ck_assert_uint_lt(least, SIZE_MAX);
	assert_ok(pthread_attr_destroy(&attr));
}
END_TEST

START_TEST(what_is_no_log_is_refused)
{
	struct posix_trace_reading_np *reading;
	const int fd = new_file();

	assert_invalid(posix_trace_reading_open_np(fd, 2, &reading));
	assert_invalid(posix_trace_reading_open_np(fd, 2, NULL));
	assert_invalid(posix_trace_reading_open_np(
		make_log(POSIX_TRACE_APPEND),
		POSIX_TRACE_READING_WORKERS_MAX_NP + 1, &reading));
	ck_assert_int_eq(posix_trace_reading_open_np(-1, 2, &reading), EBADF);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reading");
	TCase *tcase = tcase_create("reading");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, logs_that_a_fuzzer_begins_with_are_read_alike);
	tcase_add_test(tcase, a_log_is_read_alike);
	tcase_add_test(tcase, a_log_that_was_overwritten_is_read_alike);
	tcase_add_loop_test(tcase, a_log_that_was_cut_is_read_alike, 0, 2);
	tcase_add_loop_test(tcase, a_changed_byte_is_damage_in_the_same_place,
			    0, 2);
	tcase_add_test(tcase, heads_that_lie_change_nothing);
	tcase_add_test(tcase, endless_chunks_are_read_alike);
	tcase_add_test(tcase,
		       a_log_that_is_cut_during_the_reading_keeps_the_rest);
	tcase_add_loop_test(tcase, damage_that_was_met_stays_known, 0,
			    ARRAY_LEN(workers));
	tcase_add_test(tcase, a_reading_begins_again_and_at_a_time);
	tcase_add_loop_test(tcase, work_is_done_for_each_batch, 0, 3);
	tcase_add_test(tcase, a_reading_can_be_closed_at_any_time);
	tcase_add_test(tcase, without_threads_the_caller_does_the_work);
	tcase_add_loop_test(tcase, a_call_without_memory_can_be_repeated, 0,
			    ARRAY_LEN(workers));
	tcase_add_test(tcase, there_are_as_many_workers_as_have_space);
	tcase_add_test(tcase, workers_have_room_for_functions_of_the_program);
	tcase_add_test(tcase, what_is_no_log_is_refused);
	suite_add_tcase(suite, tcase);

	tcase = tcase_create("growing");
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, a_log_that_grows_is_read_alike, 0, 2);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
