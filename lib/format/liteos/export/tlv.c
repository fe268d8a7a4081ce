/*
 * tlv.c - writing LiteOS's messages, as an online session
 *
 * A session begins with a notice, a head and the existing tasks, and ends with
 * a notice. A task that is created, or gets another priority, is announced
 * before its event; a task for another system's thread before its first event.
 * Events from a stream keep their announcements. The tasks of a program that
 * recorded by LiteOS's interface are announced when it told of them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/liteos/announced_tasks.h"
#include "format/liteos/events.h"
#include "format/liteos/export/export.h"
#include "format/liteos/message.h"
#include "format/trace.h"

struct task {
	uint32_t id, priority;
	size_t index; /* order of announcement */
	struct timespec since;
	char name[64];
};

struct tasks {
	struct task *task;
	size_t count, room;
};

struct tlv {
	bool is_open; /* session in progress */
	uint32_t session;
	struct pxt_map announced; /* tasks */
	/* Tasks of a program, by time; those from due on are to be told. */
	struct tasks later;
	size_t due;
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
	struct tlv *tlv = out->writing;

	pxt_map_fini(&tlv->announced);
	free(tlv->later.task);
	free(tlv);
	out->writing = NULL;
}

static int send(struct pxt_liteos_out *out,
		const struct pxt_liteos_message *message)
{
	struct pxt_output *output = out->export->out;
	uint8_t bytes[PXT_LITEOS_MESSAGE_MAX];
	size_t len;
	bool cut;

	len = pxt_liteos_message_write(message, out->big, bytes, &cut);
	if (cut)
		pxt_export_lose(out->export,
				"events of which not all fits a message");
	return output->write(output, bytes, len);
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

/* *before: true if the id was announced already; it is from now on. ENOMEM. */
static int is_announced(struct tlv *tlv, uint32_t id, bool *before)
{
	size_t *at = pxt_map_at_number(&tlv->announced, id);

	if (!at)
		return ENOMEM;
	*before = *at;
	*at = 1;
	return 0;
}

static int send_task(struct pxt_liteos_out *out, uint32_t id, uint32_t priority,
		     const char *task_name)
{
	uint8_t name[PXT_LITEOS_NAME_LEN];
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_OBJ,
		.id = id,
		.priority = priority,
		.name = name,
	};
	bool announced;

	if (is_announced(out->writing, id, &announced))
		return ENOMEM;
	pxt_liteos_task_name(out, task_name, name);
	return send(out, &message);
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec :
					a->tv_nsec < b->tv_nsec;
}

static int add_task(struct tasks *tasks, const struct pxt_liteos_listed *listed)
{
	struct task *task;

	if (pxt_array_reserve(&tasks->task, &tasks->room, tasks->count + 1,
			      sizeof(*task)))
		return ENOMEM;
	task = &tasks->task[tasks->count];
	task->id = listed->word;
	task->priority = listed->priority;
	task->index = tasks->count++;
	task->since = listed->object.since;
	snprintf(task->name, sizeof(task->name), "%s", listed->object.name);
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct task *left = a, *right = b;

	if (left->id != right->id)
		return left->id < right->id ? -1 : 1;
	return left->index < right->index ? -1 : 1;
}

static int by_time(const void *a, const void *b)
{
	const struct task *left = a, *right = b;

	if (is_before(&left->since, &right->since))
		return -1;
	if (is_before(&right->since, &left->since))
		return 1;
	return left->index < right->index ? -1 : 1;
}

/* Collects the tasks known by now, or, now being NULL, ever. */
static int find_tasks(struct pxt_liteos_out *out, const struct timespec *now,
		      struct tasks *tasks)
{
	struct pxt_liteos_listed listed;
	size_t at = 0;
	int err = 0;

	while (!err && pxt_liteos_next_task(out, &at, &listed))
		if (!now || !is_before(now, &listed.object.since))
			err = add_task(tasks, &listed);
	return err;
}

/* Tasks are sent in order of number, as the system does; the last one of a
 * number counts. */
static int send_known(struct pxt_liteos_out *out, struct task *task,
		      size_t count)
{
	int err = 0;

	if (count)
		qsort(task, count, sizeof(*task), by_id);
	for (size_t i = 0; !err && i < count; i++)
		if (i + 1 == count || task[i + 1].id != task[i].id)
			err = send_task(out, task[i].id, task[i].priority,
					task[i].name);
	return err;
}

/* Sends the tasks that a program told of by now, and prepares for the later
 * ones. */
static int send_recorded(struct pxt_liteos_out *out, const struct timespec *now)
{
	struct tlv *tlv = out->writing;
	struct tasks *later = &tlv->later;
	int err;

	err = find_tasks(out, NULL, later);
	if (err)
		return err;
	if (later->count)
		qsort(later->task, later->count, sizeof(later->task[0]),
		      by_time);
	while (tlv->due < later->count &&
	       !is_before(now, &later->task[tlv->due].since))
		tlv->due++;
	return send_known(out, later->task, tlv->due);
}

