/*
 * begin.c - making the library ready, when the program is loaded
 *
 * Until then its functions hand everything on. A program that has more rights
 * than its user is left alone, and so is one that was not asked for: the
 * groups are those of POSIXTRACE_WRAP.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "wrap/events.h"
#include "wrap/next.h"

_Atomic uint32_t wrap_groups;

static void refuse(const char *name, size_t len)
{
	char line[128];
	int written = snprintf(line, sizeof(line), "posixtrace: "
			       "POSIXTRACE_WRAP: %.*s: no such group\n",
			       len > 64 ? 64 : (int)len, name);

	if (written > 0 && write(STDERR_FILENO, line, (size_t)written) < 0)
		return;
}

static uint32_t wanted(void)
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
		refuse(unknown, len);
	return groups;
}

__attribute__((constructor)) static void begin(void)
{
	const int saved_errno = errno;
	const uint32_t groups = wanted();

	wrap_next_init();
	if (groups) {
		wrap_texts_init();
		wrap_events_init(groups);
		atomic_store_explicit(&wrap_groups, groups,
				      memory_order_release);
	}
	errno = saved_errno;
}
