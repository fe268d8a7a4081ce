/*
 * modules.h - programs and shared objects in a CTF trace
 *
 * A trace tells of them at its beginning, or late. So those of the items so far
 * are asked first; where that is not certain, a decoder of its own reads ahead until
 * it is. After some times it reads the whole trace.
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
