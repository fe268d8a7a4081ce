/*
 * stack_frames.h - what stack frames of a thread are, for all formats of stacks
 *
 * Stack frames are the spans that nest in a thread, and losses. All else is
 * counted as not carried.
 */
#ifndef BRIDGE_FLAME_STACK_FRAMES_H
#define BRIDGE_FLAME_STACK_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "bridge/bridge.h"

enum {
	STACK_FRAMES_LOSS = BRIDGE_TEXT + 2,
	STACK_FRAMES_THREAD = 2 * BRIDGE_TEXT + sizeof("/:-2147483648"),
};

/* The name of the present item's thread: "shop/desk:4001", or "shop/4002" if it
 * has none of its own. */
void stack_frames_thread(struct bridge *bridge, char name[STACK_FRAMES_THREAD]);

/* "[7 events lost]", for the present item, which is a loss. */
void stack_frames_loss(const struct bridge *bridge,
		       char name[STACK_FRAMES_LOSS]);

/* True if the step begins or ends a frame. Counts any other step. */
bool stack_frames_has(const struct bridge *bridge,
		      const struct bridge_span *span);

/* True if the present event begins or ends a frame. */
bool stack_frames_has_event(const struct bridge *bridge);

/* True if the present event is in no span: a stack has no time of it. */
bool stack_frames_is_instant(const struct bridge *bridge);

/* Counts the events that the present item says are lost. */
void stack_frames_count_loss(const struct bridge *bridge);

#endif
