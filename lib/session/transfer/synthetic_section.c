/* synthetic_section.c - building a section */
#include "session/transfer/synthetic_section.h"

#include <string.h>

void pxt_made_up_add(struct pxt_made_up *made_up, uint64_t ticks, uint32_t type,
		     const void *data, size_t len)
{
	uint8_t *at = made_up->records + made_up->len;

	pxt_record_head(at, ticks, type, 0, (uint32_t)len);
	if (len)
		memcpy(at + PXT_RECORD_HEAD, data, len);
	made_up->len += pxt_record_span(len);
	if (type == PXT_RECORD_CONTEXT)
		return;
	if (!made_up->chunk.first)
		made_up->chunk.first = ticks;
	made_up->chunk.last = ticks;
	made_up->chunk.events += type != PXT_RECORD_LOSS;
}

void pxt_made_up_clock(struct pxt_made_up *made_up,
		       const struct pxt_context *clock, uint64_t clock_ticks)
{
	const struct pxt_context context = {
		.pid = made_up->pid,
		.realtime_ns = clock->realtime_ns,
		.rate = clock->rate,
		.family = made_up->family,
	};

	pxt_made_up_add(made_up, clock_ticks, PXT_RECORD_CONTEXT, &context,
			sizeof(context));
}

void pxt_made_up_init(struct pxt_made_up *made_up, uint32_t pid,
		      uint32_t family, const struct pxt_context *clock,
		      uint64_t clock_ticks)
{
	memset(made_up, 0, sizeof(*made_up));
	made_up->pid = pid;
	made_up->family = family;
	pxt_made_up_clock(made_up, clock, clock_ticks);
}
