/*
 * talk.h - messages on stderr: "posixtrace: what: why"
 *
 * One call is one line and one write(2). Characters that are not plain
 * (common/text.h), which names of files and processes may contain, become question
 * marks.
 */
#ifndef TALK_H
#define TALK_H

/* A line without the name of the command. */
void talk_plain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line behind "posixtrace: ". */
void talk(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line that is replaced by the next one, on a terminal, cut to its width;
 * otherwise nothing. */
void talk_transient(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void talk_clear(void);

/* Reports an error number. */
void talk_error(const char *what, int err);

#endif
