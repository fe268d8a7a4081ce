/*
 * rescue.h - streams whose controller has died
 *
 * Nobody can act for a process at the instant at which it is killed. Whoever
 * makes the next stream, or opens the log, ends what the dead one left: what
 * is still in memory goes to the log, STOP last, and the log gets its end.
 */
#ifndef PXT_SESSION_RESCUE_H
#define PXT_SESSION_RESCUE_H

#include <stdbool.h>
#include <stdint.h>

/* End all such streams of a directory of base/shm.h; by force also those
 * whose log cannot be reached. */
void pxt_rescue_all(int dir, bool by_force);

/* End the stream of the log with that UUID, if its controller is dead, or wait
 * for who is about that. log: open for reading at least. */
void pxt_rescue_log(const uint8_t *uuid, int log);

#endif
