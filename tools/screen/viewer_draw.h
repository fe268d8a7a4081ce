/*
 * viewer_draw.h - the picture of a timeline
 *
 *	orders.ptl  14:03:07.118204311 +2.000 s  120 events  2 lost  10 ms/col
 *	matcher/4243  ▇▇▇▇  ▂ ▇▇▇▇▇▇▇▇░░▇▇▇  order
 *	mutex/jobs    ████████▓▓▓▓▓▓████     matcher/4243
 *	──────────────────────────┬──────────────────────────
 *	14:03:07.119482311  matcher/4243  order_received  id=81723  match.c:118
 */
#ifndef SCREEN_VIEWER_DRAW_H
#define SCREEN_VIEWER_DRAW_H

#include "screen/viewer_state.h"

/* Divides the screen, as it is now. Returns an error number. */
int viewer_fit(struct viewer *viewer);

void viewer_draw(struct viewer *viewer);

#endif
