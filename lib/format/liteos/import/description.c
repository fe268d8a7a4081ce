/* description.c - descriptions of LiteOS's event types */
#include "format/liteos/import/description.h"

#include <string.h>

#include "format/bounded_text.h"

/* Bits of a task's status. */
static const char *const states[PXT_LITEOS_STATES] = {
	[PXT_LITEOS_STATES_A] =
		"init = 1, ready = 2, running = 4, suspended = 8, "
		"pending = 16, delay = 32, timeout = 64, "
		"pending_with_time = 128, exit = 256, frozen = 512, "
		"unused = 1024",
	[PXT_LITEOS_STATES_ML] =
		"unused = 1, suspended = 2, ready = 4, pending = 8, "
		"running = 16, delay = 32, timeout = 64, "
		"pending_with_time = 128, exit = 256",
	/* Each bit with its meaning in both trees. */
	[PXT_LITEOS_STATES_EITHER] =
		"x1_a_init_l_unused = 1, x2_a_ready_l_suspended = 2, "
		"x4_a_running_l_ready = 4, x8_a_suspended_l_pending = 8, "
		"x10_a_pending_l_running = 16, delay = 32, timeout = 64, "
		"pending_with_time = 128, exit = 256",
};

/* Values with names; others are shown as numbers. */
static const char *const constants[PXT_LITEOS_KINDS] = {
	[PXT_LITEOS_OWNER] = "nobody = 0xffffffff",
	[PXT_LITEOS_TIMEOUT] = "no_wait, forever = 0xffffffff",
	[PXT_LITEOS_QUEUE_OP] = "read_head, write_head, read_tail, "
				"write_tail, read_head_pointer, "
				"write_head_pointer, read_tail_pointer, "
				"write_tail_pointer",
	[PXT_LITEOS_READ_MODE] = "clear = 1, or, or_clear, and, and_clear",
	[PXT_LITEOS_TIMER_MODE] = "once, period, once_kept, once_then_period",
	[PXT_LITEOS_MESSAGE] = "request, reply, failed_reply, death_notice",
};

/* Attributes, except objects, see pxt_liteos_kind_object(). */
static const char *const attributes[PXT_LITEOS_KINDS] = {
	[PXT_LITEOS_HEX] = "hex",
	[PXT_LITEOS_KEY] = "key",
	[PXT_LITEOS_TASK_ID] = "hex",
	[PXT_LITEOS_STATUS] = "hex",
	[PXT_LITEOS_IRQ] = "key",
	[PXT_LITEOS_POOL] = "hex",
	[PXT_LITEOS_BLOCK] = "hex, key",
	[PXT_LITEOS_QUEUE] = "key",
	[PXT_LITEOS_SEMAPHORE] = "key",
	[PXT_LITEOS_MUTEX] = "hex, key",
	[PXT_LITEOS_TIMER] = "key",
	[PXT_LITEOS_EVENT] = "hex, key",
	[PXT_LITEOS_LEVEL] = "counter",
	[PXT_LITEOS_BYTES] = "unit(B)",
	[PXT_LITEOS_BYTES_LEVEL] = "unit(B), counter",
	[PXT_LITEOS_TICKS] = "unit(ticks)",
	[PXT_LITEOS_READ_MODE] = "hex",
};

static void put_attributes(struct pxt_bounded_text *text,
			   enum pxt_liteos_kind kind)
{
	const char *more = attributes[kind];
	const char *object = pxt_liteos_kind_object(kind);

	if (object)
		pxt_bounded_text_format(text, " [[%s%sobject(%s)]]",
					more ? more : "", more ? ", " : "",
					object);
	else if (more)
		pxt_bounded_text_format(text, " [[%s]]", more);
	pxt_bounded_text_format(text, "; ");
}

static void put_arg(struct pxt_bounded_text *text,
		    const struct pxt_liteos_arg *arg,
		    const struct pxt_liteos_shape *shape)
{
	const char *names = constants[arg->kind];
	const unsigned bits = 8U * shape->width;

	if (arg->kind == PXT_LITEOS_STATUS)
		names = states[shape->states];
	if (names)
		pxt_bounded_text_format(text, "enum : uint%u_t { %s } %s", bits,
					names, arg->name);
	else
		pxt_bounded_text_format(text, "%sint%u_t %s",
					arg->kind == PXT_LITEOS_SIGNED ? "" :
									 "u",
					bits, arg->name);
	put_attributes(text, arg->kind);
}

