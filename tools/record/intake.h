/*
 * intake.h - record the trace that a device sends, into a log
 *
 * What comes over a line, see device.h, is put into a log as it comes. That can
 * be read at any time, up to what came some moments ago.
 */
#ifndef INTAKE_H
#define INTAKE_H

#include "record/record_options.h"

/* Until the line ends, or the user wants no more. Gives the exit status, and
 * has told what was wrong. */
int intake_record(const struct record_options *options);

#endif
