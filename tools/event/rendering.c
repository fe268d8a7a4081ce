/* rendering.c - items rendered by templates */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "common/text.h"
#include "event/comm.h"
#include "event/described_system.h"
#include "event/layout_mark.h"
#include "event/rendering.h"

enum { NS_PER_S = 1000000000 };

/* Facts about a type of event. */
struct type {
	bool is_asked, is_attached;
	struct pxt_attachment attachment;
	uint8_t word; /* bytes of a word; 0: as of the origin */
	char name[TRACE_EVENT_NAME_MAX + 1];
};

struct rendering {
	struct pxt_render_names names;
	struct source *source;
	const struct pxt_templates *templates;
	struct pxt_render *render;
	struct comm comm;
	unsigned origin;      /* origin of the current event */
	struct timespec when; /* time of the current event */
	unsigned sized;	      /* origin of word */
	uint8_t word;	      /* in bytes; 0: unknown */
	char process[LABELS_PROCESS + 1];
	struct type *type[LABELS_EVENTS];
	struct type other; /* a type without room in the table */
	uint8_t *entry;
	size_t room;
	uint64_t failures;
};

static const char *get_process(struct pxt_render_names *names, int64_t pid)
{
	struct rendering *rendering = (struct rendering *)names;
	const struct label label =
		pid > 0 && pid <= INT32_MAX ?
			comm_of(&rendering->comm, rendering->origin, (pid_t)pid,
				&rendering->when) :
			(struct label){ 0 };

	if (!label.len || label.len >= sizeof(rendering->process))
		return NULL;
	memcpy(rendering->process, label.text, label.len);
	rendering->process[label.len] = '\0';
	return rendering->process;
}

struct rendering *rendering_create(struct source *source,
				   const struct pxt_templates *templates)
{
	struct rendering *rendering = calloc(1, sizeof(*rendering));

	if (!rendering)
		return NULL;
	rendering->names.get_process = get_process;
	rendering->source = source;
	rendering->templates = templates;
	comm_init(&rendering->comm, source);
	if (pxt_render_open(&rendering->render, templates, &rendering->names)) {
		free(rendering);
		return NULL;
	}
	return rendering;
}

void rendering_close(struct rendering *rendering)
{
	if (!rendering)
		return;
	for (size_t i = 0; i < LABELS_EVENTS; i++)
		free(rendering->type[i]);
	pxt_render_close(rendering->render);
	free(rendering->entry);
	free(rendering);
}

static struct type *place(struct rendering *rendering, trace_event_id_t number)
{
	struct type *type;

	if (number >= LABELS_EVENTS) {
		rendering->other.is_asked = false;
		return &rendering->other;
	}
	type = rendering->type[number];
	if (!type)
		type = rendering->type[number] = calloc(1, sizeof(*type));
	return type ? type : &rendering->other;
}

/* True if the system's name begins with that word. */
static bool is_system(const char *system, const char *word)
{
	const size_t len = strlen(word);

	return !strncmp(system, word, len) && strchr(" ,", system[len]);
}

/* Templates of systems are for words of 32 or 64 bits only. */
static bool has_odd_word(uint8_t word)
{
	return word && word != 4 && word != 8;
}

static bool has_odd_words(const char *system)
{
	return strstr(system, " bits") && !strstr(system, "32 bits") &&
	       !strstr(system, "64 bits");
}

/* True if the source has events of a system. */
static bool has_system(const struct rendering *rendering, const char *word)
{
	struct source_origin origin;

	for (unsigned i = 0; !source_get_origin(rendering->source, i, &origin);
	     i++)
		if (is_system(origin.system, word) &&
		    !has_odd_words(origin.system))
			return true;
	return !*word;
}

/* Facts that an event's description tells. */
struct told {
	bool is_told;
	uint32_t mark;
	struct described_system system;
};

static void tell(struct told *told, const char *description)
{
	struct posix_trace_layout_np *layout = malloc(sizeof(*layout));

	told->is_told = true;
	told->mark = layout_mark(description);
	if (layout && !posix_trace_layout_parse_np(description, layout))
		told->system = described_system_of(layout);
	free(layout);
}

static struct told told_of(const struct rendering *rendering,
			   trace_event_id_t number)
{
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	struct told told = { .system.name = "" };

	if (!source_get_description(rendering->source, number, description,
				    sizeof(description)))
		tell(&told, description);
	return told;
}

static bool applies(const struct rendering *rendering,
		    const struct pxt_attachment *attachment,
		    const struct told *told)
{
	const bool is_described =
		*told->system.name &&
		!strcmp(told->system.name, attachment->system);

	if (is_described ? has_odd_word(told->system.word) :
			   !has_system(rendering, attachment->system))
		return false;
	return !attachment->has_layout ||
	       (told->is_told && told->mark == attachment->layout);
}

/* A recorder puts a number behind the name for a further layout, which is known
 * by the name alone in a capture. */
static bool find_numbered(const struct rendering *rendering, const char *name,
			  struct pxt_attachment *attachment)
{
	char bare[TRACE_EVENT_NAME_MAX + 1] = "";
	const char *colon = strrchr(name, ':');

	if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")])
		return false;
	memcpy(bare, name, (size_t)(colon - name));
	return pxt_templates_attached(rendering->templates, bare, attachment) &&
	       *attachment->system;
}

