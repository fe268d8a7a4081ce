/*
 * selection.c - which items of a log are wanted: one grammar for all commands
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "select_range.h"
#include "selection.h"
#include "talk.h"

/* Options */

enum {
	OPTION_FROM = 0x1000, /* apart from those of the commands */
	OPTION_TO,
	OPTION_RANGE,
};

static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Selection:", 1 },
	{ "event", 'e', "EVENT,...", 0,
	  "events of these names; patterns as in the shell, !EVENT: not those",
	  1 },
	{ "process", 'p', "PROCESS,...", 0,
	  "events of these processes: PID or name, patterns and ! as above",
	  1 },
	{ "thread", 't', "TID,...", 0, "events of these threads", 1 },
	{ "where", 'w', "CONDITION", 0,
	  "events of which this is true: len > 64 && data =~ \"*buy*\"", 1 },
	{ "from", OPTION_FROM, "TIME", 0,
	  "begin there: 14:03:07.118, 2026-09-21 14:03:07, "
	  "2026-09-21T14:03:07Z, +1.5s (from the start: ns, us, ms, s, m, h), "
	  "-2s (from the end), @EVENT:3 (the third one) or @SECONDS (since the "
	  "epoch)",
	  1 },
	{ "to", OPTION_TO, "TIME", 0, "end there", 1 },
	{ "range", OPTION_RANGE, "TIME..TIME", 0,
	  "both; one may be left out: -1s..", 1 },
	{ 0 },
};

static void add_words(struct select_words *words, const char *option,
		      const char *arg, struct argp_state *state)
{
	int err = select_words_add(words, arg);

	if (err == EINVAL)
		argp_error(state, "-%s %s: an empty name", option, arg);
	else if (err)
		argp_failure(state, EXIT_SYSTEM, err, "-%s", option);
}

/* -t takes numbers only: threads have no names. */
static void add_threads(struct selection *selection, const char *arg,
			struct argp_state *state)
{
	if (arg[strspn(arg, "0123456789,!")])
		argp_error(state, "-t %s: no number of a thread", arg);
	add_words(&selection->threads, "t", arg, state);
}

static void set_where(struct selection *selection, const char *arg,
		      struct argp_state *state)
{
	struct where_error error;

	where_free(selection->where);
	selection->where = where_parse(arg, &error);
	if (!selection->where)
		argp_error(state, "-w %s: column %zu: %s", arg, error.column,
			   error.what);
}

