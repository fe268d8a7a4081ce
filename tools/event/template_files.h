/*
 * template_files.h - locations of files of templates
 *
 *	$POSIXTRACE_FORMATS		folders with ':' between
 *	~/.config/posixtrace/formats	the user's, or in $XDG_CONFIG_HOME
 *	/etc/posixtrace/formats		the machine's
 *	.../share/posixtrace/formats installed with the command
 *	builtin_templates.h built in
 *
 * Files have names that end with ".trcfmt". Folders further up take precedence;
 * within a folder, the last file by name. Built-in templates take precedence
 * over all, unless files may replace them.
 */
#ifndef TEMPLATE_FILES_H
#define TEMPLATE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "source/source.h"
#include "template/templates.h"

/* Creates an empty set of templates. NULL: no memory, which is reported. */
struct pxt_templates *template_files_create(void);

/* Reads a whole file. Returns the exit status, after reporting errors. */
int template_files_read(const char *name, char **text, size_t *len);

/* Reports an error: "FILE:LINE:COLUMN: 'TEXT': why". */
void template_files_tell(struct pxt_complaints *complaints,
			 const struct pxt_complaint *complaint);

/* Adds a file named by the user. Returns the exit status, after reporting
 * errors; warnings only if wanted. */
int template_files_add(struct pxt_templates *templates, const char *name,
		       bool warns);

/* Adds a text that was read already. */
int template_files_add_text(struct pxt_templates *templates, const char *name,
			    const char *text, size_t len, bool warns);

/* Adds the built-in templates, before any others. Returns the exit status. */
int template_files_add_builtin(struct pxt_templates *templates);

/* Adds the built-in templates, and those of all folders. Invalid ones are
 * reported, and left out. Returns the exit status of other errors. */
int template_files_add_all(struct pxt_templates *templates,
			   bool replaces_builtin);

/* Adds the templates in the notes of a source, see carried_notes.h. Invalid
 * ones are reported, and left out. */
int template_files_add_carried(struct pxt_templates *templates,
			       struct source *source);

/* Reports, in one line, that templates of files are hidden by built-in ones. */
void template_files_tell_kept(const struct pxt_templates *templates);

/* The user's folder, to be freed. NULL: unknown, or no memory. */
char *template_files_home(void);

#endif
