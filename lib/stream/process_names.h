/*
 * process_names.h - the event types of a process: the names of its family, and
 * which of them its program has opened
 */
#ifndef PXT_STREAM_PROCESS_NAMES_H
#define PXT_STREAM_PROCESS_NAMES_H

#include "stream/descriptions.h"
#include "stream/process.h"

/* The type of a name that is no predefined one, at most TRACE_EVENT_NAME_MAX
 * long: the old one, a new one, or the unnamed one when the program has used
 * up all it may. ENOMEM: no room for its text. One thread at a time, like all
 * that follows, if dir is not -1. */
int pxt_process_open_name(struct pxt_process *process, const char *name,
			  uint32_t *type);

/* The name of a user type, into TRACE_EVENT_NAME_MAX + 1 bytes. EINVAL: it
 * has none. */
int pxt_process_name(struct pxt_process *process, uint32_t type, char *name);

/* Has the type a name, in the process's family? */
bool pxt_process_has_type(struct pxt_process *process, uint32_t type);

/* Descriptions of types that have names, as in descriptions.h. EINVAL: it has
 * none. */
int pxt_process_describe(struct pxt_process *process, uint32_t type,
			 const char *text);
int pxt_process_refuse(struct pxt_process *process, uint32_t type,
		       const char *text);
int pxt_process_description(struct pxt_process *process, uint32_t type,
			    char *text);
int pxt_process_next_description(struct pxt_process *process, uint32_t *at,
				 uint32_t *type, char *text);

/* A child made by fork keeps its parent's types: in a family of its own, or
 * in the parent's when it has joined that. ESTALE: that has ended; else what
 * keeps it from being had. */
void pxt_process_keep_names(struct pxt_process *child,
			    const struct pxt_process *parent);
int pxt_process_join_family(struct pxt_process *process, int dir,
			    struct pxt_names *family);

/* A new program: none of its types are opened yet; and unless a stream has
 * events of the old one, it begins a family. By the program or by others. */
void pxt_process_forget_names(struct pxt_process *process, int dir);

#endif
