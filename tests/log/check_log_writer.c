/* check_log_writer.c - what lies in the file, and what happens when it does
 * not fit. The layout is taken apart by hand here, from docs/log-format.md. */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/crc32c.h"
#include "sample.h"
#include "run.h"

static uint8_t file[8192];
static size_t file_len;

static void slurp(int fd)
{
	ssize_t len = pread(fd, file, sizeof(file), 0);

	ck_assert_int_ge(len, 0);
	file_len = (size_t)len;
}

static uint64_t le(size_t at, size_t len)
{
	uint64_t value = 0;

	ck_assert_uint_le(at + len, file_len);
	while (len)
		value = value << 8 | file[at + --len];
	return value;
}

/* Verify the head of the section at that place, give its type, and go to
 * the next one. */
static uint32_t take_section(size_t *at, uint64_t number)
{
	const size_t head = *at;
	uint64_t len = le(head + 8, 8);
	uint32_t crc;

	ck_assert_uint_eq(head % 8, 0);
	ck_assert(!memcmp(file + head, "PTLS", 4));
	ck_assert_uint_eq(le(head + 16, 8), number);
	ck_assert_uint_le(head + 32 + len, file_len);
	ck_assert_uint_eq(le(head + 24, 4),
			  pxt_crc32c(0, file + head + 32, len));

	crc = pxt_crc32c(0, file + head, 28);
	if (number > 1)
		crc = pxt_crc32c(crc, file + 48, 16);
	ck_assert_uint_eq(le(head + 28, 4), crc);

	for (*at = head + 32 + len; *at % 8; ++*at)
		ck_assert_uint_eq(file[*at], 0);
	return (uint32_t)le(head + 4, 4);
}

START_TEST(sections_lie_as_the_document_says)
{
	static const uint8_t preamble[16] = { 0x89, 'P',  'T',	'L', 0x0d, 0x0a,
					      0x1a, 0x0a, 3,	0,   0,	   0,
					      0x0d, 0x0c, 0x0b, 0x0a };
	static const uint32_t types[] = { 1, 1, 2, 3, 2, 7, 4,
					  4, 4, 2, 4, 3, 3, 5 };
	struct sample sample;
	size_t at = 16;

	sample_write(&sample);
	slurp(sample.fd);

	ck_assert(!memcmp(file, preamble, 16));
	for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		ck_assert_uint_eq(take_section(&at, i), types[i]);
		for (; !i && at < 4096; at++)
			ck_assert_uint_eq(file[at], 0);
	}
	ck_assert_uint_eq(at, file_len);
	ck_assert_uint_eq(at, sample.length);
	close(sample.fd);
}
END_TEST

static void expect_header(size_t p)
{
	static const uint8_t mark[] = { 0x0d, 0x0c };
	struct pxt_log_header header;

	sample_header(&header);

	ck_assert(!memcmp(file + p, header.uuid, 16));
	ck_assert_uint_eq(le(p + 16, 4), PXT_CLOCK_TSC);
	ck_assert_uint_eq(le(p + 20, 4), 100);
	ck_assert_uint_eq(le(p + 24, 8), 1000);
	ck_assert_uint_eq(le(p + 32, 8), UINT64_C(2) << 32);
	ck_assert_uint_eq(le(p + 40, 8), 1700000000123456789);
	ck_assert_uint_eq(le(p + 48, 8), (uint64_t)header.attr.clockres_ns);
	ck_assert_uint_eq(le(p + 56, 8), header.attr.stream_size);
	ck_assert_uint_eq(le(p + 64, 8), header.attr.log_size);
	ck_assert_uint_eq(le(p + 72, 8), 777);
	ck_assert_uint_eq(le(p + 80, 4), POSIX_TRACE_FLUSH);
	ck_assert_uint_eq(le(p + 84, 4), POSIX_TRACE_APPEND);
	ck_assert_uint_eq(le(p + 88, 4), POSIX_TRACE_CLOSE_FOR_CHILD);
	ck_assert_uint_eq(le(p + 92, 2), 3);
	ck_assert(!memcmp(file + p + 94, mark, sizeof(mark)));
	ck_assert_str_eq((char *)file + p + 96, "sample");
}

