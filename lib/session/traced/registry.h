/*
 * registry.h - the objects of this process: what they are called, which of them
 * are recorded
 *
 * They are in the family's table, see stream/objects.h, for all to see. Here is
 * where each is in it, in memory of the process: found by kind and address
 * without a lock. Nothing allocates or blocks; all is safe in signal handlers.
 * There is room for twice as many as the table has; what finds none is not
 * found again.
 *
 * Times are those of events to within some tens of nanoseconds: an object is
 * there from a little before its registration on.
 *
 * A child of vfork() has its parent's memory, and changes nothing here.
 */
#ifndef PXT_SESSION_TRACED_REGISTRY_H
#define PXT_SESSION_TRACED_REGISTRY_H

#include <stdbool.h>

#include <trace_np.h>

#include "stream/process.h"

/* A new object is at an address; or one that was there has ended. EINVAL: no
 * such texts. ENOSPC, ENOMEM: nobody will know. */
int pxt_registry_enter(const char *kind, uint64_t address, const char *name,
			 const char *details);
void pxt_registry_leave(const char *kind, uint64_t address);

/* All that are there from one address to another have ended: it looks at each
 * entry once. */
void pxt_registry_leave_all(const char *kind, uint64_t first, uint64_t last);

/* The one that is there, or is seen for the first time, is called so. */
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

/* The process ran the program that it has told until then, and runs another one
 * now. The last has begun at since_ns. */
void pxt_registry_leave_program(struct pxt_process *process, int64_t since_ns,
				int64_t until_ns);

/* Exec: another program is in the place of the one whose objects are known. */
void pxt_registry_executed(struct pxt_process *process);

#endif
