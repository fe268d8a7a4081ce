/*
 * log_folder.h - a fleet's logs in a folder: DIR/HOST/PROGRAM/TIME-UUID.ptl
 */
#ifndef LOG_FOLDER_H
#define LOG_FOLDER_H

#include "nats/fleet_subject.h"
#include "ship/store.h"

enum { LOG_FOLDER_NAME = 96 };

/* Makes the name of a log's file, which has the time of its creation. */
void log_folder_name(char file[LOG_FOLDER_NAME], const struct preface *preface);

/* A log of a fleet; all of it is borrowed. */
struct log_in_folder {
	const char *folder;
	const struct fleet_subject *name;
	const struct preface *preface; /* NULL: it has to be there */
	uint64_t source;	       /* see struct store_log */
};

/* Opens a log to append to it. `last`: the number of its last section; path:
 * below the folder, to be freed, or NULL. Returns an error number, besides those
 * of store_class.open: ENOENT: it is not there. */
int log_folder_open(struct store **store, const struct log_in_folder *what,
		    struct store_state *state, uint64_t *last, char **path);

#endif
