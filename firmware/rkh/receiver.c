/* receiver.c - frames from bytes that are put one by one */
#include "firmware/rkh/receiver.h"

struct pxt_rkh_line pxt_rkh_line;

void pxt_rkh_receiver_escape(uint8_t byte)
{
	struct pxt_rkh_line *line = &pxt_rkh_line;
	const unsigned size = line->size;

	line->is_escaped = !line->is_escaped;
	if (line->is_escaped) {
		line->escapes++;
		return;
	}
	byte ^= PXT_RKH_XOR;
	if (byte != PXT_RKH_FLAG && byte != PXT_RKH_ESCAPE)
		line->is_strange = true;
	if (size < PXT_RKH_FRAME_MAX)
		line->byte[size] = byte;
	line->size = size + 1;
}

bool pxt_rkh_receiver_end(struct pxt_rkh_received *received)
{
	struct pxt_rkh_line *line = &pxt_rkh_line;
	/* Another thread may be changing it. */
	const unsigned size = *(volatile unsigned *)&line->size;
	const bool is_whole = !line->is_escaped && size <= PXT_RKH_FRAME_MAX;

	*received = (struct pxt_rkh_received){
		.data = is_whole ? line->byte : NULL,
		.size = size,
		.off = line->off,
		.len = (uint64_t)size + line->escapes,
		.is_strange = line->is_strange,
	};
	line->off += received->len + 1;
	line->size = 0;
	line->escapes = 0;
	line->is_escaped = false;
	line->is_strange = false;
	return received->len;
}
