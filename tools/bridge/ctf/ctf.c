/*
 * ctf.c - the Common Trace Format
 */
#include "bridge/ctf/ctf.h"
#include "source/ctf/import.h"

static const struct pxt_format_option import_options[] = {
	{ "spans", "BEGIN:END[:KEY],...",
	  "events that begin and end spans, and the field that connects them" },
	{ NULL, NULL, NULL },
};

const struct pxt_format bridge_ctf = {
	.name = "ctf",
	.summary = "Common Trace Format, as of LTTng: a directory",
	.patterns = "*.ctf",
	.import_options = import_options,
	.import = &ctf_importer,
};
