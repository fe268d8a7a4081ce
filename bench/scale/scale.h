/*
 * scale.h - the parts of the section scale
 */
#ifndef SCALE_H
#define SCALE_H

#include "bench.h"

/* Logs that no disk has room for. */
void scale_logs(struct bench *bench);

/* Many threads in a stream, many processes in a family, many streams. */
void scale_crowds(struct bench *bench);

/* Many processes, threads and names in a log. */
void scale_tables(struct bench *bench);

#endif
