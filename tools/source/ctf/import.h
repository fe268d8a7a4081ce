/*
 * import.h - a CTF trace as items, of what its decoder sends
 */
#ifndef SOURCE_CTF_IMPORT_H
#define SOURCE_CTF_IMPORT_H

#include "format/import.h"
#include "source/ctf/modules.h"

/* Reads frames. A trace is open when its first item has come, so that all
 * processes and facts before it are known. */
extern const struct pxt_importer ctf_importer;

/* The modules of the items so far; *are_all: there are no more items. NULL: the
 * import is not open. */
const struct ctf_modules *ctf_import_modules(const struct pxt_import *import,
					     bool *are_all);

#endif
