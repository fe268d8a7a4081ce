/*
 * source_merge.c - several logs as one source of items
 *
 * A heap has all logs from which something may come, by the time of the item
 * that is at hand, or, while none was read, by the time when the log begins.
 * What follows in a log is fetched when the item before is not needed any
 * more.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "heap.h"
#include "origins.h"
#include "processes.h"
#include "source_log.h"
#include "source_merge.h"
#include "stamp.h"
#include "talk.h"
#include "types.h"

enum {
	NS_PER_S = 1000000000,
	TYPES_GAP = 64, /* so many numbers without a name are behind all */
};

#define NOBODY UINT_MAX /* an origin that nothing comes from */

enum state {
	STATE_AHEAD,   /* in the heap: its time will come */
	STATE_READING, /* in the heap, with an item */
	STATE_WAITING, /* for more to be recorded */
	STATE_OVER,
};

struct input {
	char *name;
	struct source *source;	/* NULL: closed for now */
	struct stat file;
	unsigned char uuid[16];
	enum state state;
	bool is_complete;
	bool is_told; /* its damage */
	bool has_times;
	struct timespec first, last;
	int64_t shift_ns;
	struct posix_trace_status_info status; /* if complete */

	unsigned *origins; /* by the numbers they have there */
	unsigned origin_count;
	trace_event_id_t *types; /* likewise; 0: not met so far */
	trace_event_id_t type_count;
	pid_t process; /* known, of this origin there */
	unsigned process_origin;

	struct posix_trace_item_np item; /* READING */
	trace_event_set_t sets[2]; /* its data, if it tells of types */
};

struct merge {
	struct source source;
	char *name;
	struct input *input;
	size_t count;
	struct heap heap;
	struct input *current; /* whose item was given last */
	bool is_sought;
	int64_t from_ns; /* if so */
	int status; /* the worst damage, told when logs were closed */
	struct origins origins;
	struct processes processes;
	struct types types;
	size_t max_data; /* of any of their streams */
	struct timespec created; /* the first of these; if known */
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
};

static struct merge *merge_of(struct source *source)
{
	return (struct merge *)source;
}

/* Nobody waits for more memory, or more of anything, to read less. */
static bool is_crowded(const struct merge *merge)
{
	return merge->count > SOURCE_MERGE_OPEN;
}

/* Times */

static struct timespec time_of(int64_t ns)
{
	struct timespec time = { .tv_sec = ns / NS_PER_S,
				 .tv_nsec = ns % NS_PER_S };

	if (time.tv_nsec < 0) {
		time.tv_nsec += NS_PER_S;
		time.tv_sec--;
	}
	return time;
}

/* Logs may have any times, and users any offsets. */
static int64_t add_ns(int64_t a, int64_t b)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return a < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

static void shift(struct timespec *time, int64_t ns)
{
	if (ns)
		*time = time_of(add_ns(stamp_ns(time), ns));
}

/* When the items of a log begin and end, as they are given. */
static int64_t first_of(const struct input *input)
{
	return add_ns(stamp_ns(&input->first), input->shift_ns);
}

static int64_t last_of(const struct input *input)
{
	return add_ns(stamp_ns(&input->last), input->shift_ns);
}

/* A log tells of a loss where it ends. */
static int64_t place_of(const struct posix_trace_item_np *item)
{
	return stamp_ns(item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
				&item->lost_end :
				&item->info.posix_timestamp);
}

/* Types */

static trace_event_id_t meet_type(struct merge *merge, struct input *input,
				  trace_event_id_t there)
{
	char *text = merge->description;
	char name[TRACE_EVENT_NAME_MAX + 1];
	const bool is_named = !source_get_name(input->source, there, name);
	const bool is_described =
		is_named && !source_get_description(input->source, there, text,
						    sizeof(merge->description));

	return types_number(&merge->types, is_named ? name : NULL,
			    is_described ? text : NULL,
			    (size_t)(input - merge->input), there);
}

