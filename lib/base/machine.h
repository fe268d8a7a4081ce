/*
 * machine.h - which machine this is since when, and how right its clock is
 *
 * Logs of one machine, from one boot to the next, have one clock, whatever
 * names containers have for hosts. Those of others have another, and then it
 * matters how far the kernel knows each to be from the true time.
 */
#ifndef PXT_BASE_MACHINE_H
#define PXT_BASE_MACHINE_H

#include <stdint.h>

enum pxt_sync {
	PXT_SYNC_UNKNOWN = 0,
	PXT_SYNC_NONE = 1, /* nothing keeps the clock right */
	PXT_SYNC_KEPT = 2, /* something does, as NTP */
};

struct pxt_machine {
	uint8_t boot[16];  /* random, of this boot; zero: not known */
	uint32_t sync;	   /* PXT_SYNC_... */
	int64_t offset_ns; /* KEPT: to be added to CLOCK_REALTIME, as far as
			    * the kernel knows */
	uint64_t error_ns; /* KEPT: the time is right to that much */
};

/* As it is now. What the kernel does not tell is zero. */
void pxt_machine_read(struct pxt_machine *machine);

#endif
