/* render.c - rendering events to text */
#include "template/render.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "template/engine.h"

enum { TEMPLATE_ZERO = 0x0040 };

/* Places beyond this are far from overflow, and always missing. */
static const int64_t FAR = INT64_C(1) << 40;

int pxt_render_open(struct pxt_render **render,
		    const struct pxt_templates *templates,
		    struct pxt_render_names *names)
{
	*render = calloc(1, sizeof(**render));
	if (!*render)
		return ENOMEM;
	(*render)->templates = templates;
	(*render)->names = names;
	return 0;
}

void pxt_render_close(struct pxt_render *render)
{
	free(render);
}

void pxt_engine_truncate(struct pxt_render *render)
{
	pxt_lines_note(&render->lines, "[truncated]");
	render->end = PXT_RENDER_TRUNCATED;
}

void pxt_engine_fail(struct pxt_render *render, const char *why)
{
	char note[96];

	snprintf(note, sizeof(note), "[error: %s]", why);
	pxt_lines_note(&render->lines, note);
	render->end = PXT_RENDER_FAILED;
}

static void write_text(struct pxt_render *render, const struct pxt_insn *insn)
{
	struct pxt_lines *lines = &render->lines;
	const uint64_t number = insn->number;

	switch ((enum pxt_op)insn->op) {
	case PXT_OP_TEXT:
		pxt_lines_put(lines, render->texts + insn->at, number);
		break;
	case PXT_OP_NEWLINE:
		pxt_lines_newline(lines);
		break;
	case PXT_OP_TAB:
		pxt_lines_tab(lines);
		break;
	case PXT_OP_LEVEL:
		pxt_lines_level(lines, insn->size);
		break;
	case PXT_OP_BLANKS:
		pxt_lines_blanks(lines, number);
		break;
	default:
		break;
	}
}

static void move(struct pxt_render *render, const struct pxt_insn *insn)
{
	const uint64_t number = insn->number;

	switch ((enum pxt_op)insn->op) {
	case PXT_OP_GO:
		render->place = (int64_t)number;
		break;
	case PXT_OP_MOVE:
		render->place += (int64_t)number;
		break;
	case PXT_OP_GO_TO_WORD:
		render->place = (int64_t)number * render->hook->word * 8;
		break;
	default:
		break;
	}
}

static void divide(struct pxt_render *render)
{
	const int64_t by = (int64_t)render->number;
	const uint64_t what = render->stack[--render->stacked];

	if (!by)
		pxt_engine_fail(render, "division by zero");
	else if (by == -1)
		render->number = -what;
	else
		render->number = (uint64_t)((int64_t)what / by);
}

static int64_t limit_place(uint64_t number)
{
	const int64_t value = (int64_t)number;

	return value > FAR ? FAR : value < -FAR ? -FAR : value;
}

static void calculate(struct pxt_render *render, const struct pxt_insn *insn)
{
	switch ((enum pxt_op)insn->op) {
	case PXT_OP_PUSH:
		render->stack[render->stacked++] = render->number;
		break;
	case PXT_OP_ADD:
		render->number += render->stack[--render->stacked];
		break;
	case PXT_OP_SUBTRACT:
		render->number =
			render->stack[--render->stacked] - render->number;
		break;
	case PXT_OP_MULTIPLY:
		render->number *= render->stack[--render->stacked];
		break;
	case PXT_OP_DIVIDE:
		divide(render);
		break;
	case PXT_OP_SET_SLOT:
		render->variables[insn->at] = render->number;
		break;
	case PXT_OP_SET_PLACE:
		render->place = limit_place(render->number) * 8;
		break;
	case PXT_OP_SET_BASE:
		render->base = limit_place(render->number);
		break;
	default:
		break;
	}
}

static void start_timer(struct pxt_render *render)
{
	const uint64_t last = render->stack[--render->stacked];
	const uint64_t first = render->stack[--render->stacked];

	pxt_timers_start(&render->timers, first, last,
			 render->occurrence->time);
}

static void end_timer(struct pxt_render *render)
{
	const uint64_t last = render->stack[--render->stacked];
	const uint64_t first = render->stack[--render->stacked];
	uint64_t elapsed;
	char text[40];

	if (!pxt_timers_end(&render->timers, first, last,
			    render->occurrence->time, &elapsed))
		return;
	snprintf(text, sizeof(text), "[%llu usec]",
		 (unsigned long long)(elapsed / 1000));
	pxt_engine_set_apart(render);
	pxt_lines_put(&render->lines, text, strlen(text));
	render->timer_end = render->lines.len;
}

static void measure(struct pxt_render *render, const struct pxt_insn *insn)
{
	if (insn->op == PXT_OP_START_TIMER)
		start_timer(render);
	else
		end_timer(render);
}

