/*
 * uri.h - descriptions in a trace that posixtrace has written
 *
 * CTF knows fields, and neither units nor keys nor spans. The EMF URI of an event
 * class, a text for other tools that readers ignore, has the whole description:
 * "posixtrace:uint64_t%20id%20[[key]]".
 */
#ifndef SOURCE_CTF_URI_H
#define SOURCE_CTF_URI_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the URI, to be freed; "posixtrace:" for no description. NULL: no
 * memory. */
char *ctf_uri_make(const char *description);

/* Gets the description, in size bytes. False: another URI, or too long. */
bool ctf_uri_parse(const char *uri, char *description, size_t size);

#endif
