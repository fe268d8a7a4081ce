/*
 * firmware_rkh_recorder.h - what RKH does for a record
 *
 * Ours is compared with it: the filter's bit, the critical section of its port
 * to Linux, and each byte with its escape and its sum into the ring.
 */
#ifndef FIRMWARE_RKH_RECORDER_H
#define FIRMWARE_RKH_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include <rkh.h>

void recorder_open(void);
bool recorder_passes(uint8_t id);
void recorder_let_pass(uint8_t id);

void recorder_enter(void);
void recorder_exit(void);
void recorder_begin(uint8_t id);
void recorder_end(void);
void recorder_u8(uint8_t number);
void recorder_u32(uint32_t number);
void recorder_fmt_u32(uint8_t format, uint32_t number);
void recorder_fmt_str(const char *text);

#endif