START_TEST(the_header_lies_as_the_document_says_twice)
{
	struct sample sample;

	sample_write(&sample);
	slurp(sample.fd);
	expect_header(16 + 32);
	expect_header(4096 + 32);
	close(sample.fd);
}
END_TEST

START_TEST(a_chunk_lies_as_the_document_says)
{
	struct sample sample;
	size_t p;

	sample_write(&sample);
	slurp(sample.fd);

	p = sample.at[2] + 32;
	ck_assert_uint_eq(le(p, 4), 112);
	ck_assert_uint_eq(le(p + 4, 4), 3);	/* events */
	ck_assert_uint_eq(le(p + 8, 8), 0);	/* sequence */
	ck_assert_uint_eq(le(p + 16, 4), 200);	/* offset */
	ck_assert_uint_eq(le(p + 24, 8), 0);	/* lost */
	ck_assert_uint_eq(le(p + 32, 8), 1070); /* first */
	ck_assert_uint_eq(le(p + 40, 8), 1110); /* last */
	ck_assert_uint_eq(le(p + 48, 8), 1065); /* floor */
	ck_assert_uint_eq(le(p + 56, 4), 100);	/* pid */
	ck_assert_uint_eq(le(p + 60, 4), 101);	/* tid */
	ck_assert_uint_eq(le(p + 64, 8), 0x7001);
	ck_assert_uint_eq(le(p + 72, 8), 5000000);
	ck_assert_uint_eq(le(p + 80, 8), UINT64_C(2) << 32);
	ck_assert_uint_eq(le(p + 88, 4), 1);	/* family */
	ck_assert_uint_eq(le(p + 96, 8), 1000); /* context_ticks */
	ck_assert_uint_eq(le(p + 108, 4), pxt_crc32c(0, file + p, 108));
	ck_assert_uint_eq(le(p + 112, 8), 1070); /* the first record */
	ck_assert_uint_eq(le(p + 112 + 14, 2), 16);
	ck_assert(!memcmp(file + p + 112 + 20, "goes on", 7));
	close(sample.fd);
}
END_TEST

START_TEST(a_description_lies_as_the_document_says)
{
	struct sample sample;
	size_t p;

	sample_write(&sample);
	slurp(sample.fd);
	p = sample.start;
	for (unsigned i = 2; i < 5; i++)
		take_section(&p, i);
	ck_assert_uint_eq(le(p + 4, 4), 7);
	ck_assert_uint_eq(le(p + 8, 8), 8 + 12);
	ck_assert_uint_eq(le(p + 32, 4), 1);
	ck_assert_uint_eq(le(p + 36, 4), 17);
	ck_assert_str_eq((char *)file + p + 40, "char text[]");
	close(sample.fd);
}
END_TEST

START_TEST(the_end_repeats_what_was_told_and_is_found_from_behind)
{
	struct sample sample;
	size_t p;

	sample_write(&sample);
	slurp(sample.fd);

	ck_assert_uint_eq(le(file_len - 16, 8), file_len - sample.end_at);
	ck_assert(!memcmp(file + file_len - 8,
			  "\x89"
			  "END\r\n\x1a\n",
			  8));

	p = sample.end_at + 32;
	ck_assert_uint_eq(le(p, 4), 120);
	ck_assert_uint_eq(le(p + 4, 4), 1);   /* complete */
	ck_assert_uint_eq(le(p + 8, 4), 1);   /* stream overrun */
	ck_assert_uint_eq(le(p + 12, 4), 28); /* flush error */
	ck_assert_uint_eq(le(p + 16, 4), 0);  /* log overrun */
	ck_assert_uint_eq(le(p + 20, 4), 1);  /* log full */
	ck_assert_uint_eq(le(p + 24, 8), 11);
	ck_assert_uint_eq(le(p + 32, 8), 7);
	ck_assert_uint_eq(le(p + 40, 4), 3);
	ck_assert_uint_eq(le(p + 44, 4), 3);
	for (unsigned i = 48; i < 96; i += 8)
		ck_assert_uint_eq(le(p + i, 8), 0); /* in order */
	ck_assert_uint_eq(le(p + 96, 4), 1);	    /* descriptions */
	ck_assert_uint_eq(le(p + 100, 4), 0);	    /* origins */
	ck_assert_uint_eq(le(p + 104, 4), 0);	    /* threads */
	ck_assert_uint_eq(le(p + 108, 4), 0);	    /* objects */
	ck_assert_uint_eq(le(p + 112, 4), 0);	    /* notes */
	ck_assert_uint_eq(le(p + 120, 4), 1);
	ck_assert_uint_eq(le(p + 124, 4), 16);
	ck_assert_str_eq((char *)file + p + 128, "alpha");
	close(sample.fd);
}
END_TEST

