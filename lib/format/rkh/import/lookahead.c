/* lookahead.c - looking at frames behind a configuration record */
#include "format/rkh/import/lookahead.h"

#include "base/bytes.h"
#include "format/rkh/frame.h"
#include "format/rkh/plan.h"

enum { FRAMES = 64 }; /* frames to look at */

/* Frames in the window, the last of which may be incomplete. */
struct ahead {
	struct pxt_rkh_framer framer;
	const struct pxt_rkh_config *config;
	unsigned frames;
};

static bool begin(struct ahead *ahead, const uint8_t *data, size_t len,
		  const struct pxt_rkh_config *config)
{
	*ahead = (struct ahead){ .config = config };
	ahead->framer.has_begun = true;
	return len && !pxt_feed_open_memory(data, len, &ahead->framer.feed);
}

static void end(struct ahead *ahead)
{
	pxt_rkh_framer_fini(&ahead->framer);
	pxt_feed_close(ahead->framer.feed);
}

static size_t header_size(const struct pxt_rkh_config *config)
{
	const uint8_t *value = config->value;

	return value[PXT_RKH_TE_ID] + value[PXT_RKH_NSEQ] +
	       (value[PXT_RKH_TSTAMP] ? value[PXT_RKH_TS] : 0U);
}

/* Gets the next valid frame, without its checksum. */
static bool next(struct ahead *ahead, struct pxt_bytes *in)
{
	const bool has_sum = ahead->config->value[PXT_RKH_CHK];
	struct pxt_rkh_frame frame;

	while (ahead->frames++ < FRAMES &&
	       !pxt_rkh_frame_next(&ahead->framer, &frame)) {
		if (frame.found != PXT_RKH_FRAME ||
		    frame.size < header_size(ahead->config) + has_sum ||
		    (has_sum && pxt_rkh_sum(frame.data, frame.size)))
			continue;
		pxt_bytes_init(in, frame.data, frame.size - has_sum);
		return true;
	}
	return false;
}

/* Size of an event's arguments; 0: variable. */
static size_t size_of(const struct pxt_rkh_event *event,
		      const struct pxt_rkh_config *config)
{
	struct pxt_rkh_plan plan;
	size_t size = 0;

	if (event->meaning == PXT_RKH_USER_EVENT ||
	    event->meaning == PXT_RKH_CONFIGURES)
		return 0;
	pxt_rkh_plan_init(&plan, event, config);
	for (unsigned i = 0; i < plan.count; i++) {
		if (!plan.argument[i].width || plan.argument[i].is_optional)
			return 0;
		size += plan.argument[i].width;
	}
	return size;
}

static const struct pxt_rkh_event *event_of(struct pxt_bytes *in,
					    const struct pxt_rkh_config *config,
					    enum pxt_rkh_dialect dialect)
{
	const unsigned width = config->value[PXT_RKH_TE_ID];
	uint32_t number = (uint32_t)pxt_rkh_take(in, width);

	if (pxt_rkh_dialect_has_groups(dialect))
		number = pxt_rkh_id_number(number, width);
	pxt_bytes_take(in, header_size(config) - width);
	return number < PXT_RKH_EVENTS ? pxt_rkh_event_of(dialect, number) :
					 NULL;
}

bool pxt_rkh_lookahead_is_short(const uint8_t *data, size_t len,
				const struct pxt_rkh_config *config,
				enum pxt_rkh_dialect dialect)
{
	struct pxt_rkh_config other = *config;
	unsigned fits = 0, fits_other = 0;
	struct ahead ahead;
	struct pxt_bytes in;

	other.value[PXT_RKH_PTR] = 4;
	if (!begin(&ahead, data, len, config))
		return false;
	while (next(&ahead, &in)) {
		const struct pxt_rkh_event *event =
			event_of(&in, config, dialect);
		const size_t left = pxt_bytes_left(&in);

		if (!event || !left)
			continue;
		fits += left == size_of(event, config);
		fits_other += left == size_of(event, &other);
	}
	end(&ahead);
	return fits_other > fits;
}

bool pxt_rkh_lookahead_stamp(const uint8_t *data, size_t len,
			     const struct pxt_rkh_config *config,
			     uint64_t *stamp)
{
	struct ahead ahead;
	struct pxt_bytes in;
	bool found;

	if (!config->value[PXT_RKH_TSTAMP] || !begin(&ahead, data, len, config))
		return false;
	found = next(&ahead, &in);
	if (found) {
		pxt_bytes_take(&in, config->value[PXT_RKH_TE_ID] +
					    config->value[PXT_RKH_NSEQ]);
		*stamp = pxt_rkh_take(&in, config->value[PXT_RKH_TS]);
	}
	end(&ahead);
	return found;
}