static int send_tasks(struct pxt_liteos_out *out, const struct timespec *now)
{
	struct tasks tasks = { 0 };
	int err;

	if (out->is_recorded)
		return send_recorded(out, now);
	err = find_tasks(out, now, &tasks);
	if (!err)
		err = send_known(out, tasks.task, tasks.count);
	free(tasks.task);
	return err;
}

static int send_due(struct pxt_liteos_out *out, struct tlv *tlv,
		    const struct timespec *now)
{
	int err = 0;

	while (!err && tlv->due < tlv->later.count &&
	       !is_before(now, &tlv->later.task[tlv->due].since)) {
		const struct task *task = &tlv->later.task[tlv->due++];

		err = send_task(out, task->id, task->priority, task->name);
	}
	return err;
}

/* Sends the announcements that a stream had before this event. */
static int send_told(struct pxt_liteos_out *out,
		     const struct pxt_liteos_origin *origin)
{
	const char *text = origin->announced_tasks, *name;
	char called[PXT_LITEOS_NAME_LEN + 1];
	size_t len = origin->announced_tasks_len, name_len;
	uint32_t id, priority;
	int err = 0;

	while (!err && pxt_liteos_announced_tasks_next(
			       &text, &len, &id, &priority, &name, &name_len)) {
		snprintf(called, sizeof(called), "%.*s",
			 name_len < sizeof(called) ? (int)name_len :
						     PXT_LITEOS_NAME_LEN,
			 name);
		err = send_task(out, id, priority, called);
	}
	return err;
}

/* now: NULL if tasks are announced elsewhere. */
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
	return err || !now ? err : send_tasks(out, now);
}

/* Streams joined late have no announcements before the first event. */
static int begin_if_new(struct pxt_liteos_out *out, struct tlv *tlv,
			const struct posix_trace_item_np *item,
			const struct pxt_liteos_origin *origin)
{
	const bool is_first = !tlv->is_open;
	const bool is_new = is_first || (origin->has_session &&
					 origin->session != tlv->session);

	if (origin->has_session)
		tlv->session = origin->session;
	if (!is_new)
		return 0;
	return begin_session(out, tlv,
			     is_first && !origin->announced_tasks_len ?
				     &item->info.posix_timestamp :
				     NULL);
}

/* Announces the task that an event of LiteOS concerns. */
static int send_changed(struct pxt_liteos_out *out,
			const struct posix_trace_item_np *item,
			const struct pxt_liteos_frame *frame)
{
	struct pxt_view *view = out->export->view;
	struct posix_trace_object_np object;
	unsigned priority;

	if (!view->get_object ||
	    view->get_object(view, item->origin, PXT_TRACE_PID, frame->identity,
			     "task", &item->info.posix_timestamp, &object) ||
	    sscanf(object.details, "priority=%u", &priority) != 1)
		return 0;
	return send_task(out, (uint32_t)frame->identity, priority, object.name);
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

/* Announces a task of a stream whose start is missing, if the importer listed
 * it; there is no priority for an ambiguous name. */
static int send_unknown(struct pxt_liteos_out *out,
			const struct posix_trace_item_np *item, uint32_t id)
{
	struct pxt_view *view = out->export->view;
	struct posix_trace_object_np object;
	unsigned priority;
	bool announced;

	if (is_announced(out->writing, id, &announced))
		return ENOMEM;
	if (announced || !view->get_object ||
	    view->get_object(view, item->origin, PXT_TRACE_PID, id, "task",
			     &item->info.posix_timestamp, &object) ||
	    strcmp(object.kind, "task") || !*object.name ||
	    sscanf(object.details, "priority=%u", &priority) != 1)
		return 0;
	return send_task(out, id, priority, object.name);
}

static int send_unknown_of(struct pxt_liteos_out *out,
			   const struct posix_trace_item_np *item,
			   const struct pxt_liteos_frame *frame)
{
	const bool is_task = (frame->type & ~15U) == PXT_LITEOS_TASK;
	int err = send_unknown(out, item, frame->task);

	return err || !is_task ?
		       err :
		       send_unknown(out, item, (uint32_t)frame->identity);
}

/* Sends everything due before an event. */
static int send_before(struct pxt_liteos_out *out,
		       const struct posix_trace_item_np *item,
		       const struct pxt_liteos_frame *frame,
		       const struct pxt_liteos_origin *origin, bool begins)
{
	if (origin->is_new_task)
		return send_new(out, item, frame);
	if (origin->has_announced_tasks) {
		const int err = send_told(out, origin);

		return err ? err : send_unknown_of(out, item, frame);
	}
	if (origin->is_native && is_about_task(frame) && !begins &&
	    !out->is_recorded)
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
	const bool begins = !tlv->is_open;
	int err;

	if (!origin->is_native && !shape->pid)
		pxt_export_lose(out->export, "process ids");
	err = begin_if_new(out, tlv, item, origin);
	if (!err && out->is_recorded)
		err = send_due(out, tlv, &item->info.posix_timestamp);
	if (!err)
		err = send_before(out, item, frame, origin, begins);
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
