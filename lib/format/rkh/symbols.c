/* symbols.c - names of numbers in a stream of RKH */
#include "format/rkh/symbols.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const char *const pxt_rkh_kind[PXT_RKH_SPACES] = {
	[PXT_RKH_ADDRESSES] = "address", [PXT_RKH_SIGNALS] = "signal",
	[PXT_RKH_USER_EVENTS] = "user",	 [PXT_RKH_POOLS] = "pool",
	[PXT_RKH_POOLS0] = "pool0",	 [PXT_RKH_ACTIONS] = "action",
	[PXT_RKH_TARGETS] = "target",	 [PXT_RKH_EVENT_IDS] = "event",
};

/* Names that numbers have by convention. */
static const char *common_name(enum pxt_rkh_space space, uint64_t number)
{
	static const char *const actions[] = {
		"effect", "entry", "exit", "initial", "preprocessor", "guard",
	};

	switch (space) {
	case PXT_RKH_ACTIONS:
		return number < sizeof(actions) / sizeof(actions[0]) ?
			       actions[number] :
			       "";
	case PXT_RKH_POOLS:
		return number ? "" : "static";
	case PXT_RKH_TARGETS:
		return number ? "" : "internal";
	case PXT_RKH_ADDRESSES:
		return number ? "" : "null";
	default:
		return "";
	}
}

void pxt_rkh_symbols_init(struct pxt_rkh_symbols *symbols,
			  struct pxt_trace *trace)
{
	*symbols = (struct pxt_rkh_symbols){
		.trace = trace,
		.width = 4,
		.last_tid = PXT_RKH_SYSTEM_TID,
	};
	for (unsigned i = 0; i < PXT_RKH_SPACES; i++)
		for (unsigned n = 0; n < 32; n++)
			if (*common_name(i, n))
				symbols->wanted[i][0] |= 1U << n;
	pxt_trace_thread(trace, PXT_TRACE_PID, PXT_RKH_SYSTEM_TID, "framework");
}

static void free_symbol(struct pxt_rkh_symbol *symbol)
{
	pxt_rkh_posts_fini(&symbol->posts);
	free(symbol->name);
	free(symbol);
}

void pxt_rkh_symbols_fini(struct pxt_rkh_symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++)
		free_symbol(symbols->symbol[i]);
	free(symbols->symbol);
	pxt_map_fini(&symbols->numbers);
}

struct key {
	uint64_t space, number;
};

struct pxt_rkh_symbol *
pxt_rkh_symbols_find(const struct pxt_rkh_symbols *symbols,
		     enum pxt_rkh_space space, uint64_t number)
{
	const struct key key = { space, number };
	const size_t found = pxt_map_get(&symbols->numbers, &key, sizeof(key));

	return found ? symbols->symbol[found - 1] : NULL;
}

const char *pxt_rkh_symbols_name(const struct pxt_rkh_symbols *symbols,
				 enum pxt_rkh_space space, uint64_t number)
{
	const struct pxt_rkh_symbol *symbol =
		pxt_rkh_symbols_find(symbols, space, number);

	return symbol ? symbol->name : NULL;
}

const char *pxt_rkh_symbols_label(const struct pxt_rkh_symbols *symbols,
				  enum pxt_rkh_space space, uint64_t number)
{
	const char *name = pxt_rkh_symbols_name(symbols, space, number);

	if (name)
		return name;
	pxt_trace_now(symbols->trace, symbols->now_ns);
	return pxt_trace_named(symbols->trace, PXT_TRACE_PID, number,
			       pxt_rkh_kind[space], space == PXT_RKH_ADDRESSES);
}

static struct pxt_rkh_symbol *get(struct pxt_rkh_symbols *symbols,
				  enum pxt_rkh_space space, uint64_t number)
{
	const struct key key = { space, number };
	size_t *at = pxt_map_at(&symbols->numbers, &key, sizeof(key));
	struct pxt_rkh_symbol *symbol;

	if (at && *at)
		return symbols->symbol[*at - 1];
	if (!at || pxt_array_reserve(&symbols->symbol, &symbols->room,
				     symbols->count + 1, sizeof(symbol)))
		return NULL;
	symbol = calloc(1, sizeof(*symbol));
	if (!symbol)
		return NULL;
	symbol->number = number;
	symbol->space = (uint8_t)space;
	symbols->symbol[symbols->count++] = symbol;
	*at = symbols->count;
	return symbol;
}

static void tell_thread(const struct pxt_rkh_symbols *symbols,
			const struct pxt_rkh_symbol *symbol)
{
	char number[24];

	snprintf(number, sizeof(number), "0x%0*" PRIx64,
		 (int)(2 * symbols->width), symbol->number);
	pxt_trace_thread(symbols->trace, PXT_TRACE_PID, symbol->tid,
			 symbol->name ? symbol->name : number);
}

/* Consecutive records mostly belong to the same active object. */
struct pxt_rkh_symbol *pxt_rkh_symbols_active(struct pxt_rkh_symbols *symbols,
					      uint64_t address)
{
	struct pxt_rkh_symbol *symbol = symbols->active;

	if (symbol && symbol->number == address)
		return symbol;
	symbol = get(symbols, PXT_RKH_ADDRESSES, address);
	symbols->active = symbol;
	if (symbol && !symbol->tid) {
		symbol->tid = ++symbols->last_tid;
		tell_thread(symbols, symbol);
	}
	return symbol;
}

