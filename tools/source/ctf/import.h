/*
 * import.h - a CTF trace as items, of what its decoder sends
 */
#ifndef SOURCE_CTF_IMPORT_H
#define SOURCE_CTF_IMPORT_H

#include "format/import.h"

/* Reads frames. A trace is open when its first item has come, so that all
 * processes and facts before it are known. */
extern const struct pxt_importer ctf_importer;

#endif
