/*
 * traces.h - origins as traces of CTF
 */
#ifndef BRIDGE_CTF_TRACES_H
#define BRIDGE_CTF_TRACES_H

#include "base/map.h"
#include "bridge/ctf/classes.h"
#include "bridge/ctf/writer.h"
#include "source/source.h"

/* Members of the common context of events, which have LTTng's names. */
enum {
	CTF_CONTEXT_VPID,
	CTF_CONTEXT_VTID,
	CTF_CONTEXT_PROCNAME,
	CTF_CONTEXT_IP,
};

struct ctf_trace {
	bt_trace_class *class;
	bt_stream_class *streams;
	bt_clock_class *clock;
	bt_trace *trace;
	struct pxt_map numbers; /* number + 1, by event type */
	struct ctf_class *event;
	size_t count, room;
};

/* Makes the trace of an origin. ENOMEM. */
int ctf_trace_make(struct ctf_trace *trace, struct ctf_writer *writer,
		   const struct source_origin *origin);
void ctf_trace_fini(struct ctf_trace *trace);

/* Gets the class of an item's type with a layout, or with none, for an array of
 * bytes. Valid until the next call. ENOMEM. */
int ctf_trace_class(struct ctf_trace *trace, struct source *source,
		    const struct posix_trace_item_np *item,
		    const struct posix_trace_layout_np *layout,
		    struct ctf_class **class);

#endif
