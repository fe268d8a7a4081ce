/*
 * fuzz_text.c - whatever a user writes for a time or a condition, and whatever
 * a log has for names and data, text comes to an end
 *
 * The first byte of the input says what the rest is, see WHAT_...
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "common/out.h"
#include "common/text.h"
#include "event/payload.h"
#include "fuzz/quick.h"
#include "select/moment.h"
#include "select/where.h"

enum {
	WHAT_TIME,
	WHAT_NAME,
	WHAT_DATA,
	WHAT_CONDITION,
	WHATS,
	ASCII = 4, /* flags, besides */
	FULL = 8,
	CUT = 16,
	UTC = 32,
	FIELD = 64, /* in place of a condition */

	NS_PER_S = 1000000000,
	TEXT_SIZE = 4096,
};

static void read_time(const char *text, bool utc)
{
	const struct moment_log log = {
		.first = { 1700000000, 999999999 },
		.last = { 1700000001, 0 },
		.event = { 1700000000, 999999999 },
		.utc = utc,
	};
	struct timespec time;
	struct moment when, to;

	if (moment_parse_range(text, &when, &to))
		QUICK_ASSERT(when.kind != MOMENT_NEVER ||
			     to.kind != MOMENT_NEVER);

	if (!moment_parse(text, &when)) {
		QUICK_ASSERT(when.kind == MOMENT_NEVER);
		return;
	}
	QUICK_ASSERT(when.kind != MOMENT_NEVER);
	time = moment_resolve(&when, &log);
	QUICK_ASSERT(time.tv_nsec >= 0 && time.tv_nsec < NS_PER_S);
	QUICK_ASSERT(when.kind != MOMENT_OFFSET || time.tv_sec >= 1700000000);
	QUICK_ASSERT(when.kind != MOMENT_TAIL || time.tv_sec <= 1700000001);
	QUICK_ASSERT(when.kind != MOMENT_EVENT || (*when.event && when.ns > 0));
}

/* What is shown of a name changes nothing but the name. */
static void show_name(const char *text)
{
	char shown[64];
	size_t len;
	const uint8_t *at = (const uint8_t *)shown;
	uint32_t code;

	memset(shown, 0x5a, sizeof(shown));
	len = text_tame(shown, sizeof(shown), text);
	QUICK_ASSERT(len < sizeof(shown) && strlen(shown) == len);
	while (*at) {
		size_t step = pxt_utf8_take(at, (uint8_t *)shown + len, &code);

		QUICK_ASSERT(step && text_is_plain(code));
		at += step;
	}
}

/* No byte of it drives a terminal. */
static void check_tame(const struct out *out, bool ascii)
{
	const uint8_t *at = (const uint8_t *)out->block;
	const uint8_t *end = at + out->len;
	uint32_t code;

	while (at < end) {
		size_t step = pxt_utf8_take(at, end, &code);

		QUICK_ASSERT(step && text_is_plain(code));
		QUICK_ASSERT(!ascii || code < 0x80);
		at += step;
	}
}

static void show_data(const void *data, size_t len, int flags)
{
	const struct payload_style style = {
		.full = flags & FULL,
		.ascii = flags & ASCII,
	};
	static struct out out;

	out_init(&out, -1);
	payload_put(&out, &style, data, len, flags & CUT);
	QUICK_ASSERT(!out.error);
	check_tame(&out, style.ascii);
}

/* Fields of all kinds: by the number, so that one has different ones. */
static void get(void *context, unsigned number, struct where_value *value)
{
	const char *name = where_field(context, number);

	QUICK_ASSERT(name && *name);
	QUICK_ASSERT(value->kind == WHERE_NONE);
	value->kind = (enum where_kind)(number % 3);
	value->number = number;
	value->text = name;
	value->len = strlen(name);
}

/* It is one or it is told where it is none; and it says the same twice. */
static void judge(const char *text)
{
	struct where_error error;
	struct where *where = where_parse(text, &error);
	bool first;

	if (!where) {
		QUICK_ASSERT(error.what && error.column >= 1);
		QUICK_ASSERT(error.column <= strlen(text) + 1);
		return;
	}
	QUICK_ASSERT(!error.what);
	first = where_holds(where, get, where);
	QUICK_ASSERT(where_holds(where, get, where) == first);
	where_free(where);
}

/* What a field has for a text, and for its unit: on one line, and with as many
 * quotation marks as one can tell where it ends. */
static void show_field(const char *unit, const void *data, size_t len,
		       int flags)
{
	const struct payload_style style = {
		.full = flags & FULL,
		.ascii = flags & ASCII,
	};
	static struct out out;

	out_init(&out, -1);
	payload_put_text(&out, &style, data, len);
	QUICK_ASSERT(out.len);
	payload_put_name(&out, &style, unit);
	QUICK_ASSERT(!out.error);
	check_tame(&out, style.ascii);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[TEXT_SIZE + 1];

	if (!size || size > TEXT_SIZE)
		return 0;
	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	switch ((data[0] & 3) % WHATS) {
	case WHAT_TIME:
		read_time(text, data[0] & UTC);
		break;
	case WHAT_NAME:
		show_name(text);
		break;
	case WHAT_CONDITION:
		if (data[0] & FIELD)
			show_field(text, data + 1, size - 1, data[0]);
		else
			judge(text);
		break;
	default:
		show_data(data + 1, size - 1, data[0]);
	}
	return 0;
}
