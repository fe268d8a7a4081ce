/*
 * registry.h - objects of this process: their names, and which are recorded
 *
 * Objects are in the family's shared table, see stream/objects.h. This module
 * finds them in it by kind and address, in private memory, without a lock.
 * Functions do not allocate or block, and are safe in signal handlers. There is
 * room for twice as many objects as in the table; others are not found again.
 *
 * Times equal those of events to within some tens of nanoseconds: an object
 * exists from a little before its registration on.
 *
 * A child of vfork() has its parent's memory, and changes nothing here.
 */
#ifndef PXT_SESSION_TRACED_REGISTRY_H
#define PXT_SESSION_TRACED_REGISTRY_H

#include <stdbool.h>

#include <trace_np.h>

#include "stream/process.h"

/* A new object is at an address, from since_ns on, or from now on if that is
 * earlier; or one that was there has ended. EINVAL: no such texts. ENOSPC,
 * ENOMEM: nobody will know. */
int pxt_registry_enter(const char *kind, uint64_t address, const char *name,
		       const char *details, int64_t since_ns);
void pxt_registry_leave(const char *kind, uint64_t address);

/* Ends all objects from one address to another, looking at each entry once. */
void pxt_registry_leave_all(const char *kind, uint64_t first, uint64_t last);

/* Names the object at an address, which may be new. */
int pxt_registry_name(const char *kind, uint64_t address, const char *name);

/* The hook decides; NULL: all are wanted. */
typedef int pxt_registry_hook(const struct posix_trace_object_np *object,
			      void *argument);
void pxt_registry_set_hook(pxt_registry_hook *hook, void *argument);

/* Nonzero while there is a hook. */
extern unsigned pxt_registry_hooked __attribute__((visibility("hidden")));
bool pxt_registry_wants(const char *kind, uint64_t address);

/* Fork: this is a child of the process parent, whose names are still mapped. */
void pxt_registry_forked(struct pxt_process *child,
			 const struct pxt_process *parent);

/* The process executed another program. The last one had begun at since_ns. */
void pxt_registry_leave_program(struct pxt_process *process, int64_t since_ns,
				int64_t until_ns);

/* Exec: another program is in the place of the one whose objects are known. */
void pxt_registry_executed(struct pxt_process *process);

#endif
