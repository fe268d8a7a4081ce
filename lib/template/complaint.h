/*
 * complaint.h - what is wrong in a file of templates, and where
 */
#ifndef PXT_TEMPLATE_COMPLAINT_H
#define PXT_TEMPLATE_COMPLAINT_H

#include <stdbool.h>
#include <stddef.h>

enum { PXT_COMPLAINTS_MOST = 20 }; /* errors of a file that are told */

struct pxt_complaint {
	const char *file;
	unsigned line, column; /* from 1 on; column 0: the whole line */
	bool is_warning;
	char at[48];   /* the offending text, cut; "": its end */
	char why[160]; /* with what was expected, in words */
};

/* Who is told. Its owner sets tell, which may be NULL; the rest is zero. */
struct pxt_complaints {
	void (*tell)(struct pxt_complaints *complaints,
		     const struct pxt_complaint *complaint);
	const char *file;
	unsigned errors, warnings;
};

/* Text of len bytes is wrong; it may be longer than what is kept. */
void pxt_complain(struct pxt_complaints *complaints, unsigned line,
		  unsigned column, const char *text, size_t len,
		  const char *format, ...)
	__attribute__((format(printf, 6, 7)));
void pxt_warn(struct pxt_complaints *complaints, unsigned line, unsigned column,
	      const char *text, size_t len, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

#endif
