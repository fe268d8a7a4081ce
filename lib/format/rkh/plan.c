/* plan.c - taking an event of RKH from its frame */
#include "format/rkh/plan.h"

#include <endian.h>
#include <string.h>

static unsigned width_of(char type, const struct pxt_rkh_config *config)
{
	const uint8_t *value = config->value;

	switch (type) {
	case PXT_RKH_SYMBOL:
	case PXT_RKH_TARGET:
		return value[PXT_RKH_PTR];
	case PXT_RKH_SENDER_OF:
		return value[PXT_RKH_SENDER] ? value[PXT_RKH_PTR] : 0;
	case PXT_RKH_FUNCTION:
		return pxt_rkh_config_fun(config);
	case PXT_RKH_SIGNAL:
		return value[PXT_RKH_SIG];
	case PXT_RKH_BLOCKS:
		return value[PXT_RKH_NBLOCK];
	case PXT_RKH_BLOCKS_MIN:
		return value[PXT_RKH_MP_LWM] ? value[PXT_RKH_NBLOCK] : 0;
	case PXT_RKH_BLOCK_SIZE:
		return value[PXT_RKH_BSIZE];
	case PXT_RKH_ELEMENTS:
		return value[PXT_RKH_NELEM];
	case PXT_RKH_ELEMENTS_MIN:
		return value[PXT_RKH_QUE_LWMARK] ? value[PXT_RKH_NELEM] : 0;
	case PXT_RKH_TICKS:
		return value[PXT_RKH_NTICK];
	case PXT_RKH_EVENT_SIZE:
		return value[PXT_RKH_ESIZE];
	case PXT_RKH_EVENT_ID:
	case PXT_RKH_USER_ID:
		return value[PXT_RKH_TE_ID];
	case PXT_RKH_HALF:
		return 2;
	case PXT_RKH_WORD:
		return 4;
	case PXT_RKH_TEXT:
	case PXT_RKH_REST:
		return 0;
	default:
		return 1;
	}
}

static enum pxt_rkh_space space_of(char type)
{
	switch (type) {
	case PXT_RKH_SYMBOL:
	case PXT_RKH_SENDER_OF:
	case PXT_RKH_FUNCTION:
		return PXT_RKH_ADDRESSES;
	case PXT_RKH_TARGET:
		return PXT_RKH_TARGETS;
	case PXT_RKH_SIGNAL:
		return PXT_RKH_SIGNALS;
	case PXT_RKH_USER_ID:
		return PXT_RKH_USER_EVENTS;
	case PXT_RKH_POOL:
		return PXT_RKH_POOLS;
	case PXT_RKH_POOL0:
		return PXT_RKH_POOLS0;
	case PXT_RKH_ACTION:
		return PXT_RKH_ACTIONS;
	default:
		return PXT_RKH_SPACES;
	}
}

static enum pxt_rkh_role role_of(const char *name)
{
	static const struct {
		const char *name;
		enum pxt_rkh_role role;
	} roles[] = {
		{ "ao", PXT_RKH_IS_AO },      { "sig", PXT_RKH_IS_SIGNAL },
		{ "obj", PXT_RKH_IS_OBJECT }, { "fn", PXT_RKH_IS_OBJECT },
		{ "ut", PXT_RKH_IS_OBJECT },  { "ep", PXT_RKH_IS_OBJECT },
		{ "nm", PXT_RKH_IS_NAME },    { "nelem", PXT_RKH_IS_DEPTH },
	};

	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if (!strcmp(roles[i].name, name))
			return roles[i].role;
	return PXT_RKH_NO_ROLE;
}

/* Names of levels that go up and down. */
static bool is_level(const char *name)
{
	return !strcmp(name, "nelem") || !strcmp(name, "nfree") ||
	       !strcmp(name, "nused");
}

static void describe_argument(struct pxt_rkh_description *description,
			      const struct pxt_rkh_argument *argument)
{
	const char *name = argument->name;

	if (argument->type == PXT_RKH_TEXT)
		pxt_rkh_describe(description, "; char *%s", name);
	else if (argument->type == PXT_RKH_REST)
		pxt_rkh_describe(description, "; char *%s [[detail]]", name);
	else if (argument->space != PXT_RKH_SPACES)
		pxt_rkh_describe_object(description, name, argument->width,
					argument->space);
	else
		pxt_rkh_describe(description, "; uint%u_t %s%s",
				 8U * argument->room, name,
				 is_level(name) ? " [[counter]]" : "");
}

