/*
 * builtin_templates.h - templates built into the command
 *
 * builtin_templates.c is made from data/posix.trcfmt at build time.
 */
#ifndef BUILTIN_TEMPLATES_H
#define BUILTIN_TEMPLATES_H

extern const char builtin_templates[];

#endif
