/*
 * perfetto.h - traces for Perfetto
 */
#ifndef BRIDGE_PERFETTO_PERFETTO_H
#define BRIDGE_PERFETTO_PERFETTO_H

#include <stdbool.h>

#include "format/format.h"

extern const struct pxt_format bridge_perfetto;

/* False: built without protobuf-c. */
bool bridge_perfetto_is_there(void);

#endif
