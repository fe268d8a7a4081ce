/* code_ranges.c - finding code whose calls are not recorded */
#include "wrap/calls/code_ranges.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

struct wrap_code_range wrap_tracer, wrap_linker, wrap_self, wrap_library,
	wrap_program;

struct search {
	uintptr_t inside;
	struct wrap_code_range found;
};

static bool has(const struct dl_phdr_info *info, uintptr_t address)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    address - (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr) <
			    info->dlpi_phdr[i].p_memsz)
			return true;
	return false;
}

static int look(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *search = arg;
	uintptr_t begin = UINTPTR_MAX, end = 0;

	(void)size;
	if (!has(info, search->inside))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		const uintptr_t start = info->dlpi_addr + header->p_vaddr;

		if (header->p_type != PT_LOAD)
			continue;
		if (start < begin)
			begin = start;
		if (start + header->p_memsz > end)
			end = start + header->p_memsz;
	}
	search->found = (struct wrap_code_range){ begin, end - begin };
	return 1;
}

static struct wrap_code_range find(const void *inside)
{
	struct search search = { .inside = (uintptr_t)inside };

	if (inside)
		dl_iterate_phdr(look, &search);
	return search.found;
}

/* dlsym() finds the functions in their libraries: a function's address in C may
 * be in the program. */
void wrap_code_ranges_init(void)
{
	wrap_tracer = find(dlsym(RTLD_NEXT, "posix_trace_event_at_np"));
	wrap_linker = find(dlsym(RTLD_NEXT, "__tls_get_addr"));
	wrap_self = find(&wrap_self);
	wrap_library = find(dlsym(RTLD_NEXT, "dlerror"));
	wrap_program = find((const void *)getauxval(AT_ENTRY));
}
