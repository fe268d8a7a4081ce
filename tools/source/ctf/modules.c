/*
 * modules.c - the programs and shared objects of processes in a CTF trace
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "source/ctf/modules.h"

enum {
	MOST = 4096,		/* modules of a process */
	MOST_BYTES = 64 << 20,	/* limit for all paths */
	MOST_IMAGES = 64 << 10, /* processes */
};

#define STILL_THERE INT64_MAX
#define NOW (UINT64_C(1) << 31) /* of eras up to the present */

struct module {
	uint64_t start, end;
	int64_t gone; /* time, or STILL_THERE */
	char *path;
	uint8_t id[CTF_MODULE_ID_MOST];
	uint8_t id_len;
	bool awaits_id; /* build ID exists, and is not known */
	bool is_linked;
	bool is_told; /* the last dump, or a later event, has it */
};

struct ctf_image {
	struct module *module;
	size_t count, room;
	int64_t *end; /* times at which modules went, in order */
	size_t ends, ends_room;
	uint32_t changes; /* modules that went, or came back */
	int64_t changed;  /* time of the last such change */
	int64_t dump;	  /* time at which the last dump began */
	bool has_dump;
};

static void free_image(struct ctf_image *image)
{
	for (size_t i = 0; i < image->count; i++)
		free(image->module[i].path);
	free(image->module);
	free(image->end);
}

void ctf_modules_fini(struct ctf_modules *modules)
{
	for (size_t i = 0; i < modules->count; i++)
		free_image(&modules->image[i]);
	free(modules->image);
	pxt_map_fini(&modules->index);
	*modules = (struct ctf_modules){ 0 };
}

/* Processes */

static struct ctf_image *find_image(const struct ctf_modules *modules,
				    pid_t pid)
{
	const size_t at = pxt_map_get_number(&modules->index, (uint32_t)pid);

	return at ? &modules->image[at - 1] : NULL;
}

/* NULL: no memory, or too many processes. */
static struct ctf_image *make_image(struct ctf_modules *modules, pid_t pid)
{
	struct ctf_image *known = find_image(modules, pid);
	size_t *at = NULL;

	if (known)
		return known;
	if (modules->count < MOST_IMAGES &&
	    !pxt_array_reserve(&modules->image, &modules->room,
			       modules->count + 1, sizeof(*modules->image)))
		at = pxt_map_at_number(&modules->index, (uint32_t)pid);
	if (!at) {
		modules->is_full = true;
		return NULL;
	}
	modules->image[modules->count] = (struct ctf_image){ 0 };
	*at = ++modules->count;
	return &modules->image[*at - 1];
}

/* Ends */

