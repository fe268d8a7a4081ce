/*
 * source_foreign.c - the trace of another system as a source of items
 *
 * Reading begins at the start: seeking a time reads up to it, and the last time
 * is found by reading everything. An input that can be read only once, as a
 * pipe, supports neither: ESPIPE.
 *
 * A trace may give names to things in earlier events. So a file is read to its
 * end first, and all items have the names that a log of them would have. An
 * input that can be read only once, or may grow, has the names so far.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"
#include "common/command.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "source/ctf/system_events.h"
#include "source/device/device.h"
#include "source/follow.h"
#include "source/foreign/damage.h"
#include "source/foreign/foreign.h"
#include "source/foreign/modules.h"
#include "source/foreign/order.h"
#include "source/source_foreign.h"

bool foreign_is_news(const struct foreign *foreign, const char *tale)
{
	static struct pxt_map told;
	char *key;
	size_t *count = NULL;
	const int len = asprintf(&key, "%s: %s", foreign->name, tale);

	if (len < 0)
		return true;
	count = pxt_map_at(&told, key, (size_t)len);
	free(key);
	return !count || !(*count)++;
}

void foreign_tell(struct foreign *foreign)
{
	const char *tale;

	while ((tale = pxt_trace_next_tale(foreign->trace)))
		if (foreign_is_news(foreign, tale))
			talk("%s: %s", foreign->name, tale);
}

/* Items */

/* An endless line is left when the user quits. */
static int read_item(struct foreign *foreign, struct posix_trace_item_np *item,
		     int *unavailable)
{
	if (foreign->as.grows && !follow_is_wanted())
		pxt_feed_pause(foreign->feed, true);
	return foreign->format->import->next(&foreign->import, item,
					     unavailable);
}

/* A line's data may turn out late not to be such a trace: that ends it. */
static bool is_refused(struct foreign *foreign, int err)
{
	if (err == ENOMEM || !*pxt_trace_get_refusal(foreign->trace))
		return false;
	foreign->refused = err;
	pxt_feed_end(foreign->feed);
	return true;
}

/* Notes that a packed input ended too early, once. */
static int note_fault(struct foreign *foreign)
{
	const char *fault = pxt_feed_fault(foreign->feed);
	size_t ahead;

	if (!fault || foreign->is_faulty)
		return 0;
	if (!foreign->wrapping && pxt_trace_create(&foreign->wrapping))
		return ENOMEM;
	foreign->is_faulty = true;
	pxt_feed_peek(foreign->feed, &ahead);
	pxt_trace_damage(foreign->wrapping,
			 pxt_feed_offset(foreign->feed) + ahead, 0, "%s",
			 fault);
	return 0;
}

static int next_item(struct foreign *foreign, struct posix_trace_item_np *item,
		     int *unavailable)
{
	int err;

	if (foreign->has_ahead) {
		*item = foreign->ahead;
		*unavailable = 0;
		foreign->has_ahead = false;
		return 0;
	}
	*unavailable = 1;
	if (foreign->refused)
		return 0;
	err = read_item(foreign, item, unavailable);
	if (!err)
		err = pxt_trace_error(foreign->trace);
	if (!err && *unavailable)
		err = note_fault(foreign);
	foreign_tell(foreign);
	if (!err || !is_refused(foreign, err))
		return err;
	*unavailable = 1;
	return 0;
}

static void end_import(struct foreign *foreign)
{
	if (foreign->is_read)
		foreign->format->import->close(&foreign->import);
	foreign->is_read = false;
	foreign->has_ahead = false;
}

int foreign_begin(struct foreign *foreign)
{
	foreign->import = (struct pxt_import){
		.feed = foreign->feed,
		.trace = foreign->trace,
		.settings = &foreign->settings,
	};
	foreign->is_read = true;
	foreign->refused = 0;
	return foreign->format->import->open(&foreign->import);
}

