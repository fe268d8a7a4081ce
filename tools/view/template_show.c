/* template_show.c - the source text of a template */
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "template/hook_id.h"
#include "view/template_show.h"

enum { NAME_SHOWN = 256 };

static void put_attachment(const char *name, size_t len,
			   const struct pxt_attachment *attachment)
{
	static const char *const kinds[] = { "words", "generic", "raw",
					     "hook" };
	char id[PXT_HOOK_ID_SIZE], shown[NAME_SHOWN];

	text_tame_part(shown, sizeof(shown), name, len);
	printf("#!posix event \"%s\" hook %s kind=%s", shown,
	       pxt_hook_id_text(attachment->id, id), kinds[attachment->kind]);
	if (attachment->subhook)
		printf(" subhook=0x%x", attachment->subhook);
	if (attachment->word)
		printf(" word=%u", attachment->word);
	if (attachment->has_order)
		printf(" order=%s", attachment->is_big ? "big" : "little");
	if (*attachment->system) {
		text_tame(shown, sizeof(shown), attachment->system);
		printf(" system=%s", shown);
	}
	if (attachment->has_layout)
		printf(" layout=0x%08x", attachment->layout);
	putchar('\n');
}

/* Comments between its lines may hold anything. */
static void put_source(const struct pxt_template *template)
{
	for (size_t i = 0; i < template->source_len; i++) {
		const unsigned char c = (unsigned char)template->source[i];

		if (c != '\r')
			putchar((c < 0x20 && c != '\n' && c != '\t') ||
						c == 0x7f ?
					'?' :
					c);
	}
	putchar('\n');
}

static void put_template(const struct pxt_templates *templates,
			 const struct pxt_template *template)
{
	struct pxt_attachment attachment;
	char file[1024];
	const char *name;
	size_t len;

	text_tame(file, sizeof(file), pxt_templates_file(templates, template));
	printf("# %s, line %u\n", file, template->line);
	for (size_t i = 0; (name = pxt_templates_list_attached(
				    templates, i, &len, &attachment));
	     i++)
		if (attachment.id == template->id)
			put_attachment(name, len, &attachment);
	put_source(template);
}

int template_show(const struct pxt_templates *templates, const char *what)
{
	const struct pxt_template *template = NULL;
	struct pxt_attachment attachment;
	uint16_t id = 0;

	if (pxt_templates_know(templates, what, &attachment))
		template = pxt_templates_find(templates, attachment.id);
	else if (pxt_hook_id_parse(what, strlen(what), &id))
		template = pxt_templates_find(templates, id);
	if (!template && pxt_templates_is_own(templates, id)) {
		talk("%s: built in, and not written as a template", what);
		return EXIT_NOTHING;
	}
	if (!template) {
		talk("%s: no template has that id, and no event of that name "
		     "has one",
		     what);
		return EXIT_NOTHING;
	}
	put_template(templates, template);
	return EXIT_SUCCESS;
}
