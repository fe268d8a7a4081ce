/*
 * debug.c - functions and lines of a program or shared object
 */
#include "config.h"

#ifdef HAVE_LIBDW

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <limits.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/talk.h"
#include "event/debug.h"
#include "event/debug_search.h"

struct debug {
	char *path;
	void *id;
	size_t id_len;
	uint64_t start, end, base; /* address range at the first lookup */
	bool is_other;		   /* the path now names another file */
	Dwfl *dwfl;
	Dwfl_Module *module; /* the only one; NULL: unknown */
};

/* Files */

static bool is_same(Elf *elf, const struct debug *debug)
{
	const void *id;
	ssize_t len;

	if (!debug->id_len)
		return true;
	len = dwelf_elf_gnu_build_id(elf, &id);
	return len == (ssize_t)debug->id_len && !memcmp(id, debug->id, len);
}

/* The path comes from the log: it may lead anywhere, and opening a device may
 * have effects. */
static int open_regular(const char *path)
{
	struct stat st;
	int fd;

	if (*path != '/' || stat(path, &st) || !S_ISREG(st.st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int open_path(struct debug *debug, Elf **elf)
{
	int fd = open_regular(debug->path);

	if (fd < 0)
		return -1;
	*elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (*elf && is_same(*elf, debug))
		return fd;
	debug->is_other = true;
	elf_end(*elf);
	*elf = NULL;
	close(fd);
	return -1;
}

static int find_elf(Dwfl_Module *module, void **userdata, const char *name,
		    Dwarf_Addr base, char **file_name, Elf **elf)
{
	struct debug *debug = *userdata;
	int fd = open_path(debug, elf);

	/* The file with symbols is found by name. */
	if (fd >= 0)
		*file_name = strdup(debug->path);
	if (fd >= 0 || !debug->id_len)
		return fd;
	return dwfl_build_id_find_elf(module, userdata, name, base, file_name,
				      elf);
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = debug_search,
};

static Dwfl_Module *report(struct debug *debug)
{
	Dwfl_Module *module;
	void **userdata;

	dwfl_report_begin(debug->dwfl);
	module = dwfl_report_module(debug->dwfl, debug->path, debug->start,
				    debug->end);
	if (module && debug->id_len)
		dwfl_module_report_build_id(module, debug->id, debug->id_len,
					    0);
	if (module) {
		dwfl_module_info(module, &userdata, NULL, NULL, NULL, NULL,
				 NULL, NULL);
		*userdata = debug;
	}
	dwfl_report_end(debug->dwfl, NULL, NULL);
	return module;
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Tells once, whoever asks for the file. */
static void tell_other(const char *path)
{
	static void *told; /* a tree of tsearch() */
	char *copy;

	if (tfind(path, &told, compare_paths))
		return;
	copy = strdup(path);
	if (copy && !tsearch(copy, &told, compare_paths))
		free(copy);
	talk("%s: is another build than was traced: its functions and "
	     "lines are not shown",
	     path);
}

static void find_file(struct debug *debug)
{
	Dwarf_Addr bias;

	elf_version(EV_CURRENT);
	debug->dwfl = dwfl_begin(&callbacks);
	if (!debug->dwfl)
		return;
	debug->module = report(debug);
	if (!debug->module || dwfl_module_getelf(debug->module, &bias))
		return;
	debug->module = NULL;
	if (debug->is_other)
		tell_other(debug->path);
}

struct debug *debug_open(const struct posix_trace_module_np *module)
{
	struct debug *debug = malloc(sizeof(*debug));

	if (!debug)
		return NULL;
	*debug = (struct debug){
		.path = strdup(module->path),
		.id = malloc(module->build_id_len + 1),
		.id_len = module->build_id_len,
		.start = (uintptr_t)module->start,
		.end = (uintptr_t)module->end,
		.base = module->base,
	};
	if (!debug->path || !debug->id) {
		debug_close(debug);
		return NULL;
	}
	if (debug->id_len)
		memcpy(debug->id, module->build_id, debug->id_len);
	find_file(debug);
	return debug;
}

void debug_close(struct debug *debug)
{
	if (!debug)
		return;
	if (debug->dwfl)
		dwfl_end(debug->dwfl);
	free(debug->path);
	free(debug->id);
	free(debug);
}

bool debug_is_of(const struct debug *debug,
		 const struct posix_trace_module_np *module)
{
	return debug->id_len == module->build_id_len &&
	       (!debug->id_len ||
		!memcmp(debug->id, module->build_id, debug->id_len)) &&
	       !strcmp(debug->path, module->path);
}

/* Addresses */

static const char *base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Lines of included headers are rarely of interest: a line in <mutex> is the
 * same for every mutex. */
static bool is_of_library(const char *path)
{
	return begins(path, "/usr/include/") || begins(path, "/usr/lib/") ||
	       begins(path, "/rustc/") || strstr(path, "/include/c++/") ||
	       strstr(path, "/lib/rustlib/src/");
}

static bool is_inlined(Dwarf_Die *scope)
{
	return dwarf_tag(scope) == DW_TAG_inlined_subroutine;
}

static bool is_function(Dwarf_Die *scope)
{
	return is_inlined(scope) || dwarf_tag(scope) == DW_TAG_subprogram;
}

static bool get_number(Dwarf_Die *scope, unsigned what, Dwarf_Word *number)
{
	Dwarf_Attribute attribute;

	return dwarf_attr(scope, what, &attribute) &&
	       !dwarf_formudata(&attribute, number);
}

/* The path of the file of the frame's line; NULL: none. */
static const char *find_call(Dwarf_Die *unit, Dwarf_Die *scope, int *line)
{
	Dwarf_Word file, number;
	Dwarf_Files *files;
	size_t count;

	if (!get_number(scope, DW_AT_call_file, &file) ||
	    !get_number(scope, DW_AT_call_line, &number) || !number ||
	    number > INT_MAX || dwarf_getsrcfiles(unit, &files, &count) ||
	    file >= count)
		return NULL;
	*line = (int)number;
	return dwarf_filesrc(files, file, NULL, NULL);
}

static const char *find_symbol(Dwarf_Die *scope)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(
		dwarf_attr_integrate(scope, DW_AT_linkage_name, &attribute));
}

/* Scopes around an address, innermost first, including callers of inlined
 * functions. To be freed. */
static int get_scopes(Dwarf_Die *unit, uint64_t address, Dwarf_Die **scopes)
{
	Dwarf_Die *innermost = NULL;
	int count;

	*scopes = NULL;
	count = dwarf_getscopes(unit, address, &innermost);
	if (count > 0)
		count = dwarf_getscopes_die(innermost, scopes);
	free(innermost);
	return count;
}

/* posix_trace_event() is an inline function of <trace.h>: its caller is of
 * interest. */
static bool is_ours(Dwarf_Die *scope)
{
	const char *name = dwarf_diename(scope);

	return is_inlined(scope) && name &&
	       !strcmp(name, "__posix_trace_event");
}

/* A frame in the file at path. */
static void add_frame(struct debug_place *place, Dwarf_Die *scope,
		      const char *path, int line)
{
	struct debug_frame *frame = &place->frame[place->frames];

	if (place->frames == DEBUG_FRAMES || is_ours(scope))
		return;
	*frame = (struct debug_frame){
		.name = dwarf_diename(scope),
		.symbol = find_symbol(scope),
		.file = base_name(path),
		.line = line,
	};
	if (place->frames++ == place->shown && path && is_of_library(path))
		place->shown++;
}

/* path, line: of the innermost frame. */
static void find_frames(Dwarf_Die *unit, uint64_t address, const char *path,
			int line, struct debug_place *place)
{
	Dwarf_Die *scopes;
	int count;

	count = get_scopes(unit, address, &scopes);
	for (int i = 0; i < count; i++) {
		if (!is_function(&scopes[i]))
			continue;
		add_frame(place, &scopes[i], path, line);
		if (!is_inlined(&scopes[i]))
			break;
		path = find_call(unit, &scopes[i], &line);
	}
	free(scopes);
}

/* Compilers may leave out the table of units by address. */
static Dwarf_Die *find_unit(const struct debug *debug, uint64_t address,
			    Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(debug->module, address, bias);

	if (unit)
		return unit;
	do
		unit = dwfl_module_nextcu(debug->module, unit, bias);
	while (unit && dwarf_haspc(unit, address - *bias) <= 0);
	return unit;
}

/* The path of the file. NULL: line 0 has no source. */
static const char *find_line(Dwarf_Die *unit, uint64_t address, int *number)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, address);
	const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;

	return path && !dwarf_lineno(line, number) && *number > 0 ? path : NULL;
}

static void find_source(struct debug *debug, uint64_t address,
			struct debug_place *place)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = find_unit(debug, address, &bias);
	const char *path;
	int line;

	path = unit ? find_line(unit, address - bias, &line) : NULL;
	if (!path)
		return;
	find_frames(unit, address - bias, path, line, place);
	if (place->shown && place->shown == place->frames)
		place->shown--;
	if (!place->frames)
		place->frame[place->frames++] = (struct debug_frame){
			.file = base_name(path),
			.line = line,
		};
}

