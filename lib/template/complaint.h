/*
 * complaint.h - errors in a file of templates, and their places
 */
#ifndef PXT_TEMPLATE_COMPLAINT_H
#define PXT_TEMPLATE_COMPLAINT_H

#include <stdbool.h>
#include <stddef.h>

enum { PXT_COMPLAINTS_MOST = 20 }; /* errors reported per file */

struct pxt_complaint {
	const char *file;
	unsigned line, column; /* begins at 1; column 0: the whole line */
	bool is_warning;
	char at[48];   /* the offending text, cut; "": the end of the line */
	char why[160]; /* the reason, with what was expected */
};

/* The receiver of complaints. Its owner sets tell, which may be NULL; the rest
 * is zero. */
struct pxt_complaints {
	void (*tell)(struct pxt_complaints *complaints,
		     const struct pxt_complaint *complaint);
	const char *file;
	unsigned errors, warnings;
};

/* Reports len bytes of text, which may be longer than `at`. */
void pxt_complain(struct pxt_complaints *complaints, unsigned line,
		  unsigned column, const char *text, size_t len,
		  const char *format, ...)
	__attribute__((format(printf, 6, 7)));
void pxt_warn(struct pxt_complaints *complaints, unsigned line, unsigned column,
	      const char *text, size_t len, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

#endif
