/*
 * read_log.h - a log that is read, for tests
 */
#ifndef TESTS_LOG_READ_LOG_H
#define TESTS_LOG_READ_LOG_H

#include <check.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/crc32c.h"
#include "sample.h"

static struct sample sample;
static struct seen seen;
static uint8_t *bytes; /* of the sample */

static inline void setup(void)
{
	sample_write(&sample);
	bytes = malloc(sample.length);
	ck_assert_int_eq(pread(sample.fd, bytes, sample.length, 0),
			 sample.length);
}

static inline void teardown(void)
{
	free(bytes);
	close(sample.fd);
}

static inline struct pxt_log_reader *open_log(int fd)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	return reader;
}

static inline void put_at(uint64_t at, const void *data, size_t len)
{
	ck_assert_int_eq(pwrite(sample.fd, data, len, (off_t)at), len);
}

static inline void expect_knowledge(const struct pxt_log_reader *reader)
{
	const struct pxt_image *image = pxt_log_reader_process(reader, 0, 100);

	ck_assert_str_eq(pxt_log_reader_name(reader, 1, 16), "alpha");
	ck_assert_str_eq(pxt_log_reader_name(reader, 1, 17), "beta");
	ck_assert_str_eq(pxt_log_reader_name(reader, 2, 16), "gamma");
	ck_assert_ptr_null(pxt_log_reader_name(reader, 2, 17));
	ck_assert_str_eq(pxt_log_reader_description(reader, 1, 17),
			 "char text[]");
	ck_assert_ptr_null(pxt_log_reader_description(reader, 1, 16));
	ck_assert_ptr_null(pxt_log_reader_description(reader, 2, 17));
	ck_assert_ptr_null(pxt_log_reader_name(reader, 3, 16));
	ck_assert_ptr_nonnull(image);
	ck_assert_str_eq(image->name, "the-program");
	ck_assert_ptr_nonnull(pxt_log_reader_process(reader, 0, 200));
	ck_assert_ptr_null(pxt_log_reader_process(reader, 0, 300));
}

#endif