/* The bytes are not read again where all items were kept. */
static int rewind_import(struct foreign *foreign)
{
	const struct pxt_importer *import = foreign->format->import;

	foreign->has_ahead = false;
	return foreign->is_read && import->rewind ?
		       import->rewind(&foreign->import) :
		       ENOTSUP;
}

static int begin_again(struct foreign *foreign)
{
	int err;

	err = rewind_import(foreign);
	if (err != ENOTSUP)
		return err;
	if (foreign->is_folder) {
		end_import(foreign);
		err = foreign_decode(foreign);
	} else {
		err = pxt_feed_rewind(foreign->feed);
	}
	if (err)
		return err;
	end_import(foreign);
	pxt_trace_rewind(foreign->trace);
	return foreign_begin(foreign);
}

int foreign_cut(const struct foreign *foreign)
{
	int err;

	return pxt_feed_line_ended(foreign->feed, &err) ?
		       device_cut(foreign->fd, err) :
		       0;
}

bool foreign_can_rewind(const struct foreign *foreign)
{
	struct stat st;

	return foreign->payload.data || foreign->is_folder ||
	       (!fstat(foreign->fd, &st) && S_ISREG(st.st_mode));
}

bool foreign_is_silent(const struct foreign *foreign)
{
	size_t ahead;

	pxt_feed_peek(foreign->feed, &ahead);
	return foreign->as.grows && !foreign_can_rewind(foreign) && !ahead &&
	       !pxt_feed_offset(foreign->feed);
}

static struct timespec end_of(const struct posix_trace_item_np *item)
{
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
		       item->lost_end :
		       item->info.posix_timestamp;
}

/* Reads available items, in the only pass. */
static int read_all(struct foreign *foreign)
{
	struct posix_trace_item_np item;
	int unavailable = 0;
	int err;

	foreign->has_items = false;
	for (;;) {
		err = next_item(foreign, &item, &unavailable);
		if (err || unavailable)
			return err;
		if (!foreign->has_items)
			foreign->first = item.info.posix_timestamp;
		foreign->last = end_of(&item);
		foreign->has_items = true;
	}
}

/* Reads everything to learn names, and begins again. Errors recur in their
 * place. Events of a CTF trace come with the names of their threads. */
static int learn(struct foreign *foreign)
{
	if (foreign->has_learned || foreign->as.grows || foreign->is_folder ||
	    !foreign_can_rewind(foreign))
		return 0;
	foreign->has_learned = true;
	if (!read_all(foreign))
		pxt_trace_learned(foreign->trace);
	return begin_again(foreign);
}

/* An input that is read once describes itself before its first item, if
 * ever. */
static int look_ahead(struct foreign *foreign)
{
	struct posix_trace_item_np item;
	int unavailable = 0;
	int err = learn(foreign);

	if (err || foreign->has_learned || foreign->has_ahead ||
	    foreign->has_given)
		return err;
	err = next_item(foreign, &item, &unavailable);
	foreign->has_ahead = !err && !unavailable;
	foreign->ahead = item;
	return 0;
}

static int next(struct source *source, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct foreign *foreign = foreign_of(source);
	const int err = learn(foreign);

	*unavailable = 1;
	foreign->has_given = true;
	return err ? err : next_item(foreign, item, unavailable);
}

static int rewind_foreign(struct source *source)
{
	return begin_again(foreign_of(source));
}

static int seek(struct source *source, const struct timespec *time)
{
	struct foreign *foreign = foreign_of(source);
	const int64_t wanted = stamp_ns(time);
	struct posix_trace_item_np item;
	struct timespec end;
	int unavailable;
	int err;

	err = foreign_can_rewind(foreign) ? begin_again(foreign) : ESPIPE;
	while (!err) {
		err = next(source, &item, &unavailable);
		if (err || unavailable)
			return err;
		end = end_of(&item);
		if (stamp_ns(&end) < wanted)
			continue;
		foreign->ahead = item;
		foreign->has_ahead = true;
		return 0;
	}
	return err;
}

