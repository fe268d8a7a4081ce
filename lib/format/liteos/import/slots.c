/* slots.c - contents of the slots in LiteOS's buffer */
#include "format/liteos/import/slots.h"

#include <errno.h>
#include <stdlib.h>

#include "format/liteos/import/outliers.h"
#include "format/liteos/import/ring.h"

/* Values behind those of doubt.h. */
enum {
	STRAY_TIME = PXT_LITEOS_STRANGE + 1,
	STRAY_COUNT,
	HOLE,
	BLANK,
};

enum {
	FAR_TICKS = 1 << 20, /* minimum distance in time: else a second */
	FAR_COUNT = 1 << 16,
	/* A wrong doubt does not harm the order. */
	NEARER = 64,
	FEW = 64,
};

static uint64_t far_ticks(const struct pxt_liteos_slots *slots)
{
	return slots->hz > FAR_TICKS ? slots->hz : FAR_TICKS;
}

/* Times, or counters, of the plausible frames. */
struct plausible {
	size_t count;
	size_t *slot;
	uint64_t *value;
	bool *is_outlier;
};

static const uint8_t *frame_at(const struct pxt_liteos_slots *slots,
			       size_t slot)
{
	return slots->frames + slot * slots->layout->size;
}

static bool is_blank(const uint8_t *at, size_t len)
{
	while (len && !*at) {
		at++;
		len--;
	}
	return !len;
}

static bool is_whole(const struct pxt_liteos_slots *slots, size_t slot)
{
	const size_t size = slots->layout->size;

	return !slots->feed ||
	       pxt_feed_is_whole(slots->feed, slots->offset + slot * size,
				 size);
}

/* Values that increase in small steps, with one exception: the common case,
 * which needs no closer look. */
struct climb {
	bool any;
	uint64_t before, far;
	unsigned back, on; /* large steps */
};

struct look {
	struct climb time, count;
	struct pxt_liteos_ring ring;
};

static void climb(struct climb *climb, uint64_t value)
{
	const bool is_back = value < climb->before;
	const uint64_t step =
		is_back ? climb->before - value : value - climb->before;

	if (climb->any && step > climb->far) {
		climb->back += is_back;
		climb->on += !is_back;
	}
	climb->any = true;
	climb->before = value;
}

static void take_values(const struct pxt_liteos_slots *slots, struct look *look,
			size_t slot, const struct pxt_liteos_frame *frame)
{
	const bool counts = slots->layout->shape.count;

	climb(&look->time, frame->time);
	if (counts)
		climb(&look->count, frame->count);
	pxt_liteos_ring_used(&look->ring, slot,
			     counts ? frame->count : frame->time);
}

static uint8_t look_at(const struct pxt_liteos_slots *slots, struct look *look,
		       size_t slot)
{
	const uint8_t *at = frame_at(slots, slot);
	struct pxt_liteos_frame frame;
	uint8_t state;

	if (!is_whole(slots, slot))
		return HOLE;
	if (!pxt_liteos_get32(at, false) && is_blank(at, slots->layout->size))
		return BLANK;
	pxt_liteos_layout_take_head(slots->layout, at, slots->big, &frame);
	state = pxt_liteos_doubt(slots->layout, at, slots->big, &frame,
				 slots->old);
	if (state == PXT_LITEOS_SOUND)
		take_values(slots, look, slot, &frame);
	return state;
}

/* Invalid frames behind the last valid one may have been used or not: if they
 * fill the rest, they were. */
static void look_at_end(struct pxt_liteos_slots *slots)
{
	size_t end = slots->end;

	while (end < slots->count && slots->state[end] == HOLE)
		end++;
	if (end == slots->count)
		slots->end = end;
	for (size_t i = slots->end; i < slots->count; i++)
		slots->state[i] = BLANK;
}

static bool is_kept(uint8_t state)
{
	return state == BLANK || state == HOLE || state == PXT_LITEOS_NO_MODULE;
}

