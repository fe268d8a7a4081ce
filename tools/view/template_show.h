/*
 * template_show.h - a template as it was written
 */
#ifndef TEMPLATE_SHOW_H
#define TEMPLATE_SHOW_H

#include "template/templates.h"

/* Print the one of an id, or of an event of that name. Gives the exit status,
 * and has told if there is none. */
int template_show(const struct pxt_templates *templates, const char *what);

#endif
