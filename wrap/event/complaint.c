/* complaint.c - complaints about the values of environment variables */
#include "wrap/event/complaint.h"

#include <stdio.h>
#include <unistd.h>

enum { SHOWN = 64 }; /* bytes of the value that are shown */

void wrap_complaint_write(const char *variable, const char *value, size_t len,
			  const char *why)
{
	char line[192];
	int end =
		snprintf(line, sizeof(line) - 1, "posixtrace: %s: %.*s: %s",
			 variable, len > SHOWN ? SHOWN : (int)len, value, why);

	if (end > (int)sizeof(line) - 2)
		end = sizeof(line) - 2;
	/* The value must not control the terminal. */
	for (int i = 0; i < end; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			line[i] = '?';
	line[end++] = '\n';
	if (write(STDERR_FILENO, line, (size_t)end) < 0)
		return;
}
