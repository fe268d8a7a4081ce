/*
 * ends.c - ends of processes in a trace
 */
#include <string.h>

#include "common/stamp.h"
#include "figures/ends.h"

enum role { UNKNOWN, NOTHING, OWN, CHILDS };

void ends_init(struct ends *ends, struct fields *fields, struct labels *labels,
	       struct locks *locks)
{
	memset(ends, 0, sizeof(*ends));
	ends->fields = fields;
	ends->labels = labels;
	ends->locks = locks;
}

static enum role find_role(struct ends *ends, trace_event_id_t type)
{
	const char *name;

	if (!fields_layout(ends->fields, type))
		return NOTHING;
	name = labels_event(ends->labels, type).text;
	if (!strcmp(name, "proc_exit") || !strcmp(name, "proc_end"))
		return OWN;
	return strcmp(name, "proc_waited") ? NOTHING : CHILDS;
}

static enum role role_of(struct ends *ends, trace_event_id_t type)
{
	if (type >= FIELDS_TYPES)
		return NOTHING;
	if (ends->role[type] == UNKNOWN)
		ends->role[type] = (uint8_t)find_role(ends, type);
	return ends->role[type];
}

static const struct posix_trace_value_np *
get(const struct fields *fields, const char *name,
    struct posix_trace_number_np *number)
{
	const struct posix_trace_value_np *value = fields_find(fields, name);

	return value && !posix_trace_value_number_np(fields->layout, value, 0,
						     number) ?
		       value :
		       NULL;
}

/* A child that was stopped, or goes on, is there still. */
static bool has_ended(const struct fields *fields)
{
	struct posix_trace_number_np how;

	return get(fields, "how", &how) && how.label &&
	       strcmp(how.label, "stopped") && strcmp(how.label, "continued");
}

bool ends_want(struct ends *ends, trace_event_id_t type)
{
	return role_of(ends, type) != NOTHING;
}

void ends_add(struct ends *ends, const struct posix_trace_item_np *item)
{
	const enum role role = role_of(ends, item->info.posix_event_id);
	struct posix_trace_number_np pid;

	if (role == CHILDS && !has_ended(ends->fields))
		return;
	if (get(ends->fields, role == OWN ? "process" : "child", &pid))
		locks_end(ends->locks, item->origin, (pid_t)pid.as.s,
			  stamp_ns(&item->info.posix_timestamp));
}
