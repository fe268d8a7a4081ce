/*
 * debug_search.h - the file with a program's stripped symbols
 */
#ifndef DEBUG_SEARCH_H
#define DEBUG_SEARCH_H

#include <elfutils/libdwfl.h>

/* For Dwfl_Callbacks: looks where dwfl_standard_find_debuginfo() does, which
 * loads a client of servers and all that belongs to it, even if there is no
 * server to ask. */
int debug_search(Dwfl_Module *module, void **userdata, const char *name,
		 Dwarf_Addr base, const char *file, const char *wanted,
		 GElf_Word crc, char **found);

#endif
