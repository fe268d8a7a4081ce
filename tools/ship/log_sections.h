/*
 * log_sections.h - the sections of a log that may grow, in order of numbers
 *
 * A log that appends is read from front to back. One that overwrites itself, or
 * may be cleared, is looked through anew, for numbers not met before; numbers
 * that are gone are one chunk more, which tells a loss.
 */
#ifndef SHIP_LOG_SECTIONS_H
#define SHIP_LOG_SECTIONS_H

#include "source/preface.h"

struct log_sections {
	int fd;
	const char *name; /* borrowed, for messages */
	struct preface preface;
	uint64_t at;   /* offset of the next section */
	uint64_t met;  /* number of the last section met */
	uint64_t last; /* number of the last section given */
	/* An offset without sound section, until one behind it is found */
	bool is_searching;
	uint64_t searched; /* up to there */
	/* Sections to be given, of a log that does not append */
	struct section *list;
	size_t count, room, next;
	/* The section given: head, payload and padding */
	unsigned char *bytes;
	size_t bytes_room;
	/* The newest section, as far as log_sections_look_ahead() has seen */
	uint64_t newest, newest_at;
	int64_t newest_ns;
	int64_t ahead_ns; /* time of the first event seen there; 0: none */
	int64_t last_ns;  /* time of the last event given; 0: not known */
	uint64_t damages;
	uint64_t gone;	   /* sections overwritten or cleared before */
	uint64_t gap_from; /* numbers of a gap that is to be told; 0: none */
	uint64_t gap_to;
	uint64_t gap_count; /* numbers among these that are gone */
	bool is_made;	    /* the section given stands for a gap */
	uint64_t gap_ticks; /* the end of the last such section */
	bool has_ended;	    /* END was given */
};

/* Takes a descriptor, which stays the caller's. The same errors as
 * preface_read(). */
int log_sections_init(struct log_sections *log, int fd, const char *name);
void log_sections_fini(struct log_sections *log);

/* Goes on behind a section that was given before; at: where it ended, or 0. */
void log_sections_resume(struct log_sections *log, uint64_t last, uint64_t at);

/* Finds the head of a section by its number. ENODATA: it is not there. */
int log_sections_find(const struct log_sections *log, uint64_t number,
		      struct section *section);

/* The events in sections up to a number, as far as they are in the file. */
uint64_t log_sections_events(const struct log_sections *log, uint64_t last);

/* The next section; its bytes are in log->bytes, section_size() of them.
 * Damage is told, and passed over. ENODATA: there is no more yet. */
int log_sections_next(struct log_sections *log, struct section *section);

/* True if the file is another log now. */
bool log_sections_was_replaced(const struct log_sections *log);

/* Tells of what is left behind the last sound section: nothing will follow. */
void log_sections_end(struct log_sections *log);

/* Learns of the newest section. */
void log_sections_look_ahead(struct log_sections *log);

#endif
