/*
 * template_files.h - where files of templates are
 *
 *	$POSIXTRACE_FORMATS		folders with ':' between
 *	~/.config/posixtrace/formats	the user's, or in $XDG_CONFIG_HOME
 *	/etc/posixtrace/formats		the machine's
 *	.../share/posixtrace/formats	those that came with the command
 *	builtin_templates.h		those that it carries
 *
 * Files have names that end with ".trcfmt". What is in a folder that stands
 * further up counts; of one folder, what is in the last file by name. But what
 * is built in counts the most, unless files may replace it.
 */
#ifndef TEMPLATE_FILES_H
#define TEMPLATE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "source/source.h"
#include "template/templates.h"

/* A set of templates that has none yet. NULL: no memory, which it has told. */
struct pxt_templates *template_files_create(void);

/* Read a whole file. Gives the exit status, and has told why not. */
int template_files_read(const char *name, char **text, size_t *len);

/* Tell what is wrong on stderr: "FILE:LINE:COLUMN: 'TEXT': why". */
void template_files_tell(struct pxt_complaints *complaints,
			 const struct pxt_complaint *complaint);

/* Add a file that the user named. Gives the exit status, and has told what is
 * wrong; warnings only if they are wanted. */
int template_files_add(struct pxt_templates *templates, const char *name,
		       bool warns);

/* The same of a text that was read. */
int template_files_add_text(struct pxt_templates *templates, const char *name,
			    const char *text, size_t len, bool warns);

/* Add those that are built in, before any others. Gives the exit status. */
int template_files_add_builtin(struct pxt_templates *templates);

/* Add these, and all that are in the folders. What is wrong is told, and left
 * out. Gives the exit status of what went wrong besides. */
int template_files_add_all(struct pxt_templates *templates,
			   bool replaces_builtin);

/* Add those that a source carries, see carried_notes.h. What is wrong is told,
 * and left out. */
int template_files_add_carried(struct pxt_templates *templates,
			       struct source *source);

/* Tell, in one line, if something of files does not count as it is built in. */
void template_files_tell_kept(const struct pxt_templates *templates);

/* The user's folder, to be freed. NULL: nobody knows, or no memory. */
char *template_files_home(void);

#endif
