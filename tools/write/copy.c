/*
 * copy.c - copying items of a source into a log
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/digest.h"
#include "common/talk.h"
#include "event/objects.h"
#include "source/ctf/system_events.h"
#include "write/copy.h"

static int note(struct copy *copy, int err)
{
	copy->write_error = err;
	return err;
}

/* Context of items */

static int put_origin(struct copy *copy, unsigned number)
{
	struct posix_trace_origin_np origin;
	struct source_origin found;

	if (!(number + copy->shift) ||
	    source_get_origin(copy->source, number, &found))
		return 0;
	origin = (struct posix_trace_origin_np){
		.number = number + copy->shift,
		.offset_ns = found.offset_ns,
		.error_ns = found.error_ns,
	};
	memcpy(origin.uuid, found.uuid, sizeof(origin.uuid));
	memcpy(origin.boot, found.boot, sizeof(origin.boot));
	memcpy(origin.host, found.host, sizeof(origin.host));
	memcpy(origin.system, found.system, sizeof(origin.system));
	return note(copy, posix_trace_writer_origin_np(copy->writer, &origin));
}

struct modules {
	struct posix_trace_module_np *module;
	size_t count, room;
};

/* Without memory some modules are left out. */
static void add_module(const struct posix_trace_module_np *module,
		       void *argument)
{
	struct modules *modules = argument;

	if (!pxt_array_reserve(&modules->module, &modules->room,
			       modules->count + 1, sizeof(*modules->module)))
		modules->module[modules->count++] = *module;
}

static void sum_up(const struct posix_trace_process_np *process,
		   const struct modules *modules, unsigned char sum[16])
{
	struct digest digest;

	digest_begin(&digest);
	digest_add_text(&digest, process->name);
	digest_add_text(&digest, process->command);
	for (size_t i = 0; i < modules->count; i++) {
		const struct posix_trace_module_np *module =
			&modules->module[i];

		digest_add_number(&digest, (intptr_t)module->start);
		digest_add_number(&digest, (intptr_t)module->end);
		digest_add_number(&digest, (int64_t)module->base);
		digest_add_text(&digest, module->path);
		digest_add(&digest, module->build_id, module->build_id_len);
	}
	digest_uuid(&digest, sum);
}

/* Puts what is known of the process at present, if that is new to the log. */
static int put_facts(struct copy *copy, struct contents_process *known)
{
	struct posix_trace_process_np process = { known->pid, "", "" };
	struct modules modules = { 0 };
	unsigned char sum[sizeof(known->sum)];
	int unknown, err = 0;

	unknown = source_get_process(copy->source, known->origin, known->pid,
				     &process);
	source_list_modules(copy->source, known->origin, known->pid, add_module,
			    &modules);
	sum_up(&process, &modules, sum);
	if ((!unknown || modules.count) &&
	    memcmp(sum, known->sum, sizeof(sum))) {
		err = posix_trace_writer_process_np(
			copy->writer, known->origin + copy->shift, &process,
			modules.module, modules.count);
		memcpy(known->sum, sum, sizeof(sum));
	}
	free(modules.module);
	return note(copy, err);
}

static int put_process(struct copy *copy, unsigned origin, pid_t pid)
{
	int err = contents_add_process(&copy->contents, origin, pid);

	return err ? err :
		     put_facts(copy,
			       &copy->contents
					.process[copy->contents.processes - 1]);
}

/* A process may load modules, or execute another program, after its first event.
 * Where modules come and go, those that are left are not all. */
static int put_later_facts(struct copy *copy)
{
	int err = 0;

	if (copy->source->is_settled || copy->source->has_eras)
		return 0;
	for (size_t i = 0; i < copy->contents.processes && !err; i++)
		err = put_facts(copy, &copy->contents.process[i]);
	return err;
}

/* Puts the present name. */
static int put_name(struct copy *copy, struct contents_thread *thread)
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (source_get_thread(copy->source, thread->origin, thread->pid,
			      thread->tid, name, sizeof(name)) ||
	    !contents_lacks_name(thread, name))
		return 0;
	return note(copy, posix_trace_writer_thread_np(
				  copy->writer, thread->origin + copy->shift,
				  thread->pid, thread->tid, name));
}

