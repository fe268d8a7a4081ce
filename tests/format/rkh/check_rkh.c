/*
 * check_rkh.c - streams of RKH that nobody has captured: whatever the widths
 * are, what is read is written again as it was
 */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/rkh/config.h"
#include "format/rkh/events.h"
#include "format/rkh/export/writer.h"
#include "format/rkh/import/clock.h"
#include "format/rkh/items.h"
#include "format/rkh/plan.h"
#include "format/rkh/rkh.h"
#include "format/trace_view.h"
#include "run.h"

enum {
	ROOM = 1 << 20,
	EVENTS = 200,
	SEEDS = 60,
};

struct bytes {
	struct pxt_output output; /* first */
	size_t len;
	uint8_t at[ROOM];
};

static struct bytes made, again;
static struct pxt_rkh_writer writer;
static struct trace_view view;
static struct pxt_settings reading, writing;
static unsigned long long seed;

/* What an import gave. */
static unsigned events, losses;
static uint64_t damages, lost;

static int take(struct pxt_output *output, const void *data, size_t len)
{
	struct bytes *bytes = (struct bytes *)output;

	ck_assert_uint_le(len, ROOM - bytes->len);
	memcpy(bytes->at + bytes->len, data, len);
	bytes->len += len;
	return 0;
}

static void setup(void)
{
	made.output.write = again.output.write = take;
	made.len = again.len = 0;
	reading.count = writing.count = 0;
	memset(&writer, 0, sizeof(writer));
	writer.out = &made.output;
	events = losses = 0;
	damages = lost = 0;
}

static void teardown(void)
{
	pxt_rkh_writer_fini(&writer);
}

/* Chance: the same of each seed */

static unsigned below(unsigned n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned)(seed >> 33) % n;
}

/* Many of those that are, or resemble, flags and escapes. */
static uint8_t some_byte(void)
{
	static const uint8_t odd[] = { 0x7e, 0x7d, 0x5e, 0x5d, 0x20, 0, 0xff };

	return below(2) ? odd[below(sizeof(odd))] : (uint8_t)below(256);
}

static uint64_t some_number(unsigned width)
{
	uint64_t number = 0;

	for (unsigned i = 0; i < width; i++)
		number = number << 8 | some_byte();
	return number;
}

static void some_text(void)
{
	char text[64];
	const size_t len = below(sizeof(text));

	for (size_t i = 0; i < len; i++)
		text[i] = (char)(some_byte() | 1);
	pxt_rkh_writer_text(&writer, text, len);
}

static void some_config(struct pxt_rkh_config *config)
{
	static const uint8_t widths[] = { 1, 2, 4 };
	static const uint8_t wide[] = { 2, 4, 8 };

	pxt_rkh_config_init(config);
	config->release = 0x3400;
	config->hz = (uint16_t)some_number(2);
	for (unsigned i = 0; i < PXT_RKH_BITS; i++)
		config->value[i] = (uint8_t)below(2);
	for (unsigned i = PXT_RKH_BITS; i < PXT_RKH_MAXPOOL; i++)
		config->value[i] = widths[below(3)];
	config->value[PXT_RKH_PTR] = wide[below(3)];
	config->value[PXT_RKH_TE_ID] = widths[below(3)];
}

/* A stream */

static void some_items(void)
{
	const unsigned count = below(8) ? below(8) : below(100);

	for (unsigned i = 0; i < count; i++) {
		const unsigned type = below(PXT_RKH_ITEM_TYPES);
		const unsigned format = type | below(16) << 4;

		pxt_rkh_writer_number(&writer, format, 1);
		if (type == PXT_RKH_STR) {
			some_text();
		} else if (type == PXT_RKH_MEM) {
			const unsigned len = below(256);

			pxt_rkh_writer_number(&writer, len, 1);
			for (unsigned j = 0; j < len; j++)
				pxt_rkh_writer_number(&writer, some_byte(), 1);
		} else {
			const unsigned width =
				pxt_rkh_item_width(type, &writer.config);

			pxt_rkh_writer_number(&writer, some_number(width),
					      width);
		}
	}
}