/* Fills in the debug information's name where the linker has none. */
static void complete_outermost(struct debug_place *place)
{
	struct debug_frame *outermost = &place->frame[place->frames - 1];

	if (!outermost->symbol || !outermost->name)
		outermost->symbol = place->symbol;
}

void debug_find(struct debug *debug, const struct posix_trace_module_np *module,
		uint64_t address, struct debug_place *place)
{
	GElf_Off offset = 0;
	GElf_Sym sym;

	*place = (struct debug_place){ 0 };
	if (!debug->module)
		return;
	address = address - module->base + debug->base;
	place->symbol = dwfl_module_addrinfo(debug->module, address, &offset,
					     &sym, NULL, NULL, NULL);
	place->offset = offset;
	find_source(debug, address, place);
	if (place->frames)
		complete_outermost(place);
}

void debug_find_variable(struct debug *debug,
			 const struct posix_trace_module_np *module,
			 uint64_t address, struct debug_place *place)
{
	const char *name;
	GElf_Off offset;
	GElf_Sym sym;

	*place = (struct debug_place){ 0 };
	if (!debug->module)
		return;
	address = address - module->base + debug->base;
	name = dwfl_module_addrinfo(debug->module, address, &offset, &sym, NULL,
				    NULL, NULL);
	if (!name || GELF_ST_TYPE(sym.st_info) != STT_OBJECT ||
	    offset >= sym.st_size)
		return;
	place->symbol = name;
	place->offset = offset;
}

#endif
