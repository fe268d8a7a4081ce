/* process_sweep.h - removing files of processes that have ended */
#ifndef PXT_STREAM_PROCESS_SWEEP_H
#define PXT_STREAM_PROCESS_SWEEP_H

#include "stream/process.h"

/* Removes the files of all ended processes that no stream traces, with the
 * names that are not used any more. */
void pxt_process_sweep_all(int dir);

/* Casual sweep: in a directory with too many entries only a part is
 * examined. */
void pxt_process_sweep(int dir);

#endif