/* The default template ends the event. */
static void use_default(struct pxt_render *render)
{
	const struct pxt_template *template =
		pxt_templates_find(render->templates, PXT_TEMPLATE_DEFAULT);

	if (!template || render->occurrence->hook.id == PXT_TEMPLATE_DEFAULT) {
		pxt_engine_put_default(render);
		render->end = PXT_RENDER_DONE;
		return;
	}
	render->calls = render->loops = 0;
	render->functions = render->subroutines = 0;
	render->variables = render->frame[0];
	render->known = 0;
	pxt_engine_know(render, template->slots);
	render->at = template->start;
}

static void end_event(struct pxt_render *render, const struct pxt_insn *insn)
{
	switch ((enum pxt_op)insn->op) {
	case PXT_OP_BREAK:
		render->end = PXT_RENDER_DONE;
		break;
	case PXT_OP_SKIP:
		render->end = PXT_RENDER_SKIPPED;
		break;
	case PXT_OP_STOP:
		render->end = PXT_RENDER_STOPPED;
		break;
	case PXT_OP_DEFAULT:
		use_default(render);
		break;
	case PXT_OP_ERROR:
		pxt_engine_put_error(render);
		break;
	default:
		break;
	}
}

/* Dispatch in the order of code.h. */
static void execute(struct pxt_render *render, const struct pxt_insn *insn)
{
	if (insn->op <= PXT_OP_BLANKS)
		write_text(render, insn);
	else if (insn->op <= PXT_OP_GO_TO_WORD)
		move(render, insn);
	else if (insn->op <= PXT_OP_AS_TEXT)
		pxt_engine_read(render, insn);
	else if (insn->op <= PXT_OP_PUT_NAME)
		pxt_engine_put(render, insn);
	else if (insn->op <= PXT_OP_SET_BASE)
		calculate(render, insn);
	else if (insn->op <= PXT_OP_RETURN)
		pxt_engine_go_on(render, insn);
	else if (insn->op <= PXT_OP_END_TIMER)
		measure(render, insn);
	else
		end_event(render, insn);
}

static void run(struct pxt_render *render)
{
	while (render->end == PXT_ENGINE_RUNS) {
		const struct pxt_insn *insn = &render->code[render->at++];

		execute(render, insn);
		if (render->lines.is_cut && render->end == PXT_ENGINE_RUNS)
			pxt_engine_truncate(render);
		if (render->steps <= 1 && render->end == PXT_ENGINE_RUNS)
			pxt_engine_fail(render, "too much work");
		else
			render->steps--;
	}
}

/* The place where the first code reads. */
static int64_t first_place(const struct pxt_hook *hook)
{
	if (hook->word == 4)
		return hook->is_generic ? 4 * 8 : 2 * 8;
	return 6 * 8;
}

static void begin(struct pxt_render *render,
		  const struct pxt_occurrence *occurrence)
{
	const struct pxt_code *code = pxt_templates_code(render->templates);

	render->code = code->insn;
	render->texts = code->text;
	render->occurrence = occurrence;
	render->hook = &occurrence->hook;
	render->end = PXT_ENGINE_RUNS;
	render->steps = PXT_ENGINE_STEPS;
	render->turns_left = PXT_ENGINE_TURNS;
	render->place = first_place(render->hook);
	render->base = 0;
	render->timer_end = 0;
	render->stacked = render->loops = 0;
	render->calls = render->functions = render->subroutines = 0;
	render->variables = render->frame[0];
	render->known = 0;
}

enum pxt_render_end pxt_render(struct pxt_render *render,
			       const struct pxt_occurrence *occurrence,
			       const struct pxt_lines **lines)
{
	const struct pxt_template *template =
		pxt_templates_find(render->templates, occurrence->hook.id);

	begin(render, occurrence);
	if (!template)
		template = pxt_templates_find(render->templates,
					      occurrence->hook.id ?
						      PXT_TEMPLATE_UNDEFINED :
						      TEMPLATE_ZERO);
	if (template) {
		pxt_lines_begin(&render->lines, template->level);
		pxt_engine_know(render, template->slots);
		render->at = template->start;
		run(render);
	} else {
		pxt_lines_begin(&render->lines, 0);
		pxt_engine_put_plain(render);
		render->end = PXT_RENDER_DONE;
	}
	if (render->end == PXT_RENDER_SKIPPED)
		pxt_lines_begin(&render->lines, 0);
	else if (render->lines.is_cut && render->end == PXT_RENDER_DONE)
		pxt_engine_truncate(render);
	pxt_lines_end(&render->lines);
	*lines = &render->lines;
	return (enum pxt_render_end)render->end;
}
