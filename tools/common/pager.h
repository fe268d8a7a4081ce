/*
 * pager.h - long output on a terminal goes through a pager
 */
#ifndef PAGER_H
#define PAGER_H

#include <stdbool.h>
#include <sys/types.h>

struct pager {
	pid_t pid; /* 0: none */
	bool passes_colour;
};

/* Send stdout through POSIXTRACE_PAGER, PAGER or else less -FRX. Where that
 * cannot be started, stdout stays as it is. From here on the signals of the
 * keyboard are the pager's, and SIGPIPE is an error of write(2). */
void pager_start(struct pager *pager);

/* Whether a pager is in between. */
bool pager_runs(const struct pager *pager);

/* Close stdout, and wait until the pager has ended. */
void pager_finish(struct pager *pager);

#endif
