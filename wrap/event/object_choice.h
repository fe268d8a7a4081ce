/* object_choice.h - the objects that POSIXTRACE_WRAP_ONLY wants */
#ifndef WRAP_EVENT_OBJECT_CHOICE_H
#define WRAP_EVENT_OBJECT_CHOICE_H

/* Installs the hook for a choice. text: borrowed for ever; NULL or "" is none.
 * An invalid text is complained about, and all objects are recorded. */
void wrap_object_choice_init(const char *text);

#endif
