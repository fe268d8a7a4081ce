/*
 * log_name.h - the host and the program of a log, as its destination names them
 *
 * The host is that of HEADER. The program is the name of the trace, which those
 * who record give it; if that is empty, the name in the first PROCESS of a log
 * that appends. So a log's name never changes.
 */
#ifndef SHIP_LOG_NAME_H
#define SHIP_LOG_NAME_H

#include "nats/fleet_subject.h"
#include "source/preface.h"

/* fd: of the log's file. ENODATA: it does not say yet. */
int log_name_find(struct fleet_subject *name, const struct preface *preface,
		  int fd);

#endif