/* A thread may be named after its first events. */
static int put_names(struct copy *copy)
{
	int err = 0;

	for (size_t i = 0; i < copy->contents.threads && !err; i++)
		err = put_name(copy, &copy->contents.thread[i]);
	return err;
}

static int put_thread(struct copy *copy, unsigned origin, pid_t pid, pid_t tid)
{
	int err;

	copy->totals.threads++;
	err = contents_add_thread(&copy->contents, origin, pid, tid);
	return err ? err :
		     put_name(copy,
			      &copy->contents
				       .thread[copy->contents.threads - 1]);
}

static int meet_process(struct copy *copy, unsigned origin, pid_t pid)
{
	int err = 0;

	if (contents_lacks(&copy->contents, origin, 0, 0))
		err = put_origin(copy, origin);
	if (!err && pid && contents_lacks(&copy->contents, origin, pid, 0))
		err = put_process(copy, origin, pid);
	return err;
}

static int meet(struct copy *copy, const struct posix_trace_item_np *item)
{
	const pid_t pid = item->info.posix_pid;
	int err;

	err = meet_process(copy, item->origin, pid);
	if (!err && item->tid &&
	    contents_lacks(&copy->contents, item->origin, pid, item->tid))
		err = put_thread(copy, item->origin, pid, item->tid);
	return err;
}

/* Objects */

static int put_object(struct copy *copy, unsigned origin,
		      const struct posix_trace_object_np *object)
{
	if (!contents_lacks_object(&copy->contents, origin, object))
		return 0;
	return note(copy, posix_trace_writer_object_np(
				  copy->writer, origin + copy->shift, object));
}

/* Puts the object that is there at the item's time, and the last one, after
 * which exporters name them all. */
static int put_present(struct copy *copy,
		       const struct posix_trace_item_np *item,
		       const struct posix_trace_value_np *value,
		       unsigned long long address)
{
	const struct timespec *const times[] = { &item->info.posix_timestamp,
						 NULL };
	const bool is_first =
		copy->is_part &&
		contents_lacks_place(&copy->contents, item, address,
				     value->field->object);
	struct posix_trace_object_np object;
	int err = 0;

	for (int i = 0; i <= is_first && !err; i++)
		if (!source_get_object(copy->source, item->origin,
				       item->info.posix_pid, address,
				       value->field->object, times[i], &object))
			err = put_object(copy, item->origin, &object);
	return err;
}

static int put_named(struct copy *copy, const struct posix_trace_item_np *item,
		     const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;
	int err = 0;

	for (size_t i = 0; i < value->count && !err; i++) {
		posix_trace_value_number_np(copy->fields.layout, value, i,
					    &number);
		err = put_present(copy, item, value,
				  objects_address(value->field, &number));
	}
	return err;
}

static int put_objects(struct copy *copy,
		       const struct posix_trace_item_np *item)
{
	const struct posix_trace_value_np *values = copy->fields.values;
	int err = 0;

	if (!copy->may_name[item->info.posix_event_id] ||
	    !fields_decode(&copy->fields, item))
		return 0;
	for (unsigned i = 0; i < copy->fields.count && !err; i++)
		if (objects_are_in(values[i].field))
			err = put_named(copy, item, &values[i]);
	return err;
}

struct rest {
	struct copy *copy;
	unsigned origin;
	bool is_all; /* with the objects that no item names */
	int err;
};

static void put_listed(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct rest *rest = argument;

	if (!rest->err &&
	    (rest->is_all ||
	     ancestors_need(&rest->copy->ancestors, rest->origin, object)))
		rest->err = put_object(rest->copy, rest->origin, object);
}

static int put_notes(struct copy *copy, unsigned origin)
{
	struct posix_trace_note_np found;
	int err = 0;

	for (unsigned i = 0;
	     !err && !source_get_note(copy->source, origin, i, &found); i++)
		err = note(copy, posix_trace_writer_note_np(
					 copy->writer, origin + copy->shift,
					 found.key, found.value));
	return err;
}

static int put_note(void *to, const char *key, const char *value)
{
	struct copy *copy = to;

	return note(copy,
		    posix_trace_writer_note_np(copy->writer, 0, key, value));
}

