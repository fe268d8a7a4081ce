/*
 * report.c - a trace as a page for browsers
 */
#include <errno.h>
#include <stdlib.h>

#include "common/jsonl.h"
#include "report/collection.h"
#include "report/island.h"
#include "report/page.h"
#include "report/report.h"

struct report {
	struct collection collection;
	struct out out;
	bool has_begun;
};

static int write_block(void *arg, const char *data, size_t len)
{
	struct pxt_output *output = arg;

	return output->write(output, data, len);
}

static int open_report(struct pxt_export *export)
{
	struct report *report = calloc(1, sizeof(*report));
	int err;

	if (!report)
		return ENOMEM;
	export->state = report;
	out_init_taker(&report->out, write_block, export->out);
	err = collection_init(&report->collection, export, &report->out);
	if (err == ENOTSUP)
		return pxt_export_refuse(
			export, "built without zlib, which packs reports");
	if (!err && !jsonl_is_there())
		return pxt_export_refuse(
			export, "built without yajl, which writes JSON");
	return err;
}

static void close_report(struct pxt_export *export)
{
	struct report *report = export->state;

	if (!report)
		return;
	collection_fini(&report->collection);
	free(report);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct report *report = export->state;

	return collection_survey(&report->collection, item);
}

static int begin_page(struct report *report)
{
	if (report->has_begun)
		return 0;
	report->has_begun = true;
	return page_put_begin(&report->collection.blocks);
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct report *report = export->state;
	int err;

	err = begin_page(report);
	if (!err)
		err = collection_put(&report->collection, item);
	return err ? err : report->out.error;
}

static int finish(struct pxt_export *export)
{
	struct report *report = export->state;
	int err;

	err = begin_page(report);
	if (!err)
		err = collection_end(&report->collection);
	if (!err)
		err = island_put(&report->collection, &report->out);
	if (!err)
		err = page_put_end(&report->collection.blocks);
	return err ? err : out_flush(&report->out);
}

static const struct pxt_exporter exporter = {
	.open = open_report,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_report,
};

const struct pxt_format report_format = {
	.name = "report",
	.summary = "a page for browsers",
	.export = &exporter,
};
