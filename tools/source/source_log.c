/*
 * source_log.c - a log as a source of items
 */
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "source/logs.h"
#include "source/log_workers.h"
#include "source/source_log.h"

struct source_log {
	struct source source;
	char *name;
	trace_id_t trid;
	int fd;
	struct log_workers *ahead; /* NULL: the items are read by trid */
};

/* The host of the last origin that a thread asked for. */
struct asked_host {
	const struct source_log *log; /* NULL: none */
	unsigned origin;
	char host[65];
};

static _Thread_local struct asked_host asked;

static trace_id_t trid_of(const struct source *source)
{
	return ((const struct source_log *)source)->trid;
}

static struct log_workers *ahead_of(const struct source *source)
{
	return ((const struct source_log *)source)->ahead;
}

static int next(struct source *source, struct posix_trace_item_np *item,
		int *unavailable)
{
	return ahead_of(source) ?
		       log_workers_next(ahead_of(source), item, unavailable) :
		       posix_trace_getnext_item_np(trid_of(source), item,
						   unavailable);
}

static int rewind_log(struct source *source)
{
	return ahead_of(source) ? log_workers_rewind(ahead_of(source)) :
				  posix_trace_rewind(trid_of(source));
}

static int seek(struct source *source, const struct timespec *time)
{
	return ahead_of(source) ? log_workers_seek(ahead_of(source), time) :
				  posix_trace_seek_np(trid_of(source), time);
}

static int get_times(struct source *source, struct timespec *first,
		     struct timespec *last)
{
	int err = 0;

	if (ahead_of(source))
		err = log_workers_rewind(ahead_of(source));
	return err ? err :
		     posix_trace_get_times_np(trid_of(source), first, last);
}

static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	return posix_trace_eventid_get_name(trid_of(source), type, name);
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	return posix_trace_eventid_get_description_np(trid_of(source), type,
						      description, size);
}

static int get_process(struct source *source, unsigned origin, pid_t pid,
		       struct posix_trace_process_np *process)
{
	return posix_trace_get_process_np(trid_of(source), origin, pid,
					  process);
}

static int get_module(struct source *source, unsigned origin, pid_t pid,
		      const void *address, const struct timespec *when,
		      struct posix_trace_module_np *module)
{
	(void)when;
	return posix_trace_get_module_np(trid_of(source), origin, pid, address,
					 module);
}

/* In a log with several origins each is looked up again and again. */
static const char *get_host(struct source *source, unsigned origin)
{
	const struct source_log *log = (struct source_log *)source;
	struct posix_trace_origin_np found;

	if (asked.log == log && asked.origin == origin)
		return asked.host;
	*asked.host = '\0';
	if (!posix_trace_get_origin_np(log->trid, origin, &found))
		memcpy(asked.host, found.host, sizeof(asked.host));
	asked.log = log;
	asked.origin = origin;
	return asked.host;
}

static void tell_stream(trace_id_t trid, struct source_origin *origin)
{
	trace_attr_t attr;

	if (posix_trace_get_attr(trid, &attr))
		return;
	posix_trace_attr_getcreatetime(&attr, &origin->created);
	posix_trace_attr_destroy(&attr);
}

/* The log itself has more facts than an origin in a log made from it. */
static int tell_log(trace_id_t trid, struct source_origin *origin)
{
	struct posix_trace_log_np facts;
	int err;

	err = posix_trace_get_log_np(trid, &facts);
	if (err)
		return err;
	origin->clock = facts.clock;
	origin->clock_sync = facts.clock_sync;
	origin->clock_offset_ns = facts.clock_offset_ns;
	origin->clock_error_ns = facts.clock_error_ns;
	origin->target = facts.target;
	tell_stream(trid, origin);
	return 0;
}

static int get_origin(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	struct posix_trace_origin_np found;
	int err;

	err = posix_trace_get_origin_np(trid_of(source), number, &found);
	if (err)
		return err;
	*origin = (struct source_origin){
		.offset_ns = found.offset_ns,
		.error_ns = found.error_ns,
	};
	memcpy(origin->uuid, found.uuid, sizeof(origin->uuid));
	memcpy(origin->boot, found.boot, sizeof(origin->boot));
	memcpy(origin->host, found.host, sizeof(origin->host));
	memcpy(origin->system, found.system, sizeof(origin->system));
	return number ? 0 : tell_log(trid_of(source), origin);
}

static int get_thread(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size)
{
	return posix_trace_get_thread_np(trid_of(source), origin, pid, tid,
					 name, size);
}

static int list_modules(struct source *source, unsigned origin, pid_t pid,
			source_module *visit, void *argument)
{
	return posix_trace_list_modules_np(trid_of(source), origin, pid, visit,
					   argument);
}

static int get_object(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	return posix_trace_get_object_np(trid_of(source), origin, pid, address,
					 kind, when, object);
}

static int list_objects(struct source *source, unsigned origin,
			source_object *visit, void *argument)
{
	return posix_trace_list_objects_np(trid_of(source), origin, visit,
					   argument);
}

static int get_note(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note)
{
	return posix_trace_get_note_np(trid_of(source), origin, index, note);
}

static int describe(struct source *source, trace_attr_t *attr,
		    struct posix_trace_log_np *about)
{
	int err;

