/*
 * rkh.h - the format of RKH's tracer
 *
 * The parts of this format, each of which knows only those before it:
 *
 *	config	 widths and switches, and the record that tells them
 *	events	 the events of all releases, and their arguments
 *	frame	 flags and escapes
 *	pairs	 which post an active object takes
 *	symbols	 names
 *	clock	 stamps to times
 *	layout	 the data of an event here
 *	items	 the same of a user's event
 *	tcfg	 the same of the configuration
 *	filter	 what is wanted
 *	options	 what the user says
 *	lookahead  what follows a record of the configuration
 *	import	 all of these together
 *
 *	writer	 frames, checksums, escapes
 *	native_events  events of RKH as they were
 *	user	 those of other traces
 *	export	 these three together
 */
#ifndef PXT_FORMAT_RKH_RKH_H
#define PXT_FORMAT_RKH_RKH_H

#include "format/format.h"

extern const struct pxt_format pxt_format_rkh;

#endif
