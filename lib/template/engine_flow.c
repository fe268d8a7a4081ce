/* engine_flow.c - choices, loops and calls */
#include <stdio.h>
#include <string.h>

#include "template/hook_id.h"
#include "template/engine.h"

void pxt_engine_know(struct pxt_render *render, uint32_t slots)
{
	if (slots <= render->known)
		return;
	memset(render->variables + render->known, 0,
	       (slots - render->known) * sizeof(*render->variables));
	render->known = slots;
}

static void push_call(struct pxt_render *render, bool is_function)
{
	render->call[render->calls++] = (struct pxt_engine_call){
		.back = render->at,
		.loops = render->loops,
		.known = render->known,
		.is_function = is_function,
	};
}

static void call_subroutine(struct pxt_render *render, uint16_t id)
{
	const struct pxt_template *template =
		pxt_templates_find(render->templates, id);
	char text[PXT_HOOK_ID_SIZE], why[64];

	if (!template) {
		snprintf(why, sizeof(why), "no template %s",
			 pxt_hook_id_text(id, text));
		pxt_engine_fail(render, why);
		return;
	}
	if (render->subroutines == PXT_ENGINE_CALLS) {
		pxt_engine_fail(render, "too many subroutines in subroutines");
		return;
	}
	push_call(render, false);
	render->subroutines++;
	pxt_engine_know(render, template->slots);
	render->at = template->body;
}

static void call_function(struct pxt_render *render,
			  const struct pxt_insn *insn)
{
	if (render->functions == PXT_ENGINE_CALLS) {
		pxt_engine_fail(render, "too many functions in functions");
		return;
	}
	push_call(render, true);
	render->variables = render->frame[++render->functions];
	render->known = 0;
	pxt_engine_know(render, (uint32_t)insn->number);
	for (unsigned i = insn->size; i > 0; i--)
		render->variables[i - 1] = render->stack[--render->stacked];
	render->at = insn->at;
}

static void go_back(struct pxt_render *render)
{
	const struct pxt_engine_call *call;

	if (!render->calls) {
		render->end = PXT_RENDER_DONE;
		return;
	}
	call = &render->call[--render->calls];
	render->at = call->back;
	render->loops = call->loops;
	if (call->is_function) {
		render->variables = render->frame[--render->functions];
		render->known = call->known;
	} else {
		render->subroutines--;
	}
}

static void begin_loop(struct pxt_render *render, const struct pxt_insn *insn)
{
	const int64_t turns = (int64_t)render->number;

	if (turns <= 0 || !render->turns_left) {
		render->at = insn->at;
		return;
	}
	render->turns_left--;
	render->turns[render->loops++] =
		turns < PXT_ENGINE_TURNS ? (uint32_t)turns : PXT_ENGINE_TURNS;
}

static void go_on_loop(struct pxt_render *render, const struct pxt_insn *insn)
{
	if (--render->turns[render->loops - 1] && render->turns_left) {
		render->turns_left--;
		render->at = insn->at;
	} else {
		render->loops--;
	}
}

/* Constants have the type of the value: in four bytes -1 is FFFFFFFF. */
static bool is_number(const struct pxt_render *render,
		      const struct pxt_insn *insn)
{
	const int64_t number = (int64_t)insn->number;

	if (render->number == insn->number)
		return true;
	return insn->size == PXT_SIZE_WORD && render->hook->word == 4 &&
	       number >= INT32_MIN && number <= (int64_t)UINT32_MAX &&
	       (uint32_t)render->number == (uint32_t)number;
}

static bool is_text(const struct pxt_render *render,
		    const struct pxt_insn *insn)
{
	return render->text.len == insn->number &&
	       (!insn->number || !memcmp(render->texts + insn->at,
					 render->text.at, insn->number));
}

void pxt_engine_go_on(struct pxt_render *render, const struct pxt_insn *insn)
{
	const uint64_t number = insn->number;

	switch ((enum pxt_op)insn->op) {
	case PXT_OP_JUMP:
		render->at = insn->at;
		break;
	case PXT_OP_UNLESS_EQUAL:
		if (!is_number(render, insn))
			render->at = insn->at;
		break;
	case PXT_OP_UNLESS_TEXT:
		render->at =
			is_text(render, insn + 1) ? render->at + 1 : insn->at;
		break;
	case PXT_OP_UNLESS_ANY:
		if (!(render->number & number))
			render->at = insn->at;
		break;
	case PXT_OP_UNLESS_FIELD:
		render->at = (render->number & number) == insn[1].number ?
				     render->at + 1 :
				     insn->at;
		break;
	case PXT_OP_LOOP:
		begin_loop(render, insn);
		break;
	case PXT_OP_AGAIN:
		go_on_loop(render, insn);
		break;
	case PXT_OP_CALL:
		call_function(render, insn);
		break;
	case PXT_OP_SUBROUTINE:
		call_subroutine(render, (uint16_t)number);
		break;
	case PXT_OP_RETURN:
		go_back(render);
		break;
	default:
		break;
	}
}
