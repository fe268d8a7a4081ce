/* tasks.c - tasks of LiteOS as named threads */
#include "format/liteos/import/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/map.h"
#include "format/liteos/frame.h"

enum {
	NUMBERS = 1 << 16,
	TASK_0 = NUMBERS, /* thread id of task 0 */
	INTERRUPTS = 1 << 20,
	/* Entries of one number that are searched for a name. */
	RECENT = 64,
	VALUES_MAX = 1 << 16, /* beyond, values are shown as numbers */
};

/* A word that occurred, or was named. */
struct task {
	uint32_t word;
	pid_t tid;
	size_t next;   /* next older one with the same number; 0: none */
	bool named;    /* named itself, not by another word */
	uint32_t slot; /* slot in the table + 1 */
	char name[PXT_LITEOS_NAME_LEN + 1];
};

struct pxt_liteos_tasks {
	struct pxt_trace *trace;
	struct task *task; /* index 0 is unused */
	size_t count, room;
	struct pxt_map words;	   /* index in task[], by word */
	struct pxt_map newest;	   /* newest named one, by number */
	struct pxt_map interrupts; /* threads of interrupts */
	struct pxt_map threads;	   /* threads announced in a process */
	struct pxt_map values;	   /* announced values, by word */
	pid_t last;		   /* last id for a repeated number */
	/* A cache: consecutive events mostly ask for the same task. */
	struct {
		pid_t pid;
		uint32_t word;
		pid_t tid; /* thread id; 0: none */
	} before;
};

int pxt_liteos_tasks_create(struct pxt_trace *trace,
			    struct pxt_liteos_tasks **tasks)
{
	*tasks = calloc(1, sizeof(**tasks));
	if (!*tasks)
		return ENOMEM;
	(*tasks)->trace = trace;
	(*tasks)->last = TASK_0;
	return 0;
}

void pxt_liteos_tasks_close(struct pxt_liteos_tasks *tasks)
{
	if (!tasks)
		return;
	pxt_map_fini(&tasks->words);
	pxt_map_fini(&tasks->newest);
	pxt_map_fini(&tasks->interrupts);
	pxt_map_fini(&tasks->threads);
	pxt_map_fini(&tasks->values);
	free(tasks->task);
	free(tasks);
}

static uint16_t number_of(uint32_t word)
{
	return (uint16_t)word;
}

static pid_t first_tid(uint32_t word)
{
	return number_of(word) ? number_of(word) : TASK_0;
}

static struct task *new_task(struct pxt_liteos_tasks *tasks, uint32_t word)
{
	struct task *task;

	if (pxt_array_reserve(&tasks->task, &tasks->room, tasks->count + 2,
			      sizeof(*task)))
		return NULL;
	task = &tasks->task[++tasks->count];
	*task = (struct task){ .word = word, .tid = first_tid(word) };
	return task;
}

/* Plain numbers mean the newest generation. Other words mean the newest that is
 * not above; if that entry is gone, the oldest: it may be the same task with
 * another priority. */
static bool is_nearer(uint32_t word, const struct task *task,
		      const struct task *best)
{
	if (!best || word < NUMBERS)
		return !best || task->word > best->word;
	if ((task->word <= word) != (best->word <= word))
		return task->word <= word;
	return task->word <= word ? task->word > best->word :
				    task->word < best->word;
}

static const struct task *find_named(const struct pxt_liteos_tasks *tasks,
				     uint32_t word)
{
	size_t at = pxt_map_get_number(&tasks->newest, number_of(word));
	const struct task *best = NULL;

	for (int i = 0; at && i < RECENT; i++) {
		const struct task *task = &tasks->task[at];

		if (is_nearer(word, task, best))
			best = task;
		at = task->next;
	}
	return best;
}

static struct task *get(struct pxt_liteos_tasks *tasks, uint32_t word)
{
	size_t *at = pxt_map_at_number(&tasks->words, word);
	const struct task *named;
	struct task *task;

	if (!at)
		return NULL;
	if (*at)
		return &tasks->task[*at];
	/* Unnamed words take the name of another word for the task. */
	task = new_task(tasks, word);
	if (!task)
		return NULL;
	*at = tasks->count;
	named = find_named(tasks, word);
	if (named) {
		memcpy(task->name, named->name, sizeof(task->name));
		task->tid = named->tid;
	}
	return task;
}

/* Finds the thread of the same name among all words of a number. */
static pid_t find_tid(struct pxt_liteos_tasks *tasks, const struct task *task)
{
	size_t at = pxt_map_get_number(&tasks->newest, number_of(task->word));

	if (!at)
		return first_tid(task->word);
	for (int i = 0; at && i < RECENT; i++) {
		const struct task *other = &tasks->task[at];

		if (other != task && !strcmp(other->name, task->name))
			return other->tid;
		at = other->next;
	}
	return ++tasks->last;
}

static void take_name(struct task *task, const void *name, size_t len)
{
	if (len >= sizeof(task->name))
		len = sizeof(task->name) - 1;
	len = strnlen(name, len);
	memset(task->name, 0, sizeof(task->name));
	memcpy(task->name, name, len);
}

static void tell_damage(struct pxt_liteos_tasks *tasks,
			const struct pxt_liteos_entry *entry)
{
	const size_t len = strnlen(entry->name, entry->len);

	if (len > PXT_LITEOS_NAME_LEN)
		pxt_trace_damage(
			tasks->trace, entry->offset, len,
			"a name of more than %d bytes, which are taken",
			PXT_LITEOS_NAME_LEN);
	else if (len == PXT_LITEOS_NAME_LEN ||
		 (len && len == entry->len && !entry->is_printed))
		pxt_trace_damage(tasks->trace, entry->offset, len,
				 "a name without an end");
}

