/* file_limit.c - a write beyond the limit on file sizes is an error */
#include <signal.h>

#include "common/file_limit.h"

static struct sigaction before; /* the default, until it is known */

void file_limit_fails(void)
{
	const struct sigaction ignored = { .sa_handler = SIG_IGN };

	sigaction(SIGXFSZ, &ignored, &before);
}

void file_limit_restore(void)
{
	sigaction(SIGXFSZ, &before, NULL);
}
