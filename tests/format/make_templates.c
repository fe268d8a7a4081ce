/*
 * make_templates.c - the templates that ship for the events of other systems
 *
 *	make_templates threadx|liteos|rkh|wrap > data/threadx.trcfmt
 *
 * They say what the importers' descriptions say. The words of an event are of
 * 32 or 64 bits, as the system is; other sizes are the usual ones.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/import/description.h"
#include "format/rkh/import/tcfg.h"
#include "format/rkh/plan.h"
#include "format/threadx/import/types.h"
#include "write/template/put.h"

enum {
	WRAP = 0xc000, /* ids from here on */
	WRAP_IDS = 0x1000,
	THREADX = 0xd000,
	LITEOS = 0xe000,
	RKH = 0xe100,
	THREADX_USER = 0xdff0,
	LITEOS_USER = 0xe0f0,
	USERS = 256, /* events of a user of ThreadX */
	LITEOS_USERS = 16,
	NAMES = 1024,
};

static struct pxt_trace *trace;
static unsigned next_id;

/* Those that have a template. */
static const char *done[NAMES];
static unsigned dones;

static void check(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "make_templates: %s: %s\n", what, strerror(err));
	exit(1);
}

static bool is_new(const char *name)
{
	for (unsigned i = 0; i < dones; i++)
		if (!strcmp(done[i], name))
			return false;
	check(dones == NAMES ? ENOSPC : 0, name);
	done[dones++] = name;
	return true;
}

static void put(const char *name, trace_event_id_t type,
		const struct template_manner *manner)
{
	const char *description = pxt_trace_type_description(trace, type);

	check(template_put(stdout, next_id++, name,
			   description ? description : "", manner),
	      name);
}

static void put_head(const char *what, const char *system)
{
	printf("# The events of %s, in the language of trcfmt(5): what is shown of\n"
	       "# them without templates, to be read, copied and changed. Objects have their\n"
	       "# addresses here, in hex. Words are of 32 or 64 bits, as the system says.\n"
	       "#\n"
	       "# Made by tests/format/make_templates %s: do not edit.\n",
	       what, system);
}

/*
 * ThreadX
 */

/* All but texts. */
static bool is_word(const struct posix_trace_field_np *field)
{
	return field->size == 4;
}

static const struct template_manner of_threadx = {
	.system = "ThreadX",
	.is_word = is_word,
};

static void put_generation(enum pxt_threadx_generation generation)
{
	struct pxt_threadx_types types = {
		.trace = trace,
		.word = 4,
		.generation = generation,
		.custom_names =
			&(const struct pxt_threadx_custom_names){ .count = 0 },
	};

	for (uint16_t id = 0; id < PXT_THREADX_FIRST_USER; id++) {
		const struct pxt_threadx_event *event =
			pxt_threadx_event(id, generation);
		const struct pxt_threadx_type *type;

		if (!event || !is_new(event->name))
			continue;
		type = pxt_threadx_types_get(&types, id);
		check(type ? 0 : ENOMEM, event->name);
		put(event->name, type->number, &of_threadx);
	}
	pxt_threadx_types_fini(&types);
}

static void put_threadx(void)
{
	put_head("ThreadX, FileX, NetX and USBX", "threadx");
	next_id = THREADX;
	put_generation(PXT_THREADX_CURRENT);
	put_generation(PXT_THREADX_OLD);

	printf("\n# The first events of the user. Others need such a line, or --hook.\n");
	for (unsigned i = 0; i < USERS; i++)
		printf("#!posix event \"USER_%u\" hook %04X system=ThreadX\n",
		       PXT_THREADX_FIRST_USER + i, THREADX_USER);
	printf("%04X 1.0 L=APPL \"\" W1 "
	       "\"i1=0x\" XW \"i2=0x\" XW \"i3=0x\" XW \"i4=0x\" XW\n",
	       THREADX_USER);
}

/*
 * LiteOS
 *
 * Behind the values that have names stands the identity again, all values, and
 * the type. Of a short event, with three values, that is where the others of a
 * long one would be.
 */

enum { SHORT = 3, BEHIND_SHORT = 9 };

