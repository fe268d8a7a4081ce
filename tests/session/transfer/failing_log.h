/*
 * failing_log.h - a log on a disk that fails, and what it accounts for
 */
#ifndef TESTS_SESSION_TRANSFER_FAILING_LOG_H
#define TESTS_SESSION_TRANSFER_FAILING_LOG_H

#include <trace_np.h>

#include "disks.h"
#include "policies.h"
#include "session/numbered_events.h"

enum {
	SIZE = 64 << 10,
	LENGTH = 64,
	MANY = 5000, /* events, for a stream of SIZE */
};

static trace_event_id_t type;
static pid_t disk;
static int fd;	    /* of the log */
static int beneath; /* of the same file, where nothing fails */

static inline bool has_disk(void)
{
	disk = start_disk();
	if (disk < 0) {
		skipped("a file system that fails: this needs root, /dev/fuse "
			"and libfuse3");
		return false;
	}
	type = type_of("event");
	fd = open(ON_DISK, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	beneath = open(BENEATH, O_RDONLY | O_CLOEXEC);
	ck_assert_int_ge(beneath, 0);
	return true;
}

static inline trace_id_t start_sized(int for_stream, int for_log,
				     size_t log_size)
{
	trace_attr_t attr = attr_of(SIZE, LENGTH);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, for_stream));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, for_log));
	if (log_size)
		assert_ok(posix_trace_attr_setlogsize(&attr, log_size));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	if (for_stream == POSIX_TRACE_LOOP)
		leave_out_marks_of_flushes(trid);
	assert_ok(posix_trace_start(trid));
	return trid;
}

/* The pair of policies for a loop test. */
static inline trace_id_t start_pair(int i)
{
	return start_sized(stream_policy[i / POLICIES],
			   log_policy[i % POLICIES], 0);
}

static inline void record_all(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record_numbered(type, i, LENGTH);
}

/* What a log has, from its beginning to its end. */
struct account {
	uint32_t events; /* numbered ones, without a repetition, in order */
	uint32_t next;	 /* one more than the number of the last */
	unsigned long long lost;
	unsigned losses;      /* intervals */
	int64_t from, to;     /* the last of these */
	unsigned flush_marks; /* that begin one */
	trace_event_id_t last;
	int flush_error; /* as the end tells it */
	struct posix_trace_damage_np damage;
};

static inline void note_number(struct account *account, const void *data)
{
	struct mark mark;

	memcpy(&mark, data, sizeof(mark));
	if (mark.who != LENGTH || mark.number < account->next)
		ck_abort_msg("event %u behind %u", mark.number, account->next);
	account->events++;
	account->next = mark.number + 1;
}

static inline struct account read_so_far(int file)
{
	struct account account = { 0 };
	struct posix_trace_item_np item;
	trace_id_t log = open_log(file);
	int none;

	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
		if (none)
			break;
		account.last = item.info.posix_event_id;
		account.flush_marks += item.kind == POSIX_TRACE_ITEM_EVENT_NP &&
				       account.last == POSIX_TRACE_FLUSH_START;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP) {
			account.lost += item.lost;
			account.losses++;
			account.from = ns_of(item.info.posix_timestamp);
			account.to = ns_of(item.lost_end);
			account.last = 0;
		} else if (account.last > POSIX_TRACE_UNNAMED_USEREVENT) {
			note_number(&account, item.data);
		}
	}
	assert_ok(posix_trace_get_damage_np(log, &account.damage));
	account.flush_error = status_of(log).posix_stream_flush_error;
	assert_ok(posix_trace_close(log));
	return account;
}

static inline struct account read_account(int file)
{
	const struct account account = read_so_far(file);

	ck_assert_msg(!account.damage.count, "at %llu: %s",
		      account.damage.offset, account.damage.what);
	return account;
}

/* Everything up to there, and nothing behind it but what is missing. */
static inline void assert_has_all(int file, uint32_t count)
{
	const struct account account = read_so_far(file);

	ck_assert_uint_le(account.damage.count, 1);
	ck_assert_uint_eq(account.events, count);
	ck_assert_uint_eq(account.next, count);
	ck_assert_uint_eq(account.lost, 0);
}

static inline void assert_accounts_for(const struct account *account,
				       uint32_t made)
{
	ck_assert_uint_eq(account->events + account->lost, made);
}

#endif
