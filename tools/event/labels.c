/*
 * labels.c - names of events and threads, asked for once
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "event/labels.h"

/* A log that was made of others is of no host itself. */
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

/* A name out of the log, as it may be shown. Gives its length. */
static size_t tame(const struct labels *labels, char *dst, size_t size,
		   const char *name)
{
	size_t len = text_tame(dst, size, name);

	if (labels->ascii)
		text_to_ascii(dst);
	return len;
}

static struct label unnamed(struct labels *labels, trace_event_id_t type)
{
	snprintf(labels->unnamed, sizeof(labels->unnamed), "#%u", type);
	return (struct label){ strlen(labels->unnamed), labels->unnamed };
}

static struct label fetch_event(struct labels *labels, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	char shown[TRACE_EVENT_NAME_MAX + 1];
	struct label label;

	/* A later section of the log may name it: nothing is kept. */
	if (source_get_name(labels->source, type, name))
		return unnamed(labels, type);

	label.len = tame(labels, shown, sizeof(shown), name);
	label.text = strdup(shown);
	if (!label.text)
		return unnamed(labels, type);

	labels->events[type] = label;
	return label;
}

struct label labels_event(struct labels *labels, trace_event_id_t type)
{
	if (type >= LABELS_EVENTS)
		return unnamed(labels, type);
	if (labels->events[type].text)
		return labels->events[type];
	return fetch_event(labels, type);
}

static void name_process(const struct labels *labels, unsigned origin,
			 pid_t pid, char name[LABELS_PROCESS])
{
	struct posix_trace_process_np process;

	if (source_get_process(labels->source, origin, pid, &process))
		snprintf(name, LABELS_PROCESS, "%d", (int)pid);
	else
		tame(labels, name, LABELS_PROCESS, process.name);
}

/* Its name, or its number. false: it may get another name. */
static bool name_alone(struct labels *labels, unsigned origin, pid_t pid,
		       pid_t tid, char text[LABELS_THREAD])
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];
	const bool foreign =
		other_system_is(&labels->other, labels->source, origin);

	if (foreign && !source_get_thread(labels->source, origin, pid, tid,
					  name, sizeof(name))) {
		tame(labels, text, LABELS_THREAD, name);
		return false;
	}
	if (tid)
		snprintf(text, LABELS_THREAD, "%d", (int)tid);
	else
		strcpy(text, "-");
	return !foreign;
}

static void name_thread(struct labels *labels,
			struct thread_label *thread, unsigned origin, pid_t pid,
			pid_t tid)
{
	char host[LABELS_PROCESS] = "", name[LABELS_PROCESS];
	char alone[LABELS_THREAD];

	if (labels->hosts)
		tame(labels, host, sizeof(host),
		     source_get_host(labels->source, origin));
	name_process(labels, origin, pid, name);

	thread->origin = origin;
	thread->pid = name_alone(labels, origin, pid, tid, alone) ? pid : 0;
	thread->tid = tid;
	snprintf(thread->text, sizeof(thread->text), "%s%s%s/%s", host,
		 *host ? ":" : "", name, alone);
	thread->len = strlen(thread->text);
}

struct label labels_thread(struct labels *labels, unsigned origin, pid_t pid,
			   pid_t tid)
{
	struct thread_label *thread;
	static char nobody[] = "-";

	if (!pid)
		return (struct label){ 1, nobody };

	thread = &labels->threads[(unsigned)tid % LABELS_THREADS];
	if (thread->pid != pid || thread->tid != tid ||
	    thread->origin != origin)
		name_thread(labels, thread, origin, pid, tid);
	return (struct label){ thread->len, thread->text };
}
