/*
 * runtime.h - problems of the runtime directory
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdbool.h>

/* True if the directory must not be used. */
bool runtime_is_refused(void);

/* Reports why the directory is not used. Returns the exit status. */
int runtime_refuse(void);

#endif
