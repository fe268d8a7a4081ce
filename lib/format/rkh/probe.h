/*
 * probe.h - whether bytes are a stream of RKH
 */
#ifndef PXT_FORMAT_RKH_PROBE_H
#define PXT_FORMAT_RKH_PROBE_H

#include <stdbool.h>

#include "format/format.h"

/* Without a record of the configuration, and without checksums, nothing tells
 * it. */
unsigned pxt_rkh_probe(const struct pxt_probe *probe);

/* Whether these are frames of QP/Spy, the tracer of QP: they look the same, but
 * for their checksums. */
bool pxt_rkh_is_qpspy(const uint8_t *data, size_t len);

#endif
