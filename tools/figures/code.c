/*
 * code.c - names of code addresses in tables
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "common/stamp.h"
#include "common/text.h"
#include "figures/code.h"
#include "source/programs.h"

static struct timespec time_of(const struct code *code)
{
	return stamp_time(code->when_ns ? code->when_ns : INT64_MAX);
}

static const struct symbol *symbol_of(struct symbols *symbols,
				      const struct code *code)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.origin = code->origin,
		.info.posix_event_id = code->type,
		.info.posix_pid = code->pid,
		.info.posix_prog_address = (void *)(uintptr_t)code->address,
		.info.posix_timestamp = time_of(code),
	};

	return symbols_of(symbols, &item);
}

/* "sort+0xae4d", or the address. */
static void name_bare(struct source *source, const struct code *code,
		      char name[CODE_TEXT])
{
	const void *at = (const void *)(uintptr_t)code->address;
	const struct timespec ran = time_of(code);
	struct posix_trace_module_np module;
	char file[CODE_TEXT / 2];

	snprintf(name, CODE_TEXT, "0x%" PRIx64, code->address);
	if (!programs_is_last(source, code->origin, code->pid, &ran) ||
	    source_get_module(source, code->origin, code->pid, at, &ran,
			      &module) ||
	    !*module.path)
		return;
	text_tame(file, sizeof(file), basename(module.path));
	snprintf(name, CODE_TEXT, "%s+0x%" PRIx64, file,
		 code->address - (uint64_t)module.base);
}

void code_name(struct source *source, struct symbols *symbols,
	       const struct code *code, char name[CODE_TEXT])
{
	const char *nearest = symbol_of(symbols, code)->nearest.text;

	if (*nearest)
		snprintf(name, CODE_TEXT, "%s", nearest);
	else
		name_bare(source, code, name);
}

int code_first(struct pxt_map *places, const struct figures *figures,
	       struct symbols *symbols, const struct key *owner,
	       const struct code *code, uint32_t number, uint32_t *first)
{
	char key[sizeof(*owner) + CODE_TEXT];
	size_t *value;

	memcpy(key, owner, sizeof(*owner));
	code_name(figures->source, symbols, code, key + sizeof(*owner));
	value = pxt_map_at(places, key,
			   sizeof(*owner) + strlen(key + sizeof(*owner)));
	if (!value)
		return ENOMEM;
	if (!*value)
		*value = (size_t)number + 1;
	*first = (uint32_t)(*value - 1);
	return 0;
}

void code_add_columns(struct figures_table *made, const char *title,
		      bool for_people)
{
	figures_add_column(made, title, "address", !for_people);
	if (for_people)
		return;
	figures_add_column(made, "", "function", false);
	figures_add_column(made, "", "place", false);
}

void code_put(const struct figures *figures, struct symbols *symbols,
	      const struct code *code, struct table *table, bool for_people)
{
	const struct symbol_frame *shown;
	char name[CODE_TEXT];

	if (for_people) {
		code_name(figures->source, symbols, code, name);
		table_text(table, name, name);
		return;
	}
	shown = &symbol_of(symbols, code)->shown;
	table_number(table, code->address, NULL);
	table_text(table, shown->function.text, shown->function.text);
	table_text(table, shown->place.text, shown->place.text);
}

void code_add_last_column(struct figures_table *made, bool for_people)
{
	if (!for_people)
		figures_add_column(made, "", "mangled", false);
}

void code_put_last(struct symbols *symbols, const struct code *code,
		   struct table *table, bool for_people)
{
	const char *mangled;

	if (for_people)
		return;
	mangled = symbol_of(symbols, code)->shown.mangled.text;
	table_text(table, mangled, mangled);
}