static int get_times(struct source *source, struct timespec *first,
		     struct timespec *last)
{
	struct foreign *foreign = foreign_of(source);
	int err;

	if (!foreign_can_rewind(foreign))
		return ESPIPE;
	err = begin_again(foreign);
	if (!err)
		err = learn(foreign);
	if (!err && !foreign->has_learned)
		err = read_all(foreign);
	if (!err && !foreign->has_learned)
		err = begin_again(foreign);
	if (!err && !foreign->has_items)
		err = ENODATA;
	*first = foreign->first;
	*last = foreign->last;
	return err;
}

/* Names and other facts */

static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	const char *found =
		pxt_trace_type_name(foreign_of(source)->trace, type);

	if (!found)
		found = ctf_system_event_name(type);
	if (!found)
		return EINVAL;
	snprintf(name, TRACE_EVENT_NAME_MAX + 1, "%s", found);
	return 0;
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	const char *found =
		pxt_trace_type_description(foreign_of(source)->trace, type);

	if (!found)
		return ENODATA;
	return (size_t)snprintf(description, size, "%s", found) < size ? 0 :
									 ERANGE;
}

static int get_process(struct source *source, unsigned origin, pid_t pid,
		       struct posix_trace_process_np *process)
{
	struct foreign *foreign = foreign_of(source);
	const char *name;

	if (origin || learn(foreign))
		return ESRCH;
	name = pxt_trace_get_process(foreign->trace, pid);
	if (!name)
		return ESRCH;
	*process = (struct posix_trace_process_np){
		.pid = pid,
		.name = name,
		.command = "",
	};
	return 0;
}

static int get_thread(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size)
{
	struct foreign *foreign = foreign_of(source);
	const char *found;

	if (origin || learn(foreign))
		return ENODATA;
	found = pxt_trace_get_thread(foreign->trace, pid, tid);
	if (!found)
		return ENODATA;
	return (size_t)snprintf(name, size, "%s", found) < size ? 0 : ERANGE;
}

static const char *get_host(struct source *source, unsigned origin)
{
	return origin ? "" : pxt_trace_get_host(foreign_of(source)->trace);
}

static int get_origin(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	struct foreign *foreign = foreign_of(source);

	if (number || learn(foreign))
		return ESRCH;
	*origin = (struct source_origin){ .host = "" };
	snprintf(origin->host, sizeof(origin->host), "%s",
		 pxt_trace_get_host(foreign->trace));
	memcpy(origin->uuid, foreign->uuid, sizeof(origin->uuid));
	memcpy(origin->boot, foreign->boot, sizeof(origin->boot));
	snprintf(origin->system, sizeof(origin->system), "%s",
		 pxt_trace_get_system(foreign->trace));
	return 0;
}

static int get_object(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	struct foreign *foreign = foreign_of(source);

	if (origin || learn(foreign))
		return ESRCH;
	return pxt_trace_get_object(foreign->trace, pid, address,
				    kind ? kind : "", when, object);
}

static int list_objects(struct source *source, unsigned origin,
			source_object *visit, void *argument)
{
	struct foreign *foreign = foreign_of(source);
	struct posix_trace_object_np object;
	const int err = learn(foreign);

	for (size_t i = 0; !origin && !err &&
			   !pxt_trace_list_object(foreign->trace, i, &object);
	     i++)
		visit(&object, argument);
	return err;
}

static int get_note(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note)
{
	struct foreign *foreign = foreign_of(source);
	const size_t notes = pxt_trace_count_notes(foreign->trace);

	if (origin)
		return ENODATA;
	if (index >= notes)
		return foreign_damage_note(foreign, index - (unsigned)notes,
					   note);
	note->value = pxt_trace_list_note(foreign->trace, index, &note->key);
	return 0;
}

static int describe(struct source *source, trace_attr_t *attr,
		    struct posix_trace_log_np *about)
{
	struct foreign *foreign = foreign_of(source);
	const int err = look_ahead(foreign);

