/*
 * objects.h - tasks, queues, mutexes and so on, as objects of streams
 *
 * As in the import: an object is registered before its first event, named by
 * its number if it has one. Tasks have names where the program tells them.
 */
#ifndef FIRMWARE_LITEOS_OBJECTS_H
#define FIRMWARE_LITEOS_OBJECTS_H

#include <stdint.h>

#include "format/liteos/frame.h"
#include "format/liteos/import/values.h"

/* Registers the values of a frame that are objects. */
void liteos_objects_meet(const struct pxt_liteos_values *values,
			 const struct pxt_liteos_frame *frame);

/* Registers a task that was created, or has another priority. */
void liteos_objects_task(uint32_t id, const char *name, uint32_t priority);

#endif
