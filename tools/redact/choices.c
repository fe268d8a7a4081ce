/*
 * choices.c - the rules that hold for an event type and its fields
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "redact/choices.h"

struct choice *choices_find(struct choices *choices,
			    const struct redaction *redaction,
			    trace_event_id_t type, const char *name)
{
	struct choice *choice;

	if (pxt_array_reserve_zeroed(&choices->of_type, &choices->room,
				     (size_t)type + 1, sizeof(*choice)))
		return NULL;
	choice = &choices->of_type[type];
	if (choice->is_made && !strcmp(choice->name, name))
		return choice;
	choice->is_made = true;
	choice->layout = NULL;
	strncpy(choice->name, name, sizeof(choice->name) - 1);
	choice->of_event = redaction_find_event(redaction, name);
	return choice;
}

int choice_find_fields(struct choice *choice, const struct redaction *redaction,
		       const struct posix_trace_layout_np *layout)
{
	if (choice->layout == layout)
		return 0;
	if (pxt_array_reserve(&choice->of_field, &choice->room,
			      layout->fields + 1, sizeof(*choice->of_field)))
		return ENOMEM;
	for (unsigned i = 0; i < layout->fields; i++)
		choice->of_field[i] = redaction_find_field(
			redaction, choice->name, layout->field[i].name);
	choice->layout = layout;
	return 0;
}

void choices_fini(struct choices *choices)
{
	for (size_t i = 0; i < choices->room; i++)
		free(choices->of_type[i].of_field);
	free(choices->of_type);
}
