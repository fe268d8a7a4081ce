/*
 * rewrite.c - what a selection wants of a source, as a log
 */
#include <errno.h>
#include <sys/stat.h>

#include "command.h"
#include "copy.h"
#include "logfile.h"
#include "rewrite.h"
#include "talk.h"

static int tell(const struct rewrite *rewrite, const struct copy *copy, int err)
{
	talk_error(copy->write_error ? rewrite->output : copy->source->name,
		   err);
	return EXIT_SYSTEM;
}

static int write_items(const struct rewrite *rewrite, struct copy *copy,
		       struct selection *selection, struct logfile *file)
{
	int status, err;

	err = copy_all(copy, selection);
	if (err) {
		copy_abandon(copy);
		return tell(rewrite, copy, err);
	}
	err = copy_end(copy);
	if (err)
		return tell(rewrite, copy, err);

	status = selection_tell(selection);
	if (!status && !rewrite->quiet)
		copy_tell(copy, rewrite->output, logfile_size(file));
	return status;
}

static int write_log(const struct rewrite *rewrite, struct source *source,
		     struct selection *selection, struct logfile *file)
{
	static struct copy copy;
	int err;

	err = selection_begin(selection, source, rewrite->utc);
	if (err)
		return selection_refuse(selection, err);
	err = copy_begin(&copy, source, rewrite->uuid, file->fd);
	if (err)
		return tell(rewrite, &copy, err);
	return write_items(rewrite, &copy, selection, file);
}

/* What is damaged is told, and the rest is there. */
static int keep(const struct rewrite *rewrite, struct source *source,
		struct logfile *file)
{
	int err = logfile_keep(file);

	if (err) {
		logfile_drop(file);
		talk_error(rewrite->output, err);
		return EXIT_SYSTEM;
	}
	logfile_close(file);
	return source_tell_damage(source, false);
}

int rewrite(const struct rewrite *rewrite, struct source *source,
	    struct selection *selection)
{
	struct logfile file;
	struct stat there;
	int status, err;

	if (!stat(rewrite->output, &there) && source_has_file(source, &there)) {
		talk("%s: is the log itself", rewrite->output);
		return EXIT_MISUSE;
	}
	err = logfile_create(&file, rewrite->output, rewrite->force);
	if (err)
		return logfile_refuse(rewrite->output, err);

	status = write_log(rewrite, source, selection, &file);
	if (!status)
		return keep(rewrite, source, &file);
	logfile_drop(&file);
	return status;
}
