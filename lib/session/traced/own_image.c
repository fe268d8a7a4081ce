/* own_image.c - a process describes itself: name, arguments, modules */
#include "session/traced/own_image.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/pages.h"
#include "base/proc.h"
#include "base/resident.h"
#include "model/image.h"
#include "session/traced/home.h"
#include "stream/process_image.h"

enum {
	ARGUMENTS_MAX = 256,
	COMMAND_LINE_MAX = 16384,
};

/* The image that was told last; under pxt_home->own_image. */
static struct counts {
	unsigned long long adds, subs;
} told PXT_RESIDENT;
static uint64_t told_epoch PXT_RESIDENT;

static int count(struct dl_phdr_info *info, size_t size, void *out)
{
	struct counts *counts = out;

	(void)size;
	counts->adds = info->dlpi_adds;
	counts->subs = info->dlpi_subs;
	return 1;
}

static int add(struct dl_phdr_info *info, size_t size, void *out)
{
	struct pxt_image_builder *builder = out;
	struct pxt_image_module module = { .base = info->dlpi_addr };
	char self[4096] = "";

	(void)size;
	module.start = UINT64_MAX;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + header->p_vaddr;

		if (header->p_type == PT_LOAD) {
			if (start < module.start)
				module.start = start;
			if (start + header->p_memsz > module.end)
				module.end = start + header->p_memsz;
		} else if (header->p_type == PT_NOTE && !module.id) {
			pxt_image_find_id(&module,
					  (const void *)(uintptr_t)start,
					  header->p_memsz);
		}
	}
	if (module.start >= module.end)
		return 0;

	module.path = info->dlpi_name;
	if (!module.path[0] &&
	    readlink("/proc/self/exe", self, sizeof(self) - 1) > 0)
		module.path = builder->modules ? "" : self;
	pxt_image_add_module(builder, &module);
	return 0;
}

static void describe(struct pxt_process *process)
{
	struct scratch {
		char line[COMMAND_LINE_MAX];
		char *argv[ARGUMENTS_MAX];
		uint8_t image[PXT_PROCESS_IMAGE];
	} * scratch;
	struct pxt_image_builder builder;
	int argc;

	/* The heap is avoided: it would keep memory that is used once. */
	scratch = pxt_pages_map(sizeof(*scratch));
	if (!scratch)
		return;
	argc = pxt_proc_arguments(getpid(), scratch->line,
				  sizeof(scratch->line), scratch->argv,
				  ARGUMENTS_MAX);
	if (!pxt_image_begin(&builder, scratch->image, sizeof(scratch->image),
			     (uint32_t)process->id.pid,
			     program_invocation_short_name, argc,
			     scratch->argv)) {
		dl_iterate_phdr(add, &builder);
		pxt_process_set_image(process, scratch->image, builder.len);
	}
	pxt_pages_unmap(scratch, sizeof(*scratch));
}

void pxt_own_image_publish(void)
{
	struct pxt_process *process = pxt_home_process();
	struct counts now = { 0, 0 };
	sigset_t signals;
	int saved = errno;
	int cancel;

	if (!process->shared)
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	/* A signal handler may open a name, too: signals are blocked, as this
	 * thread would wait for its own mutex, or for its own lock of the
	 * loader. */
	pxt_fault_block_others(&signals);
	dl_iterate_phdr(count, &now);
	pthread_mutex_lock(&pxt_home->own_image);
	if (now.adds != told.adds || now.subs != told.subs ||
	    told_epoch != pxt_home->epoch) {
		told = now;
		told_epoch = pxt_home->epoch;
		describe(process);
	}
	pthread_mutex_unlock(&pxt_home->own_image);
	pxt_fault_unblock_others(&signals);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}
