/*
 * viewer_keys.h - what keys do with a timeline
 */
#ifndef SCREEN_VIEWER_KEYS_H
#define SCREEN_VIEWER_KEYS_H

#include "screen/viewer_state.h"

/* Looks how far the trace goes now. Returns an error number. */
int viewer_refresh(struct viewer *viewer);

/* Returns an error number. */
int viewer_press(struct viewer *viewer, int key);

#endif
