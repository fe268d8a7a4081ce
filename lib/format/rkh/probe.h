/*
 * probe.h - recognizing a stream of RKH
 */
#ifndef PXT_FORMAT_RKH_PROBE_H
#define PXT_FORMAT_RKH_PROBE_H

#include <stdbool.h>

#include "format/format.h"

/* A stream without configuration record and checksums cannot be recognized. */
unsigned pxt_rkh_probe(const struct pxt_probe *probe);

/* True for frames of QP/Spy, the tracer of QP: they differ in checksums
 * only. */
bool pxt_rkh_is_qpspy(const uint8_t *data, size_t len);

#endif
