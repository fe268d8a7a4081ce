/*
 * stack.c - stack usage of ThreadX's threads
 *
 * Many events have the address of a local variable of the called service. Some
 * only seem to: there TraceX is wrong.
 */
#include "figures/threadx/scheduling.h"
#include "figures/threadx/stack.h"

enum {
	IDS = 128,
	SEEMS = 0x10, /* a stack pointer for TraceX only */
};

/* The word with the stack pointer, counted from 1. */
/* clang-format off */
static const uint8_t words[IDS] = {
	[3] = 1,   [4] = 1,   [109] = 1,

	[12] = 2,  [22] = 2,  [30] = 2,	 [31] = 2,  [40] = 2,
	[51] = 2,  [61] = 2,  [62] = 2,	 [82] = 2,  [101] = 2,
	[120] = 2, [125] = 2, [127] = 2,

	[1] = 3,   [2] = 3,   [16] = 3,	 [26] = 3,  [50] = 3,
	[56] = 3,  [67] = 3,  [81] = 3,	 [87] = 3,  [111] = 3,
	[112] = 3, [114] = 3, [115] = 3,

	/* The start of the new thread's stack; always 0. */
	[100] = SEEMS | 3,    [102] = SEEMS | 3,    [117] = SEEMS | 3,

	[17] = 4,  [21] = 4,  [57] = 4,	 [83] = 4,  [88] = 4,
};
/* clang-format on */

/* Returns 0 if there is none. */
static unsigned word_of(const struct threadx_event *event,
			enum threadx_rules rules)
{
	const unsigned word = event->id < IDS ? words[event->id] : 0;

	return rules == THREADX_OURS && (word & SEEMS) ? 0 : word & ~SEEMS;
}

static void look(struct threadx_stack *stack, size_t event, uint64_t available)
{
	if (available >= stack->available)
		return;
	stack->available = available;
	stack->event = event;
}

/* A pointer below the stack uses all of it. */
static void add_tracex(const struct threadx_object *object,
		       struct threadx_stack *stack,
		       const struct threadx_event *event, size_t number)
{
	const unsigned word = word_of(event, THREADX_TRACEX);
	uint64_t pointer;

	if (!word)
		return;
	pointer = event->info[word - 1];
	if (pointer < object->parameter[0]) {
		stack->available = 0;
		stack->event = number;
	} else {
		look(stack, number, pointer - object->parameter[0]);
	}
}

/* Simulated threads run on other stacks than given. */
static void add_ours(const struct threadx_object *object,
		     struct threadx_thread *thread,
		     const struct threadx_event *event, size_t number)
{
	const unsigned word = word_of(event, THREADX_OURS);
	uint64_t available;

	if (!word)
		return;
	available = event->info[word - 1] - object->parameter[0];
	if (available >= object->parameter[1]) {
		thread->outside++;
		return;
	}
	thread->stack[THREADX_OURS].known = true;
	look(&thread->stack[THREADX_OURS], number, available);
}

static void begin(struct threadx_figures *figures)
{
	for (size_t i = 0; i < figures->trace->objects; i++) {
		struct threadx_stack *stack = figures->thread[i].stack;
		const uint64_t size = figures->trace->object[i].parameter[1];

		stack[THREADX_OURS].available = size;
		stack[THREADX_TRACEX].available = size;
		stack[THREADX_TRACEX].known = true;
	}
}

void threadx_stacks(struct threadx_figures *figures)
{
	const struct threadx_trace *trace = figures->trace;
	size_t made_up = 0;

	begin(figures);
	for (size_t i = 0; i < trace->count; i++) {
		const struct threadx_event *event = &trace->event[i];
		const uint32_t object = trace->thread[event->place];

		if (threadx_is_thread(event->context)) {
			struct threadx_thread *thread =
				&figures->thread[object];

			add_tracex(&trace->object[object],
				   &thread->stack[THREADX_TRACEX], event,
				   i + made_up);
			add_ours(&trace->object[object], thread, event, i);
		}
		made_up += threadx_makes_up(trace, i);
	}
}
