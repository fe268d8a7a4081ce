/* render.c - the text of one event after another */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "template/hook_id.h"
#include "template/render.h"
#include "template/timers.h"

enum {
	MOST_STEPS = 1 << 20, /* instructions of an event, or their worth */
	MOST_TURNS = 65536,   /* of the loops of an event */
	MOST_CALLS = 10,      /* one in another, of each kind */
	FRAMES = MOST_CALLS + 1,
	STACK = PXT_ARGUMENTS_MAX + 4,
	TEMPLATE_UNDEFINED = 0x0070,
	TEMPLATE_DEFAULT = 0x0080,
};

/* Places are far from overflow, and nothing is there. */
static const int64_t FAR = INT64_C(1) << 40;

enum { RUNNING = -1 };

struct call {
	uint32_t back; /* where to go on */
	uint32_t loops;
	uint32_t known; /* variables that were set, or zero, of the caller */
	bool is_function;
};

struct text {
	const char *at;
	size_t len;
};

struct pxt_render {
	const struct pxt_templates *templates;
	const struct pxt_insn *code;
	const char *texts;
	struct pxt_render_names *names;

	/* The event at hand */
	const struct pxt_occurrence *occurrence;
	const struct pxt_hook *hook;
	int end;	/* enum pxt_render_end, or RUNNING */
	uint32_t at;	/* the next instruction */
	uint32_t steps; /* that are left, */
	uint32_t turns_left;
	int64_t place;	/* in bits */
	int64_t base;	/* in bytes */
	uint64_t number;
	struct text text;
	char scratch[8]; /* of a text that was a number */

	uint64_t stack[STACK];
	unsigned stacked;
	uint64_t *variables; /* of the frame at hand */
	uint32_t known;	     /* of them that have a value */
	unsigned functions, subroutines, calls;
	unsigned loops;
	struct call call[2 * MOST_CALLS];
	uint32_t turns[(2 * MOST_CALLS + 1) * PXT_NESTING_MAX];
	uint64_t frame[FRAMES][PXT_NAMES_MAX];

	struct pxt_timers timers;
	struct pxt_lines lines;
};

int pxt_render_open(struct pxt_render **render,
		    const struct pxt_templates *templates,
		    struct pxt_render_names *names)
{
	*render = calloc(1, sizeof(**render));
	if (!*render)
		return ENOMEM;
	(*render)->templates = templates;
	(*render)->names = names;
	return 0;
}

void pxt_render_close(struct pxt_render *render)
{
	free(render);
}

void pxt_render_rewind(struct pxt_render *render)
{
	memset(&render->timers, 0, sizeof(render->timers));
}

/*
 * How it ends
 */

static void end_early(struct pxt_render *render)
{
	pxt_lines_note(&render->lines, "[truncated]");
	render->end = PXT_RENDER_TRUNCATED;
}

static void fail(struct pxt_render *render, const char *why)
{
	char note[96];

	snprintf(note, sizeof(note), "[error: %s]", why);
	pxt_lines_note(&render->lines, note);
	render->end = PXT_RENDER_FAILED;
}

/* What takes longer than other instructions is worth several. */
static void spend(struct pxt_render *render, size_t bytes)
{
	const size_t steps = bytes / 64;

	render->steps -=
		steps < render->steps ? (uint32_t)steps : render->steps;
}

/*
 * Reading the entry
 */

/* So many bytes at the place, which moves behind them; NULL: they are not
 * there, and that was the end. */
static const uint8_t *take(struct pxt_render *render, size_t len)
{
	const int64_t at = render->base + ((render->place + 7) >> 3);
	const struct pxt_hook *hook = render->hook;

	if (at < 0 || (uint64_t)at > hook->len ||
	    len > hook->len - (size_t)at) {
		end_early(render);
		return NULL;
	}
	render->place = (((render->place + 7) >> 3) + (int64_t)len) * 8;
	return hook->entry + at;
}

