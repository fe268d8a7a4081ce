/*
 * tx_port.h - base types and interrupts of ThreadX, for programs without a
 * kernel
 *
 * Types as of the Linux port: a ULONG has 4 bytes also where addresses have 8.
 */
#ifndef TX_PORT_H
#define TX_PORT_H

typedef void VOID;
typedef char CHAR;
typedef unsigned char UCHAR;
typedef int INT;
typedef unsigned int UINT;
#if defined(__LP64__)
typedef int LONG;
typedef unsigned int ULONG;
#else
typedef long LONG;
typedef unsigned long ULONG;
#endif
typedef short SHORT;
typedef unsigned short USHORT;
typedef unsigned long long ULONG64;

#define TX_INT_DISABLE 1
#define TX_INT_ENABLE 0

/* Nothing is switched off: sources that do so compile. */
#define TX_INTERRUPT_SAVE_AREA UINT interrupt_save;
#define TX_DISABLE                              \
	{                                       \
		interrupt_save = TX_INT_ENABLE; \
		(void)interrupt_save;           \
	}
#define TX_RESTORE                    \
	{                             \
		(void)interrupt_save; \
	}

#endif
