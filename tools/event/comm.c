/*
 * comm.c - names of programs, threads and machines, as data
 */
#include <string.h>

#include <trace_np.h>

#include "common/text.h"
#include "event/comm.h"
#include "source/programs.h"

void comm_init(struct comm *comm, struct source *source)
{
	memset(comm, 0, sizeof(*comm));
	comm->source = source;
}

struct label comm_of(struct comm *comm, unsigned origin, pid_t pid,
		     const struct timespec *when)
{
	char name[PROGRAMS_NAME];

	if (comm->pid == pid && comm->origin == origin && pid &&
	    comm->program == programs_which(comm->source, origin, pid, when))
		return comm->label;

	programs_name(comm->source, origin, pid, when, name, &comm->program);
	comm->pid = *name && !comm->source->has_late_names ? pid : 0;
	comm->origin = origin;
	comm->label =
		(struct label){ text_tame(comm->text, sizeof(comm->text), name),
				comm->text };
	return comm->label;
}

static bool is_of(const struct comm_thread *thread,
		  const struct posix_trace_item_np *item)
{
	return thread->tid == item->tid &&
	       thread->pid == item->info.posix_pid &&
	       thread->origin == item->origin;
}

/* The name of a thread that may change is looked up again. */
static void find_thread(struct comm *comm, struct comm_thread *thread,
			const struct posix_trace_item_np *item)
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];
	const bool stays =
		source_is_complete(comm->source) &&
		!comm->source->has_late_names &&
		!other_system_is(&comm->other, comm->source, item->origin);

	if (source_get_thread(comm->source, item->origin, item->info.posix_pid,
			      item->tid, name, sizeof(name)))
		*name = '\0';
	thread->origin = item->origin;
	thread->tid = item->tid;
	thread->pid = stays ? item->info.posix_pid : 0;
	thread->label = (struct label){
		text_tame(thread->text, sizeof(thread->text), name),
		thread->text,
	};
}

struct label comm_thread(struct comm *comm,
			 const struct posix_trace_item_np *item)
{
	struct comm_thread *thread =
		&comm->threads[(unsigned)item->tid % COMM_THREADS];

	if (!item->info.posix_pid || !item->tid)
		return (struct label){ 0, thread->text };
	if (!is_of(thread, item))
		find_thread(comm, thread, item);
	return thread->label;
}

struct label comm_host(struct comm *comm, unsigned origin)
{
	if (comm->host_label.text && comm->host_origin == origin)
		return comm->host_label;

	comm->host_origin = origin;
	comm->host_label.text = comm->host;
	comm->host_label.len = text_tame(comm->host, sizeof(comm->host),
					 source_get_host(comm->source, origin));
	return comm->host_label;
}
