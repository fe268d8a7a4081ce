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

enum { DEBUG_FRAMES = 32 }; /* what is inlined any deeper is left out */

/* A function, and the line of it that is running; NULL is what is not known.
 * Borrowed until close. */
struct debug_frame {
	const char *name;   /* as the source has it, without its class */
	const char *symbol; /* as the linker has it: of C++ mangled */
	const char *file;   /* of the source, without its path */
	int line;
};

/* The code at an address. */
struct debug_place {
	/* Inlined functions, from the innermost outwards, and the function
	 * whose code it is. */
	struct debug_frame frame[DEBUG_FRAMES];
	unsigned frames;
	unsigned shown;	 /* the first that is not of a library's header */
	const char *symbol; /* the nearest before the address */
	uint64_t offset; /* behind that */
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

/* Which variable has an address: in symbol and offset. */
void debug_find_variable(struct debug *debug,
			 const struct posix_trace_module_np *module,
			 uint64_t address, struct debug_place *place);

#endif
