/*
 * frames.h - what the frames of a thread are, for all formats of stacks
 *
 * The frames are the spans that nest in a thread, and losses. All else is
 * counted as not carried.
 */
#ifndef BRIDGE_FLAME_FRAMES_H
#define BRIDGE_FLAME_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "bridge/bridge.h"

enum {
	FRAMES_LOSS = BRIDGE_TEXT + 2,
	FRAMES_THREAD = 2 * BRIDGE_TEXT + sizeof("/:-2147483648"),
};

/* The name of the present item's thread: "shop/desk:4001", or "shop/4002" if it
 * has none of its own. */
void frames_thread(struct bridge *bridge, char name[FRAMES_THREAD]);

/* "[7 events lost]", for the present item, which is a loss. */
void frames_loss(const struct bridge *bridge, char name[FRAMES_LOSS]);

/* True if the step begins or ends a frame. Counts any other step. */
bool frames_has(const struct bridge *bridge, const struct bridge_span *span);

/* True if the present event begins or ends a frame. */
bool frames_has_event(const struct bridge *bridge);

/* True if the present event is in no span: a stack has no time of it. */
bool frames_is_instant(const struct bridge *bridge);

/* Counts the events that the present item says are lost. */
void frames_count_loss(const struct bridge *bridge);

#endif
