/*
 * symbols.c - the function, file and line of an event
 *
 * Results are cached as text in a map, which is emptied when full: so it is bounded
 * for any log, and files can be closed when there are too many.
 */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "common/stamp.h"
#include "common/text.h"
#include "event/debug.h"
#include "event/demangle.h"
#include "event/symbols.h"
#include "source/ctf/meanings.h"
#include "source/programs.h"

static char nothing[1];

#define NO_LABEL           \
	{                  \
		0, nothing \
	}

static const struct symbol unknown = {
	.shown = { NO_LABEL, NO_LABEL, NO_LABEL },
	.nearest = NO_LABEL,
};

static const struct label no_name = NO_LABEL;

#ifdef HAVE_LIBDW

enum {
	FILES = 64,	   /* limit of open files */
	FULL = 1 << 13,	   /* limit of cached symbols */
	NAME = 80,	   /* bytes of a name for people */
	WHOLE_NAME = 1024, /* bytes of a cached name */
};

/* Uses of an address of a program. */
enum use {
	CALL,	  /* the last byte of a call */
	FUNCTION, /* first instruction of it */
	VARIABLE,
};

/* An address of a program, and the time of it. */
struct spot {
	unsigned origin;
	pid_t pid;
	uintptr_t address;
	enum use use;
	uint64_t era; /* see source_get_era() */
	const struct timespec *when;
};

/* Members of a spot that tell it from others, without holes. */
struct spot_key {
	uint64_t address, era;
	uint32_t origin, pid;
	uint64_t use;
};

struct known {
	struct spot spot;
	struct symbol symbol; /* a variable is in place of a function */
};

struct symbols {
	struct source *source;
	bool ascii;
	size_t files;
	struct debug *file[FILES];
	struct known *latest;	/* the symbol asked for before; or NULL */
	struct pxt_map numbers; /* + 1, by key */
	size_t count;
	struct known *known[FULL];
	uint8_t seen[LABELS_EVENTS]; /* uses of addresses, by type */
};

/* libdw is of one thread at a time. */
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;

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

static void free_label(const struct label *label)
{
	if (label->text != nothing)
		free(label->text);
}

static void free_frame(const struct symbol_frame *frame)
{
	free_label(&frame->function);
	free_label(&frame->mangled);
	free_label(&frame->place);
}

static void free_symbol(struct known *known)
{
	if (!known)
		return;
	free_frame(&known->symbol.shown);
	free_label(&known->symbol.nearest);
	for (unsigned i = 0; i < known->symbol.frames; i++)
		free_frame(&known->symbol.frame[i]);
	free(known->symbol.frame);
	free(known);
}

static void forget(struct symbols *symbols)
{
	while (symbols->count)
		free_symbol(symbols->known[--symbols->count]);
	pxt_map_fini(&symbols->numbers);
	symbols->latest = NULL;
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
	pthread_mutex_lock(&files_lock);
	close_files(symbols);
	pthread_mutex_unlock(&files_lock);
	free(symbols);
}

/* Processes that run the same program share its file. */
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

/* Names come from untrusted files. Without memory they are empty. */
static struct label keep(const struct symbols *symbols, const char *text)
{
	const size_t size = text ? strlen(text) + 1 : 1;
	struct label label = NO_LABEL;

	if (size == 1)
		return label;
	label.text = malloc(size);
	if (!label.text)
		return (struct label)NO_LABEL;
	label.len = text_tame(label.text, size, text);
	if (symbols->ascii)
		text_to_ascii(label.text);
	return label;
}

static void keep_names(const struct symbols *symbols,
		       const struct debug_frame *found,
		       struct symbol_frame *frame)
{
	char name[WHOLE_NAME];
	const bool mangled =
		found->symbol && demangle(found->symbol, name, sizeof(name));

	frame->mangled = keep(symbols, mangled ? found->symbol : NULL);
	frame->function = keep(symbols, mangled	    ? name :
					found->name ? found->name :
						      found->symbol);
}

static struct symbol_frame keep_frame(const struct symbols *symbols,
				      const struct debug_frame *found)
{
	struct symbol_frame frame = { .place = NO_LABEL };
	char file[NAME], place[NAME + 16];

	keep_names(symbols, found, &frame);
	if (!found->file)
		return frame;
	text_tame(file, sizeof(file), found->file);
	snprintf(place, sizeof(place), "%s:%d", file, found->line);
	frame.place = keep(symbols, place);
	return frame;
}

