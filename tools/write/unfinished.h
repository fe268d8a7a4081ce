/*
 * unfinished.h - output that is not whole yet, and removed if the user interrupts
 *
 * SIGHUP, SIGINT and SIGTERM remove it, and then do what they did before. A signal
 * that is ignored stays ignored, and one that something else catches is left to
 * that. The names are of this process only: children remove nothing.
 */
#ifndef WRITE_UNFINISHED_H
#define WRITE_UNFINISHED_H

struct unfinished;

/* Has a file, or a directory with all that is in it, removed until it is finished.
 * NULL: no memory, it stays. */
struct unfinished *unfinished_file(const char *path);
struct unfinished *unfinished_folder(const char *path);

/* Lets it stay, or it is gone. It may be NULL. */
void unfinished_end(struct unfinished *unfinished);

#endif
