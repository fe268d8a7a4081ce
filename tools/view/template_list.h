/*
 * template_list.h - a table of templates
 */
#ifndef TEMPLATE_LIST_H
#define TEMPLATE_LIST_H

#include "common/table.h"
#include "template/templates.h"

/* Prints templates that take effect. Returns the exit status, and reports if
 * there is none. */
int template_list(const struct pxt_templates *templates, enum table_form form);

#endif
