/*
 * tasks.h - tasks of LiteOS as named threads
 *
 * A task has a number of 16 bits. Where the system keeps a table of them, the
 * upper half of a word counts how often an entry was made for the number: when
 * a task is created, and when its priority changes. So a new word may be the
 * same task. A different name makes it another one.
 *
 * The thread id of a task is its number, 0x10000 for task 0; other tasks of the
 * same number have ids above. Interrupts have ids, too.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_TASKS_H
#define PXT_FORMAT_LITEOS_IMPORT_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/trace.h"

struct pxt_liteos_tasks;

/* An entry of the table, or a message that announces a task. */
struct pxt_liteos_entry {
	uint32_t word, priority;
	const void *name; /* raw name, maybe without a null */
	size_t len;
	bool is_printed; /* a printed word, which no raw one is */
	uint64_t offset; /* offset of the name in the input */
	bool has_slot;	 /* place in the table */
	uint32_t slot;
};

/* trace: borrowed. ENOMEM. */
int pxt_liteos_tasks_create(struct pxt_trace *trace,
			    struct pxt_liteos_tasks **tasks);
void pxt_liteos_tasks_close(struct pxt_liteos_tasks *tasks);

/* Names a task. A name that no kernel writes is damage, and is cut. ENOMEM. */
int pxt_liteos_tasks_name(struct pxt_liteos_tasks *tasks,
			  const struct pxt_liteos_entry *entry);

/* Returns the thread of a word in a process; 0: no memory. */
pid_t pxt_liteos_tasks_thread(struct pxt_liteos_tasks *tasks, pid_t pid,
			      uint32_t word);

/* Returns the thread of an interrupt; 0: no memory. */
pid_t pxt_liteos_tasks_interrupt(struct pxt_liteos_tasks *tasks, pid_t pid,
				 uint32_t number);

/* Announces a word that is a value of an event. */
void pxt_liteos_tasks_meet(struct pxt_liteos_tasks *tasks, pid_t pid,
			   uint32_t word);

#endif
