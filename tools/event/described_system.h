/*
 * described_system.h - the system that a description tells of
 *
 * Importers describe events of a system by the same details as the libraries
 * that record its firmware on Linux: these tell the system in any log, where
 * the origin tells only which machine recorded it.
 */
#ifndef DESCRIBED_SYSTEM_H
#define DESCRIBED_SYSTEM_H

#include <stdint.h>

#include <trace_np.h>

struct described_system {
	const char *name; /* the first word of the system's name; "": none */
	uint8_t word;	  /* bytes of a word; 0: the event has none */
};

struct described_system
described_system_of(const struct posix_trace_layout_np *layout);

#endif
