/* objects.c - objects of LiteOS besides tasks */
#include "format/liteos/import/objects.h"

#include <stdbool.h>
#include <stdio.h>

enum {
	OBJECTS_MAX = 1 << 16, /* beyond, values are shown as numbers */
	NUMBERS = 1 << 16,     /* larger values are addresses */
};

void pxt_liteos_objects_fini(struct pxt_liteos_objects *objects)
{
	pxt_map_fini(&objects->announced);
}

static bool is_recent(struct pxt_liteos_objects *objects, pid_t pid,
		      const char *kind, uint64_t value)
{
	struct pxt_liteos_recent_object *recent =
		&objects->recent[(value ^ value >> 6) % PXT_LITEOS_RECENT];

	if (recent->value == value && recent->kind == kind &&
	    recent->pid == pid)
		return true;
	*recent = (struct pxt_liteos_recent_object){ pid, kind, value };
	return false;
}

void pxt_liteos_objects_meet(struct pxt_liteos_objects *objects,
			     struct pxt_trace *trace, pid_t pid,
			     const char *kind, uint64_t value)
{
	const uint64_t key[] = { (uint64_t)pid, (uintptr_t)kind, value };
	char name[24] = "";
	size_t *announced;

	if (is_recent(objects, pid, kind, value) ||
	    objects->announced.count >= OBJECTS_MAX)
		return;
	announced = pxt_map_at(&objects->announced, key, sizeof(key));
	if (!announced || *announced)
		return;
	*announced = 1;
	if (value < NUMBERS)
		snprintf(name, sizeof(name), "%u", (unsigned)value);
	pxt_trace_object(trace, pid, value, kind, name, "");
}