static bool has_room(struct input *input, trace_event_id_t there)
{
	trace_event_id_t count = there < 128 ? 128 : there + there / 2 + 1;
	trace_event_id_t *types;

	if (there < input->type_count)
		return true;
	if (there >= TYPES_MAX)
		return false;
	types = reallocarray(input->types, count, sizeof(*types));
	if (!types)
		return false;
	memset(types + input->type_count, 0,
	       (count - input->type_count) * sizeof(*types));
	input->types = types;
	input->type_count = count;
	return true;
}

static trace_event_id_t type_of(struct merge *merge, struct input *input,
				trace_event_id_t there)
{
	if (!has_room(input, there))
		return POSIX_TRACE_UNNAMED_USER_EVENT;
	if (!input->types[there])
		input->types[there] = meet_type(merge, input, there);
	return input->types[there];
}

/* All that have names by now, so that their numbers depend on nothing but the
 * order of the logs. */
static void meet_types(struct merge *merge, struct input *input)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t last = TYPES_SYSTEM;

	for (trace_event_id_t there = 1; there < last + TYPES_GAP; there++) {
		if (source_get_name(input->source, there, name))
			continue;
		type_of(merge, input, there);
		if (there > last)
			last = there;
	}
}

static bool has_type(const trace_event_set_t *set, trace_event_id_t type)
{
	int is_member;

	return !posix_trace_eventset_ismember(type, set, &is_member) &&
	       is_member;
}

/* Types that nobody has opened yet are all in a set or all not. Those that are
 * not as these have the numbers of their log. */
static void number_set(struct merge *merge, struct input *input,
		       trace_event_set_t *set)
{
	const trace_event_id_t end = sizeof(*set) * 8;
	const trace_event_set_t there = *set;
	const bool usual = has_type(&there, end - 1);
	int (*const put[])(trace_event_id_t, trace_event_set_t *) = {
		posix_trace_eventset_del, posix_trace_eventset_add
	};

	for (trace_event_id_t type = TYPES_SYSTEM; type < end; type++)
		if (has_type(&there, type) != usual)
			put[usual](type, set);
	for (trace_event_id_t type = TYPES_SYSTEM; type < end; type++)
		if (has_type(&there, type) != usual)
			put[!usual](type_of(merge, input, type), set);
}

static void number_sets(struct merge *merge, struct input *input)
{
	struct posix_trace_item_np *item = &input->item;
	const trace_event_id_t type = item->info.posix_event_id;
	const size_t sets = item->data_len / sizeof(input->sets[0]);

	if (type != POSIX_TRACE_START && type != POSIX_TRACE_FILTER)
		return;
	if (!sets || sets > 2 || item->data_len % sizeof(input->sets[0]))
		return;
	memcpy(input->sets, item->data, item->data_len);
	for (size_t i = 0; i < sets; i++)
		number_set(merge, input, &input->sets[i]);
	item->data = input->sets;
}

/* Origins */

static int add_origin(struct merge *merge, struct input *input,
		      const struct source_origin *origin)
{
	unsigned *longer = reallocarray(input->origins, input->origin_count + 1,
					sizeof(*longer));

	if (!longer)
		return ENOMEM;
	input->origins = longer;
	longer += input->origin_count;
	input->origin_count++;
	*longer = NOBODY;
	return origin ? origins_number(&merge->origins, origin, longer) : 0;
}

/* A log that was made of others, and of nothing else, has no stream. */
static int meet_origins(struct merge *merge, struct input *input)
{
	struct source_origin origin, other;
	const bool is_several = !source_get_origin(input->source, 1, &other);
	int err;

	err = source_get_origin(input->source, 0, &origin);
	if (err)
		return err;
	memcpy(input->uuid, origin.uuid, sizeof(input->uuid));
	err = add_origin(merge, input,
			 is_several && !origin.target ? NULL : &origin);
	for (unsigned i = 1; !err; i++) {
		if (source_get_origin(input->source, i, &other))
			break;
		err = add_origin(merge, input, &other);
	}
	return err;
}

static unsigned origin_of(const struct input *input, unsigned there)
{
	return there < input->origin_count && input->origins[there] != NOBODY ?
		       input->origins[there] :
		       0;
}

/* Processes */

/* The next log that is open and has items of an origin, and its number there;
 * the newest come first, as they know best. */
