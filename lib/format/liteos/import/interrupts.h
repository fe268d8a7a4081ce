/*
 * interrupts.h - in which interrupt an event of LiteOS happened
 *
 * A frame tells the task that was interrupted. Interrupts nest: from where one
 * is entered until it is left, what happens there is its own. That is counted
 * for each processor, or for each task where frames do not tell the processor:
 * no task changes while an interrupt goes on.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_INTERRUPTS_H
#define PXT_FORMAT_LITEOS_IMPORT_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PXT_LITEOS_CPUS = 64,
	PXT_LITEOS_NESTED = 16,
};

struct pxt_liteos_interrupts {
	struct {
		uint32_t task;
		unsigned depth; /* may be more than what is kept */
		uint32_t number[PXT_LITEOS_NESTED];
	} cpu[PXT_LITEOS_CPUS];
};

/* Nothing is known any more: frames are missing. */
void pxt_liteos_interrupts_forget(struct pxt_liteos_interrupts *interrupts);

/* Where a frame of a task belongs: cpu 0 where it is not known. */
void pxt_liteos_interrupts_at(struct pxt_liteos_interrupts *interrupts,
			      unsigned cpu, uint32_t task, bool interrupted);

void pxt_liteos_interrupts_enter(struct pxt_liteos_interrupts *interrupts,
				 unsigned cpu, uint32_t number);
void pxt_liteos_interrupts_leave(struct pxt_liteos_interrupts *interrupts,
				 unsigned cpu, uint32_t number);

/* False: in none. */
bool pxt_liteos_interrupts_get(const struct pxt_liteos_interrupts *interrupts,
			       unsigned cpu, uint32_t *number);

#endif
