/* engine_plain.c - lines that no template contains: of errors, and of events
 * without a template */
#include <string.h>

#include "template/hook_id.h"
#include "template/engine.h"

static void put_id(struct pxt_render *render)
{
	char id[PXT_HOOK_ID_SIZE];

	pxt_hook_id_text(render->hook->id, id);
	pxt_lines_put(&render->lines, id, strlen(id));
}

static void put_string(struct pxt_render *render, const char *text)
{
	pxt_lines_put(&render->lines, text, strlen(text));
}

static void put_payload(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;

	for (size_t i = hook->word; i < hook->len && !render->lines.is_cut;
	     i++) {
		const size_t n = i - hook->word;

		if (n % 16 == 0)
			pxt_lines_newline(&render->lines);
		else if (n % 4 == 0)
			pxt_lines_put(&render->lines, " ", 1);
		pxt_lines_hex(&render->lines, hook->entry[i], 2);
	}
}

static void put_undefined(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;
	const char *event = render->occurrence->event;

	put_string(render, "UNDEFINED TRACE ID ");
	put_id(render);
	if (event) {
		put_string(render, " ");
		pxt_engine_put_name(render, (struct pxt_engine_text){
						    event, strlen(event) });
	}
	put_string(render, ", ");
	pxt_lines_decimal(&render->lines,
			  hook->len > hook->word ? hook->len - hook->word : 0);
	put_string(render, " bytes");
	put_payload(render);
}

static void put_log(struct pxt_render *render)
{
	const char *log = render->occurrence->log;

	if (!log)
		log = "?";
	pxt_engine_put_name(render,
			    (struct pxt_engine_text){ log, strlen(log) });
	put_string(render, ", offset ");
	pxt_lines_decimal(&render->lines, render->occurrence->log_offset);
}

static void put_zero(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;

	put_string(render, "TRACEID IS ZERO ");
	for (size_t i = 0; i < hook->word && i < hook->len; i++)
		pxt_lines_hex(&render->lines, hook->entry[i], 2);
	put_string(render, " ");
	put_log(render);
}

void pxt_engine_put_default(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;
	size_t at = hook->word;

	put_string(render, "DEFAULT TEMPLATE");
	for (; at + hook->word <= hook->len && !render->lines.is_cut;
	     at += hook->word) {
		put_string(render, " ");
		pxt_lines_hex(&render->lines,
			      pxt_engine_get(hook->entry + at, hook->word,
					     hook->is_big),
			      hook->word * 2u);
	}
	if (at < hook->len)
		put_string(render, " ");
	for (; at < hook->len && !render->lines.is_cut; at++)
		pxt_lines_hex(&render->lines, hook->entry[at], 2);
}

void pxt_engine_put_error(struct pxt_render *render)
{
	if (render->lines.len > render->lines.start)
		pxt_lines_newline(&render->lines);
	put_string(render, "ERROR: ");
	put_log(render);
	put_string(render, ", id ");
	put_id(render);
	pxt_lines_newline(&render->lines);
}

void pxt_engine_put_plain(struct pxt_render *render)
{
	if (render->hook->id)
		put_undefined(render);
	else
		put_zero(render);
}
