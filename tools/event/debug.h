/*
 * debug.h - functions, lines and variables of one program or shared object
 *
 * The file itself is read if it is the one that was traced, which its build id
 * tells; if it is gone, one that the system keeps under that id. Symbols that
 * were stripped are found as debuggers find them: by the debug link, under
 * /usr/lib/debug, or from the servers of DEBUGINFOD_URLS, if the user has set
 * that. A file without a build id is taken for what it is called.
 */
#ifndef DEBUG_H
#define DEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

struct debug;

/* What is known of an address; NULL is what is not. Borrowed until close. */
struct debug_place {
	const char *function; /* as the source has it, or the linker */
	uint64_t offset;      /* in the function */
	bool is_data;	      /* the function is a variable */
	const char *file;     /* of the source, without its path */
	int line;
};

/* Tells if there is another file in its place. NULL: no memory. */
struct debug *debug_open(const struct posix_trace_module_np *module);
void debug_close(struct debug *debug);

/* Whether it is of that file, wherever that lay. */
bool debug_is_of(const struct debug *debug,
		 const struct posix_trace_module_np *module);

/* address: in the process, within that module of it. */
void debug_find(struct debug *debug, const struct posix_trace_module_np *module,
		uint64_t address, struct debug_place *place);

/* Which variable has an address: in function and offset. */
void debug_find_variable(struct debug *debug,
			 const struct posix_trace_module_np *module,
			 uint64_t address, struct debug_place *place);

#endif