static void some_arguments(const struct pxt_rkh_event *event)
{
	struct pxt_rkh_plan plan;

	pxt_rkh_plan_init(&plan, event, &writer.config);
	for (unsigned i = 0; i < plan.count; i++) {
		const struct pxt_rkh_argument *argument = &plan.argument[i];

		if (argument->type == PXT_RKH_TEXT)
			some_text();
		else if (argument->type == PXT_RKH_REST)
			pxt_rkh_writer_number(&writer, some_number(5), 5);
		else
			pxt_rkh_writer_number(&writer,
					      some_number(argument->width),
					      argument->width);
	}
}

static void some_event(enum pxt_rkh_dialect dialect, uint8_t seq)
{
	const struct pxt_rkh_event *event;
	unsigned number;

	do {
		number = below(PXT_RKH_EVENTS);
		event = pxt_rkh_event_of(dialect, number);
	} while (!event || event->meaning == PXT_RKH_CONFIGURES);
	pxt_rkh_writer_begin(
		&writer,
		pxt_rkh_dialect_has_groups(dialect) ?
			pxt_rkh_number_id(number,
					  writer.config.value[PXT_RKH_TE_ID]) :
			number,
		seq, some_number(writer.config.value[PXT_RKH_TS]));
	if (event->meaning == PXT_RKH_USER_EVENT)
		some_items();
	else
		some_arguments(event);
	pxt_rkh_writer_end(&writer);
}

static void make_stream(unsigned count)
{
	struct pxt_rkh_config config;

	some_config(&config);
	pxt_rkh_writer_flags(&writer, 1);
	pxt_rkh_writer_config(&writer, &config, 0);
	for (unsigned i = 0; i < count; i++)
		some_event(PXT_RKH_V30, (uint8_t)i);
	ck_assert_int_eq(pxt_rkh_writer_flush(&writer), 0);
}

/* Reading it, and writing what was read */

static void count(const struct posix_trace_item_np *item)
{
	if (item->kind == POSIX_TRACE_ITEM_EVENT_NP) {
		events++;
	} else {
		losses++;
		lost += item->lost;
	}
}

static void convert(const struct bytes *from, struct bytes *to)
{
	struct pxt_import import = { .settings = &reading };
	struct pxt_export export = {
		.view = &view.view,
		.out = &to->output,
		.settings = &writing,
	};
	struct posix_trace_item_np item;
	int unavailable = 0;

	events = losses = 0;
	lost = 0;
	to->len = 0;
	ck_assert_int_eq(pxt_trace_create(&import.trace), 0);
	trace_view_init(&view, import.trace);
	ck_assert_int_eq(
		pxt_feed_open_memory(from->at, from->len, &import.feed), 0);
	ck_assert_int_eq(pxt_format_rkh.import->open(&import), 0);
	ck_assert_int_eq(pxt_format_rkh.export->open(&export), 0);
	for (;;) {
		ck_assert_int_eq(pxt_format_rkh.import->next(&import, &item,
							     &unavailable),
				 0);
		if (unavailable)
			break;
		count(&item);
		ck_assert_int_eq(pxt_format_rkh.export->put(&export, &item), 0);
	}
	ck_assert_int_eq(pxt_format_rkh.export->finish(&export), 0);
	damages = pxt_trace_damages(import.trace);
	pxt_format_rkh.export->close(&export);
	pxt_format_rkh.import->close(&import);
	trace_view_fini(&view);
	pxt_feed_close(import.feed);
	pxt_trace_close(import.trace);
}

static void assert_same(const struct bytes *a, const struct bytes *b)
{
	size_t i = 0;

	while (i < a->len && i < b->len && a->at[i] == b->at[i])
		i++;
	ck_assert_msg(a->len == b->len && i == a->len,
		      "they differ from byte %zu of %zu and %zu on", i, a->len,
		      b->len);
}

