/*
 * only_text.h - which objects are recorded, in words
 *
 *	KIND/PATTERN,!KIND/PATTERN,...
 *
 * Of the objects of a kind that is named only those whose name matches one of
 * its patterns, and none that is behind !; all those of other kinds. A pattern
 * is one of model/choice.h.
 *
 * The command uses this, too, to tell early what is none.
 */
#ifndef WRAP_ONLY_TEXT_H
#define WRAP_ONLY_TEXT_H

#include <stdbool.h>

enum { WRAP_ONLY_MAX = 1024 }; /* bytes, with the one that ends it */

bool wrap_only_is_sound(const char *text);

#endif
