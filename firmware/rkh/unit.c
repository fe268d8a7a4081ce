/* unit.c - options of the program, from its rkhcfg.h */
#include "firmware/rkh/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "firmware/rkh/lock.h"
#include "firmware/rkh/ring.h"

/* Before any unit: what Trazer assumes. No record tells the width of functions'
 * addresses: it is that of others. */
struct rkh_trc_unit_np pxt_rkh_unit = {
	.stream = 2048,
	.smas = 8,
	.signals = 256,
	.options = 0x3e60e,
	.sig = 8,
	.ts = 32,
	.ptr = 32,
	.fun = 0,
	.ntick = 16,
	.nblock = 8,
	.nelem = 8,
	.esize = 16,
	.bsize = 8,
	.pools = 4,
};

unsigned pxt_rkh_unit_header = 1 + 1 + 4;

/* Units that are there, in the order in which they came. */
static const struct rkh_trc_unit_np **units;
static size_t count, room;

static bool is_same(const struct rkh_trc_unit_np *a,
		    const struct rkh_trc_unit_np *b)
{
	return a->stream == b->stream && a->smas == b->smas &&
	       a->signals == b->signals && a->options == b->options &&
	       a->sig == b->sig && a->ts == b->ts && a->ptr == b->ptr &&
	       a->fun == b->fun && a->ntick == b->ntick &&
	       a->nblock == b->nblock && a->nelem == b->nelem &&
	       a->esize == b->esize && a->bsize == b->bsize &&
	       a->pools == b->pools && a->has_hook == b->has_hook;
}

static void adopt(const struct rkh_trc_unit_np *unit)
{
	const bool same = is_same(unit, &pxt_rkh_unit);

	pxt_rkh_lock_enter();
	pxt_rkh_unit = *unit;
	pxt_rkh_unit_header =
		1 + pxt_rkh_unit_has(PXT_RKH_UNIT_NSEQ) +
		(pxt_rkh_unit_has(PXT_RKH_UNIT_TSTAMP) ? unit->ts / 8 : 0);
	if (!same)
		pxt_rkh_ring_resize(unit->stream);
	pxt_rkh_lock_exit();
}

RKH_API void rkh_trc_unit_np(const struct rkh_trc_unit_np *unit)
{
	if (!count)
		adopt(unit);
	else if (!is_same(unit, &pxt_rkh_unit))
		fprintf(stderr, "posixtrace: units of the program have "
				"different rkhcfg.h: the first one counts\n");
	if (!pxt_array_reserve(&units, &room, count + 1, sizeof(*units)))
		units[count++] = unit;
}

RKH_API void rkh_trc_unit_end_np(const struct rkh_trc_unit_np *unit)
{
	size_t at = 0;

	while (at < count && units[at] != unit)
		at++;
	if (at == count)
		return;
	count--;
	memmove(&units[at], &units[at + 1], (count - at) * sizeof(*units));
	if (at)
		return;
	if (count) {
		adopt(units[0]);
		return;
	}
	/* What is in the ring is still of these options. */
	pxt_rkh_unit.stamp = NULL;
	pxt_rkh_unit.hook = NULL;
	free(units);
	units = NULL;
	room = 0;
}

void pxt_rkh_unit_config(struct pxt_rkh_config *config)
{
	const struct rkh_trc_unit_np *unit = &pxt_rkh_unit;
	uint8_t *value;

	pxt_rkh_config_init(config);
	value = config->value;
	for (unsigned i = 0; i < PXT_RKH_BITS; i++)
		value[i] = unit->options >> i & 1;
	value[PXT_RKH_SIG] = unit->sig / 8;
	value[PXT_RKH_TS] = unit->ts / 8;
	value[PXT_RKH_PTR] = unit->ptr / 8;
	value[PXT_RKH_FUN] = unit->fun / 8;
	value[PXT_RKH_NTICK] = unit->ntick / 8;
	value[PXT_RKH_NBLOCK] = unit->nblock / 8;
	value[PXT_RKH_NELEM] = unit->nelem / 8;
	value[PXT_RKH_ESIZE] = unit->esize / 8;
	value[PXT_RKH_BSIZE] = unit->bsize / 8;
	value[PXT_RKH_MAXPOOL] = unit->pools & 15;
	config->release = 0x3400;
}

extern void rkh_assert(RKHROM char *const file, int line) __attribute__((weak));

void pxt_rkh_unit_assert(const char *module, int line)
{
	if (!rkh_assert)
		abort();
	rkh_assert(module, line);
}
