/*
 * ctf.h - the Common Trace Format
 */
#ifndef BRIDGE_CTF_CTF_H
#define BRIDGE_CTF_CTF_H

#include "format/format.h"

extern const struct pxt_format bridge_ctf;

#endif
