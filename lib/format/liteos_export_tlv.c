/*
 * liteos_export_tlv.c - writing the messages of LiteOS, as an online session
 *
 * A session begins with a notice, a head and the tasks that are there, and ends
 * with a notice. A task that is made, or that gets another priority, is told
 * before its event, and so is one of another system before its first.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "format/liteos_events.h"
#include "format/liteos_export.h"
#include "format/liteos_message.h"
#include "format/trace.h"

struct tlv {
	bool is_open; /* a session */
	uint32_t session;
	struct timespec last; /* event */
};

static int open_tlv(struct pxt_liteos_out *out)
{
	struct tlv *tlv = calloc(1, sizeof(*tlv));

	if (!tlv)
		return ENOMEM;
	out->writing = tlv;
	return 0;
}

static void close_tlv(struct pxt_liteos_out *out)
{
	free(out->writing);
	out->writing = NULL;
}

static int send(struct pxt_liteos_out *out,
		const struct pxt_liteos_message *message)
{
	struct pxt_sink *sink = out->export->out;
	uint8_t bytes[PXT_LITEOS_MESSAGE_MAX];
	size_t len;
	bool cut;

	len = pxt_liteos_message_write(message, out->big, bytes, &cut);
	if (cut)
		pxt_export_lose(out->export,
				"events of which not all fits a message");
	return sink->write(sink, bytes, len);
}

static int send_notice(struct pxt_liteos_out *out, uint32_t command)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_NOTIFY,
		.command = command,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	};

	return send(out, &message);
}

static int send_head(struct pxt_liteos_out *out)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = 1,
		.clock_freq = out->hz,
	};

	return send(out, &message);
}

static int send_task(struct pxt_liteos_out *out, uint32_t id,
		     uint32_t priority, const char *called)
{
	uint8_t name[PXT_LITEOS_NAME_LEN];
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_OBJ,
		.id = id,
		.priority = priority,
		.name = name,
	};

	pxt_liteos_task_name(out, called, name);
	return send(out, &message);
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec :
					a->tv_nsec < b->tv_nsec;
}

/* Those that were told since the session before, and by now. */
static int send_tasks(struct pxt_liteos_out *out, const struct tlv *tlv,
		      const struct timespec *now)
{
	struct posix_trace_object_np object;
	uint32_t priority;
	size_t at = 0;
	int err = 0;

	while (!err && pxt_liteos_next_task(out, &at, &object, &priority)) {
		if (is_before(now, &object.since) ||
		    is_before(&object.since, &tlv->last))
			continue;
		err = send_task(out, (uint32_t)object.address, priority,
				object.name);
	}
	return err;
}

static int begin_session(struct pxt_liteos_out *out, struct tlv *tlv,
			 const struct timespec *now)
{
	int err = 0;

	if (tlv->is_open)
		err = send_notice(out, PXT_LITEOS_SYS_STOP);
	tlv->is_open = true;
	if (!err)
		err = send_notice(out, PXT_LITEOS_SYS_START);
	if (!err)
		err = send_head(out);
	return err ? err : send_tasks(out, tlv, now);
}

/* The task that an event of LiteOS is about. */
static int send_changed(struct pxt_liteos_out *out,
			const struct posix_trace_item_np *item,
			const struct pxt_liteos_frame *frame)
{
	struct pxt_view *view = out->export->view;
	struct posix_trace_object_np object;
	unsigned priority;

	if (!view->get_object ||
	    view->get_object(view, item->origin, PXT_TRACE_PID,
			     frame->identity, "task",
			     &item->info.posix_timestamp, &object) ||
	    sscanf(object.details, "priority %u", &priority) != 1)
		return 0;
	return send_task(out, (uint32_t)frame->identity, priority,
			 object.name);
}

static int send_new(struct pxt_liteos_out *out,
		    const struct posix_trace_item_np *item,
		    const struct pxt_liteos_frame *frame)
{
	char name[64];

	pxt_liteos_thread_name(out, item, name);
	return send_task(out, frame->task, 0, name);
}

static int put(struct pxt_liteos_out *out,
	       const struct posix_trace_item_np *item,
	       const struct pxt_liteos_shape *shape,
	       const struct pxt_liteos_frame *frame,
	       const struct pxt_liteos_origin *origin)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_EVENTS,
		.shape = *shape,
		.frame = *frame,
	};
	struct tlv *tlv = out->writing;
	int err = 0;

	if (!tlv->is_open ||
	    (origin->has_session && origin->session != tlv->session))
		err = begin_session(out, tlv, &item->info.posix_timestamp);
	if (origin->has_session)
		tlv->session = origin->session;
	tlv->last = item->info.posix_timestamp;
	if (!err && origin->is_new_task)
		err = send_new(out, item, frame);
	if (!err && origin->ours &&
	    (frame->type == PXT_LITEOS_TASK_CREATE ||
	     frame->type == PXT_LITEOS_TASK_PRIOSET))
		err = send_changed(out, item, frame);
	return err ? err : send(out, &message);
}

static int finish(struct pxt_liteos_out *out)
{
	const struct timespec none = { 0 };
	struct tlv *tlv = out->writing;
	int err = 0;

	if (!tlv->is_open)
		err = begin_session(out, tlv, &none);
	return err ? err : send_notice(out, PXT_LITEOS_SYS_STOP);
}

const struct pxt_liteos_writer pxt_liteos_message_writer = {
	.open = open_tlv,
	.put = put,
	.finish = finish,
	.close = close_tlv,
};
