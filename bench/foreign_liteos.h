/*
 * foreign_liteos.h - traces of LiteOS that are to be read
 */
#ifndef FOREIGN_LITEOS_H
#define FOREIGN_LITEOS_H

#include <stddef.h>
#include <stdint.h>

/* A full buffer, and a stream of messages: task switches, interrupts and
 * semaphores of eight tasks. To be freed; *len: bytes. */
uint8_t *foreign_liteos_buffer(uint32_t events, size_t *len);
uint8_t *foreign_liteos_stream(uint32_t events, size_t *len);

#endif
