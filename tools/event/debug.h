/*
 * debug.h - functions, lines and variables of a program or shared object
 *
 * The file is identified by its build id; if it has changed, another one that
 * the system has under that id is used. Stripped symbols are found like in
 * debuggers: by the debug link, under /usr/lib/debug, or from the servers of
 * DEBUGINFOD_URLS, if that is set. A file without a build id is trusted by its
 * name.
 */
#ifndef DEBUG_H
#define DEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

struct debug;

enum { DEBUG_FRAMES = 32 }; /* limit of inlined levels */

/* A function, and its current line; NULL: unknown. Borrowed until close. */
struct debug_frame {
	const char *name;   /* name in the source, without its class */
	const char *symbol; /* linker's name: mangled for C++ */
	const char *file;   /* source file, without its path */
	int line;
};

/* The code at an address. */
struct debug_place {
	/* Inlined functions, innermost first, and the function that contains
	 * them. */
	struct debug_frame frame[DEBUG_FRAMES];
	unsigned frames;
	unsigned shown;	    /* first frame outside of library headers */
	const char *symbol; /* nearest symbol before the address */
	uint64_t offset;    /* offset from the symbol */
};

/* Reports if the file was replaced. NULL: no memory. */
struct debug *debug_open(const struct posix_trace_module_np *module);
void debug_close(struct debug *debug);

/* True if it is about that file, wherever it was mapped. */
bool debug_is_of(const struct debug *debug,
		 const struct posix_trace_module_np *module);

/* address: in the process, within that module of it. */
void debug_find(struct debug *debug, const struct posix_trace_module_np *module,
		uint64_t address, struct debug_place *place);

/* Finds the variable at an address: in symbol and offset. */
void debug_find_variable(struct debug *debug,
			 const struct posix_trace_module_np *module,
			 uint64_t address, struct debug_place *place);

#endif
