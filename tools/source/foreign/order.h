/*
 * order.h - tell a device what to do
 */
#ifndef SOURCE_FOREIGN_ORDER_H
#define SOURCE_FOREIGN_ORDER_H

#include "source/foreign/foreign.h"

/* Send what the user wants to be sent. Gives the exit status, and has told what
 * was wrong. */
int foreign_order_begin(struct foreign *foreign);

/* A device that was started is stopped. */
void foreign_order_end(struct foreign *foreign);

#endif
