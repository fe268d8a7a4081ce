/*
 * setup.h - what the program was compiled for
 *
 * Each unit of the program tells its switches when the program starts. The first
 * one decides, and nothing changes afterwards.
 */
#ifndef FIRMWARE_LITEOS_SETUP_H
#define FIRMWARE_LITEOS_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "format/liteos/layout.h"

struct liteos_setup {
	struct pxt_liteos_layout layout; /* of frames */
	bool online, smp;
	uint32_t buffer_size;
	uint32_t objects; /* slots of the table of tasks */
	uint32_t clock;	  /* Hz */
	uint32_t uart, tick;
};

/* All zero, with a layout of no tree, until a unit has told. */
extern struct liteos_setup liteos_setup;

#endif