static void tell_object(const struct pxt_rkh_symbols *symbols, uint64_t number,
			const char *kind, const char *name, const char *details)
{
	pxt_trace_object(symbols->trace, PXT_TRACE_PID, number, kind, name,
			 details);
}

/* Looking up an address finds an object of any kind there. An address that
 * may also be a signal's number is announced as the kinds that it is looked
 * up as. */
static void tell_address(const struct pxt_rkh_symbols *symbols, uint64_t number,
			 const char *kind, const char *name,
			 const char *details)
{
	if (number >= PXT_RKH_LEAST) {
		tell_object(symbols, number, kind, name, details);
		return;
	}
	tell_object(symbols, number, pxt_rkh_kind[PXT_RKH_ADDRESSES], name,
		    details);
	if (number)
		tell_object(symbols, number, pxt_rkh_kind[PXT_RKH_TARGETS],
			    name, details);
}

static void tell(const struct pxt_rkh_symbols *symbols,
		 const struct pxt_rkh_symbol *symbol, const char *name,
		 const char *details)
{
	if (symbol->space == PXT_RKH_ADDRESSES)
		tell_address(symbols, symbol->number, symbol->kind, name,
			     details);
	else
		tell_object(symbols, symbol->number, symbol->kind, name,
			    details);
}

/* Announces a number that has no name, from the begin of the session on: its
 * first name replaces this. */
static void announce(const struct pxt_rkh_symbols *symbols,
		     enum pxt_rkh_space space, uint64_t number)
{
	pxt_trace_now(symbols->trace, symbols->begin_ns);
	tell_object(symbols, number, pxt_rkh_kind[space],
		    common_name(space, number), "");
}

/* Readers that find no signal 3 look for a pool 3. So a number is announced, if
 * without a name, where another space names it: at once if it has occurred. */
static void announce_elsewhere(struct pxt_rkh_symbols *symbols,
			       enum pxt_rkh_space space, uint64_t number)
{
	const uint32_t bit = 1U << number % 32;
	const size_t word = number / 32;

	if (number >= PXT_RKH_LEAST)
		return;
	symbols->announced[space][word] |= bit;
	for (unsigned i = 0; i < PXT_RKH_SPACES; i++) {
		symbols->wanted[i][word] |= bit;
		if (symbols->announced[i][word] & bit ||
		    !(symbols->occurred[i][word] & bit))
			continue;
		symbols->announced[i][word] |= bit;
		announce(symbols, i, number);
	}
}

void pxt_rkh_symbols_meet_first(struct pxt_rkh_symbols *symbols,
				enum pxt_rkh_space space, uint64_t number)
{
	const uint32_t bit = 1U << number % 32;
	const size_t word = number / 32;

	symbols->occurred[space][word] |= bit;
	if (!(symbols->wanted[space][word] & bit) ||
	    symbols->announced[space][word] & bit)
		return;
	announce(symbols, space, number);
	announce_elsewhere(symbols, space, number);
}

int pxt_rkh_symbols_set(struct pxt_rkh_symbols *symbols,
			enum pxt_rkh_space space, uint64_t number,
			const char *kind, const char *name, const char *details)
{
	struct pxt_rkh_symbol *symbol = get(symbols, space, number);
	char *copy = strdup(name);

	if (!symbol || !copy) {
		free(copy);
		return ENOMEM;
	}
	free(symbol->name);
	symbol->name = copy;
	symbol->kind = kind ? kind : pxt_rkh_kind[space];
	pxt_trace_now(symbols->trace,
		      symbol->is_named ? symbols->now_ns : symbols->begin_ns);
	if (!symbol->is_named) {
		symbol->is_named = true;
		symbol->next_named = symbols->named;
		symbols->named = symbol;
	}
	tell(symbols, symbol, name, details);
	announce_elsewhere(symbols, space, number);
	if (space == PXT_RKH_ADDRESSES && number)
		announce_elsewhere(symbols, PXT_RKH_TARGETS, number);
	if (symbol->tid)
		tell_thread(symbols, symbol);
	return 0;
}

static void forget(struct pxt_rkh_symbols *symbols,
		   struct pxt_rkh_symbol *symbol)
{
	symbol->is_named = false;
	if (symbol->is_kept)
		return;
	free(symbol->name);
	symbol->name = NULL;
	tell(symbols, symbol, "", "");
	symbol->tid = 0;
}

void pxt_rkh_symbols_forget(struct pxt_rkh_symbols *symbols, uint64_t ns)
{
	symbols->active = NULL;
	symbols->begin_ns = ns;
	symbols->now_ns = ns;
	pxt_trace_now(symbols->trace, ns);
	while (symbols->named) {
		struct pxt_rkh_symbol *symbol = symbols->named;

		symbols->named = symbol->next_named;
		forget(symbols, symbol);
	}
}

void pxt_rkh_symbols_keep(struct pxt_rkh_symbols *symbols)
{
	for (struct pxt_rkh_symbol *symbol = symbols->named; symbol;
	     symbol = symbol->next_named)
		symbol->is_kept = true;
}
