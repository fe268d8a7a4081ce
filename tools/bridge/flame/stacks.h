/*
 * stacks.h - a tree of stacks, with a value for each
 *
 * A node is a stack: its frame, and below it the stack that called. Roots have
 * no caller. Numbers count from 1; 0 is no stack.
 */
#ifndef BRIDGE_FLAME_STACKS_H
#define BRIDGE_FLAME_STACKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

struct stack {
	uint64_t value;
	uint32_t caller;
	uint32_t frame; /* number, by the caller of these functions */
};

/* Zero at first. */
struct stacks {
	struct pxt_map numbers;
	struct stack *stack;
	size_t count, room;
};

void stacks_fini(struct stacks *stacks);

/* Finds or adds a stack. ENOMEM. */
int stacks_find(struct stacks *stacks, uint32_t caller, uint32_t frame,
		uint32_t *number);

static inline struct stack *stacks_at(const struct stacks *stacks,
				      uint32_t number)
{
	return &stacks->stack[number - 1];
}

#endif
