/*
 * folder.h - directories that are CTF traces
 *
 * A CTF trace is a directory with a file "metadata", beside files of streams. A
 * recording of LTTng has several of these, below its own directory.
 */
#ifndef SOURCE_CTF_FOLDER_H
#define SOURCE_CTF_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The traces of a directory, in the order of their names. Zero at first. */
struct ctf_folder {
	char **trace;
	size_t count, room;
	uint64_t bytes; /* size of their files */
	bool has_ctf_2; /* traces of CTF 2 were left out */
	bool is_cut;	/* the directory is too large, and may have more */
};

/* True if the directory is a CTF trace, or has some. */
bool ctf_folder_is_trace(const char *path);

/* Finds the traces. Returns an error number. */
int ctf_folder_find(struct ctf_folder *folder, const char *path);
void ctf_folder_fini(struct ctf_folder *folder);

/* Checks their metadata. Returns the exit status, after reporting why the
 * library must not read it. */
int ctf_folder_check(const struct ctf_folder *folder);

#endif