/* Number of ends before a time. */
static size_t count_ends(const struct ctf_image *image, int64_t ns)
{
	size_t low = 0, high = image->ends;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (image->end[middle] < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void note_change(struct ctf_image *image, int64_t ns)
{
	image->changes++;
	if (ns > image->changed)
		image->changed = ns;
}

/* A module whose end cannot be kept stays. */
static void end_module(struct ctf_image *image, struct module *module,
		       int64_t ns)
{
	const size_t at = count_ends(image, ns);

	if (pxt_array_reserve(&image->end, &image->ends_room, image->ends + 1,
			      sizeof(*image->end)))
		return;
	memmove(&image->end[at + 1], &image->end[at],
		(image->ends - at) * sizeof(*image->end));
	image->end[at] = ns;
	image->ends++;
	module->gone = ns;
	note_change(image, ns);
}

static void revive(struct ctf_image *image, struct module *module, int64_t ns)
{
	const size_t at = count_ends(image, module->gone);

	image->ends--;
	memmove(&image->end[at], &image->end[at + 1],
		(image->ends - at) * sizeof(*image->end));
	module->gone = STILL_THERE;
	note_change(image, ns);
}

/* Modules */

static bool overlap(const struct module *a, const struct module *b)
{
	return a->start < b->end && b->start < a->end;
}

static bool are_same(const struct module *a, const struct module *b)
{
	return a->start == b->start && a->end == b->end &&
	       a->is_linked == b->is_linked && a->awaits_id == b->awaits_id &&
	       a->id_len == b->id_len && !memcmp(a->id, b->id, a->id_len) &&
	       !strcmp(a->path, b->path);
}

static void drop_last(struct ctf_modules *modules, struct ctf_image *image)
{
	struct module *last = &image->module[--image->count];

	modules->bytes -= strlen(last->path) + 1;
	free(last->path);
}

/* The last module may be the one that was in its place before: loaded again, or
 * told of again. Others there are gone. */
static void settle(struct ctf_modules *modules, struct ctf_image *image,
		   int64_t ns)
{
	struct module *last = &image->module[image->count - 1];
	struct module *before = NULL;

	if (last->awaits_id)
		return;
	for (size_t i = 0; i + 1 < image->count; i++) {
		struct module *module = &image->module[i];

		if (!overlap(module, last))
			continue;
		if (!before || module->gone >= before->gone)
			before = module;
		if (module->gone == STILL_THERE && !are_same(module, last))
			end_module(image, module, ns);
	}
	if (!before || !are_same(before, last))
		return;
	if (before->gone != STILL_THERE)
		revive(image, before, ns);
	before->is_told = true;
	drop_last(modules, image);
}

static bool has_room(struct ctf_modules *modules, const struct ctf_image *image,
		     const char *path)
{
	const bool has = image->count < MOST && strlen(path) < PATH_MAX &&
			 modules->bytes + strlen(path) < MOST_BYTES;

	modules->is_full |= !has;
	return has;
}

/* The system's own page for calls has no size, and no path. */
static void add(struct ctf_modules *modules, struct ctf_image *image,
		const struct ctf_frame_module *frame, const char *path)
{
	struct module module = {
		.start = frame->start,
		.end = frame->start + frame->size,
		.gone = STILL_THERE,
		.awaits_id = frame->has_id,
		.is_linked = frame->is_linked,
		.is_told = true,
	};

	if (!path || *path != '/' || module.end <= module.start ||
	    !has_room(modules, image, path) ||
	    pxt_array_reserve(&image->module, &image->room, image->count + 1,
			      sizeof(module)))
		return;
	module.path = strdup(path);
	if (!module.path)
		return;
	modules->bytes += strlen(path) + 1;
	image->module[image->count++] = module;
	settle(modules, image, (int64_t)frame->time);
}

static void set_id(struct ctf_modules *modules, struct ctf_image *image,
		   const struct ctf_frame_module *frame)
{
	struct module *module = NULL;

	for (size_t i = image->count; i-- && !module;)
		if (image->module[i].start == frame->start &&
		    image->module[i].awaits_id)
			module = &image->module[i];
	if (!module || !frame->id_len || frame->id_len > CTF_MODULE_ID_MOST)
		return;
	memcpy(module->id, frame->id, frame->id_len);
	module->id_len = frame->id_len;
	module->awaits_id = false;
	if (module == &image->module[image->count - 1])
		settle(modules, image, (int64_t)frame->time);
}

static void unload(struct ctf_image *image,
		   const struct ctf_frame_module *frame)
{
	for (size_t i = image->count; i--;)
		if (image->module[i].start == frame->start &&
		    image->module[i].gone == STILL_THERE)
			end_module(image, &image->module[i],
				   (int64_t)frame->time);
}

/* A process has a dump for each session that begins, and for each program that
 * it executes. */
static void begin_dump(struct ctf_image *image,
		       const struct ctf_frame_module *frame)
{
	image->has_dump = true;
	image->dump = (int64_t)frame->time;
	for (size_t i = 0; i < image->count; i++)
		image->module[i].is_told = false;
}

static void end_dump(struct ctf_image *image)
{
	for (size_t i = 0; i < image->count && image->has_dump; i++)
		if (image->module[i].gone == STILL_THERE &&
		    !image->module[i].is_told)
			end_module(image, &image->module[i], image->dump);
	image->has_dump = false;
}

void ctf_modules_put(struct ctf_modules *modules,
		     const struct ctf_frame_module *frame, const char *path)
{
	struct ctf_image *image = frame->pid > 0 && frame->time < INT64_MAX ?
					  make_image(modules, frame->pid) :
					  NULL;

	if (!image)
		return;
	switch (frame->event) {
	case CTF_MODULE_DUMP:
		begin_dump(image, frame);
		break;
	case CTF_MODULE_DUMPED:
		end_dump(image);
		break;
	case CTF_MODULE_IS_THERE:
		add(modules, image, frame, path);
		break;
	case CTF_MODULE_ID:
		set_id(modules, image, frame);
		break;
	case CTF_MODULE_UNLOAD:
		unload(image, frame);
		break;
	}
}

/* Readers */

static void give(const struct module *from,
		 struct posix_trace_module_np *module)
{
	*module = (struct posix_trace_module_np){
		.start = (const void *)(uintptr_t)from->start,
		.end = (const void *)(uintptr_t)from->end,
		.base = from->is_linked ? 0 : from->start,
		.path = from->path,
		.build_id = from->id_len ? from->id : NULL,
		.build_id_len = from->id_len,
	};
}

static bool holds(const struct module *module, uint64_t address)
{
	return module->start <= address && address < module->end;
}

/* The one that went first of those that were not gone yet. */
static const struct module *find_at(const struct ctf_image *image,
				    uint64_t address, int64_t ns)
{
	const struct module *found = NULL;

	for (size_t i = 0; i < image->count; i++)
		if (holds(&image->module[i], address) &&
		    image->module[i].gone >= ns &&
		    (!found || image->module[i].gone < found->gone))
			found = &image->module[i];
	return found;
}

static const struct module *find_only(const struct ctf_image *image,
				      uint64_t address)
{
	const struct module *found = NULL;

	for (size_t i = 0; i < image->count; i++) {
		if (!holds(&image->module[i], address))
			continue;
		if (found && !are_same(found, &image->module[i]))
			return NULL;
		found = &image->module[i];
	}
	return found;
}

int ctf_modules_find(const struct ctf_modules *modules, pid_t pid,
		     uint64_t address, int64_t ns,
		     struct posix_trace_module_np *module)
{
	const struct ctf_image *image = find_image(modules, pid);
	const struct module *found;

	if (!image)
		return ESRCH;
	found = ns == CTF_ANY_TIME ? find_only(image, address) :
				     find_at(image, address, ns);
	if (!found || found->awaits_id)
		return ESRCH;
	give(found, module);
	return 0;
}

int ctf_modules_find_now(const struct ctf_modules *modules, pid_t pid,
			 uint64_t address, int64_t ns,
			 struct posix_trace_module_np *module)
{
	const struct ctf_image *image = find_image(modules, pid);

	if (!image || image->has_dump || ns == CTF_ANY_TIME ||
	    ns <= image->changed)
		return ESRCH;
	return ctf_modules_find(modules, pid, address, ns, module);
}

uint64_t ctf_modules_era_now(const struct ctf_modules *modules, pid_t pid)
{
	const struct ctf_image *image = find_image(modules, pid);

	return NOW | (image ? image->changes : 0);
}

uint64_t ctf_modules_era(const struct ctf_modules *modules, pid_t pid,
			 int64_t ns)
{
	const struct ctf_image *image = find_image(modules, pid);

	if (!image)
		return 0;
	return ns == CTF_ANY_TIME ? UINT64_MAX : count_ends(image, ns);
}

static bool is_alone(const struct ctf_image *image, const struct module *module)
{
	for (size_t i = 0; i < image->count; i++)
		if (overlap(&image->module[i], module) &&
		    (&image->module[i] < module ||
		     !are_same(&image->module[i], module)) &&
		    &image->module[i] != module)
			return false;
	return true;
}

int ctf_modules_list(const struct ctf_modules *modules, pid_t pid,
		     void (*visit)(const struct posix_trace_module_np *module,
				   void *argument),
		     void *argument, size_t *others)
{
	const struct ctf_image *image = find_image(modules, pid);
	struct posix_trace_module_np module;

	*others = 0;
	if (!image)
		return ESRCH;
	for (size_t i = 0; i < image->count; i++) {
		if (image->module[i].awaits_id)
			continue;
		if (!is_alone(image, &image->module[i])) {
			++*others;
			continue;
		}
		give(&image->module[i], &module);
		visit(&module, argument);
	}
	return 0;
}
