/*
 * startup_trivial.c - a shared library that does nothing, to compare with
 */
#include "startup_trivial.h"

void startup_trivial(void)
{
}