int copy_carry(struct copy *copy, const struct carried_templates *carried)
{
	return carried_templates_put(carried, put_note, copy);
}

/* Origins without items are left out. */
static bool is_there(struct copy *copy, unsigned origin)
{
	return !(origin + copy->shift) ||
	       !contents_lacks(&copy->contents, origin, 0, 0);
}

static int put_rest(struct copy *copy)
{
	struct rest rest = { .copy = copy, .err = put_names(copy) };
	struct source_origin origin;

	if (!rest.err)
		rest.err = put_later_facts(copy);
	if (copy->is_part && !rest.err)
		rest.err = ancestors_close(&copy->ancestors, copy->source);
	for (; !rest.err &&
	       !source_get_origin(copy->source, rest.origin, &origin);
	     rest.origin++) {
		if (!is_there(copy, rest.origin))
			continue;
		rest.is_all = !copy->is_part || source_origin_is_other(&origin);
		rest.err = put_notes(copy, rest.origin);
		if (!rest.err)
			source_list_objects(copy->source, rest.origin,
					    put_listed, &rest);
	}
	/* Notes added by the user take precedence. */
	if (!rest.err && copy->carried)
		rest.err = copy_carry(copy, copy->carried);
	return rest.err;
}

/* Types */

static bool is_of_system(const char *name)
{
	return ctf_system_event(name) ||
	       !strcmp(name, "posix_trace_unnamed_userevent");
}

/* A trace of another system may have events of its own by names that a log has for
 * the system's: name has room for one character more. */
static void make_own(const struct copy *copy, char *name)
{
	if (!is_of_system(name))
		return;
	memmove(name + 1, name, strlen(name) + 1);
	*name = '_';
	talk("%s: %s is an event of the system: this one is called %s",
	     copy->source->name, name + 1, name);
}

static int open_type(struct copy *copy, trace_event_id_t type)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char name[TRACE_EVENT_NAME_MAX + 2];
	trace_event_id_t number = type;
	bool named, described;
	int err;

	named = !source_get_name(copy->source, type, name);
	if (named && type > POSIX_TRACE_UNNAMED_USEREVENT)
		make_own(copy, name);
	described =
		named && type > POSIX_TRACE_UNNAMED_USEREVENT &&
		!source_get_description(copy->source, type, text, sizeof(text));
	err = posix_trace_writer_type_np(copy->writer, named ? name : NULL,
					 described ? text : NULL, &number);
	if (!err)
		copy->type[type] = (uint16_t)number;
	copy->may_name[type] = described && strstr(text, "object");
	return note(copy, err);
}

/* Filters name types that may have no event here. */
static int open_members(struct copy *copy, const trace_event_set_t *set)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err = 0;

	for (trace_event_id_t type = POSIX_TRACE_UNNAMED_USEREVENT + 1;
	     type < sizeof(*set) * 8 && !err; type++) {
		int is_member;

		if (!posix_trace_eventset_ismember(type, set, &is_member) &&
		    is_member && !copy->type[type] &&
		    !source_get_name(copy->source, type, name))
			err = open_type(copy, type);
	}
	return err;
}

static int open_sets(struct copy *copy, const struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	trace_event_set_t set[2];
	int err = 0;

	if ((type != POSIX_TRACE_START && type != POSIX_TRACE_FILTER) ||
	    item->data_len > sizeof(set))
		return 0;
	memcpy(set, item->data, item->data_len);
	for (size_t i = 0; i < item->data_len / sizeof(set[0]) && !err; i++)
		err = open_members(copy, &set[i]);
	return err;
}

/* found: the item in the source's numbers. */
static int put_event(struct copy *copy, struct posix_trace_item_np *item,
		     const struct posix_trace_item_np *found)
{
	const trace_event_id_t type = item->info.posix_event_id;
	int err = 0;

	if (type >= COPY_TYPES)
		return EINVAL;
	if (!copy->type[type])
		err = open_type(copy, type);
	if (!err && item->data_len)
		err = open_sets(copy, item);
	if (!err && item->data_len)
		err = put_objects(copy, found);
	if (err)
		return err;

	item->info.posix_event_id = copy->type[type];
	return note(copy, posix_trace_writer_put_np(copy->writer, item));
}

/* The log */

