/* template_list.c - a table of templates */
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/screen.h"
#include "common/talk.h"
#include "common/text.h"
#include "template/hook_id.h"
#include "view/template_list.h"

enum {
	LABEL_MAX = 256,
	EVENTS_SHOWN = 40, /* bytes of a list of names */
};

static const struct table_column columns[] = {
	{ "ID", "id", false, 4 },	  { "VERSION", "version", false, 0 },
	{ "LEVEL", "level", false, 0 },	  { "LABEL", "label", false, 0 },
	{ "EVENTS", "events", false, 0 }, { "FILE", "file", false, 0 },
};

/* Events of an id, separated by commas. */
static void name_events(const struct pxt_templates *templates, uint16_t id,
			char *shown, size_t size)
{
	struct pxt_attachment attachment;
	const char *name;
	size_t len, used = 0;

	*shown = '\0';
	for (size_t i = 0; (name = pxt_templates_list_attached(
				    templates, i, &len, &attachment));
	     i++) {
		char tamed[LABEL_MAX];

		if (attachment.id != id)
			continue;
		text_tame_part(tamed, sizeof(tamed), name, len);
		if (used + strlen(tamed) + 2 > size)
			return;
		used += (size_t)snprintf(shown + used, size - used, "%s%s",
					 used ? "," : "", tamed);
	}
}

/* A template may serve hundreds of events. */
static void shorten(char *few, size_t size, const char *names)
{
	if ((size_t)snprintf(few, size, "%s", names) >= size)
		snprintf(few + size - 4, 4, "...");
}

static void put_row(struct table *table, const struct pxt_templates *templates,
		    const struct pxt_template *template)
{
	static const char *const levels[] = { "APPL", "SVC", "KERN", "INT" };
	char id[PXT_HOOK_ID_SIZE], version[32], shown[1024], few[EVENTS_SHOWN];
	const char *label;
	size_t len;

	pxt_hook_id_text(template->id, id);
	table_text(table, id, id);
	snprintf(version, sizeof(version), "%u.%u", template->version[0],
		 template->version[1]);
	table_text(table, version, version);
	table_text(table, levels[template->level], levels[template->level]);
	label = pxt_templates_label(templates, template, &len);
	text_tame_part(shown, LABEL_MAX, label, len);
	table_text(table, shown, shown);
	name_events(templates, template->id, shown, sizeof(shown));
	shorten(few, sizeof(few), shown);
	table_text(table, few, shown);
	text_tame(shown, sizeof(shown),
		  pxt_templates_file(templates, template));
	table_text(table, shown, shown);
}

int template_list(const struct pxt_templates *templates, enum table_form form)
{
	const struct pxt_template *template;
	struct table table;
	const struct table *only = &table;
	int err, status = EXIT_SUCCESS;

	table_init(&table, "templates", columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (unsigned id = 0; id <= UINT16_MAX; id++) {
		template = pxt_templates_find(templates, (uint16_t)id);
		if (template)
			put_row(&table, templates, template);
	}
	if (!table_rows(&table)) {
		talk("there is no template; trcfmt(5) tells where they are");
		status = EXIT_NOTHING;
	}
	table_fit(screen_columns());
	err = table_rows(&table) || form != TABLE_TEXT ?
		      table_print(&only, 1, form, stdout) :
		      0;
	table_fini(&table);
	if (!err)
		return status;
	talk_error("fmt ls", err);
	return EXIT_SYSTEM;
}
