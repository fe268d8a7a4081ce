/* filters.c - filters at run time: tables of bits, which are set in what
 * passes */
#include <string.h>

#include "firmware/rkh/library.h"
#include "firmware/rkh/unit.h"

enum {
	ROWS = 17,	 /* bytes of the events' table */
	SLOTS = 1 << 16, /* largest number of slots */
};

static rui8_t groups;
static rui8_t events[ROWS];
static rui8_t signals[SLOTS / 8];
static rui8_t smas[SLOTS / 8];

static const struct {
	rui8_t at, len;
} rows[RKH_TG_NGROUP] = {
	{ 0, 1 }, { 1, 1 }, { 2, 2 },  { 4, 3 },
	{ 7, 1 }, { 8, 3 }, { 11, 4 }, { 15, 2 },
};

static void set_bit(rui8_t *byte, unsigned bit, bool is_set)
{
	if (is_set)
		*byte |= (rui8_t)(1U << bit);
	else
		*byte &= (rui8_t) ~(1U << bit);
}

static void set_all(rui8_t *table, size_t len, bool is_set)
{
	memset(table, is_set ? 0xff : 0, len);
}

/* The byte of an event's bit; NULL: beyond the last, an assertion. */
static rui8_t *byte_of(RKH_TE_ID_T event)
{
	const unsigned group = event >> 5;
	const unsigned at = (event & 31) / 8;

	if (at < rows[group].len)
		return &events[rows[group].at + at];
	pxt_rkh_unit_assert("rkhtrc_filter", __LINE__);
	return NULL;
}

RKH_API void rkh_trc_filter_group_(rui8_t ctrl, RKH_TG_T grp, rui8_t mode)
{
	const bool passes = ctrl == FILTER_OFF;

	if (grp == RKH_TRC_ALL_GROUPS) {
		set_all(&groups, sizeof(groups), passes);
		return;
	}
	if (grp >= RKH_TG_NGROUP) {
		pxt_rkh_unit_assert("rkhtrc_filter", __LINE__);
		return;
	}
	set_bit(&groups, grp, passes);
	if (mode & RKH_FILTER_WHOLE_)
		set_all(&events[rows[grp].at], rows[grp].len, passes);
}

RKH_API void rkh_trc_filter_event_(rui8_t ctrl, RKH_TE_ID_T evt)
{
	const bool passes = ctrl == FILTER_OFF;
	rui8_t *byte;

	if (evt == RKH_TRC_ALL_EVENTS) {
		set_all(events, sizeof(events), passes);
		set_all(&groups, sizeof(groups), passes);
		return;
	}
	byte = byte_of(evt);
	if (!byte)
		return;
	set_bit(byte, evt % 8, passes);
	if (passes)
		set_bit(&groups, evt >> 5, true);
}

RKH_API rbool_t rkh_trc_isoff_(RKH_TE_ID_T e)
{
	const rui8_t *byte = byte_of(e);

	return byte && groups >> (e >> 5) & *byte >> e % 8 & 1;
}

/* The table of a filter, and its slots. */
static rui8_t *table_of(RKHFilter fd, unsigned *slots)
{
	const bool is_sma = fd == RKHFilterSma;

	*slots = is_sma ? pxt_rkh_unit.smas : pxt_rkh_unit.signals;
	return is_sma ? smas : signals;
}

RKH_API void rkh_trc_symFil(RKHFilter fd, RKH_TRC_FSLOT slot, rui8_t mode)
{
	const bool passes = mode & FILTER_OFF;
	unsigned slots;
	rui8_t *table = table_of(fd, &slots);

	if (mode & RKH_FILTER_WHOLE_)
		set_all(table, (slots + 7) / 8, passes);
	else if (slot < slots)
		set_bit(&table[slot / 8], slot % 8, passes);
	else
		pxt_rkh_unit_assert("rkhtrc_filter", __LINE__);
}

RKH_API rbool_t rkh_trc_symFil_isoff(RKHFilter fd, RKH_TRC_FSLOT slot)
{
	unsigned slots;
	const rui8_t *table = table_of(fd, &slots);

	if (slot < slots)
		return table[slot / 8] >> slot % 8 & 1;
	pxt_rkh_unit_assert("rkhtrc_filter", __LINE__);
	return 0;
}

RKH_API void rkh_trc_filter_get(RKH_FilterTbl *out)
{
	if (!out)
		return;
	out->group = &groups;
	out->event = events;
	out->signal = signals;
	out->ao = smas;
}
