/*
 * symbols.c - which function, file and line an event came from
 *
 * What is found is kept as text in a table with open addressing, which is
 * emptied when it is full: so no log can make it larger, and files can be
 * closed as soon as there are too many.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "event/debug.h"
#include "event/symbols.h"

static char nothing[1];

static const struct symbol unknown = {
	{ 0, nothing }, { 0, nothing }, { 0, nothing }
};

#ifdef HAVE_LIBDW

enum {
	FILES = 64,	    /* that are open */
	SLOTS = 1 << 14,    /* a power of two */
	FULL = SLOTS / 2,
	NAME = 80,	    /* bytes shown of a name */
};

/* The texts lie behind it. */
struct known {
	unsigned origin;
	pid_t pid;
	const void *address;
	struct symbol symbol;
	char text[];
};

struct symbols {
	struct source *source;
	bool ascii;
	size_t files;
	struct debug *file[FILES];
	size_t count;
	struct known *slot[SLOTS];
};

bool symbols_are_there(void)
{
	return true;
}

struct symbols *symbols_create(struct source *source, bool ascii)
{
	struct symbols *symbols = calloc(1, sizeof(*symbols));

	if (symbols) {
		symbols->source = source;
		symbols->ascii = ascii;
	}
	return symbols;
}

static void forget(struct symbols *symbols)
{
	for (size_t i = 0; i < SLOTS; i++)
		free(symbols->slot[i]);
	memset(symbols->slot, 0, sizeof(symbols->slot));
	symbols->count = 0;
}

static void close_files(struct symbols *symbols)
{
	while (symbols->files)
		debug_close(symbols->file[--symbols->files]);
}

void symbols_close(struct symbols *symbols)
{
	if (!symbols)
		return;
	forget(symbols);
	close_files(symbols);
	free(symbols);
}

/* Processes that run the same program share it. */
static struct debug *file_of(struct symbols *symbols,
			     const struct posix_trace_module_np *module)
{
	struct debug *file;

	for (size_t i = 0; i < symbols->files; i++)
		if (debug_is_of(symbols->file[i], module))
			return symbols->file[i];
	file = debug_open(module);
	if (!file)
		return NULL;
	if (symbols->files == FILES)
		close_files(symbols);
	symbols->file[symbols->files++] = file;
	return file;
}

/* Names are whatever somebody has written into a file. */
static void tame(const struct symbols *symbols, char *dst, const char *name)
{
	text_tame(dst, NAME, name ? name : "");
	if (symbols->ascii)
		text_to_ascii(dst);
}

static struct label keep(char **at, const char *text)
{
	struct label label = { strlen(text), *at };

	memcpy(*at, text, label.len + 1);
	*at += label.len + 1;
	return label;
}

static struct known *describe(const struct symbols *symbols,
			      const struct debug_place *found)
{
	char function[NAME], file[NAME], place[NAME + 16] = "";
	char nearest[NAME + 32] = "";
	struct known *known;
	char *at;

	tame(symbols, function, found->function);
	tame(symbols, file, found->file);
	if (*file)
		snprintf(place, sizeof(place), "%s:%d", file, found->line);
	if (*function && !*file)
		snprintf(nearest, sizeof(nearest), "%s+0x%llx", function,
			 (unsigned long long)found->offset);

	known = malloc(sizeof(*known) + strlen(function) + strlen(place) +
		       strlen(nearest) + 3);
	if (!known)
		return NULL;
	at = known->text;
	known->symbol.function = keep(&at, function);
	known->symbol.place = keep(&at, place);
	known->symbol.nearest = *place ? known->symbol.place :
					 keep(&at, nearest);
	return known;
}

/* NULL: this may be known later. */
static struct known *resolve(struct symbols *symbols,
			     const struct posix_trace_item_np *item)
{
	/* It returns behind the call, which may be another line's. */
	const uintptr_t call = (uintptr_t)item->info.posix_prog_address - 1;
	struct posix_trace_module_np module;
	struct debug_place place = { 0 };
	struct debug *file;

	if (source_get_module(symbols->source, item->origin,
			      item->info.posix_pid, (const void *)call,
			      &module)) {
		if (!source_is_complete(symbols->source))
			return NULL;
	} else {
		file = file_of(symbols, &module);
		if (file)
			debug_find(file, &module, call, &place);
	}
	return describe(symbols, &place);
}

static bool is_of(const struct known *known,
		  const struct posix_trace_item_np *item)
{
	return known->address == item->info.posix_prog_address &&
	       known->pid == item->info.posix_pid &&
	       known->origin == item->origin;
}

/* The slot where it is, or would be. */
static struct known **find(struct symbols *symbols,
			   const struct posix_trace_item_np *item)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t hash = (uintptr_t)item->info.posix_prog_address;
	size_t i;

	hash ^= (uint64_t)item->info.posix_pid << 40;
	hash ^= (uint64_t)item->origin << 52;
	for (i = hash * odd >> 50; symbols->slot[i % SLOTS]; i++)
		if (is_of(symbols->slot[i % SLOTS], item))
			break;
	return &symbols->slot[i % SLOTS];
}

static const struct symbol *look_up(struct symbols *symbols,
				    const struct posix_trace_item_np *item)
{
	struct known *known = resolve(symbols, item);

	if (!known)
		return &unknown;
	known->origin = item->origin;
	known->pid = item->info.posix_pid;
	known->address = item->info.posix_prog_address;
	if (symbols->count == FULL)
		forget(symbols);
	*find(symbols, item) = known;
	symbols->count++;
	return &known->symbol;
}

const struct symbol *symbols_of(struct symbols *symbols,
				const struct posix_trace_item_np *item)
{
	struct known *known;

	if (!symbols || item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	    !item->info.posix_prog_address)
		return &unknown;
	known = *find(symbols, item);
	return known ? &known->symbol : look_up(symbols, item);
}

#else

bool symbols_are_there(void)
{
	return false;
}

struct symbols *symbols_create(struct source *source, bool ascii)
{
	(void)source;
	(void)ascii;
	return NULL;
}

void symbols_close(struct symbols *symbols)
{
	(void)symbols;
}

const struct symbol *symbols_of(struct symbols *symbols,
				const struct posix_trace_item_np *item)
{
	(void)symbols;
	(void)item;
	return &unknown;
}

#endif
