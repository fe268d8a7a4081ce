/* posix_trace_writer_np.c - logs written by a program */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <trace_np.h>

#include "base/timespec.h"
#include "log/log_maker.h"
#include "log/log_types.h"
#include "model/image.h"

_Static_assert(POSIX_TRACE_THREAD_NAME_MAX_NP == (int)PXT_THREAD_NAME_MAX,
	       "names of threads are as long");
_Static_assert(POSIX_TRACE_OBJECT_KIND_MAX_NP == (int)PXT_OBJECT_KIND_MAX &&
		       POSIX_TRACE_OBJECT_NAME_MAX_NP ==
			       (int)PXT_OBJECT_NAME_MAX &&
		       POSIX_TRACE_OBJECT_DETAILS_MAX_NP ==
			       (int)PXT_OBJECT_DETAILS_MAX &&
		       POSIX_TRACE_NOTE_KEY_MAX_NP == (int)PXT_NOTE_KEY_MAX &&
		       POSIX_TRACE_NOTE_VALUE_MAX_NP == (int)PXT_NOTE_VALUE_MAX,
	       "texts of objects and notes are as long");

struct posix_trace_writer_np {
	struct pxt_log_maker *maker;
	struct pxt_log_types types;
	uint32_t family;
};

/* Functions here are not cancellation points. */
static int enter(void)
{
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	return cancel;
}

static int leave(int cancel, int err)
{
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* Opening */

int posix_trace_attr_setcreatetime_np(trace_attr_t *object,
				      const struct timespec *time)
{
	struct pxt_attr *attr = pxt_attr_of(object);

	if (!attr || !time || !pxt_timespec_is_date(time))
		return EINVAL;

	attr->created_ns = pxt_timespec_ns(time);
	return 0;
}

static int settle(const trace_attr_t *object, struct pxt_attr *attr)
{
	const struct pxt_attr *given = pxt_attr_of_const(object);
	int err;

	err = pxt_attr_settle(object, 1, attr);
	if (err)
		return err;
	if (given) {
		attr->created_ns = given->created_ns;
		attr->clockres_ns = given->clockres_ns;
		memcpy(attr->genversion, given->genversion,
		       sizeof(attr->genversion));
	}
	attr->log_policy = POSIX_TRACE_APPEND;
	return pxt_attr_check(attr) ? EINVAL : 0;
}

static int set_uuid(struct pxt_log_header *header, const unsigned char *uuid)
{
	static const unsigned char none[sizeof(header->uuid)];

	if (memcmp(uuid, none, sizeof(none))) {
		memcpy(header->uuid, uuid, sizeof(header->uuid));
		return 0;
	}
	return getrandom(header->uuid, sizeof(header->uuid), 0) < 0 ? errno : 0;
}

static void tell_machine(const struct posix_trace_log_np *about,
			 struct pxt_machine *machine)
{
	memcpy(machine->boot, about->boot, sizeof(machine->boot));
	machine->sync = (uint32_t)about->clock_sync;
	machine->offset_ns = about->clock_offset_ns;
	machine->error_ns = about->clock_error_ns;
}

static int describe(const trace_attr_t *attr,
		    const struct posix_trace_log_np *about,
		    struct pxt_log_header *header)
{
	int err;

	memset(header, 0, sizeof(*header));
	err = settle(attr, &header->attr);
	if (err)
		return err;
	header->target_pid = (uint32_t)about->target;
	memcpy(header->host, about->host, sizeof(header->host));
	memcpy(header->system, about->system, sizeof(header->system));
	tell_machine(about, &header->machine);
	return set_uuid(header, about->uuid);
}

int posix_trace_writer_open_np(int fd, const trace_attr_t *attr,
			       const struct posix_trace_log_np *about,
			       struct posix_trace_writer_np **out)
{
	struct posix_trace_writer_np *writer;
	struct pxt_log_header header;
	int cancel, err;

	if (!about || !out)
		return EINVAL;
	err = describe(attr, about, &header);
	if (err)
		return err;
	writer = calloc(1, sizeof(*writer));
	if (!writer)
		return ENOMEM;
	writer->family = header.target_pid;

	cancel = enter();
	err = leave(cancel, pxt_log_maker_create(fd, &header, &writer->maker));
	if (err) {
		free(writer);
		return err;
	}

	*out = writer;
	return 0;
}

/* Contents besides events */

int posix_trace_writer_origin_np(struct posix_trace_writer_np *writer,
				 const struct posix_trace_origin_np *origin)
{
	struct pxt_log_origin decoded;
	int cancel;

	if (!writer || !origin)
		return EINVAL;
	decoded = (struct pxt_log_origin){
		.number = origin->number,
		.offset_ns = origin->offset_ns,
		.error_ns = origin->error_ns,
	};
	memcpy(decoded.uuid, origin->uuid, sizeof(decoded.uuid));
	memcpy(decoded.boot, origin->boot, sizeof(decoded.boot));
	memcpy(decoded.host, origin->host, sizeof(decoded.host));
	memcpy(decoded.system, origin->system, sizeof(decoded.system));

	cancel = enter();
	return leave(cancel,
		     pxt_log_put_origin(pxt_log_maker_writer(writer->maker),
					&decoded));
}

static int check_modules(const struct posix_trace_module_np *modules,
			 size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!modules[i].path || modules[i].end < modules[i].start ||
		    modules[i].build_id_len > PXT_IMAGE_ID_MAX ||
		    (modules[i].build_id_len && !modules[i].build_id))
			return EINVAL;
	return 0;
}

