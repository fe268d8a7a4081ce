/* complaint.c - complaints about the values of environment variables */
#include "wrap/event/complaint.h"

#include <stdio.h>
#include <unistd.h>

enum { SHOWN = 64 }; /* bytes of the value that are shown */

void wrap_complaint_write(const char *variable, const char *value, size_t len,
			  const char *why)
{
	char line[192];
	int written =
		snprintf(line, sizeof(line), "posixtrace: %s: %.*s: %s\n",
			 variable, len > SHOWN ? SHOWN : (int)len, value, why);

	if (written > 0 && write(STDERR_FILENO, line, (size_t)written) < 0)
		return;
}
