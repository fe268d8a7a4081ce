/*
 * intake.h - recording the trace of a device
 *
 * Items from a line, see device.h, are put into a log at once. The log can be
 * read at any time, up to some moments ago.
 */
#ifndef INTAKE_H
#define INTAKE_H

#include "record/record_options.h"

/* Records until the line ends, or the user quits. Returns the exit status,
 * after reporting errors. */
int intake_record(const struct record_options *options);

#endif
