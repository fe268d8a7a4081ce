/*
 * trivial.h - a shared library that does nothing, to compare with
 */
#ifndef STARTUP_TRIVIAL_H
#define STARTUP_TRIVIAL_H

void startup_trivial(void);

#endif