START_TEST(what_was_read_is_written_as_it_was)
{
	seed = (unsigned)_i;
	make_stream(EVENTS);
	convert(&made, &again);
	ck_assert_uint_eq(damages, 0);
	ck_assert_uint_eq(losses, 0);
	ck_assert_uint_eq(events, EVENTS + 1);
	assert_same(&made, &again);
}
END_TEST

/* What a stream without a record has, the user says. */
static void say_config(void)
{
	static char words[PXT_RKH_KEYS][32];

	for (unsigned i = 0; i < PXT_RKH_KEYS; i++) {
		if (!pxt_rkh_key_allows(i, writer.config.value[i]))
			continue;
		snprintf(words[i], sizeof(words[i]), "%s=%u",
			 pxt_rkh_key_name(i), writer.config.value[i]);
		ck_assert(pxt_settings_add(&reading, words[i]));
	}
}

START_TEST(streams_of_old_releases_are_written_as_they_were)
{
	const enum pxt_rkh_dialect dialect =
		(enum pxt_rkh_dialect)(_i % PXT_RKH_DIALECTS);
	char word[32];

	seed = (unsigned)_i;
	some_config(&writer.config);
	writer.config.value[PXT_RKH_TE_ID] = 1;
	snprintf(word, sizeof(word), "dialect=%s",
		 pxt_rkh_dialect_name(dialect));
	ck_assert(pxt_settings_add(&reading, word));
	say_config();
	pxt_rkh_writer_flags(&writer, 1);
	for (unsigned i = 0; i < EVENTS; i++)
		some_event(dialect, (uint8_t)i);
	ck_assert_int_eq(pxt_rkh_writer_flush(&writer), 0);
	convert(&made, &again);
	ck_assert_uint_eq(damages, 0);
	ck_assert_uint_eq(events, EVENTS);
	assert_same(&made, &again);
}
END_TEST

/* A record of these has a header, and its number counts. */
START_TEST(streams_of_2_3_tell_their_configuration_as_they_did)
{
	const enum pxt_rkh_dialect dialect =
		_i % 2 ? PXT_RKH_V2403 : PXT_RKH_V23;
	struct pxt_rkh_config config;

	seed = (unsigned)_i;
	some_config(&config);
	pxt_rkh_config_init(&writer.config);
	for (unsigned i = PXT_RKH_NSEQ; i < PXT_RKH_BSIZE; i++)
		writer.config.value[i] = config.value[i];
	writer.config.value[PXT_RKH_PTR] = _i % 4 ? 4 : 2;
	for (unsigned i = 0; i < PXT_RKH_NSEQ; i++)
		writer.config.value[i] = dialect == PXT_RKH_V2403 &&
					 (PXT_RKH_BITS_2403 >> i & 1) &&
					 config.value[i];
	writer.config.release = dialect == PXT_RKH_V2403 ? 0x2403 : 0;
	config = writer.config;
	pxt_rkh_writer_flags(&writer, 1);
	pxt_rkh_writer_old_config(&writer, &config, dialect, 255, 1);
	for (unsigned i = 0; i < EVENTS; i++)
		some_event(dialect, (uint8_t)i);
	ck_assert_int_eq(pxt_rkh_writer_flush(&writer), 0);
	convert(&made, &again);
	ck_assert_uint_eq(damages, 0);
	ck_assert_uint_eq(lost, 0);
	ck_assert_uint_eq(events, EVENTS + 1);
	assert_same(&made, &again);
}
END_TEST

/* Where something is damaged, the rest is written, and read without damage. */
START_TEST(what_was_not_damaged_is_written)
{
	static struct bytes more;
	unsigned before;

	seed = (unsigned)_i;
	more.output.write = take;
	make_stream(EVENTS);
	for (unsigned i = below(20); i; i--)
		made.at[below((unsigned)made.len)] ^= (uint8_t)(1 << below(8));
	convert(&made, &again);
	before = events;
	convert(&again, &more);
	if (writer.config.value[PXT_RKH_CHK] && before > EVENTS / 2) {
		ck_assert_uint_eq(damages, 0);
		ck_assert_uint_eq(events, before);
		assert_same(&again, &more);
	}
}
END_TEST

