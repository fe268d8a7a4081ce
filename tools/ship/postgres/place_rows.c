/*
 * place_rows.c - rows of the functions and lines in which events were recorded
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/stamp.h"
#include "ship/postgres/place_rows.h"

enum { PROCESS = 3, PROCESS_PID = 4, ENTRIES_MOST = 1 << 16 };

void place_memory_fini(struct place_memory *memory)
{
	free(memory->entry);
	pxt_map_fini(&memory->addresses);
	pxt_map_fini(&memory->programs);
}

void place_memory_name(struct place_memory *memory,
		       const struct section *section,
		       const unsigned char *payload)
{
	size_t *programs;

	if (section->type != PROCESS || section->len < PROCESS_PID)
		return;
	programs = pxt_map_at_number(&memory->programs, section_u32(payload));
	if (programs)
		++*programs;
	memory->last = 0;
	memory->is_late = true;
}

static size_t programs_of(const struct place_memory *memory, uint32_t pid)
{
	return pxt_map_get_number(&memory->programs, pid);
}

static void put_label(struct json_writer *writer, const char *key,
		      struct event_cells *cells, enum event_column column,
		      bool *is_found)
{
	struct cell cell;

	if (event_cells_get(cells, column, &cell) || cell.kind != CELL_TEXT ||
	    !cell.len) {
		json_rows_text(writer, key, NULL, 0);
		return;
	}
	json_rows_text(writer, key, cell.data, cell.len);
	*is_found = true;
}

/* A row of an entry whose event cells has. */
static void put_row(struct json_rows *rows, struct json_writer *writer,
		    struct place_entry *entry, struct event_cells *cells)
{
	struct jsonl *json = json_rows_begin(rows, writer);

	entry->is_found = false;
	jsonl_put_signed(json, "origin", (int32_t)entry->key.origin);
	jsonl_put_signed(json, "pid", (int32_t)entry->key.pid);
	jsonl_put_signed(json, "addr", (int64_t)entry->key.address);
	jsonl_put_signed(json, "since", entry->since_ns);
	put_label(writer, "func", cells, EVENT_FUNC, &entry->is_found);
	put_label(writer, "src", cells, EVENT_SRC, &entry->is_found);
	json_rows_end(rows, writer);
}

/* The entry of an address; a new one has no event. NULL: no memory. */
static struct place_entry *find(struct place_memory *memory,
				const struct place_key *key)
{
	size_t *number;

	if (memory->last &&
	    !memcmp(&memory->entry[memory->last - 1].key, key, sizeof(*key)))
		return &memory->entry[memory->last - 1];
	if (memory->count == ENTRIES_MOST) {
		pxt_map_clear(&memory->addresses);
		memory->count = 0;
	}
	number = pxt_map_at(&memory->addresses, key, sizeof(*key));
	if (!number ||
	    pxt_array_reserve(&memory->entry, &memory->room, memory->count + 1,
			      sizeof(*memory->entry)))
		return NULL;
	if (!*number) {
		memory->entry[memory->count] =
			(struct place_entry){ .key = *key };
		*number = ++memory->count;
	}
	memory->last = *number;
	return &memory->entry[*number - 1];
}

int place_rows_add(struct json_rows *rows, struct json_writer *writer,
		   struct place_memory *memory, struct event_cells *cells)
{
	const struct posix_trace_event_info *info = &cells->item->info;
	const struct place_key key = {
		.origin = (uint32_t)cells->item->origin,
		.pid = (uint32_t)info->posix_pid,
		.address = (uintptr_t)info->posix_prog_address,
	};
	const size_t programs = programs_of(memory, key.pid);
	struct place_entry *entry;

	if (!key.address)
		return 0;
	entry = find(memory, &key);
	if (!entry)
		return ENOMEM;
	if (entry->ns && entry->programs == programs)
		return 0;
	/* The first program's places hold from the beginning on. */
	if (entry->ns && entry->is_found)
		entry->since_ns = stamp_ns(&info->posix_timestamp);
	entry->ns = stamp_ns(&info->posix_timestamp);
	entry->type = info->posix_event_id;
	entry->programs = programs;
	put_row(rows, writer, entry, cells);
	return rows->bytes.error;
}

/* An event as the one that the entry was made for */
static struct posix_trace_item_np item_of(const struct place_entry *entry)
{
	struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.origin = entry->key.origin,
	};

	item.info.posix_event_id = entry->type;
	item.info.posix_pid = (pid_t)entry->key.pid;
	item.info.posix_prog_address = (void *)(uintptr_t)entry->key.address;
	item.info.posix_timestamp = stamp_time(entry->ns);
	return item;
}

int place_rows_renew(struct json_rows *rows, struct json_writer *writer,
		     struct place_memory *memory, struct event_cells *cells)
{
	for (size_t i = 0; memory->is_late && i < memory->count; i++) {
		struct place_entry *entry = &memory->entry[i];
		const size_t programs = programs_of(memory, entry->key.pid);
		struct posix_trace_item_np item;

		if (entry->is_found || entry->programs == programs)
			continue;
		item = item_of(entry);
		event_cells_set(cells, &item);
		entry->programs = programs;
		put_row(rows, writer, entry, cells);
	}
	memory->is_late = false;
	return rows->bytes.error;
}
