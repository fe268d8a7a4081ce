/*
 * folded.h - folded stacks, for flame graphs
 */
#ifndef BRIDGE_FLAME_FOLDED_H
#define BRIDGE_FLAME_FOLDED_H

#include "format/format.h"

extern const struct pxt_format bridge_folded;

#endif
