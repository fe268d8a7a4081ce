/*
 * interrupts.h - the interrupt in which an event of LiteOS happened
 *
 * Frames tell the interrupted task. Interrupts nest: events between entry and
 * exit belong to the innermost. They are tracked per processor, or per task if
 * frames do not tell the processor: tasks do not switch during an interrupt.
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
		unsigned depth; /* may exceed the array */
		uint32_t number[PXT_LITEOS_NESTED];
	} cpu[PXT_LITEOS_CPUS];
};

/* Forgets everything, after missing frames. */
void pxt_liteos_interrupts_forget(struct pxt_liteos_interrupts *interrupts);

/* Selects the stack for a frame of a task: cpu 0 if unknown. */
void pxt_liteos_interrupts_at(struct pxt_liteos_interrupts *interrupts,
			      unsigned cpu, uint32_t task, bool interrupted);

void pxt_liteos_interrupts_enter(struct pxt_liteos_interrupts *interrupts,
				 unsigned cpu, uint32_t number);
void pxt_liteos_interrupts_leave(struct pxt_liteos_interrupts *interrupts,
				 unsigned cpu, uint32_t number);

/* False: no interrupt. */
bool pxt_liteos_interrupts_get(const struct pxt_liteos_interrupts *interrupts,
			       unsigned cpu, uint32_t *number);

#endif
