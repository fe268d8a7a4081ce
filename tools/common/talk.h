/*
 * talk.h - what the command says on stderr: "posixtrace: what: why"
 *
 * One call is one line and one write(2). Control characters, which names of
 * files and processes may hold, become question marks.
 */
#ifndef TALK_H
#define TALK_H

/* A line of any other shape, without the name of the command before it. */
void talk_plain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same behind "posixtrace: ". */
void talk(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line that stays until the next one of any kind, on a terminal, cut to its
 * width; and no line. */
void talk_transient(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void talk_clear(void);

/* What could not be had, and why: an error number. */
void talk_error(const char *what, int err);

#endif
