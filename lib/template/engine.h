/*
 * engine.h - the parts of the engine that runs templates
 *
 * render.c begins and ends an event and dispatches instructions: engine_read.c
 * loads from the entry, engine_put.c prints the loaded value, engine_flow.c has
 * choices, loops and calls, and engine_plain.c the lines that no template
 * contains.
 */
#ifndef PXT_TEMPLATE_ENGINE_H
#define PXT_TEMPLATE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "template/lines.h"
#include "template/occurrence.h"
#include "template/templates.h"
#include "template/timers.h"

enum {
	PXT_ENGINE_STEPS = 1 << 20, /* instructions for an event, or their
				     * equivalent */
	PXT_ENGINE_TURNS = 65536,   /* turns of all loops for an event */
	PXT_ENGINE_CALLS = 10,	    /* nested calls, and nested loops */
	PXT_ENGINE_FRAMES = PXT_ENGINE_CALLS + 1,
	PXT_ENGINE_STACK = PXT_ARGUMENTS_MAX + 4,
	PXT_ENGINE_LOOPS = (2 * PXT_ENGINE_CALLS + 1) * PXT_NESTING_MAX,
	PXT_ENGINE_RUNS = -1, /* not ended yet */
};

struct pxt_engine_call {
	uint32_t back; /* return address */
	uint32_t loops;
	uint32_t known; /* the caller's variables that are initialized */
	bool is_function;
};

struct pxt_engine_text {
	const char *at;
	size_t len;
};

struct pxt_render {
	const struct pxt_templates *templates;
	const struct pxt_insn *code;
	const char *texts;
	struct pxt_render_names *names;

	/* The current event */
	const struct pxt_occurrence *occurrence;
	const struct pxt_hook *hook;
	int end;	/* enum pxt_render_end, or PXT_ENGINE_RUNS */
	uint32_t at;	/* the next instruction */
	uint32_t steps; /* steps left, */
	uint32_t turns_left;
	int64_t place; /* the next code reads here, in bits */
	int64_t base;  /* origin of the place, in bytes */
	uint64_t number;
	struct pxt_engine_text text;
	char scratch[8]; /* text of a number */

	uint64_t stack[PXT_ENGINE_STACK];
	unsigned stacked;
	uint64_t *variables; /* variables of the current frame */
	uint32_t known;	     /* number of initialized variables */
	unsigned functions, subroutines, calls;
	unsigned loops;
	struct pxt_engine_call call[2 * PXT_ENGINE_CALLS];
	uint32_t turns[PXT_ENGINE_LOOPS];
	uint64_t frame[PXT_ENGINE_FRAMES][PXT_NAMES_MAX];

	struct pxt_timers timers;
	size_t timer_end; /* end of a measured time in the lines; or 0 */
	struct pxt_lines lines;
};

/* Puts a blank between a measured time and the value behind it. */
static inline void pxt_engine_set_apart(struct pxt_render *render)
{
	if (render->timer_end && render->timer_end == render->lines.len)
		pxt_lines_put(&render->lines, " ", 1);
}

/* Ends the event: data is missing. */
void pxt_engine_truncate(struct pxt_render *render);

/* Ends the event with an error. */
void pxt_engine_fail(struct pxt_render *render, const char *why);

/* Charges an expensive instruction as several steps. */
static inline void pxt_engine_spend(struct pxt_render *render, size_t bytes)
{
	const size_t steps = bytes / 64;

	render->steps -=
		steps < render->steps ? (uint32_t)steps : render->steps;
}

static inline unsigned pxt_engine_size(const struct pxt_render *render,
				       unsigned size)
{
	return size == PXT_SIZE_WORD ? render->hook->word : size;
}

/* Floating-point numbers are loaded as their bits. */
static inline double pxt_engine_double(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/*
 * Reading
 */

/* Returns len bytes at the place and moves behind them. NULL: they are missing,
 * and the event has ended. */
const uint8_t *pxt_engine_take(struct pxt_render *render, size_t len);

/* Returns the place, in bits from the start of the entry, and moves behind the
 * bits. -1: they are missing, and the event has ended. */
int64_t pxt_engine_take_bits(struct pxt_render *render, uint64_t bits);

static inline unsigned pxt_engine_bit(const struct pxt_render *render,
				      uint64_t at)
{
	return render->hook->entry[at / 8] >> (7 - at % 8) & 1;
}

/* Reads a number of size bytes. */
uint64_t pxt_engine_get(const uint8_t *at, unsigned size, bool is_big);

/* The name of a process; NULL: unknown. */
const char *pxt_engine_process(struct pxt_render *render, int64_t pid);

/*
 * Prints a name given by users or files: UTF-8, and no controls.
 */

/* Prints an event that has no template. */
void pxt_engine_put_name(struct pxt_render *render,
			 struct pxt_engine_text text);

/* Prints all data words. */
void pxt_engine_put_plain(struct pxt_render *render);

/* Prints that a template reported an error. */
void pxt_engine_put_default(struct pxt_render *render);

/* Prints that a template reported an error. */
void pxt_engine_put_error(struct pxt_render *render);

/*
 * The groups of instructions of code.h
 */

void pxt_engine_read(struct pxt_render *render, const struct pxt_insn *insn);
void pxt_engine_put(struct pxt_render *render, const struct pxt_insn *insn);
void pxt_engine_go_on(struct pxt_render *render, const struct pxt_insn *insn);

/* Zeroes the variables that this template has and no caller had. */
void pxt_engine_know(struct pxt_render *render, uint32_t slots);

#endif
