/*
 * gathered_log.h - a log of which messages come
 */
#ifndef GATHERED_LOG_H
#define GATHERED_LOG_H

#include "base/map.h"
#include "gather/arrivals.h"
#include "gather/gatherer.h"
#include "gather/sink.h"

/* Names of events, if sections before may be lost: senders repeat them behind the
 * preface, now and then. */
enum log_names { NAMES_KNOWN, NAMES_WANTED, NAMES_COMING };

struct gathered_log {
	struct sink_log there;
	struct arrivals arrivals;
	uint64_t
		confirmed; /* number up to which messages say that all was sent */
	bool is_absent;	   /* no log is there yet, and no preface came */
	bool is_refused;   /* damage is there */
	bool is_evicted;   /* no room now: its messages are read again */
	/* True if another process writes the log: its messages are read again when it does
	 * not any more. It stays so from visit to visit. */
	bool is_held;
	bool is_hold_told;
	enum log_names names;
	bool had_names; /* names were repeated */
	/* The last message of it that was taken in: those up to there are read again
	 * only because other logs hold the shard back. */
	uint64_t taken;
	bool is_in_gap;	 /* a gap chunk came, and no other chunk behind it */
	bool is_touched; /* the table has it in a list of these */
	struct gather_totals unconfirmed;
};

/* Logs go from the stream to the sink. */
struct log_intake {
	struct gatherer *gatherer;
	struct sink *sink;
	size_t open;   /* logs that are open */
	bool is_lossy; /* the stream has dropped messages before being read */
	struct pxt_map told; /* messages of which something was told */
	bool has_refused;    /* the last message, or what it completed */
};

/* True if nothing was told of that message: what is read again, as the shard is held
 * back, is counted once. */
bool log_intake_may_tell(struct log_intake *intake, uint64_t sequence);

/* Messages of these numbers are others now. */
void log_intake_forget(struct log_intake *intake);
void log_intake_fini(struct log_intake *intake);

/* Takes a message of the log. An error of the sink is returned; all else is
 * told. */
int gathered_log_take(struct log_intake *intake, struct gathered_log *log,
		      const struct message *message, uint64_t sequence,
		      int64_t ns);

/* Stores what came, though something before it is missing. */
int gathered_log_settle(struct log_intake *intake, struct gathered_log *log);

/* True if another process still writes a log that is held. Otherwise it is held no
 * more. */
bool gathered_log_is_still_held(struct log_intake *intake,
				struct gathered_log *log);

/* Confirms what was stored, and closes the log there. */
int gathered_log_close(struct log_intake *intake, struct gathered_log *log);

#endif
