/*
 * file.c - the output of an exporter: a file or standard output
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/talk.h"
#include "write/export/file.h"

static int put(struct pxt_output *output, const void *data, size_t len)
{
	struct export_file *to = (struct export_file *)output;

	out_bytes(&to->out, data, len);
	to->bytes += len;
	return to->out.error;
}

int export_file_open(struct export_file *to, const char *name, bool force)
{
	int err;

	to->output.write = put;
	to->bytes = 0;
	to->file = (struct logfile){ .fd = -1 };
	if (!strcmp(name, "-")) {
		out_init(&to->out, STDOUT_FILENO);
		return EXIT_SUCCESS;
	}
	err = logfile_create(&to->file, name, force);
	if (err)
		return logfile_refuse(name, err);
	out_init(&to->out, to->file.fd);
	logfile_guard(&to->file);
	return EXIT_SUCCESS;
}

int export_file_open_beside(struct export_file *to, const char *name,
			    bool force)
{
	int err;

	*to = (struct export_file){ .output.write = put };
	err = logfile_create_beside(&to->file, name, force);
	if (err)
		return logfile_refuse(name, err);
	out_init(&to->out, to->file.fd);
	logfile_guard(&to->file);
	return EXIT_SUCCESS;
}

int export_file_keep(struct export_file *to)
{
	const char *path = to->file.path ? to->file.path : "standard output";
	int err;

	err = out_flush(&to->out);
	if (err) {
		talk_error(path, err);
		return EXIT_SYSTEM;
	}
	if (!to->file.path)
		return EXIT_SUCCESS;
	err = logfile_keep(&to->file);
	if (err)
		return logfile_refuse(path, err);
	logfile_close(&to->file);
	return EXIT_SUCCESS;
}

void export_file_drop(struct export_file *to)
{
	if (to->file.path)
		logfile_drop(&to->file);
}