struct look {
	size_t left;
	struct source *source;
	unsigned origin;
};

static bool look_on(const struct merge *merge, unsigned origin,
		    struct look *look)
{
	while (look->left--) {
		const struct input *input = &merge->input[look->left];

		look->source = input->source;
		for (unsigned i = 0; i < input->origin_count; i++) {
			look->origin = i;
			if (input->source && input->origins[i] == origin)
				return true;
		}
	}
	return false;
}

static int get_process(struct source *source, unsigned origin, pid_t pid,
		       struct posix_trace_process_np *process)
{
	const struct merge *merge = merge_of(source);
	struct look look = { .left = merge->count };
	const struct posix_trace_process_np *known;

	known = processes_find(&merge->processes, origin, pid);
	if (known) {
		*process = *known;
		return 0;
	}
	while (look_on(merge, origin, &look))
		if (!source_get_process(look.source, look.origin, pid, process))
			return 0;
	return ESRCH;
}

static int get_module_of(const struct input *input, unsigned origin, pid_t pid,
			 const void *address,
			 struct posix_trace_module_np *module)
{
	for (unsigned i = 0; i < input->origin_count; i++)
		if (input->origins[i] == origin)
			return source_get_module(input->source, i, pid, address,
						 module);
	return ESRCH;
}

/* First by the log of the item at hand: a process may have executed another
 * program by the next one. */
static int get_module(struct source *source, unsigned origin, pid_t pid,
		      const void *address, struct posix_trace_module_np *module)
{
	const struct merge *merge = merge_of(source);
	struct look look = { .left = merge->count };

	if (merge->current && !get_module_of(merge->current, origin, pid,
					     address, module))
		return 0;
	while (look_on(merge, origin, &look))
		if (!source_get_module(look.source, look.origin, pid, address,
				       module))
			return 0;
	return ESRCH;
}

static int list_modules(struct source *source, unsigned origin, pid_t pid,
			source_module *visit, void *argument)
{
	const struct merge *merge = merge_of(source);
	struct look look = { .left = merge->count };

	while (look_on(merge, origin, &look))
		if (!source_list_modules(look.source, look.origin, pid, visit,
					 argument))
			return 0;
	return ESRCH;
}

static int get_thread(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size)
{
	const struct merge *merge = merge_of(source);
	struct look look = { .left = merge->count };
	int err = ENODATA;

	while (err == ENODATA && look_on(merge, origin, &look))
		err = source_get_thread(look.source, look.origin, pid, tid,
					name, size);
	return err;
}

/* What is asked for when its log is closed has to be known by then. */
static void meet_process(struct merge *merge, struct input *input)
{
	const struct posix_trace_item_np *item = &input->item;
	const unsigned origin = origin_of(input, item->origin);
	const pid_t pid = item->info.posix_pid;
	struct posix_trace_process_np process;

	if (!pid || (pid == input->process &&
		     item->origin == input->process_origin))
		return;
	if (!processes_find(&merge->processes, origin, pid) &&
	    (source_get_process(input->source, item->origin, pid, &process) ||
	     processes_add(&merge->processes, origin, &process)))
		return;
	input->process = pid;
	input->process_origin = item->origin;
}

/* Inputs */

static int open_input(struct input *input)
{
	return input->source ? EXIT_SUCCESS :
			       source_log_open(&input->source, input->name);
}

static void tell_input(struct merge *merge, struct input *input, bool growing)
{
	int status;

	if (!input->source || input->is_told)
		return;
	status = source_tell_damage(input->source, growing);
	if (status > merge->status)
		merge->status = status;
	input->is_told = status;
}

static void close_input(struct merge *merge, struct input *input)
{
	tell_input(merge, input, false);
	source_close(input->source);
	input->source = NULL;
}

static void end_input(struct merge *merge, struct input *input)
{
	heap_remove_first(&merge->heap);
	if (!input->is_complete)
		input->is_complete = source_is_complete(input->source);
	input->state = input->is_complete ? STATE_OVER : STATE_WAITING;
	if (input->state == STATE_OVER && is_crowded(merge))
		close_input(merge, input);
}

