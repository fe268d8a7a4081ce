/*
 * modules.h - the programs and shared objects of processes in a CTF trace
 *
 * LTTng-UST tells of the modules that a process has when the recording begins,
 * its state dump, and of those that are loaded and unloaded later. It does so
 * late: a module's constructors have run before, and so may any code before the
 * dump. A module is taken to be there from the end of what was in its place, and
 * to be gone at its unloading, when another one is in its place, or when a new
 * dump of the process does not have it.
 *
 * Hostile traces have any values: what is no module is left out.
 */
#ifndef SOURCE_CTF_MODULES_H
#define SOURCE_CTF_MODULES_H

#include <stdbool.h>

#include <trace_np.h>

#include "base/map.h"
#include "source/ctf/frames.h"

struct ctf_image; /* the modules of a process */

/* Zero at first. */
struct ctf_modules {
	struct ctf_image *image;
	size_t count, room;
	struct pxt_map index; /* images by process */
	size_t bytes;	      /* size of all paths */
	bool is_full;	      /* modules were left out */
};

void ctf_modules_fini(struct ctf_modules *modules);

/* Learns from a frame, in the order of time. path: of CTF_MODULE_IS_THERE. Without
 * memory, it is left out. */
void ctf_modules_put(struct ctf_modules *modules,
		     const struct ctf_frame_module *frame, const char *path);

/* Finds the module of a process at an address and a time. CTF_ANY_TIME: the only
 * one that ever was there. ESRCH: there is none, or its build ID is not known. */
#define CTF_ANY_TIME INT64_MAX

int ctf_modules_find(const struct ctf_modules *modules, pid_t pid,
		     uint64_t address, int64_t ns,
		     struct posix_trace_module_np *module);

/* Same where modules are known up to the present only: of later events some may
 * tell of the past. ESRCH: it is not certain. */
int ctf_modules_find_now(const struct ctf_modules *modules, pid_t pid,
			 uint64_t address, int64_t ns,
			 struct posix_trace_module_np *module);

/* A number that changes with the time at which a module of the process goes. */
uint64_t ctf_modules_era(const struct ctf_modules *modules, pid_t pid,
			 int64_t ns);

/* A number that changes with each module that goes or comes back, and is none of
 * those above. */
uint64_t ctf_modules_era_now(const struct ctf_modules *modules, pid_t pid);

/* Visits the modules by which addresses have names without a time: those in whose
 * place no other one was. *others: how many have not. ESRCH: the process has
 * none. */
int ctf_modules_list(const struct ctf_modules *modules, pid_t pid,
		     void (*visit)(const struct posix_trace_module_np *module,
				   void *argument),
		     void *argument, size_t *others);

#endif
