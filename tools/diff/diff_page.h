/*
 * diff_page.h - what differs between two sides, as a page in the style of reports
 */
#ifndef DIFF_PAGE_H
#define DIFF_PAGE_H

#include <stdio.h>

#include "diff/diff_tables.h"

/* Prints the page, which needs no script and no other file. ENOMEM. */
int diff_page_print(const struct diff_tables *tables, FILE *out);

#endif
