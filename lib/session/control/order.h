/*
 * order.h - a program records itself, as its environment orders
 *
 *	POSIXTRACE='record,o=/var/tmp/%c-%p.ptl,policy=loop,size=16M,save=crash'
 *
 * All of it happens when the program begins, in its name: a stream of its own
 * with a log. What cannot be done is told in one line on standard error, and
 * the program runs on. Children that execute a program have the same
 * environment, and do the same; others are not recorded.
 */
#ifndef PXT_SESSION_CONTROL_ORDER_H
#define PXT_SESSION_CONTROL_ORDER_H

/* At the program's start, when all else is there. */
void pxt_order_begin(void);

/* At its end, before its streams are ended: a log that was for a crash goes. */
void pxt_order_end(void);

#endif
