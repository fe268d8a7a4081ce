/* check_log_packing.c - compressed logs */
#include <pthread.h>
#include <zstd.h>

#include "base/crc32c.h"
#include "log/full_log.h"
#include "log/log_packing.h"
#include "run.h"

enum {
	RECORDS_MAX = 64 << 10,
	PAYLOAD = PXT_LOG_SECTION_SIZE,
	RECORDS_AT = PAYLOAD + PXT_LOG_CHUNK_SIZE,
	UNPACKED_AT = PAYLOAD + 20,
	FLAGS_AT = PAYLOAD + 104,
	CHUNK_CRC_AT = PAYLOAD + 108,
	WORKERS = 4,
};

static uint64_t le(const uint8_t *at, size_t len)
{
	uint64_t value = 0;

	while (len)
		value = value << 8 | at[--len];
	return value;
}

static void begin_packed(uint32_t policy)
{
	struct pxt_log_header header;

	setenv("PACKED_LOGS", "1", 1);
	full_header(&header, policy);
	memset(&full, 0, sizeof(full));
	full.fd = sample_file();
	ck_assert_int_eq(pxt_log_create(full.fd, &header, &full.writer), 0);
}

/* A chunk with so many events. Returns where its section is. */
static uint64_t put_chunk(unsigned count, uint8_t *records, size_t *len)
{
	const uint64_t at = pxt_log_length(full.writer);
	struct pxt_log_chunk chunk;

	*len = make_records(records, full.ticks + 1, count, &chunk);
	full.ticks = chunk.last;
	ck_assert_int_eq(pxt_log_put_chunk(full.writer, &chunk, records, *len),
			 0);
	return at;
}

static size_t take_section(uint64_t at, uint8_t *section, size_t size)
{
	const ssize_t len = pread(full.fd, section, size, (off_t)at);

	ck_assert_int_gt(len, PAYLOAD);
	return PAYLOAD + (size_t)le(section + 8, 8);
}

/* As docs/log-format.md says it, without the library. */
static size_t unpack_by_hand(const uint8_t *section, size_t len, uint8_t *out)
{
	static uint8_t dense[2 * RECORDS_MAX];
	uint64_t ticks = le(section + PAYLOAD + 32, 8);
	uint8_t heads[128][12] = { { 0 } };
	size_t data, done, place, at = 0, end = 0;

	done = ZSTD_decompress(dense, sizeof(dense), section + RECORDS_AT,
			       len - RECORDS_AT);
	ck_assert(!ZSTD_isError(done));
	while (at < done) {
		place = dense[at++];
		for (unsigned shift = 0;; shift += 7) {
			ticks += (uint64_t)(dense[at] & 127) << shift;
			if (dense[at++] < 128)
				break;
		}
		if (place & 128) {
			memcpy(heads[place & 127], dense + at, 12);
			at += 12;
		}
		data = le(heads[place & 127] + 8, 4) & 0x3fffffff;
		memset(out + end, 0, pxt_record_span(data));
		memcpy(out + end, &ticks, 8);
		memcpy(out + end + 8, heads[place & 127], 12);
		memcpy(out + end + 20, dense + at, data);
		at += data;
		end += pxt_record_span(data);
	}
	return end;
}

START_TEST(a_packed_chunk_lies_as_the_document_says)
{
	uint8_t records[RECORDS_MAX], section[RECORDS_MAX], out[RECORDS_MAX];
	size_t len, span;
	uint64_t at;

	begin_packed(POSIX_TRACE_APPEND);
	at = put_chunk(50, records, &len);
	span = take_section(at, section, sizeof(section));
	ck_assert_uint_lt(span - RECORDS_AT, len);
	ck_assert_uint_eq(le(section + FLAGS_AT, 4), 2);
	ck_assert_uint_eq(le(section + UNPACKED_AT, 4), len);
	ck_assert_uint_eq(unpack_by_hand(section, span, out), len);
	ck_assert_mem_eq(out, records, len);
	/* The context in force for the first event. */
	ck_assert_uint_eq(le(section + PAYLOAD + 56, 4), contexts[1].pid);
	ck_assert_uint_eq(le(section + PAYLOAD + 60, 4), contexts[1].tid);
	ck_assert_uint_eq(le(section + PAYLOAD + 80, 8), contexts[1].rate);
	end();
}
END_TEST

