/* symbol_records.c - records for names that no record of a log tells */
#include "format/rkh/export/symbol_records.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 4096 }; /* bytes of an object's details, with the null */

void pxt_rkh_symbol_records_fini(struct pxt_rkh_symbol_records *records)
{
	pxt_rkh_name_table_fini(&records->told);
	pxt_rkh_name_table_fini(&records->own);
}

/* Symbols that fields refer to */

struct symbol {
	enum pxt_rkh_space space; /* SPACES: nothing that has records */
	uint64_t number;
};

static const struct symbol no_symbol = { PXT_RKH_SPACES, 0 };

/* The symbol behind a field whose objects are of that kind. Null pointers, and
 * the pool of static events, have names by convention. */
static struct symbol symbol_of(const char *kind, uint64_t number)
{
	if (!strcmp(kind, pxt_rkh_kind[PXT_RKH_SIGNALS]))
		return (struct symbol){ PXT_RKH_SIGNALS, number };
	if (!strcmp(kind, pxt_rkh_kind[PXT_RKH_USER_EVENTS]))
		return (struct symbol){ PXT_RKH_USER_EVENTS, number };
	if (!strcmp(kind, pxt_rkh_kind[PXT_RKH_POOLS0]))
		return (struct symbol){ PXT_RKH_POOLS0, number };
	if (!number)
		return no_symbol;
	if (!strcmp(kind, pxt_rkh_kind[PXT_RKH_POOLS]))
		return (struct symbol){ PXT_RKH_POOLS0, number - 1 };
	if (!strcmp(kind, pxt_rkh_kind[PXT_RKH_ADDRESSES]) ||
	    !strcmp(kind, pxt_rkh_kind[PXT_RKH_TARGETS]))
		return (struct symbol){ PXT_RKH_ADDRESSES, number };
	return no_symbol;
}

static enum pxt_rkh_meaning meaning_of(enum pxt_rkh_space space,
				       const char *kind)
{
	static const struct {
		const char *kind;
		enum pxt_rkh_meaning meaning;
	} meanings[] = {
		{ "function", PXT_RKH_NAMES_FUNCTION },
		{ "ao", PXT_RKH_NAMES_AO },
		{ "state", PXT_RKH_NAMES_STATE },
		{ "pseudostate", PXT_RKH_NAMES_PSEUDOSTATE },
		{ "timer", PXT_RKH_NAMES_TIMER },
		{ "queue", PXT_RKH_NAMES_QUEUE },
		{ "actor", PXT_RKH_NAMES_ACTOR },
	};

	if (space == PXT_RKH_SIGNALS)
		return PXT_RKH_NAMES_SIGNAL;
	if (space == PXT_RKH_USER_EVENTS)
		return PXT_RKH_NAMES_USER;
	if (space == PXT_RKH_POOLS0)
		return PXT_RKH_NAMES_POOL;
	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (!strcmp(meanings[i].kind, kind))
			return meanings[i].meaning;
	return PXT_RKH_NAMES_OBJECT;
}

static bool is_number(const struct posix_trace_value_np *value)
{
	return value->field->object;
}

/* Records of the log */

struct name {
	const char *text; /* without a null */
	size_t len;
};

/* Returns the symbol that a record names, and its name. */
static struct symbol named_by(const struct pxt_rkh_event *event,
			      struct pxt_rkh_fields *fields, struct name *name)
{
	const struct posix_trace_value_np *text;
	const struct posix_trace_value_np *number = NULL;

	if (event->meaning < PXT_RKH_NAMES_OBJECT)
		return no_symbol;
	text = pxt_rkh_fields_find(fields, "nm");
	for (unsigned i = 0; i < fields->count; i++)
		if (is_number(&fields->value[i]))
			number = &fields->value[i];
	if (!text || !number)
		return no_symbol;
	*name = (struct name){ text->data, text->len };
	if (name->len && *name->text == '&')
		*name = (struct name){ name->text + 1, name->len - 1 };
	return symbol_of(number->field->object,
			 pxt_rkh_fields_number(fields, number));
}

static int set(struct pxt_rkh_name_table *table, const struct symbol *symbol,
	       const struct name *name)
{
	return pxt_rkh_name_table_set(table, symbol->space, symbol->number,
				      name->text, name->len) ?
		       0 :
		       ENOMEM;
}

int pxt_rkh_symbol_records_meet(struct pxt_rkh_symbol_records *records,
				const struct pxt_rkh_event *event,
				struct pxt_rkh_fields *fields)
{
	struct name name;
	const struct symbol symbol = named_by(event, fields, &name);

	return symbol.space == PXT_RKH_SPACES ||
			       pxt_rkh_name_table_get(&records->own,
						      symbol.space,
						      symbol.number) ?
		       0 :
		       set(&records->own, &symbol, &name);
}

int pxt_rkh_symbol_records_take(struct pxt_rkh_symbol_records *records,
				const struct pxt_rkh_event *event,
				struct pxt_rkh_fields *fields)
{
	struct name name;
	const struct symbol symbol = named_by(event, fields, &name);

	return symbol.space == PXT_RKH_SPACES ?
		       0 :
		       set(&records->told, &symbol, &name);
}

/* Records that are missing */

struct search {
	struct pxt_rkh_symbol_records *records;
	struct pxt_view *view;
	const struct posix_trace_item_np *item;
	struct pxt_rkh_fields *fields;
};

static const char cut[] = "..."; /* begins a name whose beginning is lost */

enum {
	CUT = sizeof(cut) - 1,
	CUT_LEAST = 100, /* bytes of a name that a log may have cut */
};

