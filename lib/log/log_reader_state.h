/*
 * log_reader_state.h - private parts of the log reader
 *
 * Names and processes are read at open, from END or else from their own
 * sections; known_to is the number of the last known section.
 *
 * In a log that is overwritten, events up to the horizon are not delivered:
 * chunks of threads overlap in time, and the remains before the horizon have
 * gaps. A reader that was overtaken delivers what is left, and a LOSS.
 */
#ifndef PXT_LOG_READER_STATE_H
#define PXT_LOG_READER_STATE_H

#include "log/log_buffers.h"
#include "log/log_cookie.h"
#include "log/log_damage.h"
#include "log/log_dictionary.h"
#include "log/log_overtaken.h"
#include "log/log_path.h"
#include "model/merge.h"

struct pxt_log_reader {
	struct pxt_source source; /* first: see reader_of() */
	struct pxt_log_file file;
	struct pxt_log_header header;
	struct pxt_log_end end;
	bool has_end;
	bool at_end;  /* the merge was told that there is no more */
	bool follows; /* without END the merge is not told so */
	bool loops;   /* sections may be overwritten */
	struct pxt_log_path path;
	struct pxt_log_overtaken overtaken;
	uint64_t horizon; /* the order's, when reading began */
	uint64_t passed;  /* ticks up to which a seek excludes events */
	struct pxt_log_position surveyed; /* end of the last survey */
	/* An overwritten log that has lost its order: sections behind a younger
	 * one do not count, and cannot be searched. */
	bool unsorted;
	uint64_t known_to; /* names and processes up to this number are in
			    * the dictionary */
	struct pxt_log_dictionary dictionary;
	struct pxt_log_damage_report damage;
	struct pxt_log_damage_state damage_kept;
	struct pxt_log_buffers buffers;
};

#endif
