/*
 * promised_types.h - event types that are named before the process has a file
 *
 * For want of descriptors, or memory, the process has no process file yet, and
 * so no names. A name that it opens is promised a type: a number behind all
 * types, which the program keeps for good. When there is a process file the
 * names are opened there, in their order, and the numbers stand for the types
 * that they got.
 */
#ifndef PXT_SESSION_TRACED_PROMISED_TYPES_H
#define PXT_SESSION_TRACED_PROMISED_TYPES_H

#include "stream/process.h"

enum { PXT_PROMISED_TYPES_END = PXT_EVENT_END + PXT_EVENT_NAMED_MAX };

/* Promise a type, the same for the same name; the unnamed one when there is no
 * room for more. EAGAIN: there is a process file by now. */
int pxt_promised_types_add(const char *name, uint32_t *type);

/* Open all names that were promised a type, with the home's lock held. */
void pxt_promised_types_open(struct pxt_process *process);

/* Was a type promised, and is this the number? Safe in signal handlers. */
bool pxt_promised_types_has(uint32_t type);

/* The type that a promised one turned out to be, or 0. Safe in signal
 * handlers. */
uint32_t pxt_promised_types_find(uint32_t type);

/* The same of any number: what was not promised is what it is. */
static inline uint32_t pxt_promised_types_resolve(uint32_t type)
{
	return __builtin_expect(type < PXT_EVENT_END, 1) ?
		       type :
		       pxt_promised_types_find(type);
}

#endif