static bool is_short(const char *name)
{
	return !strncmp(name, cut, CUT) && strlen(name) >= CUT_LEAST;
}

/* A log has not room for all of a long name. */
static bool is_name(const char *told, const char *name)
{
	const size_t len = strlen(name);

	if (is_short(name))
		return strstr(told, name + CUT);
	return !strncmp(told, name, len) && (!told[len] || len >= CUT_LEAST);
}

static bool is_told(const struct pxt_rkh_name_table *table,
		    const struct symbol *symbol, const char *name)
{
	const char *told =
		pxt_rkh_name_table_get(table, symbol->space, symbol->number);

	return told && is_name(told, name);
}

static bool get_object(const struct search *search, const char *kind,
		       uint64_t number, struct posix_trace_object_np *object)
{
	const struct posix_trace_item_np *item = search->item;

	return !search->view->get_object(search->view, item->origin,
					 item->info.posix_pid, number, kind,
					 &item->info.posix_timestamp, object) &&
	       *object->name;
}

/* True if an object has a name, and the stream does not tell it. */
static bool lacks(const struct search *search, const char *kind,
		  uint64_t number, struct symbol *symbol,
		  struct posix_trace_object_np *object)
{
	*symbol = symbol_of(kind, number);
	return symbol->space != PXT_RKH_SPACES &&
	       get_object(search, kind, number, object) &&
	       !is_told(&search->records->told, symbol, object->name) &&
	       !is_told(&search->records->own, symbol, object->name);
}

static int put(const struct search *search, const struct symbol *symbol,
	       const struct posix_trace_object_np *object,
	       struct pxt_rkh_symbol_record *record)
{
	const struct name name = { object->name, strlen(object->name) };

	*record = (struct pxt_rkh_symbol_record){
		.meaning = meaning_of(symbol->space, object->kind),
		.number = symbol->number,
		.is_short = is_short(object->name),
	};
	if (set(&search->records->told, symbol, &name))
		return ENOMEM;
	record->name = pxt_rkh_name_table_get(&search->records->told,
					      symbol->space, symbol->number);
	return 0;
}

/* A state's active object is in its details, by its name, or its address. */
static bool find_ao(const struct search *search, const char *details,
		    uint64_t *ao)
{
	static const char key[] = "ao=";
	struct pxt_view *view = search->view;
	const unsigned origin = search->item->origin;
	struct posix_trace_object_np object;

	if (strncmp(details, key, sizeof(key) - 1))
		return false;
	details += sizeof(key) - 1;
	if (!strncmp(details, "0x", 2)) {
		*ao = strtoull(details, NULL, 16);
		return true;
	}
	if (pxt_rkh_fields_get(search->fields, "ao", ao) &&
	    get_object(search, pxt_rkh_kind[PXT_RKH_ADDRESSES], *ao, &object) &&
	    !strcmp(object.name, details))
		return true;
	for (size_t i = 0;
	     view->list_object && !view->list_object(view, origin, i, &object);
	     i++) {
		*ao = object.address;
		if (object.pid == search->item->info.posix_pid &&
		    meaning_of(PXT_RKH_ADDRESSES, object.kind) >=
			    PXT_RKH_NAMES_AO &&
		    !strcmp(object.name, details))
			return true;
	}
	*ao = 0;
	return false;
}

/* The name of a state's active object comes first. */
static int put_state(const struct search *search, const char *kind,
		     struct posix_trace_object_np *object,
		     struct pxt_rkh_symbol_record *record)
{
	const char *any = pxt_rkh_kind[PXT_RKH_ADDRESSES];
	const uint64_t state = object->address;
	struct symbol symbol;
	char details[TEXT];
	uint64_t ao = 0;
	int err;

	snprintf(details, sizeof(details), "%s", object->details);
	if (find_ao(search, details, &ao) && ao != state &&
	    lacks(search, any, ao, &symbol, object))
		return put(search, &symbol, object, record);
	if (!lacks(search, kind, state, &symbol, object))
		return ESRCH;
	err = put(search, &symbol, object, record);
	record->ao = ao;
	return err;
}

/* Records of the log name something themselves, which is their last number. */
static unsigned numbers_to_name(const struct pxt_rkh_event *event,
				const struct pxt_rkh_fields *fields)
{
	unsigned count = fields->count;

	if (event->meaning < PXT_RKH_NAMES_OBJECT)
		return count;
	while (count && !is_number(&fields->value[count - 1]))
		count--;
	return count ? count - 1 : 0;
}

int pxt_rkh_symbol_records_next(struct pxt_rkh_symbol_records *records,
				struct pxt_view *view,
				const struct pxt_rkh_event *event,
				const struct posix_trace_item_np *item,
				struct pxt_rkh_fields *fields,
				struct pxt_rkh_symbol_record *record)
{
	const struct search search = { records, view, item, fields };
	const unsigned count = numbers_to_name(event, fields);
	struct posix_trace_object_np object;
	struct symbol symbol;

	for (unsigned i = 0; i < count; i++) {
		const struct posix_trace_value_np *value = &fields->value[i];

		if (!is_number(value) ||
		    !lacks(&search, value->field->object,
			   pxt_rkh_fields_number(fields, value), &symbol,
			   &object))
			continue;
		switch (meaning_of(symbol.space, object.kind)) {
		case PXT_RKH_NAMES_STATE:
		case PXT_RKH_NAMES_PSEUDOSTATE:
			return put_state(&search, value->field->object, &object,
					 record);
		default:
			return put(&search, &symbol, &object, record);
		}
	}
	return ESRCH;
}
