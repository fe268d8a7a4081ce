/* program_call.c - the program's call behind a call of a language's library */
#include "wrap/calls/program_call.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>

#include <trace.h>

#include "wrap/calls/cfi.h"
#include "wrap/calls/code_ranges.h"
#include "wrap/calls/next.h"

/* Glibc finds objects without a lock from 2.35 on. */
#if defined(__x86_64__) && defined(__LP64__) && defined(DLFO_EH_SEGMENT_TYPE)

enum { FRAMES_MAX = 64 };

/* Mangled names of operators, by the Itanium ABI of C++. */
static const char *const operators[] = {
	"_Znwm",
	"_Znam",
	"_ZdlPv",
	"_ZdaPv",
	"_ZdlPvm",
	"_ZdaPvm",
	"_ZnwmRKSt9nothrow_t",
	"_ZnamRKSt9nothrow_t",
	"_ZdlPvRKSt9nothrow_t",
	"_ZdaPvRKSt9nothrow_t",
	"_ZnwmSt11align_val_t",
	"_ZnamSt11align_val_t",
	"_ZdlPvSt11align_val_t",
	"_ZdaPvSt11align_val_t",
	"_ZdlPvmSt11align_val_t",
	"_ZdaPvmSt11align_val_t",
	"_ZnwmSt11align_val_tRKSt9nothrow_t",
	"_ZnamSt11align_val_tRKSt9nothrow_t",
	"_ZdlPvSt11align_val_tRKSt9nothrow_t",
	"_ZdaPvSt11align_val_tRKSt9nothrow_t",
};

enum { OPERATORS = sizeof(operators) / sizeof(*operators) };

/* The program's or its allocator's replacements of the operators. */
static struct wrap_code_range replaced[OPERATORS];
static size_t replaced_count;

static const char *const libraries[] = {
	"libc++.so.",	"libc++abi.so.", "libc.so.",
	"libgcc_s.so.", "libstdc++.so.",
};

enum { LIBRARIES = sizeof(libraries) / sizeof(*libraries) };

/* Libraries loaded at the beginning, including this one. They are never
 * unloaded. */
static struct wrap_cfi staying[LIBRARIES + 1];
static size_t staying_count;

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_library(const char *name)
{
	for (size_t i = 0; i < LIBRARIES; i++)
		if (!strncmp(name, libraries[i], strlen(libraries[i])))
			return true;
	return false;
}

static bool is_of_library(const struct dl_find_object *object)
{
	return is_library(base_of(object->dlfo_link_map->l_name));
}

static bool is_replaced(uintptr_t pc)
{
	for (size_t i = 0; i < replaced_count; i++)
		if (wrap_code_range_has(&replaced[i], (const void *)pc))
			return true;
	return false;
}

static bool find_object(uintptr_t pc, struct dl_find_object *object)
{
	return !_dl_find_object((void *)pc, object);
}

static struct wrap_cfi cfi_of(const struct dl_find_object *object)
{
	return (struct wrap_cfi){
		.table = object->dlfo_eh_frame,
		.start = object->dlfo_map_start,
		.end = object->dlfo_map_end,
	};
}

static const struct wrap_cfi *find_staying(uintptr_t pc)
{
	for (size_t i = 0; i < staying_count; i++)
		if (pc - (uintptr_t)staying[i].start <
		    (uintptr_t)(staying[i].end - staying[i].start))
			return &staying[i];
	return NULL;
}

/* A cache of ways, of objects that are never unloaded, indexed by address. A
 * reader that races with a writer gets a key that fits no way. */
enum { WAYS = 1024 };

static struct {
	_Atomic uint64_t key, way;
} way_cache[WAYS];

static uint64_t mix(uint64_t word)
{
	return word * UINT64_C(0x9e3779b97f4a7c15);
}

static wrap_cfi_way find_way(const struct wrap_cfi *cfi, uintptr_t pc)
{
	const size_t at = mix(pc) >> 32 & (WAYS - 1);
	wrap_cfi_way way =
		atomic_load_explicit(&way_cache[at].way, memory_order_relaxed);

	if (way &&
	    atomic_load_explicit(&way_cache[at].key, memory_order_relaxed) ==
		    (pc ^ mix(way)))
		return way;
	way = wrap_cfi_find(cfi, pc);
	atomic_store_explicit(&way_cache[at].key, pc ^ mix(way),
			      memory_order_relaxed);
	atomic_store_explicit(&way_cache[at].way, way, memory_order_relaxed);
	return way;
}

