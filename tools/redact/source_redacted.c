/*
 * source_redacted.c - a source of which something is made unknown
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "redact/source_redacted.h"

static struct source_redacted *of(struct source *source)
{
	return (struct source_redacted *)source;
}

/* Events */

static const char *name_of(struct source_redacted *redacted,
			   trace_event_id_t type,
			   char name[TRACE_EVENT_NAME_MAX + 1])
{
	if (source_get_name(redacted->from, type, name))
		*name = '\0';
	return name;
}

static bool is_left_out(struct source_redacted *redacted, const char *name)
{
	struct redact_rule *rule =
		redaction_find_event(redacted->redactor->redaction, name);

	return rule && rule->action == REDACT_DROP;
}

static void change_address(struct source_redacted *redacted,
			   struct posix_trace_item_np *item)
{
	struct redact_rule *rule =
		redaction_find(redacted->redactor->redaction, REDACT_ADDRESSES);

	if (!rule || !item->info.posix_prog_address)
		return;
	rule->count++;
	redactor_leave_out_number(redacted->redactor, rule,
				  (uintptr_t)item->info.posix_prog_address);
	item->info.posix_prog_address = NULL;
}

bool source_redacted_change(struct source_redacted *redacted,
			    struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return true;
	if (!redactor_event(redacted->redactor, name_of(redacted, type, name),
			    item))
		return false;
	change_address(redacted, item);
	/* The data is no longer as it is there in the file. */
	item->data_offset = 0;
	return true;
}

static int next(struct source *source, struct posix_trace_item_np *item,
		int *unavailable)
{
	struct source_redacted *redacted = of(source);
	int err;

	do {
		err = source_next(redacted->from, item, unavailable);
		if (err || *unavailable)
			return err;
	} while (!source_redacted_change(redacted, item));
	return redacted->redactor->error;
}

static int rewind_source(struct source *source)
{
	return source_rewind(of(source)->from);
}

static int seek(struct source *source, const struct timespec *time)
{
	return source_seek(of(source)->from, time);
}

static int get_times(struct source *source, struct timespec *first,
		     struct timespec *last)
{
	return source_get_times(of(source)->from, first, last);
}

/* Names */

/* Filters name types that may have no event. */
static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	const int err = source_get_name(of(source)->from, type, name);

	if (err || type < POSIX_TRACE_UNNAMED_USEREVENT ||
	    !is_left_out(of(source), name))
		return err;
	*name = '\0';
	return EINVAL;
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	return source_get_description(of(source)->from, type, description,
				      size);
}

static int get_process(struct source *source, unsigned origin, pid_t pid,
		       struct posix_trace_process_np *process)
{
	struct redactor *redactor = of(source)->redactor;
	int err;

	err = source_get_process(of(source)->from, origin, pid, process);
	if (err)
		return err;
	process->name = redactor_text(redactor, REDACT_PROGRAMS, process->name,
				      SIZE_MAX);
	process->command = redactor_text(redactor, REDACT_COMMANDS,
					 process->command, SIZE_MAX);
	return redactor->error;
}

static const char *get_host(struct source *source, unsigned origin)
{
	return redactor_text(of(source)->redactor, REDACT_HOSTS,
			     source_get_host(of(source)->from, origin), 64);
}

static void change_host(struct redactor *redactor, char host[65],
			char system[128], unsigned char boot[16])
{
	const struct redact_rule *rule =
		redaction_find(redactor->redaction, REDACT_HOSTS);
	const size_t kind = strcspn(system, " ");
	const char *release = system + kind + (system[kind] == ' ');
	char name[65];

	snprintf(name, sizeof(name), "%s",
		 redactor_text(redactor, REDACT_HOSTS, host, sizeof(name) - 1));
	memcpy(host, name, sizeof(name));
	/* The kind of the system remains: views need that. A release has digits: the
	 * second word of "Chrome trace" may stand anywhere. */
	if (rule) {
		if (strpbrk(release, "0123456789"))
			redactor_leave_out(redactor, rule, release,
					   strlen(release));
		memset(system + kind, 0, 128 - kind);
	}
	redactor_bytes(redactor, REDACT_HOSTS, boot, 16);
}

static int get_origin(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	const int err = source_get_origin(of(source)->from, number, origin);

	if (!err)
		change_host(of(source)->redactor, origin->host, origin->system,
			    origin->boot);
	return err;
}

