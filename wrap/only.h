/* only.h - recording some objects only, as POSIXTRACE_WRAP_ONLY says */
#ifndef WRAP_ONLY_H
#define WRAP_ONLY_H

/* Ask to be asked about each. text: borrowed for ever, NULL or "" is none.
 * What is no such text is complained of, and all are recorded. */
void wrap_only_init(const char *text);

#endif