/* More types, and lengths, than there are places for heads. */
START_TEST(records_of_many_kinds_are_the_same_again)
{
	enum { KINDS = 700 };
	static uint8_t records[RECORDS_MAX], again[RECORDS_MAX];
	static const uint8_t data[16] = { 1, 2, 3 };
	struct pxt_log_packer *packer;
	const void *packed;
	size_t len = 0, done;

	for (uint32_t i = 0; i < KINDS; i++)
		len += add_record(records + len, 100 + i, 16 + i % 333, data,
				  i % 16);
	ck_assert_int_eq(pxt_log_packer_create(&packer), 0);
	done = pxt_log_pack(packer, 100, records, len, &packed);
	ck_assert_uint_gt(done, 0);
	ck_assert_int_eq(pxt_log_unpack(100, packed, done, again, len), 0);
	ck_assert_mem_eq(again, records, len);
	pxt_log_packer_close(packer);
}
END_TEST

START_TEST(the_version_is_raised_for_compressed_logs_only)
{
	struct pxt_log_reader *reader;
	uint8_t head[16];

	for (unsigned version = 3; version <= 4; version++) {
		if (version == 3)
			begin(POSIX_TRACE_APPEND);
		else
			begin_packed(POSIX_TRACE_APPEND);
		must_end();
		ck_assert_int_eq(pread(full.fd, head, 16, 0), 16);
		ck_assert_uint_eq(head[8], version);
		ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
		ck_assert_uint_eq(pxt_log_reader_header(reader)->version,
				  version);
		ck_assert_uint_eq(
			pxt_log_reader_header(reader)->attr.log_compression,
			version == 3 ? POSIX_TRACE_LOG_PLAIN_NP :
				       POSIX_TRACE_LOG_ZSTD_NP);
		pxt_log_reader_close(reader);
		end();
	}
}
END_TEST

START_TEST(records_that_would_be_no_shorter_stay_as_they_are)
{
	static const uint8_t nonsense[4096] = { [16] = 0xff, [17] = 0xff };
	const struct pxt_log_chunk chunk = { .first = 1, .last = 2 };
	uint8_t records[RECORDS_MAX], section[RECORDS_MAX];
	size_t len, span;
	uint64_t at;

	begin_packed(POSIX_TRACE_APPEND);
	at = put_chunk(1, records, &len);
	span = take_section(at, section, sizeof(section));
	if (!(le(section + FLAGS_AT, 4) & 2))
		ck_assert_uint_eq(span - RECORDS_AT, len);

	/* No records at all. */
	at = pxt_log_length(full.writer);
	ck_assert_int_eq(pxt_log_put_chunk(full.writer, &chunk, nonsense,
					   sizeof(nonsense)),
			 0);
	span = take_section(at, section, sizeof(section));
	ck_assert_uint_eq(le(section + FLAGS_AT, 4), 0);
	ck_assert_uint_eq(span - RECORDS_AT, sizeof(nonsense));
	ck_assert_mem_eq(section + RECORDS_AT, nonsense, sizeof(nonsense));
	end();
}
END_TEST

/* Events of nothing but zeroes shrink by thousands. */
START_TEST(no_chunk_is_more_than_64_times_its_section)
{
	enum { LEN = 4076, COUNT = 15 };
	static const uint8_t zeroes[LEN];
	struct pxt_log_chunk chunk = {
		.first = 1,
		.last = COUNT,
		.events = COUNT,
		.context = contexts[0],
	};
	uint8_t records[RECORDS_MAX], section[RECORDS_MAX];
	struct pxt_log_writer *writer;
	struct pxt_log_header header;
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct pxt_event event;
	size_t len = 0, span;
	uint64_t at;

	setenv("PACKED_LOGS", "1", 1);
	full.fd = sample_file();
	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(full.fd, &header, &writer), 0);
	at = pxt_log_length(writer);
	for (unsigned i = 1; i <= COUNT; i++)
		len += add_record(records + len, i, 16, zeroes, LEN);
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, records, len), 0);
	span = take_section(at, section, sizeof(section));
	ck_assert_uint_ge((span - RECORDS_AT) * 64, len);
	ck_assert_uint_lt((span - RECORDS_AT) * 32, len);
	pxt_log_writer_close(writer);

	ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	for (unsigned i = 1; i <= COUNT; i++) {
		ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
		ck_assert_uint_eq(event.ticks, i);
		ck_assert_uint_eq(event.len, LEN);
		ck_assert_mem_eq(event.data, zeroes, LEN);
	}
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
	close(full.fd);
}
END_TEST

