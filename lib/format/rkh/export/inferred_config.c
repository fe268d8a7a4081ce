/* inferred_config.c - the configuration that descriptions of events tell */
#include "format/rkh/export/inferred_config.h"

#include <string.h>

#include "format/rkh/plan.h"

enum { FRAME_FIELDS = 5 }; /* id, seq, ts, off, len */

/* A log may have fields of any size. */
static bool is_possible(enum pxt_rkh_key key, size_t value)
{
	if (key == PXT_RKH_TE_ID || key < PXT_RKH_BITS)
		return pxt_rkh_key_allows(key, value);
	return value && value <= PXT_RKH_WIDEST;
}

static void set(struct pxt_rkh_inferred_config *inferred, enum pxt_rkh_key key,
		size_t value)
{
	if (key == PXT_RKH_KEYS || inferred->has[key] ||
	    !is_possible(key, value))
		return;
	inferred->has[key] = true;
	inferred->value[key] = (uint8_t)value;
}

static const struct posix_trace_field_np *
find(const struct posix_trace_layout_np *layout, unsigned from, unsigned to,
     const char *name)
{
	for (unsigned i = from; i < layout->fields && i < to; i++)
		if (!strcmp(layout->field[i].name, name))
			return &layout->field[i];
	return NULL;
}

static void take_frame(struct pxt_rkh_inferred_config *inferred,
		       const struct posix_trace_layout_np *layout)
{
	const struct posix_trace_field_np *ts =
		find(layout, 0, FRAME_FIELDS, "ts");

	set(inferred, PXT_RKH_TE_ID, layout->field[0].size);
	set(inferred, PXT_RKH_NSEQ,
	    find(layout, 0, FRAME_FIELDS, "seq") != NULL);
	set(inferred, PXT_RKH_TSTAMP, ts != NULL);
	if (ts)
		set(inferred, PXT_RKH_TS, ts->size);
}

/* The key of an argument's width; KEYS: none. */
static enum pxt_rkh_key width_of(char type)
{
	switch (type) {
	case PXT_RKH_SYMBOL:
	case PXT_RKH_TARGET:
	case PXT_RKH_SENDER_OF:
		return PXT_RKH_PTR;
	case PXT_RKH_FUNCTION:
		return PXT_RKH_FUN;
	case PXT_RKH_SIGNAL:
		return PXT_RKH_SIG;
	case PXT_RKH_BLOCKS:
	case PXT_RKH_BLOCKS_MIN:
		return PXT_RKH_NBLOCK;
	case PXT_RKH_BLOCK_SIZE:
		return PXT_RKH_BSIZE;
	case PXT_RKH_ELEMENTS:
	case PXT_RKH_ELEMENTS_MIN:
		return PXT_RKH_NELEM;
	case PXT_RKH_TICKS:
		return PXT_RKH_NTICK;
	case PXT_RKH_EVENT_SIZE:
		return PXT_RKH_ESIZE;
	default:
		return PXT_RKH_KEYS;
	}
}

/* The switch that an argument depends on; KEYS: none. */
static enum pxt_rkh_key switch_of(char type)
{
	switch (type) {
	case PXT_RKH_SENDER_OF:
		return PXT_RKH_SENDER;
	case PXT_RKH_BLOCKS_MIN:
		return PXT_RKH_MP_LWM;
	case PXT_RKH_ELEMENTS_MIN:
		return PXT_RKH_QUE_LWMARK;
	default:
		return PXT_RKH_KEYS;
	}
}

static void take_arguments(struct pxt_rkh_inferred_config *inferred,
			   const struct pxt_rkh_event *event,
			   const struct posix_trace_layout_np *layout)
{
	struct pxt_rkh_config config;
	struct pxt_rkh_plan plan;

	pxt_rkh_config_init(&config);
	config.value[PXT_RKH_SENDER] = 1;
	config.value[PXT_RKH_MP_LWM] = 1;
	config.value[PXT_RKH_QUE_LWMARK] = 1;
	pxt_rkh_plan_init(&plan, event, &config);
	for (unsigned i = 0; i < plan.count; i++) {
		const struct pxt_rkh_argument *argument = &plan.argument[i];
		const struct posix_trace_field_np *field =
			find(layout, 3, layout->fields, argument->name);

		set(inferred, switch_of(argument->type), field != NULL);
		if (field)
			set(inferred, width_of(argument->type), field->size);
	}
}

/* Items are called by their types and numbers. */
static void take_items(struct pxt_rkh_inferred_config *inferred,
		       const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 3; i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];

		if (!strncmp(field->name, "obj_", 4))
			set(inferred, PXT_RKH_PTR, field->size);
		else if (!strncmp(field->name, "fun_", 4))
			set(inferred, PXT_RKH_FUN, field->size);
		else if (!strncmp(field->name, "sig_", 4))
			set(inferred, PXT_RKH_SIG, field->size);
	}
}

void pxt_rkh_inferred_config_take(struct pxt_rkh_inferred_config *inferred,
				  const struct pxt_rkh_event *event,
				  const struct posix_trace_layout_np *layout)
{
	if (event->meaning == PXT_RKH_CONFIGURES)
		return;
	take_frame(inferred, layout);
	if (event->meaning == PXT_RKH_USER_EVENT)
		take_items(inferred, layout);
	else
		take_arguments(inferred, event, layout);
}

/* No record tells the width of functions' addresses: it is that of others. */
void pxt_rkh_inferred_config_apply(
	const struct pxt_rkh_inferred_config *inferred,
	struct pxt_rkh_config *config)
{
	for (unsigned i = 0; i < PXT_RKH_FUN; i++)
		if (inferred->has[i])
			config->value[i] = inferred->value[i];
	if (inferred->has[PXT_RKH_FUN] && !inferred->has[PXT_RKH_PTR])
		config->value[PXT_RKH_PTR] = inferred->value[PXT_RKH_FUN];
}

bool pxt_rkh_inferred_config_is(const struct pxt_rkh_inferred_config *inferred,
				const struct pxt_rkh_config *config)
{
	for (unsigned i = 0; i < PXT_RKH_FUN; i++)
		if (inferred->has[i] && config->value[i] != inferred->value[i])
			return false;
	return !inferred->has[PXT_RKH_FUN] ||
	       pxt_rkh_config_fun(config) == inferred->value[PXT_RKH_FUN];
}
