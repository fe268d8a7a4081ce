/*
 * sys/trcmacros.h - macros that record trace hooks
 *
 *	TRCHKL0(hw) to TRCHKL5(hw, D1, D2, D3, D4, D5)	a hook word, and words
 *	TRCGEN(channel, hw, D1, len, buf)		a word, and bytes
 *
 * Arguments are evaluated once, whether or not a trace is active. Those whose
 * names end in T are the same. See posixtrace-aix(7).
 */
#ifndef _SYS_TRCMACROS_H
#define _SYS_TRCMACROS_H 1

#include <sys/trcctl.h>
#include <sys/trchkid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if the channel collects hooks of that id now, else 0. */
int trc_ishookon(int channel, long hkwd);

/* What the macros call. */
void __trchkl0(unsigned long hw);
void __trchkl1(unsigned long hw, unsigned long d1);
void __trchkl2(unsigned long hw, unsigned long d1, unsigned long d2);
void __trchkl3(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3);
void __trchkl4(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3, unsigned long d4);
void __trchkl5(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3, unsigned long d4, unsigned long d5);
void __trcgen(unsigned long channel, unsigned long hw, unsigned long d1,
	      unsigned long len, const void *buf);

/* The word by which posix_trace_event() of <trace.h> knows, without a call,
 * that no stream wants events. This has a name of its own, as a program may
 * have a <trace.h>, too. */
extern const unsigned long **__trc_home __asm__("__posix_trace_home");

static __inline__ __attribute__((__always_inline__, __unused__)) int
__trc_is_traced(void)
{
#ifdef __LP64__
	const unsigned long *__word =
		__atomic_load_n(__trc_home, __ATOMIC_ACQUIRE);

	return !__word || __atomic_load_n(__word, __ATOMIC_RELAXED) & 0xffff;
#else
	return 1;
#endif
}

#ifdef __cplusplus
}
#endif

/* A call in a function of this header would have its place here. */
/* clang-format off */
#define __TRC(value) ((unsigned long)(value))

#define TRCHKL0(hw) \
	__extension__({ \
		const unsigned long __trc_hw = __TRC(hw); \
		if (__trc_is_traced()) \
			__trchkl0(__trc_hw); \
	})
#define TRCHKL1(hw, D1) \
	__extension__({ \
		const unsigned long __trc_hw = __TRC(hw); \
		const unsigned long __trc_d1 = __TRC(D1); \
		if (__trc_is_traced()) \
			__trchkl1(__trc_hw, __trc_d1); \
	})
#define TRCHKL2(hw, D1, D2) \
	__extension__({ \
		const unsigned long __trc_hw = __TRC(hw); \
		const unsigned long __trc_d1 = __TRC(D1); \
		const unsigned long __trc_d2 = __TRC(D2); \
		if (__trc_is_traced()) \
			__trchkl2(__trc_hw, __trc_d1, __trc_d2); \
	})
#define TRCHKL3(hw, D1, D2, D3) \
	__extension__({ \
		const unsigned long __trc_hw = __TRC(hw); \
		const unsigned long __trc_d1 = __TRC(D1); \
		const unsigned long __trc_d2 = __TRC(D2); \
		const unsigned long __trc_d3 = __TRC(D3); \
		if (__trc_is_traced()) \
			__trchkl3(__trc_hw, __trc_d1, __trc_d2, __trc_d3); \
	})
#define TRCHKL4(hw, D1, D2, D3, D4) \
	__extension__({ \
		const unsigned long __trc_hw = __TRC(hw); \
		const unsigned long __trc_d1 = __TRC(D1); \
		const unsigned long __trc_d2 = __TRC(D2); \
		const unsigned long __trc_d3 = __TRC(D3); \
		const unsigned long __trc_d4 = __TRC(D4); \
		if (__trc_is_traced()) \
			__trchkl4(__trc_hw, __trc_d1, __trc_d2, __trc_d3, \
				  __trc_d4); \
	})
#define TRCHKL5(hw, D1, D2, D3, D4, D5) \
	__extension__({ \
		const unsigned long __trc_hw = __TRC(hw); \
		const unsigned long __trc_d1 = __TRC(D1); \
		const unsigned long __trc_d2 = __TRC(D2); \
		const unsigned long __trc_d3 = __TRC(D3); \
		const unsigned long __trc_d4 = __TRC(D4); \
		const unsigned long __trc_d5 = __TRC(D5); \
		if (__trc_is_traced()) \
			__trchkl5(__trc_hw, __trc_d1, __trc_d2, __trc_d3, __trc_d4, \
				  __trc_d5); \
	})
#define TRCGEN(channel, hw, D1, len, buf) \
	__extension__({ \
		const unsigned long __trc_channel = __TRC(channel); \
		const unsigned long __trc_hw = __TRC(hw); \
		const unsigned long __trc_d1 = __TRC(D1); \
		const unsigned long __trc_len = __TRC(len); \
		const void *const __trc_buf = (buf); \
		if (__trc_is_traced()) \
			__trcgen(__trc_channel, __trc_hw, __trc_d1, __trc_len, \
				 __trc_buf); \
	})

#define TRCHKL0T TRCHKL0
#define TRCHKL1T TRCHKL1
#define TRCHKL2T TRCHKL2
#define TRCHKL3T TRCHKL3
#define TRCHKL4T TRCHKL4
#define TRCHKL5T TRCHKL5
#define TRCGENT TRCGEN
/* clang-format on */

#endif
