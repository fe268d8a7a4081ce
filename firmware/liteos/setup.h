/*
 * setup.h - what the program was compiled for
 *
 * Each unit of the program tells its switches when the program starts. The
 * first one decides, and nothing changes afterwards.
 */
#ifndef FIRMWARE_LITEOS_SETUP_H
#define FIRMWARE_LITEOS_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "format/liteos/layout.h"

struct liteos_setup {
	struct pxt_liteos_layout layout; /* the frames' */
	bool is_plain;			 /* the layout is liteos_plain_layout */
	bool online, smp;
	uint32_t buffer_size;
	uint32_t objects; /* slots of the table of tasks */
	uint32_t clock;	  /* Hz */
	uint32_t uart, tick;
};

/* All zero, with a layout of no tree, until a unit has told. */
extern struct liteos_setup liteos_setup;

/* The layout of programs that define no switch: the path of an event is
 * compiled for it, and for all others. */
static const struct pxt_liteos_layout liteos_plain_layout = {
	.tree = 'a',
	.shape = { .width = 8,
		   .params = 3,
		   .pid = true,
		   .states = PXT_LITEOS_STATES_A },
	.pid = 8,
	.time = 16,
	.identity = 24,
	.params = 32,
	.end = 56,
	.size = 56,
	.blanks = 1,
	.blank = { 12 },
};

#endif
