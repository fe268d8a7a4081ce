/*
 * names.h - what somebody calls events that no kernel has
 *
 * A trace has numbers only. A file says what they are, a line for each, and how
 * frames of a buffer are laid out; a line that begins with # is a comment:
 *
 *	layout=a32,count
 *	0x4001	motor started	id:key	speed:signed	flags:hex
 *
 * The words are separated by tabs, or by blanks where there is no tab: type,
 * name, and the names of identity and params with what they are. The exporter
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

/* Zeroes at first. */
struct pxt_liteos_names {
	struct pxt_liteos_event *event; /* by their types */
	size_t count, room;
	char *text; /* that they are made of */
	bool has_layout;
	struct pxt_liteos_layout layout;
};

/* Take the text of a file, which is copied. EINVAL: it is none such, which is
 * told with pxt_trace_refuse(). ENOMEM. */
int pxt_liteos_names_parse(struct pxt_liteos_names *names, const char *text,
			   size_t len, struct pxt_trace *trace);

void pxt_liteos_names_fini(struct pxt_liteos_names *names);

/* NULL: it is not there. */
const struct pxt_liteos_event *
pxt_liteos_names_find(const struct pxt_liteos_names *names, uint32_t type);

/* What a kind of values is called in a file, or NULL: nothing need be said. */
const char *pxt_liteos_names_kind(enum pxt_liteos_kind kind);

#endif