static bool is_absent(const struct pxt_rkh_argument *argument)
{
	return !argument->width && (argument->type == PXT_RKH_SENDER_OF ||
				    argument->type == PXT_RKH_BLOCKS_MIN ||
				    argument->type == PXT_RKH_ELEMENTS_MIN);
}

/* Parses "?name:T", len bytes. */
static void add_argument(struct pxt_rkh_plan *plan, const char *word,
			 size_t len, const struct pxt_rkh_config *config)
{
	struct pxt_rkh_argument *argument = &plan->argument[plan->count];
	const bool is_optional = *word == PXT_RKH_OPTIONAL;
	const char type = word[len - 1];

	*argument = (struct pxt_rkh_argument){
		.type = type,
		.width = (uint8_t)width_of(type, config),
		.space = (uint8_t)space_of(type),
		.is_optional = is_optional,
	};
	len -= 2U + is_optional;
	memcpy(argument->name, word + is_optional,
	       len < sizeof(argument->name) ? len : sizeof(argument->name) - 1);
	argument->role = (uint8_t)role_of(argument->name);
	argument->room = (uint8_t)pxt_rkh_room(argument->width);
	/* The lowest byte of a wider id does not identify an event. */
	if (!strcmp(argument->name, "te") &&
	    argument->width == config->value[PXT_RKH_TE_ID])
		argument->space = PXT_RKH_EVENT_IDS;
	if (!is_absent(argument))
		plan->count++;
}

static void describe_meaning(struct pxt_rkh_description *description,
			     enum pxt_rkh_meaning meaning)
{
	switch (meaning) {
	case PXT_RKH_GET:
		pxt_rkh_describe(description, "; uint32_t nseq [[key]]; "
					      "int64_t rt [[unit(ns)]]");
		break;
	case PXT_RKH_POST_FIFO:
	case PXT_RKH_POST_LIFO:
		pxt_rkh_describe(description, "; uint32_t nseq [[key]]");
		break;
	case PXT_RKH_TEST_EXPECTS:
		pxt_rkh_describe(description, "; uint32_t xseq [[detail]]; "
					      "char *expects");
		break;
	case PXT_RKH_TEST_ENDS:
		pxt_rkh_describe(description,
				 "; uint32_t expected; uint32_t came; "
				 "char *outcome");
		break;
	default:
		break;
	}
}

static bool is_as_here(const struct pxt_rkh_argument *argument)
{
	return argument->width && argument->width == argument->room &&
	       !argument->is_optional &&
	       (argument->width == 1 || BYTE_ORDER == LITTLE_ENDIAN);
}

static bool has_meaning(const struct pxt_rkh_argument *argument)
{
	return argument->role != PXT_RKH_NO_ROLE ||
	       argument->space != PXT_RKH_SPACES;
}

static void find_plain(struct pxt_rkh_plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];

		if (!is_as_here(argument))
			return;
		if (has_meaning(argument))
			plan->ask[plan->asked++] = (struct pxt_rkh_asked){
				.at = (uint8_t)plan->len,
				.width = argument->width,
				.role = argument->role,
				.space = argument->space,
			};
		plan->len += argument->width;
	}
	plan->is_plain = true;
}

void pxt_rkh_plan_init(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config)
{
	const char *word = event->arguments;

	*plan = (struct pxt_rkh_plan){ .event = event };
	while (*word) {
		const size_t len = strcspn(word, " ");

		add_argument(plan, word, len, config);
		word += len;
		word += strspn(word, " ");
	}
	find_plain(plan);
}

static const char *span_of(enum pxt_rkh_meaning meaning)
{
	switch (meaning) {
	case PXT_RKH_BEGINS:
		return "[[begin(dispatch)]]; ";
	case PXT_RKH_ENDS:
		return "[[end(dispatch)]]; ";
	case PXT_RKH_POST_FIFO:
	case PXT_RKH_POST_LIFO:
		return "[[begin(queued)]]; ";
	case PXT_RKH_GET:
		return "[[end(queued)]]; ";
	default:
		return "";
	}
}

/* A dispatch belongs to the active object: a key would make it look like
 * waiting. Posts have a number. */
static bool is_key(const struct pxt_rkh_argument *argument,
		   enum pxt_rkh_meaning meaning)
{
	return argument->role == PXT_RKH_IS_AO &&
	       (meaning == PXT_RKH_BEGINS || meaning == PXT_RKH_ENDS);
}

