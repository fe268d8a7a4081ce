/* guess.c - guessing the layout of frames by plausibility */
#include "format/liteos/import/guess.h"

#include "format/liteos/events.h"

enum {
	SAMPLE = 1000, /* frames to examine */
	SMALL = 1 << 12,
	PROCESSES = 1 << 22, /* plausible upper limit; others are written,
			      * too */
	PRIORITIES = 256,
	STEPS_BACK = 1 << 16,
};

struct sample {
	const uint8_t *frames;
	size_t count;
	unsigned size;
	bool big;
};

/* The previous frame, for comparison. */
struct before {
	bool any;
	uint32_t type;
	uint64_t time;
	uint32_t count;
};

static bool is_upper_plausible(uint64_t value)
{
	const uint64_t upper = value >> 47;

	return !upper || upper == 0x1ffff;
}

static long judge_identity(const struct pxt_liteos_layout *layout,
			   const struct pxt_liteos_frame *frame)
{
	const uint64_t identity = frame->identity;

	if (layout->shape.width == 8 && !is_upper_plausible(identity))
		return -8;
	switch (frame->type & ~15U) {
	case PXT_LITEOS_TASK:
		return identity <= UINT32_MAX && (identity & 0xffff) < SMALL ?
			       2 :
			       -6;
	case PXT_LITEOS_HWI:
		return identity < SMALL ? 2 : -6;
	default:
		return 0;
	}
}

static bool is_zero(const uint8_t *at, size_t len)
{
	while (len && !*at) {
		at++;
		len--;
	}
	return !len;
}

