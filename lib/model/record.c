/*
 * record.c - reading records written by other processes
 *
 * Every event passes here on its way to a reader or a log: the walk reads a
 * head once, checks it completely, and makes no call for an ordinary event.
 */
#include <errno.h>

#include "model/record.h"

/* Bit 30 of the size is reserved. */
#define SIZE_RESERVED (UINT32_C(1) << 30)

#define rarely(condition) __builtin_expect(!!(condition), 0)

/* Cases apart from the usual one, which then saves no registers for them. */
#define APART __attribute__((noinline, cold))

__extension__ typedef unsigned __int128 u128;

static inline uint64_t load64(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint32_t load32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static APART int64_t time_before(uint64_t realtime_ns, u128 span)
{
	const u128 unit = (u128)1 << 32;
	u128 ns;

	/* Rounding down, as for times after the pair, keeps steps even across
	 * it. */
	ns = (span + unit - 1) / unit;
	if (ns <= realtime_ns) {
		realtime_ns -= (uint64_t)ns;
		return realtime_ns > INT64_MAX ? INT64_MAX :
						 (int64_t)realtime_ns;
	}

	ns -= realtime_ns;
	return ns > INT64_MAX ? INT64_MIN : -(int64_t)ns;
}

/* Magnitude and sign are separate: two 64-bit factors fill all of 128 bits. */
static inline int64_t convert(const struct pxt_context *context, uint64_t base,
			      uint64_t ticks)
{
	u128 ns;

	if (rarely(ticks < base))
		return time_before(context->realtime_ns,
				   (u128)(base - ticks) * context->rate);

	ns = ((u128)(ticks - base) * context->rate >> 32) +
	     context->realtime_ns;
	return rarely(ns > INT64_MAX) ? INT64_MAX : (int64_t)ns;
}

int64_t pxt_context_time(const struct pxt_context *context, uint64_t base,
			 uint64_t ticks)
{
	return convert(context, base, ticks);
}

void pxt_record_walk_init(struct pxt_record_walk *walk, const void *data,
			  size_t len, const struct pxt_context *context,
			  uint64_t context_ticks)
{
	memset(walk, 0, sizeof(*walk));
	pxt_bytes_init(&walk->in, data, len);
	walk->latest = UINT64_MAX;
	if (context && context->rate) {
		walk->context = *context;
		walk->context_ticks = context_ticks;
	}
}

static APART int take_context(struct pxt_record_walk *walk, uint32_t size)
{
	const uint8_t *at = walk->in.at;
	struct pxt_context context;

	if (size != sizeof(context))
		return EBADMSG;

	memcpy(&context, at + PXT_RECORD_HEAD, sizeof(context));
	if (!context.rate)
		return EBADMSG;

	walk->context = context;
	walk->context_ticks = load64(at);
	walk->in.at = at + pxt_record_span(sizeof(context));
	return 0;
}

uint32_t pxt_record_walk_pass(struct pxt_record_walk *walk, const void *end,
			      uint64_t upto, uint32_t *type)
{
	const uint8_t *at = walk->in.at, *stop = end;
	uint64_t last = walk->last;
	uint32_t passed = 0;

	if (stop > walk->in.end)
		stop = walk->in.end;
	if (upto > walk->latest)
		upto = walk->latest;
	while (stop - at >= PXT_RECORD_HEAD) {
		const uint32_t size = load32(at + 16);
		const uint32_t kind = (uint32_t)(load64(at + 8) >> 48);
		const uint64_t ticks = load64(at);
		const size_t span = pxt_record_span(size & PXT_RECORD_DATA_MAX);

		if (rarely(size & SIZE_RESERVED || span > (size_t)(stop - at)))
			break;
		if (rarely(!kind || kind >= PXT_RECORD_LOSS))
			break;
		if (rarely(ticks < last || ticks > upto))
			break;
		last = ticks;
		*type = kind;
		at += span;
		passed++;
	}
	walk->last = last;
	walk->in.at = at;
	return passed;
}

/* NULL: no reason, or an invalid one. */
static APART const char *reason(const struct pxt_record_walk *walk, uint64_t at)
{
	const size_t len = pxt_bytes_left(&walk->reasons);
	const char *text = (const char *)walk->reasons.at;
	size_t most = PXT_REASON_MAX + 1;

	if (!at || at >= len)
		return NULL;
	text += at;
	if (most > len - at)
		most = (size_t)(len - at);
	return *text && memchr(text, '\0', most) ? text : NULL;
}

int pxt_record_walk_next(struct pxt_record_walk *walk, struct pxt_event *event)
{
	const uint8_t *at;
	uint64_t ticks, origin;
	uint32_t size, len, type;
	size_t left;

	for (;;) {
		at = walk->in.at;
		left = (size_t)(walk->in.end - at);
		if (rarely(left < PXT_RECORD_HEAD))
			return left ? EBADMSG : ENODATA;

		size = load32(at + 16);
		len = size & PXT_RECORD_DATA_MAX;
		if (rarely(size & SIZE_RESERVED || pxt_record_span(len) > left))
			return EBADMSG;

		origin = load64(at + 8);
		type = (uint32_t)(origin >> 48);
		if (!rarely(type == PXT_RECORD_CONTEXT))
			break;
		if (take_context(walk, size))
			return EBADMSG;
	}

	/* Rate 0: the walk began without context. */
	ticks = load64(at);
	if (rarely(!type || ticks < walk->last || ticks > walk->latest ||
		   !walk->context.rate))
		return EBADMSG;
	if (rarely(type == PXT_RECORD_LOSS)) {
		if (size != sizeof(struct pxt_loss))
			return EBADMSG;
		event->why = reason(walk, origin & PXT_RECORD_ADDRESS_MASK);
	}

	event->ticks = ticks;
	event->time_ns = convert(&walk->context, walk->context_ticks, ticks);
	event->address = origin & PXT_RECORD_ADDRESS_MASK;
	event->thread = walk->context.thread;
	event->pid = walk->context.pid;
	event->tid = walk->context.tid;
	event->family = walk->context.family;
	event->origin = walk->context.origin;
	event->type = type;
	event->len = len;
	event->truncated = size & PXT_RECORD_CUT;
	event->data = at + PXT_RECORD_HEAD;

	walk->last = ticks;
	walk->in.at = at + pxt_record_span(len);
	return 0;
}

int pxt_record_walk_find(struct pxt_record_walk *walk, uint64_t upto,
			 struct pxt_record_walk *before)
{
	struct pxt_event event;
	uint32_t type;
	int err;

	do {
		if (walk->context.rate)
			pxt_record_walk_pass(walk, walk->in.end, upto, &type);
		*before = *walk;
		err = pxt_record_walk_next(walk, &event);
	} while (!err && event.ticks <= upto);
	return err;
}
