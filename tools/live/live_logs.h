/*
 * live_logs.h - logs of streams that a command has among its operands
 */
#ifndef LIVE_LOGS_H
#define LIVE_LOGS_H

#include <stddef.h>

/* Zero at first. */
struct live_logs {
	char **name; /* owned */
	size_t count, room;
};

/* Replaces the numbers of streams among operands by the names of their logs,
 * which are written up to now, and borrowed until fini. Returns the exit status,
 * after reporting errors. */
int live_logs_find(struct live_logs *logs, char **operand, size_t count);
void live_logs_fini(struct live_logs *logs);

#endif