/* Writes a section anew, with checksums that match. */
static void mend(uint64_t at, uint8_t *section)
{
	const size_t len = (size_t)le(section + 8, 8);
	struct pxt_log_section head = {
		.type = PXT_LOG_CHUNK,
		.len = len,
		.number = le(section + 16, 8),
	};
	struct pxt_log_header header;
	uint32_t crc;

	sample_header(&header);
	crc = pxt_crc32c(0, section + PAYLOAD, PXT_LOG_CHUNK_SIZE - 4);
	memcpy(section + CHUNK_CRC_AT, &crc, sizeof(crc));
	head.crc = pxt_crc32c(0, section + PAYLOAD, len);
	pxt_log_section_encode(&head, header.uuid, section);
	ck_assert_int_eq(pwrite(full.fd, section, PAYLOAD + len, (off_t)at),
			 PAYLOAD + len);
}

/* The second of three chunks is lost, and told; the others are there. */
static void expect_second_lost(void)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct pxt_event event;
	struct pxt_log_damage damage;
	unsigned count = 0;

	ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	while (!pxt_merge_next(merge, &event))
		count++;
	pxt_log_reader_damage(reader, &damage);
	ck_assert_uint_eq(count, 40);
	ck_assert_uint_eq(damage.count, 1);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}

static void lie_about_size(uint8_t *section, uint32_t size)
{
	memcpy(section + UNPACKED_AT, &size, sizeof(size));
}

START_TEST(a_chunk_that_lies_about_its_size_is_damage)
{
	uint8_t records[RECORDS_MAX], whole[RECORDS_MAX], section[RECORDS_MAX];
	size_t len, span, packed;
	uint64_t at;

	begin_packed(POSIX_TRACE_APPEND);
	put_chunk(20, records, &len);
	at = put_chunk(20, records, &len);
	span = take_section(at, whole, sizeof(whole));
	packed = span - RECORDS_AT;
	put_chunk(20, records, &len);
	must_end();

	const uint32_t sizes[] = {
		0,
		1,
		(uint32_t)len - 8,
		(uint32_t)len + 8,
		(uint32_t)packed * 64,
		(uint32_t)packed * 64 + 64,
		PXT_LOG_CHUNK_MAX,
		UINT32_MAX,
	};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		memcpy(section, whole, span);
		lie_about_size(section, sizes[i]);
		mend(at, section);
		expect_second_lost();
	}
	end();
}
END_TEST

START_TEST(a_chunk_of_other_bytes_than_frames_is_damage)
{
	uint8_t records[RECORDS_MAX], whole[RECORDS_MAX], section[RECORDS_MAX];
	static const uint8_t bomb[32 << 10];
	size_t len, span;
	uint64_t at;

	begin_packed(POSIX_TRACE_APPEND);
	put_chunk(20, records, &len);
	at = put_chunk(20, records, &len);
	span = take_section(at, whole, sizeof(whole));
	put_chunk(20, records, &len);
	must_end();

	for (size_t i = RECORDS_AT; i < span; i += 5) {
		memcpy(section, whole, span);
		memset(section + i, 0xff, span - i);
		mend(at, section);
		expect_second_lost();
	}
	/* A sound frame, of more bytes than there may be. */
	memcpy(section, whole, span);
	memset(section + RECORDS_AT, 0, span - RECORDS_AT);
	ck_assert(!ZSTD_isError(ZSTD_compress(section + RECORDS_AT,
					      span - RECORDS_AT, bomb,
					      sizeof(bomb), 1)));
	mend(at, section);
	expect_second_lost();
	end();
}
END_TEST

