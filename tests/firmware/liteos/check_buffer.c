#include "firmware/liteos/buffer.h"

#include <check.h>
#include <string.h>
#include <sys/resource.h>

#include "firmware/liteos/setup.h"
#include "run.h"
#include "sanitizers.h"

enum { FRAME = 56, HEAD = 24 };

static const struct pxt_liteos_frame *interrupting; /* NULL: none */
static int writes;

/* Writes a frame, in the midst of which a signal handler may write another
 * one. */
static void put(const struct pxt_liteos_frame *frame)
{
	const struct liteos_buffer_place place = liteos_buffer_take();
	const struct pxt_liteos_frame *other = interrupting;

	if (!place.at)
		return;
	writes++;
	interrupting = NULL;
	memset(place.at, (int)frame->type, FRAME / 2);
	if (other)
		put(other);
	memset(place.at + FRAME / 2, (int)frame->type, FRAME / 2);
	liteos_buffer_release(place.turn);
}

/* Frames whose bytes are all alike, the time's as well. */
#define FRAME_OF(n)                                                     \
	{                                                               \
		.type = (n), .time = UINT64_C(0x0101010101010101) * (n) \
	}
static const struct pxt_liteos_frame first = FRAME_OF(1);
static const struct pxt_liteos_frame second = FRAME_OF(2);
static const struct pxt_liteos_frame third = FRAME_OF(3);

static uint32_t init(unsigned bytes)
{
	liteos_setup = (struct liteos_setup){ .layout.size = FRAME };
	return liteos_buffer_init(NULL, bytes);
}

/* Tells that a place has a frame, and nothing of another one. */
static void has(uint32_t slot, unsigned type)
{
	uint8_t whole[FRAME];

	memset(whole, (int)type, sizeof(whole));
	ck_assert_mem_eq(liteos_buffer_frame(slot), whole, sizeof(whole));
}

START_TEST(a_handler_writes_the_next_frame)
{
	ck_assert_uint_eq(init(HEAD + 3 * FRAME), 0);
	interrupting = &second;
	put(&first);
	has(0, 1);
	has(1, 2);
	put(&third);
	has(2, 3);
	ck_assert_uint_eq(liteos_buffer_next(), 0);
}
END_TEST

START_TEST(a_handler_leaves_the_only_frame_to_its_thread)
{
	ck_assert_uint_eq(init(HEAD + FRAME), 0);
	interrupting = &second;
	put(&first);
	has(0, 1);
	ck_assert_int_eq(writes, 1);
	put(&third);
	has(0, 3);
}
END_TEST

/* As of a thread that lost its processor while the ring went by. */
START_TEST(writers_pass_a_place_that_is_busy)
{
	struct liteos_buffer_place place;

	ck_assert_uint_eq(init(HEAD + 3 * FRAME), 0);
	place = liteos_buffer_take();
	ck_assert_ptr_eq(place.at, liteos_buffer_frame(0));
	put(&first);
	put(&second);
	put(&third);
	has(1, 3);
	has(2, 2);
	memset(place.at, 4, FRAME);
	liteos_buffer_release(place.turn);
	has(0, 4);
	ck_assert_uint_eq(liteos_buffer_next(), 2);
	put(&first);
	put(&second);
	has(2, 1);
	has(0, 2);
}
END_TEST

START_TEST(a_ring_begins_again_and_is_emptied)
{
	ck_assert_uint_eq(init(HEAD + 2 * FRAME + FRAME - 1), 0);
	ck_assert_uint_eq(liteos_buffer_frames(), 2);
	put(&first);
	put(&second);
	put(&third);
	has(0, 3);
	has(1, 2);
	ck_assert_uint_eq(liteos_buffer_next(), 1);
	liteos_buffer_clear();
	has(0, 0);
	has(1, 0);
	ck_assert_uint_eq(liteos_buffer_next(), 0);
}
END_TEST

START_TEST(less_than_a_frame_is_too_small)
{
	ck_assert_uint_eq(init(HEAD + FRAME - 1), 0x02001402);
	ck_assert_ptr_null(liteos_buffer_get());
}
END_TEST

/* An index has 16 bits: the kernels use the remainder. */
START_TEST(a_large_buffer_has_as_many_frames_as_a_kernel_uses)
{
	ck_assert_uint_eq(init(HEAD + ((1U << 16) + 5) * FRAME), 0);
	ck_assert_uint_eq(liteos_buffer_frames(), 5);
}
END_TEST

/* A firmware may ask for all that a number of 32 bits can say. */
START_TEST(a_buffer_takes_the_memory_that_is_used)
{
	enum { MOST = 1 << 20 /* KiB */ };
	struct rusage usage;
	uint32_t result;

	if (SANITIZED) {
		skipped("sanitizers have memory beside the program's");
		return;
	}
	result = init(3U << 30);
	ck_assert(result == 0 || result == 0x02001401);
	ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
	ck_assert_int_lt(usage.ru_maxrss, MOST);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("buffer");
	TCase *tcase = tcase_create("buffer");

	tcase_add_test(tcase, a_handler_writes_the_next_frame);
	tcase_add_test(tcase, a_handler_leaves_the_only_frame_to_its_thread);
	tcase_add_test(tcase, writers_pass_a_place_that_is_busy);
	tcase_add_test(tcase, a_ring_begins_again_and_is_emptied);
	tcase_add_test(tcase, less_than_a_frame_is_too_small);
	tcase_add_test(tcase,
		       a_large_buffer_has_as_many_frames_as_a_kernel_uses);
	tcase_add_test(tcase, a_buffer_takes_the_memory_that_is_used);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
