/*
 * log_seek.h - where to begin reading a log for a time
 *
 * Floors are in ticks, which only events relate to times. So the search looks
 * at the times of chunks' first events, and then uses floors to choose the
 * section to begin at. Two guarantees of the writer (docs/log-format.md) make
 * that exact:
 *
 *	S1  behind a section with a floor, nothing is older than the floor
 *	S2  up to it, nothing is younger than the next floor that is higher
 *
 *	... A ......... B ......... s ...
 *
 * Let A and B be sections with floors, that of B the higher one, and s a chunk
 * behind them whose first event is not older than the floor of B and before the
 * time. Then so is the floor of B, and by S2 all up to A: reading may begin
 * behind A. Whatever led to s, a wrong s of a wrong place included, costs time
 * and no events; and s itself is believed when its checksum has been verified.
 *
 * A search by halves finds the neighbourhood of the time. There is the danger:
 * a head that is found by searching may lie in the data of an event, of a
 * program that reads this log, and then it has a lower number than it should.
 * So from well before that place the sections are walked one by one. They are
 * sections, and no copies, if they lie end to end, numbered one by one, over
 * more bytes than the data of any event has. If they are not, or no s is among
 * them, the walk is repeated from further back, at last from the beginning.
 *
 * What one second of CLOCK_REALTIME is in ticks differs a little from chunk to
 * chunk; a margin allows for that. If the clock was set back while the log was
 * recorded, a time may be in it twice, and any one of the places is found.
 */
#ifndef PXT_LOG_SEEK_H
#define PXT_LOG_SEEK_H

#include "log/log_path.h"

/* Moves a path from its beginning to a place from which no event at or after
 * the time is missed. *before: events with fewer ticks are all before the time,
 * wherever they are; 0: unknown. data_max: maximum bytes of an event's data.
 * After an error the path has not moved. */
int pxt_log_seek(struct pxt_log_path *path, struct pxt_log_file *file,
		 uint64_t data_max, int64_t time_ns, uint64_t *before);

#endif
