/*
 * frame.h - one event of LiteOS, whatever it was read from
 */
#ifndef PXT_FORMAT_LITEOS_FRAME_H
#define PXT_FORMAT_LITEOS_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PXT_LITEOS_PARAMS_MAX = 32,
	PXT_LITEOS_LINKS = 5,	  /* link registers, where there are any */
	PXT_LITEOS_NAME_LEN = 32, /* bytes of the name of a task */
};

/* Bits of the core word, as of a little-endian target. */
enum {
	PXT_LITEOS_CPU = 0,
	PXT_LITEOS_IN_INTERRUPT = 8,
	PXT_LITEOS_LOCKS = 12,
	PXT_LITEOS_COUNT_OF_PARAMS = 16,
	PXT_LITEOS_RESERVED = 20,
};

/* The numbers that the states of tasks have, by tree. */
enum pxt_liteos_states {
	PXT_LITEOS_STATES_ML,
	PXT_LITEOS_STATES_A,
	PXT_LITEOS_STATES_EITHER, /* nobody knows */
	PXT_LITEOS_STATES,
};

/* What a frame has besides what all have: a build of the system decides, and
 * for a stream what found room in a message. */
struct pxt_liteos_shape {
	uint8_t width;	/* bytes of a pointer: 4 or 8 */
	uint8_t params; /* slots of these */
	bool pid;
	bool core;
	bool core_printed; /* of the core word only what is printed of it */
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

static inline unsigned
pxt_liteos_cpu(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_bits(frame->core, PXT_LITEOS_CPU, 8);
}

static inline unsigned
pxt_liteos_in_interrupt(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_bits(frame->core, PXT_LITEOS_IN_INTERRUPT, 4);
}

/* How many params were recorded, says the core word. */
static inline unsigned
pxt_liteos_recorded(const struct pxt_liteos_frame *frame)
{
	return pxt_liteos_bits(frame->core, PXT_LITEOS_COUNT_OF_PARAMS, 4);
}

#endif