/* What the states of a task mean depends on the kernel. */
static bool is_status(const struct posix_trace_field_np *field)
{
	return strstr(field->name, "Status");
}

static void put_liteos_event(const struct pxt_liteos_event *event,
			     const struct template_manner *manner)
{
	const struct pxt_liteos_shape shape = {
		.width = 4,
		.params = PXT_LITEOS_ARGS_MAX,
	};
	const struct pxt_liteos_place place = { .slot = 0 };
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];

	pxt_liteos_description_write(event, &shape, &place, description);
	check(template_put(stdout, next_id++, event->name, description, manner),
	      event->name);
}

/* One that has no more than fit in a short event. */
static void put_short(const struct pxt_liteos_event *event)
{
	const struct template_manner manner = {
		.system = "LiteOS",
		.is_word = is_word,
		.is_bare = is_status,
	};

	put_liteos_event(event, &manner);
}

static const char is_long[] = "$few, 0 \"\", \\* { ";

static void put_long(const struct pxt_liteos_event *event)
{
	char before[128];
	const struct template_manner manner = {
		.system = "LiteOS",
		.is_word = is_word,
		.is_bare = is_status,
		.before = before,
		.rest = { { SHORT + 1, is_long } },
	};

	snprintf(
		before, sizeof(before),
		"{{ $few = $D5 - $D1 }} $few, 0 { W%d {{ $few = X4 - 0x%" PRIX32
		" }} } ",
		BEHIND_SHORT, event->type);
	put_liteos_event(event, &manner);
}

/* As it is now the identity stands behind two values already, and then the
 * first value again. */
static void put_timer(void)
{
	static const struct template_manner manner = {
		.system = "LiteOS",
		.is_word = is_word,
		.before =
			"{{ $old = $D4 - $D1 }} $old, 0 { {{ $old = $D5 - $D2 }} } "
			"{{ $few = $D5 - $D1 }} ",
		.rest = { { 2,
			    "$old, 0 { \"interval=\" UW \"ticks \" }, \\* { " },
			  { SHORT + 1, is_long } },
	};

	put_liteos_event(&pxt_liteos_old_timer, &manner);
}

static void put_events(const struct pxt_liteos_event *(*find)(uint32_t type))
{
	for (uint32_t type = 0; type < PXT_LITEOS_VENDOR; type++) {
		const struct pxt_liteos_event *event = find(type);

		if (!event || !is_new(event->name))
			continue;
		if (type == PXT_LITEOS_SWTMR_START &&
		    find == pxt_liteos_event_find)
			put_timer();
		else if (pxt_liteos_event_params(event) > SHORT)
			put_long(event);
		else
			put_short(event);
	}
}

static void put_liteos(void)
{
	put_head("LiteOS", "liteos");
	printf("#\n# An event has three values, or as many as are named here. The bits of a\n"
	       "# task's status mean other things in other kernels: they are in hex.\n");
	next_id = LITEOS;
	put_events(pxt_liteos_event_find);
	put_events(pxt_liteos_event_find_old);

	printf("\n# Those of the user: the type stands behind all values, which are there\n# twice.\n");
	for (unsigned i = 0; i < LITEOS_USERS; i++)
		printf("#!posix event \"USER_%u\" hook %04X system=LiteOS\n", i,
		       LITEOS_USER);
	printf("%04X 1.0 L=APPL \"\" "
	       "{{ $n = 3 }} W8 X4 & FFFFFFF0, 0xFFFFFFF0 \"\", \\* { \\\n"
	       "\t{{ $n = 4 }} W10 X4 & FFFFFFF0, 0xFFFFFFF0 \"\", \\* { \\\n"
	       "\t{{ $n = 5 }} W12 X4 & FFFFFFF0, 0xFFFFFFF0 \"\", \\* { \\\n"
	       "\t{{ $n = 6 }} } } } \\\n"
	       "\tW1 \"identity=0x\" XW \"p1=0x\" XW \"p2=0x\" XW \"p3=0x\" XW \\\n"
	       "\t$n, 3 \"\", \\* { \"p4=0x\" XW \\\n"
	       "\t$n, 4 \"\", \\* { \"p5=0x\" XW \\\n"
	       "\t$n, 5 \"\", \\* { \"p6=0x\" XW } } }\n",
	       LITEOS_USER);
}