static void set_when(struct when *when, const char *option, const char *arg,
		     struct argp_state *state)
{
	if (!when_parse(arg, when))
		argp_error(state, "--%s=%s: no time", option, arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct selection *selection = state->input;

	switch (key) {
	case 'e':
		add_words(&selection->events, "e", arg, state);
		return 0;
	case 'p':
		add_words(&selection->processes, "p", arg, state);
		return 0;
	case 't':
		add_threads(selection, arg, state);
		return 0;
	case 'w':
		set_where(selection, arg, state);
		return 0;
	case OPTION_FROM:
		set_when(&selection->from, "from", arg, state);
		return 0;
	case OPTION_TO:
		set_when(&selection->to, "to", arg, state);
		return 0;
	case OPTION_RANGE:
		if (!when_parse_range(arg, &selection->from, &selection->to))
			argp_error(state, "--range=%s: no range of times", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp selection_argp = {
	.options = option_table,
	.parser = parse,
};

void selection_fini(struct selection *selection)
{
	select_words_fini(&selection->events);
	select_words_fini(&selection->processes);
	select_words_fini(&selection->threads);
	where_free(selection->where);
	selection->where = NULL;
}

static bool has_times(const struct selection *selection)
{
	return selection->from.kind || selection->to.kind;
}

static bool has_more(const struct selection *selection)
{
	return selection->events.count || selection->processes.count ||
	       selection->threads.count || selection->where;
}

bool selection_is_given(const struct selection *selection)
{
	return has_times(selection) || has_more(selection);
}

bool selection_is_of_time(const struct selection *selection)
{
	return has_times(selection) && !has_more(selection);
}

/* Fields of a condition that all events have */

enum field {
	FIELD_OTHER,
	FIELD_NAME,
	FIELD_COMM,
	FIELD_PID,
	FIELD_TID,
	FIELD_TS,
	FIELD_ADDR,
	FIELD_LEN,
	FIELD_DATA,
};

static const char *const field_names[] = {
	[FIELD_NAME] = "name", [FIELD_COMM] = "comm", [FIELD_PID] = "pid",
	[FIELD_TID] = "tid",   [FIELD_TS] = "ts",     [FIELD_ADDR] = "addr",
	[FIELD_LEN] = "len",   [FIELD_DATA] = "data",
};

static uint8_t find_field(const char *name)
{
	const size_t count = sizeof(field_names) / sizeof(field_names[0]);

	for (size_t i = FIELD_NAME; i < count; i++)
		if (!strcmp(field_names[i], name))
			return (uint8_t)i;
	return FIELD_OTHER;
}

static void find_fields(struct selection *selection)
{
	const char *name;

	for (unsigned i = 0; i < SELECTION_FIELDS; i++) {
		name = where_field(selection->where, i);
		if (!name)
			break;
		selection->fields[i] = find_field(name);
	}
}

/* An event of no thread is its process's. */
static pid_t thread_of(const struct posix_trace_item_np *item)
{
	return item->tid ? item->tid : item->info.posix_pid;
}

static int64_t ns_of(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

struct subject {
	const struct selection *selection;
	const struct posix_trace_item_np *item;
	char name[TRACE_EVENT_NAME_MAX + 1]; /* once it was asked for */
};

static void set_number(struct where_value *value, long double number)
{
	value->kind = WHERE_NUMBER;
	value->number = number;
}

static void set_text(struct where_value *value, const char *text, size_t len)
{
	value->kind = WHERE_TEXT;
	value->text = text;
	value->len = len;
}

static void get_name(struct subject *subject, struct where_value *value)
{
	if (!posix_trace_eventid_get_name(subject->selection->trid,
					  subject->item->info.posix_event_id,
					  subject->name))
		set_text(value, subject->name, strlen(subject->name));
}

static void get_process(const struct subject *subject,
			struct where_value *value)
{
	struct posix_trace_process_np process;

	if (!posix_trace_get_process_np(subject->selection->trid,
					subject->item->info.posix_pid,
					&process))
		set_text(value, process.name, strlen(process.name));
}

/* A null at the end of a text is not part of it. */
static void get_data(const struct posix_trace_item_np *item,
		     struct where_value *value)
{
	const char *data = item->data ? item->data : "";
	size_t len = item->data_len;

	if (len && !data[len - 1])
		len--;
	set_text(value, data, len);
}

static void get(void *context, unsigned number, struct where_value *value)
{
	struct subject *subject = context;
	const struct posix_trace_item_np *item = subject->item;

	switch (subject->selection->fields[number]) {
	case FIELD_NAME:
		get_name(subject, value);
		break;
	case FIELD_COMM:
		get_process(subject, value);
		break;
	case FIELD_PID:
		set_number(value, item->info.posix_pid);
		break;
	case FIELD_TID:
		set_number(value, thread_of(item));
		break;
	case FIELD_TS:
		set_number(value, ns_of(&item->info.posix_timestamp));
		break;
	case FIELD_ADDR:
		set_number(value, (uintptr_t)item->info.posix_prog_address);
		break;
	case FIELD_LEN:
		set_number(value, item->data_len);
		break;
	case FIELD_DATA:
		get_data(item, value);
		break;
	}
}

/* Judging */

static enum select_verdict verdict(bool wanted)
{
	return wanted ? SELECT_WANTED : SELECT_UNWANTED;
}

/* What has no name so far may get one: nothing is kept. */
static bool wants_event(struct selection *selection, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	bool wanted;

	if (!selection->events.count)
		return true;
	if (type < SELECTION_EVENTS && selection->event[type])
		return selection->event[type] == SELECT_WANTED;
	if (posix_trace_eventid_get_name(selection->trid, type, name)) {
		snprintf(name, sizeof(name), "#%u", type);
		return select_words_want(&selection->events, name, NULL);
	}
	wanted = select_words_want(&selection->events, name, NULL);
	if (type < SELECTION_EVENTS)
		selection->event[type] = (uint8_t)verdict(wanted);
	return wanted;
}

static bool wants_process(struct selection *selection, pid_t pid)
{
	const size_t at = (unsigned)pid % SELECTION_PROCESSES;
	struct posix_trace_process_np process;
	char number[16];
	bool known, wanted;

	if (!selection->processes.count)
		return true;
	if (selection->process[at].verdict && selection->process[at].pid == pid)
		return selection->process[at].verdict == SELECT_WANTED;

	known = !posix_trace_get_process_np(selection->trid, pid, &process);
	snprintf(number, sizeof(number), "%d", (int)pid);
	wanted = select_words_want(&selection->processes, number,
				   known ? process.name : NULL);
	if (known) {
		selection->process[at].pid = pid;
		selection->process[at].verdict = (uint8_t)verdict(wanted);
	}
	return wanted;
}

static bool wants_thread(const struct selection *selection, pid_t tid)
{
	char number[16];

	if (!selection->threads.count)
		return true;
	snprintf(number, sizeof(number), "%d", (int)tid);
	return select_words_want(&selection->threads, number, NULL);
}

static bool wants_loss(struct selection *selection,
		       const struct posix_trace_item_np *item)
{
	return !item->info.posix_pid ||
	       (wants_process(selection, item->info.posix_pid) &&
		(!item->tid || wants_thread(selection, item->tid)));
}

bool selection_wants(struct selection *selection,
		     const struct posix_trace_item_np *item)
{
	struct subject subject = { .selection = selection, .item = item };

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP)
		return wants_loss(selection, item);
	return wants_event(selection, item->info.posix_event_id) &&
	       wants_process(selection, item->info.posix_pid) &&
	       wants_thread(selection, thread_of(item)) &&
	       (!selection->where ||
		where_holds(selection->where, get, &subject));
}

/* Reading */

static void forget_log(struct selection *selection, trace_id_t trid)
{
	selection->trid = trid;
	selection->bounded = selection->over = false;
	selection->matched = selection->lost = 0;
	memset(selection->event, SELECT_UNKNOWN, sizeof(selection->event));
	memset(selection->process, 0, sizeof(selection->process));
}

int selection_begin(struct selection *selection, trace_id_t trid, bool utc)
{
	forget_log(selection, trid);
	if (selection->where)
		find_fields(selection);
	return has_times(selection) ? select_range_begin(selection, utc) : 0;
}

static bool is_after(const struct timespec *a, const struct timespec *b)
{
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec > b->tv_sec;
	return a->tv_nsec > b->tv_nsec;
}

static void count(struct selection *selection,
		  const struct posix_trace_item_np *item)
{
	selection->matched += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	selection->lost += item->lost;
}

int selection_next(struct selection *selection,
		   struct posix_trace_item_np *item, int *unavailable)
{
	const bool chooses = has_more(selection);
	int err;

	*unavailable = 1;
	while (!selection->over) {
		err = posix_trace_getnext_item_np(selection->trid, item,
						  unavailable);
		if (err || *unavailable)
			return err;
		if (selection->bounded && selection->to.kind &&
		    is_after(&item->info.posix_timestamp, &selection->until))
			selection->over = true;
		else if (!chooses || selection_wants(selection, item))
			break;
		*unavailable = 1;
	}
	if (!*unavailable)
		count(selection, item);
	return 0;
}

int selection_tell(const struct selection *selection, const char *file)
{
	if (selection->matched || !selection_is_given(selection))
		return EXIT_SUCCESS;

	if (selection_is_of_time(selection))
		talk("%s: no event is in that time", file);
	else
		talk("%s: no event is as asked for", file);
	return EXIT_NOTHING;
}
