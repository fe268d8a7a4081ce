/* dump.c - LiteOS's buffer as text */
#include "firmware/liteos/dump.h"

#include <inttypes.h>
#include <stdio.h>

#include "firmware/liteos/buffer.h"
#include "firmware/liteos/setup.h"

static const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

static void print_entry(uint32_t slot)
{
	const uint8_t *entry = liteos_buffer_entry(slot);

	printf("%-7u 0x%-6x %-10u %.*s\n", slot,
	       pxt_liteos_get32(entry, is_big),
	       pxt_liteos_get32(entry + 4, is_big), PXT_LITEOS_NAME_LEN,
	       (const char *)entry + 8);
}

static void print_tasks(void)
{
	if (!liteos_setup.objects)
		return;
	printf("CurObjIndex = %u\n", liteos_buffer_next_task());
	printf("Index   TaskID   TaskPrio   TaskName \n");
	for (uint32_t i = 0; i < liteos_setup.objects; i++)
		print_entry(i);
	printf("\n");
}

static void print_title(const struct pxt_liteos_shape *shape)
{
	printf("Index   Time(cycles)      EventType      ");
	if (shape->pid)
		printf("CurPid    ");
	printf("CurTask   Identity      ");
	if (shape->core)
		printf("%-11s hwiActive   taskLockCnt ",
		       shape->pid ? "cpuid" : "cpuId");
	if (shape->count)
		printf("eventCount  ");
	if (shape->params)
		printf("params    ");
	printf("\n");
}

/* Words are cut to 32 bits, as the kernels cut them. */
static void print_frame(uint32_t slot)
{
	const struct pxt_liteos_shape *shape = &liteos_setup.layout.shape;
	struct pxt_liteos_frame frame = { 0 };

	pxt_liteos_layout_take(&liteos_setup.layout, liteos_buffer_frame(slot),
			       is_big, &frame);
	printf("%-7u 0x%-15" PRIx64 " 0x%-12x ", slot, frame.time, frame.type);
	if (shape->pid)
		printf("0x%-7x ", frame.pid);
	printf("0x%-7x 0x%-11x ", frame.task, (uint32_t)frame.identity);
	if (shape->core)
		printf("%-11u %-11u %-11u",
		       pxt_liteos_bits(frame.core, PXT_LITEOS_CPU, 8),
		       pxt_liteos_bits(frame.core, PXT_LITEOS_IN_INTERRUPT, 4),
		       pxt_liteos_bits(frame.core, PXT_LITEOS_LOCKS, 4));
	if (shape->count)
		printf("%-11u", frame.count);
	for (unsigned i = 0; i < shape->params; i++)
		printf("0x%-11x", (uint32_t)frame.param[i]);
	printf("\n");
}

void liteos_dump_print(void)
{
	printf("*******TraceInfo begin*******\n");
	printf("clockFreq = %u\n", liteos_setup.clock);
	print_tasks();
	printf("CurEvtIndex = %u\n", liteos_buffer_next());
	print_title(&liteos_setup.layout.shape);
	for (uint32_t i = 0; i < liteos_buffer_frames(); i++)
		print_frame(i);
	printf("*******TraceInfo end*******\n");
	fflush(stdout);
}
