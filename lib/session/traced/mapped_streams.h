/*
 * mapped_streams.h - mapped streams of this process
 *
 * The home's lock is held; A2 and A5 are clauses of attach.h.
 */
#ifndef PXT_SESSION_TRACED_MAPPED_STREAMS_H
#define PXT_SESSION_TRACED_MAPPED_STREAMS_H

#include "stream/process.h"
#include "stream/stream.h"

/* NULL: not mapped. */
struct pxt_stream *pxt_mapped_streams_find(uint64_t nonce);

/* Finds the stream of a slot, or maps it. After an error it is not tried again
 * for some time; the errors of pxt_stream_open(). */
int pxt_mapped_streams_map(size_t slot, unsigned number, uint64_t nonce,
			   struct pxt_stream **out);
int64_t pxt_mapped_streams_retry_ns(size_t slot);

/* True if a level uses the stream, or if one that knows that word may. */
typedef bool pxt_mapped_streams_use(uint64_t nonce, uint64_t word);

/* True if there are streams that the file does not name. */
bool pxt_mapped_streams_is_sweep_due(const struct pxt_process *process);

/* Unmaps streams that the file does not name and no level uses (A2). */
void pxt_mapped_streams_sweep(const struct pxt_process *process,
			      pxt_mapped_streams_use *is_used);

/* In a child: drops all. in_use: by an event that continues. */
void pxt_mapped_streams_forget(bool in_use);

#endif
