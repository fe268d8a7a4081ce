/*
 * wrap.c - the bytes that the framework puts into its own ring
 *
 * The program is linked with --wrap=rkh_trc_put; the framework's function of
 * that name stands before that of this library.
 */
#include "firmware/rkh/frames.h"
#include "firmware/rkh/library.h"
#include "firmware/rkh/receiver.h"

#ifndef PIC
void __real_rkh_trc_put(rui8_t b);
#define rkh_trc_put __real_rkh_trc_put
#endif

RKH_API void __wrap_rkh_trc_put(rui8_t b)
{
	static bool has_begun;

	/* The first flag stays within the framework's object file. */
	if (!has_begun)
		pxt_rkh_receiver_pass(1);
	has_begun = true;
	rkh_trc_put(b);
	pxt_rkh_frames_take(b, __builtin_return_address(0));
}
