/*
 * messages.h - LiteOS's messages to a client
 *
 * An online session begins with a notice, a head and the tasks, and ends with
 * a notice. The buffer of an offline one can be sent when it is over.
 */
#ifndef FIRMWARE_LITEOS_MESSAGES_H
#define FIRMWARE_LITEOS_MESSAGES_H

#include <stdint.h>

#include "format/liteos/frame.h"

void liteos_messages_start(void);
void liteos_messages_stop(void);

/* Sends an event, unless frames of that size are too long for messages. */
void liteos_messages_event(const struct pxt_liteos_frame *frame);

/* Keeps in mind that there is such a task, for the beginning of a session, or
 * that there is none any more. Safe in signal handlers. */
void liteos_messages_keep_task(uint32_t task, uint32_t priority);
void liteos_messages_drop_task(uint32_t task);

/* Announces a task that was created, or has another priority. */
void liteos_messages_task(uint32_t id, uint32_t priority, const char *name);

/* Sends all places of the buffer, in their order. */
void liteos_messages_dump(void);

#endif