static struct pxt_log_writer *create(int fd)
{
	struct pxt_log_writer *writer;
	struct pxt_log_header header;

	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	return writer;
}

static int try_create(int fd)
{
	struct pxt_log_writer *writer;
	struct pxt_log_header header;
	int err;

	sample_header(&header);
	err = pxt_log_create(fd, &header, &writer);
	if (!err)
		pxt_log_writer_close(writer);
	return err;
}

/* LOG-02 LOG-03 LOG-04 LOG-13 LOG-14 */
START_TEST(only_a_regular_file_open_for_writing_at_offsets_will_do)
{
	char path[] = "/tmp/check_log_writer.XXXXXX";
	int fd = mkstemp(path), reading, appending, writing, ends[2];

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pipe(ends), 0);
	reading = open(path, O_RDONLY);
	appending = open(path, O_RDWR | O_APPEND);
	writing = open(path, O_WRONLY);
	unlink(path);

	ck_assert_int_eq(write(fd, "keep", 4), 4);
	ck_assert_int_eq(try_create(-1), EBADF);
	ck_assert_int_eq(try_create(reading), EBADF);
	ck_assert_int_eq(try_create(appending), EINVAL);
	ck_assert_int_eq(try_create(ends[1]), EINVAL);
	slurp(fd);
	ck_assert_uint_eq(file_len, 4);

	ck_assert_int_eq(try_create(writing), 0);
	close(reading);
	close(appending);
	close(writing);
	ck_assert_int_eq(try_create(appending), EBADF);
	close(ends[0]);
	close(ends[1]);
	close(fd);
}
END_TEST

/* LOG-16 */
START_TEST(what_was_there_is_replaced_and_the_position_left_alone)
{
	static char noise[5000] = "noise";
	struct pxt_log_writer *writer;
	int fd = sample_file();

	ck_assert_int_eq(write(fd, noise, sizeof(noise)), sizeof(noise));
	writer = create(fd);
	put_name(writer, 1, 16, "alpha");

	slurp(fd);
	ck_assert_uint_eq(file_len, pxt_log_length(writer));
	ck_assert(!memcmp(file + 1, "PTL", 3));
	ck_assert_int_eq(lseek(fd, 0, SEEK_CUR), sizeof(noise));
	pxt_log_writer_close(writer);
	close(fd);
}
END_TEST

START_TEST(what_no_reader_would_take_is_not_written)
{
	struct pxt_log_chunk chunk = { .events = 0 };
	int fd = sample_file();
	struct pxt_log_writer *writer = create(fd);
	uint64_t length = pxt_log_length(writer);
	char description[PXT_DESCRIPTION_MAX + 2];
	char name[TRACE_EVENT_NAME_MAX + 2];

	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	ck_assert_int_eq(pxt_log_put_name(writer, 1, 16, name), EINVAL);
	ck_assert_int_eq(pxt_log_put_name(writer, 1, 9, "n"), EINVAL);
	ck_assert_int_eq(pxt_log_put_name(writer, 1, PXT_EVENT_END, "n"),
			 EINVAL);
	ck_assert_int_eq(pxt_log_put_process(writer, "no image", 8), EINVAL);
	ck_assert_int_eq(pxt_log_put_process(writer, NULL, 2 << 20), EMSGSIZE);
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, NULL, 64 << 20),
			 EMSGSIZE);
	ck_assert_uint_eq(pxt_log_length(writer), length);

	memset(description, 'd', sizeof(description));
	description[sizeof(description) - 1] = '\0';
	ck_assert_int_eq(pxt_log_put_description(writer, 1, 16, description),
			 EINVAL);
	ck_assert_int_eq(pxt_log_put_description(writer, 1, 9, "d"), EINVAL);
	ck_assert_uint_eq(pxt_log_length(writer), length);
	description[PXT_DESCRIPTION_MAX] = '\0';
	put_description(writer, 16, description);
	put_description(writer, 17, "");

	name[TRACE_EVENT_NAME_MAX] = '\0';
	put_name(writer, 1, PXT_EVENT_END - 1, name);
	put_name(writer, 1, 16, "");
	pxt_log_writer_close(writer);
	close(fd);
}
END_TEST