/* False: nothing is out of place, no closer look is needed. */
static bool look_at_each(struct pxt_liteos_slots *slots, struct look *look)
{
	size_t sound = 0, doubtful = 0;
	bool is_full;

	for (size_t i = 0; i < slots->count; i++) {
		slots->state[i] = look_at(slots, look, i);
		if (slots->state[i] == BLANK || slots->state[i] == HOLE)
			continue;
		slots->used++;
		slots->end = i + 1;
		sound += slots->state[i] == PXT_LITEOS_SOUND;
		doubtful += slots->state[i] > PXT_LITEOS_NO_MODULE;
	}
	slots->is_doubtful = doubtful > sound;
	for (size_t i = 0; slots->is_doubtful && i < slots->end; i++)
		if (!is_kept(slots->state[i]))
			slots->state[i] = PXT_LITEOS_SOUND;
	look_at_end(slots);
	is_full = slots->used && slots->end == slots->count;
	if (sound < slots->end || look->time.on || look->count.on ||
	    look->time.back > is_full || look->count.back > is_full)
		return true;
	if (is_full)
		slots->oldest = pxt_liteos_ring_oldest(&look->ring);
	if (is_full && slots->layout->shape.count)
		slots->missing = look->ring.least;
	return false;
}

static uint64_t value_at(const struct pxt_liteos_slots *slots, size_t slot,
			 bool counts)
{
	const struct pxt_liteos_layout *layout = slots->layout;
	const uint8_t *at = frame_at(slots, slot);

	return counts ? pxt_liteos_get32(at + layout->count, slots->big) :
			pxt_liteos_get64(at + layout->time, slots->big);
}

/* Lists values in slot order. */
static void list(const struct pxt_liteos_slots *slots, bool counts,
		 struct plausible *plausible)
{
	plausible->count = 0;
	for (size_t i = 0; i < slots->count; i++) {
		const size_t slot = pxt_liteos_slots_at(slots, i);

		if (slots->state[slot] != PXT_LITEOS_SOUND)
			continue;
		plausible->slot[plausible->count] = slot;
		plausible->value[plausible->count] =
			value_at(slots, slot, counts);
		plausible->count++;
	}
}

static struct pxt_liteos_series series_of(const struct pxt_liteos_slots *slots,
					  bool counts,
					  const struct plausible *plausible)
{
	return (struct pxt_liteos_series){
		.value = plausible->value,
		.count = plausible->count,
		.far = counts ? FAR_COUNT : far_ticks(slots),
	};
}

/* The junction of newest and oldest is unknown so far: outliers beside it may
 * belong to either, and are counted there. */
static size_t go_back(const struct plausible *plausible, size_t oldest)
{
	for (size_t i = 1; i < plausible->count; i++) {
		const size_t before =
			oldest ? oldest - 1 : plausible->count - 1;

		if (plausible->value[before] > plausible->value[oldest] ||
		    !plausible->is_outlier[before])
			break;
		oldest = before;
	}
	return oldest;
}

static void find_oldest(struct pxt_liteos_slots *slots, bool counts,
			struct plausible *plausible)
{
	struct pxt_liteos_series series;
	struct pxt_liteos_ring ring = { 0 };
	size_t oldest;

	list(slots, counts, plausible);
	if (!plausible->count)
		return;
	series = series_of(slots, counts, plausible);
	series.comes_round = true;
	series.far = counts ? plausible->count + FEW : series.far / NEARER;
	pxt_liteos_outliers_find(&series, plausible->is_outlier);
	for (size_t i = 0; i < plausible->count; i++)
		if (!plausible->is_outlier[i])
			pxt_liteos_ring_used(&ring, i, plausible->value[i]);
	oldest = go_back(plausible, pxt_liteos_ring_oldest(&ring));
	slots->oldest = oldest ? plausible->slot[oldest] : 0;
}

