/*
 * machine.h - identity of the machine, and quality of its clock
 *
 * Logs of one machine and boot share a clock, whatever host names containers
 * have. Between machines, the kernel's estimate of the clock's error matters.
 */
#ifndef PXT_BASE_MACHINE_H
#define PXT_BASE_MACHINE_H

#include <stdint.h>

enum pxt_sync {
	PXT_SYNC_UNKNOWN = 0,
	PXT_SYNC_NONE = 1, /* the clock is not synchronized */
	PXT_SYNC_KEPT = 2, /* the clock is synchronized, as by NTP */
};

struct pxt_machine {
	uint8_t boot[16];  /* random id of this boot; zero: unknown */
	uint32_t sync;	   /* PXT_SYNC_... */
	int64_t offset_ns; /* KEPT: to be added to CLOCK_REALTIME, by the
			    * kernel's estimate */
	uint64_t error_ns; /* KEPT: maximum error of the time */
};

/* Reads the present state. Unknown values are zero. */
void pxt_machine_read(struct pxt_machine *machine);

#endif