/* The address of a call lies behind the start of its function; others may be
 * the start. */
static struct label keep_nearest(const struct symbols *symbols,
				 const struct symbol *symbol, uint64_t offset,
				 enum use use)
{
	char nearest[NAME + 32];
	size_t len;

	if (symbol->shown.place.len)
		return keep(symbols, symbol->shown.place.text);
	if (!symbol->shown.function.len)
		return (struct label)NO_LABEL;
	len = text_tame(nearest, NAME, symbol->shown.function.text);
	if (offset || use == CALL)
		snprintf(nearest + len, sizeof(nearest) - len, "+0x%llx",
			 (unsigned long long)offset);
	return keep(symbols, nearest);
}

static void keep_inlined(const struct symbols *symbols,
			 const struct debug_place *found, struct symbol *symbol)
{
	struct symbol_frame *frame;

	if (found->frames < 2)
		return;
	frame = calloc(found->frames, sizeof(*frame));
	if (!frame)
		return;
	for (unsigned i = 0; i < found->frames; i++)
		frame[i] = keep_frame(symbols, &found->frame[i]);
	symbol->frames = found->frames;
	symbol->frame = frame;
}

static struct known *describe(const struct symbols *symbols,
			      const struct debug_place *found, enum use use)
{
	const struct debug_frame bare = { .symbol = found->symbol };
	const unsigned shown =
		use == FUNCTION ? found->frames - 1 : found->shown;
	struct known *known = calloc(1, sizeof(*known));
	struct symbol *symbol;

	if (!known)
		return NULL;
	symbol = &known->symbol;
	symbol->shown = keep_frame(
		symbols, found->frames ? &found->frame[shown] : &bare);
	symbol->nearest = keep_nearest(symbols, symbol, found->offset, use);
	keep_inlined(symbols, found, symbol);
	return known;
}

static void look(struct debug *file, const struct posix_trace_module_np *module,
		 const struct spot *spot, struct debug_place *place)
{
	if (spot->use == VARIABLE)
		debug_find_variable(file, module, spot->address, place);
	else
		debug_find(file, module, spot->address, place);
}

/* "libjobs.so+0x1119", for a function that no file names. */
static void name_by_module(const struct symbols *symbols,
			   const struct posix_trace_module_np *module,
			   const struct spot *spot, struct known *known)
{
	const char *slash = strrchr(module->path, '/');
	char name[NAME + 32];
	size_t len;

	if (!known || spot->use != FUNCTION ||
	    known->symbol.shown.function.len || !*module->path)
		return;
	len = text_tame(name, NAME, slash ? slash + 1 : module->path);
	snprintf(name + len, sizeof(name) - len, "+0x%llx",
		 (unsigned long long)spot->address - module->base);
	free_label(&known->symbol.nearest);
	known->symbol.nearest = keep(symbols, name);
}

static struct known *describe_in(struct symbols *symbols,
				 const struct posix_trace_module_np *module,
				 const struct spot *spot)
{
	struct debug_place place = { 0 };
	struct debug *file;
	struct known *known;

	pthread_mutex_lock(&files_lock);
	file = file_of(symbols, module);
	if (file)
		look(file, module, spot, &place);
	known = describe(symbols, &place, spot->use);
	pthread_mutex_unlock(&files_lock);
	name_by_module(symbols, module, spot, known);
	return known;
}

/* NULL: not known yet. */
static struct known *resolve(struct symbols *symbols, const struct spot *spot)
{
	const struct debug_place unknown_place = { 0 };
	struct posix_trace_module_np module;

	if (!source_get_module(symbols->source, spot->origin, spot->pid,
			       (const void *)spot->address, spot->when,
			       &module))
		return describe_in(symbols, &module, spot);
	return source_is_complete(symbols->source) ?
		       describe(symbols, &unknown_place, spot->use) :
		       NULL;
}

static bool is_of(const struct known *known, const struct spot *spot)
{
	return known->spot.address == spot->address &&
	       known->spot.pid == spot->pid &&
	       known->spot.origin == spot->origin &&
	       known->spot.use == spot->use && known->spot.era == spot->era;
}

