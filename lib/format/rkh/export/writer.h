/*
 * writer.h - composing frames of RKH
 *
 * A frame is begun, gets values, and is ended with its checksum, escapes and
 * flag. The first error stays, and later output is dropped.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_WRITER_H
#define PXT_FORMAT_RKH_EXPORT_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include "format/export.h"
#include "format/rkh/config.h"

enum { PXT_RKH_BLOCK = 1 << 16 };

/* Zero at first, except out. */
struct pxt_rkh_writer {
	struct pxt_output *out; /* borrowed */
	struct pxt_rkh_config config;
	uint8_t *frame; /* without escapes */
	size_t len, room;
	uint64_t written; /* bytes so far */
	int error;
	size_t used; /* bytes used in the block */
	uint8_t block[PXT_RKH_BLOCK];
};

/* Writes empty frames. */
void pxt_rkh_writer_flags(struct pxt_rkh_writer *writer, unsigned count);

/* Begins a frame with its header. */
void pxt_rkh_writer_begin(struct pxt_rkh_writer *writer, uint32_t id,
			  uint8_t seq, uint64_t stamp);
void pxt_rkh_writer_number(struct pxt_rkh_writer *writer, uint64_t value,
			   unsigned width);
void pxt_rkh_writer_bytes(struct pxt_rkh_writer *writer, const void *bytes,
			  size_t len);
/* Puts a text and a null into the frame. */
void pxt_rkh_writer_text(struct pxt_rkh_writer *writer, const char *text,
			 size_t len);
void pxt_rkh_writer_end(struct pxt_rkh_writer *writer);

/* Writes a configuration record, which holds from now on. id: 0, or that of
 * releases before 3.0. */
void pxt_rkh_writer_config(struct pxt_rkh_writer *writer,
			   const struct pxt_rkh_config *config, uint8_t id);

/* Writes the record in the form of releases 2.3 and 2.4.03: with a header. */
void pxt_rkh_writer_old_config(struct pxt_rkh_writer *writer,
			       const struct pxt_rkh_config *config,
			       unsigned dialect, uint8_t seq, uint64_t stamp);

/* Writes out the block; returns the error. */
int pxt_rkh_writer_flush(struct pxt_rkh_writer *writer);

void pxt_rkh_writer_fini(struct pxt_rkh_writer *writer);

#endif
