/*
 * order.h - a program records itself, as its environment orders
 *
 *	POSIXTRACE='record,o=/var/tmp/%c-%p.ptl,policy=loop,size=16M,save=crash'
 *
 * At its start the program gets a stream for itself, with a log. Failures are
 * reported in one line on standard error, and the program runs on. Children
 * that execute a program have the same environment, and do the same; others are
 * not recorded.
 */
#ifndef PXT_SESSION_CONTROL_ORDER_H
#define PXT_SESSION_CONTROL_ORDER_H

/* At the program's start, after everything else. */
void pxt_order_begin(void);

/* At its end, before its streams are ended: removes a log that was for a
 * crash. */
void pxt_order_end(void);

#endif
