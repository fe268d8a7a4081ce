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

#ifdef __cplusplus
}
#endif

/* clang-format off */
#define __TRC(value) ((unsigned long)(value))

#define TRCHKL0(hw) __trchkl0(__TRC(hw))
#define TRCHKL1(hw, D1) __trchkl1(__TRC(hw), __TRC(D1))
#define TRCHKL2(hw, D1, D2) __trchkl2(__TRC(hw), __TRC(D1), __TRC(D2))
#define TRCHKL3(hw, D1, D2, D3) \
	__trchkl3(__TRC(hw), __TRC(D1), __TRC(D2), __TRC(D3))
#define TRCHKL4(hw, D1, D2, D3, D4) \
	__trchkl4(__TRC(hw), __TRC(D1), __TRC(D2), __TRC(D3), __TRC(D4))
#define TRCHKL5(hw, D1, D2, D3, D4, D5) \
	__trchkl5(__TRC(hw), __TRC(D1), __TRC(D2), __TRC(D3), __TRC(D4), \
		  __TRC(D5))
#define TRCGEN(channel, hw, D1, len, buf) \
	__trcgen(__TRC(channel), __TRC(hw), __TRC(D1), __TRC(len), (buf))

#define TRCHKL0T TRCHKL0
#define TRCHKL1T TRCHKL1
#define TRCHKL2T TRCHKL2
#define TRCHKL3T TRCHKL3
#define TRCHKL4T TRCHKL4
#define TRCHKL5T TRCHKL5
#define TRCGENT TRCGEN
/* clang-format on */

#endif
