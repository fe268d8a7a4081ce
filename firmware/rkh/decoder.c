/* decoder.c - frames as events of posixtrace */
#include "firmware/rkh/decoder.h"

#include <errno.h>

#include <trace_np.h>

#include "firmware/rkh/unit.h"
#include "format/rkh/import/header.h"
#include "format/rkh/import/reader.h"
#include "format/rkh/import/record.h"
#include "format/rkh/import/session.h"

static struct pxt_rkh_reader reader;
static bool has_begun;

static void begin(void)
{
	has_begun = true;
	pxt_rkh_symbols_init(&reader.symbols, NULL);
	pxt_rkh_unit_config(&reader.config);
	reader.options.config = reader.config;
	reader.dialect = PXT_RKH_V30;
	pxt_rkh_session_use(&reader);
}

static unsigned lost_since;	  /* frames, since the last good one */
static volatile bool has_skipped; /* frames that no stream wanted */

void pxt_rkh_decoder_lose(unsigned count, int reason)
{
	lost_since += count;
	posix_trace_lose_np(count, reason);
}

void pxt_rkh_decoder_skip(void)
{
	has_skipped = true;
}

/* Several frames may have run into one bad one: the next good one has the
 * number that says so. */
static void count_gap(void)
{
	const struct pxt_rkh_gap *gap = &reader.gap;
	const unsigned missing = (uint8_t)(gap->got - gap->expected);

	if (gap->is_there && !pxt_rkh_gap_is_late(gap) && !has_skipped &&
	    missing > lost_since)
		posix_trace_lose_np(missing - lost_since, EBADMSG);
	lost_since = 0;
	has_skipped = false;
}

bool pxt_rkh_decoder_wants(uint8_t first)
{
	const struct pxt_rkh_event *event;

	if (__posix_trace_wanted() || pxt_rkh_config_may_begin(first))
		return true;
	/* Names are in one group. */
	if (reader.dialect == PXT_RKH_V30 && first >> 5 != RKH_TG_FWK)
		return false;
	event = pxt_rkh_event_of(reader.dialect, first);
	return !event || event->meaning >= PXT_RKH_NAMES_OBJECT;
}

static int read_frame(const struct pxt_rkh_arrival *arrival)
{
	struct pxt_rkh_config config;
	unsigned form;

	pxt_rkh_record_begin(&reader);
	reader.frame = (struct pxt_rkh_frame){
		.found = PXT_RKH_FRAME,
		.off = arrival->off,
		.len = arrival->len,
		.data = arrival->data,
		.size = arrival->size,
		.is_strange = arrival->is_strange,
	};
	if (pxt_rkh_config_may_begin(*arrival->data) &&
	    pxt_rkh_session_reads_config(&reader, &config, &form))
		return pxt_rkh_session_take(&reader, &config, form);
	if (!arrival->is_checked)
		return pxt_rkh_record_check(&reader);
	pxt_bytes_init(&reader.record.in, arrival->data,
		       arrival->size - reader.config.value[PXT_RKH_CHK]);
	return pxt_rkh_record_take(&reader);
}

void pxt_rkh_decoder_take(const struct pxt_rkh_arrival *arrival)
{
	int saved;

	if (!arrival->size)
		return;
	if (!pxt_rkh_decoder_wants(*arrival->data)) {
		pxt_rkh_decoder_skip();
		return;
	}
	saved = errno;
	if (!has_begun)
		begin();
	read_frame(arrival);
	if (reader.outcome == PXT_RKH_EVENT) {
		if (!arrival->is_checked)
			count_gap();
		posix_trace_event_at_np(reader.type, reader.data.bytes,
					reader.data.len, arrival->place);
	} else {
		pxt_rkh_decoder_lose(
			1, reader.outcome == PXT_RKH_BAD ? EBADMSG : EOVERFLOW);
	}
	errno = saved;
}
