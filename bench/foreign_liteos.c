/*
 * foreign_liteos.c - traces of LiteOS that are to be read
 */
#include <errno.h>
#include <stdlib.h>

#include "bench.h"
#include "foreign_liteos.h"
#include "format/liteos/layout.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"
#include "measure.h"

enum {
	TASKS = 8,
	CLOCK = 50000000,
	HEAD_LEN = 24,
};

static void make_event(uint32_t i, struct pxt_liteos_frame *frame)
{
	static const uint32_t types[] = { 0x45,	 0x24,	0x803, 0x25,
					  0x802, 0x100, 0x103, 0x202 };

	*frame = (struct pxt_liteos_frame){
		.type = types[i % 8],
		.task = 1 + i / 8 % TASKS,
		.pid = 2,
		.time = 1000000 + 100 * (uint64_t)i,
		.identity = 1 + i / 8 % TASKS,
		.param = { i % 32, 4, 7 },
	};
}

uint8_t *foreign_liteos_buffer(uint32_t events, size_t *len)
{
	struct pxt_liteos_layout layout;
	struct pxt_liteos_frame frame;
	uint8_t *data;

	pxt_liteos_layout_parse("a32", &layout);
	*len = HEAD_LEN + (size_t)events * layout.size;
	data = calloc(1, *len);
	must(data ? 0 : ENOMEM, "a buffer of LiteOS");
	pxt_liteos_set32(data, false, PXT_LITEOS_ENDIAN);
	pxt_liteos_set32(data + 4, false, CLOCK);
	pxt_liteos_set16(data + 12, false, (uint16_t)*len);
	pxt_liteos_set16(data + 14, false, 40);
	pxt_liteos_set16(data + 16, false, layout.size);
	pxt_liteos_set16(data + 18, false, HEAD_LEN);
	pxt_liteos_set16(data + 20, false, HEAD_LEN);
	for (uint32_t i = 0; i < events; i++) {
		make_event(i, &frame);
		pxt_liteos_layout_put(&layout, false, &frame,
				      data + HEAD_LEN +
					      (size_t)i * layout.size);
	}
	return data;
}

uint8_t *foreign_liteos_stream(uint32_t events, size_t *len)
{
	struct pxt_liteos_message message = {
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = 1,
		.clock_freq = CLOCK,
	};
	uint8_t *data = malloc(((size_t)events + 1) * PXT_LITEOS_MESSAGE_MAX);
	bool cut;

	must(data ? 0 : ENOMEM, "a stream of LiteOS");
	*len = pxt_liteos_message_write(&message, false, data, &cut);
	message.type = PXT_LITEOS_EVENTS;
	message.shape = (struct pxt_liteos_shape){ .width = 4,
						   .params = 3,
						   .pid = true };
	for (uint32_t i = 0; i < events; i++) {
		make_event(i, &message.frame);
		*len += pxt_liteos_message_write(&message, false, data + *len,
						 &cut);
	}
	return data;
}
