/*
 * check_liteos_slots.c - what a kernel has written into a buffer is taken, and
 * nothing else is
 */
#include <check.h>
#include <string.h>

#include "format/liteos/import/slots.h"
#include "format/liteos/word.h"
#include "run.h"

enum {
	HZ = 50000000,
	SLOTS = 60,
	FRAME_MAX = 256,
	BUFFERS = 40, /* of each layout */
};

/* clang-format off */
/* clang-format off */
static const char *const layouts[] = {
	"a32",		  "a32,core",	  "a32,core,count,p6", "a32,count,lr",
	"a64",		  "a64,count,p4", "a64,core,lr,p1",    "m32",
	"m32,p4,al4",	  "m32,p0",	  "m32,core,count,p7", "l32,count",
	"l64,core,p8",	  "l64,core,count,p6",
};
/* clang-format on */
/* clang-format on */

enum { LAYOUTS = sizeof(layouts) / sizeof(layouts[0]) };

static struct pxt_liteos_layout layout;
static uint8_t frames[SLOTS * FRAME_MAX];
static struct pxt_liteos_slots slots;
static uint64_t now;
static uint32_t count;
static uint64_t state;

static uint32_t any(uint32_t below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(state >> 33) % below;
}

static void release(void)
{
	pxt_liteos_slots_fini(&slots);
}

static void create(void)
{
	release();
	memset(frames, 0, sizeof(frames));
	slots = (struct pxt_liteos_slots){
		.frames = frames, .layout = &layout, .count = SLOTS, .hz = HZ
	};
	now = 0;
	count = 0;
}

static void has_layout(const char *text)
{
	ck_assert(pxt_liteos_layout_parse(text, &layout));
	ck_assert_uint_le(layout.size, FRAME_MAX);
}

static uint8_t *at(size_t slot)
{
	return frames + slot * layout.size;
}

/* An event as kernels record it: of theirs, of a vendor's module, of a user. */
static void record(size_t slot)
{
	static const struct {
		uint32_t type, params;
	} events[] = { { 0x24, 0 },	 { 0x25, 0 },	{ 0x45, 4 },
		       { 0x82, 4 },	 { 0x100, 2 },	{ 0x202, 6 },
		       { 0x802, 2 },	 { 0x4003, 3 }, { 0x10000001, 2 },
		       { 0xfffffff7, 5 } };
	const uint32_t event = any(10);
	const struct pxt_liteos_shape *shape = &layout.shape;
	uint32_t params = events[event].params;
	struct pxt_liteos_frame frame = {
		.type = events[event].type,
		.task = any(12) | any(3) << 16,
		.pid = shape->pid ? any(20) : 0,
		.time = now += 1 + any(HZ / 1000),
		.identity = event < 3 ? any(64) : 0x40300000 + any(1 << 20),
		.count = count++,
	};

	if (params > shape->params)
		params = shape->params;
	for (uint32_t i = 0; i < params; i++)
		frame.param[i] = any(1 << 16);
	for (int i = 0; i < PXT_LITEOS_LINKS; i++)
		frame.link[i] = 0x40000000 + any(1 << 20);
	frame.core = any(4) | any(2) << PXT_LITEOS_IN_INTERRUPT |
		     any(16) << PXT_LITEOS_LOCKS |
		     params << PXT_LITEOS_COUNT_OF_PARAMS;
	pxt_liteos_layout_put(&layout, false, &frame, at(slot));
}

/* So many events, of which the last ones are still there. */
static void record_all(uint32_t events)
{
	for (uint32_t i = 0; i < events; i++)
		record(i % SLOTS);
}

static void finds(void)
{
	pxt_liteos_slots_fini(&slots);
	slots.used = slots.end = slots.oldest = 0;
	slots.missing = 0;
	ck_assert_int_eq(pxt_liteos_slots_find(&slots), 0);
}

static size_t sound(void)
{
	size_t sum = 0;

	for (size_t i = 0; i < SLOTS; i++)
		sum += pxt_liteos_slots_has(&slots, i);
	return sum;
}

static void is_damaged(size_t slot, const char *why)
{
	const char *is;

	ck_assert_uint_eq(pxt_liteos_slots_damaged(&slots, slot, &is), 1);
	ck_assert_str_eq(is, why);
	ck_assert(!pxt_liteos_slots_has(&slots, slot));
}

