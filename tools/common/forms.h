/*
 * forms.h - output forms: -f FORM
 */
#ifndef FORMS_H
#define FORMS_H

#include "common/words.h"

/* The value of the form of that name. Any other name is misuse, and so is json
 * in a build without it. */
int forms_parse(const struct word *forms, const char *name,
		struct argp_state *state);

#endif
