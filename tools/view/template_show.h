/*
 * template_show.h - the source text of a template
 */
#ifndef TEMPLATE_SHOW_H
#define TEMPLATE_SHOW_H

#include "template/templates.h"

/* Prints the template of an id, or of an event of that name. Returns the exit
 * status, and reports if there is none. */
int template_show(const struct pxt_templates *templates, const char *what);

#endif