/* A chunk that is large, and has no events. */
static int put_block(struct pxt_log_writer *writer, size_t len)
{
	static uint8_t records[16 << 10];
	const struct pxt_log_chunk chunk = { .first = 1 };
	size_t at = 0;

	while (at < len)
		at += add_record(records + at, 1, PXT_RECORD_CONTEXT,
				 &contexts[0], sizeof(contexts[0]));
	return pxt_log_put_chunk(writer, &chunk, records, at);
}

static uint64_t size_of(int fd)
{
	struct stat status;

	ck_assert_int_eq(fstat(fd, &status), 0);
	return (uint64_t)status.st_size;
}

/* Room for one sample chunk more was not there, then it is. */
static void expect_recovery(int fd, struct pxt_log_writer *writer)
{
	struct seen seen;

	put_sample_chunk(writer, 0);
	ck_assert_uint_eq(size_of(fd), pxt_log_length(writer));
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	ck_assert_int_eq(open_and_read(fd, &seen), 0);
	ck_assert(has_chunks(&seen, 1 << 0));
	ck_assert_uint_eq(seen.damage.count, 0);
}

/* No assertion here, and none under a low limit: each writes to a file. */
static void limit_file_size(rlim_t size)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit))
		abort();
	limit.rlim_cur = size;
	if (setrlimit(RLIMIT_FSIZE, &limit))
		abort();
}

static void meet_the_limit(void)
{
	struct pxt_log_writer *writer;
	int fd = sample_file(), err;
	sigset_t set;

	writer = create(fd);
	limit_file_size(20000);
	while (!(err = put_block(writer, 3000)))
		;
	ck_assert_int_eq(err, EFBIG);
	ck_assert_uint_gt(pxt_log_length(writer), 20000 - 3200);
	ck_assert_uint_eq(size_of(fd), pxt_log_length(writer));

	/* The signal is gone, and unblocked again. */
	ck_assert_int_eq(sigpending(&set), 0);
	ck_assert(!sigismember(&set, SIGXFSZ));
	ck_assert_int_eq(sigprocmask(SIG_BLOCK, NULL, &set), 0);
	ck_assert(!sigismember(&set, SIGXFSZ));

	limit_file_size(40000);
	expect_recovery(fd, writer);
	pxt_log_writer_close(writer);
	close(fd);
}

static void expect_success(pid_t child)
{
	int status;

	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}

/* LOG-18 */
START_TEST(a_limit_on_file_sizes_is_an_error_and_no_death)
{
	pid_t child = fork();

	if (!child) {
		meet_the_limit();
		_exit(0);
	}
	expect_success(child);
}
END_TEST

START_TEST(a_signal_that_was_pending_before_stays_pending)
{
	struct pxt_log_writer *writer;
	sigset_t xfsz, pending;
	int fd = sample_file(), err;

	sigemptyset(&xfsz);
	sigaddset(&xfsz, SIGXFSZ);
	sigprocmask(SIG_BLOCK, &xfsz, NULL);
	raise(SIGXFSZ);

	writer = create(fd);
	limit_file_size(2000);
	err = put_block(writer, 3000);
	limit_file_size(RLIM_INFINITY);

	ck_assert_int_eq(err, EFBIG);
	ck_assert_int_eq(sigpending(&pending), 0);
	ck_assert(sigismember(&pending, SIGXFSZ));
	pxt_log_writer_close(writer);
	close(fd);
}
END_TEST

START_TEST(a_log_that_finds_no_room_at_all_leaves_an_empty_file)
{
	struct pxt_log_writer *writer;
	struct pxt_log_header header;
	int fd = sample_file(), err;

	sample_header(&header);
	limit_file_size(100);
	err = pxt_log_create(fd, &header, &writer);
	limit_file_size(RLIM_INFINITY);

	ck_assert_int_eq(err, EFBIG);
	ck_assert_uint_eq(size_of(fd), 0);
	close(fd);
}
END_TEST

enum { SKIPPED = 77 };

