/*
 * zstd.h - libzstd, loaded when it is first needed
 *
 * A program that compresses nothing does not load it.
 */
#ifndef PXT_BASE_ZSTD_H
#define PXT_BASE_ZSTD_H

#include <stdbool.h>
#include <stddef.h>

/* True if libzstd could be loaded. Any thread, not a signal handler. */
bool pxt_zstd_is_there(void);

/* Memory of a compressor, for one thread at a time. */
struct pxt_zstd;

/* ENOTSUP: no libzstd. ENOMEM. */
int pxt_zstd_create(struct pxt_zstd **out);
void pxt_zstd_close(struct pxt_zstd *zstd);

/* Compresses len bytes into one frame. Returns its length; 0: more than room,
 * or no memory. */
size_t pxt_zstd_compress(struct pxt_zstd *zstd, void *out, size_t room,
			 const void *data, size_t len);

/* Decompresses frames that have at most room bytes, whatever they claim. Any
 * thread. *len: the bytes. EBADMSG: no frames, or more bytes. ENOTSUP: no
 * libzstd. ENOMEM. */
int pxt_zstd_decompress(void *out, size_t room, const void *frames,
			size_t frames_len, size_t *len);

#endif
