/*
 * file_identity.h - which file of which machine one is
 */
#ifndef SHIP_FILE_IDENTITY_H
#define SHIP_FILE_IDENTITY_H

#include <stdint.h>

/* A number that the file has by all of its paths on this machine, until it is
 * started anew, and hardly any other; 0: not known. */
uint64_t file_identity(int fd);

#endif
