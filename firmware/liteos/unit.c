/* unit.c - what los_trace.h tells of a unit of the program, at its start */
#include "firmware/liteos/unit.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "firmware/liteos/calls.h"
#include "firmware/liteos/own_recorder.h"
#include "firmware/liteos/setup.h"

static struct PosixtraceLiteosUnit first;
static const char *first_file;

static void take_layout(const struct PosixtraceLiteosUnit *unit)
{
	struct pxt_liteos_layout *layout = &liteos_setup.layout;
	struct pxt_liteos_shape *shape = &layout->shape;

	layout->tree = (char)unit->tree;
	layout->align4 = unit->align4;
	shape->width = (uint8_t)unit->width;
	shape->params = (uint8_t)unit->params;
	shape->pid = unit->tree == 'a';
	shape->core = unit->core;
	shape->count = unit->count;
	shape->states =
		unit->tree == 'a' ? PXT_LITEOS_STATES_A : PXT_LITEOS_STATES_ML;
	pxt_liteos_layout_place(layout);
	liteos_setup.is_plain =
		!memcmp(layout, &liteos_plain_layout, sizeof(*layout));
}

static void take(const struct PosixtraceLiteosUnit *unit, const char *file)
{
	first = *unit;
	first_file = file;
	take_layout(unit);
	liteos_setup.online = unit->online;
	liteos_setup.smp = unit->smp;
	liteos_setup.buffer_size = unit->buffer_size;
	liteos_setup.objects = unit->objects;
	liteos_setup.clock = unit->clock;
	liteos_setup.uart = unit->uart;
	liteos_setup.tick = unit->tick;
	/* Kernels of these trees begin to trace when they boot; one that is
	 * part of the program does so itself. */
	if (unit->tree != 'l' && !LITEOS_HAS_KERNEL)
		liteos_calls_boot();
}

/* Numbers of interrupts may be known to some units only. */
static bool differs(const struct PosixtraceLiteosUnit *unit)
{
	return unit->tree != first.tree || unit->width != first.width ||
	       unit->params != first.params || unit->core != first.core ||
	       unit->count != first.count || unit->online != first.online ||
	       unit->align4 != first.align4 ||
	       unit->buffer_size != first.buffer_size ||
	       unit->objects != first.objects;
}

void PosixtraceLiteosUnit(const struct PosixtraceLiteosUnit *unit,
			  const char *file)
{
	if (unit->size != sizeof(*unit))
		fprintf(stderr,
			"posixtrace: %s: compiled with los_trace.h of another version\n",
			file);
	else if (!first_file)
		take(unit, file);
	else if (differs(unit))
		fprintf(stderr,
			"posixtrace: %s: other switches of LiteOS's tracing than in %s, which count\n",
			file, first_file);
}
