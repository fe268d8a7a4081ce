/*
 * comm.c - the names of programs, as data
 */
#include <trace_np.h>

#include "comm.h"
#include "text.h"

void comm_init(struct comm *comm, trace_id_t trid)
{
	*comm = (struct comm){ .trid = trid };
}

struct label comm_of(struct comm *comm, pid_t pid)
{
	struct posix_trace_process_np process;

	if (comm->pid == pid && pid)
		return comm->label;

	comm->pid = 0;
	comm->label = (struct label){ 0, comm->text };
	if (!posix_trace_get_process_np(comm->trid, pid, &process)) {
		comm->pid = pid;
		comm->label.len =
			text_tame(comm->text, sizeof(comm->text), process.name);
	}
	return comm->label;
}