/* The builder gives half of the room to the modules, and leaves out what does
 * not fit. */
static size_t image_size(const struct posix_trace_process_np *process,
			 const struct posix_trace_module_np *modules,
			 size_t count)
{
	size_t size =
		2 * (strlen(process->name) + strlen(process->command)) + 64;

	for (size_t i = 0; i < count && size < PXT_LOG_PROCESS_MAX; i++)
		size += strlen(modules[i].path) + 64;
	return size < PXT_LOG_PROCESS_MAX ? size : PXT_LOG_PROCESS_MAX;
}

static void add_modules(struct pxt_image_builder *builder,
			const struct posix_trace_module_np *modules,
			size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct pxt_image_module module = {
			.base = modules[i].base,
			.start = (uintptr_t)modules[i].start,
			.end = (uintptr_t)modules[i].end,
			.id = modules[i].build_id,
			.id_len = (uint32_t)modules[i].build_id_len,
			.path = modules[i].path,
		};

		pxt_image_add_module(builder, &module);
	}
}

static int put_process(struct posix_trace_writer_np *writer, unsigned origin,
		       const struct posix_trace_process_np *process,
		       const struct posix_trace_module_np *modules,
		       size_t count)
{
	const size_t size = image_size(process, modules, count);
	char *argv[] = { (char *)(uintptr_t)process->command, NULL };
	struct pxt_image_builder builder;
	void *image = malloc(size);
	int err;

	if (!image)
		return ENOMEM;
	/* Room at the end is for the origin. */
	err = pxt_image_begin(&builder, image, size - sizeof(uint32_t),
			      (uint32_t)process->pid, process->name, 1, argv);
	if (!err) {
		add_modules(&builder, modules, count);
		builder.size = size;
		err = pxt_image_add_origin(&builder, origin);
	}
	if (!err)
		err = pxt_log_put_process(pxt_log_maker_writer(writer->maker),
					  image, builder.len);
	free(image);
	return err;
}

int posix_trace_writer_process_np(struct posix_trace_writer_np *writer,
				  unsigned origin,
				  const struct posix_trace_process_np *process,
				  const struct posix_trace_module_np *modules,
				  size_t count)
{
	int cancel, err;

	if (!writer || !process || !process->name || !process->command ||
	    (count && !modules))
		return EINVAL;
	err = check_modules(modules, count);
	if (err)
		return err;
	if (strlen(process->name) + strlen(process->command) >
	    PXT_LOG_PROCESS_MAX / 4)
		return EMSGSIZE;

	cancel = enter();
	return leave(cancel,
		     put_process(writer, origin, process, modules, count));
}

