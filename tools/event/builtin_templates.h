/*
 * builtin_templates.h - the templates that the command carries
 *
 * builtin_templates.c is made of data/posix.trcfmt when the command is built.
 */
#ifndef BUILTIN_TEMPLATES_H
#define BUILTIN_TEMPLATES_H

extern const char builtin_templates[];

#endif
