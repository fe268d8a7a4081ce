/*
 * runtime.h - problems of the runtime directory, and of its files
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdbool.h>

/* True if the directory must not be used. */
bool runtime_is_refused(void);

/* Reports why the directory is not used. Returns the exit status. */
int runtime_refuse(void);

/* Reports that no stream can be made, with the limit that may be the reason. */
void runtime_report_no_stream(int err);

#endif
