/*
 * live.h - names that the importer's modules learn, as objects of the process
 *
 * The importer gives names since a time of the target's clock. Its first name of
 * a number in a session is told for the session's begin, and holds from there:
 * events that came before the name show it, as they do in a capture.
 */
#ifndef FIRMWARE_RKH_LIVE_H
#define FIRMWARE_RKH_LIVE_H

#include "format/rkh/symbols.h"

/* A session of these symbols begins. */
void pxt_rkh_live_begin(const struct pxt_rkh_symbols *symbols);

#endif