/* A prefix of a stream has the events of the frames that are whole. */
START_TEST(a_prefix_is_read_up_to_its_last_flag)
{
	unsigned flags = 0;

	seed = (unsigned)_i;
	make_stream(EVENTS);
	made.len = below((unsigned)made.len);
	for (size_t i = 1; i < made.len; i++)
		flags += made.at[i] == 0x7e;
	convert(&made, &again);
	ck_assert_uint_eq(events, flags);
	ck_assert_uint_le(damages, 1);
}
END_TEST

START_TEST(frames_that_are_left_out_are_a_loss_of_as_many)
{
	struct pxt_rkh_config config;

	pxt_rkh_config_init(&config);
	seed = (unsigned)_i;
	pxt_rkh_writer_flags(&writer, 1);
	pxt_rkh_writer_config(&writer, &config, 0);
	for (unsigned i = 0; i < 100; i++)
		some_event(PXT_RKH_V30,
			   (uint8_t)(i < 50 ? i : i + (unsigned)_i));
	pxt_rkh_writer_flush(&writer);
	convert(&made, &again);
	ck_assert_uint_eq(lost, (unsigned)_i % 256);
	ck_assert_uint_eq(losses, _i % 256 ? 1 : 0);
	ck_assert_uint_eq(events, 101);
	assert_same(&made, &again);
}
END_TEST

/* Records of old releases tell their dialects. */
START_TEST(a_record_tells_its_release)
{
	static const uint8_t r2405[] = { 0x05, 0x24, 0, 0,    3,    0, 0x14,
					 0x42, 0x11, 2, 0x14, 0xe8, 3 };
	struct pxt_rkh_config config;
	uint8_t frame[32] = { 0xae };
	unsigned dialect = 0;

	memcpy(frame + 1, r2405, sizeof(r2405));
	frame[14] = (uint8_t)-pxt_rkh_sum(frame, 14);
	pxt_rkh_config_init(&config);
	ck_assert(!pxt_rkh_config_read(frame, 15, &config));
	/* Its checksum is there, but bit 17 says that there is none. */
	frame[5] = 1;
	frame[14] = (uint8_t)(0 - pxt_rkh_sum(frame, 14));
	ck_assert(!pxt_rkh_config_read_old(frame, 15, &config, &dialect));
	frame[5] = 3;
	frame[14] = (uint8_t)(0 - pxt_rkh_sum(frame, 14));
	ck_assert(pxt_rkh_config_read_old(frame, 15, &config, &dialect));
	ck_assert_uint_eq(dialect, PXT_RKH_V2405);
	frame[0] = 0xad;
	frame[1] = 0x04;
	frame[14] = (uint8_t)(0 - pxt_rkh_sum(frame, 14));
	ck_assert(pxt_rkh_config_read_old(frame, 15, &config, &dialect));
	ck_assert_uint_eq(dialect, PXT_RKH_V2404);
	frame[1] = 0x05;
	frame[14] = (uint8_t)(0 - pxt_rkh_sum(frame, 14));
	ck_assert(!pxt_rkh_config_read_old(frame, 15, &config, &dialect));
}
END_TEST

/* A header, whose widths stand behind it; with checksum. */
START_TEST(a_record_of_2_3_is_found_behind_its_header)
{
	uint8_t frame[] = {
		0xad, 0, 1, 2, 3, 4, 0x14, 0x42, 0x11, 0x21, 0x11, 0
	};
	struct pxt_rkh_config config;
	unsigned dialect = 0;

	frame[11] = (uint8_t)(0 - pxt_rkh_sum(frame, 11));
	pxt_rkh_config_init(&config);
	ck_assert(pxt_rkh_config_read_old(frame, 12, &config, &dialect));
	ck_assert_uint_eq(dialect, PXT_RKH_V23);
	ck_assert_uint_eq(config.value[PXT_RKH_ESIZE], 2);
	ck_assert_uint_eq(config.value[PXT_RKH_CHK], 1);
	frame[6] = 0x12; /* stamps of two bytes would not be four */
	frame[11] = (uint8_t)(0 - pxt_rkh_sum(frame, 11));
	ck_assert(!pxt_rkh_config_read_old(frame, 12, &config, &dialect));
}
END_TEST

