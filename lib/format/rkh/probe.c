/* probe.c - recognizing a stream of RKH */
#include "format/rkh/probe.h"

#include <string.h>

#include "format/rkh/config.h"
#include "format/rkh/frame.h"

enum {
	FRAMES = 64, /* enough to decide */
	FEW = 4,
	SHORTEST = 3, /* bytes that make a frame significant */
};

struct look {
	unsigned frames;
	unsigned good;	    /* frames with a checksum of RKH */
	unsigned qpspy;	    /* frames with a checksum of QP/Spy */
	bool is_configured; /* a configuration record was found */
};

static void look_at(struct look *look, const struct pxt_rkh_frame *frame)
{
	struct pxt_rkh_config config;
	unsigned dialect;
	uint8_t sum;

	if (frame->found != PXT_RKH_FRAME || frame->size < SHORTEST)
		return;
	pxt_rkh_config_init(&config);
	if (pxt_rkh_config_read(frame->data, frame->size, &config) ||
	    pxt_rkh_config_read_old(frame->data, frame->size, &config,
				    &dialect))
		look->is_configured = true;
	sum = pxt_rkh_sum(frame->data, frame->size);
	look->frames++;
	look->good += sum == 0;
	look->qpspy += sum == 0xff;
}

static void look_through(struct look *look, const uint8_t *data, size_t len)
{
	struct pxt_rkh_framer framer = { 0 };
	struct pxt_rkh_frame frame;

	*look = (struct look){ 0 };
	if (!memchr(data, PXT_RKH_FLAG, len) ||
	    pxt_feed_open_memory(data, len, &framer.feed))
		return;
	while (look->frames < FRAMES && !look->is_configured &&
	       !pxt_rkh_frame_next(&framer, &frame))
		look_at(look, &frame);
	pxt_rkh_framer_fini(&framer);
	pxt_feed_close(framer.feed);
}

static bool are_most(unsigned some, unsigned all)
{
	return all >= FEW && 4 * some >= 3 * all;
}

unsigned pxt_rkh_probe(const struct pxt_probe *probe)
{
	struct look look;

	if (!probe->len)
		return PXT_PROBE_NO;
	look_through(&look, probe->start, probe->len);
	if (look.is_configured)
		return PXT_PROBE_SURE;
	if (are_most(look.good, look.frames))
		return PXT_PROBE_LIKELY;
	/* Damaged, too short, or to be refused by name. */
	if (2 * look.good > look.frames || are_most(look.qpspy, look.frames))
		return PXT_PROBE_MAYBE;
	return PXT_PROBE_NO;
}

bool pxt_rkh_is_qpspy(const uint8_t *data, size_t len)
{
	struct look look;

	if (!len)
		return false;
	look_through(&look, data, len);
	return !look.is_configured && are_most(look.qpspy, look.frames);
}
