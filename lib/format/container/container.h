/*
 * container.h - bytes in the form of text
 *
 * Debuggers and loaders give the memory of a target as Intel HEX or as Motorola
 * S-records, with an address and a checksum in each line, and small programs as
 * two digits for each byte, with or without blanks. The contents are the
 * formats' business.
 *
 * Lines may come in any order; damaged lines are left out, and missing bytes
 * are zeroes. Bytes far from most others are left out, too: except for repeated
 * rows of a dump, the result is never much longer than the text.
 */
#ifndef PXT_FORMAT_CONTAINER_CONTAINER_H
#define PXT_FORMAT_CONTAINER_CONTAINER_H

#include <stddef.h>
#include <stdint.h>

#include "format/container/payload.h"
#include "format/trace.h"

/* Recognizes a text by its first bytes: "Intel HEX", "Motorola S-records",
 * "hexadecimal text", "a hexadecimal dump" with more in its lines; NULL: none
 * of these. */
const char *pxt_container_guess(const uint8_t *text, size_t len);

void pxt_payload_fini(struct pxt_payload *payload);

/* Unpacks a text. Damage is reported by its offset and line in the text.
 * EINVAL: not such a text. ENOMEM. */
int pxt_container_unpack(const uint8_t *text, size_t len,
			 struct pxt_trace *trace, struct pxt_payload *payload);

#endif