/*
 * RKH
 */

/* Only addresses: the other numbers have sizes of their own. */
static bool is_address(const struct posix_trace_field_np *field)
{
	return field->size == 4 && field->flags & POSIX_TRACE_FIELD_HEX_NP;
}

/* What a switch of the configuration adds is told by the length: a byte, or
 * one address or two. */
static const char *opens(const struct posix_trace_field_np *field)
{
	if (!strcmp(field->name, "nmin"))
		return "$over & 1, 0 \"\", \\* { ";
	if (!strcmp(field->name, "snr") || !strcmp(field->name, "rcr"))
		return "$over & 1C, 0 \"\", \\* { ";
	return NULL;
}

/* The sender of an event that is allocated is always there. */
static const char *opens_minimum(const struct posix_trace_field_np *field)
{
	return strcmp(field->name, "nmin") ? NULL : opens(field);
}

static const struct template_manner of_rkh = {
	.system = "RKH",
	.is_word = is_address,
};

/* How much longer an event is than without what switches add. Where that cannot
 * be, widths are others. */
static void put_over(char *before, size_t size, trace_event_id_t type,
		     const struct template_manner *manner)
{
	struct posix_trace_layout_np layout;
	size_t bytes = 0, words = 0;

	check(posix_trace_layout_parse_np(
		      pxt_trace_type_description(trace, type), &layout),
	      "a layout");
	for (unsigned i = 0; i < layout.fields; i++) {
		const struct posix_trace_field_np *field = &layout.field[i];

		if (manner->opens && manner->opens(field))
			continue;
		if (is_address(field))
			words++;
		else
			bytes += field->size;
	}
	snprintf(
		before, size,
		"{{ $over = $HL - %zu }} {{ $over = $over - $HOOKENV / 8 * %zu }} \\\n"
		"\t$over, 0 \"\", %s\\* { \"[not of the usual widths]\" $BREAK } ",
		bytes, words,
		!manner->opens ?
			"" :
		manner->opens == opens_minimum ?
			"1 \"\", " :
			"1 \"\", 4 \"\", 5 \"\", 8 \"\", 9 \"\", 0x10 \"\", ");
}

/* Of one that ends with a text, or bytes, the length says nothing; but its data
 * tells how long the frame was, with a byte of its check sum and those that stand
 * for two. That is elsewhere where widths are others. */
static void put_frame_length(char *before, size_t size, const char *description)
{
	struct posix_trace_layout_np layout;
	size_t at = 0, off = 0, len = 0;

	check(posix_trace_layout_parse_np(description, &layout), "a layout");
	for (unsigned i = 0; i < layout.fields && !len; i++) {
		const struct posix_trace_field_np *field = &layout.field[i];

		if (!strcmp(field->name, "off"))
			off = field->size;
		if (!strcmp(field->name, "len"))
			len = field->size;
		else
			at += field->size;
	}
	snprintf(before, size,
		 "W1 O%zu {{ $long = U%zu }} {{ $least = $HL - %zu }} \\\n"
		 "\t{{ $over = $long / $least }} $over, 1 \"\", 2 \"\", "
		 "\\* { \"[not of the usual widths]\" $BREAK } ",
		 at, len, off + len - 1);
}

static void put_config(const char *name, const struct pxt_rkh_config *config)
{
	const struct pxt_rkh_frame frame = { .len = 0 };
	const struct pxt_rkh_record record = { .frame = &frame };
	struct pxt_rkh_tcfg tcfg = { .shape = 0 };
	struct pxt_rkh_data data = { .len = 0 };

	check(pxt_rkh_tcfg_put(&tcfg, config, &record, false, trace, &data),
	      name);
	free(data.bytes);
	put(name, tcfg.type, &of_rkh);
}

