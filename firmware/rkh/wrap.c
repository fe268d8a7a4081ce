/*
 * wrap.c - the bytes that the framework puts into its own ring
 *
 * The program is linked with --wrap=rkh_trc_put; the framework's function of
 * that name stands before that of this library.
 */
#include "firmware/rkh/frames.h"
#include "firmware/rkh/library.h"

#ifndef PIC
void __real_rkh_trc_put(rui8_t b);
#define rkh_trc_put __real_rkh_trc_put
#endif

/* The first flag stays within the framework's object file. */
static void count_first_flag(void)
{
	static bool has_begun;

	if (!has_begun)
		pxt_rkh_receiver_pass(1);
	has_begun = true;
}

RKH_API void __wrap_rkh_trc_put(rui8_t b)
{
	if (b != PXT_RKH_FLAG) {
		pxt_rkh_receiver_collect(b);
		rkh_trc_put(b);
		return;
	}
	count_first_flag();
	rkh_trc_put(b);
	pxt_rkh_frames_flag(__builtin_return_address(0));
}
