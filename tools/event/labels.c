/*
 * labels.c - cached names of events and threads
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "event/labels.h"
#include "source/programs.h"

/* A merged log has no host itself. */
static bool has_hosts(struct source *source)
{
	struct source_origin first = { .host = "" }, other;

	for (unsigned i = 0; !source_get_origin(source, i, &other); i++) {
		if (!*other.host)
			continue;
		if (*first.host && strcmp(first.host, other.host))
			return true;
		first = other;
	}
	return false;
}

void labels_init(struct labels *labels, struct source *source, bool ascii)
{
	memset(labels, 0, sizeof(*labels));
	labels->source = source;
	labels->ascii = ascii;
	labels->hosts = has_hosts(source);
}

void labels_fini(struct labels *labels)
{
	for (size_t i = 0; i < LABELS_EVENTS; i++)
		free(labels->events[i].text);
}

/* Copies a name from the log in a form that may be shown. Returns its
 * length. */
static size_t tame(const struct labels *labels, char *dst, size_t size,
		   const char *name)
{
	size_t len = text_tame(dst, size, name);

	if (labels->ascii)
		text_to_ascii(dst);
	return len;
}

static struct label number_label(struct labels *labels, trace_event_id_t type)
{
	snprintf(labels->unnamed, sizeof(labels->unnamed), "#%u", type);
	return (struct label){ strlen(labels->unnamed), labels->unnamed };
}

static struct label fetch_event(struct labels *labels, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	char shown[TRACE_EVENT_NAME_MAX + 1];
	struct label label;

	/* A later section of the log may name it: the result is not cached. */
	if (source_get_name(labels->source, type, name))
		return number_label(labels, type);

	label.len = tame(labels, shown, sizeof(shown), name);
	label.text = strdup(shown);
	if (!label.text)
		return number_label(labels, type);

	labels->events[type] = label;
	return label;
}

struct label labels_event(struct labels *labels, trace_event_id_t type)
{
	if (type >= LABELS_EVENTS)
		return number_label(labels, type);
	if (labels->events[type].text)
		return labels->events[type];
	return fetch_event(labels, type);
}

/* Cuts to what will be shown, in whole characters. */
static void cut(char *dst, size_t size, const char *name)
{
	size_t len = strnlen(name, size - 1);

	while (len && (name[len] & 0xc0) == 0x80)
		len--;
	memcpy(dst, name, len);
	dst[len] = '\0';
}

static void get_names(const struct labels *labels, unsigned origin, pid_t pid,
		      pid_t tid, const struct timespec *when,
		      struct thread_names *names)
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];
	char program[PROGRAMS_NAME];

	programs_name(labels->source, origin, pid, when, program,
		      &names->program);
	if (source_get_thread(labels->source, origin, pid, tid, name,
			      sizeof(name)))
		*name = '\0';
	cut(names->process, sizeof(names->process), program);
	cut(names->thread, sizeof(names->thread), name);
}

static void put_name(const struct labels *labels, struct thread_label *thread,
		     const char *name, int number)
{
	char *at = thread->text + thread->len;
	const size_t left = sizeof(thread->text) - thread->len;

	thread->len += *name  ? tame(labels, at, left, name) :
		       number ? (size_t)snprintf(at, left, "%d", number) :
				tame(labels, at, left, "-");
}

static void put_mark(struct thread_label *thread, char mark)
{
	thread->text[thread->len++] = mark;
}

static void name_thread(struct labels *labels, struct thread_label *thread)
{
	char host[LABELS_PROCESS] = "";

	if (labels->hosts)
		cut(host, sizeof(host),
		    source_get_host(labels->source, thread->origin));
	thread->len = 0;
	if (*host) {
		put_name(labels, thread, host, 0);
		put_mark(thread, ':');
	}
	put_name(labels, thread, thread->names.process, (int)thread->pid);
	put_mark(thread, '/');
	put_name(labels, thread, thread->names.thread, (int)thread->tid);
	if (!*thread->names.thread || thread->is_foreign)
		return;
	put_mark(thread, ':');
	put_name(labels, thread, "", (int)thread->tid);
}

static bool has_changed(const struct labels *labels,
			const struct thread_label *thread,
			const struct timespec *when)
{
	struct thread_names names;

	if (!thread->may_change)
		return thread->names.program !=
		       programs_which(labels->source, thread->origin,
				      thread->pid, when);
	get_names(labels, thread->origin, thread->pid, thread->tid, when,
		  &names);
	return strcmp(names.process, thread->names.process) ||
	       strcmp(names.thread, thread->names.thread);
}

struct label labels_thread(struct labels *labels, unsigned origin, pid_t pid,
			   pid_t tid, const struct timespec *when)
{
	struct thread_label *thread;
	static char nobody[] = "-";

	if (!pid)
		return (struct label){ 1, nobody };

	thread = &labels->threads[(unsigned)tid % LABELS_THREADS];
	if (thread->pid != pid || thread->tid != tid ||
	    thread->origin != origin || has_changed(labels, thread, when)) {
		thread->origin = origin;
		thread->pid = pid;
		thread->tid = tid;
		thread->is_foreign =
			other_system_is(&labels->other, labels->source, origin);
		thread->may_change = thread->is_foreign ||
				     labels->source->has_late_names ||
				     !source_is_complete(labels->source);
		get_names(labels, origin, pid, tid, when, &thread->names);
		name_thread(labels, thread);
	}
	return (struct label){ thread->len, thread->text };
}
