/*
 * without.c - Perfetto's trace format, where it is not built in
 */
#include "bridge/perfetto/perfetto.h"

bool bridge_perfetto_is_there(void)
{
	return false;
}

const struct pxt_format bridge_perfetto = {
	.name = "perfetto",
	.summary = "Perfetto's trace format, for ui.perfetto.dev",
	.patterns = "*.pftrace *.perfetto-trace",
	.missing = "protobuf-c",
};
