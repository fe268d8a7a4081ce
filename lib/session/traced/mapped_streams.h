/*
 * mapped_streams.h - the streams that this process has mapped to record into
 *
 * All of it is with the home's lock held; A2 and A5 are clauses of attach.h.
 */
#ifndef PXT_SESSION_TRACED_MAPPED_STREAMS_H
#define PXT_SESSION_TRACED_MAPPED_STREAMS_H

#include "stream/process.h"
#include "stream/stream.h"

/* NULL: it is not mapped. */
struct pxt_stream *pxt_mapped_streams_find(uint64_t nonce);

/* Find the stream that a slot names, or map it. After an error it is not tried
 * again before a time; the errors of pxt_stream_open(). */
int pxt_mapped_streams_map(size_t slot, unsigned number, uint64_t nonce,
			   struct pxt_stream **out);
int64_t pxt_mapped_streams_retry_ns(size_t slot);

/* Does a level use the stream, or may one that knows that word? */
typedef bool pxt_mapped_streams_use(uint64_t nonce, uint64_t word);

/* Unmap what the file does not name and nobody uses (A2). */
void pxt_mapped_streams_sweep(const struct pxt_process *process,
			      pxt_mapped_streams_use *is_used);

/* In a child: none of them is its own. in_use: by an event that goes on. */
void pxt_mapped_streams_forget(bool in_use);

#endif
