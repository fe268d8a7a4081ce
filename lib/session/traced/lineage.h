/*
 * lineage.h - inheriting streams and names
 *
 * A child made by fork() gets its parent's inherited streams before fork()
 * returns in it. A child made in any other way, with a program of its own,
 * finds them at its start: from its nearest ancestor that can be traced, if
 * they traced that one when the child, or the child's own ancestor, was born.
 */
#ifndef PXT_SESSION_TRACED_LINEAGE_H
#define PXT_SESSION_TRACED_LINEAGE_H

#include "stream/process.h"

/* Heritage: the streams that a process inherits. */
enum pxt_heritage {
	PXT_HERITAGE_NONE,
	PXT_HERITAGE_PARENTS,	/* all present streams of the parent */
	PXT_HERITAGE_ANCESTORS, /* streams found to be older than the process */
};

/* False: a program that begins in this process now finds no streams, neither
 * those of ancestors nor those of the program whose place it takes. Costs less
 * than to find them. */
bool pxt_lineage_may_inherit(int dir);

/* A program begins in this process, or asks for something for the first time:
 * is it the first one here, or did it take another's place? Fails for want of
 * what may be there again (base/shortage.h): all of it is to be done once
 * more. ESTALE: with the file opened anew (P8 of stream/process.h). */
int pxt_lineage_begin(struct pxt_process *process, int dir,
		      enum pxt_heritage heritage);

/* fork() has just made this child. known: its parent, or the nearest ancestor
 * that had used the library then. */
enum pxt_heritage pxt_lineage_forked(struct pxt_process *known, bool is_parent);

/* The calling process is a forked child of parent, or of a child of parent that never
 * used the library; it runs the same program. born: younger streams of the
 * parent are not inherited. Errors of pxt_lineage_begin(). */
int pxt_lineage_fork(struct pxt_process *child, struct pxt_process *parent,
		     int dir, enum pxt_heritage heritage, uint64_t born);

/* For a controller that may come before the process's own library. If it made
 * the file of a child that runs its parent's program, the child gets its
 * parent's types. If it found the file of the previous program, the types of
 * that are dropped. */
void pxt_lineage_foresee(struct pxt_process *process, int dir);

#endif