static void mark_outliers(struct pxt_liteos_slots *slots, bool counts,
			  struct plausible *plausible)
{
	struct pxt_liteos_series series;

	list(slots, counts, plausible);
	series = series_of(slots, counts, plausible);
	pxt_liteos_outliers_find(&series, plausible->is_outlier);
	for (size_t i = 0; i < plausible->count; i++)
		if (plausible->is_outlier[i])
			slots->state[plausible->slot[i]] =
				counts ? STRAY_COUNT : STRAY_TIME;
}

static uint64_t find_missing(const struct pxt_liteos_slots *slots)
{
	uint64_t least = UINT32_MAX;

	for (size_t i = 0; i < slots->count; i++)
		if (slots->state[i] == PXT_LITEOS_SOUND &&
		    value_at(slots, i, true) < least)
			least = value_at(slots, i, true);
	/* Buffers without a valid frame have no counter. */
	return least == UINT32_MAX ? 0 : least;
}

static void order(struct pxt_liteos_slots *slots, struct plausible *plausible)
{
	const bool counters = slots->layout->shape.count;
	const bool is_full = slots->used && slots->end == slots->count;

	if (is_full)
		find_oldest(slots, counters, plausible);
	if (slots->is_doubtful)
		return;
	mark_outliers(slots, false, plausible);
	if (counters)
		mark_outliers(slots, true, plausible);
	if (counters && is_full)
		slots->missing = find_missing(slots);
}

static void fini_plausible(struct plausible *plausible)
{
	free(plausible->is_outlier);
	free(plausible->value);
	free(plausible->slot);
}

static int init_plausible(struct plausible *plausible, size_t count)
{
	plausible->slot = calloc(count + 1, sizeof(*plausible->slot));
	plausible->value = calloc(count + 1, sizeof(*plausible->value));
	plausible->is_outlier =
		calloc(count + 1, sizeof(*plausible->is_outlier));
	if (plausible->slot && plausible->value && plausible->is_outlier)
		return 0;
	fini_plausible(plausible);
	return ENOMEM;
}

int pxt_liteos_slots_find(struct pxt_liteos_slots *slots)
{
	struct look look = {
		.time.far = far_ticks(slots) / NEARER,
		.count.far = FEW,
	};
	struct plausible plausible;
	int err;

	slots->state = malloc(slots->count + 1);
	if (!slots->state)
		return ENOMEM;
	if (!look_at_each(slots, &look))
		return 0;
	err = init_plausible(&plausible, slots->used);
	if (err)
		return err;
	order(slots, &plausible);
	fini_plausible(&plausible);
	return 0;
}

void pxt_liteos_slots_fini(struct pxt_liteos_slots *slots)
{
	free(slots->state);
	slots->state = NULL;
}

static const char *reason(uint8_t state)
{
	static const char *const why[] = {
		[PXT_LITEOS_NO_MODULE] = "an event of no module",
		[PXT_LITEOS_PADDED] = "padding that is not zero",
		[PXT_LITEOS_RESERVES] = "a core word that no kernel writes",
		[PXT_LITEOS_TOO_MANY] = "more params than frames have",
		[PXT_LITEOS_STRANGE] = "no event that a kernel records",
		[STRAY_TIME] = "a time far from those beside it",
		[STRAY_COUNT] = "an event count far from those beside it",
		[HOLE] = "a frame that was not sent as a whole",
		[BLANK] = "no frame where there was one",
	};

	return why[state];
}

size_t pxt_liteos_slots_damaged(const struct pxt_liteos_slots *slots,
				size_t slot, const char **why)
{
	const uint8_t *state = slots->state;
	bool is_mixed = false;
	size_t end = slot;

	for (; end < slots->end && state[end] != PXT_LITEOS_SOUND; end++)
		is_mixed |= state[end] != state[slot];
	if (end > slot)
		*why = is_mixed ? "nothing that a kernel writes" :
				  reason(state[slot]);
	return end - slot;
}
