/*
 * split_by.c - splitting a log by process, thread or event type
 *
 * A first pass finds the parts and their names; further passes write a limited
 * number of parts each, as many as may be open at once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/map.h"
#include "common/command.h"
#include "common/talk.h"
#include "write/part.h"
#include "write/split.h"

enum {
	OPEN_MAX = 64,
	PARTS_MAX = 10000,
	LOSSES = -1, /* losses of unknown events */
};

/* The numbers that the items of a part have in common. */
struct part_key {
	unsigned origin;
	pid_t pid; /* process, or event type */
	pid_t tid; /* 0: a process */
};

/* A part to be written. */
struct slot {
	struct part_key key;
	struct timespec time; /* time of its first item */
	char *name;	      /* name of its file */
};

struct parts {
	struct split *split;
	struct pxt_map numbers; /* numbers of parts, + 1, by their keys */
	struct slot *slot;
	size_t count, room;
	struct part open[OPEN_MAX];
};

/* Keys */

static struct part_key key_of(const struct split *split,
			      const struct posix_trace_item_np *item)
{
	const struct posix_trace_event_info *info = &item->info;

	switch (split->by) {
	case SPLIT_BY_PROCESS:
		return (struct part_key){ item->origin, info->posix_pid, 0 };
	case SPLIT_BY_THREAD:
		return (struct part_key){ item->origin, info->posix_pid,
					  item->tid };
	default:
		return (struct part_key){
			0,
			item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
				LOSSES :
				(pid_t)info->posix_event_id,
			0
		};
	}
}

static int add_slot(struct parts *parts, const struct part_key *key,
		    const struct timespec *time)
{
	if (parts->count == PARTS_MAX)
		return EFBIG;
	if (pxt_array_reserve(&parts->slot, &parts->room, parts->count + 1,
			      sizeof(*parts->slot)))
		return ENOMEM;
	parts->slot[parts->count++] =
		(struct slot){ .key = *key, .time = *time };
	return 0;
}

static int look_at(struct parts *parts, const struct posix_trace_item_np *item)
{
	const struct part_key key = key_of(parts->split, item);
	const struct timespec time = split_time(item);
	size_t *number = pxt_map_at(&parts->numbers, &key, sizeof(key));
	int err = 0;

	if (!number)
		return ENOMEM;
	if (!*number) {
		err = add_slot(parts, &key, &time);
		*number = parts->count;
	}
	return err;
}

static int refuse(const struct parts *parts, int err)
{
	if (err == EFBIG)
		talk("%s: that would be more than %d parts",
		     parts->split->source->name, PARTS_MAX);
	else
		talk_error(parts->split->source->name, err);
	return err == EFBIG ? EXIT_MISUSE : EXIT_SYSTEM;
}

static int find_parts(struct parts *parts)
{
	struct split *split = parts->split;
	struct posix_trace_item_np item;
	int unavailable, err;

	err = selection_begin(split->selection, split->source, split->to.utc);
	if (err)
		return selection_refuse(split->selection, err);
	for (;;) {
		err = selection_next(split->selection, &item, &unavailable);
		if (!err && unavailable)
			return EXIT_SUCCESS;
		if (!err)
			err = look_at(parts, &item);
		if (err)
			return refuse(parts, err);
	}
}

/* Names */

static void name_event(const struct split *split, pid_t type,
		       char name[TRACE_EVENT_NAME_MAX + 1])
{
	if (type == LOSSES)
		strcpy(name, "lost");
	else if (source_get_name(split->source, (trace_event_id_t)type, name))
		sprintf(name, "#%d", (int)type);
}

static bool make_name(const struct split *split, struct slot *slot,
		      unsigned number)
{
	char event[TRACE_EVENT_NAME_MAX + 1] = "";
	char program[64] = "";
	struct filename_facts facts = {
		.number = number,
		.time = slot->time.tv_sec,
		.event = event,
		.tid = slot->key.tid,
	};

	if (split->by == SPLIT_BY_EVENT)
		name_event(split, slot->key.pid, event);
	split_tell_process(split, slot->key.origin,
			   split->by == SPLIT_BY_EVENT ? 0 : slot->key.pid,
			   program, &facts);
	slot->name = filename_expand(split->pattern, &facts);
	return slot->name;
}

