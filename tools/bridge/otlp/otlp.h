/*
 * otlp.h - traces and logs of OpenTelemetry, as lines of JSON
 */
#ifndef BRIDGE_OTLP_OTLP_H
#define BRIDGE_OTLP_OTLP_H

#include "format/format.h"

extern const struct pxt_format bridge_otlp;

#endif