static int get_thread(struct source *source, unsigned origin, pid_t pid,
		      pid_t tid, char *name, size_t size)
{
	const int err = source_get_thread(of(source)->from, origin, pid, tid,
					  name, size);
	char copy[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (err)
		return err;
	snprintf(copy, sizeof(copy), "%s", name);
	snprintf(name, size, "%s",
		 redactor_text(of(source)->redactor, REDACT_THREADS, copy,
			       POSIX_TRACE_THREAD_NAME_MAX_NP));
	return 0;
}

struct left_out {
	struct redactor *redactor;
	const struct redact_rule *rule;
};

static void leave_out_module(const struct posix_trace_module_np *module,
			     void *argument)
{
	const struct left_out *left_out = argument;

	redactor_leave_out(left_out->redactor, left_out->rule, module->path,
			   strlen(module->path));
	if (module->build_id)
		redactor_leave_out(left_out->redactor, left_out->rule,
				   module->build_id, module->build_id_len);
	redactor_leave_out_number(left_out->redactor, left_out->rule,
				  (uintptr_t)module->start);
}

/* Modules are of addresses: without these they are left out. */
static int list_modules(struct source *source, unsigned origin, pid_t pid,
			source_module *visit, void *argument)
{
	struct redaction *redaction = of(source)->redactor->redaction;
	struct redact_rule *rule = redaction_find(redaction, REDACT_MODULES);

	if (!rule)
		rule = redaction_find(redaction, REDACT_ADDRESSES);
	if (!rule)
		return source_list_modules(of(source)->from, origin, pid, visit,
					   argument);
	rule->count++;
	return source_list_modules(
		of(source)->from, origin, pid, leave_out_module,
		&(struct left_out){ of(source)->redactor, rule });
}

/* Objects */

static void change_object(struct redactor *redactor,
			  struct posix_trace_object_np *object)
{
	/* The name of the object "process" is a number. */
	if (!strcmp(object->kind, "process"))
		return;
	object->name =
		redactor_text(redactor,
			      strcmp(object->kind, "program") ? REDACT_OBJECTS :
								REDACT_PROGRAMS,
			      object->name, POSIX_TRACE_OBJECT_NAME_MAX_NP);
	object->details = redactor_text(redactor, REDACT_OBJECTS,
					object->details, SIZE_MAX);
}

static int get_object(struct source *source, unsigned origin, pid_t pid,
		      unsigned long long address, const char *kind,
		      const struct timespec *when,
		      struct posix_trace_object_np *object)
{
	const int err = source_get_object(of(source)->from, origin, pid,
					  address, kind, when, object);

	if (!err)
		change_object(of(source)->redactor, object);
	return err;
}

struct visit {
	struct redactor *redactor;
	source_object *visit;
	void *argument;
};

static void visit_object(const struct posix_trace_object_np *object,
			 void *argument)
{
	const struct visit *visit = argument;
	struct posix_trace_object_np changed = *object;

	change_object(visit->redactor, &changed);
	visit->visit(&changed, visit->argument);
}

static int list_objects(struct source *source, unsigned origin,
			source_object *visit, void *argument)
{
	struct visit visiting = { of(source)->redactor, visit, argument };

	return source_list_objects(of(source)->from, origin, visit_object,
				   &visiting);
}

/* Notes */

static bool is_template(const char *key)
{
	return !strcmp(key, "trcfmt") || !strncmp(key, "trcfmt.", 7);
}

static bool is_dropped(struct source_redacted *redacted, const char *key)
{
	const enum redact_category category =
		is_template(key) ? REDACT_TEMPLATES : REDACT_NOTES;
	struct redact_rule *rule =
		redaction_find(redacted->redactor->redaction, category);

	if (rule)
		rule->count++;
	return rule;
}

/* Notes tell what was done: "redacted.1" has the first rule. */
static int get_own_note(struct source_redacted *redacted, unsigned index,
			struct posix_trace_note_np *note)
{
	const struct redaction *redaction = redacted->redactor->redaction;
	const struct redact_rule *rule;

	if (index >= redaction->count)
		return ENODATA;
	rule = &redaction->rule[index];
	snprintf(redacted->note_key, sizeof(redacted->note_key), "redacted.%u",
		 index + 1);
	snprintf(redacted->note_value, sizeof(redacted->note_value),
		 "%.2000s: %llu time%s",
		 rule->category == REDACT_EVENTS ? "drop events" : rule->text,
		 (unsigned long long)rule->count, text_plural(rule->count));
	note->key = redacted->note_key;
	note->value = redacted->note_value;
	return 0;
}

static int get_note(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note)
{
	struct source_redacted *redacted = of(source);
	unsigned kept = 0;

	for (unsigned i = 0; !source_get_note(redacted->from, origin, i, note);
	     i++)
		if (!is_dropped(redacted, note->key) && kept++ == index)
			return 0;
	return origin ? ENODATA : get_own_note(redacted, index - kept, note);
}

/* The log */

static int describe(struct source *source, trace_attr_t *attr,
		    struct posix_trace_log_np *about)
{
	struct redactor *redactor = of(source)->redactor;
	char name[TRACE_NAME_MAX + 1];
	int err;

	err = source_describe(of(source)->from, attr, about);
	if (err)
		return err;
	change_host(redactor, about->host, about->system, about->boot);
	if (!posix_trace_attr_getname(attr, name))
		posix_trace_attr_setname(
			attr, redactor_text(redactor, REDACT_PROGRAMS, name,
					    TRACE_NAME_MAX));
	return redactor->error;
}

static int get_status(struct source *source,
		      struct posix_trace_status_info *status)
{
	return source_get_status(of(source)->from, status);
}

static bool is_complete(struct source *source)
{
	return source_is_complete(of(source)->from);
}

static bool has_file(struct source *source, const struct stat *file)
{
	return source_has_file(of(source)->from, file);
}

static int tell_damage(struct source *source, bool growing)
{
	return source_tell_damage(of(source)->from, growing);
}

static void close_source(struct source *source)
{
	(void)source;
}

static const struct source_class class = {
	.next = next,
	.rewind = rewind_source,
	.seek = seek,
	.get_times = get_times,
	.get_name = get_name,
	.get_description = get_description,
	.get_process = get_process,
	.get_host = get_host,
	.get_origin = get_origin,
	.get_thread = get_thread,
	.list_modules = list_modules,
	.get_object = get_object,
	.list_objects = list_objects,
	.get_note = get_note,
	.describe = describe,
	.get_status = get_status,
	.is_complete = is_complete,
	.has_file = has_file,
	.tell_damage = tell_damage,
	.close = close_source,
};

void source_redacted_init(struct source_redacted *redacted, struct source *from,
			  struct redactor *redactor)
{
	*redacted = (struct source_redacted){
		.source = {
			.class = &class,
			.name = from->name,
			.is_settled = from->is_settled,
			.has_no_programs = from->has_no_programs,
			.is_read_once = from->is_read_once,
		},
		.from = from,
		.redactor = redactor,
	};
}