/* As it is to be given. */
static void prepare(struct merge *merge, struct input *input)
{
	struct posix_trace_item_np *item = &input->item;

	if (is_crowded(merge))
		meet_process(merge, input);
	shift(&item->info.posix_timestamp, input->shift_ns);
	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		shift(&item->lost_end, input->shift_ns);
	} else {
		number_sets(merge, input);
		item->info.posix_event_id =
			type_of(merge, input, item->info.posix_event_id);
	}
	item->origin = origin_of(input, item->origin);
}

/* Errors are of the log that has them. */
static int fetch(struct merge *merge, struct input *input, int *unavailable)
{
	int err = source_next(input->source, &input->item, unavailable);

	if (err)
		merge->source.name = input->name;
	else if (!*unavailable)
		prepare(merge, input);
	return err;
}

/* The next item of the first in the heap. */
static int advance(struct merge *merge, struct input *input)
{
	int unavailable;
	int err = fetch(merge, input, &unavailable);

	if (err)
		return err;
	if (unavailable) {
		end_input(merge, input);
		return 0;
	}
	input->state = STATE_READING;
	heap_change_first(&merge->heap, place_of(&input->item));
	return 0;
}

/* Its time has come. */
static int begin_input(struct merge *merge, struct input *input)
{
	const struct timespec from =
		time_of(add_ns(merge->from_ns, -input->shift_ns));
	const int status = open_input(input);
	int err;

	if (status) {
		merge->status = status;
		heap_remove_first(&merge->heap);
		input->state = STATE_OVER;
		return 0;
	}
	err = merge->is_sought ? source_seek(input->source, &from) :
				 source_rewind(input->source);
	return err ? err : advance(merge, input);
}

/* Whoever waits may have got something. */
static int poll(struct merge *merge)
{
	for (size_t i = 0; i < merge->count; i++) {
		struct input *input = &merge->input[i];
		int unavailable, err;

		if (input->state != STATE_WAITING)
			continue;
		err = fetch(merge, input, &unavailable);
		if (err)
			return err;
		if (unavailable)
			continue;
		input->state = STATE_READING;
		heap_add(&merge->heap, place_of(&input->item), i);
	}
	return 0;
}

static int settle(struct merge *merge)
{
	int err = 0;

	if (merge->current)
		err = advance(merge, merge->current);
	merge->current = NULL;
	if (!err && !merge->heap.count)
		err = poll(merge);
	while (!err && merge->heap.count) {
		struct input *first =
			&merge->input[merge->heap.entry[0].number];

		if (first->state == STATE_READING)
			break;
		err = begin_input(merge, first);
	}
	return err;
}

static int next(struct source *source, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct merge *merge = merge_of(source);
	int err = settle(merge);

	*unavailable = 1;
	if (err || !merge->heap.count)
		return err;
	merge->current = &merge->input[merge->heap.entry[0].number];
	*item = merge->current->item;
	*unavailable = 0;
	return 0;
}

/* Places */

static int read_times(struct input *input)
{
	int err;

	if (!input->source)
		return 0;
	err = source_get_times(input->source, &input->first, &input->last);
	input->has_times = !err;
	return err == ENODATA ? 0 : err;
}

/* Those that grow have other times by now. */
static int read_all_times(struct merge *merge)
{
	int err = 0;

	for (size_t i = 0; !err && i < merge->count; i++) {
		struct input *input = &merge->input[i];

		if (!input->is_complete)
			err = read_times(input);
		if (err)
			merge->source.name = input->name;
	}
	return err;
}

static int go(struct merge *merge)
{
	int err = read_all_times(merge);

	if (err)
		return err;
	merge->current = NULL;
	merge->heap.count = 0;
	for (size_t i = 0; i < merge->count; i++) {
		struct input *input = &merge->input[i];

		if (!input->has_times) {
			input->state = input->is_complete ? STATE_OVER :
							    STATE_WAITING;
			continue;
		}
		input->state = STATE_AHEAD;
		heap_add(&merge->heap, first_of(input), i);
	}
	return 0;
}

static int rewind_all(struct source *source)
{
	struct merge *merge = merge_of(source);

	merge->is_sought = false;
	return go(merge);
}