static struct spot_key key_of(const struct spot *spot)
{
	return (struct spot_key){
		.address = spot->address,
		.era = spot->era,
		.origin = spot->origin,
		.pid = (uint32_t)spot->pid,
		.use = spot->use,
	};
}

static struct known *find_known(struct symbols *symbols,
				const struct spot *spot)
{
	const struct spot_key key = key_of(spot);
	struct known *known = symbols->latest;
	size_t number;

	if (known && is_of(known, spot))
		return known;
	number = pxt_map_get(&symbols->numbers, &key, sizeof(key));
	if (!number)
		return NULL;
	return symbols->latest = symbols->known[number - 1];
}

static int keep_known(struct symbols *symbols, struct known *known)
{
	const struct spot_key key = key_of(&known->spot);
	size_t *number;

	if (symbols->count == FULL)
		forget(symbols);
	number = pxt_map_at(&symbols->numbers, &key, sizeof(key));
	if (!number)
		return ENOMEM;
	symbols->known[symbols->count++] = known;
	*number = symbols->count;
	return 0;
}

static const struct symbol *look_up(struct symbols *symbols,
				    const struct spot *spot)
{
	struct known *known = find_known(symbols, spot);

	if (known)
		return &known->symbol;
	known = resolve(symbols, spot);
	if (!known)
		return &unknown;
	known->spot = *spot;
	known->spot.when = NULL;
	if (keep_known(symbols, known)) {
		free_symbol(known);
		return &unknown;
	}
	return &known->symbol;
}

/* Events of most types have the return address of a call. */
static enum use use_of(struct symbols *symbols, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	enum use use = CALL;

	if (type < LABELS_EVENTS && symbols->seen[type])
		return (enum use)(symbols->seen[type] - 1);
	if (!source_get_name(symbols->source, type, name) &&
	    ctf_meaning_is_function(name))
		use = FUNCTION;
	if (type < LABELS_EVENTS)
		symbols->seen[type] = (uint8_t)(use + 1);
	return use;
}

const struct symbol *symbols_of(struct symbols *symbols,
				const struct posix_trace_item_np *item)
{
	const struct posix_trace_event_info *info = &item->info;
	struct spot spot = {
		.origin = item->origin,
		.pid = info->posix_pid,
		.address = (uintptr_t)info->posix_prog_address,
		.when = &info->posix_timestamp,
	};

	/* A log's modules are those of the last program. */
	if (!symbols || item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
	    !spot.address ||
	    !programs_is_last(symbols->source, item->origin, spot.pid,
			      spot.when))
		return &unknown;
	spot.use = use_of(symbols, info->posix_event_id);
	/* A return address may belong to the next line. */
	spot.address -= spot.use == CALL;
	spot.era = source_get_era(symbols->source, spot.origin, spot.pid,
				  spot.when);
	return look_up(symbols, &spot);
}

/* NULL: at any time. */
static const struct symbol *look_up_object(struct symbols *symbols,
					   enum use use,
					   const struct symbols_object *object)
{
	const struct timespec never = stamp_time(INT64_MAX);
	const struct timespec *when = object->when ? object->when : &never;
	const struct spot spot = {
		.origin = object->origin,
		.pid = object->pid,
		.address = (uintptr_t)object->address,
		.use = use,
		.era = source_get_era(symbols->source, object->origin,
				      object->pid, when),
		.when = when,
	};

	return look_up(symbols, &spot);
}

const struct label *symbols_variable(struct symbols *symbols,
				     const struct symbols_object *object)
{
	return symbols ? &look_up_object(symbols, VARIABLE, object)->nearest :
			 &no_name;
}

const struct label *symbols_function(struct symbols *symbols,
				     const struct symbols_object *object)
{
	const struct symbol *symbol;

	if (!symbols)
		return &no_name;
	symbol = look_up_object(symbols, FUNCTION, object);
	return symbol->shown.function.len ? &symbol->shown.function :
					    &symbol->nearest;
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

const struct label *symbols_variable(struct symbols *symbols,
				     const struct symbols_object *object)
{
	(void)symbols;
	(void)object;
	return &no_name;
}

const struct label *symbols_function(struct symbols *symbols,
				     const struct symbols_object *object)
{
	(void)symbols;
	(void)object;
	return &no_name;
}

#endif
