/* receiver.c - frames from bytes that are put one by one */
#include "firmware/rkh/receiver.h"

#include "format/rkh/frame.h"

/* Unsynchronized programs may mix the bytes of several frames: counts are
 * checked where they are used. */
static struct {
	uint8_t byte[PXT_RKH_FRAME_MAX];
	unsigned size; /* beyond that: too long */
	bool is_escaped;
	bool is_strange;
	uint64_t len; /* on the line */
	uint64_t off; /* of the next byte */
} line;

static void begin_frame(void)
{
	line.size = 0;
	line.is_escaped = false;
	line.is_strange = false;
	line.len = 0;
}

static void collect(uint8_t byte)
{
	const unsigned size = line.size;

	line.len++;
	if (byte == PXT_RKH_ESCAPE && !line.is_escaped) {
		line.is_escaped = true;
		return;
	}
	if (line.is_escaped) {
		line.is_escaped = false;
		byte ^= PXT_RKH_XOR;
		if (byte != PXT_RKH_FLAG && byte != PXT_RKH_ESCAPE)
			line.is_strange = true;
	}
	if (size < PXT_RKH_FRAME_MAX)
		line.byte[size] = byte;
	if (size <= PXT_RKH_FRAME_MAX)
		line.size = size + 1;
}

static bool end_frame(struct pxt_rkh_received *received)
{
	const bool is_whole =
		!line.is_escaped && line.size <= PXT_RKH_FRAME_MAX;

	*received = (struct pxt_rkh_received){
		.data = is_whole ? line.byte : NULL,
		.size = line.size,
		.off = line.off - line.len,
		.len = line.len,
		.is_strange = line.is_strange,
	};
	begin_frame();
	return received->len;
}

bool pxt_rkh_receiver_take(uint8_t byte, struct pxt_rkh_received *received)
{
	bool is_end = false;

	if (byte == PXT_RKH_FLAG)
		is_end = end_frame(received);
	else
		collect(byte);
	line.off++;
	return is_end;
}

bool pxt_rkh_receiver_is_idle(void)
{
	return !line.len;
}

uint64_t pxt_rkh_receiver_pass(uint64_t len)
{
	const uint64_t off = line.off;

	line.off += len;
	return off;
}
