/*
 * modules.h - programs and shared objects in a CTF trace
 *
 * A trace tells of them late, or at its end: a decoder of its own reads it for
 * them when the first is asked for.
 */
#ifndef SOURCE_FOREIGN_MODULES_H
#define SOURCE_FOREIGN_MODULES_H

#include "source/foreign/foreign.h"

/* Contracts of source.h. */
int foreign_modules_get(struct source *source, unsigned origin, pid_t pid,
			const void *address, const struct timespec *when,
			struct posix_trace_module_np *module);
uint64_t foreign_modules_get_era(struct source *source, unsigned origin,
				 pid_t pid, const struct timespec *when);
int foreign_modules_list(struct source *source, unsigned origin, pid_t pid,
			 source_module *visit, void *argument);

#endif
