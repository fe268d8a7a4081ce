/*
 * plan.h - how an event of RKH is taken from its frame
 *
 * How the arguments of an event lie in a frame follows from the widths of the
 * stream, so that there is a plan for each event and these widths.
 */
#ifndef PXT_FORMAT_RKH_PLAN_H
#define PXT_FORMAT_RKH_PLAN_H

#include "format/rkh/layout.h"

enum { PXT_RKH_NAME = 8 };

struct pxt_rkh_argument {
	char type;
	uint8_t width; /* in the frame; 0: of its own length, or not there */
	uint8_t room;  /* bytes here */
	uint8_t space; /* of symbols; SPACES: none */
	uint8_t role;
	bool is_optional;
	char name[PXT_RKH_NAME];
};

struct pxt_rkh_plan {
	const struct pxt_rkh_event *event; /* NULL: not made */
	trace_event_id_t type;
	unsigned count;
	struct pxt_rkh_argument argument[PXT_RKH_ARGUMENTS];

	/* Where all are numbers that lie in a frame as they lie here: */
	bool is_plain;
	size_t len;	/* bytes of all */
	unsigned asked; /* so many of them are asked for */
	struct pxt_rkh_asked {
		uint8_t at, width, role, space;
	} ask[PXT_RKH_ARGUMENTS];
};

/* The arguments of an event. */
void pxt_rkh_plan_init(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config);

/* How its data is described. */
void pxt_rkh_plan_describe(const struct pxt_rkh_plan *plan,
			   const struct pxt_rkh_config *config,
			   struct pxt_rkh_description *description);

/* As init, and its type. */
void pxt_rkh_plan_make(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace);

/* Take the arguments of a record into data, behind its words about the frame.
 * False: it ends before they do. */
bool pxt_rkh_plan_take(const struct pxt_rkh_plan *plan,
		       struct pxt_rkh_record *record,
		       struct pxt_rkh_data *data);

#endif