int posix_trace_writer_thread_np(struct posix_trace_writer_np *writer,
				 unsigned origin, pid_t pid, pid_t tid,
				 const char *name)
{
	const struct pxt_log_thread thread = {
		.origin = origin,
		.pid = (uint32_t)pid,
		.tid = (uint32_t)tid,
		.name = name,
	};
	int cancel;

	if (!writer || !name)
		return EINVAL;

	cancel = enter();
	return leave(cancel,
		     pxt_log_put_thread(pxt_log_maker_writer(writer->maker),
					&thread));
}

int posix_trace_writer_object_np(struct posix_trace_writer_np *writer,
				 unsigned origin,
				 const struct posix_trace_object_np *object)
{
	struct pxt_log_object told;
	int cancel;

	if (!writer || !object || !object->kind || !object->name ||
	    !object->details || !pxt_timespec_is_time(&object->since))
		return EINVAL;
	told = (struct pxt_log_object){
		.origin = origin,
		.pid = (uint32_t)object->pid,
		.address = object->address,
		.since_ns = pxt_timespec_ns(&object->since),
		.kind = object->kind,
		.name = object->name,
		.details = object->details,
	};

	cancel = enter();
	return leave(
		cancel,
		pxt_log_put_object(pxt_log_maker_writer(writer->maker), &told));
}

int posix_trace_writer_note_np(struct posix_trace_writer_np *writer,
			       unsigned origin, const char *key,
			       const char *value)
{
	const struct pxt_log_note note = { origin, key, value };
	int cancel;

	if (!writer || !key || !value)
		return EINVAL;

	cancel = enter();
	return leave(
		cancel,
		pxt_log_put_note(pxt_log_maker_writer(writer->maker), &note));
}

/* Types */

static int check_texts(const char *name, const char *description)
{
	if (!name)
		return description ? EINVAL : 0;
	if (strnlen(name, TRACE_EVENT_NAME_MAX + 1) > TRACE_EVENT_NAME_MAX)
		return EINVAL;
	return description && strnlen(description, PXT_DESCRIPTION_MAX + 1) >
				       PXT_DESCRIPTION_MAX ?
		       EINVAL :
		       0;
}

static int put_type(struct posix_trace_writer_np *writer, uint32_t type,
		    const char *name, const char *description)
{
	struct pxt_log_writer *log = pxt_log_maker_writer(writer->maker);
	int err = 0;

	if (name)
		err = pxt_log_put_name(log, writer->family, type, name);
	if (!err && description)
		err = pxt_log_put_description(log, writer->family, type,
					      description);
	return err;
}

static int open_type(struct posix_trace_writer_np *writer, const char *name,
		     const char *description, uint32_t *type)
{
	bool is_new;
	int err;

	err = pxt_log_types_find(&writer->types, name, description, type,
				 &is_new);
	if (err || !is_new)
		return err;
	err = put_type(writer, *type, name, description);
	if (!err)
		err = pxt_log_types_add(&writer->types, name, description,
					*type);
	/* The description may be in the log already: the number must not be
	 * reused. */
	if (err)
		pxt_log_types_add(&writer->types, NULL, NULL, *type);
	return err;
}

int posix_trace_writer_type_np(struct posix_trace_writer_np *writer,
			       const char *name, const char *description,
			       trace_event_id_t *type)
{
	uint32_t number;
	int cancel, err;

	if (!writer || !type || check_texts(name, description))
		return EINVAL;
	number = name ? pxt_event_predefined(name) : 0;
	if (number) {
		*type = number;
		return description ? EINVAL : 0;
	}

	number = *type;
	cancel = enter();
	err = leave(cancel, open_type(writer, name, description, &number));
	if (!err)
		*type = number;
	return err;
}

/* Items */

static struct pxt_event event_of(const struct posix_trace_item_np *item)
{
	const struct posix_trace_event_info *info = &item->info;

