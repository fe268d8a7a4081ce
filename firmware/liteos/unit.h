/* unit.h - what los_trace.h tells of a unit of the program, at its start */
#ifndef FIRMWARE_LITEOS_UNIT_H
#define FIRMWARE_LITEOS_UNIT_H

#include <stdint.h>

/* As in los_trace.h, which cannot be included here: its types depend on what
 * the program chose. */
struct PosixtraceLiteosUnit {
	uint32_t size;
	uint32_t tree;
	uint32_t width;
	uint32_t params;
	uint32_t core, count, online, smp;
	uint32_t align4;
	uint32_t buffer_size, objects, clock;
	uint32_t uart, tick;
	uint32_t frame_size;
};

#pragma GCC visibility push(default)

void PosixtraceLiteosUnit(const struct PosixtraceLiteosUnit *unit,
			  const char *file);

#pragma GCC visibility pop

#endif
