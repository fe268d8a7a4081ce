/*
 * fleet_set.h - the logs of a fleet that a command wants, on one time line
 *
 * The clocks of all logs that are named are aligned, as by posixtrace-merge(1),
 * and reported once. Of these logs those are chosen that may have what is wanted:
 * hosts, processes, and a time on that line.
 */
#ifndef FLEET_SET_H
#define FLEET_SET_H

#include "source/fleet/fleet_list.h"
#include "source/fleet/fleet_wish.h"
#include "source/source_as.h"

struct fleet_member {
	struct fleet_log *log; /* log of a list */
	struct fleet_index *index;
	char *path;
	bool is_chosen;
};

struct fleet_set {
	struct fleet_list *list; /* list of each name that was given */
	size_t lists;
	struct fleet_member *member;
	size_t count, chosen;
	size_t unreadable;
	struct clock_log *log; /* each member as a log, */
	struct clocks clocks;  /* clocks of the members */
	bool has_times;
	int64_t first_ns, last_ns; /* times of all members, aligned */
	int status;		   /* status of logs that cannot be read */
	bool is_borrowed;	   /* the wish has it */
};

/* True if one of the names is a fleet's. */
bool fleet_set_is_named(char *const *given, size_t count);

/* Finds the set. Returns the exit status, after reporting errors. wish: NULL: all
 * logs. anew: do not take the last one again. */
int fleet_set_find(struct fleet_set **set, char *const *given, size_t count,
		   const struct source_as *as, bool anew);
void fleet_set_close(struct fleet_set *set);

/* Reports that no log is wanted. Returns the exit status. */
int fleet_set_refuse(const struct fleet_set *set, const char *given);

/* The aligned times of a member that has some. */
int64_t fleet_set_first(const struct fleet_set *set, size_t member);
int64_t fleet_set_last(const struct fleet_set *set, size_t member);

/* Forgets what a wish keeps. */
void fleet_wish_fini(struct fleet_wish *wish);

#endif
