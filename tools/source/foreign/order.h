/*
 * order.h - orders to a device
 */
#ifndef SOURCE_FOREIGN_ORDER_H
#define SOURCE_FOREIGN_ORDER_H

#include "source/foreign/foreign.h"

/* Sends the user's orders. Returns the exit status, after reporting errors. */
int foreign_order_begin(struct foreign *foreign);

/* Stops a device that was started. */
void foreign_order_end(struct foreign *foreign);

#endif
