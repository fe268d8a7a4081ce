/*
 * crc32c.h - the checksum of logs: CRC-32C (Castagnoli), as in RFC 3720
 */
#ifndef PXT_BASE_CRC32C_H
#define PXT_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Continues crc over len bytes; begin with 0. */
uint32_t pxt_crc32c(uint32_t crc, const void *data, size_t len);

/* Same without the instruction: for machines that have none. */
uint32_t pxt_crc32c_table(uint32_t crc, const void *data, size_t len);

#endif
