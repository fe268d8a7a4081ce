/*
 * metrics.h - a file of figures, in the text format of Prometheus
 */
#ifndef METRICS_H
#define METRICS_H

#include <stddef.h>

struct metric {
	const char *name; /* behind posixtrace_COMMAND_ */
	const char *type; /* counter, gauge */
	const char *help;
	double value;
};

/* Writes the file anew, whole at each instant; name: the label of all. Returns
 * an error number. */
int metrics_write(const char *file, const char *command, const char *name,
		  const struct metric *metrics, size_t count);

#endif
