/* rkh.c - the format of RKH's tracer */
#include "format/rkh/rkh.h"

#include "format/rkh/export/export.h"
#include "format/rkh/import/import.h"
#include "format/rkh/options.h"
#include "format/rkh/probe.h"

const struct pxt_format pxt_format_rkh = {
	.name = "rkh",
	.summary = "streams of the tracer of RKH, as Trazer reads them",
	.patterns = "*.rkh *.bin",
	.import_options = pxt_rkh_import_options,
	.export_options = pxt_rkh_export_options,
	.probe = pxt_rkh_probe,
	.import = &pxt_rkh_import,
	.export = &pxt_rkh_export,
};
