/* process_sweep.h - process files whose process has ended are removed */
#ifndef PXT_STREAM_PROCESS_SWEEP_H
#define PXT_STREAM_PROCESS_SWEEP_H

#include "stream/process.h"

/* Remove the files of all that have ended and that no stream traces, with the
 * names that nobody uses any more. */
void pxt_process_sweep_all(int dir);

/* Likewise, by the way: of a directory that somebody has filled not all is looked
 * at. */
void pxt_process_sweep(int dir);

#endif
