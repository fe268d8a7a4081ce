/*
 * container.h - bytes that were sent as a text
 *
 * Debuggers and loaders give the memory of a target as Intel HEX or as Motorola
 * S-records, with an address and a checksum in each line, and small programs as
 * two digits for each byte, with or without blanks. What is inside is for the
 * formats to know.
 *
 * Lines may come in any order; a line that is damaged is left out, and what no
 * line tells is zeroes. Bytes that lie far from most of the others are left out,
 * too: but for rows that a dump says are repeated, what is unpacked is never much
 * longer than the text.
 */
#ifndef PXT_FORMAT_CONTAINER_CONTAINER_H
#define PXT_FORMAT_CONTAINER_CONTAINER_H

#include <stddef.h>
#include <stdint.h>

#include "format/container/unpacked.h"
#include "format/trace.h"

/* What a text is, by its first bytes: "Intel HEX", "Motorola S-records",
 * "hexadecimal text", "a hexadecimal dump" with more in its lines; NULL: none of
 * them. */
const char *pxt_container_guess(const uint8_t *text, size_t len);

void pxt_unpacked_fini(struct pxt_unpacked *unpacked);

/* Unpack all of it. What is wrong with it is told as damage, by its place in the
 * text and its line. EINVAL: it is none of them. ENOMEM. */
int pxt_container_unpack(const uint8_t *text, size_t len,
			 struct pxt_trace *trace,
			 struct pxt_unpacked *unpacked);

#endif
