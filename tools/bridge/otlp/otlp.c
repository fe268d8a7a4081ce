/*
 * otlp.c - traces and logs of OpenTelemetry, as lines of JSON
 *
 * Lines of both kinds, with spans and with records, follow each other.
 */
#include <errno.h>
#include <stdlib.h>

#include "bridge/otlp/batches.h"
#include "bridge/otlp/json_record.h"
#include "bridge/otlp/otlp.h"
#include "bridge/otlp/records.h"

struct otlp {
	struct otlp_records records;
	struct json_text text;
	struct batches spans, logs;
};

static const struct pxt_format_option export_options[] = {
	{ "logs", "yes|no",
	  "no: events that are not in a span that has ended are left out" },
	{ NULL, NULL, NULL },
};

static int write_record(void *context, const struct otlp_record *record,
			uint64_t item)
{
	struct otlp *otlp = context;
	struct batches *batches = record->is_span ? &otlp->spans : &otlp->logs;
	int err;

	(void)item;
	err = json_record_compose(&otlp->text, record);
	return err ? err :
		     batches_add(batches, record->process, otlp->text.text,
				 otlp->text.len);
}

static int init(struct otlp *otlp, struct pxt_export *export)
{
	struct attributes *attributes = &otlp->records.attributes;
	int err;

	err = otlp_records_init(&otlp->records, export, write_record, otlp);
	if (!err)
		err = json_text_init(&otlp->text);
	if (!err)
		err = batches_init(&otlp->spans, export->out, attributes,
				   &batches_of_spans);
	if (!err)
		err = batches_init(&otlp->logs, export->out, attributes,
				   &batches_of_logs);
	return err;
}

static int open_otlp(struct pxt_export *export)
{
	unsigned logs = 0;
	struct otlp *otlp;

	if (!pxt_settings_choice(export->settings, "logs", "yes|no", &logs))
		return pxt_export_refuse(export, "-o logs: it is yes or no");
	if (!jsonl_is_there())
		return pxt_export_refuse(export, "-t otlp: built without yajl");
	if (!otlp_ids_are_there())
		return pxt_export_refuse(export,
					 "-t otlp: built without nettle");
	otlp = calloc(1, sizeof(*otlp));
	if (!otlp)
		return ENOMEM;
	export->state = otlp;
	otlp->records.has_no_logs = logs;
	return init(otlp, export);
}

static void close_otlp(struct pxt_export *export)
{
	struct otlp *otlp = export->state;

	if (!otlp)
		return;
	otlp_records_fini(&otlp->records);
	json_text_fini(&otlp->text);
	batches_fini(&otlp->spans);
	batches_fini(&otlp->logs);
	free(otlp);
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct otlp *otlp = export->state;

	return bridge_survey(&otlp->records.bridge, item);
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct otlp *otlp = export->state;

	return otlp_records_put(&otlp->records, item);
}

static int finish(struct pxt_export *export)
{
	struct otlp *otlp = export->state;
	size_t at = 0;
	int err;

	do
		err = otlp_records_finish(&otlp->records, &at);
	while (!err);
	if (err == ENODATA)
		err = batches_flush(&otlp->spans);
	return err ? err : batches_flush(&otlp->logs);
}

static const struct pxt_exporter exporter = {
	.open = open_otlp,
	.survey = survey,
	.put = put,
	.finish = finish,
	.close = close_otlp,
};

const struct pxt_format bridge_otlp = {
	.name = "otlp",
	.summary = "traces and logs of OpenTelemetry, as lines of JSON",
	.patterns = "*.otlp.json *.otlp.jsonl *.otlp",
	.export_options = export_options,
	.export = &exporter,
};
