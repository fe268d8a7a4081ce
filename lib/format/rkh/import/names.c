/* names.c - names from RKH's records, and numbers that have them */
#include "format/rkh/import/names.h"

#include <stdio.h>

static const char *plain_name(const char *name)
{
	return *name == '&' ? name + 1 : name;
}

static int name_pool(struct pxt_rkh_reader *reader, uint64_t number,
		     const char *name)
{
	int err;

	err = pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_POOLS0, number,
				  NULL, name, "");
	if (err)
		return err;
	return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_POOLS, number + 1,
				   NULL, name, "");
}

/* A state's active object. */
static int name_state(struct pxt_rkh_reader *reader, const char *kind)
{
	const struct pxt_rkh_record *record = &reader->record;
	const uint64_t ao = record->value[PXT_RKH_IS_AO];
	const char *of =
		pxt_rkh_symbols_name(&reader->symbols, PXT_RKH_ADDRESSES, ao);
	char details[128];

	if (of)
		snprintf(details, sizeof(details), "ao=%s", of);
	else
		snprintf(details, sizeof(details), "ao=0x%0*llx",
			 2 * (int)reader->symbols.width,
			 (unsigned long long)ao);
	return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_ADDRESSES,
				   record->value[PXT_RKH_IS_OBJECT], kind,
				   plain_name(record->name), details);
}

static int name_user(struct pxt_rkh_reader *reader, uint64_t number,
		     const char *name)
{
	int err;

	err = pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_USER_EVENTS, number,
				  NULL, name, "");
	pxt_rkh_filter_set(&reader->filter, reader->dialect, &reader->symbols);
	return err;
}

int pxt_rkh_names_learn(struct pxt_rkh_reader *reader,
			enum pxt_rkh_meaning meaning)
{
	static const char *const kinds[] = {
		[PXT_RKH_NAMES_OBJECT] = "object",
		[PXT_RKH_NAMES_FUNCTION] = "function",
		[PXT_RKH_NAMES_AO] = "ao",
		[PXT_RKH_NAMES_STATE] = "state",
		[PXT_RKH_NAMES_PSEUDOSTATE] = "pseudostate",
		[PXT_RKH_NAMES_TIMER] = "timer",
		[PXT_RKH_NAMES_QUEUE] = "queue",
		[PXT_RKH_NAMES_ACTOR] = "actor",
	};
	const struct pxt_rkh_record *record = &reader->record;
	const uint64_t number = record->value[PXT_RKH_IS_OBJECT];

	switch (meaning) {
	case PXT_RKH_NAMES_SIGNAL:
		return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_SIGNALS,
					   record->value[PXT_RKH_IS_SIGNAL],
					   NULL, record->name, "");
	case PXT_RKH_NAMES_USER:
		return name_user(reader, number, record->name);
	case PXT_RKH_NAMES_POOL:
		return name_pool(reader, number, record->name);
	case PXT_RKH_NAMES_STATE:
	case PXT_RKH_NAMES_PSEUDOSTATE:
		return name_state(reader, kinds[meaning]);
	default:
		return pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_ADDRESSES,
					   number, kinds[meaning],
					   plain_name(record->name), "");
	}
}

static void name_event(struct pxt_rkh_reader *reader, uint64_t id)
{
	const unsigned number = pxt_rkh_id_number(
		(uint32_t)id, reader->config.value[PXT_RKH_TE_ID]);
	const struct pxt_rkh_event *event =
		number < PXT_RKH_EVENTS ?
			pxt_rkh_event_of(reader->dialect, number) :
			NULL;

	if (event &&
	    !pxt_rkh_symbols_name(&reader->symbols, PXT_RKH_EVENT_IDS, id))
		pxt_rkh_symbols_set(&reader->symbols, PXT_RKH_EVENT_IDS, id,
				    NULL, event->name, "");
}

void pxt_rkh_names_meet(struct pxt_rkh_reader *reader)
{
	const struct pxt_rkh_record *record = &reader->record;

	for (unsigned i = 0; i < record->objects; i++) {
		const enum pxt_rkh_space space = record->object[i].space;
		const uint64_t number = record->object[i].number;

		if (space == PXT_RKH_EVENT_IDS)
			name_event(reader, number);
		else
			pxt_rkh_symbols_meet(&reader->symbols, space, number);
	}
}
