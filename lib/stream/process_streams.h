/*
 * process_streams.h - which streams trace a process, in its file
 *
 * Slots and word of process.h, kept as its clauses P1 to P4 say; which of the
 * streams children inherit, and which children were born without any.
 */
#ifndef PXT_STREAM_PROCESS_STREAMS_H
#define PXT_STREAM_PROCESS_STREAMS_H

#include "stream/process.h"

/* Whether one has a stream, by its nonce. */
bool pxt_process_has_stream(const struct pxt_process *process, uint64_t nonce);

/* How many it has. */
uint64_t pxt_process_count_streams(const struct pxt_process *process);

/* Controllers: let the process find a stream, or lose it. heirs_since: 0, or
 * the time (pxt_proc_now()) from which on its children inherit the stream.
 * EAGAIN: it is in too many already. Dropping tells whether it was in, and
 * completes what somebody began who was killed. */
int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce, uint64_t heirs_since);
bool pxt_process_drop_stream(struct pxt_process *process, uint64_t nonce);

/* Change the word, and nothing else: all look at the slots anew. */
void pxt_process_touch(struct pxt_process *process);

/* The streams that a child born then inherits: are there any, and hand them
 * on. */
bool pxt_process_has_heirs(const struct pxt_process *parent, uint64_t born);
void pxt_process_inherit(struct pxt_process *child, struct pxt_process *parent,
			 uint64_t born);

/* One of them: is there one in that slot? */
struct pxt_process_heir {
	uint64_t nonce;
	uint32_t number;
};
bool pxt_process_heir(const struct pxt_process *parent, size_t slot,
		      uint64_t born, struct pxt_process_heir *heir);

/* A child that was forked when there was nothing to inherit: should it be in
 * doubt later whether a stream is older than it is, it is not. now: as start
 * times. */
void pxt_process_disown(struct pxt_process *parent, pid_t child, uint64_t now);
bool pxt_process_disowned(const struct pxt_process *parent, pid_t child,
			  uint64_t born);

#endif
