/*
 * pq.h - libpq, loaded by late_pq_load()
 */
#ifndef LATE_PQ_H
#define LATE_PQ_H

#include <libpq-fe.h>

#include "late/pq_symbols.h"

/* Before all other functions. Returns NULL, or why there are none, see
 * late_library.h. */
const char *late_pq_load(void);

#endif
