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

enum {
	TASK_LEN = 52, /* bytes of a message that tells of a task */
	TASKS_MOST = 16, /* between two events; or else something is missing */
	/* At tasks is looked so often, and for each event: no system needs as
	 * much. */
	LOOKS_MOST = 1 << 24,
	LOOKS_EACH = 64,
};

struct tlv {
	bool is_open; /* a session */
	uint32_t session;
	struct timespec last; /* event, */
	uint64_t end;	      /* ... and where its message ended */
	uint64_t looks;	      /* at tasks, so far */
	uint64_t events;
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
		const struct pxt_liteos_message *message, size_t *len)
{
	struct pxt_sink *sink = out->export->out;
	uint8_t bytes[PXT_LITEOS_MESSAGE_MAX];
	bool cut;

	*len = pxt_liteos_message_write(message, out->big, bytes, &cut);
	if (cut)
		pxt_export_lose(out->export,
				"events of which not all fits a message");
	return sink->write(sink, bytes, *len);
}

static int send_notice(struct pxt_liteos_out *out, uint32_t command)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_NOTIFY,
		.command = command,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	};
	size_t len;

	return send(out, &message, &len);
}

static int send_head(struct pxt_liteos_out *out)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = 1,
		.clock_freq = out->hz,
	};
	size_t len;

	return send(out, &message, &len);
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
	size_t len;

	pxt_liteos_task_name(out, called, name);
	return send(out, &message, &len);
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec :
					a->tv_nsec < b->tv_nsec;
}

struct task {
	uint32_t id, priority;
	size_t index; /* as they were told */
	char name[64];
};

struct tasks {
	struct task *task;
	size_t count, room;
};

static int add_task(struct tasks *tasks,
		    const struct posix_trace_object_np *object,
		    uint32_t priority)
{
	struct task *task;

	if (tasks->count == tasks->room) {
		const size_t room = 2 * tasks->room + 64;

		task = reallocarray(tasks->task, room, sizeof(*task));
		if (!task)
			return ENOMEM;
		tasks->task = task;
		tasks->room = room;
	}
	task = &tasks->task[tasks->count];
	task->id = (uint32_t)object->address;
	task->priority = priority;
	task->index = tasks->count++;
	snprintf(task->name, sizeof(task->name), "%s", object->name);
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct task *left = a, *right = b;

	if (left->id != right->id)
		return left->id < right->id ? -1 : 1;
	return left->index < right->index ? -1 : 1;
}

/* Those that were told since the session before, and by now. */
static int find_tasks(struct pxt_liteos_out *out, struct tlv *tlv,
		      const struct timespec *now, struct tasks *tasks)
{
	struct posix_trace_object_np object;
	uint32_t priority;
	size_t at = 0;
	int err = 0;

	if (tlv->looks > LOOKS_MOST + LOOKS_EACH * tlv->events) {
		pxt_export_lose(out->export,
				"places where tasks are told: too many");
		return 0;
	}
	while (!err && pxt_liteos_next_task(out, &at, &object, &priority))
		if (!is_before(now, &object.since) &&
		    !is_before(&object.since, &tlv->last))
			err = add_task(tasks, &object, priority);
	tlv->looks += at;
	return err;
}

/* By their numbers, as the system does; of the same one the last. */
static int send_tasks(struct pxt_liteos_out *out, struct tlv *tlv,
		      const struct timespec *now)
{
	struct tasks tasks = { 0 };
	int err;

	err = find_tasks(out, tlv, now, &tasks);
	if (tasks.count)
		qsort(tasks.task, tasks.count, sizeof(tasks.task[0]), by_id);
	for (size_t i = 0; !err && i < tasks.count; i++) {
		const struct task *task = &tasks.task[i];

		if (i + 1 < tasks.count && task[1].id == task->id)
			continue;
		err = send_task(out, task->id, task->priority, task->name);
	}
	free(tasks.task);
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

static int begin_if_new(struct pxt_liteos_out *out, struct tlv *tlv,
			const struct posix_trace_item_np *item,
			const struct pxt_liteos_origin *origin)
{
	const bool is_new = !tlv->is_open ||
			    (origin->has_session &&
			     origin->session != tlv->session);

	if (origin->has_session)
		tlv->session = origin->session;
	return is_new ? begin_session(out, tlv, &item->info.posix_timestamp) :
			0;
}

/* Where a stream had told of tasks, which may be a bit before the event that
 * it is for: an interrupt came between. */
static bool had_tasks(const struct tlv *tlv,
		      const struct pxt_liteos_origin *origin)
{
	const uint64_t gap = origin->offset - tlv->end;

	return gap && gap % TASK_LEN == 0 && gap / TASK_LEN <= TASKS_MOST;
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

static bool is_about_task(const struct pxt_liteos_frame *frame)
{
	return frame->type == PXT_LITEOS_TASK_CREATE ||
	       frame->type == PXT_LITEOS_TASK_PRIOSET;
}

/* What has to be told before an event. */
static int send_before(struct pxt_liteos_out *out, struct tlv *tlv,
		       const struct posix_trace_item_np *item,
		       const struct pxt_liteos_frame *frame,
		       const struct pxt_liteos_origin *origin)
{
	if (origin->is_new_task)
		return send_new(out, item, frame);
	if (origin->has_offset && tlv->end)
		return had_tasks(tlv, origin) ?
			       send_tasks(out, tlv,
					  &item->info.posix_timestamp) :
			       0;
	if (origin->ours && is_about_task(frame))
		return send_changed(out, item, frame);
	return 0;
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
	const bool was_open = tlv->is_open;
	const uint32_t session = tlv->session;
	size_t len = 0;
	int err;

	err = begin_if_new(out, tlv, item, origin);
	if (!err && was_open && session == tlv->session)
		err = send_before(out, tlv, item, frame, origin);
	else if (!err && origin->is_new_task)
		err = send_new(out, item, frame);
	if (!err)
		err = send(out, &message, &len);
	tlv->events++;
	tlv->last = item->info.posix_timestamp;
	tlv->end = origin->has_offset ? origin->offset + len : 0;
	return err;
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
