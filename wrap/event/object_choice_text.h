/*
 * object_choice_text.h - choices of objects, as text
 *
 *	KIND/PATTERN,!KIND/PATTERN,...
 *
 * Objects of a kind in the list are recorded if their name matches a pattern of
 * that kind and none behind "!". Objects of other kinds are all recorded.
 * Patterns are those of model/choice.h.
 *
 * The command includes this, too, to refuse invalid texts early.
 */
#ifndef WRAP_EVENT_OBJECT_CHOICE_TEXT_H
#define WRAP_EVENT_OBJECT_CHOICE_TEXT_H

#include <stdbool.h>

enum { WRAP_OBJECT_CHOICE_MAX = 1024 }; /* bytes, with the null character */

bool wrap_object_choice_is_sound(const char *text);

#endif
