/*
 * nats.h - libnats, loaded by late_nats_load()
 */
#ifndef LATE_NATS_H
#define LATE_NATS_H

#include <nats/nats.h>

#include "late/nats_symbols.h"

/* Before all other functions. Returns NULL, or why there are none, see
 * late_library.h. */
const char *late_nats_load(void);

#endif
