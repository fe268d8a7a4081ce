/* start.c - start of a session, by the frames behind its record */
#include "format/rkh/import/start.h"

#include "format/rkh/import/lookahead.h"
#include "format/rkh/import/session.h"

/* A 64-bit target whose guard was removed announces pointers of eight bytes,
 * and sends four. */
void pxt_rkh_start_doubt(struct pxt_rkh_reader *reader,
			 const struct pxt_rkh_config *config,
			 enum pxt_rkh_dialect form)
{
	const enum pxt_rkh_dialect dialect =
		reader->options.has_dialect ? reader->dialect : form;
	struct pxt_rkh_config effective = *config;
	const uint8_t *at;
	size_t len;

	pxt_rkh_options_apply(&reader->options, &effective);
	if (effective.value[PXT_RKH_PTR] != 8 ||
	    reader->options.has[PXT_RKH_PTR])
		return;
	at = pxt_rkh_framer_ahead(&reader->framer, &len);
	if (!pxt_rkh_lookahead_is_short(at, len, &effective, dialect))
		return;
	reader->options.config.value[PXT_RKH_PTR] = 4;
	reader->options.has[PXT_RKH_PTR] = true;
	pxt_rkh_session_tell_options(reader);
	pxt_trace_tell(reader->trace,
		       "pointers are taken for 4 bytes, not 8 as is told, by "
		       "the lengths of frames (ptr=8: they are)");
}

/* The first record gets the time of its successor. */
static bool find_start(struct pxt_rkh_reader *reader, const uint8_t *at,
		       size_t len)
{
	uint64_t stamp;

	if (!pxt_rkh_lookahead_stamp(at, len, &reader->config, &stamp))
		return false;
	pxt_rkh_clock_set(&reader->clock, stamp, false);
	reader->before_ns = reader->clock.ns;
	return true;
}

enum { AHEAD = 4096 }; /* bytes read while waiting for the first stamp */

bool pxt_rkh_start_find(struct pxt_rkh_reader *reader)
{
	const uint8_t *at;
	size_t len;
	int err = 0;

	do {
		at = pxt_rkh_framer_ahead(&reader->framer, &len);
		if (find_start(reader, at, len) || len > AHEAD)
			break;
		err = pxt_rkh_framer_more(&reader->framer);
		if (err && pxt_feed_waits(reader->framer.feed))
			return false;
	} while (!err);
	reader->lacks_start = false;
	return true;
}
