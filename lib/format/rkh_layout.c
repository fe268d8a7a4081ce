/* rkh_layout.c - the data of an event of RKH, as it is here */
#include "format/rkh_layout.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Data */

unsigned pxt_rkh_room(unsigned width)
{
	return width <= 1 ? 1 : width == 2 ? 2 : width <= 4 ? 4 : 8;
}

uint64_t pxt_rkh_take_odd(struct pxt_bytes *in, unsigned width)
{
	const uint8_t *at = pxt_bytes_take(in, width);
	uint64_t value = 0;

	for (unsigned i = width; at && i; i--)
		value = value << 8 | at[i - 1];
	return value;
}

int pxt_rkh_data_reserve(struct pxt_rkh_data *data, size_t len)
{
	uint8_t *bytes;

	if (len <= data->room - data->len)
		return 0;
	len += data->len + 256;
	bytes = realloc(data->bytes, len);
	if (!bytes)
		return ENOMEM;
	data->bytes = bytes;
	data->room = len;
	return 0;
}

void pxt_rkh_data_copy(struct pxt_rkh_data *data, const void *from, size_t len)
{
	if (len)
		memcpy(data->bytes + data->len, from, len);
	data->len += len;
}

/* As a text. */
void pxt_rkh_data_hex(struct pxt_rkh_data *data, const uint8_t *from,
		      size_t len)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t *at = data->bytes + data->len;

	for (size_t i = 0; i < len; i++) {
		*at++ = (uint8_t)digits[from[i] >> 4];
		*at++ = (uint8_t)digits[from[i] & 15];
	}
	*at++ = '\0';
	data->len += 2 * len + 1;
}

/* Descriptions */

void pxt_rkh_describe(struct pxt_rkh_description *description,
		      const char *format, ...)
{
	const size_t left = sizeof(description->text) - description->len;
	va_list arguments;
	int len;

	va_start(arguments, format);
	len = vsnprintf(description->text + description->len, left, format,
			arguments);
	va_end(arguments);
	if (len > 0 && (size_t)len < left)
		description->len += (size_t)len;
	else
		description->text[description->len] = '\0';
}

void pxt_rkh_describe_frame(struct pxt_rkh_description *description,
			    const struct pxt_rkh_config *config,
			    bool has_header)
{
	pxt_rkh_describe(description, "[[packed]]; uint%u_t id [[detail]]; ",
			 8 * pxt_rkh_room(config->value[PXT_RKH_TE_ID]));
	if (has_header && config->value[PXT_RKH_NSEQ])
		pxt_rkh_describe(description, "uint8_t seq [[detail]]; ");
	if (has_header && config->value[PXT_RKH_TSTAMP])
		pxt_rkh_describe(description, "uint%u_t ts [[detail]]; ",
				 8 * pxt_rkh_room(config->value[PXT_RKH_TS]));
	pxt_rkh_describe(description, "uint64_t off [[detail]]; "
				      "uint32_t len [[detail]]");
}

void pxt_rkh_data_frame(struct pxt_rkh_data *data,
			const struct pxt_rkh_config *config,
			const struct pxt_rkh_record *record, bool has_header)
{
	pxt_rkh_data_put(data, record->id,
			 pxt_rkh_room(config->value[PXT_RKH_TE_ID]));
	if (has_header && config->value[PXT_RKH_NSEQ])
		pxt_rkh_data_put(data, record->seq, 1);
	if (has_header && config->value[PXT_RKH_TSTAMP])
		pxt_rkh_data_put(data, record->ts,
				 pxt_rkh_room(config->value[PXT_RKH_TS]));
	pxt_rkh_data_put(data, record->frame->off, 8);
	pxt_rkh_data_put(data, record->frame->len, 4);
}

static bool is_address(enum pxt_rkh_space space)
{
	return space == PXT_RKH_ADDRESSES || space == PXT_RKH_TARGETS;
}

void pxt_rkh_describe_object(struct pxt_rkh_description *description,
			     const char *name, unsigned width,
			     enum pxt_rkh_space space)
{
	pxt_rkh_describe(description, "; uint%u_t %s [[object(%s)%s]]",
			 8 * pxt_rkh_room(width), name, pxt_rkh_kind[space],
			 is_address(space) ? ", hex" : "");
}

/* Plans */

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

/* Levels that go up and down. */
static bool is_level(const char *name)
{
	return !strcmp(name, "nelem") || !strcmp(name, "nfree") ||
	       !strcmp(name, "nused");
}

static void describe_argument(struct pxt_rkh_description *description,
			      const struct pxt_rkh_argument *argument)
{
	const char *name = argument->name;

	if (argument->type == PXT_RKH_TEXT || argument->type == PXT_RKH_REST)
		pxt_rkh_describe(description, "; char *%s", name);
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

/* "?name:T", len bytes. */
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
	snprintf(argument->name, sizeof(argument->name), "%.*s",
		 (int)(len - 2 - is_optional), word + is_optional);
	argument->role = (uint8_t)role_of(argument->name);
	argument->room = (uint8_t)pxt_rkh_room(argument->width);
	if (!strcmp(argument->name, "te"))
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
	default:
		break;
	}
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
}

void pxt_rkh_plan_make(struct pxt_rkh_plan *plan,
		       const struct pxt_rkh_event *event,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace)
{
	struct pxt_rkh_description description = { .len = 0 };

	pxt_rkh_plan_init(plan, event, config);
	if (event->meaning == PXT_RKH_BEGINS)
		pxt_rkh_describe(&description, "[[begin(dispatch)]]; ");
	if (event->meaning == PXT_RKH_ENDS)
		pxt_rkh_describe(&description, "[[end(dispatch)]]; ");
	pxt_rkh_describe_frame(&description, config, true);
	for (unsigned i = 0; i < plan->count; i++)
		describe_argument(&description, &plan->argument[i]);
	describe_meaning(&description, event->meaning);
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

static bool take_number(struct pxt_rkh_record *record, struct pxt_bytes *in,
			const struct pxt_rkh_argument *argument,
			struct pxt_rkh_data *data)
{
	const uint64_t value = pxt_rkh_take(in, argument->width);

	if (in->short_read)
		return false;
	record->number[record->taken] = value;
	record->value[argument->role] = value;
	record->has[argument->role] = true;
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

/* The place is kept at hand: each number has to wait for it. */
bool pxt_rkh_plan_take(const struct pxt_rkh_plan *plan,
		       struct pxt_rkh_record *record, struct pxt_rkh_data *data)
{
	struct pxt_bytes in = record->in;
	unsigned i;

	for (i = 0; i < plan->count; i++) {
		const struct pxt_rkh_argument *argument = &plan->argument[i];

		if (argument->is_optional && !pxt_bytes_left(&in))
			break;
		record->taken = i;
		if (!take(record, &in, argument, data)) {
			record->in = in;
			return false;
		}
	}
	record->taken = i;
	record->in = in;
	return true;
}
