/*
 * facts.h - contexts of a CTF event that say where it happened
 */
#ifndef SOURCE_CTF_FACTS_H
#define SOURCE_CTF_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "source/ctf/members.h"

enum ctf_fact {
	CTF_FACT_PID,
	CTF_FACT_TID,
	CTF_FACT_NAME, /* name of the thread */
	CTF_FACT_IP,
	CTF_FACT_CPU,
	CTF_FACT_COUNT,
};

/* Places of the facts in a class of events. */
struct ctf_facts {
	struct {
		int16_t scope; /* -1: nowhere */
		int16_t index;
	} at[CTF_FACT_COUNT];
	/* The only process of the trace, by its environment. 0: several. */
	int32_t pid;
	const char *program; /* name of that process; borrowed, or NULL */
};

void ctf_facts_find(struct ctf_facts *facts, const bt_event *event);

static inline bool ctf_facts_are_there(const struct ctf_facts *facts,
				       enum ctf_fact fact)
{
	return facts->at[fact].scope >= 0;
}

/* The field of a fact. NULL: the event has none. */
const bt_field *ctf_facts_field(const struct ctf_facts *facts,
				enum ctf_fact fact,
				const struct ctf_fields *fields);

/* The value of a fact that is a number. False: the event has none. */
bool ctf_facts_number(const struct ctf_facts *facts, enum ctf_fact fact,
		      const struct ctf_fields *fields, int64_t *value);

/* The process of an event. False: unknown. */
bool ctf_facts_process(const struct ctf_facts *facts,
		       const struct ctf_fields *fields, int64_t *pid);

/* The value of a field that is a number. False: it is none, or NULL. */
bool ctf_facts_field_number(const bt_field *field, int64_t *value);

/* The text of a field that is a string. Borrowed. */
const char *ctf_facts_text(const bt_field *field);

/* The value of a member of a structure that is a number, or a text. False, and
 * NULL: there is none; structure may be NULL. */
bool ctf_facts_member_number(const bt_field *structure, const char *name,
			     int64_t *value);
const char *ctf_facts_member_text(const bt_field *structure, const char *name);

#endif
