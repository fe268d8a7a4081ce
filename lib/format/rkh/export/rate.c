/* rate.c - the rate of the stamps, which no event tells */
#include "format/rkh/export/rate.h"

#include "base/timespec.h"

static uint64_t difference(const struct posix_trace_field_np *stamp,
			   uint64_t to, uint64_t from)
{
	const unsigned unused = 64 - 8 * (unsigned)stamp->size;

	return (to - from) << unused >> unused;
}

static void add_post(struct pxt_rkh_rate *rate, uint64_t number, uint64_t stamp)
{
	rate->post[number % PXT_RKH_RATE_POSTS].number = number;
	rate->post[number % PXT_RKH_RATE_POSTS].stamp = stamp;
}

static void take_post(struct pxt_rkh_rate *rate, uint64_t number,
		      const struct posix_trace_field_np *field, uint64_t stamp,
		      uint64_t ns)
{
	const size_t at = number % PXT_RKH_RATE_POSTS;
	const uint64_t ticks = difference(field, stamp, rate->post[at].stamp);

	if (!number || rate->post[at].number != number || (int64_t)ns < 0 ||
	    __builtin_add_overflow(rate->ticks, ticks, &rate->ticks) ||
	    __builtin_add_overflow(rate->ns, ns, &rate->ns))
		return;
	rate->post[at].number = 0;
}

/* Takes the time since the last event. Stamps wrap: a difference of more than
 * half of their range is one that went back. */
static void pass(struct pxt_rkh_rate *rate,
		 const struct posix_trace_field_np *field, uint64_t stamp,
		 int64_t ns)
{
	const uint64_t ticks = difference(field, stamp, rate->last_stamp);

	if (rate->has_last && (ticks > UINT64_MAX >> (65 - 8 * field->size) ||
			       ns < rate->last_ns))
		rate->is_odd = true;
	if (rate->has_last && !rate->is_odd) {
		rate->passed_ticks += ticks;
		rate->passed_ns += (uint64_t)(ns - rate->last_ns);
	}
	rate->has_last = true;
	rate->last_stamp = stamp;
	rate->last_ns = ns;
}

void pxt_rkh_rate_take(struct pxt_rkh_rate *rate, enum pxt_rkh_meaning meaning,
		       struct pxt_rkh_fields *fields,
		       const struct timespec *time)
{
	const struct posix_trace_value_np *stamp =
		pxt_rkh_fields_find(fields, "ts");
	uint64_t number, ns, ticks;

	if (!stamp || stamp->field->size > sizeof(ticks) || !stamp->field->size)
		return;
	ticks = pxt_rkh_fields_number(fields, stamp);
	pass(rate, stamp->field, ticks, pxt_timespec_ns(time));
	if (!pxt_rkh_fields_get(fields, "nseq", &number))
		return;
	if (meaning == PXT_RKH_POST_FIFO || meaning == PXT_RKH_POST_LIFO)
		add_post(rate, number, ticks);
	else if (pxt_rkh_fields_get(fields, "rt", &ns))
		take_post(rate, number, stamp->field, ticks, ns);
}

static uint64_t quotient(uint64_t ticks, uint64_t ns)
{
	const double hz = (double)ticks * PXT_NS_PER_S / (double)ns;

	if (!ns)
		return 0;
	return hz < PXT_RKH_NO_RATE ? (uint64_t)(hz + 0.5) : PXT_RKH_NO_RATE;
}

uint64_t pxt_rkh_rate_of(const struct pxt_rkh_rate *rate, bool has_times)
{
	if (has_times && !rate->is_odd && rate->passed_ns)
		return quotient(rate->passed_ticks, rate->passed_ns);
	return quotient(rate->ticks, rate->ns);
}