START_TEST(every_release_has_a_dialect)
{
	static const struct {
		const char *name;
		enum pxt_rkh_dialect dialect;
	} releases[] = {
		{ "v20a", PXT_RKH_V20A },
		{ "2.0", PXT_RKH_V20 },
		{ "2.1", PXT_RKH_V20 },
		{ "v2.2", PXT_RKH_V22 },
		{ "2.3", PXT_RKH_V23 },
		{ "2.4.00", PXT_RKH_V23 },
		{ "2.4.03", PXT_RKH_V2403 },
		{ "2.4.04", PXT_RKH_V2404 },
		{ "2.4.05", PXT_RKH_V2405 },
		{ "2.4.06", PXT_RKH_V2405 },
		{ "3.0.00", PXT_RKH_V30 },
		{ "3.4.00", PXT_RKH_V30 },
		{ "v30", PXT_RKH_V30 },
		{ "4", PXT_RKH_DIALECTS },
		{ "", PXT_RKH_DIALECTS },
		{ "20b", PXT_RKH_DIALECTS },
		{ "123456789012", PXT_RKH_DIALECTS },
	};

	for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++)
		ck_assert_msg(pxt_rkh_dialect_find(releases[i].name) ==
				      releases[i].dialect,
			      "%s", releases[i].name);
	for (unsigned i = 0; i < PXT_RKH_DIALECTS; i++)
		ck_assert_uint_eq(pxt_rkh_dialect_find(pxt_rkh_dialect_name(i)),
				  i);
}
END_TEST

/* The numbers of the manual of 2.4.05, and those of 3.x. */
START_TEST(events_have_the_numbers_of_their_release)
{
	static const struct {
		enum pxt_rkh_dialect dialect;
		unsigned number;
		const char *name;
	} events_of[] = {
		{ PXT_RKH_V30, 0x71, "SM_DCH" },
		{ PXT_RKH_V30, 0xb4, "FWK_ACTOR" },
		{ PXT_RKH_V30, 0xdf, "USR_31" },
		{ PXT_RKH_V30, 0xe9, "UT_FAIL" },
		{ PXT_RKH_V2405, 0xa8, "FWK_OBJ" },
		{ PXT_RKH_V2405, 0xae, "FWK_TCFG" },
		{ PXT_RKH_V2405, 0xb6, "FWK_ACTOR" },
		{ PXT_RKH_V2405, 0x70, "SM_EXE_ACT" },
		{ PXT_RKH_V2405, 0x47, "SMA_DCH" },
		{ PXT_RKH_V2404, 0xad, "FWK_TCFG" },
		{ PXT_RKH_V2403, 0x62, "SM_DCH" },
		{ PXT_RKH_V2403, 0xb4, "FWK_QUEUE" },
		{ PXT_RKH_V23, 0x69, "SM_CSTATE" },
		{ PXT_RKH_V23, 0xae, "FWK_ASSERT" },
		{ PXT_RKH_V22, 47, "USER" },
		{ PXT_RKH_V22, 46, "EXE_FUN" },
		{ PXT_RKH_V20, 27, "SM_DCH_RC" },
		{ PXT_RKH_V20A, 45, "USER" },
		{ PXT_RKH_V20A, 34, "TIM_ATTEMPT_STOP" },
	};

	for (size_t i = 0; i < sizeof(events_of) / sizeof(events_of[0]); i++) {
		const struct pxt_rkh_event *event = pxt_rkh_event_of(
			events_of[i].dialect, events_of[i].number);

		ck_assert_ptr_nonnull(event);
		ck_assert_str_eq(event->name, events_of[i].name);
	}
	ck_assert_ptr_null(pxt_rkh_event_of(PXT_RKH_V30, 0x72));
	ck_assert_ptr_null(pxt_rkh_event_of(PXT_RKH_V23, 0xaf));
	ck_assert_ptr_null(pxt_rkh_event_of(PXT_RKH_V20A, 46));
}
END_TEST