/* A second and more, when nothing happened. */
static void be_silent(void)
{
	now += (uint64_t)HZ * (1 + any(100000));
}

START_TEST(what_a_kernel_wrote_is_taken)
{
	state = 1;
	has_layout(layouts[_i]);
	for (int i = 0; i < BUFFERS; i++) {
		const uint32_t events = 1 + any(3 * SLOTS);
		const uint32_t silent = any(events);

		create();
		for (uint32_t k = 0; k < events; k++) {
			if (k == silent)
				be_silent();
			record(k % SLOTS);
		}
		finds();
		ck_assert_uint_eq(sound(), events < SLOTS ? events : SLOTS);
		ck_assert_uint_eq(slots.oldest,
				  events <= SLOTS ? 0 : events % SLOTS);
	}
}
END_TEST

/* An interrupt came between the time of an event and its place. */
START_TEST(small_steps_back_are_not_damage)
{
	uint8_t kept[FRAME_MAX];

	has_layout("a32");
	record_all(SLOTS + 17);
	for (size_t i = 1; i < SLOTS; i += 9) {
		memcpy(kept, at(i), layout.size);
		memcpy(at(i), at(i - 1), layout.size);
		memcpy(at(i - 1), kept, layout.size);
	}
	finds();
	ck_assert_uint_eq(sound(), SLOTS);
}
END_TEST

/* But for what has a likely type by chance, or is the newest. */
START_TEST(garbage_is_not_taken)
{
	size_t taken = 0;

	state = 2;
	has_layout(layouts[_i]);
	for (int i = 0; i < BUFFERS; i++) {
		const uint32_t events = SLOTS + any(SLOTS);
		const size_t slot = any(SLOTS - 2);

		create();
		record_all(events);
		for (size_t k = 0; k < 2 * layout.size; k++)
			at(slot)[k] = (uint8_t)any(256);
		finds();
		ck_assert_uint_ge(sound(), SLOTS - 2);
		taken += sound() - (SLOTS - 2);
		/* Where the oldest is among it, it is the one behind. */
		if (slots.oldest != events % SLOTS)
			ck_assert_uint_le(
				(slots.oldest - events % SLOTS + SLOTS) % SLOTS,
				2);
	}
	ck_assert_uint_le(taken, BUFFERS / 20);
}
END_TEST

START_TEST(why_is_told)
{
	has_layout("a32,core,count");
	record_all(SLOTS);
	pxt_liteos_set32(at(3), false, 0);
	pxt_liteos_set32(at(5) + 12, false, 1);
	at(7)[31] |= 0x10;
	pxt_liteos_set32(at(9) + layout.core, false, 0x00040000);
	pxt_liteos_set64(at(11) + layout.time, false, 1ULL << 50);
	pxt_liteos_set32(at(13) + layout.count, false, 1U << 31);
	memset(at(15), 0, layout.size);
	pxt_liteos_set32(at(17), false, 0x12345678);
	pxt_liteos_set32(at(17) + 8, false, 0x12345678);
	memset(at(19), 0xff, layout.size);
	memset(at(19) + 12, 0, 4);
	memset(at(19) + layout.core, 0, 4);
	finds();
	is_damaged(3, "an event of no module");
	is_damaged(5, "padding that is not zero");
	is_damaged(7, "a core word that no kernel writes");
	is_damaged(9, "more params than frames have");
	is_damaged(11, "a time far from those beside it");
	is_damaged(13, "an event count far from those beside it");
	is_damaged(15, "no frame where there was one");
	is_damaged(17, "no event that a kernel records");
	is_damaged(19, "no event that a kernel records");
	ck_assert_uint_eq(sound(), SLOTS - 9);
	ck_assert_uint_eq(slots.used, SLOTS - 1);
}
END_TEST

START_TEST(slots_beside_each_other_are_one_place)
{
	const char *why;

	has_layout("a32");
	record_all(SLOTS);
	pxt_liteos_set32(at(3), false, 0);
	pxt_liteos_set32(at(4), false, 0);
	pxt_liteos_set32(at(9), false, 0);
	memset(at(10), 0, 2 * layout.size);
	finds();
	ck_assert_uint_eq(pxt_liteos_slots_damaged(&slots, 2, &why), 0);
	ck_assert_uint_eq(pxt_liteos_slots_damaged(&slots, 3, &why), 2);
	ck_assert_str_eq(why, "an event of no module");
	ck_assert_uint_eq(pxt_liteos_slots_damaged(&slots, 9, &why), 3);
	ck_assert_str_eq(why, "nothing that a kernel writes");
}
END_TEST

