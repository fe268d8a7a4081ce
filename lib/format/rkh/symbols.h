/*
 * symbols.h - names of numbers in a stream of RKH
 *
 * A target names addresses, signals, user events and pools in records of their
 * own. Named numbers become objects of the trace, and active objects threads.
 * Addresses of all kinds share one space: the later name counts. The first name
 * in a session holds from its beginning: the object existed before it was
 * named.
 */
#ifndef PXT_FORMAT_RKH_SYMBOLS_H
#define PXT_FORMAT_RKH_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "format/rkh/pairs.h"
#include "format/trace.h"

enum pxt_rkh_space {
	PXT_RKH_ADDRESSES,
	PXT_RKH_SIGNALS,
	PXT_RKH_USER_EVENTS,
	PXT_RKH_POOLS,	/* the pools, counted from 1; 0 is the pool of static
			 * events */
	PXT_RKH_POOLS0, /* the pools, counted from 0 */
	PXT_RKH_ACTIONS,
	PXT_RKH_TARGETS, /* missing targets of transitions */
	PXT_RKH_EVENT_IDS,
	PXT_RKH_SPACES
};

enum {
	PXT_RKH_SYSTEM_TID = 1, /* thread of events without an active object */
	PXT_RKH_LEAST = 256,	/* numbers that several spaces may have */
};

struct pxt_rkh_symbol {
	uint64_t number;
	uint8_t space;
	bool is_kept;	  /* survives into the next session */
	bool is_named;	  /* named in this session: in the list of those */
	const char *kind; /* kind of the object; NULL: unnamed */
	char *name;
	pid_t tid; /* thread of an active object, else 0 */
	struct pxt_rkh_posts posts;
	struct pxt_rkh_symbol *next_named;
};

struct pxt_rkh_symbols {
	struct pxt_trace *trace; /* borrowed */
	unsigned width;		 /* bytes per address */
	struct pxt_map numbers;	 /* plus one, by space and number */
	struct pxt_rkh_symbol **symbol;
	size_t count, room;
	struct pxt_rkh_symbol *named; /* symbols to be forgotten */
	pid_t last_tid;
	struct pxt_rkh_symbol *active; /* last one looked up, or NULL */
	uint64_t begin_ns;	       /* begin of the session */
	uint64_t now_ns;	       /* time of the current record */

	/* Bits of the smallest numbers: those that occurred, those that were
	 * announced, and those to be announced when they occur. */
	uint32_t occurred[PXT_RKH_SPACES][8];
	uint32_t announced[PXT_RKH_SPACES][8];
	uint32_t wanted[PXT_RKH_SPACES][8];
};

/* The kind of objects by space; for addresses an unused one. */
extern const char *const pxt_rkh_kind[PXT_RKH_SPACES];

void pxt_rkh_symbols_init(struct pxt_rkh_symbols *symbols,
			  struct pxt_trace *trace);
void pxt_rkh_symbols_fini(struct pxt_rkh_symbols *symbols);

/* Finds the symbol of a number, or NULL. */
struct pxt_rkh_symbol *
pxt_rkh_symbols_find(const struct pxt_rkh_symbols *symbols,
		     enum pxt_rkh_space space, uint64_t number);

/* The name of a number, or NULL. */
const char *pxt_rkh_symbols_name(const struct pxt_rkh_symbols *symbols,
				 enum pxt_rkh_space space, uint64_t number);

/* The name; or, if the whole trace was read before, the one that it will
 * get. */
const char *pxt_rkh_symbols_label(const struct pxt_rkh_symbols *symbols,
				  enum pxt_rkh_space space, uint64_t number);

/* The active object at an address, which becomes a thread. NULL: no memory. */
struct pxt_rkh_symbol *pxt_rkh_symbols_active(struct pxt_rkh_symbols *symbols,
					      uint64_t address);

/* Names a symbol. kind: a constant; NULL: that of its space. ENOMEM. */
int pxt_rkh_symbols_set(struct pxt_rkh_symbols *symbols,
			enum pxt_rkh_space space, uint64_t number,
			const char *kind, const char *name,
			const char *details);

/* Handles the first occurrence of a number below PXT_RKH_LEAST. */
void pxt_rkh_symbols_meet_first(struct pxt_rkh_symbols *symbols,
				enum pxt_rkh_space space, uint64_t number);

/* Notes an occurrence, so that readers do not take the number for one of
 * another space. */
static inline void pxt_rkh_symbols_meet(struct pxt_rkh_symbols *symbols,
					enum pxt_rkh_space space,
					uint64_t number)
{
	if (number < PXT_RKH_LEAST &&
	    !(symbols->occurred[space][number / 32] >> number % 32 & 1))
		pxt_rkh_symbols_meet_first(symbols, space, number);
}

/* Forgets the names that a target gave before it restarted. */
void pxt_rkh_symbols_forget(struct pxt_rkh_symbols *symbols, uint64_t ns);

/* Keeps all names that are known now. */
void pxt_rkh_symbols_keep(struct pxt_rkh_symbols *symbols);

#endif
