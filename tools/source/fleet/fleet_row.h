/*
 * fleet_row.h - a log of a fleet as a row of the index
 */
#ifndef FLEET_ROW_H
#define FLEET_ROW_H

#include <sqlite3.h>

#include "source/fleet/fleet_log.h"

/* The columns of a row, without the spans, in their order. */
#define FLEET_ROW                                                            \
	"path,below,host,program,uuid,boot,system,size,mtime,inode,problem," \
	"clock,sync,sync_offset,sync_error,target,created,flags,first,last," \
	"events,lost,walked,number,sum,processes"

/* Values that are bound to a statement, one behind the other. Zero at first,
 * but for the statement. */
struct fleet_binding {
	sqlite3_stmt *statement;
	int column, code;
};

void fleet_row_bind_bytes(struct fleet_binding *to, const void *data,
			  size_t len);
void fleet_row_bind(struct fleet_binding *to, const struct fleet_log *log);

/* Takes the present row. False: it is damaged. */
bool fleet_row_take(sqlite3_stmt *statement, struct fleet_log *log);

/* The spans as bytes, to be freed, with how many chunks are in the last one, and
 * a checksum. NULL: no memory. */
unsigned char *fleet_row_pack_spans(const struct fleet_log *log, size_t *len);

/* EBADMSG: these are damaged. ENOMEM. */
int fleet_row_unpack_spans(struct fleet_log *log, const unsigned char *bytes,
			   size_t len);

#endif
