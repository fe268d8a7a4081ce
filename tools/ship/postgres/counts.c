/*
 * counts.c - how many events a batch has, of each thread, process and type
 *
 * A section is of one thread, so that the entity found last is mostly the one
 * wanted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sum.h"
#include "common/stamp.h"
#include "ship/postgres/counts.h"

static bool is_same(const struct counts_row *one,
		    const struct counts_row *other)
{
	return one->origin == other->origin && one->pid == other->pid &&
	       one->tid == other->tid &&
	       (one->name == other->name ||
		(one->name && other->name && !strcmp(one->name, other->name)));
}

static int append(struct counts_list *list, const struct counts_row *wanted)
{
	struct counts_row *count;

	if (pxt_array_reserve(&list->count, &list->room, list->used + 1,
			      sizeof(*count)))
		return ENOMEM;
	count = &list->count[list->used];
	*count = *wanted;
	if (wanted->name && !(count->name = strdup(wanted->name)))
		return ENOMEM;
	list->last = list->used++;
	return 0;
}

static int find(struct counts_list *list, const struct counts_row *wanted)
{
	if (list->last < list->used &&
	    is_same(&list->count[list->last], wanted))
		return 0;
	for (size_t i = 0; i < list->used; i++)
		if (is_same(&list->count[i], wanted)) {
			list->last = i;
			return 0;
		}
	return append(list, wanted);
}

static int add(struct counts_list *list, const struct counts_row *wanted,
	       const struct posix_trace_item_np *item)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);
	const int err = find(list, wanted);
	struct counts_row *count;

	if (err)
		return err;
	count = &list->count[list->last];
	if (!count->events && !count->lost)
		count->first_ns = count->last_ns = ns;
	count->events += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	count->lost = pxt_sum(count->lost, item->lost);
	if (ns < count->first_ns)
		count->first_ns = ns;
	if (ns > count->last_ns)
		count->last_ns = ns;
	return 0;
}

int counts_note(struct counts_list *list, const char *name, bool *is_new)
{
	struct counts_row wanted = { .name = (char *)(uintptr_t)name };
	const size_t used = list->used;
	const int err = find(list, &wanted);

	*is_new = list->used > used;
	return err;
}

static int add_type(struct counts *counts, struct event_cells *cells)
{
	struct counts_row wanted = {
		.name = labels_event(&cells->labels,
				     cells->item->info.posix_event_id)
				.text,
	};

	return add(&counts->types, &wanted, cells->item);
}

int counts_add(struct counts *counts, struct event_cells *cells)
{
	const struct posix_trace_item_np *item = cells->item;
	const bool is_event = item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	struct counts_row wanted = { .origin = item->origin };
	int err;

	err = add(&counts->origins, &wanted, item);
	wanted.pid = item->info.posix_pid;
	if (!err && wanted.pid)
		err = add(&counts->processes, &wanted, item);
	wanted.tid = is_event ? event_cells_tid(item) : item->tid;
	if (!err && wanted.tid)
		err = add(&counts->threads, &wanted, item);
	return err || !is_event ? err : add_type(counts, cells);
}

static void clear_list(struct counts_list *list)
{
	for (size_t i = 0; i < list->used; i++)
		free(list->count[i].name);
	list->used = list->last = 0;
}

void counts_clear(struct counts *counts)
{
	clear_list(&counts->origins);
	clear_list(&counts->processes);
	clear_list(&counts->threads);
	clear_list(&counts->types);
}

void counts_list_fini(struct counts_list *list)
{
	clear_list(list);
	free(list->count);
}

void counts_fini(struct counts *counts)
{
	counts_list_fini(&counts->origins);
	counts_list_fini(&counts->processes);
	counts_list_fini(&counts->threads);
	counts_list_fini(&counts->types);
}

static void put(const struct counts_row *count, struct json_rows *rows,
		struct json_writer *writer)
{
	struct jsonl *json = json_rows_begin(rows, writer);

	jsonl_put_signed(json, "origin", (int32_t)count->origin);
	jsonl_put_signed(json, "pid", count->pid);
	jsonl_put_signed(json, "tid", count->tid);
	if (count->name)
		json_rows_text(writer, "name", count->name,
			       strlen(count->name));
	jsonl_put_unsigned(json, "events", count->events);
	jsonl_put_unsigned(json, "lost", count->lost);
	jsonl_put_signed(json, "first_ts", count->first_ns);
	jsonl_put_signed(json, "last_ts", count->last_ns);
	json_rows_end(rows, writer);
}

void counts_put(const struct counts_list *list, struct json_rows *rows,
		struct json_writer *writer)
{
	for (size_t i = 0; i < list->used; i++)
		put(&list->count[i], rows, writer);
}
