/*
 * batches.c - lines of spans or records, each of one process
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/batches.h"
#include "bridge/otlp/json_record.h"

const struct batch_envelope batches_of_spans = {
	.begin = "{\"resourceSpans\":[{\"resource\":{\"attributes\":",
	.middle = "},\"scopeSpans\":[{\"scope\":{\"name\":"
		  "\"posixtrace\"},\"spans\":[",
};
const struct batch_envelope batches_of_logs = {
	.begin = "{\"resourceLogs\":[{\"resource\":{\"attributes\":",
	.middle = "},\"scopeLogs\":[{\"scope\":{\"name\":"
		  "\"posixtrace\"},\"logRecords\":[",
};

int batches_init(struct batches *batches, struct pxt_output *out,
		 struct attributes *attributes,
		 const struct batch_envelope *envelope)
{
	batches->out = out;
	batches->attributes = attributes;
	batches->envelope = envelope;
	return json_text_init(&batches->resource);
}

void batches_fini(struct batches *batches)
{
	for (size_t i = 0; i < batches->count; i++)
		free(batches->batch[i].text);
	free(batches->batch);
	json_text_fini(&batches->resource);
}

static int compose_resource(struct batches *batches, uint32_t process)
{
	struct attributes *attributes = batches->attributes;
	struct json_text *text = &batches->resource;
	struct otlp_list list;
	int err;

	attributes_begin(attributes, NULL);
	attributes_put_process(attributes, process);
	err = attributes_end(attributes, &list);
	if (err)
		return err;
	json_text_clear(text);
	json_record_put_list(&text->json, &list);
	json_text_end(text);
	return json_text_take(text);
}

static int write_text(struct batches *batches, const char *text, size_t len)
{
	return batches->out->write(batches->out, text, len);
}

static int write_line(struct batches *batches, uint32_t process)
{
	static const char end[] = "]}]}]}\n";
	const struct json_text *resource = &batches->resource;
	const struct batch_envelope *envelope = batches->envelope;
	struct batch *batch = &batches->batch[process];
	int err;

	err = compose_resource(batches, process);
	if (!err)
		err = write_text(batches, envelope->begin,
				 strlen(envelope->begin));
	if (!err)
		err = write_text(batches, resource->text, resource->len);
	if (!err)
		err = write_text(batches, envelope->middle,
				 strlen(envelope->middle));
	if (!err)
		err = write_text(batches, batch->text, batch->len);
	if (!err)
		err = write_text(batches, end, sizeof(end) - 1);
	batches->bytes -= batch->room;
	free(batch->text);
	*batch = (struct batch){ 0 };
	return err;
}

int batches_flush(struct batches *batches)
{
	int err = 0;

	for (uint32_t i = 0; i < batches->count && !err; i++)
		if (batches->batch[i].records)
			err = write_line(batches, i);
	return err;
}

static int make_batch(struct batches *batches, uint32_t process)
{
	return pxt_array_reserve_zeroed(&batches->batch, &batches->count,
					(size_t)process + 1,
					sizeof(*batches->batch));
}

static int append(struct batches *batches, struct batch *batch,
		  const char *record, size_t len)
{
	const size_t room = batch->room;

	if (pxt_array_reserve(&batch->text, &batch->room, batch->len + len + 1,
			      1))
		return ENOMEM;
	batches->bytes += batch->room - room;
	if (batch->records++)
		batch->text[batch->len++] = ',';
	memcpy(batch->text + batch->len, record, len);
	batch->len += len;
	return 0;
}

int batches_add(struct batches *batches, uint32_t process, const char *record,
		size_t len)
{
	struct batch *batch;
	int err;

	err = make_batch(batches, process);
	if (err)
		return err;
	batch = &batches->batch[process];
	if (batch->records == BATCH_RECORDS ||
	    (batch->records && batch->len + len > BATCH_BYTES))
		err = write_line(batches, process);
	else if (batches->bytes > BATCHES_BYTES)
		err = batches_flush(batches);
	return err ? err : append(batches, batch, record, len);
}
