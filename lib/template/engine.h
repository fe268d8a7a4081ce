/*
 * engine.h - what runs a template: between the files of the engine
 *
 * render.c begins and ends an event, and does its instructions, or has one of
 * these do them: engine_read.c loads what is in the entry, engine_put.c
 * prints what is loaded, engine_flow.c chooses, repeats and calls, and
 * engine_plain.c writes lines that no template says.
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
	PXT_ENGINE_STEPS = 1 << 20, /* instructions of an event, or their
				      * worth */
	PXT_ENGINE_TURNS = 65536,   /* of the loops of an event */
	PXT_ENGINE_CALLS = 10,	     /* one in another, of each kind */
	PXT_ENGINE_FRAMES = PXT_ENGINE_CALLS + 1,
	PXT_ENGINE_STACK = PXT_ARGUMENTS_MAX + 4,
	PXT_ENGINE_LOOPS = (2 * PXT_ENGINE_CALLS + 1) * PXT_NESTING_MAX,
	PXT_ENGINE_RUNS = -1, /* it is not at its end */
};

struct pxt_engine_call {
	uint32_t back; /* where to go on */
	uint32_t loops;
	uint32_t known; /* variables that were set, or zero, of the caller */
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

	/* The event at hand */
	const struct pxt_occurrence *occurrence;
	const struct pxt_hook *hook;
	int end;	/* enum pxt_render_end, or PXT_ENGINE_RUNS */
	uint32_t at;	/* the next instruction */
	uint32_t steps; /* that are left, */
	uint32_t turns_left;
	int64_t place; /* in bits */
	int64_t base;  /* in bytes */
	uint64_t number;
	struct pxt_engine_text text;
	char scratch[8]; /* of a text that was a number */

	uint64_t stack[PXT_ENGINE_STACK];
	unsigned stacked;
	uint64_t *variables; /* of the frame at hand */
	uint32_t known;	     /* of them that have a value */
	unsigned functions, subroutines, calls;
	unsigned loops;
	struct pxt_engine_call call[2 * PXT_ENGINE_CALLS];
	uint32_t turns[PXT_ENGINE_LOOPS];
	uint64_t frame[PXT_ENGINE_FRAMES][PXT_NAMES_MAX];

	struct pxt_timers timers;
	size_t timer_end; /* of the lines, behind what was measured; or 0 */
	struct pxt_lines lines;
};

/* A value is about to print: right behind what was measured there is a blank. */
static inline void pxt_engine_set_apart(struct pxt_render *render)
{
	if (render->timer_end && render->timer_end == render->lines.len)
		pxt_lines_put(&render->lines, " ", 1);
}

/* Something is missing: this is the end of the event. */
void pxt_engine_truncate(struct pxt_render *render);

/* Something cannot be done: likewise. */
void pxt_engine_fail(struct pxt_render *render, const char *why);

/* What takes longer than other instructions is worth several. */
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

/* A floating-point number is loaded as its bits. */
static inline double pxt_engine_double(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/*
 * Reading
 */

/* So many bytes at the place, which moves behind them; NULL: they are not
 * there, and that was the end. */
const uint8_t *pxt_engine_take(struct pxt_render *render, size_t len);

/* Where the bits begin, in bits from the start of the entry; the place moves
 * behind them. -1: they are not all there, and that was the end. */
int64_t pxt_engine_take_bits(struct pxt_render *render, uint64_t bits);

static inline unsigned pxt_engine_bit(const struct pxt_render *render,
				       uint64_t at)
{
	return render->hook->entry[at / 8] >> (7 - at % 8) & 1;
}

/* A number of so many bytes. */
uint64_t pxt_engine_get(const uint8_t *at, unsigned size, bool is_big);

/* What a process is called; NULL: nobody knows. */
const char *pxt_engine_process(struct pxt_render *render, int64_t pid);

/*
 * Printing
 */

/* What people or files call something: UTF-8, and no controls. */
void pxt_engine_put_name(struct pxt_render *render,
			  struct pxt_engine_text text);

/* An event that has no template. */
void pxt_engine_put_plain(struct pxt_render *render);

/* All data words. */
void pxt_engine_put_default(struct pxt_render *render);

/* That a template finds something wrong. */
void pxt_engine_put_error(struct pxt_render *render);

/*
 * Instructions: those of code.h that belong there
 */

void pxt_engine_read(struct pxt_render *render, const struct pxt_insn *insn);
void pxt_engine_put(struct pxt_render *render, const struct pxt_insn *insn);
void pxt_engine_go_on(struct pxt_render *render, const struct pxt_insn *insn);

/* Variables that a template has, and none before it had, begin as zero. */
void pxt_engine_know(struct pxt_render *render, uint32_t slots);

#endif
