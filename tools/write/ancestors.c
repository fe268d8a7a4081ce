/* ancestors.c - the processes whose programs a part of a log needs */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "write/ancestors.h"

enum { KNOWN = 1, NEEDED };
enum { GENERATIONS = 16 }; /* limit of inheritance in a log */

/* The state of a process; 0: it has no such objects, and is not noted. */
static size_t state_of(const struct ancestors *ancestors, unsigned origin,
		       uint32_t pid)
{
	return pxt_map_get_number(&ancestors->processes,
				  (uint64_t)origin << 32 | pid);
}

static size_t *state_at(struct ancestors *ancestors, unsigned origin,
			uint32_t pid)
{
	return pxt_map_at_number(&ancestors->processes,
				 (uint64_t)origin << 32 | pid);
}

void ancestors_fini(struct ancestors *ancestors)
{
	pxt_map_fini(&ancestors->processes);
	*ancestors = (struct ancestors){ 0 };
}

/* Finding */

struct finding {
	struct ancestors *ancestors;
	unsigned origin;
	bool is_new; /* the last pass found a parent */
	int err;
};

static void add(const struct posix_trace_object_np *object, void *argument)
{
	struct finding *finding = argument;
	size_t *state;

	if (object->address || finding->err)
		return;
	state = state_at(finding->ancestors, finding->origin,
			 (uint32_t)object->pid);
	if (!state)
		finding->err = ENOMEM;
	else if (!*state) {
		*state = KNOWN;
		finding->ancestors->unneeded++;
	}
}

int ancestors_find(struct ancestors *ancestors, struct source *source)
{
	struct finding finding = { .ancestors = ancestors };
	struct source_origin origin;

	for (; !finding.err &&
	       !source_get_origin(source, finding.origin, &origin);
	     finding.origin++)
		source_list_objects(source, finding.origin, add, &finding);
	return finding.err;
}

/* Noting */

static int need(struct ancestors *ancestors, unsigned origin, uint32_t pid)
{
	size_t *state = state_at(ancestors, origin, pid);

	if (!state)
		return ENOMEM;
	ancestors->unneeded -= *state == KNOWN;
	*state = NEEDED;
	return 0;
}

static int need_mentioned(struct ancestors *ancestors,
			  const struct posix_trace_item_np *item)
{
	const uint8_t *data = item->data;
	uint32_t word;
	int err = 0;

	for (size_t at = 0; at + sizeof(word) <= item->data_len && !err;
	     at += sizeof(word)) {
		memcpy(&word, data + at, sizeof(word));
		if (word && state_of(ancestors, item->origin, word) == KNOWN)
			err = need(ancestors, item->origin, word);
	}
	return err;
}

int ancestors_meet(struct ancestors *ancestors,
		   const struct posix_trace_item_np *item)
{
	const pid_t pid = item->info.posix_pid;
	int err = 0;

	if (pid != ancestors->pid || item->origin != ancestors->origin) {
		err = need(ancestors, item->origin, (uint32_t)pid);
		ancestors->pid = pid;
		ancestors->origin = item->origin;
	}
	if (!err && ancestors->unneeded &&
	    item->kind == POSIX_TRACE_ITEM_EVENT_NP)
		err = need_mentioned(ancestors, item);
	return err;
}

static void need_parent(const struct posix_trace_object_np *object,
			void *argument)
{
	struct finding *finding = argument;
	unsigned long parent;

	if (finding->err || strcmp(object->kind, "process") ||
	    !ancestors_need(finding->ancestors, finding->origin, object))
		return;
	parent = strtoul(object->name, NULL, 10);
	if (!parent || parent > INT32_MAX ||
	    state_of(finding->ancestors, finding->origin, (uint32_t)parent) ==
		    NEEDED)
		return;
	finding->err =
		need(finding->ancestors, finding->origin, (uint32_t)parent);
	finding->is_new = true;
}

/* A parent may come before its children. */
static int need_parents(struct ancestors *ancestors, struct source *source,
			unsigned origin)
{
	struct finding finding = {
		.ancestors = ancestors,
		.origin = origin,
		.is_new = true,
	};

	for (int i = 0; i < GENERATIONS && finding.is_new && !finding.err;
	     i++) {
		finding.is_new = false;
		source_list_objects(source, origin, need_parent, &finding);
	}
	return finding.err;
}

int ancestors_close(struct ancestors *ancestors, struct source *source)
{
	struct source_origin origin;
	int err = 0;

	for (unsigned i = 0; !err && !source_get_origin(source, i, &origin);
	     i++)
		err = need_parents(ancestors, source, i);
	return err;
}

bool ancestors_need(const struct ancestors *ancestors, unsigned origin,
		    const struct posix_trace_object_np *object)
{
	return !object->address &&
	       state_of(ancestors, origin, (uint32_t)object->pid) == NEEDED;
}
