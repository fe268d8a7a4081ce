/*
 * shadow.h - templates hidden by others
 */
#ifndef WRITE_TEMPLATE_SHADOW_H
#define WRITE_TEMPLATE_SHADOW_H

/* Reports templates of a file in the search path that are hidden, by id or
 * event, by another file or built-in ones. */
void template_shadow_tell(const char *path);

#endif
