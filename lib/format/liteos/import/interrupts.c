/* interrupts.c - the interrupt in which an event of LiteOS happened */
#include "format/liteos/import/interrupts.h"

void pxt_liteos_interrupts_forget(struct pxt_liteos_interrupts *interrupts)
{
	for (int i = 0; i < PXT_LITEOS_CPUS; i++)
		interrupts->cpu[i].depth = 0;
}

void pxt_liteos_interrupts_at(struct pxt_liteos_interrupts *interrupts,
			      unsigned cpu, uint32_t task, bool interrupted)
{
	if (interrupted && interrupts->cpu[cpu].task == task)
		return;
	interrupts->cpu[cpu].task = task;
	interrupts->cpu[cpu].depth = 0;
}

void pxt_liteos_interrupts_enter(struct pxt_liteos_interrupts *interrupts,
				 unsigned cpu, uint32_t number)
{
	uint32_t *stack = interrupts->cpu[cpu].number;
	unsigned depth = interrupts->cpu[cpu].depth;

	/* Interrupts do not interrupt themselves: an exit was missed. */
	for (unsigned i = 0; i < depth && i < PXT_LITEOS_NESTED; i++)
		if (stack[i] == number)
			depth = i;
	if (depth < PXT_LITEOS_NESTED)
		stack[depth] = number;
	interrupts->cpu[cpu].depth = depth + 1;
}

/* Leaving an interrupt whose entry was missed changes nothing. */
void pxt_liteos_interrupts_leave(struct pxt_liteos_interrupts *interrupts,
				 unsigned cpu, uint32_t number)
{
	const unsigned depth = interrupts->cpu[cpu].depth;

	if (!depth)
		return;
	if (depth > PXT_LITEOS_NESTED ||
	    interrupts->cpu[cpu].number[depth - 1] == number)
		interrupts->cpu[cpu].depth--;
}

bool pxt_liteos_interrupts_get(const struct pxt_liteos_interrupts *interrupts,
			       unsigned cpu, uint32_t *number)
{
	unsigned depth = interrupts->cpu[cpu].depth;

	if (!depth)
		return false;
	if (depth > PXT_LITEOS_NESTED)
		depth = PXT_LITEOS_NESTED;
	*number = interrupts->cpu[cpu].number[depth - 1];
	return true;
}
