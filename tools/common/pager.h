/*
 * pager.h - paging long output on a terminal
 */
#ifndef PAGER_H
#define PAGER_H

#include <stdbool.h>
#include <sys/types.h>

struct pager {
	pid_t pid; /* process of the pager; 0: none */
	bool passes_colour;
};

/* Sends stdout through POSIXTRACE_PAGER, PAGER or else less -FRX. If that
 * cannot be started, stdout is unchanged. From here on signals of the keyboard
 * are the pager's, and SIGPIPE is an error of write(2). */
void pager_start(struct pager *pager);

/* True if stdout goes to a pager. */
bool pager_runs(const struct pager *pager);

/* Close stdout, and wait until the pager has ended. */
void pager_finish(struct pager *pager);

#endif
