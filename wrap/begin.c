/*
 * begin.c - making the library ready, when the program is loaded
 *
 * Until then its functions hand everything on. A program that has more rights
 * than its user is left alone, and so is one that was not asked for: the
 * groups are those of POSIXTRACE_WRAP.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "wrap/events.h"
#include "wrap/next.h"

_Atomic uint32_t wrap_groups;
uintptr_t wrap_tracer;
size_t wrap_tracer_len;

static bool has(const struct dl_phdr_info *info, uintptr_t address)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    address - (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr) <
			    info->dlpi_phdr[i].p_memsz)
			return true;
	return false;
}

/* Where libposixtrace is: its segments lie side by side. */
static int find_tracer(struct dl_phdr_info *info, size_t size, void *address)
{
	uintptr_t end = 0;

	(void)size;
	if (!has(info, (uintptr_t)address))
		return 0;
	wrap_tracer = UINTPTR_MAX;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		const uintptr_t start = info->dlpi_addr + header->p_vaddr;

		if (header->p_type != PT_LOAD)
			continue;
		if (start < wrap_tracer)
			wrap_tracer = start;
		if (start + header->p_memsz > end)
			end = start + header->p_memsz;
	}
	wrap_tracer_len = end - wrap_tracer;
	return 1;
}

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
		/* Its address in C may be one in the program. */
		dl_iterate_phdr(find_tracer,
				dlsym(RTLD_NEXT, "posix_trace_event_at_np"));
		wrap_events_init(groups);
		atomic_store_explicit(&wrap_groups, groups,
				      memory_order_release);
	}
	errno = saved_errno;
}
