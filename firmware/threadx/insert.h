/*
 * insert.h - events: to the buffer of the firmware, and to streams
 */
#ifndef FIRMWARE_THREADX_INSERT_H
#define FIRMWARE_THREADX_INSERT_H

#include <stdbool.h>
#include <stdint.h>

/* True if events of a class are recorded. */
bool threadx_insert_is_wanted(uint32_t event_class);

/* Computes what is wanted anew: a buffer or a filter has changed. */
void threadx_insert_update(void);

/* Inserts an event, at a place in the program. */
void threadx_insert(uint32_t id, const uint32_t info[4], const void *place);

/* The number of events that streams have and buffers lack: a handler came in the
 * middle of an insert, or another thread did not finish one. */
uint32_t threadx_insert_left_out(void);

#endif
