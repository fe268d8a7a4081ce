/*
 * choice.h - choosing events by patterns of names
 *
 * A choice is a text: names, separated by commas, in which * stands for any
 * characters, ? for one, and [a-z] or [!a-z] for one of a set. A name behind !
 * is excluded, whatever other names match. If all names are behind !, all other
 * events are chosen.
 */
#ifndef PXT_MODEL_CHOICE_H
#define PXT_MODEL_CHOICE_H

#include <stdbool.h>

enum { PXT_CHOICE_MAX = 1024 }; /* bytes, with the null character */

/* True for a valid choice: no name in it is empty, and it is not too long. */
bool pxt_choice_is_sound(const char *choice);

/* True if the choice has that name. Accepts any text, and takes a time bounded
 * by the product of the lengths. Safe in signal handlers. */
bool pxt_choice_wants(const char *choice, const char *name);

#endif
