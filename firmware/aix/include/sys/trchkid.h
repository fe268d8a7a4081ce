/*
 * sys/trchkid.h - hook words for users, and functions that record hooks
 *
 * A hook word has the id in its upper half and 16 bits of the program's own in
 * its lower one. Programs use the macros of <sys/trcmacros.h>. See
 * posixtrace-aix(7).
 */
#ifndef _SYS_TRCHKID_H
#define _SYS_TRCHKID_H 1

/* The ids 010 to 01E, one after another. */
#define HKWD_USER1 0x01000000
#define HKWD_USER2 0x01100000
#define HKWD_USER3 0x01200000
#define HKWD_USER4 0x01300000
#define HKWD_USER5 0x01400000
#define HKWD_USER6 0x01500000
#define HKWD_USER7 0x01600000
#define HKWD_USER8 0x01700000
#define HKWD_USER9 0x01800000
#define HKWD_USERA 0x01900000
#define HKWD_USERB 0x01A00000
#define HKWD_USERC 0x01B00000
#define HKWD_USERD 0x01C00000
#define HKWD_USERE 0x01D00000
#define HKWD_USERF 0x01E00000

#ifdef __cplusplus
extern "C" {
#endif

/* The type in the hook word says how many of the words count: 1 and 9 none, 2
 * and A one, others five. */
void trchook(unsigned int hw, unsigned int d1, unsigned int d2, unsigned int d3,
	     unsigned int d4, unsigned int d5);
void utrchook(unsigned int hw, unsigned int d1, unsigned int d2,
	      unsigned int d3, unsigned int d4, unsigned int d5);

/* hw is 0xffffllllhhhhssss: flags, bytes of the words that count, id,
 * subhook. */
void trchook64(unsigned long hw, unsigned long d1, unsigned long d2,
	       unsigned long d3, unsigned long d4, unsigned long d5);
void utrchook64(unsigned long hw, unsigned long d1, unsigned long d2,
		unsigned long d3, unsigned long d4, unsigned long d5);

/* A word, and len bytes of buf, 4096 at most, on the channel. */
void trcgen(unsigned int channel, unsigned int hw, unsigned int d1,
	    unsigned int len, char *buf);
void trcgent(unsigned int channel, unsigned int hw, unsigned int d1,
	     unsigned int len, char *buf);
void trcgenk(unsigned int channel, unsigned int hw, unsigned int d1,
	     unsigned int len, char *buf);
void trcgenkt(unsigned int channel, unsigned int hw, unsigned int d1,
	      unsigned int len, char *buf);

#ifdef __cplusplus
}
#endif

#endif
