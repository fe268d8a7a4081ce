/*
 * crc32c.h - the checksum of logs: CRC-32C (Castagnoli), as in RFC 3720
 */
#ifndef PXT_BASE_CRC32C_H
#define PXT_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Continue crc over len bytes; begin with 0. */
uint32_t pxt_crc32c(uint32_t crc, const void *data, size_t len);

/* The same without the processor's help: what pxt_crc32c() does on a machine
 * that has no instruction for it. */
uint32_t pxt_crc32c_table(uint32_t crc, const void *data, size_t len);

#endif
