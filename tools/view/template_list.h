/*
 * template_list.h - which templates there are, as a table
 */
#ifndef TEMPLATE_LIST_H
#define TEMPLATE_LIST_H

#include "common/table.h"
#include "template/templates.h"

/* Print those that count. Gives the exit status, and has told if none does. */
int template_list(const struct pxt_templates *templates, enum table_form form);

#endif