/* NULL: all differ. */
static const char *find_twin(const struct parts *parts)
{
	struct pxt_map names = { 0 };
	const char *twin = NULL;

	for (size_t i = 0; i < parts->count && !twin; i++) {
		const char *name = parts->slot[i].name;
		size_t *count = pxt_map_at(&names, name, strlen(name));

		if (count && (*count)++)
			twin = name;
	}
	pxt_map_fini(&names);
	return twin;
}

static int name_parts(struct parts *parts)
{
	const char *twin;

	for (size_t i = 0; i < parts->count; i++)
		if (!make_name(parts->split, &parts->slot[i], (unsigned)i + 1))
			return refuse(parts, ENOMEM);
	twin = find_twin(parts);
	if (!twin)
		return EXIT_SUCCESS;
	talk("%s: two parts would have this name; %%n in it numbers them",
	     twin);
	return EXIT_MISUSE;
}

/* Parts */

static int open_parts(struct parts *parts, size_t from, size_t count)
{
	const struct split *split = parts->split;
	unsigned char uuid[16];
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < count && !status; i++) {
		split_uuid(split, (unsigned)(from + i + 1), uuid);
		status = part_open(&parts->open[i], split->source,
				   parts->slot[from + i].name, &split->to,
				   false, uuid);
	}
	return status;
}

static int put_items(struct parts *parts, size_t from, size_t count)
{
	struct split *split = parts->split;
	struct posix_trace_item_np item;
	int unavailable, status, err;
	struct part_key key;
	size_t number;

	err = source_rewind(split->source);
	if (!err)
		err = selection_begin(split->selection, split->source,
				      split->to.utc);
	if (err)
		return selection_refuse(split->selection, err);
	for (;;) {
		err = selection_next(split->selection, &item, &unavailable);
		if (err)
			return refuse(parts, err);
		if (unavailable)
			return EXIT_SUCCESS;
		/* A log that grew meanwhile has items without a part. */
		key = key_of(split, &item);
		number = pxt_map_get(&parts->numbers, &key, sizeof(key));
		if (number <= from || number > from + count)
			continue;
		status = part_put(&parts->open[number - 1 - from], &item);
		if (status)
			return status;
	}
}

static int keep_parts(struct parts *parts, size_t count)
{
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < count && !status; i++) {
		status = part_keep(&parts->open[i], parts->split->to.quiet,
				   NULL);
		parts->split->parts += !status;
	}
	return status;
}

static int write_parts(struct parts *parts, size_t from)
{
	const size_t left = parts->count - from;
	const size_t count = left < OPEN_MAX ? left : OPEN_MAX;
	int status;

	status = open_parts(parts, from, count);
	if (!status)
		status = put_items(parts, from, count);
	if (!status)
		status = keep_parts(parts, count);
	for (size_t i = 0; i < count; i++)
		part_drop(&parts->open[i]);
	return status;
}

static int split_all(struct parts *parts)
{
	int status;

	status = find_parts(parts);
	/* Losses alone are not written. */
	if (!status && !parts->split->selection->matched)
		return EXIT_SUCCESS;
	if (!status)
		status = name_parts(parts);
	for (size_t i = 0; i < parts->count && !status; i += OPEN_MAX)
		status = write_parts(parts, i);
	return status;
}

int split_by(struct split *split)
{
	struct parts *parts = calloc(1, sizeof(*parts));
	int status;

	if (!parts) {
		talk_error(split->source->name, ENOMEM);
		return EXIT_SYSTEM;
	}
	parts->split = split;
	status = split_all(parts);

	for (size_t i = 0; i < parts->count; i++)
		free(parts->slot[i].name);
	free(parts->slot);
	pxt_map_fini(&parts->numbers);
	free(parts);
	return status;
}
