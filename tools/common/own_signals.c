/* own_signals.c - signals that the tool has otherwise than its caller */
#include <signal.h>

#include "common/own_signals.h"

/* The defaults, until they are known. */
static struct sigaction file_size_before, child_before;

void own_signals_set(void)
{
	const struct sigaction ignored = { .sa_handler = SIG_IGN };
	const struct sigaction by_default = { .sa_handler = SIG_DFL };

	sigaction(SIGXFSZ, &ignored, &file_size_before);
	sigaction(SIGCHLD, &by_default, &child_before);
}

void own_signals_restore(void)
{
	sigaction(SIGXFSZ, &file_size_before, NULL);
	sigaction(SIGCHLD, &child_before, NULL);
}
