/*
 * shadow.h - templates that do not count, as others do more
 */
#ifndef WRITE_TEMPLATE_SHADOW_H
#define WRITE_TEMPLATE_SHADOW_H

/* Tell which templates of a file of the search path have an id, or are for an
 * event, of which another file there has the word, or which are built in. */
void template_shadow_tell(const char *path);

#endif