/* Names, systems and descriptions may come later. */
static const struct type *look_up(struct rendering *rendering,
				  trace_event_id_t number)
{
	struct type *type = place(rendering, number);
	struct told told = { .system.name = "" };

	if (type->is_asked)
		return type;
	type->is_asked =
		!source_get_name(rendering->source, number, type->name);
	if (!type->is_asked)
		type->name[0] = '\0';
	type->is_attached =
		pxt_templates_know(rendering->templates, type->name,
				   &type->attachment) ||
		find_numbered(rendering, type->name, &type->attachment);
	if (type->is_attached &&
	    (*type->attachment.system || type->attachment.has_layout)) {
		told = told_of(rendering, number);
		type->is_attached =
			applies(rendering, &type->attachment, &told);
		type->is_asked &= told.is_told || rendering->source->is_settled;
	}
	type->word = told.system.word;
	if (!type->is_attached) {
		memset(&type->attachment, 0, sizeof(type->attachment));
		type->attachment.id = PXT_TEMPLATE_UNDEFINED;
	}
	return type;
}

bool rendering_has(struct rendering *rendering, trace_event_id_t number)
{
	const struct type *type = look_up(rendering, number);

	return type->is_attached &&
	       pxt_templates_find(rendering->templates, type->attachment.id);
}

/* Without memory the entry is cut. */
static size_t make_room(struct rendering *rendering, size_t len)
{
	const size_t wanted = len + PXT_HOOK_EXTRA;

	if (!pxt_array_reserve(&rendering->entry, &rendering->room, wanted, 1))
		return len;
	return rendering->room > PXT_HOOK_EXTRA ?
		       rendering->room - PXT_HOOK_EXTRA :
		       0;
}

/* The word size of the recording system, if it is another one than this. */
static uint8_t word_of(struct rendering *rendering, unsigned number)
{
	struct source_origin origin;

	if (rendering->word && rendering->sized == number)
		return rendering->word;
	rendering->word = 0;
	rendering->sized = number;
	if (source_get_origin(rendering->source, number, &origin) ||
	    !*origin.system)
		return sizeof(long);
	if (!source_origin_is_other(&origin))
		rendering->word = sizeof(long);
	else if (strstr(origin.system, "64 bits"))
		rendering->word = 8;
	else if (strstr(origin.system, "32 bits"))
		rendering->word = 4;
	return rendering->word ? rendering->word : 4;
}

/* Data is in the byte order of this machine, whether recorded or imported. */
static void make_hook(struct rendering *rendering, struct pxt_hook *hook,
		      const struct type *type,
		      const struct posix_trace_item_np *item)
{
	static uint8_t spare[2 * PXT_HOOK_EXTRA];
	const struct pxt_machine_form form = {
		.word = type->word ? type->word :
				     word_of(rendering, item->origin),
		.is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};
	const size_t len = make_room(rendering, item->data_len);

	pxt_hook_make(hook, &type->attachment, form, item->data, len,
		      rendering->entry ? rendering->entry : spare);
}

/* The offset of an entry that ends with the data. */
static uint64_t entry_of(const struct pxt_hook *hook,
			 const struct posix_trace_item_np *item)
{
	return item->data_offset ?
		       item->data_offset + item->data_len - hook->len :
		       item->offset;
}

enum pxt_render_end rendering_put(struct rendering *rendering,
				  const struct posix_trace_item_np *item,
				  const struct pxt_lines **lines, uint16_t *id)
{
	const struct type *type = look_up(rendering, item->info.posix_event_id);
	struct pxt_occurrence occurrence = {
		.time = (uint64_t)item->info.posix_timestamp.tv_sec * NS_PER_S +
			(uint64_t)item->info.posix_timestamp.tv_nsec,
		.pid = item->info.posix_pid,
		.tid = (uint64_t)(item->tid ? item->tid : item->info.posix_pid),
		.event = *type->name ? type->name : NULL,
		.log = rendering->source->name,
		.log_offset = item->offset,
	};
	enum pxt_render_end end;

	rendering->origin = item->origin;
	rendering->when = item->info.posix_timestamp;
	make_hook(rendering, &occurrence.hook, type, item);
	occurrence.log_entry = entry_of(&occurrence.hook, item);
	if (id)
		*id = occurrence.hook.id;
	end = pxt_render(rendering->render, &occurrence, lines);
	rendering->failures += end == PXT_RENDER_FAILED;
	return end;
}

uint64_t rendering_failures(const struct rendering *rendering)
{
	return rendering->failures;
}

static size_t plain_bytes(const uint8_t *at, const uint8_t *end)
{
	const uint8_t *start = at;

	while (at < end && *at >= 0x20 && *at < 0x7f)
		at++;
	return (size_t)(at - start);
}

void rendering_put_line(struct out *out, bool ascii, const char *text,
			size_t len)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + len;

	while (at < end) {
		const size_t plain = plain_bytes(at, end);
		uint32_t code;
		size_t step;

		out_bytes(out, at, plain);
		at += plain;
		if (at == end)
			return;
		step = pxt_utf8_take(at, end, &code);
		if (step && !ascii && text_is_plain(code))
			out_bytes(out, at, step);
		else
			out_text(out, "?");
		at += step ? step : 1;
	}
}
