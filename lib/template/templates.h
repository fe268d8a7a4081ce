/*
 * templates.h - a set of templates, out of files, ready to run
 *
 * A file goes in as a whole, or not at all. Of two templates with one id the
 * later one counts, and so it is with the names of events.
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
	PXT_TEMPLATES_FILE_MAX = 1 << 20, /* bytes of a file */
	PXT_TEMPLATES_FILES_MAX = 4096,

	/* What prints these is always there, without a template, too. */
	PXT_TEMPLATE_UNDEFINED = 0x0070,
	PXT_TEMPLATE_DEFAULT = 0x0080,
};

struct pxt_templates;

/* ENOMEM. */
int pxt_templates_create(struct pxt_templates **templates);
void pxt_templates_close(struct pxt_templates *templates);

/* Whether files may replace what pxt_templates_add_own() has brought; they may
 * not at first. */
void pxt_templates_replace_own(struct pxt_templates *templates, bool may);

/*
 * Add those of a text, which is copied. name: as the user knows it.
 *
 * EINVAL: nothing was added, and complaints told why. EFBIG: it is too long, or
 * these are too many. ENOMEM.
 */
int pxt_templates_add(struct pxt_templates *templates, const char *name,
		      const char *text, size_t len,
		      struct pxt_complaints *complaints);

/* The same for a text of our own, that files do not replace. From then on they
 * do not replace what prints without a template either. */
int pxt_templates_add_own(struct pxt_templates *templates, const char *name,
			  const char *text);

/* Whether what counts for an id is our own. */
bool pxt_templates_is_own(const struct pxt_templates *templates, uint16_t id);

/* Whether our own counts in place of a template, which may be of another set,
 * and says something else. */
bool pxt_templates_keeps_own(const struct pxt_templates *templates,
			     const struct pxt_template *template);

/* Warn of subroutines of the last file that nothing has. */
void pxt_templates_check(const struct pxt_templates *templates,
			 struct pxt_complaints *complaints);

/* NULL: there is none. */
const struct pxt_template *
pxt_templates_find(const struct pxt_templates *templates, uint16_t id);

/* All of them, in the order of the files: 0, 1, 2... NULL: not as many. Those
 * that were replaced are among them: find() does not give these. */
const struct pxt_template *
pxt_templates_list(const struct pxt_templates *templates, size_t index);

const char *pxt_templates_file(const struct pxt_templates *templates,
			       const struct pxt_template *template);

/* Where it begins in the text of its file. */
size_t pxt_templates_offset(const struct pxt_templates *templates,
			    const struct pxt_template *template);

/* Its label as it is printed, with controls; not null-terminated. */
const char *pxt_templates_label(const struct pxt_templates *templates,
				const struct pxt_template *template,
				size_t *len);

/* What the files say of events by their names: the last one of that name. */
bool pxt_templates_attached(const struct pxt_templates *templates,
			    const char *event,
			    struct pxt_attachment *attachment);

/* Say it of another one, behind the files. EINVAL: no name. ENOMEM. */
int pxt_templates_attach(struct pxt_templates *templates, const char *event,
			 const struct pxt_attachment *attachment);

/* What is known of an event: what was said of its name, or else what its name
 * says itself, "hook:7F01:anything", or the system's events. False: nothing; it
 * is attached to 007 then, the id of what has none. */
bool pxt_templates_know(const struct pxt_templates *templates,
			const char *event, struct pxt_attachment *attachment);

/* One after another: the name, not null-terminated. NULL: not as many. */
const char *pxt_templates_list_attached(const struct pxt_templates *templates,
					size_t index, size_t *len,
					struct pxt_attachment *attachment);

/* For those who run them. */
const struct pxt_code *
pxt_templates_code(const struct pxt_templates *templates);

#endif
