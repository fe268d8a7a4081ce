/* complaint.h - complaints about the values of environment variables */
#ifndef WRAP_EVENT_COMPLAINT_H
#define WRAP_EVENT_COMPLAINT_H

#include <stddef.h>

/* Writes one line to stderr: the variable, the first bytes of its value, and
 * the reason. */
void wrap_complaint_write(const char *variable, const char *value, size_t len,
			  const char *why);

#endif
