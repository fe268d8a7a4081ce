/*
 * batches.c - lines of spans or records, each of one process
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/otlp/batches.h"
#include "source/programs.h"

const struct batch_frame batches_of_spans = {
	.begin = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[",
	.middle = "]},\"scopeSpans\":[{\"scope\":{\"name\":"
		  "\"posixtrace\"},\"spans\":[",
};
const struct batch_frame batches_of_logs = {
	.begin = "{\"resourceLogs\":[{\"resource\":{\"attributes\":[",
	.middle = "]},\"scopeLogs\":[{\"scope\":{\"name\":"
		  "\"posixtrace\"},\"logRecords\":[",
};

void batches_init(struct batches *batches, struct bridge *bridge,
		  struct attributes *attributes,
		  const struct batch_frame *frame)
{
	*batches = (struct batches){
		.bridge = bridge,
		.attributes = attributes,
		.frame = frame,
	};
}

void batches_fini(struct batches *batches)
{
	for (size_t i = 0; i < batches->count; i++)
		free(batches->batch[i].text);
	free(batches->batch);
}

/* A service without a name is called so by the conventions. */
static int compose_resource(struct batches *batches, uint32_t process)
{
	struct bridge *bridge = batches->bridge;
	struct attributes *attributes = batches->attributes;
	const struct subject *its = &bridge->processes.subject[process];
	const char *host = source_get_host(bridge->source, its->origin);
	char program[PROGRAMS_NAME];
	const char *service = program;
	struct timespec room;

	attributes_begin(attributes, NULL, 0);
	if (*host)
		attributes_put_text(attributes, "host.name", host,
				    strlen(host));
	programs_name(bridge->source, its->origin, its->pid,
		      programs_when(its->program, &room), program, NULL);
	if (!*program)
		service = "unknown_service";
	attributes_put_text(attributes, "service.name", service,
			    strlen(service));
	if (its->pid)
		attributes_put_number(attributes, "process.pid", its->pid);
	if (*program)
		attributes_put_text(attributes, "process.executable.name",
				    program, strlen(program));
	return attributes_end(attributes);
}

static int write_text(struct batches *batches, const char *text, size_t len)
{
	struct pxt_sink *out = batches->bridge->export->out;

	return out->write(out, text, len);
}

static int write_line(struct batches *batches, uint32_t process)
{
	static const char end[] = "]}]}]}\n";
	const struct json_text *resource = &batches->attributes->list;
	const struct batch_frame *frame = batches->frame;
	struct batch *batch = &batches->batch[process];
	int err;

	err = compose_resource(batches, process);
	if (!err)
		err = write_text(batches, frame->begin, strlen(frame->begin));
	if (!err)
		err = write_text(batches, resource->text, resource->len);
	if (!err)
		err = write_text(batches, frame->middle, strlen(frame->middle));
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
