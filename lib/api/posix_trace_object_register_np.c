/* posix_trace_object_register_np.c - objects of the program, and their names */
#include <errno.h>
#include <stdbool.h>
#include <trace_np.h>

#include "base/timespec.h"
#include "session/traced/registry.h"

int posix_trace_object_register_np(const char *kind, unsigned long long address,
				   const char *name, const char *details)
{
	return pxt_registry_enter(kind, address, name, details, INT64_MAX);
}

int posix_trace_object_register_since_np(const char *kind,
					 unsigned long long address,
					 const char *name, const char *details,
					 const struct timespec *since)
{
	if (!since || !pxt_timespec_is_date(since))
		return EINVAL;
	return pxt_registry_enter(kind, address, name, details,
				  pxt_timespec_ns(since));
}

static bool is_kind(const char *kind)
{
	return kind && *kind;
}

int posix_trace_object_unregister_np(const char *kind,
				     unsigned long long address)
{
	if (!is_kind(kind))
		return EINVAL;
	pxt_registry_leave(kind, address);
	return 0;
}

int posix_trace_object_unregister_all_np(const char *kind,
					 unsigned long long first,
					 unsigned long long last)
{
	if (!is_kind(kind) || first > last)
		return EINVAL;
	pxt_registry_leave_all(kind, first, last);
	return 0;
}

int posix_trace_object_name_np(const char *kind, unsigned long long address,
			       const char *name)
{
	return pxt_registry_name(kind, address, name);
}

void posix_trace_object_hook_np(
	int (*hook)(const struct posix_trace_object_np *object, void *argument),
	void *argument)
{
	pxt_registry_set_hook(hook, argument);
}

const unsigned *posix_trace_object_hooked_np(void)
{
	return &pxt_registry_hooked;
}

int posix_trace_object_wanted_np(const char *kind, unsigned long long address)
{
	return !kind ||
	       !__atomic_load_n(&pxt_registry_hooked, __ATOMIC_RELAXED) ||
	       pxt_registry_wants(kind, address);
}
