/*
 * process_streams.h - streams that trace a process, in its file
 *
 * The slots and the word of process.h, by its clauses P1 to P4; the streams
 * that children inherit, and children that inherit none.
 */
#ifndef PXT_STREAM_PROCESS_STREAMS_H
#define PXT_STREAM_PROCESS_STREAMS_H

#include "stream/process.h"

/* True if the process has a stream, by its nonce. */
bool pxt_process_has_stream(const struct pxt_process *process, uint64_t nonce);

/* For controllers: adds a stream, or drops it. heirs_since: 0, or the time
 * (pxt_proc_now()) from which children inherit it. EAGAIN: the process has too
 * many streams. Dropping returns whether the stream was there, and completes an
 * interrupted change. */
int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce, uint64_t heirs_since);
bool pxt_process_drop_stream(struct pxt_process *process, uint64_t nonce);

/* Changes the word only: all threads look at the slots again. */
void pxt_process_touch(struct pxt_process *process);

/* Streams that a child born at that time inherits: true if there are any; and
 * handing them on. */
bool pxt_process_has_heirs(const struct pxt_process *parent, uint64_t born);
void pxt_process_inherit(struct pxt_process *child, struct pxt_process *parent,
			 uint64_t born);

/* Returns the inherited stream of a slot, if any. */
struct pxt_process_heir {
	uint64_t nonce;
	uint32_t number;
};
bool pxt_process_heir(const struct pxt_process *parent, size_t slot,
		      uint64_t born, struct pxt_process_heir *heir);

/* Marks a child forked when there was nothing to inherit: it is not younger
 * than a stream in case of doubt. now: in units of start times. */
void pxt_process_disown(struct pxt_process *parent, pid_t child, uint64_t now);
bool pxt_process_disowned(const struct pxt_process *parent, pid_t child,
			  uint64_t born);

#endif
