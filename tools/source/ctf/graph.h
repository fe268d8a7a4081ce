/*
 * graph.h - libbabeltrace2's graph that reads CTF traces
 */
#ifndef SOURCE_CTF_GRAPH_H
#define SOURCE_CTF_GRAPH_H

#include <stdbool.h>

#include "source/ctf/folder.h"
#include "source/ctf/frames.h"
#include "source/ctf/meanings.h"

/* Sends all items of the traces, and what went wrong; or only the modules. */
void ctf_graph_run(const struct ctf_folder *folder,
		   const struct ctf_spans *spans, bool wants_modules,
		   struct ctf_frames *frames);

#endif
