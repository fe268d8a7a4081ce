/*
 * numbered_events.h - what the tests of full logs and of flushing have in
 * common
 *
 * Events are numbered, whoever records them, and tell their length, so that
 * a log can be checked by itself: is there a gap, and does it say so?
 */
#ifndef TESTS_SESSION_NUMBERED_EVENTS_H
#define TESTS_SESSION_NUMBERED_EVENTS_H

#include <semaphore.h>
#include <trace_np.h>

#include "tracing.h"

/* Data of len bytes, at least those of a mark. */
static inline void record_numbered(trace_event_id_t type, uint32_t number,
				   size_t len)
{
	const struct mark mark = { .who = (uint32_t)len, .number = number };
	unsigned char data[ROOM];

	memset(data, (int)(number & 0xff), len);
	memcpy(data, &mark, sizeof(mark));
	posix_trace_event(type, data, len);
}

/* One log, or as much of it as was read. The tests have thousands of events,
 * and each passed assertion of Check is a call of the system: hence no
 * assertions here for what goes well. */
struct log_run {
	uint32_t first, end; /* numbers of its user events; end: one more */
	unsigned gaps;	     /* among them, or before: the log told of each */
	unsigned starts, stops, overflows, resumes;
	unsigned flush_starts, flush_stops;
	trace_event_id_t last; /* type of the last event, */
	int last_number;       /* and its data, if that is STOP */
	bool has_any;	       /* user events */
	bool stopped, told;    /* what would explain a gap just now */
};

static inline bool is_as_recorded(const struct got *got)
{
	const size_t head = sizeof(got->mark);

	if (got->len < head || got->mark.who != got->len)
		return false;
	for (size_t i = head; i < got->len; i++)
		if (got->data[i] != (got->mark.number & 0xff))
			return false;
	return true;
}

static inline void note_user_event(struct log_run *run, const struct got *got)
{
	const uint32_t number = got->mark.number;

	if (!is_as_recorded(got))
		ck_abort_msg("event %u behind %u is damaged", number, run->end);
	if (!run->has_any)
		run->first = number;
	else if (number < run->end)
		ck_abort_msg("event %u behind %u", number, run->end - 1);
	else if (number > run->end && !run->told)
		ck_abort_msg("event %u behind %u: a gap that nothing tells of",
			     number, run->end - 1);
	if (run->has_any && number > run->end)
		run->gaps++;
	run->has_any = true;
	run->end = number + 1;
	run->stopped = run->told = false;
}

static inline void note_system_event(struct log_run *run, const struct got *got)
{
	switch (got->info.posix_event_id) {
	case POSIX_TRACE_START:
		run->starts++;
		run->told = run->told || run->stopped;
		return;
	case POSIX_TRACE_STOP:
		run->stops++;
		ck_assert_uint_eq(got->len, sizeof(int));
		run->last_number = got->number;
		run->stopped = got->number != 0;
		return;
	case POSIX_TRACE_FILTER:
		return;
	case POSIX_TRACE_OVERFLOW:
		run->overflows++;
		break;
	case POSIX_TRACE_RESUME:
		ck_assert_uint_eq(++run->resumes, run->overflows);
		run->told = true;
		break;
	case POSIX_TRACE_FLUSH_START:
		run->flush_starts++;
		break;
	case POSIX_TRACE_FLUSH_STOP:
		run->flush_stops++;
		break;
	default:
		ck_abort_msg("an event of type %u", got->info.posix_event_id);
	}
	ck_assert_uint_eq(got->len, 0);
}

/* Go on reading; false: there was nothing more. */
static inline bool read_more(trace_id_t log, struct log_run *run)
{
	struct got got;
	int none = 0, err;
	bool any = false;

	for (;;) {
		err = posix_trace_getnext_event(log, &got.info, got.data, ROOM,
						&got.len, &none);
		if (err)
			ck_abort_msg("reading the log: %s", strerror(err));
		if (none)
			return any;
		any = true;
		run->last = got.info.posix_event_id;
		if (is_user(&got))
			note_user_event(run, &got);
		else
			note_system_event(run, &got);
	}
}

static inline struct log_run read_run(trace_id_t log)
{
	struct log_run run = { 0 };

	read_more(log, &run);
	return run;
}

/* The number of all user events that are there, or of which the log tells that
 * they are missing. */
static inline unsigned long long recorded_or_lost(int fd)
{
	trace_id_t log = open_log(fd);
	struct posix_trace_item_np item;
	unsigned long long sum = 0;
	int none;

	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
		if (none)
			break;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP)
			sum += item.lost;
		else
			sum += item.info.posix_event_id >
			       POSIX_TRACE_UNNAMED_USEREVENT;
	}
	assert_ok(posix_trace_close(log));
	return sum;
}

static inline struct log_run read_run_of(int fd)
{
	trace_id_t log = open_log(fd);
	struct log_run run = read_run(log);

	assert_ok(posix_trace_close(log));
	return run;
}

static inline uint32_t run_length(const struct log_run *run)
{
	return run->end - run->first;
}

/* From the first event to the last, and nobody missed any. */
static inline void assert_run_is(const struct log_run *run, uint32_t first,
				 uint32_t end)
{
	ck_assert_uint_eq(run->first, first);
	ck_assert_uint_eq(run->end, end);
	ck_assert_uint_eq(run->gaps, 0);
}

static inline void assert_ends_with_stop(const struct log_run *run,
					 bool by_itself)
{
	ck_assert_uint_eq(run->last, POSIX_TRACE_STOP);
	ck_assert_int_eq(run->last_number != 0, by_itself);
}

static inline void assert_log_state(trace_id_t trid, int full, int overrun)
{
	struct posix_trace_status_info info = status_of(trid);

	ck_assert_int_eq(info.posix_log_full_status, full);
	ck_assert_int_eq(info.posix_log_overrun_status, overrun);
}

/* Threads that pass a baton: each records some events and hands it on, so
 * that there is one order of all events, however they are written. */

enum { RUNNERS = 4 };

static sem_t turn[RUNNERS + 1]; /* the last is the test's own */
static uint32_t next_number;	/* with the baton, like the others */
static size_t runners_length;
static bool over;

static inline void *run_with_baton(void *argument)
{
	const unsigned me = (unsigned)(uintptr_t)argument;
	trace_event_id_t type = type_of("event");
	bool last;

	do {
		sem_wait(&turn[me]);
		last = over;
		for (unsigned i = 0; !last && i < 1 + 5 * me; i++)
			record_numbered(type, next_number++, runners_length);
		sem_post(&turn[me + 1]);
	} while (!last);
	return NULL;
}

static inline void pass_baton(void)
{
	sem_post(&turn[0]);
	sem_wait(&turn[RUNNERS]);
}

static inline void start_runners(pthread_t *runner, size_t length)
{
	runners_length = length;
	for (unsigned i = 0; i <= RUNNERS; i++)
		ck_assert_int_eq(sem_init(&turn[i], 0, 0), 0);
	for (unsigned i = 0; i < RUNNERS; i++)
		assert_ok(pthread_create(&runner[i], NULL, run_with_baton,
					 (void *)(uintptr_t)i));
}

static inline void stop_runners(const pthread_t *runner)
{
	over = true;
	pass_baton();
	for (unsigned i = 0; i < RUNNERS; i++)
		assert_ok(pthread_join(runner[i], NULL));
}

#endif
