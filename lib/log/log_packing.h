/*
 * log_packing.h - records of a chunk in fewer bytes
 *
 * Packed records lack what a reader can compute, and are compressed by zstd:
 * see "Packed records" in docs/log-format.md. They are never more than
 * PXT_LOG_PACKING_MOST times smaller, so that a reader's memory is bounded by
 * the size of the log.
 */
#ifndef PXT_LOG_PACKING_H
#define PXT_LOG_PACKING_H

#include "log/log_format.h"

enum { PXT_LOG_PACKING_MOST = 64 };

struct pxt_log_packer;

/* ENOTSUP: libzstd is not there. ENOMEM. */
int pxt_log_packer_create(struct pxt_log_packer **out);
void pxt_log_packer_close(struct pxt_log_packer *packer);

/* Packs records, of which the first event has these ticks. Returns the bytes in
 * *packed, which are valid until the next call; 0: not fewer than len, invalid
 * records, or no memory. */
size_t pxt_log_pack(struct pxt_log_packer *packer, uint64_t first,
		    const void *records, size_t len, const void **packed);

/* Gets the bytes of a chunk's records before they were packed, if they were.
 * records: their offset in a payload of len bytes. EBADMSG: the head is not
 * that of such a payload. */
int pxt_log_unpacked_len(const struct pxt_log_chunk *chunk, uint32_t records,
			 uint64_t len, uint32_t *unpacked);

/* Unpacks records that have len bytes. Safe in several threads at once.
 * EBADMSG: damaged, or of another length. ENOTSUP: libzstd is not there.
 * ENOMEM. */
int pxt_log_unpack(uint64_t first, const void *packed, size_t packed_len,
		   void *records, size_t len);

#endif
