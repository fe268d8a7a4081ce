/*
 * folder.h - the output of an exporter whose format is a directory
 *
 * The directory is made beside the final name, and gets that when it is whole;
 * an existing one is replaced only if it is such a trace, and nothing else.
 */
#ifndef WRITE_EXPORT_FOLDER_H
#define WRITE_EXPORT_FOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "format/export.h"
#include "write/unfinished.h"

struct export_folder {
	char *path;   /* the user's path, without slashes at its end */
	char *beside; /* the directory, or NULL: it is not there */
	const struct pxt_exporter *exporter;
	mode_t umask; /* the process's, meanwhile all is for the owner alone */
	bool force;
	struct unfinished *unfinished; /* removes beside */
};

/* Makes it. Returns the exit status, after reporting errors. */
int export_folder_open(struct export_folder *folder, const char *path,
		       const struct pxt_exporter *exporter, bool force);

/* Gives it its final name. If all of it lies in one directory inside, it becomes
 * that. *bytes: size of its files. Returns likewise. */
int export_folder_keep(struct export_folder *folder, uint64_t *bytes);

/* Removes the directory, unless it was kept. */
void export_folder_drop(struct export_folder *folder);

#endif