static bool is_before(const struct input *input, int64_t ns)
{
	return input->has_times && input->is_complete &&
	       last_of(input) < ns;
}

/* What ends before that time need not be opened. */
static int seek(struct source *source, const struct timespec *time)
{
	struct merge *merge = merge_of(source);
	int err;

	merge->is_sought = true;
	merge->from_ns = stamp_ns(time);
	err = go(merge);
	if (err)
		return err;
	merge->heap.count = 0;
	for (size_t i = 0; i < merge->count; i++) {
		struct input *input = &merge->input[i];

		if (input->state != STATE_AHEAD)
			continue;
		if (is_before(input, merge->from_ns))
			input->state = STATE_OVER;
		else
			heap_add(&merge->heap, first_of(input), i);
	}
	return 0;
}

static int get_times(struct source *source, struct timespec *first,
		     struct timespec *last)
{
	struct merge *merge = merge_of(source);
	int64_t least = INT64_MAX, most = INT64_MIN;
	int err = rewind_all(source);

	if (err)
		return err;
	for (size_t i = 0; i < merge->count; i++) {
		const struct input *input = &merge->input[i];
		int64_t begin, end;

		if (!input->has_times)
			continue;
		begin = first_of(input);
		end = last_of(input);
		least = begin < least ? begin : least;
		most = end > most ? end : most;
	}
	if (most < least)
		return ENODATA;
	*first = time_of(least);
	*last = time_of(most);
	return 0;
}

/* What numbers mean */

static const struct type *find_type(struct merge *merge, trace_event_id_t type,
				    struct source **source)
{
	const struct type *found = types_get(&merge->types, type);

	*source = found ? merge->input[found->source].source : NULL;
	return found;
}

/* One that had no name may have got one. */
static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	struct source *there;
	const struct type *found = find_type(merge_of(source), type, &there);

	if (found && found->name) {
		strcpy(name, found->name);
		return 0;
	}
	return there ? source_get_name(there, found->there, name) : EINVAL;
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	struct source *there;
	const struct type *found = find_type(merge_of(source), type, &there);

	if (found && found->description) {
		if (strlen(found->description) >= size)
			return ERANGE;
		strcpy(description, found->description);
		return 0;
	}
	if (!found)
		return EINVAL;
	return there ? source_get_description(there, found->there, description,
					      size) :
		       ENODATA;
}

static const char *get_host(struct source *source, unsigned origin)
{
	const struct origins *origins = &merge_of(source)->origins;

	return origin < origins->count ? origins->origin[origin].host : "";
}

static int get_origin(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	const struct origins *origins = &merge_of(source)->origins;

	if (number >= origins->count)
		return ESRCH;
	*origin = origins->origin[number];
	return 0;
}

/* As a log */

/* Logs of one stream are as the first of them. */
static int describe_stream(struct merge *merge, trace_attr_t *attr,
			   struct posix_trace_log_np *about)
{
	struct input *first = &merge->input[0];
	const bool was_closed = !first->source;
	int err;

	if (open_input(first))
		return EIO;
	err = source_describe(first->source, attr, about);
	if (was_closed) {
		source_close(first->source);
		first->source = NULL;
	}
	return err;
}

static int describe(struct source *source, trace_attr_t *attr,
		    struct posix_trace_log_np *about)
{
	struct merge *merge = merge_of(source);
	int err;

	if (merge->origins.count == 1)
		return describe_stream(merge, attr, about);
	err = posix_trace_attr_init(attr);
	if (err)
		return err;
	memset(about, 0, sizeof(*about));
	err = posix_trace_attr_setmaxdatasize(attr, merge->max_data);
	if (!err && merge->created.tv_sec)
		err = posix_trace_attr_setcreatetime_np(attr, &merge->created);
	if (err)
		posix_trace_attr_destroy(attr);
	return err;
}

static int get_input_status(struct input *input,
			    struct posix_trace_status_info *status)
{
	if (input->source)
		return source_get_status(input->source, status);
	*status = input->status;
	return 0;
}