unsigned pxt_liteos_description_params(const struct pxt_liteos_event *event,
				       const struct pxt_liteos_shape *shape)
{
	const unsigned declared =
		event ? pxt_liteos_event_params(event) : shape->params;

	return declared < shape->params ? declared : shape->params;
}

static void put_span(struct pxt_bounded_text *text,
		     const struct pxt_liteos_event *event)
{
	if (!strcmp(event->name, "HWI_RESPONSE_IN") ||
	    !strcmp(event->name, "TRACE_HWI_RESPONSE_IN"))
		pxt_bounded_text_format(text, "[[begin(interrupt)]]; ");
	if (!strcmp(event->name, "HWI_RESPONSE_OUT") ||
	    !strcmp(event->name, "TRACE_HWI_RESPONSE_OUT"))
		pxt_bounded_text_format(text, "[[end(interrupt)]]; ");
}

static void put_declared(struct pxt_bounded_text *text,
			 const struct pxt_liteos_event *event,
			 const struct pxt_liteos_shape *shape)
{
	const unsigned params = pxt_liteos_description_params(event, shape);

	put_span(text, event);
	for (unsigned i = 0; i <= params; i++)
		put_arg(text, &event->arg[i], shape);
	if (strcmp(event->arg[0].name, "identity"))
		pxt_bounded_text_format(text,
					"uint%u_t identity [[hex, detail]]; ",
					8U * shape->width);
}

static void put_free(struct pxt_bounded_text *text,
		     const struct pxt_liteos_shape *shape)
{
	const unsigned bits = 8U * shape->width;

	pxt_bounded_text_format(text, "uint%u_t identity [[hex]]; ", bits);
	for (unsigned i = 1; i <= shape->params; i++)
		pxt_bounded_text_format(text, "uint%u_t p%u [[hex]]; ", bits,
					i);
}

static void put_core(struct pxt_bounded_text *text,
		     const struct pxt_liteos_shape *shape)
{
	if (!shape->core)
		return;
	pxt_bounded_text_format(
		text, "uint8_t cpuid [[detail]]; uint8_t hwiActive [[detail]]; "
		      "uint8_t taskLockCnt [[detail]]; ");
	if (!shape->core_printed)
		pxt_bounded_text_format(text,
					"uint8_t paramCount [[detail]]; "
					"uint16_t reserves [[hex, detail]]; ");
}

static void put_details(struct pxt_bounded_text *text,
			const struct pxt_liteos_shape *shape,
			const struct pxt_liteos_place *place)
{
	const unsigned bits = 8U * shape->width;

	if (shape->params)
		pxt_bounded_text_format(text,
					"uint%u_t params[%u] [[hex, detail]]; ",
					bits, shape->params);
	pxt_bounded_text_format(text, "uint32_t eventType [[hex, detail]]; "
				      "uint32_t curTask [[hex, detail]]; "
				      "uint64_t curTime [[detail]]; ");
	if (shape->pid)
		pxt_bounded_text_format(text, "uint32_t curPid [[detail]]; ");
	put_core(text, shape);
	if (shape->count)
		pxt_bounded_text_format(text,
					"uint32_t eventCount [[detail]]; ");
	if (shape->links)
		pxt_bounded_text_format(
			text, "uint%u_t linkReg[%u] [[hex, detail]]; ", bits,
			PXT_LITEOS_LINKS);
	if (place->has_slot)
		pxt_bounded_text_format(text, "uint32_t slot [[detail]]; ");
	if (place->has_offset)
		pxt_bounded_text_format(text, "uint64_t offset [[detail]]; ");
	if (place->has_session)
		pxt_bounded_text_format(text, "uint32_t session [[detail]]; ");
	if (place->has_announced_tasks)
		pxt_bounded_text_format(text, "char told[] [[detail]]; ");
}

void pxt_liteos_description_write(const struct pxt_liteos_event *event,
				  const struct pxt_liteos_shape *shape,
				  const struct pxt_liteos_place *place,
				  char *text)
{
	struct pxt_bounded_text to = { text, POSIX_TRACE_DESCRIPTION_MAX_NP + 1,
				       0 };

	pxt_bounded_text_format(&to, "[[packed]]; ");
	if (event)
		put_declared(&to, event, shape);
	else
		put_free(&to, shape);
	put_details(&to, shape, place);
}
