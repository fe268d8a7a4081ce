/*
 * trivial.c - a shared library that does nothing, to compare with
 */
#include "trivial.h"

void startup_trivial(void)
{
}
