/*
 * sample.h - an estimate of a column, of a few items at its beginning
 */
#ifndef CHART_SAMPLE_H
#define CHART_SAMPLE_H

#include "chart/cells.h"
#include "chart/strips.h"
#include "select/selection.h"

/* Adds it to the cells of threads, in about the same time however long the trace
 * is. selection: it has begun; it stands anywhere afterwards. */
int sample_column(struct selection *selection, struct strips *strips,
		  struct cells *cells, unsigned column);

#endif
