/*
 * begin.c - making the library ready, when the program is loaded
 *
 * Before that, every wrapper only calls the function behind it. Programs with
 * more rights than their user, and those without groups in POSIXTRACE_WRAP, are
 * left alone.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "wrap/calls/next.h"
#include "wrap/calls/program_call.h"
#include "wrap/event/complaint.h"
#include "wrap/event/events.h"
#include "wrap/event/object_choice.h"
#include "wrap/file/descriptor.h"

_Atomic uint32_t wrap_groups;

static uint32_t wanted_groups(void)
{
	const char *list = secure_getenv("POSIXTRACE_WRAP");
	const char *unknown;
	uint32_t groups;
	size_t len;

	if (!list || !*list || getauxval(AT_SECURE) ||
	    getenv("POSIXTRACE_DISABLE"))
		return 0;
	groups = wrap_groups_parse(list, &unknown, &len);
	if (!groups)
		wrap_complaint_write("POSIXTRACE_WRAP", unknown, len,
				     "no such group");
	return groups;
}

__attribute__((constructor)) static void begin(void)
{
	const int saved_errno = errno;
	const uint32_t groups = wanted_groups();

	wrap_next_init();
	if (groups) {
		wrap_code_ranges_init();
		wrap_program_call_init();
		wrap_events_init(groups);
		wrap_object_choice_init(secure_getenv("POSIXTRACE_WRAP_ONLY"));
		if (groups & WRAP_IO)
			wrap_descriptor_init();
		atomic_store_explicit(&wrap_groups, groups,
				      memory_order_release);
	}
	errno = saved_errno;
}
