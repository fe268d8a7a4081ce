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

static const struct label no_variable = { 0, nothing };

#ifdef HAVE_LIBDW

enum {
	FILES = 64,	    /* that are open */
	SLOTS = 1 << 14,    /* a power of two */
	FULL = SLOTS / 2,
	NAME = 80,	    /* bytes shown of a name */
};

/* Of a program at a time: where an event came from, or where data lies. */
struct spot {
	unsigned origin;
	pid_t pid;
	uintptr_t address;
	bool is_data;
};

/* The texts lie behind it. */
struct known {
	struct spot spot;
	struct symbol symbol; /* of data, the function is the variable */
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
	if (*function && !*file && (found->offset || !found->is_data))
		snprintf(nearest, sizeof(nearest), "%s+0x%llx", function,
			 (unsigned long long)found->offset);
	else if (*function && !*file)
		snprintf(nearest, sizeof(nearest), "%s", function);

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

static void look(struct debug *file, const struct posix_trace_module_np *module,
		 const struct spot *spot, struct debug_place *place)
{
	if (spot->is_data)
		debug_find_variable(file, module, spot->address, place);
	else
		debug_find(file, module, spot->address, place);
}

/* NULL: this may be known later. */
static struct known *resolve(struct symbols *symbols, const struct spot *spot)
{
	struct posix_trace_module_np module;
	struct debug_place place = { 0 };
	struct debug *file;

	if (source_get_module(symbols->source, spot->origin, spot->pid,
			      (const void *)spot->address, &module)) {
		if (!source_is_complete(symbols->source))
			return NULL;
	} else {
		file = file_of(symbols, &module);
		if (file)
			look(file, &module, spot, &place);
	}
	return describe(symbols, &place);
}

static bool is_of(const struct known *known, const struct spot *spot)
{
	return known->spot.address == spot->address &&
	       known->spot.pid == spot->pid &&
	       known->spot.origin == spot->origin &&
	       known->spot.is_data == spot->is_data;
}

/* The slot where it is, or would be. */
static struct known **find(struct symbols *symbols, const struct spot *spot)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t hash = spot->address;
	size_t i;

	hash ^= (uint64_t)spot->pid << 40;
	hash ^= (uint64_t)spot->origin << 52;
	for (i = hash * odd >> 50; symbols->slot[i % SLOTS]; i++)
		if (is_of(symbols->slot[i % SLOTS], spot))
			break;
	return &symbols->slot[i % SLOTS];
}

static const struct symbol *look_up(struct symbols *symbols,
				    const struct spot *spot)
{
	struct known *known = *find(symbols, spot);

	if (known)
		return &known->symbol;
	known = resolve(symbols, spot);
	if (!known)
		return &unknown;
	known->spot = *spot;
	if (symbols->count == FULL)
		forget(symbols);
	*find(symbols, spot) = known;
	symbols->count++;
	return &known->symbol;
}

const struct symbol *symbols_of(struct symbols *symbols,
				const struct posix_trace_item_np *item)
{
	/* It returns behind the call, which may be another line's. */
	const struct spot call = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.address = (uintptr_t)item->info.posix_prog_address - 1,
	};

	if (!symbols || item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	    !item->info.posix_prog_address)
		return &unknown;
	return look_up(symbols, &call);
}

const struct label *symbols_variable(struct symbols *symbols, unsigned origin,
				     pid_t pid, unsigned long long address)
{
	const struct spot data = {
		.origin = origin,
		.pid = pid,
		.address = (uintptr_t)address,
		.is_data = true,
	};

	return symbols ? &look_up(symbols, &data)->nearest : &no_variable;
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

const struct label *symbols_variable(struct symbols *symbols, unsigned origin,
				     pid_t pid, unsigned long long address)
{
	(void)symbols;
	(void)origin;
	(void)pid;
	(void)address;
	return &no_variable;
}

#endif
