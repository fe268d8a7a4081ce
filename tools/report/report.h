/*
 * report.h - a trace as a page for browsers
 *
 * The page is a file of its own: how it looks, what it does, and the trace in
 * columns. Its numbers are those of `stat'. docs/report-format.md describes the
 * file. The settings are a struct report_settings.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "format/format.h"

extern const struct pxt_format report_format;

#endif
