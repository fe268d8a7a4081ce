/*
 * comm.c - the names of programs and machines, as data
 */
#include <trace_np.h>

#include "comm.h"
#include "text.h"

void comm_init(struct comm *comm, struct source *source)
{
	*comm = (struct comm){ .source = source };
}

struct label comm_of(struct comm *comm, unsigned origin, pid_t pid)
{
	struct posix_trace_process_np process;

	if (comm->pid == pid && comm->origin == origin && pid)
		return comm->label;

	comm->pid = 0;
	comm->label = (struct label){ 0, comm->text };
	if (!source_get_process(comm->source, origin, pid, &process)) {
		comm->pid = pid;
		comm->origin = origin;
		comm->label.len =
			text_tame(comm->text, sizeof(comm->text), process.name);
	}
	return comm->label;
}

struct label comm_host(struct comm *comm, unsigned origin)
{
	if (comm->host_label.text && comm->host_origin == origin)
		return comm->host_label;

	comm->host_origin = origin;
	comm->host_label.text = comm->host;
	comm->host_label.len =
		text_tame(comm->host, sizeof(comm->host),
			  source_get_host(comm->source, origin));
	return comm->host_label;
}
