/*
 * liteos.h - the parts of the format "liteos"
 */
#ifndef PXT_FORMAT_LITEOS_LITEOS_H
#define PXT_FORMAT_LITEOS_LITEOS_H

#include <stddef.h>
#include <stdint.h>

#include "format/format.h"

extern const struct pxt_format pxt_format_liteos;
extern const struct pxt_importer pxt_liteos_importer;
extern const struct pxt_exporter pxt_liteos_exporter;

/* The member of struct pxt_importer. */
size_t pxt_liteos_order(const char *order, uint8_t *bytes, size_t size);

#endif
