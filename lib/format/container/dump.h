/*
 * dump.h - hexadecimal dumps, with more in their lines
 *
 * Output of tools that dump memory: an address, bytes of two digits or four as
 * of xxd, and characters. A line "*" stands for repetitions of the previous
 * line, up to the next address. Or a console's output of a program: plain
 * digits behind a prompt, between lines of other kinds.
 */
#ifndef PXT_FORMAT_CONTAINER_DUMP_H
#define PXT_FORMAT_CONTAINER_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/container/payload.h"
#include "format/trace.h"

/* True if the first bytes have a line of a dump. with_address: only lines with
 * an address count. */
bool pxt_container_dump_guess(const uint8_t *text, size_t len,
			      bool with_address);

/* Reads the bytes of all lines; other lines before and behind them are no
 * damage. ENOMEM. */
int pxt_container_dump_read(const uint8_t *text, size_t len,
			    struct pxt_trace *trace,
			    struct pxt_payload *payload);

#endif