/* Returns the way out of an inside frame, or 0 if pc is outside. */
static wrap_cfi_way way_out(uintptr_t pc)
{
	const struct wrap_cfi *cfi = find_staying(pc - 1);
	struct dl_find_object object;
	struct wrap_cfi other;

	if (cfi)
		return find_way(cfi, pc);
	if (!find_object(pc - 1, &object) ||
	    !(is_replaced(pc - 1) || is_of_library(&object)))
		return 0;
	other = cfi_of(&object);
	return wrap_cfi_find(&other, pc);
}

/* Walks from this library's frames to the wrapped call's frame: a cancelled
 * thread has others in between. */
static bool find_wrapped_call(struct wrap_stack_frame *frame,
			      const void *caller)
{
	for (int i = 0; i < FRAMES_MAX; i++)
		if (frame->pc == (uintptr_t)caller)
			return true;
		else if (!wrap_code_range_has(&wrap_self,
					      (const void *)frame->pc) ||
			 !wrap_cfi_leave(way_out(frame->pc), frame))
			return false;
	return false;
}

/* Calls made by the dynamic linker have no caller in the program. */
static const void *find_program_call(struct wrap_stack_frame *frame,
				     const void *caller)
{
	for (int i = 0; i < FRAMES_MAX; i++) {
		const void *outside = (const void *)frame->pc;
		const wrap_cfi_way way = way_out(frame->pc);

		if (!way)
			return wrap_code_range_has(&wrap_linker, outside) ?
				       caller :
				       outside;
		if (!wrap_cfi_leave(way, frame))
			break;
	}
	return caller;
}

static bool is_traced(void)
{
	const unsigned long *streams =
		__atomic_load_n(&__posix_trace_home->__word, __ATOMIC_ACQUIRE);

	return !streams || __atomic_load_n(streams, __ATOMIC_RELAXED) & 0xffff;
}

__attribute__((noinline)) const void *wrap_program_call(const void *caller)
{
	const uintptr_t *here = __builtin_frame_address(0);
	struct wrap_stack_frame frame = {
		.pc = here[1],
		.sp = (uintptr_t)(here + 2),
		.fp = here[0],
	};

	if (!is_traced() || !way_out((uintptr_t)caller) ||
	    !find_wrapped_call(&frame, caller))
		return caller;
	return find_program_call(&frame, caller);
}

static bool add_replaced(const char *name)
{
	void *function = dlsym(RTLD_DEFAULT, name);
	struct dl_find_object object;
	void *entry = NULL;
	const ElfW(Sym) * symbol;
	Dl_info info;

	if (!function)
		return false;
	if (!find_object((uintptr_t)function, &object) ||
	    is_of_library(&object) ||
	    !dladdr1(function, &info, &entry, RTLD_DL_SYMENT) || !entry)
		return true;
	symbol = entry;
	replaced[replaced_count++] =
		(struct wrap_code_range){ (uintptr_t)function,
					  symbol->st_size };
	return true;
}

/* Programs without the first operator do not use C++. */
static void find_replaced(void)
{
	for (size_t i = 0; i < OPERATORS; i++)
		if (!add_replaced(operators[i]) && !i)
			break;
}

/* Names of the loaded libraries. */
struct loaded {
	char name[LIBRARIES][32];
	size_t count;
};

static int note_library(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct loaded *loaded = arg;
	const char *name = base_of(info->dlpi_name);

	(void)size;
	if (is_library(name) && loaded->count < LIBRARIES &&
	    strlen(name) < sizeof(loaded->name[0]))
		strcpy(loaded->name[loaded->count++], name);
	return 0;
}

static void add_staying(const void *inside)
{
	struct dl_find_object object;

	if (find_object((uintptr_t)inside, &object))
		staying[staying_count++] = cfi_of(&object);
}

/* Keeps a library from being unloaded. */
static void keep_library(const char *name)
{
	const struct link_map *object =
		NEXT(dlopen)(name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);

	if (object)
		add_staying(object->l_ld);
}

/* Operators in the program's own text make a look at the frames necessary;
 * without them a caller there is outside at once. */
void wrap_program_call_init(void)
{
	struct loaded loaded = { .count = 0 };

	find_replaced();
	for (size_t i = 0; i < replaced_count; i++)
		if (wrap_code_range_has(&wrap_program,
					(const void *)replaced[i].start))
			wrap_program.len = 0;
	add_staying(&wrap_self);
	dl_iterate_phdr(note_library, &loaded);
	for (size_t i = 0; i < loaded.count; i++)
		keep_library(loaded.name[i]);
	dlerror();
}

#else

void wrap_program_call_init(void)
{
}

const void *wrap_program_call(const void *caller)
{
	return caller;
}

#endif
