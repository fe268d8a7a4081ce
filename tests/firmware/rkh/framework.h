/*
 * framework.h - a framework in the place of RKH's, with its own ring and records
 *
 * As there, the ring is one object file, and records are another.
 */
#ifndef FRAMEWORK_H
#define FRAMEWORK_H

#include <stddef.h>
#include <stdint.h>

void rkh_trc_init(void);
void rkh_trc_put(uint8_t byte);
uint8_t *rkh_trc_get_block(uint16_t *n);

void rkh_trc_begin(uint8_t id);
void rkh_trc_end(void);
void rkh_trc_clear_chk(void);
void rkh_trc_u8(uint8_t number);
void rkh_trc_u32(uint32_t number);
void rkh_trc_str(const char *text);

/* Of the framework's port: a byte that its own critical section let in, of
 * another thread. */
void framework_disturb(void);

#endif
