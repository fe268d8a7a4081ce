/*
 * names.h - files with names of events
 *
 * A trace has the numbers of events outside of the kernels only. A file gives
 * their names, a line for each, and the layout of frames in a buffer; lines
 * that begin with # are comments:
 *
 *	layout=a32,count
 *	0x4001	motor started	id:key	speed:signed	flags:hex
 *
 * The words are separated by tabs, or by blanks where there is no tab: type,
 * name, and the names of identity and params with their kinds. The exporter
 * writes such a file, too.
 */
#ifndef PXT_FORMAT_LITEOS_NAMES_H
#define PXT_FORMAT_LITEOS_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/liteos/events.h"
#include "format/liteos/layout.h"
#include "format/trace.h"

/* Zero at first. */
struct pxt_liteos_names {
	struct pxt_liteos_event *event; /* sorted by type */
	size_t count, room;
	char *text; /* text of the names */
	bool has_layout;
	struct pxt_liteos_layout layout;
};

/* Parses the text of a file, which is copied. EINVAL: invalid, reported by
 * pxt_trace_refuse(). ENOMEM. */
int pxt_liteos_names_parse(struct pxt_liteos_names *names, const char *text,
			   size_t len, struct pxt_trace *trace);

void pxt_liteos_names_fini(struct pxt_liteos_names *names);

/* NULL: no such type. */
const struct pxt_liteos_event *
pxt_liteos_names_find(const struct pxt_liteos_names *names, uint32_t type);

/* The word for a kind of values in a file, or NULL for the default. */
const char *pxt_liteos_names_kind(enum pxt_liteos_kind kind);

#endif
