/* object_choice.h - recording some objects only, as POSIXTRACE_WRAP_ONLY says */
#ifndef WRAP_EVENT_OBJECT_CHOICE_H
#define WRAP_EVENT_OBJECT_CHOICE_H

/* Installs the hook for a choice. text: borrowed for ever; NULL or "" is none.
 * An invalid text is complained about, and all objects are recorded. */
void wrap_only_init(const char *text);

#endif
