/*
 * late_library.h - a library that is loaded when it is first needed
 *
 * Most subcommands need no server and no database. What the libraries of those
 * bring with them would take most of the time in which the command starts, so it
 * is not linked with them. Rooms call their functions as ever:
 *
 *	#include "late/pq.h"            // instead of <libpq-fe.h>
 *
 *	why = late_pq_load();           // once, before all else
 *	if (why)
 *		return refuse(why);
 *	conn = PQconnectdb(where);
 *
 * pq.h makes each function that pq.txt lists a pointer, of the type that the
 * library's own header declares. A function that is missing in the list is not
 * found by the linker.
 */
#ifndef LATE_LATE_LIBRARY_H
#define LATE_LATE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

struct late_library {
	const char *file; /* soname, which the loader looks for */
	const char *const *names;
	size_t count;
	void *symbols; /* a struct of pointers to what has the names */
	char why[256]; /* sentence of the last failure */
};

/* Loads it, unless that is done. Any thread. Returns NULL, or a sentence that says
 * why it cannot be had, "libpq.so.5: cannot open shared object file: ...". */
const char *late_library_load(struct late_library *library);

/* Tells packagers by a note in the ELF file, as tools that look for linked libraries
 * do not see it; https://uapi-group.org/specifications/specs/elf_dlopen_metadata.
 * feature: its short name; use: what it is for. */
#define LATE_NOTE(feature, file, use)                                     \
	LATE_NOTE_OF("[{\"soname\":[\"" file "\"],\"feature\":\"" feature \
		     "\",\"description\":\"" use "\",\"priority\":"       \
		     "\"suggested\"}]")
#define LATE_NOTE_OF(text)                                             \
	__attribute__((used, aligned(4),                               \
		       section(".note.dlopen"))) static const struct { \
		uint32_t owner_len, text_len, type;                    \
		char owner[4];                                         \
		_Alignas(uint32_t) char said[sizeof(text)];            \
	} note = { 4, sizeof(text), 0x407c0c0a, "FDO", text }

#endif
