/* doubt.c - invalid frames in LiteOS's buffer */
#include "format/liteos/import/doubt.h"

#include "format/liteos/events.h"
#include "format/liteos/word.h"

enum {
	MODULES = 0xf,	      /* module bits of a type start here */
	INTERRUPTS = 1 << 12, /* upper limit for interrupt numbers */
	PROCESSES = 1 << 22,
	PROCESSORS = 64,
	TIME_BITS = 62, /* no counter has more bits */
};

static bool is_padded(const struct pxt_liteos_layout *layout, const uint8_t *at)
{
	for (unsigned i = 0; i < layout->blanks; i++)
		if (pxt_liteos_get32(at + layout->blank[i], false))
			return true;
	return false;
}

static bool is_of_kernel(uint32_t type)
{
	return type < PXT_LITEOS_VENDOR;
}

static bool has_strange_identity(const struct pxt_liteos_frame *frame)
{
	switch (frame->type & ~(uint32_t)MODULES) {
	case PXT_LITEOS_HWI:
		return frame->identity >= INTERRUPTS;
	case PXT_LITEOS_TASK:
		return frame->identity > UINT32_MAX;
	default:
		return false;
	}
}

static bool has_strange_core(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_in_interrupt(frame) > 1 ||
	       pxt_liteos_cpu(frame) >= PROCESSORS;
}

/* True if params that were not recorded are nonzero. */
static bool has_strange_params(const struct pxt_liteos_layout *layout,
			       const uint8_t *at, bool big,
			       const struct pxt_liteos_event *event)
{
	const unsigned width = layout->shape.width;

	if (event->type == PXT_LITEOS_SWTMR_START)
		event = &pxt_liteos_old_timer;
	for (unsigned i = pxt_liteos_event_params(event);
	     i < layout->shape.params; i++)
		if (pxt_liteos_get(at + layout->params + i * width, big, width))
			return true;
	return false;
}

static bool is_strange(const struct pxt_liteos_layout *layout,
		       const uint8_t *at, bool big,
		       const struct pxt_liteos_frame *frame, bool old)
{
	const struct pxt_liteos_event *event;
	const bool identity = has_strange_identity(frame);
	unsigned doubts = 0;

	doubts += !pxt_liteos_has_one_module(frame->type);
	doubts += frame->time >> TIME_BITS != 0;
	doubts += frame->task == UINT32_MAX;
	doubts += frame->pid >= PROCESSES;
	doubts += has_strange_core(frame);
	/* At most one more doubt could follow: the check is expensive. */
	if (doubts + identity == 0 || old)
		return doubts > 1;
	event = pxt_liteos_event_find(frame->type);
	doubts += !event && is_of_kernel(frame->type);
	/* Versions before LiteOS 5 have other values, and may not be
	 * recognized: these are one doubt. */
	doubts += identity ||
		  (event && has_strange_params(layout, at, big, event));
	return doubts > 1;
}

enum pxt_liteos_doubt pxt_liteos_doubt(const struct pxt_liteos_layout *layout,
				       const uint8_t *at, bool big,
				       const struct pxt_liteos_frame *frame,
				       bool old)
{
	const struct pxt_liteos_shape *shape = &layout->shape;

	if (frame->type <= MODULES)
		return PXT_LITEOS_NO_MODULE;
	if (is_padded(layout, at))
		return PXT_LITEOS_PADDED;
	if (shape->core &&
	    pxt_liteos_bits(frame->core, PXT_LITEOS_RESERVED, 12))
		return PXT_LITEOS_RESERVES;
	if (shape->core && pxt_liteos_recorded(frame) > shape->params)
		return PXT_LITEOS_TOO_MANY;
	return is_strange(layout, at, big, frame, old) ? PXT_LITEOS_STRANGE :
							 PXT_LITEOS_SOUND;
}
