/* process.h - the processes, modules and threads in a log */
#ifndef _POSIXTRACE_PROCESS_H
#define _POSIXTRACE_PROCESS_H 1

#include <trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A process in a log. The strings are borrowed until the log is closed. */
struct posix_trace_process_np {
	pid_t pid;
	const char *name;    /* the program's name, without its path */
	const char *command; /* arguments, separated by spaces */
};

/* Gets facts about a process of an origin of a pre-recorded stream. ESRCH:
 * none. EINVAL: trid is not a pre-recorded stream. */
int posix_trace_get_process_np(trace_id_t trid, unsigned origin, pid_t pid,
			       struct posix_trace_process_np *process);

/* A program or shared object in the memory of a process. Pointers are borrowed
 * until the log is closed. */
struct posix_trace_module_np {
	const void *start;	 /* first address in the process, */
	const void *end;	 /* address behind the last */
	unsigned long long base; /* difference of addresses in the process and
				  * in the file */
	const char *path;	 /* path of the file; "" if unknown. Borrowed */
	const void *build_id;	 /* borrowed; NULL: none */
	size_t build_id_len;	 /* bytes */
};

/* Finds the module of a process of an origin at an address. For a process that
 * executed several programs they are the last one's; unloaded modules are
 * unknown. ESRCH: no module, or the process is unknown. EINVAL: trid is not a
 * pre-recorded stream. */
int posix_trace_get_module_np(trace_id_t trid, unsigned origin, pid_t pid,
			      const void *address,
			      struct posix_trace_module_np *module);

/* Visits the modules of a process, in the order of its announcements. visit may
 * call any function but posix_trace_close(). ESRCH: the process is unknown.
 * EINVAL: trid is not a pre-recorded stream. */
int posix_trace_list_modules_np(
	trace_id_t trid, unsigned origin, pid_t pid,
	void (*visit)(const struct posix_trace_module_np *module,
		      void *argument),
	void *argument);

/* Gets the name of a thread, null-terminated. ENODATA: unknown, or its
 * program's. ERANGE: longer than size - 1 bytes; POSIX_TRACE_THREAD_NAME_MAX_NP
 * + 1 suffice. EINVAL: trid is not a pre-recorded stream. */
enum { POSIX_TRACE_THREAD_NAME_MAX_NP = 255 };
int posix_trace_get_thread_np(trace_id_t trid, unsigned origin, pid_t pid,
			      pid_t tid, char *name, size_t size);

#ifdef __cplusplus
}
#endif

#endif
