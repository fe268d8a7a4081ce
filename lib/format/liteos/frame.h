/*
 * frame.h - one event of LiteOS
 */
#ifndef PXT_FORMAT_LITEOS_FRAME_H
#define PXT_FORMAT_LITEOS_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PXT_LITEOS_PARAMS_MAX = 32,
	PXT_LITEOS_LINKS = 5,	  /* link registers, if any */
	PXT_LITEOS_NAME_LEN = 32, /* bytes of the name of a task */
};

/* Bits of the core word on a little-endian target. */
enum {
	PXT_LITEOS_CPU = 0,
	PXT_LITEOS_IN_INTERRUPT = 8,
	PXT_LITEOS_LOCKS = 12,
	PXT_LITEOS_COUNT_OF_PARAMS = 16,
	PXT_LITEOS_RESERVED = 20,
};

/* Numbering of task states, by tree. */
enum pxt_liteos_states {
	PXT_LITEOS_STATES_ML,
	PXT_LITEOS_STATES_A,
	PXT_LITEOS_STATES_EITHER, /* unknown */
	PXT_LITEOS_STATES,
};

/* Optional parts of a frame: a build option of the system, and in a stream
 * limited by the size of a message. */
struct pxt_liteos_shape {
	uint8_t width;	/* bytes of a pointer: 4 or 8 */
	uint8_t params; /* number of param slots */
	bool pid;
	bool core;
	bool core_printed; /* only the printed part of the core word is known */
	bool count;
	bool links;
	uint8_t states; /* enum pxt_liteos_states */
};

struct pxt_liteos_frame {
	uint32_t type;
	uint32_t task;
	uint32_t pid;
	uint32_t core;
	uint32_t count;
	uint64_t time;
	uint64_t identity;
	uint64_t link[PXT_LITEOS_LINKS];
	uint64_t param[PXT_LITEOS_PARAMS_MAX];
};

static inline unsigned pxt_liteos_bits(uint32_t core, unsigned shift,
				       unsigned count)
{
	return core >> shift & ((1U << count) - 1);
}

static inline unsigned pxt_liteos_cpu(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_bits(frame->core, PXT_LITEOS_CPU, 8);
}

static inline unsigned
pxt_liteos_in_interrupt(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_bits(frame->core, PXT_LITEOS_IN_INTERRUPT, 4);
}

/* The number of recorded params, from the core word. */
static inline unsigned pxt_liteos_recorded(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_bits(frame->core, PXT_LITEOS_COUNT_OF_PARAMS, 4);
}

#endif
