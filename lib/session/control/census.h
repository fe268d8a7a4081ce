/*
 * census.h - processes and streams, for observers
 *
 * Nothing is changed or stopped: facts about a stream or process may be some
 * microseconds apart. The work is bounded, even on damaged memory.
 */
#ifndef PXT_SESSION_CONTROL_CENSUS_H
#define PXT_SESSION_CONTROL_CENSUS_H

#include <trace_np.h>

typedef void pxt_census_process(const struct posix_trace_traceable_np *process,
				void *argument);
typedef void pxt_census_stream(const struct posix_trace_stream_np *stream,
			       void *argument);
typedef void pxt_census_event(trace_event_id_t event, const char *name,
			      void *argument);

typedef void pxt_census_description(trace_event_id_t event, const char *name,
				    const char *description, void *argument);

/* posix_trace_list_processes_np(), posix_trace_list_streams_np(),
 * posix_trace_list_events_np() and posix_trace_list_descriptions_np(). */
int pxt_census_processes(pxt_census_process *visit, void *argument);
int pxt_census_streams(pid_t pid, pxt_census_stream *visit, void *argument);
int pxt_census_events(pid_t pid, pxt_census_event *visit, void *argument);
int pxt_census_descriptions(pid_t pid, pxt_census_description *visit,
			    void *argument);

#endif
