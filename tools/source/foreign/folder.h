/*
 * folder.h - foreign traces that are directories: those in CTF
 */
#ifndef SOURCE_FOREIGN_FOLDER_H
#define SOURCE_FOREIGN_FOLDER_H

#include "source/foreign/foreign.h"

/* True if the name is that of a directory. */
bool foreign_folder_is(const char *name);

/* Opens it. Returns the exit status, after reporting errors. */
int foreign_folder_open(struct foreign *foreign);

/* Takes its format and its UUID, after it was opened. Returns likewise. */
int foreign_folder_recognise(struct foreign *foreign);

#endif
