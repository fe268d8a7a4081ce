/*
 * shipment.h - the shipping of one log
 */
#ifndef SHIP_SHIPMENT_H
#define SHIP_SHIPMENT_H

#include <sys/types.h>
#include <time.h>

#include "ship/log_sections.h"
#include "ship/otlp/delivery.h"
#include "ship/ship_checkpoint.h"
#include "ship/ship_totals.h"
#include "ship/store.h"

/* A destination has a class, or is a collector. */
struct ship_destination {
	const char *where;
	const char *name; /* in the names of checkpoint files */
	const struct store_class *class;
	struct store_options options;
	struct collector *collector; /* NULL: none, or not opened */
	bool once;		     /* logs are shipped as they are now */
	/* Is called every now and then while a log is shipped */
	void (*report)(void *reporter);
	void *reporter;
};

/* The file, to notice another one of its name */
struct ship_file {
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec modified;
};

struct shipment {
	char *path;
	char *checkpoint_path;
	unsigned char uuid[SECTION_UUID]; /* UUID of the log opened last */
	struct ship_file file;
	int fd;
	bool is_open; /* fd and log are in use */
	bool is_done; /* all of it is confirmed, or it is refused */
	bool is_refused;
	bool is_told;	   /* the failure to write its checkpoint */
	bool is_unsaved;   /* confirmed sections are not in the checkpoint */
	bool was_there;	   /* a file of the name */
	bool is_removed;   /* the recorder made room: nothing is added */
	bool is_accounted; /* the removal is told */
	bool lacks;	   /* not all of it was sound, and was taken */
	struct log_sections log;
	struct store *store;
	struct delivery *delivery; /* way to a collector, or NULL */
	struct ship_checkpoint checkpoint;
	uint64_t pending_sections, pending_bytes;
	uint64_t gone_before; /* in the checkpoint at first */
	uint64_t pending_events;
	uint64_t refused; /* rows, by the store; not in the totals yet */
	int64_t last_ns;  /* time of the last event confirmed; 0: not known */
};

/* Takes path. ENOMEM: it is freed. */
int shipment_init(struct shipment *shipment, char *path,
		  const struct ship_destination *destination);
void shipment_fini(struct shipment *shipment);

/* Ships what is there now. An error of the destination is returned: it is to be
 * tried again. Everything else is told. */
int shipment_go_on(struct shipment *shipment,
		   const struct ship_destination *destination,
		   struct ship_totals *totals);

/* Tells of what is left, where nothing will follow. */
void shipment_end(struct shipment *shipment, struct ship_totals *totals);

/* The distance to the newest section, also of a log that waits for its destination. */
void shipment_measure(struct shipment *shipment, uint64_t *sections,
		      double *seconds);

/* Removes a log that is done, and its checkpoint. */
int shipment_remove(struct shipment *shipment);

#endif
