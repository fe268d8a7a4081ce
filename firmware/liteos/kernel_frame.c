/* kernel_frame.c - frames of a kernel that keeps its own buffer */
#include "firmware/liteos/kernel_frame.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/liteos/board.h"
#include "firmware/liteos/objects.h"
#include "firmware/liteos/setup.h"
#include "firmware/liteos/stream.h"
#include "format/liteos/events.h"

static const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/* The environment's; of no size if that has none. */
static struct pxt_liteos_layout told;
static _Atomic bool complained;

static enum pxt_liteos_states states_of(char tree)
{
	if (tree == 'u')
		return PXT_LITEOS_STATES_EITHER;
	return tree == 'a' ? PXT_LITEOS_STATES_A : PXT_LITEOS_STATES_ML;
}

__attribute__((constructor(101))) static void read_environment(void)
{
	const char *text = getenv("POSIXTRACE_LITEOS_LAYOUT");
	struct pxt_liteos_layout layout;

	if (!text || !*text)
		return;
	if (!pxt_liteos_layout_parse(text, &layout)) {
		fprintf(stderr,
			"posixtrace: POSIXTRACE_LITEOS_LAYOUT=%.40s: no layout, as a32,core,count,p6 is one\n",
			text);
		return;
	}
	layout.shape.states = states_of(layout.tree);
	told = layout;
}

static const struct pxt_liteos_layout *find_layout(void)
{
	if (liteos_setup.layout.size)
		return &liteos_setup.layout;
	if (told.size)
		return &told;
	if (!atomic_exchange_explicit(&complained, true, memory_order_relaxed))
		fprintf(stderr,
			"posixtrace: no layout of frames: POSIXTRACE_LITEOS_LAYOUT says it, as in a32,core\n");
	return NULL;
}

/* The task of a frame that creates it, or gives it another priority. */
static void register_task(const struct pxt_liteos_layout *layout,
			  const struct pxt_liteos_frame *frame)
{
	const unsigned at = frame->type == PXT_LITEOS_TASK_CREATE ? 1 : 2;
	char name[PXT_LITEOS_NAME_LEN + 1];

	if (frame->type != PXT_LITEOS_TASK_CREATE &&
	    frame->type != PXT_LITEOS_TASK_PRIOSET)
		return;
	liteos_board_task_name((uint16_t)frame->identity, name);
	liteos_objects_task(
		(uint32_t)frame->identity, name,
		at < layout->shape.params ? (uint32_t)frame->param[at] : 0);
}

void PosixtraceLiteosFrame(const void *bytes, const void *place)
{
	const struct pxt_liteos_layout *layout;
	struct pxt_liteos_frame frame = { 0 };
	struct liteos_stream_event event;

	if (!liteos_stream_wants())
		return;
	layout = find_layout();
	if (!layout)
		return;
	pxt_liteos_layout_take(layout, bytes, is_big, &frame);
	register_task(layout, &frame);
	liteos_stream_begin(layout, frame.type, &frame, &event);
	liteos_stream_put(layout, &event, place);
}
