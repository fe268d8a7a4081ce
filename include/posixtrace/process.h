/* process.h - the processes, modules and threads that a log knows */
#ifndef _POSIXTRACE_PROCESS_H
#define _POSIXTRACE_PROCESS_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A process that a log speaks of. The strings are borrowed until the log is
 * closed. */
struct posix_trace_process_np {
	pid_t pid;
	const char *name;    /* the program's name, without its path */
	const char *command; /* its arguments, separated by spaces */
};

/* Tell what a pre-recorded stream knows of one process of an origin. ESRCH:
 * nothing. EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_process_np(trace_id_t trid, unsigned origin, pid_t pid,
			       struct posix_trace_process_np *process);

/* A program or shared object that a process of a log had in memory. What is
 * borrowed is so until the log is closed. */
struct posix_trace_module_np {
	const void *start; /* its first address there, */
	const void *end;   /* ... and the one behind its last */
	unsigned long long base; /* what addresses there exceed those in its
				  * file by */
	const char *path;	 /* its file; "" where nobody knows. Borrowed */
	const void *build_id;	 /* borrowed; NULL: it has none */
	size_t build_id_len;	 /* bytes */
};

/* Tell in which module of a process of an origin an address lies. Of a process
 * that executed several programs it is the last one's, and what was loaded and
 * unloaded again is not known. ESRCH: in none, or nothing is known of the
 * process. EINVAL: trid is no pre-recorded stream. */
int posix_trace_get_module_np(trace_id_t trid, unsigned origin, pid_t pid,
			      const void *address,
			      struct posix_trace_module_np *module);

/* Tell the modules of a process, in the order in which it told them: visit is
 * called for each, and may call any function but posix_trace_close(). ESRCH:
 * nothing is known of the process. EINVAL: trid is no pre-recorded stream. */
int posix_trace_list_modules_np(
	trace_id_t trid, unsigned origin, pid_t pid,
	void (*visit)(const struct posix_trace_module_np *module,
		      void *argument),
	void *argument);

/* What a thread of a process is called, with its null. ENODATA: nobody knows,
 * or as its program. ERANGE: that is longer than size - 1 bytes; enough are
 * POSIX_TRACE_THREAD_NAME_MAX_NP + 1. EINVAL: trid is no pre-recorded
 * stream. */
enum {
	POSIX_TRACE_THREAD_NAME_MAX_NP = 255
};
int posix_trace_get_thread_np(trace_id_t trid, unsigned origin, pid_t pid,
			      pid_t tid, char *name, size_t size);

#ifdef __cplusplus
}
#endif

#endif
