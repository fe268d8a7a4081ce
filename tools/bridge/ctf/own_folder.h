/*
 * own_folder.h - directories that hold a written CTF trace, and nothing else
 *
 * A written trace is "metadata" beside files of streams, or, of several hosts or
 * processes, a directory of such directories. A directory that has anything else
 * belongs to its user, who would lose that.
 */
#ifndef BRIDGE_CTF_OWN_FOLDER_H
#define BRIDGE_CTF_OWN_FOLDER_H

#include <stdbool.h>

/* True if each entry of the directory belongs to such a trace. */
bool ctf_own_folder_is(const char *path);

/* Removes what belongs to such a trace: each file is looked at again. False:
 * something is left. */
bool ctf_own_folder_remove(const char *path);

#endif
