/* threadx.c - the format of ThreadX's event traces, as of TraceX */
#include "format/threadx/threadx.h"

#include "format/threadx/export/export.h"
#include "format/threadx/image.h"
#include "format/threadx/import/import.h"

static unsigned probe(const struct pxt_probe *from)
{
	return pxt_threadx_image_probe(from->start, from->len);
}

const struct pxt_format pxt_format_threadx = {
	.name = "threadx",
	.summary = "a ThreadX event trace, as TraceX reads it",
	.patterns = "*.trx *.hex *.mot *.srec",
	.import_options = pxt_threadx_import_options,
	.export_options = pxt_threadx_export_options,
	.probe = probe,
	.import = &pxt_threadx_importer,
	.export = &pxt_threadx_exporter,
};