int copy_put(struct copy *copy, const struct posix_trace_item_np *item)
{
	struct posix_trace_item_np put = *item;
	int err = 0;

	put.origin = item->origin + copy->shift;
	if (copy->is_part)
		err = ancestors_meet(&copy->ancestors, item);
	if (!err)
		err = meet(copy, item);
	if (!err && item->kind == POSIX_TRACE_ITEM_EVENT_NP)
		err = put_event(copy, &put, item);
	else if (!err)
		err = note(copy, posix_trace_writer_put_np(copy->writer, &put));
	if (!err)
		totals_add(&copy->totals, item);
	return err;
}

int copy_all(struct copy *copy, struct selection *selection)
{
	struct posix_trace_item_np item;
	int unavailable, err;

	for (;;) {
		err = selection_next(selection, &item, &unavailable);
		if (err || unavailable)
			return err;
		err = copy_put(copy, &item);
		if (err)
			return err;
	}
}

static int open_log(struct copy *copy, const unsigned char uuid[16],
		    enum compression compression, int fd)
{
	struct source_origin first = { .uuid = { 0 } };
	struct posix_trace_log_np about;
	trace_attr_t attr;
	int err;

	err = source_describe(copy->source, &attr, &about);
	if (err)
		return err;
	if (!source_get_origin(copy->source, 0, &first))
		copy->shift =
			memcmp(first.uuid, about.uuid, sizeof(about.uuid)) != 0;
	memcpy(about.uuid, uuid, sizeof(about.uuid));
	err = compression_set(compression, &attr);
	if (!err)
		err = note(copy, posix_trace_writer_open_np(fd, &attr, &about,
							    &copy->writer));
	posix_trace_attr_destroy(&attr);
	/* The target of the log's stream. */
	if (!err && about.target && !copy->shift)
		err = meet_process(copy, 0, about.target);
	return err;
}

static void forget(struct copy *copy)
{
	ancestors_fini(&copy->ancestors);
	contents_fini(&copy->contents);
	fields_fini(&copy->fields);
}

int copy_begin(struct copy *copy, struct source *source,
	       const unsigned char uuid[16], enum compression compression,
	       int fd)
{
	int err;

	memset(copy, 0, sizeof(*copy));
	copy->source = source;
	fields_init(&copy->fields, source);
	err = open_log(copy, uuid, compression, fd);
	if (err)
		copy_abandon(copy);
	return err;
}

int copy_limit(struct copy *copy)
{
	copy->is_part = true;
	return ancestors_find(&copy->ancestors, copy->source);
}

int copy_flush(struct copy *copy)
{
	int err = put_names(copy);

	return err ? err :
		     note(copy, posix_trace_writer_flush_np(copy->writer));
}

int copy_end(struct copy *copy)
{
	struct posix_trace_status_info status = { 0 };
	int err;

	err = put_rest(copy);
	if (err) {
		copy_abandon(copy);
		return err;
	}
	source_get_status(copy->source, &status);
	err = note(copy, posix_trace_writer_close_np(copy->writer, &status));
	copy->writer = NULL;
	forget(copy);
	return err;
}

void copy_abandon(struct copy *copy)
{
	if (copy->writer)
		posix_trace_writer_close_np(copy->writer, NULL);
	copy->writer = NULL;
	forget(copy);
}

static void digest_time(const struct timespec *time, struct digest *digest)
{
	digest_add_number(digest, time->tv_sec);
	digest_add_number(digest, time->tv_nsec);
}

int copy_digest(struct source *source, struct digest *digest)
{
	struct timespec first = { 0 }, last = { 0 };
	struct source_origin origin;
	int err;

	for (unsigned i = 0; !source_get_origin(source, i, &origin); i++) {
		digest_add(digest, origin.uuid, sizeof(origin.uuid));
		digest_add_number(digest, origin.offset_ns);
	}
	err = source_get_times(source, &first, &last);
	digest_time(&first, digest);
	digest_time(&last, digest);
	/* An input that is read once has only the times so far. */
	return err == ENODATA || err == ESPIPE ? 0 : err;
}

void copy_tell(const struct copy *copy, const char *file, uint64_t bytes)
{
	totals_tell(&copy->totals, file, bytes);
}
