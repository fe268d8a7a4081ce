/* make.c - initial templates of described events */
#include <stdbool.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "write/template/make.h"
#include "write/template/put.h"

enum {
	TYPES = 1 << 14, /* numbers beyond have no template */
	SYSTEM = 16,	 /* numbers below are the standard's */
	FUNCTIONS = 0x1000,
	FIRST_ID = 0x1001,
	IDS = 0xbf00 - FIRST_ID, /* followed by shipped templates */
};

_Static_assert((int)TYPES < (int)IDS, "each type has an id");

static bool has_controls(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f ||
		    (unsigned char)*text == 0xc2)
			return true;
	return false;
}

/* True if a template was written. */
static bool make(struct source *source, trace_event_id_t type, FILE *out)
{
	static bool is_taken[IDS];
	static char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (source_get_name(source, type, name) || has_controls(name))
		return false;
	if (source_get_description(source, type, description,
				   sizeof(description)) ||
	    template_put(out, template_id(name, FIRST_ID, IDS, is_taken), name,
			 description, NULL)) {
		fprintf(out, "\n# %s is not described.\n", name);
		return false;
	}
	return true;
}

/* Makes each type's template at its first event. */
static int make_all(struct source *source, FILE *out, unsigned *made)
{
	static bool is_met[TYPES];
	struct posix_trace_item_np item;
	int unavailable, err;

	memset(is_met, 0, sizeof(is_met));
	for (;;) {
		const trace_event_id_t *type = &item.info.posix_event_id;

		err = source_next(source, &item, &unavailable);
		if (err || unavailable)
			return err;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP || *type < SYSTEM ||
		    *type >= TYPES || is_met[*type])
			continue;
		is_met[*type] = true;
		*made += make(source, *type, out);
	}
}

int template_make(struct source *source, FILE *out)
{
	unsigned made = 0;
	int err;

	fputs("# Templates of events that are described: see trcfmt(5).\n",
	      out);
	template_put_more(out, FUNCTIONS);
	err = make_all(source, out, &made);
	if (err) {
		talk_error(source->name, err);
		return EXIT_SYSTEM;
	}
	if (!made)
		talk("%s: no event is described", source->name);
	return made ? EXIT_SUCCESS : EXIT_NOTHING;
}
