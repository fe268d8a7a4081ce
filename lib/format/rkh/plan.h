/*
 * plan.h - taking an event of RKH from its frame
 *
 * The offsets of arguments in a frame depend on the stream's widths: there is a
 * plan for each event under these widths.
 */
#ifndef PXT_FORMAT_RKH_PLAN_H
#define PXT_FORMAT_RKH_PLAN_H

#include "format/rkh/layout.h"

enum { PXT_RKH_NAME = 8 };

struct pxt_rkh_argument {
	char type;
	uint8_t width; /* bytes in the frame; 0: variable, or absent */
	uint8_t room;  /* bytes in data */
	uint8_t space; /* space of symbols; SPACES: none */
	uint8_t role;
	bool is_optional;
	char name[PXT_RKH_NAME];
};

struct pxt_rkh_plan {
	const struct pxt_rkh_event *event; /* NULL: not made */
	trace_event_id_t type;
	bool is_bare; /* a step of a test, without results */
	unsigned count;
	struct pxt_rkh_argument argument[PXT_RKH_ARGUMENTS];

	/* A plan is plain if each argument is a number, as wide in the data as
	 * in the frame: */
	bool is_plain;
	size_t len;	/* total bytes */
	unsigned asked; /* number of arguments asked for */
	struct pxt_rkh_asked {
		uint8_t at, width, role, space;
	} ask[PXT_RKH_ARGUMENTS];
};

/* Parses the arguments of an event. */
void pxt_rkh_plan_init(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config);

/* Describes the data. */
void pxt_rkh_plan_describe(const struct pxt_rkh_plan *plan,
			   const struct pxt_rkh_config *config,
			   struct pxt_rkh_description *description);

/* Parses the arguments as init does, and makes the event type. judges: with the
 * results of unit tests. */
void pxt_rkh_plan_make(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace, bool judges);

/* Reads the arguments of a record into data, behind the fields of the frame.
 * False: the record is too short. */
bool pxt_rkh_plan_take(const struct pxt_rkh_plan *plan,
		       struct pxt_rkh_record *record,
		       struct pxt_rkh_data *data);

#endif
