/*
 * stacks.c - a tree of stacks, with a value for each
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "bridge/flame/stacks.h"

void stacks_fini(struct stacks *stacks)
{
	pxt_map_fini(&stacks->numbers);
	free(stacks->stack);
	*stacks = (struct stacks){ 0 };
}

int stacks_find(struct stacks *stacks, uint32_t caller, uint32_t frame,
		uint32_t *number)
{
	size_t *value;

	if (pxt_array_reserve(&stacks->stack, &stacks->room, stacks->count + 1,
			      sizeof(*stacks->stack)))
		return ENOMEM;
	value = pxt_map_at_number(&stacks->numbers,
				  (uint64_t)caller << 32 | frame);
	if (!value)
		return ENOMEM;
	if (!*value) {
		stacks->stack[stacks->count++] = (struct stack){
			.caller = caller,
			.frame = frame,
		};
		*value = stacks->count;
	}
	*number = (uint32_t)*value;
	return 0;
}