static uint64_t get_number(const uint8_t *at, unsigned size, bool is_big)
{
	uint64_t number = 0;

	if (is_big || (size & (size - 1)))
		for (unsigned i = 0; i < size; i++)
			number = number << 8 | at[i];
	else
		for (unsigned i = size; i > 0; i--)
			number = number << 8 | at[i - 1];
	return number;
}

static unsigned real_size(const struct pxt_render *render, unsigned size)
{
	return size == PXT_SIZE_WORD ? render->hook->word : size;
}

static uint64_t low_bits(uint64_t number, uint64_t bits)
{
	return bits < 64 ? number & ((UINT64_C(1) << bits) - 1) : number;
}

static uint64_t extend(uint64_t number, unsigned size)
{
	const unsigned shift = 64 - 8 * size;

	return (uint64_t)((int64_t)(number << shift) >> shift);
}

static void read_number(struct pxt_render *render, unsigned size,
			bool is_signed)
{
	const uint8_t *at;

	size = real_size(render, size);
	at = take(render, size);
	if (!at)
		return;
	render->number = get_number(at, size, render->hook->is_big);
	if (is_signed)
		render->number = extend(render->number, size);
}

static uint64_t double_bits(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static double bits_double(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static void as_float(struct pxt_render *render, unsigned size)
{
	const uint32_t bits = (uint32_t)render->number;
	float value;

	if (size == 8)
		return;
	memcpy(&value, &bits, sizeof(value));
	render->number = double_bits(value);
}

static void from_float(struct pxt_render *render)
{
	const double value = bits_double(render->number);

	if (isnan(value))
		render->number = 0;
	else if (value >= 0x1p63)
		render->number = (uint64_t)INT64_MAX;
	else if (value < -0x1p63)
		render->number = (uint64_t)INT64_MIN;
	else
		render->number = (uint64_t)(int64_t)value;
}

/* Where the bits begin, in bits from the start of the entry; the place moves
 * behind them. -1: they are not all there, and that was the end. */
static int64_t take_bits(struct pxt_render *render, uint64_t bits)
{
	const int64_t at = render->base * 8 + render->place;

	if (at < 0 || (uint64_t)at > (uint64_t)render->hook->len * 8 ||
	    bits > (uint64_t)render->hook->len * 8 - (uint64_t)at) {
		end_early(render);
		return -1;
	}
	render->place += (int64_t)bits;
	return at;
}

static unsigned get_bit(const struct pxt_render *render, uint64_t at)
{
	return render->hook->entry[at / 8] >> (7 - at % 8) & 1;
}

static void read_bits(struct pxt_render *render, uint64_t bits)
{
	const int64_t at = take_bits(render, bits);

	if (at < 0)
		return;
	render->number = 0;
	for (uint64_t i = 0; i < bits; i++)
		render->number =
			render->number << 1 | get_bit(render, (uint64_t)at + i);
}

static uint64_t variable_bytes(const struct pxt_hook *hook)
{
	const size_t len = hook->len > hook->word ? hook->len - hook->word : 0;

	if (!hook->is_generic)
		return len;
	return len > hook->word ? len - hook->word : 0;
}

/* A log may have cut the hook word itself: what it says is missing, too. */
static bool has_hook_word(struct pxt_render *render)
{
	if (render->hook->len >= render->hook->word)
		return true;
	end_early(render);
	return false;
}

static bool is_in_hook_word(unsigned macro)
{
	return macro == PXT_MACRO_HOOK_DATA || macro == PXT_MACRO_HOOK_TYPE ||
	       macro == PXT_MACRO_GENERIC;
}

static uint64_t get_macro(const struct pxt_render *render, unsigned macro)
{
	const struct pxt_occurrence *occurrence = render->occurrence;
	const struct pxt_hook *hook = render->hook;

	switch (macro) {
	case PXT_MACRO_HOOK_DATA:
		return hook->data;
	case PXT_MACRO_HOOK_LENGTH:
		return variable_bytes(hook);
	case PXT_MACRO_HOOK_TYPE:
		return hook->type;
	case PXT_MACRO_HOOK_ENVIRONMENT:
		return hook->word * 8;
	case PXT_MACRO_GENERIC:
		return hook->is_generic;
	case PXT_MACRO_PLACE:
		return (uint64_t)(render->place >> 3);
	case PXT_MACRO_BASE:
		return (uint64_t)render->base;
	case PXT_MACRO_ID:
		return hook->id;
	case PXT_MACRO_TID:
		return occurrence->tid;
	case PXT_MACRO_PID:
		return (uint64_t)occurrence->pid;
	case PXT_MACRO_LOG_OFFSET:
		return occurrence->log_offset;
	case PXT_MACRO_LOG_PLACE:
		return occurrence->log_entry +
		       (uint64_t)(render->base + (render->place >> 3));
	}
	return 0;
}

static void read_data_word(struct pxt_render *render, unsigned number)
{
	const struct pxt_hook *hook = render->hook;
	const size_t at = (size_t)number * hook->word;

	if (at + hook->word > hook->len)
		end_early(render);
	else
		render->number =
			get_number(hook->entry + at, hook->word, hook->is_big);
}

/* A null ends it. */
static void set_text(struct pxt_render *render, const void *at, size_t len)
{
	const char *end = memchr(at, '\0', len);

	render->text.at = at;
	render->text.len = end ? (size_t)(end - render->text.at) : len;
	spend(render, len);
}

static void read_text(struct pxt_render *render, size_t len)
{
	const uint8_t *at = take(render, len);

	if (at)
		set_text(render, at, len);
}

static void read_counted(struct pxt_render *render, unsigned size)
{
	read_number(render, size, false);
	if (render->end == RUNNING)
		read_text(render, render->number);
}

static const char *process(struct pxt_render *render, int64_t pid)
{
	return render->names ? render->names->get_process(render->names, pid) :
			       NULL;
}

static void read_text_macro(struct pxt_render *render, unsigned macro)
{
	const struct pxt_occurrence *occurrence = render->occurrence;
	const char *text;

	text = macro == PXT_MACRO_EXEC ? process(render, occurrence->pid) :
	       macro == PXT_MACRO_LOG  ? occurrence->log :
					 occurrence->event;
	if (!text)
		text = "?";
	set_text(render, text, strlen(text));
}

/* The low-order bytes of the number, as they stand in the entry. */
static void as_text(struct pxt_render *render, unsigned size)
{
	const bool is_big = render->hook->is_big;

	for (unsigned i = 0; i < size; i++)
		render->scratch[i] = (char)(render->number >>
					    8 * (is_big ? size - 1 - i : i));
	set_text(render, render->scratch, size);
}

static uint64_t as_octal(uint64_t number)
{
	uint64_t digits = 0;

	for (unsigned i = 0; i < 16; i++)
		digits |= (number >> 3 * i & 7) << 4 * i;
	return digits;
}

/*
 * Printing
 */

static void put_blank(struct pxt_render *render, uint32_t blank)
{
	if (blank)
		pxt_lines_put(&render->lines, " ", 1);
}

static void put_macro(struct pxt_render *render)
{
	const uint64_t number = render->number;

	pxt_lines_hex(&render->lines, number,
		      number > UINT32_MAX ? 16 :
		      number > UINT16_MAX ? 8 :
					    4);
}

static void put_hex_bytes(struct pxt_render *render, size_t len)
{
	const uint8_t *at = take(render, len);

	for (size_t i = 0; at && i < len; i++)
		pxt_lines_hex(&render->lines, at[i], 2);
}

static void put_bits(struct pxt_render *render, uint64_t bits)
{
	char text[64];

	for (uint64_t i = 0; i < bits; i++)
		text[i] = (char)('0' + (render->number >> (bits - 1 - i) & 1));
	pxt_lines_put(&render->lines, text, bits);
}

static void put_long_bits(struct pxt_render *render, uint64_t bits)
{
	const int64_t at = take_bits(render, bits);

	for (uint64_t i = 0; at >= 0 && i < bits && !render->lines.is_cut; i++)
		pxt_lines_put(&render->lines,
			      get_bit(render, (uint64_t)at + i) ? "1" : "0", 1);
}

static void put_signed(struct pxt_render *render)
{
	uint64_t number = render->number;

	if ((int64_t)number < 0) {
		pxt_lines_put(&render->lines, "-", 1);
		number = -number;
	}
	pxt_lines_decimal(&render->lines, number);
}

static void put_octal(struct pxt_render *render)
{
	char digits[22];
	size_t at = sizeof(digits);
	uint64_t number = render->number;

	do
		digits[--at] = (char)('0' + (number & 7));
	while (number >>= 3);
	pxt_lines_put(&render->lines, digits + at, sizeof(digits) - at);
}

static void put_float(struct pxt_render *render, unsigned size)
{
	char text[40];
	const int len = snprintf(text, sizeof(text), "%.*E", (int)size,
				 bits_double(render->number));

	pxt_lines_put(&render->lines, text, (size_t)len);
}

static void put_error(struct pxt_render *render)
{
	const int64_t number = (int64_t)render->number;
	const char *name = NULL;

	if (number > 0 && number <= INT32_MAX)
		name = strerrorname_np((int)number);
	if (name)
		pxt_lines_put(&render->lines, name, strlen(name));
	else
		put_signed(render);
}

static void put_time(struct pxt_render *render)
{
	static const char days[7][4] = { "Sun", "Mon", "Tue", "Wed",
					 "Thu", "Fri", "Sat" };
	static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr",
					    "May", "Jun", "Jul", "Aug",
					    "Sep", "Oct", "Nov", "Dec" };
	const time_t seconds = (time_t)(uint32_t)render->number;
	char text[64];
	struct tm tm;
	int len;

	if (!gmtime_r(&seconds, &tm))
		return;
	len = snprintf(text, sizeof(text), "%s %s %2d %02d:%02d:%02d %d",
		       days[tm.tm_wday], months[tm.tm_mon], tm.tm_mday,
		       tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_year + 1900);
	pxt_lines_put(&render->lines, text, (size_t)len);
}

/* What people or files call something: no controls. */
static void put_name(struct pxt_render *render, struct text text)
{
	char plain[64];

	while (text.len && !render->lines.is_cut) {
		size_t len = 0;

		for (; len < text.len && len < sizeof(plain); len++) {
			const uint8_t c = (uint8_t)text.at[len];

			plain[len] = c < 0x20 || c > 0x7e ? '.' : (char)c;
		}
		pxt_lines_put(&render->lines, plain, len);
		text.at += len;
		text.len -= len;
	}
}

static void put_process(struct pxt_render *render)
{
	const char *name = process(render, (int64_t)render->number);

	if (name)
		put_name(render, (struct text){ name, strlen(name) });
	else
		pxt_lines_decimal(&render->lines, render->number);
}

static void put_field(struct pxt_render *render, uint64_t width)
{
	struct text text = render->text;

	if (text.len > width)
		text.len = width;
	put_name(render, text);
	pxt_lines_blanks(&render->lines, width - text.len);
}

/*
 * Lines that have no template
 */

static void put_id(struct pxt_render *render)
{
	char id[PXT_HOOK_ID_SIZE];

	pxt_hook_id_text(render->hook->id, id);
	pxt_lines_put(&render->lines, id, strlen(id));
}

static void put_string(struct pxt_render *render, const char *text)
{
	pxt_lines_put(&render->lines, text, strlen(text));
}

static void put_payload(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;

	for (size_t i = hook->word; i < hook->len && !render->lines.is_cut;
	     i++) {
		const size_t n = i - hook->word;

		if (n % 16 == 0)
			pxt_lines_newline(&render->lines);
		else if (n % 4 == 0)
			pxt_lines_put(&render->lines, " ", 1);
		pxt_lines_hex(&render->lines, hook->entry[i], 2);
	}
}

static void put_undefined(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;
	const char *event = render->occurrence->event;

	put_string(render, "UNDEFINED TRACE ID ");
	put_id(render);
	if (event) {
		put_string(render, " ");
		put_name(render, (struct text){ event, strlen(event) });
	}
	put_string(render, ", ");
	pxt_lines_decimal(&render->lines,
			  hook->len > hook->word ? hook->len - hook->word : 0);
	put_string(render, " bytes");
	put_payload(render);
}

static void put_log(struct pxt_render *render)
{
	const char *log = render->occurrence->log;

	if (!log)
		log = "?";
	put_name(render, (struct text){ log, strlen(log) });
	put_string(render, ", offset ");
	pxt_lines_decimal(&render->lines, render->occurrence->log_offset);
}

static void put_zero(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;

	put_string(render, "TRACEID IS ZERO ");
	for (size_t i = 0; i < hook->word && i < hook->len; i++)
		pxt_lines_hex(&render->lines, hook->entry[i], 2);
	put_string(render, " ");
	put_log(render);
}

static void put_default(struct pxt_render *render)
{
	const struct pxt_hook *hook = render->hook;
	size_t at = hook->word;

	put_string(render, "DEFAULT TEMPLATE");
	for (; at + hook->word <= hook->len && !render->lines.is_cut;
	     at += hook->word) {
		put_string(render, " ");
		pxt_lines_hex(
			&render->lines,
			get_number(hook->entry + at, hook->word, hook->is_big),
			hook->word * 2u);
	}
	if (at < hook->len)
		put_string(render, " ");
	for (; at < hook->len && !render->lines.is_cut; at++)
		pxt_lines_hex(&render->lines, hook->entry[at], 2);
}

static void put_error_line(struct pxt_render *render)
{
	if (render->lines.len > render->lines.start)
		pxt_lines_newline(&render->lines);
	put_string(render, "ERROR: ");
	put_log(render);
	put_string(render, ", id ");
	put_id(render);
	pxt_lines_newline(&render->lines);
}

/*
 * Timers
 */

static void start_timer(struct pxt_render *render)
{
	const uint64_t last = render->stack[--render->stacked];
	const uint64_t first = render->stack[--render->stacked];

	pxt_timers_start(&render->timers, first, last,
			 render->occurrence->time);
}

static void end_timer(struct pxt_render *render)
{
	const uint64_t last = render->stack[--render->stacked];
	const uint64_t first = render->stack[--render->stacked];
	uint64_t elapsed;

	if (!pxt_timers_end(&render->timers, first, last,
			    render->occurrence->time, &elapsed))
		return;
	put_string(render, "[");
	pxt_lines_decimal(&render->lines, elapsed / 1000);
	put_string(render, " usec]");
}

/*
 * Calls
 */

/* Variables that a template has, and none before it had, begin as zero. */
static void know(struct pxt_render *render, uint32_t slots)
{
	if (slots <= render->known)
		return;
	memset(render->variables + render->known, 0,
	       (slots - render->known) * sizeof(*render->variables));
	render->known = slots;
}

static void push_call(struct pxt_render *render, bool is_function)
{
	render->call[render->calls++] = (struct call){
		.back = render->at,
		.loops = render->loops,
		.known = render->known,
		.is_function = is_function,
	};
}

static void call_subroutine(struct pxt_render *render, uint16_t id)
{
	const struct pxt_template *template =
		pxt_templates_find(render->templates, id);
	char text[PXT_HOOK_ID_SIZE], why[64];

	if (!template) {
		snprintf(why, sizeof(why), "no template %s",
			 pxt_hook_id_text(id, text));
		fail(render, why);
		return;
	}
	if (render->subroutines == MOST_CALLS) {
		fail(render, "too many subroutines in subroutines");
		return;
	}
	push_call(render, false);
	render->subroutines++;
	know(render, template->slots);
	render->at = template->body;
}

static void call_function(struct pxt_render *render,
			  const struct pxt_insn *insn)
{
	if (render->functions == MOST_CALLS) {
		fail(render, "too many functions in functions");
		return;
	}
	push_call(render, true);
	render->variables = render->frame[++render->functions];
	render->known = 0;
	know(render, (uint32_t)insn->number);
	for (unsigned i = insn->size; i > 0; i--)
		render->variables[i - 1] = render->stack[--render->stacked];
	render->at = insn->at;
}

static void go_back(struct pxt_render *render)
{
	const struct call *call;

	if (!render->calls) {
		render->end = PXT_RENDER_DONE;
		return;
	}
	call = &render->call[--render->calls];
	render->at = call->back;
	render->loops = call->loops;
	if (call->is_function) {
		render->variables = render->frame[--render->functions];
		render->known = call->known;
	} else {
		render->subroutines--;
	}
}

static void begin_loop(struct pxt_render *render, const struct pxt_insn *insn)
{
	const int64_t turns = (int64_t)render->number;

	if (turns <= 0 || !render->turns_left) {
		render->at = insn->at;
		return;
	}
	render->turns_left--;
	render->turns[render->loops++] =
		turns < MOST_TURNS ? (uint32_t)turns : MOST_TURNS;
}

static void go_on_loop(struct pxt_render *render, const struct pxt_insn *insn)
{
	if (--render->turns[render->loops - 1] && render->turns_left) {
		render->turns_left--;
		render->at = insn->at;
	} else {
		render->loops--;
	}
}

/* The default template ends the event, whatever follows. */
static void use_default(struct pxt_render *render)
{
	const struct pxt_template *template =
		pxt_templates_find(render->templates, TEMPLATE_DEFAULT);

	if (!template || render->occurrence->hook.id == TEMPLATE_DEFAULT) {
		put_default(render);
		render->end = PXT_RENDER_DONE;
		return;
	}
	render->calls = render->loops = 0;
	render->functions = render->subroutines = 0;
	render->variables = render->frame[0];
	render->known = 0;
	know(render, template->slots);
	render->at = template->start;
}

/*
 * Expressions
 */

static void divide(struct pxt_render *render)
{
	const int64_t by = (int64_t)render->number;
	const uint64_t what = render->stack[--render->stacked];

	if (!by)
		fail(render, "division by zero");
	else if (by == -1)
		render->number = -what;
	else
		render->number = (uint64_t)((int64_t)what / by);
}

static int64_t near(uint64_t number)
{
	const int64_t value = (int64_t)number;

	return value > FAR ? FAR : value < -FAR ? -FAR : value;
}

/* A constant has the type of what it is compared with: in four bytes -1 is
 * FFFFFFFF. */
static bool is_number(const struct pxt_render *render,
		      const struct pxt_insn *insn)
{
	const int64_t number = (int64_t)insn->number;

	if (render->number == insn->number)
		return true;
	return insn->size == PXT_SIZE_WORD && render->hook->word == 4 &&
	       number >= INT32_MIN && number <= (int64_t)UINT32_MAX &&
	       (uint32_t)render->number == (uint32_t)number;
}

static bool is_text(const struct pxt_render *render,
		    const struct pxt_insn *insn)
{
	return render->text.len == insn->number &&
	       (!insn->number || !memcmp(render->texts + insn->at,
					 render->text.at, insn->number));
}

static void execute(struct pxt_render *render, const struct pxt_insn *insn)
{
	struct pxt_lines *lines = &render->lines;
	const unsigned size = insn->size;
	const uint64_t number = insn->number;

	switch ((enum pxt_op)insn->op) {
	case PXT_OP_TEXT:
		pxt_lines_put(lines, render->texts + insn->at, number);
		break;
	case PXT_OP_NEWLINE:
		pxt_lines_newline(lines);
		break;
	case PXT_OP_TAB:
		spend(render, lines->len - lines->start);
		pxt_lines_tab(lines);
		break;
	case PXT_OP_LEVEL:
		pxt_lines_level(lines, (uint8_t)size);
		break;
	case PXT_OP_BLANKS:
		pxt_lines_blanks(lines, number);
		break;

	case PXT_OP_GO:
		render->place = (int64_t)number;
		break;
	case PXT_OP_MOVE:
		render->place += (int64_t)number;
		break;
	case PXT_OP_GO_TO_WORD:
		render->place = (int64_t)number * render->hook->word * 8;
		break;

	case PXT_OP_READ_UNSIGNED:
		read_number(render, size, false);
		break;
	case PXT_OP_READ_SIGNED:
		read_number(render, size, true);
		break;
	case PXT_OP_READ_FLOAT:
		read_number(render, size, false);
		as_float(render, size);
		break;
	case PXT_OP_READ_BITS:
		read_bits(render, number);
		break;
	case PXT_OP_READ_HB:
		if (has_hook_word(render))
			render->number = render->hook->is_generic ?
						 variable_bytes(render->hook) :
						 0;
		break;
	case PXT_OP_READ_HT:
		if (has_hook_word(render))
			render->number = render->hook->type;
		break;
	case PXT_OP_READ_MACRO:
		if (!is_in_hook_word(size) || has_hook_word(render))
			render->number = get_macro(render, size);
		break;
	case PXT_OP_READ_DATA:
		read_data_word(render, size);
		break;
	case PXT_OP_READ_SLOT:
		render->number = render->variables[insn->at];
		break;
	case PXT_OP_CONSTANT:
		render->number = number;
		break;
	case PXT_OP_MASK:
		render->number &= number;
		break;
	case PXT_OP_KEEP_UNSIGNED:
		render->number =
			low_bits(render->number, 8 * real_size(render, size));
		break;
	case PXT_OP_KEEP_SIGNED:
		render->number =
			extend(render->number, real_size(render, size));
		break;
	case PXT_OP_KEEP_BITS:
		render->number = low_bits(render->number, number);
		break;
	case PXT_OP_AS_FLOAT:
		as_float(render, size);
		break;
	case PXT_OP_FROM_FLOAT:
		from_float(render);
		break;
	case PXT_OP_AS_OCTAL:
		render->number = as_octal(render->number);
		break;

	case PXT_OP_READ_TEXT:
		read_text(render, number);
		break;
	case PXT_OP_READ_COUNTED:
		read_counted(render, size);
		break;
	case PXT_OP_READ_TEXT_MACRO:
		read_text_macro(render, size);
		break;
	case PXT_OP_CUT_TEXT:
		if (render->text.len > number)
			render->text.len = number;
		break;
	case PXT_OP_AS_TEXT:
		as_text(render, size);
		break;

	case PXT_OP_PUT_HEX:
		pxt_lines_hex(lines, render->number,
			      2 * real_size(render, size));
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_HEX_BYTES:
		put_hex_bytes(render, number);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_BITS:
		put_bits(render, number);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_LONG_BITS:
		put_long_bits(render, number);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_SIGNED:
		put_signed(render);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_UNSIGNED:
		pxt_lines_decimal(lines, render->number);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_OCTAL:
		put_octal(render);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_FLOAT:
		put_float(render, size);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_ERROR:
		put_error(render);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_TIME:
		put_time(render);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_PROCESS:
		put_process(render);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_HT:
		pxt_lines_hex(lines, render->number,
			      render->hook->word == 4 ? 1 : 4);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_MACRO:
		put_macro(render);
		put_blank(render, insn->at);
		break;
	case PXT_OP_PUT_TEXT:
		if (size)
			put_field(render, number);
		else
			put_name(render, render->text);
		put_blank(render, insn->at);
		break;

	case PXT_OP_PUSH:
		render->stack[render->stacked++] = render->number;
		break;
	case PXT_OP_ADD:
		render->number += render->stack[--render->stacked];
		break;
	case PXT_OP_SUBTRACT:
		render->number =
			render->stack[--render->stacked] - render->number;
		break;
	case PXT_OP_MULTIPLY:
		render->number *= render->stack[--render->stacked];
		break;
	case PXT_OP_DIVIDE:
		divide(render);
		break;
	case PXT_OP_SET_SLOT:
		render->variables[insn->at] = render->number;
		break;
	case PXT_OP_SET_PLACE:
		render->place = near(render->number) * 8;
		break;
	case PXT_OP_SET_BASE:
		render->base = near(render->number);
		break;

	case PXT_OP_JUMP:
		render->at = insn->at;
		break;
	case PXT_OP_UNLESS_EQUAL:
		if (!is_number(render, insn))
			render->at = insn->at;
		break;
	case PXT_OP_UNLESS_TEXT:
		render->at =
			is_text(render, insn + 1) ? render->at + 1 : insn->at;
		break;
	case PXT_OP_UNLESS_ANY:
		if (!(render->number & number))
			render->at = insn->at;
		break;
	case PXT_OP_UNLESS_FIELD:
		render->at = (render->number & number) == insn[1].number ?
				     render->at + 1 :
				     insn->at;
		break;
	case PXT_OP_LOOP:
		begin_loop(render, insn);
		break;
	case PXT_OP_AGAIN:
		go_on_loop(render, insn);
		break;
	case PXT_OP_CALL:
		call_function(render, insn);
		break;
	case PXT_OP_SUBROUTINE:
		call_subroutine(render, (uint16_t)number);
		break;
	case PXT_OP_RETURN:
		go_back(render);
		break;

	case PXT_OP_START_TIMER:
		start_timer(render);
		break;
	case PXT_OP_END_TIMER:
		end_timer(render);
		break;
	case PXT_OP_BREAK:
		render->end = PXT_RENDER_DONE;
		break;
	case PXT_OP_SKIP:
		render->end = PXT_RENDER_SKIPPED;
		break;
	case PXT_OP_STOP:
		render->end = PXT_RENDER_STOPPED;
		break;
	case PXT_OP_DEFAULT:
		use_default(render);
		break;
	case PXT_OP_ERROR:
		put_error_line(render);
		break;

	case PXT_OP_READ_NAME:
	case PXT_OP_SET_NAME:
		break; /* the compiler leaves none behind */
	}
}

static void run(struct pxt_render *render)
{
	while (render->end == RUNNING) {
		const struct pxt_insn *insn = &render->code[render->at++];

		execute(render, insn);
		if (render->lines.is_cut && render->end == RUNNING)
			end_early(render);
		if (render->steps <= 1 && render->end == RUNNING)
			fail(render, "too much work");
		else
			render->steps--;
	}
}

/* Where the first code reads. */
static int64_t first_place(const struct pxt_hook *hook)
{
	if (hook->word == 4)
		return hook->is_generic ? 4 * 8 : 2 * 8;
	return 6 * 8;
}

static void begin(struct pxt_render *render,
		  const struct pxt_occurrence *occurrence)
{
	const struct pxt_code *code = pxt_templates_code(render->templates);

	render->code = code->insn;
	render->texts = code->text;
	render->occurrence = occurrence;
	render->hook = &occurrence->hook;
	render->end = RUNNING;
	render->steps = MOST_STEPS;
	render->turns_left = MOST_TURNS;
	render->place = first_place(render->hook);
	render->base = 0;
	render->stacked = render->loops = 0;
	render->calls = render->functions = render->subroutines = 0;
	render->variables = render->frame[0];
	render->known = 0;
}

static void run_without(struct pxt_render *render)
{
	pxt_lines_begin(&render->lines, 0);
	if (render->hook->id)
		put_undefined(render);
	else
		put_zero(render);
	render->end = PXT_RENDER_DONE;
}

enum pxt_render_end pxt_render(struct pxt_render *render,
			       const struct pxt_occurrence *occurrence,
			       const struct pxt_lines **lines)
{
	const struct pxt_template *template =
		pxt_templates_find(render->templates, occurrence->hook.id);

	begin(render, occurrence);
	if (!template)
		template = pxt_templates_find(render->templates,
					      TEMPLATE_UNDEFINED);
	if (template) {
		pxt_lines_begin(&render->lines, template->level);
		know(render, template->slots);
		render->at = template->start;
		run(render);
	} else {
		run_without(render);
	}
	if (render->end == PXT_RENDER_SKIPPED)
		pxt_lines_begin(&render->lines, 0);
	else if (render->lines.is_cut && render->end == PXT_RENDER_DONE)
		end_early(render);
	pxt_lines_end(&render->lines);
	*lines = &render->lines;
	return (enum pxt_render_end)render->end;
}
