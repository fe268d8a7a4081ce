/* process_names.c - event types of a process */
#include "stream/process_names.h"

#include <errno.h>
#include <string.h>

/* The family may change when the process executes another program. */
static struct pxt_names *names_of(struct pxt_process *process)
{
	uint64_t family = atomic_load_explicit(&process->shared->family,
					       memory_order_seq_cst);
	struct pxt_names now;

	if (family != process->names.id && process->dir >= 0 &&
	    !pxt_names_open(process->dir, family, &now)) {
		pxt_names_close(&process->names);
		process->names = now;
	}
	return &process->names;
}

/* Adds a type to those opened by this program. ENOSPC: no more are allowed. */
static int claim(struct pxt_process *process, uint32_t type)
{
	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		_Atomic uint32_t *entry = &process->shared->opened[i];
		uint32_t old =
			atomic_load_explicit(entry, memory_order_relaxed);

		if (!old && atomic_compare_exchange_strong_explicit(
				    entry, &old, type, memory_order_relaxed,
				    memory_order_relaxed))
			return 0;
		if (old == type)
			return 0;
	}
	return ENOSPC;
}

static bool may_open_names(const struct pxt_process *process)
{
	return !atomic_load_explicit(
		&process->shared->opened[PXT_EVENT_NAMED_MAX - 1],
		memory_order_relaxed);
}

int pxt_process_open_name(struct pxt_process *process, const char *name,
			  uint32_t *type)
{
	struct pxt_names *names = names_of(process);
	int err;

	err = pxt_names_find(names, name, type);
	if (err)
		err = may_open_names(process) ?
			      pxt_names_add(names, name, type) :
			      ENOSPC;
	if (!err)
		err = claim(process, *type);
	if (err != ENOSPC)
		return err;
	*type = PXT_EVENT_UNNAMED;
	return 0;
}

bool pxt_process_has_type(struct pxt_process *process, uint32_t type)
{
	return pxt_names_has(names_of(process), type);
}

int pxt_process_name(struct pxt_process *process, uint32_t type, char *name)
{
	return pxt_names_get(names_of(process), type, name);
}

int pxt_process_describe(struct pxt_process *process, uint32_t type,
			 const char *text)
{
	struct pxt_names *names = names_of(process);

	return pxt_names_has(names, type) ?
		       pxt_descriptions_add(names, type, text) :
		       EINVAL;
}

int pxt_process_refuse(struct pxt_process *process, uint32_t type,
		       const char *text)
{
	struct pxt_names *names = names_of(process);

	return pxt_names_has(names, type) ?
		       pxt_descriptions_refuse(names, type, text) :
		       EINVAL;
}

int pxt_process_description(struct pxt_process *process, uint32_t type,
			    char *text)
{
	return pxt_descriptions_get(names_of(process), type, text);
}

int pxt_process_next_description(struct pxt_process *process, uint32_t *at,
				 uint32_t *type, char *text)
{
	return pxt_descriptions_next(names_of(process), at, type, text);
}

/* A name may have been opened there first, by a controller. */
static bool has_same_name(const struct pxt_process *child,
			  const struct pxt_process *parent, uint32_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1], other[TRACE_EVENT_NAME_MAX + 1];

	return pxt_names_get(&parent->names, type, name) ||
	       (!pxt_names_get(&child->names, type, other) &&
		!strcmp(name, other));
}

int pxt_process_keep_names(struct pxt_process *child,
			   const struct pxt_process *parent)
{
	if (names_of(child)->id != parent->names.id) {
		pxt_names_copy(&child->names, &parent->names);
		pxt_descriptions_copy(&child->names, &parent->names);
	}
	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		uint32_t type = atomic_load_explicit(&parent->shared->opened[i],
						     memory_order_relaxed);

		if (!type)
			break;
		if (!has_same_name(child, parent, type))
			return EEXIST;
		if (claim(child, type))
			break;
	}
	return 0;
}

static int take_names(struct pxt_process *process, int dir, uint64_t family)
{
	struct pxt_names names;
	int err;

	if (process->names.id == family)
		return 0;
	err = pxt_names_open(dir, family, &names);
	if (err)
		return err;
	pxt_names_remove(dir, process->names.id);
	pxt_names_close(&process->names);
	process->names = names;
	atomic_store_explicit(&process->shared->family, names.id,
			      memory_order_seq_cst);
	return 0;
}

int pxt_process_join_family(struct pxt_process *process, int dir,
			    struct pxt_names *family)
{
	int err;

	if (!pxt_names_begin_join(family))
		return ESTALE;
	err = take_names(process, dir, family->id);
	pxt_names_end_join(family);
	return err;
}

/* If another process does so at the same time, this family is dropped. */
static void begin_family(struct pxt_process *process, int dir)
{
	uint64_t old = process->names.id;
	struct pxt_names names;

	if (pxt_names_create(dir, &names))
		return;
	if (!atomic_compare_exchange_strong_explicit(
		    &process->shared->family, &old, names.id,
		    memory_order_seq_cst, memory_order_seq_cst))
		pxt_names_remove(dir, names.id);
	pxt_names_close(&names);
}

void pxt_process_forget_names(struct pxt_process *process, int dir)
{
	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++)
		if (atomic_load_explicit(&process->shared->opened[i],
					 memory_order_relaxed))
			atomic_store_explicit(&process->shared->opened[i], 0,
					      memory_order_relaxed);
	/* A stream made at this moment: its maker looks up the family again
	 * before it uses a name. */
	if (!pxt_process_traced(atomic_load_explicit(&process->shared->word,
						     memory_order_seq_cst)))
		begin_family(process, dir);
	names_of(process);
}