static void fill_the_device(void)
{
	char directory[] = "/tmp/check_log_writer.XXXXXX", path[64];
	struct pxt_log_writer *writer;
	int fd, ballast, err;

	if (!mkdtemp(directory) || unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("none", directory, "tmpfs", 0, "size=128k")) {
		rmdir(directory);
		_exit(SKIPPED);
	}
	snprintf(path, sizeof(path), "%s/ballast", directory);
	ballast = open(path, O_RDWR | O_CREAT, 0600);
	ck_assert_int_eq(ftruncate(ballast, 0), 0);
	ck_assert_int_eq(posix_fallocate(ballast, 0, 32 << 10), 0);
	snprintf(path, sizeof(path), "%s/log", directory);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	writer = create(fd);

	while (!(err = put_block(writer, 10000)))
		;
	ck_assert_int_eq(err, ENOSPC);
	ck_assert_uint_gt(pxt_log_length(writer), 64 << 10);
	ck_assert_uint_eq(size_of(fd), pxt_log_length(writer));

	ck_assert_int_eq(ftruncate(ballast, 0), 0);
	expect_recovery(fd, writer);
	pxt_log_writer_close(writer);
	umount2(directory, MNT_DETACH);
	rmdir(directory);
}

/* LOG-18 LOG-29 */
START_TEST(a_full_device_is_an_error_until_there_is_room)
{
	pid_t child = fork();
	int status;

	if (!child) {
		fill_the_device();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
		skipped("a full device: no right to mount");
		return;
	}
	ck_assert_int_eq(status, 0);
}
END_TEST

/* A compressed log, made in another process: libzstd stays loaded. */
static int make_packed(int fd, const struct pxt_log_header *header)
{
	struct pxt_log_writer *writer;
	pid_t child = fork();
	int status;

	if (!child)
		_exit(pxt_log_create(fd, header, &writer));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* It cannot be opened where there is no descriptor left. */
START_TEST(without_libzstd_logs_are_not_compressed_nor_read_but_completed)
{
	struct rlimit limit, none;
	struct pxt_log_header header;
	struct pxt_log_writer *writer;
	struct pxt_log_reader *reader;
	int fd = sample_file();
	int other = sample_file();
	int err;

	sample_header(&header);
	header.attr.log_compression = POSIX_TRACE_LOG_ZSTD_NP;
	err = make_packed(fd, &header);
	if (err == ENOTSUP) {
		skipped("built without libzstd");
		return;
	}
	ck_assert_int_eq(err, 0);

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = (struct rlimit){ 0, limit.rlim_max };
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	ck_assert_int_eq(pxt_log_create(other, &header, &writer), ENOTSUP);
	ck_assert_int_eq(pxt_log_open(fd, &reader), ENOTSUP);
	ck_assert_int_eq(pxt_log_resume(fd, NULL, NULL, &writer), 0);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);

	/* A detector of leaks opens files at the end. */
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_writer");
	TCase *layout = tcase_create("layout");
	TCase *errors = tcase_create("errors");

	tcase_add_test(layout, sections_lie_as_the_document_says);
	tcase_add_test(layout, the_header_lies_as_the_document_says_twice);
	tcase_add_test(layout, a_chunk_lies_as_the_document_says);
	tcase_add_test(layout, a_description_lies_as_the_document_says);
	tcase_add_test(layout,
		       the_end_repeats_what_was_told_and_is_found_from_behind);
	suite_add_tcase(suite, layout);

	tcase_add_test(errors,
		       only_a_regular_file_open_for_writing_at_offsets_will_do);
	tcase_add_test(errors,
		       what_was_there_is_replaced_and_the_position_left_alone);
	tcase_add_test(errors, what_no_reader_would_take_is_not_written);
	tcase_add_test(errors, a_limit_on_file_sizes_is_an_error_and_no_death);
	tcase_add_test(errors, a_signal_that_was_pending_before_stays_pending);
	tcase_add_test(errors,
		       a_log_that_finds_no_room_at_all_leaves_an_empty_file);
	tcase_add_test(errors, a_full_device_is_an_error_until_there_is_room);
	tcase_add_test(
		errors,
		without_libzstd_logs_are_not_compressed_nor_read_but_completed);
	tcase_set_timeout(errors, 60);
	suite_add_tcase(suite, errors);

	return run_suite(suite);
}
