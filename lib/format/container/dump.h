/*
 * dump.h - bytes that somebody had printed, with more in the lines
 *
 * As tools dump memory: an address, two digits for each byte, or four as xxd has
 * them, and characters beside. A line "*" stands for more of the line before, up
 * to the next address. Or as a console shows what a program printed: digits
 * alone behind a prompt, lines of others around them.
 */
#ifndef PXT_FORMAT_CONTAINER_DUMP_H
#define PXT_FORMAT_CONTAINER_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/container/unpacked.h"
#include "format/trace.h"

/* These first bytes have a line of a dump. with_address: of none else. */
bool pxt_container_dump_guess(const uint8_t *text, size_t len,
			      bool with_address);

/* Take the bytes out of all lines; those of others before and behind are no
 * damage. ENOMEM. */
int pxt_container_dump_read(const uint8_t *text, size_t len,
			    struct pxt_trace *trace,
			    struct pxt_unpacked *unpacked);

#endif
