/*
 * delivery.h - the events of one log on their way to a collector
 *
 * A log is read from its front at each start, as spans may have begun there;
 * what was confirmed before is not sent again. So what is sent has the same ids
 * at each attempt.
 */
#ifndef SHIP_OTLP_DELIVERY_H
#define SHIP_OTLP_DELIVERY_H

#include "ship/otlp/collector.h"
#include "source/preface.h"

struct delivery_plan {
	const char *path, *checkpoint_path; /* borrowed, as is the rest */
	const struct preface *preface;
	struct collector *collector;
	uint64_t size; /* bytes of the file */
	bool once;     /* the log is taken as it is now */
	/* Is called each time that something was sent */
	void (*report)(void *reporter);
	void *reporter;
};

struct delivery;

/* Begins to read. ENOMEM. EBADMSG: the log cannot be read, and this was told.
 * EINPROGRESS: it overwrites what it has, so that its events have no numbers
 * that stay, and is not complete. */
int delivery_open(struct delivery **delivery, const struct delivery_plan *plan);

/* Sends what is there now. ENODATA: the log has ended, and all of it was
 * confirmed. Another error of the collector: it is to be called again. */
int delivery_go_on(struct delivery *delivery, struct ship_totals *totals);

/* True if all that is there was confirmed; and that the checkpoint does not say
 * so. */
bool delivery_is_up_to_date(const struct delivery *delivery);
bool delivery_is_unsaved(const struct delivery *delivery);

/* True if not all that was confirmed was sound, and was taken. */
bool delivery_lacks(const struct delivery *delivery);

/* Time of the last event that was confirmed; 0: none. */
int64_t delivery_time(const struct delivery *delivery);

/* Tells of damage, where nothing will follow. Returns if there was any. */
bool delivery_tell_damage(struct delivery *delivery);

/* NULL is accepted. */
void delivery_close(struct delivery *delivery);

#endif
