/*
 * export.c - exporting a selection to another system's format
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/command.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/refused_descriptions.h"
#include "source/foreign/event_names.h"
#include "write/contents.h"
#include "write/export/export.h"
#include "write/export/file.h"
#include "write/export/folder.h"
#include "write/export/view.h"
#include "write/totals.h"

/* State of an export. */
struct job {
	const struct export_to *to;
	struct source *source;
	struct selection *selection;
	struct pxt_export export;
	struct export_view view;
	struct export_file out;
	struct export_folder
		folder; /* output of a format that is a directory */
	uint64_t bytes; /* size of its files */
	struct export_file beside;
	char *beside_name; /* NULL: none */
	struct totals totals;
	struct contents contents;
	bool is_read_error; /* the last error was the source's */
	int damage;	    /* exit status */
};

static int no_memory(const char *what)
{
	talk_error(what, ENOMEM);
	return EXIT_SYSTEM;
}

/* Reading and writing */

static void count(struct job *job, const struct posix_trace_item_np *item)
{
	totals_add(&job->totals, item);
	if (item->tid && contents_lacks(&job->contents, item->origin,
					item->info.posix_pid, item->tid))
		job->totals.threads++;
}

/* A reader downstream gets the events so far before the wait. */
static bool wait_for_more(struct job *job)
{
	const struct export_to *to = job->to;

	if (!to->wait || job->selection->over ||
	    to->format->export->flush(&job->export) || out_flush(&job->out.out))
		return false;
	return to->wait(to->waiting);
}

/* Gets the next item. False: there is none, or *err. */
static bool get(struct job *job, struct posix_trace_item_np *item, int *err)
{
	int unavailable;

	do
		*err = selection_next(job->selection, item, &unavailable);
	while (!*err && unavailable && wait_for_more(job));
	job->is_read_error = *err;
	return !*err && !unavailable;
}

static int put_all(struct job *job)
{
	const struct pxt_exporter *exporter = job->to->format->export;
	struct posix_trace_item_np item;
	int err = 0;

	while (!err && get(job, &item, &err)) {
		err = exporter->put(&job->export, &item);
		if (!err)
			count(job, &item);
	}
	return err;
}

static int survey_all(struct job *job)
{
	const struct pxt_exporter *exporter = job->to->format->export;
	struct posix_trace_item_np item;
	int err = 0;

	while (!err && get(job, &item, &err))
		err = exporter->survey(&job->export, &item);
	if (err == ECANCELED && !job->is_read_error)
		return 0;
	return err ? err : exporter->survey(&job->export, NULL);
}

static int begin_again(struct job *job)
{
	int err;

	err = source_rewind(job->source);
	if (!err)
		err = selection_begin(job->selection, job->source,
				      job->to->utc);
	job->is_read_error = err;
	return err;
}

static bool has_survey(const struct job *job)
{
	const struct pxt_exporter *exporter = job->to->format->export;

	return exporter->survey &&
	       (!exporter->survey_is_optional ||
		(!job->source->is_read_once && !job->to->wait));
}

static int survey(struct job *job)
{
	int met, err;

	if (!has_survey(job))
		return 0;
	do {
		met = survey_all(job);
		if (met && met != EAGAIN)
			return met;
		err = begin_again(job);
	} while (met && !err);
	return err;
}

static int tell_error(const struct job *job, int err)
{
	if (*job->export.why) {
		talk("%s", job->export.why);
		return err == EINVAL ? EXIT_MISUSE : EXIT_SYSTEM;
	}
	if (err == ESPIPE && job->is_read_error) {
		talk("%s: %s%s needs a trace that can be read twice: put it "
		     "into a file first",
		     job->source->name, job->to->option, job->to->format->name);
		return EXIT_MISUSE;
	}
	talk_error(job->is_read_error ? job->source->name : job->to->output,
		   err);
	return EXIT_SYSTEM;
}

static int finish(struct job *job)
{
	refused_descriptions_tell_all(job->source);
	job->damage = source_tell_damage(job->source, job->to->wait);
	job->export.is_damaged = job->damage;
	return job->to->format->export->finish(&job->export);
}

static int export_items(struct job *job)
{
	const struct pxt_exporter *exporter = job->to->format->export;
	int err;

	err = exporter->open(&job->export);
	if (!err)
		err = survey(job);
	if (!err)
		err = put_all(job);
	if (!err)
		err = finish(job);
	exporter->close(&job->export);
	return err ? tell_error(job, err) : EXIT_SUCCESS;
}

/* Files */

