/*
 * unit.h - options of the program, from its rkhcfg.h
 *
 * Each unit of the program tells them when it starts, and ends when it is
 * unloaded; the first one that is there counts.
 */
#ifndef FIRMWARE_RKH_UNIT_H
#define FIRMWARE_RKH_UNIT_H

#include <stdbool.h>

#include "firmware/rkh/library.h"
#include "format/rkh/config.h"

/* Bits of the options, as in FWK_TCFG. */
enum {
	PXT_RKH_UNIT_NSEQ = 1 << PXT_RKH_NSEQ,
	PXT_RKH_UNIT_TSTAMP = 1 << PXT_RKH_TSTAMP,
	PXT_RKH_UNIT_CHK = 1 << PXT_RKH_CHK,
};

extern struct rkh_trc_unit_np pxt_rkh_unit;

static inline bool pxt_rkh_unit_has(unsigned option)
{
	return pxt_rkh_unit.options & option;
}

/* Bytes of a frame before its contents. */
extern unsigned pxt_rkh_unit_header;

/* The configuration that a record of the program would tell. */
void pxt_rkh_unit_config(struct pxt_rkh_config *config);

/* The program's assertion, else abort(). */
void pxt_rkh_unit_assert(const char *module, int line);

#endif
