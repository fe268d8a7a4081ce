/*
 * promised_types.h - event types named before there is a process file
 *
 * For want of descriptors, or memory, the process has no process file yet, and
 * so no names. Opening a name gives it a promised type: a number behind all
 * types, which the program keeps for good. When there is a process file the
 * names are opened there, in order, and the numbers stand for the resulting
 * types.
 */
#ifndef PXT_SESSION_TRACED_PROMISED_TYPES_H
#define PXT_SESSION_TRACED_PROMISED_TYPES_H

#include "stream/process.h"

enum { PXT_PROMISED_TYPES_END = PXT_EVENT_END + PXT_EVENT_NAMED_MAX };

/* Promises a type, the same for the same name; the unnamed one if there is no
 * more room. EAGAIN: there is a process file by now. */
int pxt_promised_types_add(const char *name, uint32_t *type);

/* Opens all promised names, with the home's lock held. */
void pxt_promised_types_open(struct pxt_process *process);

/* True for a promised number. Safe in signal handlers. */
bool pxt_promised_types_has(uint32_t type);

/* The type of a promised number, or 0. Safe in signal handlers. */
uint32_t pxt_promised_types_find(uint32_t type);

/* Same for any number: others are unchanged. */
static inline uint32_t pxt_promised_types_resolve(uint32_t type)
{
	return __builtin_expect(type < PXT_EVENT_END, 1) ?
		       type :
		       pxt_promised_types_find(type);
}

#endif
