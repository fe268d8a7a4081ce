/*
 * info_objects.c - notes and objects of a source, for people
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/table.h"
#include "common/talk.h"
#include "common/text.h"
#include "info/info_objects.h"
#include "source/damage_notes.h"

enum { OBJECTS_SHOWN = 20 };

/* Texts come from an untrusted file. */
enum { SHOWN_MAX = POSIX_TRACE_OBJECT_DETAILS_MAX_NP + 1 };

static bool has_several(struct source *source)
{
	struct source_origin second;

	return !source_get_origin(source, 1, &second);
}

static void print_heading(struct source *source, const char *what,
			  unsigned origin)
{
	char host[128];

	if (!has_several(source)) {
		printf("  %s\n", what);
		return;
	}
	text_tame(host, sizeof(host), source_get_host(source, origin));
	if (*host)
		printf("  %s of %s\n", what, host);
	else
		printf("  %s of origin %u\n", what, origin);
}

static void print_line(const char *line)
{
	int len = (int)strlen(line);

	while (len && line[len - 1] == ' ')
		len--;
	printf("    %.*s\n", len, line);
}

void info_objects_print_rows(const struct table *table)
{
	const struct table *const tables[] = { table };
	char *text = NULL, *line, *rest;
	size_t size;
	FILE *memory = open_memstream(&text, &size);
	int err = memory ? table_print(tables, 1, TABLE_TEXT, memory) : ENOMEM;

	if (memory && fclose(memory))
		err = ENOMEM;
	if (err)
		talk("the objects, or notes, take too much memory");
	for (line = err ? NULL : strtok_r(text, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		print_line(line);
	free(text);
}

static void add_text(struct table *table, const char *text)
{
	char shown[SHOWN_MAX];

	text_tame(shown, sizeof(shown), text);
	table_text(table, shown, shown);
}

/* Notes */

static void print_notes(struct source *source, unsigned origin)
{
	static const struct table_column columns[] = {
		{ "KEY", "key", false, 0 },
		{ "VALUE", "value", false, 0 },
	};
	struct posix_trace_note_np note;
	struct table table;

	table_init(&table, "notes", columns, 2);
	for (unsigned i = 0; !source_get_note(source, origin, i, &note); i++) {
		if (damage_notes_has(note.key))
			continue;
		add_text(&table, note.key);
		add_text(&table, note.value);
	}
	if (table_rows(&table)) {
		print_heading(source, "notes", origin);
		info_objects_print_rows(&table);
	}
	table_fini(&table);
}

/* Objects */

struct listing {
	struct table table;
	bool all;
	unsigned long long count;
};

/* Ends of objects, and copies of processes, serve look-ups only: a list leaves
 * them out. */
static bool says_something(const struct posix_trace_object_np *object)
{
	const bool since = object->since.tv_sec || object->since.tv_nsec;

	if (!object->address && !strcmp(object->kind, "process"))
		return false;
	return *object->name || *object->details || !since;
}

static void add_object(const struct posix_trace_object_np *object,
		       void *argument)
{
	struct listing *listing = argument;
	char address[32];

	if (!says_something(object))
		return;
	if (listing->count++ >= OBJECTS_SHOWN && !listing->all)
		return;
	snprintf(address, sizeof(address), "0x%llx", object->address);
	add_text(&listing->table, object->kind);
	add_text(&listing->table, object->name);
	table_text(&listing->table, address, address);
	add_text(&listing->table, object->details);
}

static void print_objects(struct source *source, unsigned origin, bool all)
{
	static const struct table_column columns[] = {
		{ "KIND", "kind", false, 0 },
		{ "NAME", "name", false, 0 },
		{ "ADDRESS", "address", false, 0 },
		{ "DETAILS", "details", false, 0 },
	};
	struct listing listing = { .all = all };
	char count[TEXT_MAX];

	table_init(&listing.table, "objects", columns, 4);
	source_list_objects(source, origin, add_object, &listing);
	if (listing.count) {
		print_heading(source, "objects", origin);
		info_objects_print_rows(&listing.table);
	}
	if (listing.count > OBJECTS_SHOWN && !all)
		printf("    and %s more (-v)\n",
		       text_count(count, listing.count - OBJECTS_SHOWN));
	table_fini(&listing.table);
}

void info_objects_print(struct source *source, bool all)
{
	struct source_origin origin;

	for (unsigned i = 0; !source_get_origin(source, i, &origin); i++) {
		print_notes(source, i);
		print_objects(source, i, all);
	}
}
