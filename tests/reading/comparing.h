/*
 * comparing.h - what a reading gives is what posix_trace_getnext_item_np() gives
 */
#ifndef TESTS_READING_COMPARING_H
#define TESTS_READING_COMPARING_H

#include "tracing.h"

#include <trace_reading_np.h>

static inline void compare_times(const struct timespec *a,
				 const struct timespec *b)
{
	ck_assert_int_eq(a->tv_sec, b->tv_sec);
	ck_assert_int_eq(a->tv_nsec, b->tv_nsec);
}

static inline void compare_items(const struct posix_trace_item_np *a,
				 const struct posix_trace_item_np *b)
{
	const bool is_loss = a->kind == POSIX_TRACE_ITEM_LOSS_NP;

	ck_assert_int_eq(a->kind, b->kind);
	ck_assert_uint_eq(a->origin, b->origin);
	ck_assert_int_eq(a->tid, b->tid);
	ck_assert_int_eq(a->info.posix_pid, b->info.posix_pid);
	compare_times(&a->info.posix_timestamp, &b->info.posix_timestamp);
	ck_assert_uint_eq(a->data_len, b->data_len);
	if (a->data_len)
		ck_assert_mem_eq(a->data, b->data, a->data_len);
	ck_assert_uint_eq(a->offset, b->offset);
	ck_assert_uint_eq(a->data_offset, b->data_offset);
	ck_assert_uint_eq(a->lost, b->lost);
	compare_times(&a->lost_end, &b->lost_end);
	if (is_loss)
		return;
	ck_assert_uint_eq(a->info.posix_event_id, b->info.posix_event_id);
	ck_assert_ptr_eq(a->info.posix_prog_address,
			 b->info.posix_prog_address);
	ck_assert(a->info.posix_thread_id == b->info.posix_thread_id);
	ck_assert_int_eq(a->info.posix_truncation_status,
			 b->info.posix_truncation_status);
}

/* Batches are asked for ahead of items: what was met of damage is the same
 * where the reading has just got one. */
static inline void compare_damage(trace_id_t log,
				  struct posix_trace_reading_np *reading)
{
	struct posix_trace_damage_np a, b;

	assert_ok(posix_trace_get_damage_np(log, &a));
	assert_ok(posix_trace_reading_get_damage_np(reading, &b));
	ck_assert_uint_eq(a.count, b.count);
	ck_assert_uint_eq(a.offset, b.offset);
	ck_assert_str_eq(a.what, b.what);
}

/* Reads to the end, or most items. Returns their number. */
static inline unsigned compare_rest(trace_id_t log,
				    struct posix_trace_reading_np *reading,
				    unsigned most)
{
	struct posix_trace_item_np a, b;
	int none_a = 0, none_b = 0, err_a, err_b;
	unsigned count;

	for (count = 0; count < most; count++) {
		err_a = posix_trace_getnext_item_np(log, &a, &none_a);
		err_b = posix_trace_reading_getnext_item_np(reading, &b,
							    &none_b);
		ck_assert_int_eq(err_a, err_b);
		ck_assert_int_eq(none_a, none_b);
		if (none_a)
			break;
		compare_items(&a, &b);
	}
	if (none_a)
		compare_damage(log, reading);
	return count;
}

/* A walk beside a log. */
struct walk {
	trace_id_t log;
	pthread_t caller;
	unsigned items;
	unsigned batches;   /* taken by the caller, */
	unsigned elsewhere; /* or by other threads */
	unsigned refused;   /* so many batches on, one is refused; 0: none */
};

static inline int take_batch(const struct posix_trace_batch_np *batch,
			     void *argument)
{
	struct walk *walk = argument;
	struct posix_trace_item_np item;
	int none;

	for (size_t i = 0; i < batch->count; i++) {
		assert_ok(posix_trace_getnext_item_np(walk->log, &item, &none));
		ck_assert(!none);
		compare_items(&item, &batch->items[i]);
	}
	walk->items += (unsigned)batch->count;
	if (pthread_equal(pthread_self(), walk->caller))
		walk->batches++;
	else
		walk->elsewhere++;
	return walk->refused && !--walk->refused ? ECANCELED : 0;
}

/* Walks from the beginning to the end, or to an error. Returns the number of
 * items. */
static inline unsigned compare_walk(trace_id_t log,
				    struct posix_trace_reading_np *reading)
{
	struct walk walk = { .log = log, .caller = pthread_self() };
	struct posix_trace_item_np item;
	int none, err;

	assert_ok(posix_trace_rewind(log));
	assert_ok(posix_trace_reading_rewind_np(reading));
	err = posix_trace_reading_walk_np(reading, take_batch, &walk);
	ck_assert_int_eq(posix_trace_getnext_item_np(log, &item, &none), err);
	ck_assert(none);
	compare_damage(log, reading);
	return walk.items;
}

#endif
