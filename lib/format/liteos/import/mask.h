/*
 * mask.h - event masks of LiteOS
 *
 * A mask is a number, names of modules, or several of these separated by comma
 * or |: "TASK,HWI", "0x60". An event passes if its type and the mask have a bit
 * in common.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_MASK_H
#define PXT_FORMAT_LITEOS_IMPORT_MASK_H

#include <stdbool.h>
#include <stdint.h>

/* False: no such module, or number. */
bool pxt_liteos_mask_parse(const char *text, uint32_t *mask);

#endif