static long judge_process(const struct pxt_liteos_layout *layout,
			  const struct pxt_liteos_frame *frame,
			  const uint8_t *at)
{
	const unsigned end = layout->pid + 4U;
	long points = 0;

	if (!layout->shape.pid)
		/* IPC exists in tree A only. */
		return (frame->type & ~15U) == PXT_LITEOS_IPC ? -4 : 0;
	points += frame->pid < SMALL ? 1 : frame->pid < PROCESSES ? 0 : -8;
	if (!is_zero(at + end, layout->time - end))
		points -= 12;
	return points;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static long judge_core(const struct pxt_liteos_layout *layout,
		       const struct pxt_liteos_event *event,
		       const struct pxt_liteos_frame *frame)
{
	const unsigned params = layout->shape.params;
	const unsigned recorded = pxt_liteos_recorded(frame);
	long points = 0;

	if (!layout->shape.core)
		return 0;
	points -=
		pxt_liteos_bits(frame->core, PXT_LITEOS_RESERVED, 12) ? 20 : 0;
	points -= pxt_liteos_in_interrupt(frame) > 1 ? 20 : 0;
	points -= pxt_liteos_cpu(frame) >= 64 ? 6 : 0;
	if (!event || frame->type == PXT_LITEOS_SWTMR_START)
		return points - (recorded <= params ? 0 : 10);
	/* A zero param looks like the word of an event without params. */
	if (recorded == least(params, pxt_liteos_event_params(event)))
		return points + (recorded ? 6 : 0);
	return points - 10;
}

/* An unknown type's value may be a counter: that proves nothing. */
static long judge_count(const struct pxt_liteos_layout *layout,
			const struct pxt_liteos_event *event,
			const struct pxt_liteos_frame *frame,
			const struct before *before)
{
	int32_t step;

	if (!layout->shape.count || !before->any)
		return 0;
	step = (int32_t)(frame->count - before->count);
	if (step == 1)
		return event || frame->type != before->type ? 4 : 0;
	return step > -8 && step < 8 && step ? 1 : -6;
}

static long judge_param(enum pxt_liteos_kind kind, uint64_t value)
{
	if (kind == PXT_LITEOS_STATUS && value >= SMALL)
		return -5;
	/* Tasks always have a state. */
	if (kind == PXT_LITEOS_STATUS && !value)
		return -1;
	return value ? 1 : 0;
}

static long judge_params(const struct pxt_liteos_layout *layout,
			 const struct pxt_liteos_event *event,
			 const struct pxt_liteos_frame *frame)
{
	const unsigned params = layout->shape.params;
	unsigned declared;
	long points = 0;

	for (unsigned i = 0; layout->shape.width == 8 && i < params; i++)
		if (!is_upper_plausible(frame->param[i]))
			points -= 4;
	if (!event)
		return points;
	declared = pxt_liteos_event_params(event);
	if (frame->type == PXT_LITEOS_SWTMR_START)
		declared = pxt_liteos_event_params(&pxt_liteos_old_timer);
	for (unsigned i = declared; i < params; i++)
		if (frame->param[i])
			points -= 6;
	/* Zeroes may be padding: only nonzero values prove a param. */
	for (unsigned i = 0; i < least(declared, params); i++)
		points += judge_param(event->arg[i + 1].kind, frame->param[i]);
	if (frame->type == PXT_LITEOS_TASK_SWITCH && params &&
	    (frame->param[0] >= PRIORITIES ||
	     (params > 2 && frame->param[2] >= PRIORITIES)))
		points -= 5;
	return points;
}

/* Code addresses are never all zero. */
static long judge_links(const struct pxt_liteos_layout *layout,
			const struct pxt_liteos_frame *frame)
{
	unsigned small = 0;

	if (!layout->shape.links)
		return 0;
	for (int i = 0; i < PXT_LITEOS_LINKS; i++)
		small += frame->link[i] < SMALL;
	return small == PXT_LITEOS_LINKS ? -6 : small ? -1 : 3;
}

static long judge_time(const struct pxt_liteos_frame *frame,
		       const struct before *before)
{
	if (!before->any)
		return 0;
	if (frame->time == before->time)
		return -2;
	if (frame->time > before->time)
		return (frame->time - before->time) >> 40 ? -6 : 2;
	/* An interrupt came between time and store. */
	return before->time - frame->time < STEPS_BACK ? 0 : -6;
}

static long judge_frame(const struct pxt_liteos_layout *layout,
			const struct sample *sample, const uint8_t *at,
			struct before *before)
{
	const struct pxt_liteos_event *event;
	struct pxt_liteos_frame frame;
	long points;

	pxt_liteos_layout_take(layout, at, sample->big, &frame);
	event = pxt_liteos_event_find(frame.type);
	points = judge_identity(layout, &frame) +
		 judge_process(layout, &frame, at) +
		 judge_core(layout, event, &frame) +
		 judge_count(layout, event, &frame, before) +
		 judge_params(layout, event, &frame) +
		 judge_links(layout, &frame) + judge_time(&frame, before);
	if (!is_zero(at + layout->end, layout->size - layout->end))
		points -= 10;
	*before = (struct before){ true, frame.type, frame.time, frame.count };
	return points;
}

static long judge(const struct pxt_liteos_layout *layout,
		  const struct sample *sample)
{
	struct before before = { .any = false };
	long points = 0;

	for (size_t i = 0, seen = 0; i < sample->count && seen < SAMPLE; i++) {
		const uint8_t *at = sample->frames + i * sample->size;

		if (is_zero(at, 8))
			continue;
		points += judge_frame(layout, sample, at, &before);
		seen++;
	}
	return points;
}

/* The simpler of two equal layouts has the default number of params, else
 * fewer; and fewer optional parts. */
static bool is_simpler(const struct pxt_liteos_layout *a,
		       const struct pxt_liteos_layout *b)
{
	const struct pxt_liteos_shape *left = &a->shape, *right = &b->shape;
	const int more =
		left->core + left->count + 2 * left->links + 4 * a->align4;
	const int less =
		right->core + right->count + 2 * right->links + 4 * b->align4;

	if (more != less)
		return more < less;
	if (left->width != right->width)
		return left->width < right->width;
	if ((left->params == PXT_LITEOS_PARAMS) !=
	    (right->params == PXT_LITEOS_PARAMS))
		return left->params == PXT_LITEOS_PARAMS;
	return left->params < right->params;
}

struct contest {
	const struct sample *sample;
	struct pxt_liteos_layout *best;
	long points;
	bool any;
};

static void try_params(struct contest *contest, struct pxt_liteos_layout layout)
{
	for (unsigned i = 0; i <= PXT_LITEOS_PARAMS_MAX; i++) {
		long points;

		layout.shape.params = (uint8_t)i;
		pxt_liteos_layout_place(&layout);
		if (layout.size != contest->sample->size)
			continue;
		points = judge(&layout, contest->sample);
		if (contest->any && (points < contest->points ||
				     (points == contest->points &&
				      !is_simpler(&layout, contest->best))))
			continue;
		*contest->best = layout;
		contest->points = points;
		contest->any = true;
	}
}

/* Tries all build options of a tree. M and L are alike where both exist. */
static void try_tree(struct contest *contest, const char *name)
{
	struct pxt_liteos_layout layout;

	for (unsigned bits = 0; bits < 16; bits++) {
		pxt_liteos_layout_parse(name, &layout);
		layout.shape.core = bits & 1;
		layout.shape.count = bits & 2;
		layout.shape.links = bits & 4;
		layout.align4 = bits & 8;
		if ((layout.shape.links && layout.tree != 'a') ||
		    (layout.align4 && layout.shape.width == 8))
			continue;
		try_params(contest, layout);
	}
}

bool pxt_liteos_guess(const uint8_t *frames, size_t count, unsigned size,
		      bool big, struct pxt_liteos_layout *layout, bool *sure)
{
	const struct sample sample = { frames, count, size, big };
	struct contest contest = { .sample = &sample, .best = layout };

	try_tree(&contest, "a32");
	try_tree(&contest, "m32");
	try_tree(&contest, "a64");
	try_tree(&contest, "l64");
	*sure = contest.points > 0;
	return contest.any;
}