	if (err)
		return err;
	*about = (struct posix_trace_log_np){ .complete = 1 };
	memcpy(about->uuid, foreign->uuid, sizeof(about->uuid));
	memcpy(about->boot, foreign->boot, sizeof(about->boot));
	snprintf(about->host, sizeof(about->host), "%s",
		 pxt_trace_get_host(foreign->trace));
	snprintf(about->system, sizeof(about->system), "%s",
		 pxt_trace_get_system(foreign->trace));
	return posix_trace_attr_init(attr);
}

/* Files are polled by time. */
static int descriptor(struct source *source)
{
	const struct foreign *foreign = foreign_of(source);

	return foreign_can_rewind(foreign) ? -1 : foreign->fd;
}

static void follow(struct source *source, bool on)
{
	struct foreign *foreign = foreign_of(source);

	if (foreign->as.grows)
		pxt_feed_pause(foreign->feed, !on);
}

/* The stream has ended. */
static int get_status(struct source *source,
		      struct posix_trace_status_info *status)
{
	(void)source;
	*status = (struct posix_trace_status_info){
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
		.posix_stream_overrun_status = POSIX_TRACE_NO_OVERRUN,
		.posix_log_overrun_status = POSIX_TRACE_NO_OVERRUN,
		.posix_log_full_status = POSIX_TRACE_NOT_FULL,
	};
	return 0;
}

static bool is_complete(struct source *source)
{
	const struct foreign *foreign = foreign_of(source);

	return !foreign->as.grows || pxt_feed_ended(foreign->feed);
}

static bool has_file(struct source *source, const struct stat *file)
{
	const struct foreign *foreign = foreign_of(source);
	struct stat st;

	return !(foreign->is_folder ? stat(foreign->name, &st) :
				      fstat(foreign->fd, &st)) &&
	       st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

static int tell_damage(struct source *source, bool growing)
{
	(void)growing;
	return foreign_damage_tell(foreign_of(source));
}

static void close_foreign(struct source *source)
{
	struct foreign *foreign = foreign_of(source);

	end_import(foreign);
	foreign_order_end(foreign);
	pxt_trace_close(foreign->trace);
	pxt_trace_close(foreign->wrapping);
	pxt_feed_close(foreign->feed);
	pxt_payload_fini(&foreign->payload);
	if (foreign->is_folder)
		ctf_decoder_stop(&foreign->decoder);
	else if (foreign->fd > STDERR_FILENO)
		close(foreign->fd);
	ctf_folder_fini(&foreign->decoder.folder);
	ctf_modules_fini(&foreign->modules);
	free(foreign->name);
	free(foreign->beside);
	free(foreign);
}

const struct source_class foreign_class = {
	.next = next,
	.rewind = rewind_foreign,
	.seek = seek,
	.get_times = get_times,
	.get_name = get_name,
	.get_description = get_description,
	.get_process = get_process,
	.get_module = foreign_modules_get,
	.get_era = foreign_modules_get_era,
	.list_modules = foreign_modules_list,
	.get_host = get_host,
	.get_origin = get_origin,
	.get_thread = get_thread,
	.get_object = get_object,
	.list_objects = list_objects,
	.get_note = get_note,
	.describe = describe,
	.get_status = get_status,
	.follow = follow,
	.descriptor = descriptor,
	.is_complete = is_complete,
	.has_file = has_file,
	.tell_damage = tell_damage,
	.close = close_foreign,
};

const struct pxt_format *source_foreign_format(struct source *source)
{
	return source->class == &foreign_class ? foreign_of(source)->format :
						 NULL;
}

uint64_t source_foreign_size(struct source *source)
{
	const struct foreign *foreign = foreign_of(source);
	const struct pxt_feed *feed = foreign->feed;
	size_t ahead;

	if (foreign->is_folder)
		return foreign->decoder.folder.bytes;
	pxt_feed_peek(feed, &ahead);
	return pxt_feed_offset(feed) + ahead;
}
