/*
 * tasks.h - who the tasks of LiteOS are: threads, with names
 *
 * A task has a number of 16 bits. Where the system keeps a table of them, the
 * upper half of a word counts how often an entry was made for the number: when
 * a task is created, and when its priority changes. So a word that is new may
 * be the same task. It is taken for another one where its name is another.
 *
 * The thread id of a task is its number, 0x10000 for task 0; others that had
 * the number before or after have ids above. Interrupts have theirs, too.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_TASKS_H
#define PXT_FORMAT_LITEOS_IMPORT_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/trace.h"

struct pxt_liteos_tasks;

/* An entry of the table, or a message that tells of a task. */
struct pxt_liteos_entry {
	uint32_t word, priority;
	const void *name; /* as it is there: it may have no null */
	size_t len;
	bool is_printed; /* ... which none has that is */
	uint64_t offset; /* of the name in what is read */
	bool has_slot; /* where it is in the table */
	uint32_t slot;
};

/* trace: borrowed. ENOMEM. */
int pxt_liteos_tasks_create(struct pxt_trace *trace,
			    struct pxt_liteos_tasks **tasks);
void pxt_liteos_tasks_close(struct pxt_liteos_tasks *tasks);

/* Name a task. A name that no kernel writes is damage, and cut to what there is
 * room for. ENOMEM. */
int pxt_liteos_tasks_name(struct pxt_liteos_tasks *tasks,
			  const struct pxt_liteos_entry *entry);

/* The thread of a word, in a process: 0 without memory. */
pid_t pxt_liteos_tasks_thread(struct pxt_liteos_tasks *tasks, pid_t pid,
			      uint32_t word);

/* The same of an interrupt. */
pid_t pxt_liteos_tasks_interrupt(struct pxt_liteos_tasks *tasks, pid_t pid,
				 uint32_t number);

/* A word that is a value of an event: tell what it is called. */
void pxt_liteos_tasks_meet(struct pxt_liteos_tasks *tasks, pid_t pid,
			   uint32_t word);

#endif
