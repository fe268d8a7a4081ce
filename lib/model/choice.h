/*
 * choice.h - which events are wanted, by their names
 *
 * A choice is a text: names, separated by commas, in which * stands for any
 * characters, ? for one, and [a-z] or [!a-z] for one of a set. A name behind
 * ! is not wanted, whatever else says. Where all names are behind !, others
 * are wanted.
 */
#ifndef PXT_MODEL_CHOICE_H
#define PXT_MODEL_CHOICE_H

#include <stdbool.h>

enum { PXT_CHOICE_MAX = 1024 }; /* bytes, with the one that ends it */

/* Is the text a choice? No name in it is empty, and it is not too long. */
bool pxt_choice_is_sound(const char *choice);

/* Does it want that name? Of any text, in a time that is bounded by the product
 * of the lengths. Safe in signal handlers. */
bool pxt_choice_wants(const char *choice, const char *name);

#endif
