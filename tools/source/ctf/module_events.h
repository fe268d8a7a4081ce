/*
 * module_events.h - LTTng-UST's events about programs and shared objects
 */
#ifndef SOURCE_CTF_MODULE_EVENTS_H
#define SOURCE_CTF_MODULE_EVENTS_H

#include "source/ctf/facts.h"
#include "source/ctf/frames.h"

/* The kind of an event, by its name: CTF_MODULE_NONE for most. */
enum ctf_module_event ctf_module_event(const char *name);

/* True if a trace may have such events. */
bool ctf_module_events_are_in(const bt_trace *trace);

/* Sends what an event of a process tells. */
void ctf_module_event_put(struct ctf_frames *frames,
			  enum ctf_module_event event, uint64_t time,
			  int32_t pid, const bt_field *payload);

#endif
