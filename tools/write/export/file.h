/*
 * file.h - the output of an exporter: a file or standard output
 *
 * A file is made beside an existing one, see logfile.h.
 */
#ifndef WRITE_EXPORT_FILE_H
#define WRITE_EXPORT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/out.h"
#include "format/export.h"
#include "write/logfile.h"

struct export_file {
	struct pxt_output output;
	struct out out;
	struct logfile file; /* path NULL: standard output */
	uint64_t bytes;	     /* bytes so far */
};

/* name: "-" is standard output. force: a file may be replaced. Returns the exit
 * status, after reporting errors. */
int export_file_open(struct export_file *to, const char *name, bool force);

/* Same for a file that an exporter writes by its name: there is none under its
 * final name until it is kept, and none at all after an interrupt. */
int export_file_open_beside(struct export_file *to, const char *name,
			    bool force);

/* Gives the file its final name. Returns likewise. */
int export_file_keep(struct export_file *to);

/* Removes the file, unless it is not open. */
void export_file_drop(struct export_file *to);

#endif
