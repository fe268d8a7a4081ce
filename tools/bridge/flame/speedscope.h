/*
 * speedscope.h - profiles for speedscope
 */
#ifndef BRIDGE_FLAME_SPEEDSCOPE_H
#define BRIDGE_FLAME_SPEEDSCOPE_H

#include "format/format.h"

extern const struct pxt_format bridge_speedscope;

#endif