START_TEST(a_full_log_of_packed_chunks_has_the_newest_events_without_a_gap)
{
	begin_packed(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	put_much(LOOPS * LOG_SIZE);
	ck_assert(pxt_log_has_overwritten(full.writer));
	ck_assert_uint_le(pxt_log_length(full.writer),
			  2 * LOG_SIZE + (16 << 10));
	must_end();
	get_all(full.fd);
	ck_assert(got.gapless);
	ck_assert_uint_eq(got.last, full.ticks);
	ck_assert_uint_eq(got.damage.count, 0);
	end();
}
END_TEST

START_TEST(packed_records_fill_a_log_later)
{
	uint64_t plain, packed;

	begin(POSIX_TRACE_UNTIL_FULL);
	while (!put(5))
		;
	plain = full.ticks;
	end();
	begin_packed(POSIX_TRACE_UNTIL_FULL);
	while (!put(5))
		;
	packed = full.ticks;
	must_end();
	ck_assert_uint_gt(packed, plain);
	ck_assert_uint_le(pxt_log_length(full.writer),
			  2 * LOG_SIZE + (16 << 10));
	get_all(full.fd);
	ck_assert_uint_ge(got.count, packed);
	ck_assert_uint_eq(got.damage.count, 0);
	end();
}
END_TEST

/* What one writer packed, any number of threads unpacks. */
static struct {
	const uint8_t *packed, *records;
	size_t packed_len, len;
} shared;

static void *unpack_often(void *arg)
{
	uint8_t out[RECORDS_MAX];

	for (unsigned i = 0; i < 200; i++)
		if (pxt_log_unpack(1, shared.packed, shared.packed_len, out,
				   shared.len) ||
		    memcmp(out, shared.records, shared.len))
			return arg;
	return NULL;
}

START_TEST(threads_unpack_at_once)
{
	struct pxt_log_packer *packer;
	struct pxt_log_chunk chunk;
	uint8_t records[RECORDS_MAX];
	pthread_t thread[WORKERS];
	const void *packed;
	void *failed;

	shared.records = records;
	shared.len = make_records(records, 1, 100, &chunk);
	ck_assert_int_eq(pxt_log_packer_create(&packer), 0);
	shared.packed_len =
		pxt_log_pack(packer, 1, records, shared.len, &packed);
	ck_assert_uint_gt(shared.packed_len, 0);
	shared.packed = packed;
	for (unsigned i = 0; i < WORKERS; i++)
		ck_assert_int_eq(
			pthread_create(&thread[i], NULL, unpack_often, &shared),
			0);
	for (unsigned i = 0; i < WORKERS; i++) {
		ck_assert_int_eq(pthread_join(thread[i], &failed), 0);
		ck_assert_ptr_null(failed);
	}
	pxt_log_packer_close(packer);
}
END_TEST

START_TEST(any_ticks_and_data_come_back)
{
	static const uint64_t ticks[] = { 1,   0,   UINT64_MAX,
					  5,   5,   1u << 31,
					  127, 128, UINT64_MAX / 2 };
	uint8_t records[RECORDS_MAX], out[RECORDS_MAX], data[300];
	struct pxt_log_packer *packer;
	const void *packed;
	size_t len = 0, packed_len;

	for (unsigned i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)i;
	for (unsigned i = 0; i < 9 * 30; i++)
		len += add_record(records + len, ticks[i % 9], 16 + i % 3, data,
				  i);
	ck_assert_int_eq(pxt_log_packer_create(&packer), 0);
	packed_len = pxt_log_pack(packer, 77, records, len, &packed);
	ck_assert_uint_gt(packed_len, 0);
	ck_assert_int_eq(pxt_log_unpack(77, packed, packed_len, out, len), 0);
	ck_assert_mem_eq(out, records, len);
	ck_assert_int_eq(pxt_log_unpack(77, packed, packed_len, out, len - 8),
			 EBADMSG);
	pxt_log_packer_close(packer);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_packing");
	TCase *packed = tcase_create("packed");

	tcase_add_test(packed, records_of_many_kinds_are_the_same_again);
	tcase_add_test(packed, a_packed_chunk_lies_as_the_document_says);
	tcase_add_test(packed, the_version_is_raised_for_compressed_logs_only);
	tcase_add_test(packed,
		       records_that_would_be_no_shorter_stay_as_they_are);
	tcase_add_test(packed, no_chunk_is_more_than_64_times_its_section);
	tcase_add_test(packed, a_chunk_that_lies_about_its_size_is_damage);
	tcase_add_test(packed, a_chunk_of_other_bytes_than_frames_is_damage);
	tcase_add_test(
		packed,
		a_full_log_of_packed_chunks_has_the_newest_events_without_a_gap);
	tcase_add_test(packed, packed_records_fill_a_log_later);
	tcase_add_test(packed, threads_unpack_at_once);
	tcase_add_test(packed, any_ticks_and_data_come_back);
	tcase_set_timeout(packed, 60);
	suite_add_tcase(suite, packed);
	return run_suite(suite);
}