	err = posix_trace_get_log_np(trid_of(source), about);
	return err ? err : posix_trace_get_attr(trid_of(source), attr);
}

static int get_status(struct source *source,
		      struct posix_trace_status_info *status)
{
	return posix_trace_get_status(trid_of(source), status);
}

static void stop_reading_ahead(struct source_log *log)
{
	log_workers_close(log->ahead);
	log->ahead = NULL;
}

static void follow(struct source *source, bool on)
{
	if (on) {
		stop_reading_ahead((struct source_log *)source);
		source->is_settled = source->has_no_programs = false;
	}
	posix_trace_follow_np(trid_of(source), on);
}

static bool is_complete(struct source *source)
{
	struct posix_trace_log_np facts;

	return posix_trace_get_log_np(trid_of(source), &facts) ||
	       facts.complete;
}

static bool has_file(struct source *source, const struct stat *file)
{
	const struct source_log *log = (const struct source_log *)source;
	struct stat st;

	return !fstat(log->fd, &st) && st.st_dev == file->st_dev &&
	       st.st_ino == file->st_ino;
}

static unsigned more_of(unsigned one, unsigned other)
{
	return one > other ? one : other;
}

/* Unites what two readers have met: the first place is that of the lower offset.
 * The others are not known, and count as the same ones as far as they can be. */
static void unite(struct posix_trace_damage_np *damage,
		  const struct posix_trace_damage_np *other)
{
	const unsigned known = damage->offset == other->offset ? 1 : 2;
	const unsigned most = more_of(damage->count, other->count);

	if (!other->count)
		return;
	if (!damage->count) {
		*damage = *other;
		return;
	}
	if (other->offset < damage->offset)
		*damage = *other;
	damage->count = more_of(most, known);
}

/* Places that workers have not met may have been met where times were looked
 * for. */
int source_log_get_damage(const struct source *source,
			  struct posix_trace_damage_np *damage)
{
	struct posix_trace_damage_np ahead;
	int err;

	err = posix_trace_get_damage_np(trid_of(source), damage);
	if (err || !ahead_of(source))
		return err;
	err = log_workers_get_damage(ahead_of(source), &ahead);
	if (!err)
		unite(damage, &ahead);
	return err;
}

static int tell_damage(struct source *source, bool growing)
{
	const struct source_log *log = (const struct source_log *)source;
	struct posix_trace_damage_np damage;

	if (source_log_get_damage(source, &damage))
		return EXIT_SUCCESS;
	return logs_tell_damage(log->fd, log->trid, &damage, source->name,
				growing);
}

static void close_log(struct source *source)
{
	struct source_log *log = (struct source_log *)source;

	stop_reading_ahead(log);
	asked.log = NULL;
	logs_close(log->fd, log->trid);
	free(log->name);
	free(log);
}

static const struct source_class class = {
	.next = next,
	.rewind = rewind_log,
	.seek = seek,
	.get_times = get_times,
	.get_name = get_name,
	.get_description = get_description,
	.get_process = get_process,
	.get_module = get_module,
	.get_host = get_host,
	.get_origin = get_origin,
	.get_thread = get_thread,
	.list_modules = list_modules,
	.get_object = get_object,
	.list_objects = list_objects,
	.get_note = get_note,
	.describe = describe,
	.get_status = get_status,
	.follow = follow,
	.is_complete = is_complete,
	.has_file = has_file,
	.tell_damage = tell_damage,
	.close = close_log,
};

trace_id_t source_log_trid(const struct source *source)
{
	return trid_of(source);
}

int source_log_file(const struct source *source)
{
	return ((const struct source_log *)source)->fd;
}

static void look_for_program(const struct posix_trace_object_np *object,
			     void *argument)
{
	struct source *source = argument;

	if (!strcmp(object->kind, "program"))
		source->has_no_programs = false;
}

static void learn(struct source *source)
{
	struct posix_trace_origin_np origin;

	source->is_settled = is_complete(source);
	source->has_no_programs = source->is_settled;
	for (unsigned i = 0;
	     source->has_no_programs &&
	     !posix_trace_get_origin_np(trid_of(source), i, &origin);
	     i++)
		if (list_objects(source, i, look_for_program, source))
			source->has_no_programs = false;
}

int source_log_open(struct source **source, const char *name)
{
	struct source_log *log = calloc(1, sizeof(*log));
	int status = EXIT_SYSTEM;

	if (log)
		log->name = strdup(name);
	if (log && log->name)
		status = logs_open(name, &log->fd, &log->trid);
	else
		talk("%s: not enough memory", name);
	if (status) {
		if (log)
			free(log->name);
		free(log);
		return status;
	}
	log->source.class = &class;
	log->source.name = log->name;
	learn(&log->source);
	*source = &log->source;
	return EXIT_SUCCESS;
}

void source_log_read_ahead(struct source *source, const struct source_as *as)
{
	struct source_log *log = (struct source_log *)source;

	if (source->class == &class && !as->grows)
		log->ahead = log_workers_open(log->fd, log->trid, as->workers,
					      as->wants_workers);
}

bool source_log_is(const struct source *source)
{
	return source->class == &class;
}

struct log_workers *source_log_workers(const struct source *source)
{
	return source->class == &class ? ahead_of(source) : NULL;
}
