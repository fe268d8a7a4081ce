/*
 * symbols.h - which function, file and line an event came from, and what
 * variables are called
 *
 * By what the log says of the process's programs and shared objects, also long
 * after that has ended. An address is looked up once. Without libdw nothing is
 * found.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>

#include <trace_np.h>

#include "event/labels.h"

struct symbols;

/* A function, which may be inlined. Empty is what is not known. */
struct symbol_frame {
	struct label function; /* as the source has it, all of C++ */
	struct label mangled;  /* as the linker has it, if it has another */
	struct label place;    /* "match.c:118" */
};

/* The frame that is shown is the innermost that is not of a library's header.
 * Borrowed until the next call. */
struct symbol {
	struct symbol_frame shown;
	struct label nearest; /* the place, else "function+0x1c" */
	unsigned frames;      /* from the innermost outwards, */
	struct symbol_frame *frame; /* ... if something was inlined */
};

/* False: there is nothing of this in this build. */
bool symbols_are_there(void);

/* source: borrowed. ascii: the reader's terminal knows nothing else. NULL:
 * there is no memory, or it was built without. */
struct symbols *symbols_create(struct source *source, bool ascii);
void symbols_close(struct symbols *symbols);

/* Which variable of a process lies at an address: "jobs_lock", or
 * "pool+0x18" where that is in it. Empty: none that is known. */
const struct label *symbols_variable(struct symbols *symbols, unsigned origin,
				     pid_t pid, unsigned long long address);

/* Of NULL symbols, and of a loss, nothing is known. */
const struct symbol *symbols_of(struct symbols *symbols,
				const struct posix_trace_item_np *item);

#endif
