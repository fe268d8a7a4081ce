/*
 * crc.h - the checksum of LiteOS messages
 *
 * CRC-16/XMODEM: width 16, polynomial 0x1021, initial value 0, no reflection.
 */
#ifndef PXT_FORMAT_LITEOS_CRC_H
#define PXT_FORMAT_LITEOS_CRC_H

#include <stddef.h>
#include <stdint.h>

uint16_t pxt_liteos_crc(const void *data, size_t len);

#endif