/* What became of any of them. */
static void add_status(struct posix_trace_status_info *status,
		       const struct posix_trace_status_info *added)
{
	if (added->posix_stream_overrun_status == POSIX_TRACE_OVERRUN)
		status->posix_stream_overrun_status = POSIX_TRACE_OVERRUN;
	if (added->posix_stream_flush_error)
		status->posix_stream_flush_error =
			added->posix_stream_flush_error;
	if (added->posix_log_overrun_status == POSIX_TRACE_OVERRUN)
		status->posix_log_overrun_status = POSIX_TRACE_OVERRUN;
	if (added->posix_log_full_status == POSIX_TRACE_FULL)
		status->posix_log_full_status = POSIX_TRACE_FULL;
}

static int get_status(struct source *source,
		      struct posix_trace_status_info *status)
{
	struct merge *merge = merge_of(source);
	int err;

	err = get_input_status(&merge->input[0], status);
	for (size_t i = 1; !err && i < merge->count; i++) {
		struct posix_trace_status_info added;

		err = get_input_status(&merge->input[i], &added);
		if (!err)
			add_status(status, &added);
	}
	return err;
}

/* Files */

static bool is_complete(struct source *source)
{
	const struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++) {
		const struct input *input = &merge->input[i];

		if (!input->is_complete && !source_is_complete(input->source))
			return false;
	}
	return true;
}

static bool has_file(struct source *source, const struct stat *file)
{
	const struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++)
		if (merge->input[i].file.st_dev == file->st_dev &&
		    merge->input[i].file.st_ino == file->st_ino)
			return true;
	return false;
}

static int tell_damage(struct source *source, bool growing)
{
	struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++)
		tell_input(merge, &merge->input[i], growing);
	return merge->status;
}

static void close_all(struct source *source)
{
	struct merge *merge = merge_of(source);

	for (size_t i = 0; i < merge->count; i++) {
		source_close(merge->input[i].source);
		free(merge->input[i].name);
		free(merge->input[i].origins);
		free(merge->input[i].types);
	}
	free(merge->input);
	free(merge->name);
	heap_fini(&merge->heap);
	origins_fini(&merge->origins);
	processes_fini(&merge->processes);
	types_fini(&merge->types);
	free(merge);
}

static const struct source_class class = {
	.next = next,
	.rewind = rewind_all,
	.seek = seek,
	.get_times = get_times,
	.get_name = get_name,
	.get_description = get_description,
	.get_process = get_process,
	.get_module = get_module,
	.get_thread = get_thread,
	.list_modules = list_modules,
	.get_host = get_host,
	.get_origin = get_origin,
	.describe = describe,
	.get_status = get_status,
	.is_complete = is_complete,
	.has_file = has_file,
	.tell_damage = tell_damage,
	.close = close_all,
};

/* Opening */

/* Of what it was made of, not of itself. */
static bool has_origin(const struct merge *merge, const struct input *input,
		       const unsigned char uuid[16])
{
	for (unsigned i = 1; i < input->origin_count; i++) {
		const struct source_origin *origin =
			&merge->origins.origin[input->origins[i]];

		if (!memcmp(origin->uuid, uuid, sizeof(origin->uuid)))
			return true;
	}
	return false;
}

/* Events are to come once. */
static bool is_twice(const struct merge *merge, const struct input *added)
{
	for (const struct input *input = merge->input; input < added; input++) {
		if (!strcmp(input->name, added->name))
			talk("%s: is named twice", added->name);
		else if (!memcmp(input->uuid, added->uuid, sizeof(added->uuid)))
			talk("%s: is the same log as %s", added->name,
			     input->name);
		else if (has_origin(merge, added, input->uuid))
			talk("%s: was made of %s, among others", added->name,
			     input->name);
		else if (has_origin(merge, input, added->uuid))
			talk("%s: was made of %s, among others", input->name,
			     added->name);
		else
			continue;
		return true;
	}
	return false;
}

static bool is_earlier(const struct timespec *a, const struct timespec *b)
{
	return !b->tv_sec || stamp_ns(a) < stamp_ns(b);
}