static int keep_beside(struct job *job)
{
	if (job->beside.bytes)
		return export_file_keep(&job->beside);
	export_file_drop(&job->beside);
	return EXIT_SUCCESS;
}

static bool is_folder(const struct job *job)
{
	return job->to->format->export->owns_folder;
}

static uint64_t size_of(const char *name)
{
	struct stat st;

	return stat(name, &st) ? 0 : (uint64_t)st.st_size;
}

static int keep(struct job *job)
{
	int status = EXIT_SUCCESS;

	if (is_folder(job))
		return export_folder_keep(&job->folder, &job->bytes);
	if (job->to->format->export->owns_file)
		job->out.bytes = size_of(logfile_name(&job->out.file));
	if (job->beside_name)
		status = keep_beside(job);
	return status ? status : export_file_keep(&job->out);
}

static void drop(struct job *job)
{
	if (is_folder(job)) {
		export_folder_drop(&job->folder);
		return;
	}
	export_file_drop(&job->out);
	if (job->beside_name)
		export_file_drop(&job->beside);
}

static void tell(const struct job *job)
{
	const struct export_to *to = job->to;
	const char *name =
		strcmp(to->output, "-") ? to->output : "standard output";
	char count[TEXT_MAX];

	if (!to->quiet)
		totals_tell(&job->totals, name,
			    is_folder(job) ? job->bytes : job->out.bytes);
	if (!to->quiet && job->beside_name && job->beside.bytes)
		talk_plain("%s  %s", job->beside_name,
			   text_size(count, job->beside.bytes));
	for (size_t i = 0; i < job->export.losses; i++) {
		const struct pxt_loss_of *loss = &job->export.loss[i];

		talk("%s: %s: %s time%s", name, loss->what,
		     text_count(count, loss->count), text_plural(loss->count));
	}
}

static int write_files(struct job *job)
{
	int status;

	status = export_items(job);
	if (!status)
		status = selection_tell_of(job->selection, job->damage);
	if (!status)
		status = keep(job);
	if (status) {
		drop(job);
		return status;
	}
	tell(job);
	return job->damage;
}

static bool is_own(const struct job *job, const char *name)
{
	struct stat there;

	if (stat(name, &there) || !source_has_file(job->source, &there))
		return false;
	talk("%s: is the trace itself", name);
	return true;
}

/* The name of the companion file, if the format has one, and the output is a
 * file. */
static int name_beside(struct job *job)
{
	const char *ending = job->to->format->export->beside;
	const char *output = job->to->output;

	job->beside_name = NULL;
	if (!ending || !strcmp(output, "-"))
		return EXIT_SUCCESS;
	job->beside_name = foreign_event_names_path(output, ending);
	return job->beside_name ? EXIT_SUCCESS : no_memory(job->to->output);
}

static int open_files(struct job *job)
{
	const struct export_to *to = job->to;
	int status;

	if (is_own(job, to->output) ||
	    (job->beside_name && is_own(job, job->beside_name)))
		return EXIT_MISUSE;
	if (is_folder(job))
		return export_folder_open(&job->folder, to->output,
					  to->format->export, to->force);
	status = to->format->export->owns_file ?
			 export_file_open_beside(&job->out, to->output,
						 to->force) :
			 export_file_open(&job->out, to->output, to->force);
	if (status || !job->beside_name)
		return status;
	status = export_file_open(&job->beside, job->beside_name, to->force);
	if (status)
		export_file_drop(&job->out);
	return status;
}

static int begin(struct job *job)
{
	int status;
	int err;

	err = selection_begin(job->selection, job->source, job->to->utc);
	if (err)
		return selection_refuse(job->selection, err);
	status = open_files(job);
	if (status)
		return status;
	export_view_init(&job->view, job->source);
	job->export = (struct pxt_export){
		.view = &job->view.view,
		.out = &job->out.output,
		.beside = job->beside_name ? &job->beside.output : NULL,
		.folder = job->folder.beside,
		.file = job->out.file.path ? logfile_name(&job->out.file) :
					     NULL,
		.settings = job->to->settings,
	};
	status = write_files(job);
	export_view_fini(&job->view);
	return status;
}

int export_write(const struct export_to *to, struct source *source,
		 struct selection *selection)
{
	struct job *job = calloc(1, sizeof(*job));
	int status;

	if (!job)
		return no_memory(to->output);
	job->to = to;
	job->source = source;
	job->selection = selection;
	status = name_beside(job);
	if (!status)
		status = begin(job);
	contents_fini(&job->contents);
	free(job->beside_name);
	free(job);
	return status;
}