void pxt_rkh_plan_describe(const struct pxt_rkh_plan *plan,
			   const struct pxt_rkh_config *config,
			   struct pxt_rkh_description *description)
{
	const enum pxt_rkh_meaning meaning = plan->event->meaning;

	pxt_rkh_describe(description, "%s", span_of(meaning));
	pxt_rkh_describe_frame(description, config, true);
	for (unsigned i = 0; i < plan->count; i++) {
		describe_argument(description, &plan->argument[i]);
		if (is_key(&plan->argument[i], meaning))
			pxt_rkh_describe(description, " [[key]]");
	}
	if (!plan->is_bare)
		describe_meaning(description, meaning);
}

void pxt_rkh_plan_make(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace, bool judges)
{
	struct pxt_rkh_description description = { .len = 0 };

	pxt_rkh_plan_init(plan, event, config);
	plan->is_bare = !judges && pxt_rkh_is_of_tests(event->meaning);
	pxt_rkh_plan_describe(plan, config, &description);
	plan->type = pxt_trace_type(trace, event->name, description.text);
}

/* Taking */

static bool take_text(struct pxt_rkh_record *record, struct pxt_bytes *in,
		      const struct pxt_rkh_argument *argument,
		      struct pxt_rkh_data *data)
{
	const char *text = pxt_bytes_string(in);

	if (!text)
		return false;
	if (argument->role == PXT_RKH_IS_NAME)
		record->name = text;
	pxt_rkh_data_copy(data, text, strlen(text) + 1);
	return true;
}

static void know(struct pxt_rkh_record *record, enum pxt_rkh_role role,
		 enum pxt_rkh_space space, uint64_t value)
{
	record->value[role] = value;
	record->has[role] = true;
	if (space == PXT_RKH_SPACES ||
	    (value >= PXT_RKH_LEAST && space != PXT_RKH_EVENT_IDS))
		return;
	record->object[record->objects].number = value;
	record->object[record->objects++].space = space;
}

static bool take_number(struct pxt_rkh_record *record, struct pxt_bytes *in,
			const struct pxt_rkh_argument *argument,
			struct pxt_rkh_data *data)
{
	const uint64_t value = pxt_rkh_take(in, argument->width);

	if (in->short_read)
		return false;
	know(record, argument->role, argument->space, value);
	pxt_rkh_data_put(data, value, argument->room);
	return true;
}

static bool take(struct pxt_rkh_record *record, struct pxt_bytes *in,
		 const struct pxt_rkh_argument *argument,
		 struct pxt_rkh_data *data)
{
	size_t left;

	switch (argument->type) {
	case PXT_RKH_TEXT:
		return take_text(record, in, argument, data);
	case PXT_RKH_REST:
		left = pxt_bytes_left(in);
		pxt_rkh_data_hex(data, pxt_bytes_take(in, left), left);
		return true;
	default:
		return take_number(record, in, argument, data);
	}
}

/* Copies numbers as one block, which fits most events. */
static bool take_plain(const struct pxt_rkh_plan *plan,
		       struct pxt_rkh_record *record, struct pxt_rkh_data *data)
{
	const uint8_t *at = record->in.at;

	if (plan->len > pxt_bytes_left(&record->in))
		return false;
	for (unsigned i = 0; i < plan->asked; i++) {
		const struct pxt_rkh_asked *ask = &plan->ask[i];

		know(record, ask->role, ask->space,
		     pxt_rkh_number(at + ask->at, ask->width));
	}
	pxt_rkh_data_copy(data, at, plan->len);
	record->in.at += plan->len;
	return true;
}

/* The position is kept in a register: each number depends on it. */
static bool take_each(const struct pxt_rkh_plan *plan,
		      struct pxt_rkh_record *record, struct pxt_rkh_data *data)
{
	struct pxt_bytes in = record->in;
	bool is_whole = true;

	for (unsigned i = 0; is_whole && i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];

		if (argument->is_optional && !pxt_bytes_left(&in))
			break;
		is_whole = take(record, &in, argument, data);
	}
	record->in = in;
	return is_whole;
}

bool pxt_rkh_plan_take(const struct pxt_rkh_plan *plan,
		       struct pxt_rkh_record *record, struct pxt_rkh_data *data)
{
	return plan->is_plain ? take_plain(plan, record, data) :
				take_each(plan, record, data);
}
