/*
 * ctf.c - the Common Trace Format
 */
#include <errno.h>
#include <stdio.h>

#include "config.h"

#include "bridge/ctf/ctf.h"
#include "source/ctf/import.h"

#ifdef HAVE_BABELTRACE2
#include "bridge/ctf/export.h"
#define EXPORTER ctf_exporter
#else
#include "bridge/ctf/own_folder.h"

static int refuse(struct pxt_export *export)
{
	return pxt_export_refuse(
		export, "traces in CTF are written by libbabeltrace2, which "
			"this posixtrace was built without");
}

static void close_none(struct pxt_export *export)
{
	(void)export;
}

static const struct pxt_exporter no_exporter = {
	.owns_folder = ctf_own_folder_is,
	.remove_folder = ctf_own_folder_remove,
	.open = refuse,
	.close = close_none,
};
#define EXPORTER no_exporter
#endif

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
	.export = &EXPORTER,
};
