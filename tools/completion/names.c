/*
 * names.c - names of events and fields for completion
 *
 * Names come from traces, and a shell reads them as part of a command: names
 * with characters special to a shell, or to the list they stand in, are left
 * out.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "common/command.h"
#include "completion/names.h"
#include "completion/options.h"
#include "event/fields.h"
#include "inventory/inventory.h"
#include "source/sources.h"
#include "source/types.h"

enum {
	SECONDS = 3,	 /* limit for a key press */
	ITEMS = 1 << 16, /* limit of items */
};

/* The command, traces and process on the line so far. */
struct line {
	const struct command *command;
	struct source_files files;
	pid_t pid;
	bool is_live; /* about current recordings */
};

/* Names, sorted */

struct names {
	char **name;
	size_t count, room;
};

/* Lack of memory is not reported during completion. */
static void add(struct names *names, const char *name)
{
	if (pxt_array_reserve(&names->name, &names->room, names->count + 1,
			      sizeof(*names->name)))
		return;
	names->name[names->count] = strdup(name);
	names->count += names->name[names->count] != NULL;
}

static bool is_safe(const char *name)
{
	if (!*name || strchr("-+%@.", *name))
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && !strchr("_-+%@./", *name))
			return false;
	return true;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_and_free(struct names *names)
{
	char **name = names->name;

	if (names->count)
		qsort(name, names->count, sizeof(*name), compare);
	for (size_t i = 0; i < names->count; i++)
		if (is_safe(name[i]) && (!i || strcmp(name[i], name[i - 1])))
			puts(name[i]);
	for (size_t i = 0; i < names->count; i++)
		free(name[i]);
	free(name);
}

/* The line */

static bool is_trace(const char *word)
{
	struct stat there;

	return *word != '-' && !stat(word, &there) &&
	       (S_ISREG(there.st_mode) || S_ISDIR(there.st_mode));
}

static bool is_number(const char *word)
{
	return *word && !word[strspn(word, "0123456789")];
}

static bool is_one_of(const char *word, const char *one, const char *other)
{
	return !strcmp(word, one) || !strcmp(word, other);
}

static void read_word(struct line *line, const char *before, char *word)
{
	struct source_files *files = &line->files;

	if (!strncmp(word, "--from=", 7))
		source_as_format(&files->as, word + 7);
	else if (!strcmp(before, "--from"))
		source_as_format(&files->as, word);
	else if (is_one_of(before, "-o", "--output"))
		source_as_setting(&files->as, word);
	else if (is_one_of(before, "-p", "--pid") && is_number(word))
		line->pid = (pid_t)atol(word);
	else if (is_one_of(word, "-F", "--follow"))
		line->is_live = true;
	else if (is_trace(word))
		files->file[files->count++] = word;
	else if (is_number(word) && *before != '-')
		line->is_live = true;
}

/* A word that names a file replaces the previous one. bash treats "=" as a
 * word. */
static void read_line(struct line *line, char **word, int count)
{
	const char *before = "";

	*line = (struct line){ .files.file = word };
	line->command = count ? command_find(word[0]) : NULL;
	line->is_live =
		line->command && options_operands(line->command) != FILES;
	for (int i = 1; i < count; i++) {
		char *this = word[i];

		if (!strcmp(this, "="))
			continue;
		read_word(line, before, this);
		before = this;
	}
}

/* Sources of names */

static void add_live(trace_event_id_t event, const char *name, void *argument)
{
	(void)event;
	add(argument, name);
}

static void list_live(struct names *names, pid_t pid)
{
	struct inventory inventory;

	if (inventory_take(&inventory, pid))
		return;
	for (size_t i = 0; i < inventory.process_count; i++)
		posix_trace_list_events_np(inventory.processes[i].is.pid,
					   add_live, names);
	inventory_fini(&inventory);
}

static void add_fields(struct names *names, struct fields *fields,
		       trace_event_id_t type)
{
	const struct posix_trace_layout_np *layout =
		fields_layout(fields, type);

	for (unsigned i = 0; layout && i < layout->fields; i++)
		add(names, layout->field[i].name);
}

/* Sets is_met for types that have events. Other traces than logs get later
 * names from here. False: there are more items. */
static bool read_items(struct source *source, bool *is_met)
{
	struct posix_trace_item_np item;
	int unavailable = 0;

	for (int i = 0; i < ITEMS; i++) {
		if (source_next(source, &item, &unavailable) || unavailable)
			return true;
		if (item.kind == POSIX_TRACE_ITEM_EVENT_NP &&
		    item.info.posix_event_id < TYPES_MAX)
			is_met[item.info.posix_event_id] = true;
	}
	return false;
}

/* A trace too long for this also gives types without events. */
static void list_types(struct names *names, struct source *source,
		       enum names_kind kind)
{
	struct fields *fields = malloc(sizeof(*fields));
	char name[TRACE_EVENT_NAME_MAX + 1];
	bool is_met[TYPES_MAX] = { false };
	bool is_whole;

	if (!fields)
		return;
	is_whole = read_items(source, is_met);
	fields_init(fields, source);
	for (trace_event_id_t type = 0; type < TYPES_MAX; type++) {
		if ((is_whole && !is_met[type]) ||
		    source_get_name(source, type, name))
			continue;
		if (kind == NAMES_EVENTS)
			add(names, name);
		else
			add_fields(names, fields, type);
	}
	fields_fini(fields);
	free(fields);
}

int names_print(enum names_kind kind, char **word, int count)
{
	struct names names = { 0 };
	struct source *source;
	struct line line;

	/* The shell waits for this at a key press, whatever the file is. */
	alarm(SECONDS);
	read_line(&line, word, count);
	if ((line.files.count || !line.is_live) &&
	    !sources_open_or_newest(&source, &line.files, "completing by")) {
		list_types(&names, source, kind);
		source_close(source);
	} else if (kind == NAMES_EVENTS) {
		list_live(&names, line.pid);
	}
	print_and_free(&names);
	return EXIT_SUCCESS;
}
