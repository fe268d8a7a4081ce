/*
 * symbols.h - what the numbers in a stream of RKH are called
 *
 * A target names addresses, signals, its user's events and its pools in records
 * of their own. What is named here becomes an object of the trace, and an
 * active object is a thread. Addresses of all kinds are one space: of two names
 * of one the later counts. The first name of a session holds since it began:
 * what is named was there before.
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
	PXT_RKH_POOLS,	/* from 1 on; 0 is that of static events */
	PXT_RKH_POOLS0, /* from 0 on */
	PXT_RKH_ACTIONS,
	PXT_RKH_TARGETS, /* of a transition, where it has none */
	PXT_RKH_EVENT_IDS,
	PXT_RKH_SPACES
};

enum {
	PXT_RKH_SYSTEM_TID = 1, /* what belongs to no active object */
	PXT_RKH_LEAST = 256,	/* numbers that more than one space may have */
};

struct pxt_rkh_symbol {
	uint64_t number;
	uint8_t space;
	bool is_kept;	  /* the next session knows it, too */
	bool is_told;	  /* named in this session: in the list of those */
	const char *kind; /* of the object; NULL: it has no name */
	char *name;
	pid_t tid; /* of an active object, else 0 */
	struct pxt_rkh_posts posts;
	struct pxt_rkh_symbol *told;
};

struct pxt_rkh_symbols {
	struct pxt_trace *trace; /* borrowed */
	unsigned width;		 /* bytes of an address */
	struct pxt_map numbers; /* plus one, by space and number */
	struct pxt_rkh_symbol **symbol;
	size_t count, room;
	struct pxt_rkh_symbol *told; /* that will be forgotten */
	pid_t last_tid;
	struct pxt_rkh_symbol *active; /* that was asked for last, or NULL */
	uint64_t begin_ns;	       /* of the session */
	uint64_t now_ns;	       /* of the record at hand */

	/* Bits of the least numbers: that have been met, that have been told,
	 * and that are to be told once they are met. */
	uint32_t met[PXT_RKH_SPACES][8];
	uint32_t known[PXT_RKH_SPACES][8];
	uint32_t wanted[PXT_RKH_SPACES][8];
};

/* The kind of the objects of a space; of addresses one that is none's. */
extern const char *const pxt_rkh_kind[PXT_RKH_SPACES];

void pxt_rkh_symbols_init(struct pxt_rkh_symbols *symbols,
			  struct pxt_trace *trace);
void pxt_rkh_symbols_fini(struct pxt_rkh_symbols *symbols);

/* What is known of a number, or NULL. */
struct pxt_rkh_symbol *
pxt_rkh_symbols_find(const struct pxt_rkh_symbols *symbols,
		     enum pxt_rkh_space space, uint64_t number);

/* Its name, or NULL. */
const char *pxt_rkh_symbols_name(const struct pxt_rkh_symbols *symbols,
				 enum pxt_rkh_space space, uint64_t number);

/* The same; or, where all of the trace was read before, the one it gets later.
 * */
const char *pxt_rkh_symbols_called(const struct pxt_rkh_symbols *symbols,
				   enum pxt_rkh_space space, uint64_t number);

/* The active object at an address: a thread from now on. NULL: no memory. */
struct pxt_rkh_symbol *pxt_rkh_symbols_active(struct pxt_rkh_symbols *symbols,
					      uint64_t address);

/* Name a symbol. kind: a constant; NULL: that of its space. ENOMEM. */
int pxt_rkh_symbols_set(struct pxt_rkh_symbols *symbols,
			enum pxt_rkh_space space, uint64_t number,
			const char *kind, const char *name,
			const char *details);

/* A number below PXT_RKH_LEAST is met for the first time. */
void pxt_rkh_symbols_meet_first(struct pxt_rkh_symbols *symbols,
				enum pxt_rkh_space space, uint64_t number);

/* A number is met: see to it that no reader takes it for one of another space.
 * */
static inline void pxt_rkh_symbols_meet(struct pxt_rkh_symbols *symbols,
					enum pxt_rkh_space space,
					uint64_t number)
{
	if (number < PXT_RKH_LEAST &&
	    !(symbols->met[space][number / 32] >> number % 32 & 1))
		pxt_rkh_symbols_meet_first(symbols, space, number);
}

/* A target has begun anew: names that it told are forgotten. */
void pxt_rkh_symbols_forget(struct pxt_rkh_symbols *symbols, uint64_t ns);

/* All that is known now stays. */
void pxt_rkh_symbols_keep(struct pxt_rkh_symbols *symbols);

#endif
