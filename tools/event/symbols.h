/*
 * symbols.h - the function, file and line of an event, and names of variables
 *
 * Symbols are found by the log's description of the process's programs and
 * shared objects, even long after its end. An address is looked up once.
 * Without libdw nothing is found.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>

#include <trace_np.h>

#include "event/labels.h"

struct symbols;

/* A function, which may be inlined. Empty: unknown. */
struct symbol_frame {
	struct label function; /* name in the source, complete for C++ */
	struct label mangled;  /* linker's name, if different */
	struct label place;    /* "match.c:118" */
};

/* The innermost frame outside of library headers. Borrowed until the next
 * call. */
struct symbol {
	struct symbol_frame shown;
	struct label nearest;	    /* the place, else "function+0x1c" */
	unsigned frames;	    /* innermost first, */
	struct symbol_frame *frame; /* if there are inlined functions */
};

/* False: built without it. */
bool symbols_are_there(void);

/* source: borrowed. ascii: the terminal shows ASCII only. NULL: no memory, or
 * built without. */
struct symbols *symbols_create(struct source *source, bool ascii);
void symbols_close(struct symbols *symbols);

/* An object at an address of a process. when: the time; NULL: unknown. */
struct symbols_object {
	unsigned origin;
	pid_t pid;
	unsigned long long address;
	const struct timespec *when;
};

/* The variable there: "jobs_lock", or "pool+0x18" within it; or the function.
 * Empty: unknown. */
const struct label *symbols_variable(struct symbols *symbols,
				     const struct symbols_object *object);
const struct label *symbols_function(struct symbols *symbols,
				     const struct symbols_object *object);

/* NULL symbols, and losses, have no symbol. */
const struct symbol *symbols_of(struct symbols *symbols,
				const struct posix_trace_item_np *item);

#endif
