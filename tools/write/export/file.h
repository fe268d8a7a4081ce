/*
 * file.h - what an exporter writes, into a file or standard output
 *
 * A file is made without touching what is there, see logfile.h.
 */
#ifndef WRITE_EXPORT_FILE_H
#define WRITE_EXPORT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/out.h"
#include "format/export.h"
#include "write/logfile.h"

struct export_file {
	struct pxt_sink sink;
	struct out out;
	struct logfile file; /* its path NULL: standard output */
	uint64_t bytes;	     /* so far */
};

/* name: "-" is standard output. force: a file may be there. Gives the exit
 * status, and has told what was wrong. */
int export_file_open(struct export_file *to, const char *name, bool force);

/* Put it where it belongs. The same. */
int export_file_keep(struct export_file *to);

/* There is to be no such file. One that is not open is let be. */
void export_file_drop(struct export_file *to);

#endif
