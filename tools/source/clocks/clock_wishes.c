/*
 * clock_wishes.c - what the user says of the clocks of several machines
 */
#include <string.h>

#include "common/misuse.h"
#include "common/command.h"
#include "common/quantity.h"
#include "source/clocks/clock_wishes.h"

void clock_wishes_add_pair(struct clock_wishes *wishes, const char *option,
			   char *arg, struct argp_state *state)
{
	struct message_rule *rule = &wishes->pair[wishes->pairs];
	char *comma = strchr(arg, ',');

	if (!comma || comma == arg || !comma[1] || strchr(comma + 1, ','))
		misuse(state, "--%s=%s: not two names of events", option, arg);
	if (wishes->pairs == MESSAGES_RULES)
		misuse(state, "--%s=%s: too many pairs", option, arg);
	*comma = '\0';
	if (!strcmp(arg, comma + 1))
		misuse(state, "--%s=%s,%s: one event is not a pair", option,
		       arg, arg);
	rule->sent = arg;
	rule->received = comma + 1;
	wishes->pairs++;
}

static bool parse_offset(const char *text, int64_t *ns)
{
	const bool minus = *text == '-';

	text += *text == '-' || *text == '+';
	/* 0 is an offset, too: the clocks are right. */
	if (!strcmp(text, "0"))
		*ns = 0;
	else if (!quantity_duration(text, ns))
		return false;
	if (minus)
		*ns = -*ns;
	return true;
}

void clock_wishes_add_offset(struct clock_wishes *wishes, char *arg,
			     struct argp_state *state)
{
	struct clock_hand *hand = &wishes->hand[wishes->hands];
	char *equals = strrchr(arg, '=');
	int64_t ns;

	if (!equals || equals == arg || !parse_offset(equals + 1, &ns))
		misuse(state, "--offset=%s: not as in h2=+1.284ms", arg);
	if (wishes->hands == CLOCK_HANDS)
		misuse(state, "--offset=%s: too many offsets", arg);
	*equals = '\0';
	*hand = (struct clock_hand){ arg, ns };
	wishes->hands++;
}

void clock_wishes_add_messages(struct clock_wishes *wishes, char *arg,
			       struct argp_state *state)
{
	char *comma = strchr(arg, ',');

	comma = comma ? strchr(comma + 1, ',') : NULL;
	if (comma) {
		*comma = '\0';
		wishes->by = comma + 1;
	}
	clock_wishes_add_pair(wishes, "messages", arg, state);
}