static int link_named(struct pxt_liteos_tasks *tasks, struct task *task)
{
	size_t *newest =
		pxt_map_at_number(&tasks->newest, number_of(task->word));

	if (!newest)
		return ENOMEM;
	task->named = true;
	task->next = *newest;
	*newest = (size_t)(task - tasks->task);
	return 0;
}

/* Names a task for the first time, or renames it. */
static int rename_task(struct pxt_liteos_tasks *tasks, struct task *task,
		       const void *name, size_t len)
{
	const struct task old = *task;

	take_name(task, name, len);
	if (old.named && !strcmp(old.name, task->name))
		return 0;
	if (old.named)
		task->tid = ++tasks->last;
	else
		task->tid = find_tid(tasks, task);
	if (!old.named && link_named(tasks, task))
		return ENOMEM;
	/* Tasks without a name may have one now. */
	pxt_map_clear(&tasks->threads);
	pxt_map_clear(&tasks->values);
	tasks->before.tid = 0;
	return 0;
}

/* The second entry of a word gets an address that no word has: it is preserved,
 * and never looked up. */
static void tell_entry(struct pxt_liteos_tasks *tasks,
		       const struct pxt_liteos_entry *entry,
		       const struct task *task, bool twice)
{
	uint64_t address = entry->word;
	char details[64], slot[20] = "";

	if (entry->has_slot)
		snprintf(slot, sizeof(slot), " slot=%u", entry->slot);
	snprintf(details, sizeof(details), "priority=%u%s thread=%d",
		 entry->priority, slot, (int)task->tid);
	if (twice)
		address |= (uint64_t)(entry->slot + 1) << 32;
	pxt_trace_object(tasks->trace, PXT_TRACE_PID, address, "task",
			 task->name, details);
}

int pxt_liteos_tasks_name(struct pxt_liteos_tasks *tasks,
			  const struct pxt_liteos_entry *entry)
{
	struct task *task = get(tasks, entry->word);
	bool twice;

	if (!task)
		return ENOMEM;
	twice = task->slot && entry->has_slot && task->slot != entry->slot + 1;
	if (entry->has_slot && !twice)
		task->slot = entry->slot + 1;
	tell_damage(tasks, entry);
	if (rename_task(tasks, task, entry->name, entry->len))
		return ENOMEM;
	tell_entry(tasks, entry, task, twice);
	return 0;
}

static bool is_first(struct pxt_map *map, pid_t pid, uint32_t number)
{
	size_t *told =
		pxt_map_at_number(map, (uint64_t)(uint32_t)pid << 32 | number);

	if (!told || *told)
		return false;
	*told = 1;
	return true;
}

/* Updates a word whose number was named before another one's. */
static void refresh(const struct pxt_liteos_tasks *tasks, struct task *task)
{
	const struct task *named;

	if (task->named)
		return;
	named = find_named(tasks, task->word);
	if (!named)
		return;
	memcpy(task->name, named->name, sizeof(task->name));
	task->tid = named->tid;
}

static void tell_thread(struct pxt_liteos_tasks *tasks, pid_t pid,
			const struct task *task)
{
	char text[24];

	if (!is_first(&tasks->threads, pid, (uint32_t)task->tid))
		return;
	snprintf(text, sizeof(text), "task %u", number_of(task->word));
	pxt_trace_thread(tasks->trace, pid, task->tid,
			 *task->name ? task->name : text);
}

pid_t pxt_liteos_tasks_thread(struct pxt_liteos_tasks *tasks, pid_t pid,
			      uint32_t word)
{
	struct task *task;

	if (tasks->before.tid && tasks->before.pid == pid &&
	    tasks->before.word == word)
		return tasks->before.tid;
	task = get(tasks, word);
	if (!task)
		return 0;
	refresh(tasks, task);
	tell_thread(tasks, pid, task);
	tasks->before.pid = pid;
	tasks->before.word = word;
	tasks->before.tid = task->tid;
	return task->tid;
}

pid_t pxt_liteos_tasks_interrupt(struct pxt_liteos_tasks *tasks, pid_t pid,
				 uint32_t number)
{
	size_t *tid = pxt_map_at_number(&tasks->interrupts, number);
	char text[24];

	if (!tid)
		return 0;
	if (!*tid)
		*tid = INTERRUPTS + tasks->interrupts.count;
	if (is_first(&tasks->threads, pid, (uint32_t)*tid)) {
		snprintf(text, sizeof(text), "interrupt %u", number);
		pxt_trace_thread(tasks->trace, pid, (pid_t)*tid, text);
	}
	return (pid_t)*tid;
}

void pxt_liteos_tasks_meet(struct pxt_liteos_tasks *tasks, pid_t pid,
			   uint32_t word)
{
	struct task *task;
	char details[24];

	if (tasks->values.count >= VALUES_MAX ||
	    !is_first(&tasks->values, pid, word))
		return;
	task = get(tasks, word);
	if (!task)
		return;
	refresh(tasks, task);
	if (task->named && pid == PXT_TRACE_PID)
		return;
	/* The detail prevents a mix-up with other objects of that number. */
	snprintf(details, sizeof(details), "thread=%d", (int)task->tid);
	pxt_trace_object(tasks->trace, pid, word, "task", task->name, details);
}
