/*
 * process_names.h - event types of a process: the names of its family, and the
 * types that its program has opened
 */
#ifndef PXT_STREAM_PROCESS_NAMES_H
#define PXT_STREAM_PROCESS_NAMES_H

#include "stream/descriptions.h"
#include "stream/process.h"

/* Returns the type of a name that is not predefined, at most
 * TRACE_EVENT_NAME_MAX long: an existing one, a new one, or the unnamed one if
 * the program has used up its types. ENOMEM: no room for its text. One thread
 * at a time, like all functions below, if dir is not -1. */
int pxt_process_open_name(struct pxt_process *process, const char *name,
			  uint32_t *type);

/* Copies the name of a user type into TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL:
 * no name. */
int pxt_process_name(struct pxt_process *process, uint32_t type, char *name);

/* True if the type has a name in the process's family. */
bool pxt_process_has_type(struct pxt_process *process, uint32_t type);

/* Describes types with names, as in descriptions.h. EINVAL: no name. */
int pxt_process_describe(struct pxt_process *process, uint32_t type,
			 const char *text);
int pxt_process_refuse(struct pxt_process *process, uint32_t type,
		       const char *text);
int pxt_process_description(struct pxt_process *process, uint32_t type,
			    char *text);
int pxt_process_next_description(struct pxt_process *process, uint32_t *at,
				 uint32_t *type, char *text);

/* Keeps the parent's types in a child made by fork: in a family of its own, or in
 * the parent's if it has joined that. EEXIST: a number of the parent's has another
 * name there. ESTALE: that family has ended. Other errors: why it cannot be had. */
int pxt_process_keep_names(struct pxt_process *child,
			   const struct pxt_process *parent);
int pxt_process_join_family(struct pxt_process *process, int dir,
			    struct pxt_names *family);

/* Resets the types after an exec: none is opened yet; unless a stream has
 * events of the old program, a new family begins. Called by the program or by
 * others. */
void pxt_process_forget_names(struct pxt_process *process, int dir);

#endif
