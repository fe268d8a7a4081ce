/*
 * findings.h - what a check found, for people and for programs
 *
 * Text; TAP, the Test Anything Protocol, version 13; the XML of JUnit; JSON.
 */
#ifndef CHECK_FINDINGS_H
#define CHECK_FINDINGS_H

#include "check/rules.h"
#include "common/out.h"
#include "common/stamp.h"

enum findings_form {
	FINDINGS_TEXT,
	FINDINGS_JSON,
	FINDINGS_TAP,
	FINDINGS_JUNIT,
};

/* The names of the forms. */
extern const struct word findings_forms[];

struct findings {
	const struct rules *rules; /* borrowed, as all is */
	const char *trace;	   /* name of the trace */
	const char
		*files; /* the same, as words for a shell behind `show'; NULL:
			    * it cannot be shown any more */
	uint64_t lost, places, uncounted; /* losses */
	bool is_strict;			  /* vacuous rules fail */
	bool utc;
};

/* ENOMEM; errors of writing are those of out. */
int findings_put(const struct findings *findings, enum findings_form form,
		 struct out *out);

/* Puts that a rule is broken, into text that goes on. example: NULL without. */
void findings_put_broken(const struct findings *findings, struct out *out,
			 const struct rule *rule,
			 const struct example *example);

int findings_put_text(const struct findings *findings, struct out *out);
int findings_put_json(const struct findings *findings, struct out *out);
int findings_put_tap(const struct findings *findings, struct out *out);
int findings_put_junit(const struct findings *findings, struct out *out);

/* For the forms: prints into out, in at most OUT_BLOCK characters. */
void findings_print(struct out *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* "line 17 (14:03:07.118204311)", "lines 17-25 (14:03:07.118204311 to ...)". */
void findings_print_place(const struct findings *findings, struct out *out,
			  const struct example *example);

/* The command that shows an example, if its trace can be shown. */
void findings_print_show(const struct findings *findings, struct out *out,
			 const struct rule *rule,
			 const struct example *example);

/* True if losses may hide that a rule is broken. */
static inline bool findings_has_losses(const struct findings *findings)
{
	return findings->lost || findings->uncounted;
}

/* Says how much is lost, and where. */
void findings_print_losses(const struct findings *findings, struct out *out);

/* Appends a file to words for a shell, quoted if need be. */
void findings_put_word(struct out *out, const char *word);

#endif