static void put_plan(const struct pxt_rkh_event *event,
		     const struct pxt_rkh_config *config)
{
	const bool has_sender = strstr(event->arguments, ":D");
	const bool has_minimum = strstr(event->arguments, ":L") ||
				 strstr(event->arguments, ":M");
	struct template_manner manner = of_rkh;
	struct pxt_rkh_plan plan;
	char before[256];

	pxt_rkh_plan_make(&plan, event, config, trace, true);
	if (has_sender || has_minimum)
		manner.opens = has_sender ? opens : opens_minimum;
	/* What is told of tests in words is more than the frame has. */
	if (event->meaning != PXT_RKH_TEST_EXPECTS &&
	    event->meaning != PXT_RKH_TEST_ENDS)
		manner.before = before;
	if (strstr(event->arguments, ":C"))
		put_frame_length(before, sizeof(before),
				 pxt_trace_type_description(trace, plan.type));
	else if (manner.before)
		put_over(before, sizeof(before), plan.type, &manner);
	put(event->name, plan.type, &manner);
}

/* Items tell what they are only where they are recorded. */
static void put_items(const char *name, const struct pxt_rkh_config *config)
{
	struct pxt_rkh_description description = { .len = 0 };
	struct template_manner manner = of_rkh;
	char before[256];

	pxt_rkh_describe_frame(&description, config, true);
	pxt_rkh_describe(&description, "; uint8_t ut; uint8_t items[] [[hex]]");
	manner.before = before;
	put_frame_length(before, sizeof(before), description.text);
	check(template_put(stdout, next_id++, name, description.text, &manner),
	      name);
}

static void put_dialect(enum pxt_rkh_dialect dialect,
			const struct pxt_rkh_config *config)
{
	for (unsigned i = 0; i < PXT_RKH_EVENTS; i++) {
		const struct pxt_rkh_event *event =
			pxt_rkh_event_of(dialect, i);

		if (!event || !is_new(event->name))
			continue;
		if (event->meaning == PXT_RKH_CONFIGURES)
			put_config(event->name, config);
		else if (event->meaning == PXT_RKH_USER_EVENT)
			put_items(event->name, config);
		else
			put_plan(event, config);
	}
}

static void put_rkh(void)
{
	struct pxt_rkh_config config;

	put_head("RKH", "rkh");
	printf("#\n# These are for the widths that a target has until it is changed, but for that\n"
	       "# of addresses; and of releases 3.x where they differ. The items of a user's\n"
	       "# events are told apart only without a template. For other widths\n"
	       "# `posixtrace fmt make' has templates.\n");
	pxt_rkh_config_init(&config);
	config.value[PXT_RKH_SENDER] = 1;
	config.value[PXT_RKH_QUE_LWMARK] = 1;
	config.value[PXT_RKH_MP_LWM] = 1;
	next_id = RKH;
	for (unsigned i = PXT_RKH_DIALECTS; i > 0; i--)
		put_dialect((enum pxt_rkh_dialect)(i - 1), &config);
}

/*
 * Wrap
 */

static void put_wrap(void)
{
	static bool is_taken[WRAP_IDS];
	static const struct {
		const char *name, *description;
	} events[] = {
#define EVENT(group, name, description) { #name, description },
#include "wrap/event/event_list.h"
#undef EVENT
	};

	printf("# The events of posixtrace-wrap(7), as they are described.\n");
	template_put_more(stdout, WRAP - 1);
	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++)
		check(template_put(stdout,
				   template_id(events[i].name, WRAP, WRAP_IDS,
					       is_taken),
				   events[i].name, events[i].description, NULL),
		      events[i].name);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*put)(void);
	} systems[] = {
		{ "threadx", put_threadx },
		{ "liteos", put_liteos },
		{ "rkh", put_rkh },
		{ "wrap", put_wrap },
	};

	check(pxt_trace_create(&trace), "a trace");
	for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++)
		if (argc == 2 && !strcmp(argv[1], systems[i].name)) {
			systems[i].put();
			pxt_trace_close(trace);
			return ferror(stdout) || fclose(stdout);
		}
	fputs("usage: make_templates threadx|liteos|rkh|wrap\n", stderr);
	return 2;
}
