/*
 * runtime.h - the directory where streams are kept
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdbool.h>

/* Whether none may be kept there. */
bool runtime_is_refused(void);

/* Tell why it is not used. Gives the exit status. */
int runtime_refuse(void);

#endif
