/* shadow.c - templates hidden by others */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <trace_np.h>

#include "common/talk.h"
#include "common/text.h"
#include "event/template_files.h"
#include "template/hook_id.h"
#include "write/template/shadow.h"

enum { MOST = 8 }; /* lines */

struct shadow {
	const char *path;
	const struct pxt_templates *own;
	const struct pxt_templates *all; /* templates of the search path */
	unsigned told;
};

static bool may_tell(struct shadow *shadow)
{
	if (shadow->told == MOST)
		talk("%s: and there are more", shadow->path);
	return shadow->told++ < MOST;
}

/* A file may repeat a built-in template, as a copy of posix.trcfmt does. */
static void look_at_builtin(struct shadow *shadow, uint16_t id)
{
	char digits[PXT_HOOK_ID_SIZE];

	if (pxt_templates_keeps_own(shadow->all,
				    pxt_templates_find(shadow->own, id)) &&
	    may_tell(shadow))
		talk("%s: %s is built in: this does not count without "
		     "--replace-builtin",
		     shadow->path, pxt_hook_id_text(id, digits));
}

static void look_at_template(struct shadow *shadow, uint16_t id)
{
	const struct pxt_template *template =
		pxt_templates_find(shadow->all, id);
	const char *file =
		template ? pxt_templates_file(shadow->all, template) : NULL;
	char digits[PXT_HOOK_ID_SIZE], shown[1024];

	if (!file || !strcmp(file, shadow->path) || !may_tell(shadow))
		return;
	text_tame(shown, sizeof(shown), file);
	talk("%s: %s does not count: that of %s does", shadow->path,
	     pxt_hook_id_text(id, digits), shown);
}

static void look_at_event(struct shadow *shadow, const char *event, uint16_t id)
{
	char digits[PXT_HOOK_ID_SIZE], other[PXT_HOOK_ID_SIZE], shown[1024];
	struct pxt_attachment attachment;

	if (!pxt_templates_attached(shadow->all, event, &attachment) ||
	    attachment.id == id || !may_tell(shadow))
		return;
	text_tame(shown, sizeof(shown), event);
	talk("%s: %s for event %s does not count: another file says %s",
	     shadow->path, pxt_hook_id_text(id, digits), shown,
	     pxt_hook_id_text(attachment.id, other));
}

static void look_at_events(struct shadow *shadow)
{
	char event[TRACE_EVENT_NAME_MAX + 1];
	struct pxt_attachment attachment, last;
	const char *name;
	size_t len;

	for (size_t i = 0; (name = pxt_templates_list_attached(
				    shadow->own, i, &len, &attachment));
	     i++) {
		if (len >= sizeof(event))
			continue;
		memcpy(event, name, len);
		event[len] = '\0';
		/* The last attachment of a name counts. */
		if (pxt_templates_attached(shadow->own, event, &last) &&
		    last.id == attachment.id)
			look_at_event(shadow, event, attachment.id);
	}
}

static void look(struct shadow *shadow)
{
	for (unsigned id = 0; id <= UINT16_MAX; id++) {
		if (!pxt_templates_find(shadow->own, (uint16_t)id))
			continue;
		if (pxt_templates_is_own(shadow->all, (uint16_t)id))
			look_at_builtin(shadow, (uint16_t)id);
		else
			look_at_template(shadow, (uint16_t)id);
	}
	look_at_events(shadow);
}

void template_shadow_tell(const char *path)
{
	struct pxt_templates *own = NULL, *all = NULL;

	if (!pxt_templates_create(&own) && !pxt_templates_create(&all) &&
	    !template_files_add(own, path, false) &&
	    !template_files_add_all(all, false))
		look(&(struct shadow){ .path = path, .own = own, .all = all });
	pxt_templates_close(all);
	pxt_templates_close(own);
}
