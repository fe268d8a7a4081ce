/*
 * templates.h - sets of templates from files
 *
 * A file is added as a whole, or not at all. The later of two templates with
 * the same id counts; the same is true for names of events.
 */
#ifndef PXT_TEMPLATE_TEMPLATES_H
#define PXT_TEMPLATE_TEMPLATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "template/compile.h"
#include "template/complaint.h"
#include "template/posix_line.h"

enum {
	PXT_TEMPLATES_FILE_MAX = 1 << 20, /* bytes per file */
	PXT_TEMPLATES_FILES_MAX = 4096,

	/* Templates that exist in code, too, if no file has them. */
	PXT_TEMPLATE_UNDEFINED = 0x0070,
	PXT_TEMPLATE_DEFAULT = 0x0080,
};

struct pxt_templates;

/* ENOMEM. */
int pxt_templates_create(struct pxt_templates **templates);
void pxt_templates_close(struct pxt_templates *templates);

/* Allows files to replace templates of pxt_templates_add_own(); at first they
 * may not. */
void pxt_templates_replace_own(struct pxt_templates *templates, bool may);

/*
 * Adds the templates of a text, which is copied. name: the user's name of the
 * file.
 *
 * EINVAL: nothing was added, and errors were reported. EFBIG: the text is too
 * long, or has too many templates. ENOMEM.
 */
int pxt_templates_add(struct pxt_templates *templates, const char *name,
		      const char *text, size_t len,
		      struct pxt_complaints *complaints);

/* Adds built-in templates, which files do not replace. Afterwards they do not
 * replace the templates that exist in code, either. */
int pxt_templates_add_own(struct pxt_templates *templates, const char *name,
			  const char *text);

/* True if the template that counts for an id is built in. */
bool pxt_templates_is_own(const struct pxt_templates *templates, uint16_t id);

/* True if a built-in template counts in place of this one, which may be of
 * another set, and they differ. */
bool pxt_templates_keeps_own(const struct pxt_templates *templates,
			     const struct pxt_template *template);

/* Warns of subroutines of the last file that are not defined. */
void pxt_templates_check(const struct pxt_templates *templates,
			 struct pxt_complaints *complaints);

/* NULL: no template has that id. */
const struct pxt_template *
pxt_templates_find(const struct pxt_templates *templates, uint16_t id);

/* Returns the templates by index, in the order of the files, including those
 * that were replaced. NULL: behind the last. */
const struct pxt_template *
pxt_templates_list(const struct pxt_templates *templates, size_t index);

const char *pxt_templates_file(const struct pxt_templates *templates,
			       const struct pxt_template *template);

/* The offset of the template in the text of its file. */
size_t pxt_templates_offset(const struct pxt_templates *templates,
			    const struct pxt_template *template);

/* The printed label, with controls; not null-terminated. */
const char *pxt_templates_label(const struct pxt_templates *templates,
				const struct pxt_template *template,
				size_t *len);

/* Finds the attachment of a name in the files: the last one counts. */
bool pxt_templates_attached(const struct pxt_templates *templates,
			    const char *event,
			    struct pxt_attachment *attachment);

/* Attaches a name, behind the files. EINVAL: no name. ENOMEM. */
int pxt_templates_attach(struct pxt_templates *templates, const char *event,
			 const struct pxt_attachment *attachment);

/* Finds the attachment of an event: by its name, or else from a name of the
 * form "hook:7F01:anything", or "trc:7F01:anything", whose data is an entry; or
 * from the events of the system. False: none; it is attached to 007, the id of
 * events without a template. */
bool pxt_templates_know(const struct pxt_templates *templates,
			const char *event, struct pxt_attachment *attachment);

/* Returns the attached names by index, not null-terminated. NULL: behind the
 * last. */
const char *pxt_templates_list_attached(const struct pxt_templates *templates,
					size_t index, size_t *len,
					struct pxt_attachment *attachment);

/* The code, for render.c. */
const struct pxt_code *
pxt_templates_code(const struct pxt_templates *templates);

#endif
