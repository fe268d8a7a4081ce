/*
 * section_log.h - one section of a log as a small log, in memory
 *
 * A chunk depends on no other chunk. With the beginning of its log, and with all
 * that names what is in it, it is a log that any reader takes. So its items have
 * the same order and the same contents wherever and whenever it is read.
 */
#ifndef SHIP_SECTION_LOG_H
#define SHIP_SECTION_LOG_H

#include "ship/section_objects.h"
#include "source/preface.h"
#include "source/source.h"

/* Kinds of sections that END repeats: names, processes, descriptions, origins,
 * threads, objects, notes */
enum { SECTION_LOG_LISTS = 7 };

struct section_log_list {
	unsigned char *bytes; /* entries, in the form of END */
	size_t len, room;
	uint32_t count;
};

struct section_log {
	const struct preface *preface; /* borrowed */
	int fd;			       /* in memory */
	char path[32];
	struct section_log_list list[SECTION_LOG_LISTS];
	struct section_objects objects; /* instead of a list */
	unsigned char *end;		/* room for END */
	size_t end_room;
};

/* preface: borrowed until fini. Returns an error number. */
int section_log_init(struct section_log *log, const struct preface *preface);
void section_log_fini(struct section_log *log);

/* True for a section that names something: it belongs to all later ones. */
bool section_log_is_naming(const struct section *section);

/* Adds a section that names something; payload: section->len bytes. ENOMEM. */
int section_log_name(struct section_log *log, const struct section *section,
		     const unsigned char *payload);

/* Opens a chunk as a source, to be closed before the next one. bytes:
 * section_size() of them. Errors are reported. */
int section_log_open(struct section_log *log, const struct section *section,
		     const unsigned char *bytes, struct source **source);

/* True if not all of the chunk could be read, after all of it was. */
bool section_log_is_damaged(const struct source *source);

#endif
