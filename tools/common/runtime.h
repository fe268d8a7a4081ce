/*
 * runtime.h - the directory where streams are kept
 */
#ifndef RUNTIME_H
#define RUNTIME_H

/* Tell why it is not used. Gives the exit status. */
int runtime_refuse(void);

#endif