static int meet_stream(struct merge *merge, struct input *input)
{
	struct posix_trace_log_np about;
	struct timespec created = { 0 };
	trace_attr_t attr;
	size_t max_data = 0;
	int err;

	err = source_describe(input->source, &attr, &about);
	if (err)
		return err;
	posix_trace_attr_getmaxdatasize(&attr, &max_data);
	posix_trace_attr_getcreatetime(&attr, &created);
	posix_trace_attr_destroy(&attr);
	if (max_data > merge->max_data)
		merge->max_data = max_data;
	if (created.tv_sec && is_earlier(&created, &merge->created))
		merge->created = created;
	return source_get_status(input->source, &input->status);
}

static int learn(struct merge *merge, struct input *input)
{
	int err;

	err = meet_origins(merge, input);
	if (!err)
		err = meet_stream(merge, input);
	if (!err)
		err = read_times(input);
	if (err)
		return err;
	meet_types(merge, input);
	input->is_complete = source_is_complete(input->source);
	return 0;
}

static int admit(struct merge *merge, struct input *input, const char *name)
{
	int status, err;

	input->name = strdup(name);
	if (!input->name) {
		talk_error(name, ENOMEM);
		return EXIT_SYSTEM;
	}
	status = open_input(input);
	if (status)
		return status;
	if (stat(name, &input->file))
		memset(&input->file, 0, sizeof(input->file));
	err = learn(merge, input);
	if (err) {
		talk_error(name, err);
		return EXIT_SYSTEM;
	}
	if (is_twice(merge, input))
		return EXIT_MISUSE;
	if (is_crowded(merge) && input->is_complete) {
		source_close(input->source);
		input->source = NULL;
	}
	return EXIT_SUCCESS;
}

static int reserve(struct merge *merge, size_t count)
{
	merge->input = calloc(count, sizeof(*merge->input));
	if (!merge->input || heap_reserve(&merge->heap, count))
		return ENOMEM;
	merge->count = count;
	return 0;
}

static int admit_all(struct merge *merge, char *const *names, size_t count)
{
	int status = EXIT_SUCCESS;

	if (reserve(merge, count) ||
	    asprintf(&merge->name, count == 2 ? "%s and %zu more log" :
						"%s and %zu more logs",
		     names[0], count - 1) < 0) {
		merge->name = NULL;
		talk_error(names[0], ENOMEM);
		return EXIT_SYSTEM;
	}
	merge->source.name = merge->name;
	for (size_t i = 0; !status && i < count; i++)
		status = admit(merge, &merge->input[i], names[i]);
	return status;
}

int source_merge_open(struct source **source, char *const *names, size_t count)
{
	struct merge *merge = calloc(1, sizeof(*merge));
	int status, err;

	if (!merge) {
		talk_error(names[0], ENOMEM);
		return EXIT_SYSTEM;
	}
	merge->source.class = &class;
	types_init(&merge->types);
	status = admit_all(merge, names, count);
	if (!status) {
		err = rewind_all(&merge->source);
		if (err) {
			talk_error(merge->source.name, err);
			status = EXIT_SYSTEM;
		}
	}
	if (status)
		close_all(&merge->source);
	else
		*source = &merge->source;
	return status;
}

/* What a user may ask of the logs */

const char *source_merge_name(struct source *source, size_t log)
{
	return merge_of(source)->input[log].name;
}

const unsigned char *source_merge_uuid(struct source *source, size_t log)
{
	return merge_of(source)->input[log].uuid;
}

size_t source_merge_count(struct source *source)
{
	return merge_of(source)->count;
}

bool source_merge_origin(struct source *source, size_t log, unsigned which,
			 unsigned *origin)
{
	const struct input *input = &merge_of(source)->input[log];

	which += input->origins[0] == NOBODY;
	if (which >= input->origin_count)
		return false;
	*origin = input->origins[which];
	return true;
}

int source_merge_shift(struct source *source, size_t log, int64_t ns,
		       uint64_t error_ns)
{
	struct merge *merge = merge_of(source);
	unsigned origin;

	merge->input[log].shift_ns = ns;
	for (unsigned i = 0; source_merge_origin(source, log, i, &origin); i++)
		origins_shift(&merge->origins, origin, ns, error_ns);
	return rewind_all(source);
}