	return (struct pxt_event){
		.address = (uintptr_t)info->posix_prog_address &
			   PXT_RECORD_ADDRESS_MASK,
		.thread = (uint64_t)info->posix_thread_id,
		.pid = (uint32_t)info->posix_pid,
		.tid = (uint32_t)item->tid,
		.origin = item->origin,
	};
}

static int put_event(struct posix_trace_writer_np *writer,
		     const struct posix_trace_item_np *item)
{
	const struct posix_trace_event_info *info = &item->info;
	struct pxt_event event = event_of(item);

	if (!pxt_log_types_has(&writer->types, info->posix_event_id) ||
	    (item->data_len && !item->data))
		return EINVAL;
	if (item->data_len > PXT_RECORD_DATA_MAX)
		return EMSGSIZE;
	event.type = info->posix_event_id;
	event.time_ns = pxt_timespec_ns(&info->posix_timestamp);
	event.data = item->data;
	event.len = (uint32_t)item->data_len;
	event.truncated =
		info->posix_truncation_status == POSIX_TRACE_TRUNCATED_RECORD;
	return pxt_log_maker_put(writer->maker, &event);
}

/* The data is the text, without a null. */
static bool take_reason(const struct posix_trace_item_np *item,
			char why[PXT_REASON_MAX + 1])
{
	const size_t len = item->data_len;

	if (len > PXT_REASON_MAX ||
	    (len && (!item->data || memchr(item->data, '\0', len))))
		return false;
	if (len)
		memcpy(why, item->data, len);
	why[len] = '\0';
	return true;
}

static int put_loss(struct posix_trace_writer_np *writer,
		    const struct posix_trace_item_np *item)
{
	const int64_t since_ns = pxt_timespec_ns(&item->info.posix_timestamp);
	const struct pxt_loss loss = {
		.count = item->lost,
		.since_ns = since_ns > 0 ? (uint64_t)since_ns : 0,
	};
	struct pxt_event event = event_of(item);
	char why[PXT_REASON_MAX + 1];

	if (!pxt_timespec_is_time(&item->lost_end) || !take_reason(item, why))
		return EINVAL;
	event.why = *why ? why : NULL;
	event.type = PXT_RECORD_LOSS;
	event.time_ns = pxt_timespec_ns(&item->lost_end);
	event.data = &loss;
	event.len = sizeof(loss);
	return pxt_log_maker_put(writer->maker, &event);
}

int posix_trace_writer_put_np(struct posix_trace_writer_np *writer,
			      const struct posix_trace_item_np *item)
{
	int cancel;

	if (!writer || !item ||
	    !pxt_timespec_is_time(&item->info.posix_timestamp))
		return EINVAL;
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP &&
	    item->kind != POSIX_TRACE_ITEM_LOSS_NP)
		return EINVAL;

	cancel = enter();
	return leave(cancel, item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
				     put_loss(writer, item) :
				     put_event(writer, item));
}

/* Closing */

static int finish(struct posix_trace_writer_np *writer,
		  const struct posix_trace_status_info *status)
{
	const struct pxt_log_end end = {
		.stream_overrun = status->posix_stream_overrun_status ==
				  POSIX_TRACE_OVERRUN,
		.flush_error = (uint32_t)status->posix_stream_flush_error,
		.log_overrun =
			status->posix_log_overrun_status == POSIX_TRACE_OVERRUN,
		.log_full = status->posix_log_full_status == POSIX_TRACE_FULL,
	};

	return pxt_log_maker_finish(writer->maker, &end);
}

int posix_trace_writer_flush_np(struct posix_trace_writer_np *writer)
{
	int cancel;

	if (!writer)
		return EINVAL;

	cancel = enter();
	return leave(cancel, pxt_log_maker_flush(writer->maker));
}

int posix_trace_writer_close_np(struct posix_trace_writer_np *writer,
				const struct posix_trace_status_info *status)
{
	int cancel, err = 0;

	if (!writer)
		return EINVAL;

	cancel = enter();
	if (status)
		err = finish(writer, status);
	pxt_log_maker_close(writer->maker);
	pxt_log_types_fini(&writer->types);
	free(writer);
	return leave(cancel, err);
}
