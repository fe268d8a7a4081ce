/*
 * chrome.h - Chrome's JSON of trace events
 *
 * chrome://tracing has had it, Perfetto and speedscope read it, and many
 * programs write it: node, compilers, libraries of machine learning.
 */
#ifndef PXT_FORMAT_CHROME_CHROME_H
#define PXT_FORMAT_CHROME_CHROME_H

#include "format/format.h"

/* How sure it is that bytes are such a trace. */
unsigned pxt_chrome_probe(const struct pxt_probe *probe);

extern const struct pxt_format pxt_format_chrome;

#endif
