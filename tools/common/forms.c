/* forms.c - output forms: -f FORM */
#include <string.h>

#include "common/command.h"
#include "common/misuse.h"
#include "common/forms.h"
#include "common/jsonl.h"

int forms_parse(const struct word *forms, const char *name,
		struct argp_state *state)
{
	const int form = words_parse(forms, "-f ", name, state);

	if (!strcmp(name, "json") && !jsonl_is_there())
		misuse(state, "-f json: built without yajl");
	return form;
}