/* Time */

START_TEST(stamps_come_round)
{
	struct pxt_rkh_clock clock = { .width = 0 };

	pxt_rkh_clock_begin(&clock, 1, 1000);
	pxt_rkh_clock_set(&clock, 250, false);
	pxt_rkh_clock_set(&clock, 4, false);
	ck_assert_uint_eq(clock.ns, 260000000);
	/* A number of a record that is late is not that of the next round. */
	pxt_rkh_clock_set(&clock, 2, true);
	ck_assert_uint_eq(clock.ns, 258000000);
	pxt_rkh_clock_set(&clock, 1, false);
	ck_assert_uint_eq(clock.ns, 513000000);
}
END_TEST

START_TEST(a_count_of_four_bytes_may_step_back)
{
	struct pxt_rkh_clock clock = { .width = 0 };

	pxt_rkh_clock_begin(&clock, 4, 3);
	pxt_rkh_clock_set(&clock, 0xfffffffe, false);
	pxt_rkh_clock_set(&clock, 1, false);
	ck_assert_uint_eq(clock.ticks, 0x100000001);
	ck_assert_uint_eq(clock.ns, 1431655765666666666);
	pxt_rkh_clock_set(&clock, 0, false);
	ck_assert_uint_eq(clock.ticks, 0x100000000);
}
END_TEST

START_TEST(a_session_goes_on_or_begins_anew)
{
	struct pxt_rkh_clock clock = { .width = 0 };

	pxt_rkh_clock_begin(&clock, 4, 1000);
	pxt_rkh_clock_set(&clock, 500, false);
	pxt_rkh_clock_begin(&clock, 4, 1000);
	pxt_rkh_clock_set(&clock, 501, false);
	ck_assert_uint_eq(clock.ns, 501000000);
	pxt_rkh_clock_begin(&clock, 2, 100);
	pxt_rkh_clock_set(&clock, 3, false);
	ck_assert_uint_eq(clock.ns, 531000000);
}
END_TEST

START_TEST(no_time_is_later_than_there_can_be)
{
	struct pxt_rkh_clock clock = { .width = 0 };

	pxt_rkh_clock_begin(&clock, 8, 1);
	pxt_rkh_clock_set(&clock, UINT64_MAX / 2, false);
	ck_assert_uint_eq(clock.ns, INT64_MAX);
	pxt_rkh_clock_begin(&clock, 4, 1);
	for (unsigned i = 0; i < 100; i++)
		pxt_rkh_clock_set(&clock, i * 0x7fffffffU, false);
	ck_assert_uint_eq(clock.ns, INT64_MAX);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("rkh");
	TCase *c = tcase_create("rkh");

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_loop_test(c, what_was_read_is_written_as_it_was, 0, SEEDS);
	tcase_add_loop_test(c, streams_of_old_releases_are_written_as_they_were,
			    0, 4 * PXT_RKH_DIALECTS);
	tcase_add_loop_test(
		c, streams_of_2_3_tell_their_configuration_as_they_did, 0, 64);
	tcase_add_loop_test(c, what_was_not_damaged_is_written, 0, SEEDS);
	tcase_add_loop_test(c, a_prefix_is_read_up_to_its_last_flag, 0, SEEDS);
	tcase_add_loop_test(c, frames_that_are_left_out_are_a_loss_of_as_many,
			    0, 258);
	tcase_add_test(c, a_record_tells_its_release);
	tcase_add_test(c, a_record_of_2_3_is_found_behind_its_header);
	tcase_add_test(c, every_release_has_a_dialect);
	tcase_add_test(c, events_have_the_numbers_of_their_release);
	tcase_add_test(c, stamps_come_round);
	tcase_add_test(c, a_count_of_four_bytes_may_step_back);
	tcase_add_test(c, a_session_goes_on_or_begins_anew);
	tcase_add_test(c, no_time_is_later_than_there_can_be);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
