/*
 * clock_wishes.h - what the user says of the clocks of several machines
 */
#ifndef CLOCK_WISHES_H
#define CLOCK_WISHES_H

#include <argp.h>

#include "source/clocks/clocks.h"
#include "source/clocks/messages.h"

enum { CLOCK_HANDS = 256 };

/* Zero at first. */
struct clock_wishes {
	struct clock_hand hand[CLOCK_HANDS];
	size_t hands;
	struct message_rule pair[MESSAGES_RULES];
	size_t pairs;
	const char *by; /* field of messages, or NULL */
};

/* Take the arguments of options. Misuse ends the program. */
void clock_wishes_add_offset(struct clock_wishes *wishes, char *arg,
			     struct argp_state *state);
void clock_wishes_add_pair(struct clock_wishes *wishes, const char *option,
			   char *arg, struct argp_state *state);

/* Same for SENT,RECEIVED and SENT,RECEIVED,FIELD. */
void clock_wishes_add_messages(struct clock_wishes *wishes, char *arg,
			       struct argp_state *state);

#endif