START_TEST(what_a_text_does_not_tell_is_damage)
{
	struct pxt_holes holes = { 0 };
	struct pxt_feed *feed;

	has_layout("a32");
	record_all(_i ? SLOTS + 7 : SLOTS - 9);
	ck_assert_int_eq(pxt_holes_add(&holes, 4 * 40 + 24, 4 * 40 + 25), 0);
	ck_assert_int_eq(pxt_holes_add(&holes, 59 * 40 + 24, 60 * 40 + 24), 0);
	ck_assert_int_eq(pxt_feed_open_memory("", 0, &feed), 0);
	pxt_feed_set_holes(feed, &holes);
	slots.feed = feed;
	slots.offset = 24;
	finds();
	is_damaged(4, "a frame that was not sent as a whole");
	ck_assert_uint_eq(slots.oldest, _i ? 7 : 0);
	if (_i)
		is_damaged(59, "a frame that was not sent as a whole");
	ck_assert_uint_eq(sound(), _i ? SLOTS - 2 : SLOTS - 10);
	pxt_feed_close(feed);
	pxt_holes_fini(&holes);
}
END_TEST

/* What is strange alone may be a vendor's: a module of several bits, a number
 * that no kernel has, a process id that is large. */
START_TEST(one_doubt_is_none)
{
	has_layout("a32");
	record_all(SLOTS);
	pxt_liteos_set32(at(3), false, 0x0003c001);
	pxt_liteos_set32(at(5), false, 0x4e);
	pxt_liteos_set32(at(5) + layout.identity, false, 7);
	pxt_liteos_set32(at(9) + 8, false, 1U << 30);
	finds();
	ck_assert_uint_eq(sound(), SLOTS);
}
END_TEST

/* Nobody knows what comes behind the last event, or before the first. */
START_TEST(silence_at_the_ends_is_not_damage)
{
	has_layout("m32");
	record_all(2 * SLOTS + 9);
	be_silent();
	record(9);
	finds();
	ck_assert_uint_eq(sound(), SLOTS);
	ck_assert_uint_eq(slots.oldest, 10);
	pxt_liteos_set64(at(10) + layout.time, false, 1);
	finds();
	ck_assert_uint_eq(sound(), SLOTS);
	ck_assert_uint_eq(slots.oldest, 10);
}
END_TEST

START_TEST(a_layout_that_most_frames_have_not_is_doubted)
{
	has_layout("a32,lr,p1");
	record_all(SLOTS);
	has_layout("a32,core,p5");
	finds();
	ck_assert(slots.is_doubtful);
	ck_assert_uint_eq(sound(), SLOTS);
}
END_TEST

START_TEST(a_buffer_without_slots_has_nothing)
{
	const char *why;

	has_layout("a32");
	slots.count = 0;
	finds();
	ck_assert_uint_eq(slots.used, 0);
	ck_assert_uint_eq(pxt_liteos_slots_damaged(&slots, 0, &why), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("slots of LiteOS");
	TCase *tc = tcase_create("slots");

	tcase_add_checked_fixture(tc, create, release);
	tcase_add_loop_test(tc, what_a_kernel_wrote_is_taken, 0, LAYOUTS);
	tcase_add_test(tc, small_steps_back_are_not_damage);
	tcase_add_loop_test(tc, garbage_is_not_taken, 0, LAYOUTS);
	tcase_add_test(tc, why_is_told);
	tcase_add_test(tc, slots_beside_each_other_are_one_place);
	tcase_add_loop_test(tc, what_a_text_does_not_tell_is_damage, 0, 2);
	tcase_add_test(tc, one_doubt_is_none);
	tcase_add_test(tc, silence_at_the_ends_is_not_damage);
	tcase_add_test(tc, a_layout_that_most_frames_have_not_is_doubted);
	tcase_add_test(tc, a_buffer_without_slots_has_nothing);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
