/* stream.c - the calls that put bytes into the ring, and read it */
#include <string.h>

#include "firmware/rkh/frames.h"
#include "firmware/rkh/library.h"
#include "firmware/rkh/lock.h"
#include "firmware/rkh/ring.h"
#include "format/rkh/frame.h"

RKH_API void rkh_trc_init(void)
{
	pxt_rkh_lock_enter();
	pxt_rkh_ring_resize(pxt_rkh_ring.size);
	pxt_rkh_frames_restart();
	pxt_rkh_frames_put(PXT_RKH_FLAG, __builtin_return_address(0));
	pxt_rkh_lock_exit();
}

RKH_API void rkh_trc_put(rui8_t b)
{
	pxt_rkh_lock_enter();
	pxt_rkh_frames_spill();
	pxt_rkh_frames_put(b, __builtin_return_address(0));
	pxt_rkh_lock_exit();
}

RKH_API rui8_t *rkh_trc_get(void)
{
	unsigned one = 1;
	uint8_t *at;

	pxt_rkh_lock_enter();
	at = pxt_rkh_ring_take(&one);
	pxt_rkh_lock_exit();
	return at;
}

RKH_API rui8_t *rkh_trc_get_block_np(rui16_t *n)
{
	unsigned len = *n;
	uint8_t *at;

	pxt_rkh_lock_enter();
	at = pxt_rkh_ring_take(&len);
	pxt_rkh_lock_exit();
	*n = (rui16_t)len;
	return at;
}

RKH_API rui16_t rkh_trc_get_whole_np(rui8_t *dst, rui16_t n)
{
	unsigned done = 0, len;
	const uint8_t *at;

	pxt_rkh_lock_enter();
	do {
		len = n - done;
		at = pxt_rkh_ring_take(&len);
		if (at)
			memcpy(dst + done, at, len);
		done += len;
	} while (at);
	pxt_rkh_lock_exit();
	return (rui16_t)done;
}
