/* posix_trace_list_streams_np.c - the processes and streams that there are */
#include <errno.h>
#include <trace_np.h>

#include "session/control/census.h"

int posix_trace_list_processes_np(
	void (*visit)(const struct posix_trace_traceable_np *process,
		      void *argument),
	void *argument)
{
	return visit ? pxt_census_processes(visit, argument) : EINVAL;
}

int posix_trace_list_streams_np(
	pid_t pid,
	void (*visit)(const struct posix_trace_stream_np *stream,
		      void *argument),
	void *argument)
{
	return visit ? pxt_census_streams(pid, visit, argument) : EINVAL;
}

int posix_trace_list_events_np(pid_t pid,
			       void (*visit)(trace_event_id_t event,
					     const char *name, void *argument),
			       void *argument)
{
	return visit ? pxt_census_events(pid, visit, argument) : EINVAL;
}

int posix_trace_list_descriptions_np(pid_t pid,
				     void (*visit)(trace_event_id_t event,
						   const char *name,
						   const char *description,
						   void *argument),
				     void *argument)
{
	return visit ? pxt_census_descriptions(pid, visit, argument) : EINVAL;
}
