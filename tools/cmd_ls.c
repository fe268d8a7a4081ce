/*
 * cmd_ls.c - processes that can be traced, and streams
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/forms.h"
#include "common/pid.h"
#include "common/screen.h"
#include "common/table.h"
#include "common/talk.h"
#include "common/text.h"
#include "inventory/inventory.h"
#include "inventory/tables.h"
#include "record/candidates.h"

enum what { ALL, PROCESSES, STREAMS, EVENTS };

struct options {
	enum what what;
	pid_t pid;
	bool all;
	enum table_form form;
};

static const struct argp_option option_table[] = {
	{ "pid", 'p', "PID|NAME", 0, "only this process and its streams", 0 },
	{ "all", 'a', NULL, 0,
	  "also processes that have no event and are not traced", 0 },
	{ "format", 'f', "FORM", 0, "text (the default), json, csv or tsv", 0 },
	{ 0 },
};

static enum what parse_listing(const char *arg, struct argp_state *state)
{
	static const char *const names[] = {
		[PROCESSES] = "processes",
		[STREAMS] = "streams",
		[EVENTS] = "events",
	};

	for (enum what what = PROCESSES; what <= EVENTS; what++)
		if (!strcmp(arg, names[what]))
			return what;
	misuse(state, "%s: expected processes, streams or events", arg);
	return ALL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'p':
		options->pid = candidates_must_choose(arg);
		return 0;
	case 'a':
		options->all = true;
		return 0;
	case 'f':
		options->form =
			(enum table_form)forms_parse(table_forms, arg, state);
		return 0;
	case ARGP_KEY_ARG:
		if (options->what)
			return ARGP_ERR_UNKNOWN;
		options->what = parse_listing(arg, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "[processes|streams|events]",
	.doc = "list what can be traced, and what is being traced"
	       "\vWithout operand it lists processes and streams. Root sees "
	       "those of all users. FILL is the used part of a stream, LOST "
	       "the number of events that found no room in it."
	       "\n\nExit status: 0 success; 1 the list is empty; 2 wrong "
	       "usage; 5 not permitted; 6 no such process; 7 no memory, or "
	       "output cannot be written.",
};

static int print(const struct table *const *tables, size_t count,
		 const struct options *options)
{
	size_t rows = 0;
	int err;

	for (size_t i = 0; i < count; i++)
		rows += table_rows(tables[i]);
	if (!rows && options->form == TABLE_TEXT) {
		talk("the list is empty; `posixtrace doctor' tells why");
		return EXIT_NOTHING;
	}
	table_fit(screen_columns());
	err = table_print(tables, count, options->form, stdout);
	if (err) {
		talk_error("ls", err);
		return EXIT_SYSTEM;
	}
	return rows ? EXIT_SUCCESS : EXIT_NOTHING;
}

/* Lists processes and streams. A text leaves out an empty list. */
static int list(const struct inventory *inventory,
		const struct options *options)
{
	const struct table *chosen[2];
	struct table processes, streams;
	size_t count = 0;
	int status;

	tables_processes(&processes, inventory, options->all || options->pid);
	tables_streams(&streams, inventory, false);
	if (options->what != STREAMS &&
	    (options->form != TABLE_TEXT || table_rows(&processes)))
		chosen[count++] = &processes;
	if (options->what != PROCESSES &&
	    (options->form != TABLE_TEXT || table_rows(&streams)))
		chosen[count++] = &streams;
	status = print(chosen, count, options);
	table_fini(&processes);
	table_fini(&streams);
	return status;
}

/* Events */

static const struct table_column event_columns[] = {
	{ "PID", "pid", true, 5 },
	{ "COMMAND", "command", false, 0 },
	{ "ID", "id", true, 0 },
	{ "EVENT", "event", false, 0 },
};

struct events {
	struct table table;
	const struct inventory_process *process;
};

static void put_event(trace_event_id_t event, const char *name, void *argument)
{
	struct events *events = argument;
	char tamed[4 * TRACE_EVENT_NAME_MAX];

	text_tame(tamed, sizeof(tamed), name);
	table_number(&events->table,
		     (unsigned long long)events->process->is.pid, NULL);
	table_text(&events->table, events->process->command,
		   events->process->command);
	table_number(&events->table, (unsigned long long)event, NULL);
	table_text(&events->table, tamed, tamed);
}

/* A stream that ends meanwhile has no events any more. */
static int list_events(const struct inventory *inventory,
		       const struct options *options)
{
	struct events events;
	const struct table *table = &events.table;
	int status;

	table_init(&events.table, "events", event_columns,
		   sizeof(event_columns) / sizeof(event_columns[0]));
	for (size_t i = 0; i < inventory->process_count; i++) {
		events.process = &inventory->processes[i];
		posix_trace_list_events_np(events.process->is.pid, put_event,
					   &events);
	}
	status = print(&table, 1, options);
	table_fini(&events.table);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct options options = { 0 };
	struct inventory inventory;
	int status, err;

	arguments_parse(cmd, argc, argv, &options);
	posix_trace_sweep_np();
	err = options.what == EVENTS ?
		      inventory_take(&inventory, options.pid) :
		      inventory_with_rates(&inventory, options.pid);
	if (err)
		return pid_refuse(options.pid, err);
	status = options.what == EVENTS ? list_events(&inventory, &options) :
					  list(&inventory, &options);
	inventory_fini(&inventory);
	return status;
}

const struct command cmd_ls = {
	.name = "ls",
	.argp = &argp,
	.run = run,
};
