/*
 * fuzz_process.c - whatever a process file and its names file hold, whoever
 * looks at the process comes to an end, and takes nothing for granted
 *
 * The first byte of the input says what is done, see MODE_...; the rest is
 * what somebody scribbled over the files of a process with a few names, a
 * stream and an image. One piece of that after the other:
 *
 *	0, u16 at, u8 len, bytes	over the process file
 *	1, u16 at, u8 len, bytes	over the image in it
 *	2, u16 at, u8 len, bytes	over the entries of the names
 *	3, u16 at, u8 len, bytes	over their text
 *	4, u16 index, u32 at, u16 len	one entry, with the right hash
 *	5, u32				where the text ends
 *	6, u16 at, u8 len, bytes	over the descriptions
 *	7, u32, u32			where they end, and the first is
 *	8, u16 at, u8 len, bytes	over the first objects
 *	9, u16 at, u8 len, bytes	over what is known of their table
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "fuzz/quick.h"
#include "log/log_reader.h"
#include "log/log_writer.h"
#include "model/image.h"
#include "session/control/current_objects.h"
#include "session/traced/home.h"
#include "session/traced/lineage.h"
#include "session/transfer/announced_objects.h"
#include "session/transfer/images.h"
#include "stream/objects.h"
#include "stream/process_image.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/process_sweep.h"

enum {
	MODE_NAMES = 1,	    /* list and open names */
	MODE_IMAGE = 2,	    /* decode what program it says it is */
	MODE_HEIRS = 4,	    /* inherit its streams */
	MODE_CHILD = 8,	    /* be its child */
	MODE_ALL = 16,	    /* look at all files, and sweep */
	MODE_LOG = 32,	    /* write its image to a log */
	MODE_ENDED = 64,    /* it executes another program */
	MODE_OBJECTS = 128, /* look at them, tell a log, add and end one */

	PARENT = 4000001, /* of numbers that no process has */
	CHILD,
	TEXT = 1 << 12,	 /* bytes of it that may be scribbled over, */
	IMAGE = 1 << 12, /* ... and of an image */
	MEMORY_MAX = 4 << 20,
	WORK_MAX = 1 << 18,
};

/* A process as it was, to be put back. */
struct copy {
	struct pxt_process process; /* stays mapped */
	struct pxt_process_shared *shared;
	struct pxt_names_shared *names; /* without what text was free */
	uint32_t top;			/* as scribbled */
	char *descriptions;
	uint32_t description_top;
	struct pxt_objects_slot *objects; /* of the first page */
};

static struct copy parent, child;
static uint8_t log_begin[1 << 13];
static size_t log_size;
static int directory;

/* Making them */

static void make_image(struct pxt_process *process)
{
	static char name[] = "program", option[] = "-v";
	static const uint8_t id[] = { 1, 2, 3, 4 };
	const struct pxt_image_module module = { 0x400000,   0x401000,
						 0x402000,   id,
						 sizeof(id), "/bin/program" };
	char *argv[] = { name, option, NULL };
	struct pxt_image_builder builder;
	uint8_t image[256];

	QUICK_ASSERT(!pxt_image_begin(&builder, image, sizeof(image),
				      (uint32_t)process->id.pid, name, 2,
				      argv));
	QUICK_ASSERT(!pxt_image_add_module(&builder, &module));
	QUICK_ASSERT(!pxt_image_add_module(&builder, &module));
	pxt_process_set_image(process, image, builder.len);
}

static struct pxt_object object_of(pid_t pid, uint64_t address,
				   const char *kind, const char *name)
{
	struct pxt_object object = {
		.pid = (uint32_t)pid,
		.address = address,
		.since_ns = 1000,
	};

	QUICK_ASSERT(!pxt_object_set(&object, kind, name, "a=1 b=2"));
	return object;
}

/* One that has ended, one that has been renamed, and whose copy it is. */
static void make_objects(struct pxt_process *process)
{
	const struct pxt_object object[] = {
		object_of(PARENT, 0x1000, "mutex", "jobs"),
		object_of(PARENT, 0x2000, "queue", "work"),
		object_of(PARENT, 0, PXT_OBJECT_PARENT, "4000003"),
	};
	pxt_object_handle handle[3];

	for (int i = 0; i < 3; i++)
		QUICK_ASSERT(!pxt_objects_add(&process->names, &object[i],
					      &handle[i]));
	pxt_objects_end(&process->names, handle[0], 2000);
	QUICK_ASSERT(!pxt_objects_rename(&process->names, &handle[1], "more"));
}

static void make_process(pid_t pid)
{
	struct pxt_process process;
	uint32_t type;

	QUICK_ASSERT(!pxt_process_open(directory, pid, 1, &process));
	QUICK_ASSERT(!pxt_process_open_name(&process, "alpha", &type));
	if (pid == PARENT) {
		QUICK_ASSERT(!pxt_process_describe(&process, type, "int a"));
		QUICK_ASSERT(!pxt_process_open_name(&process, "beta", &type));
		QUICK_ASSERT(!pxt_process_describe(&process, type, "char *b"));
		QUICK_ASSERT(!pxt_process_add_stream(&process, 0, 77, 1));
		pxt_process_disown(&process, CHILD, 1);
		make_image(&process);
		make_objects(&process);
	}
	pxt_process_close(&process);
}

static size_t names_size(void)
{
	return offsetof(struct pxt_names_shared, text) + TEXT;
}

static void keep_process(pid_t pid, struct copy *copy)
{
	struct pxt_process *process = &copy->process;

	QUICK_ASSERT(!pxt_process_find(directory, pid, 1, process));
	copy->shared = quick_copy(process->shared, sizeof(*process->shared));
	copy->names = quick_copy(process->names.shared, names_size());
	copy->descriptions =
		quick_copy(process->names.shared->descriptions, TEXT);
	copy->objects = quick_copy(process->names.shared->object,
				   PXT_OBJECTS_PAGE * sizeof(*copy->objects));
}

static void make_log(void)
{
	struct pxt_log_header header = { .host = "host", .system = "Linux" };
	struct pxt_log_writer *log;

	QUICK_ASSERT(!pxt_attr_settle(NULL, 1, &header.attr));
	header.attr.log_policy = POSIX_TRACE_APPEND;
	QUICK_ASSERT(!pxt_log_create(quick_file(), &header, &log));
	pxt_log_writer_close(log);
	log_size = quick_file_size();
	QUICK_ASSERT(log_size <= sizeof(log_begin));
	memcpy(log_begin, quick_file_data(), log_size);
}

static void begin(void)
{
	if (parent.shared)
		return;
	directory = quick_directory();
	pxt_home_get();
	quick_begin();
	make_process(PARENT);
	make_process(CHILD);
	quick_keep();
	keep_process(PARENT, &parent);
	keep_process(CHILD, &child);
	make_log();
	quick_end();
}

/* Scribbling */

static void scribble(struct pxt_bytes *in, void *to, size_t size)
{
	const size_t at = pxt_bytes_le16(in) % size;
	const size_t len = pxt_bytes_u8(in);
	const void *bytes = pxt_bytes_take(in, len);

	if (bytes && len <= size - at)
		memcpy((uint8_t *)to + at, bytes, len);
}

static uint32_t hash(const char *text, size_t len)
{
	uint32_t sum = 2166136261U;

	for (size_t i = 0; i < len; i++)
		sum = (sum ^ (uint8_t)text[i]) * 16777619U;
	return (sum >> 16 ^ sum) & 0xffff;
}

static void set_entry(struct pxt_bytes *in)
{
	struct pxt_names_shared *names = parent.process.names.shared;
	const uint32_t index = pxt_bytes_le16(in) % PXT_NAMES_MAX;
	const uint32_t at = pxt_bytes_le32(in);
	const uint32_t len = pxt_bytes_le16(in);
	const bool within = len <= PXT_NAMES_TEXT && at <= PXT_NAMES_TEXT - len;

	atomic_store(&names->entry[index],
		     UINT64_C(1) << 63 | (uint64_t)at << 32 |
			     (uint64_t)len << 16 |
			     (within ? hash(names->text + at, len) : 0));
}

static void scribble_once(struct pxt_bytes *in)
{
	struct pxt_process_shared *shared = parent.process.shared;
	struct pxt_names_shared *names = parent.process.names.shared;

	switch (pxt_bytes_u8(in) % 10) {
	case 0:
		scribble(in, shared,
			 offsetof(struct pxt_process_shared, image));
		break;
	case 1:
		scribble(in, shared->image, IMAGE);
		break;
	case 2:
		scribble(in, names, offsetof(struct pxt_names_shared, text));
		break;
	case 3:
		scribble(in, names->text, TEXT);
		break;
	case 4:
		set_entry(in);
		break;
	case 5:
		atomic_store(&names->top, pxt_bytes_le32(in));
		break;
	case 6:
		scribble(in, names->descriptions, TEXT);
		break;
	case 8:
		scribble(in, names->object,
			 PXT_OBJECTS_PAGE * sizeof(names->object[0]));
		break;
	case 9:
		scribble(
			in, &names->object_hand,
			offsetof(struct pxt_names_shared, entry) -
				offsetof(struct pxt_names_shared, object_hand));
		break;
	default:
		atomic_store(&names->description_top, pxt_bytes_le32(in));
		atomic_store(&names->first_description, pxt_bytes_le32(in));
	}
}

static void restore_descriptions(struct copy *copy,
				 struct pxt_names_shared *names)
{
	const uint32_t top = atomic_load(&names->description_top);

	if (top > copy->description_top && top <= PXT_NAMES_DESCRIPTIONS)
		memset(names->descriptions + copy->description_top, 0,
		       top - copy->description_top);
	memcpy(names->descriptions, copy->descriptions, TEXT);
}

/* Those that were added behind the first page. */
static void restore_objects(struct copy *copy)
{
	const struct pxt_names *all = &copy->process.names;
	struct pxt_objects_slot *slot = all->shared->object;

	memcpy(slot, copy->objects, PXT_OBJECTS_PAGE * sizeof(*slot));
	for (uint32_t i = pxt_objects_next(all, PXT_OBJECTS_PAGE);
	     i < PXT_OBJECTS_MAX; i = pxt_objects_next(all, i + 1))
		if (atomic_load(&slot[i].tag))
			memset(&slot[i], 0, sizeof(slot[i]));
}

/* Text that was added from where it ended. */
static void restore(struct copy *copy)
{
	struct pxt_names_shared *names = copy->process.names.shared;
	const uint32_t top = atomic_load(&names->top);

	if (top > copy->top && top <= PXT_NAMES_TEXT)
		memset(names->text + copy->top, 0, top - copy->top);
	restore_descriptions(copy, names);
	restore_objects(copy);
	memcpy(names, copy->names, names_size());
	memcpy(copy->process.shared, copy->shared,
	       offsetof(struct pxt_process_shared, image) + IMAGE);
}

/* Looking */

static void look(const void *data, size_t len)
{
	static volatile uint32_t sum;

	if (len)
		sum = pxt_crc32c(sum, data, len);
}

/* What has a name has one that is none too long; opening it finds it. */
static void look_at_names(struct pxt_process *process)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t found;

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END;
	     type++) {
		if (!pxt_process_has_type(process, type))
			break;
		QUICK_ASSERT(!pxt_process_name(process, type, name));
		QUICK_ASSERT(strlen(name) <= TRACE_EVENT_NAME_MAX);
		if (!pxt_names_find(&process->names, name, &found))
			QUICK_ASSERT(found >= PXT_EVENT_USER_FIRST &&
				     found < PXT_EVENT_END);
	}
	QUICK_ASSERT(pxt_process_name(process, PXT_EVENT_END, name) == EINVAL);
}

/* Those that a walk finds are there for who asks, and walking ends. */
static void look_at_descriptions(struct pxt_process *process)
{
	char text[PXT_DESCRIPTION_MAX + 1];
	uint32_t at = 0, type;

	for (unsigned i = 0; i < PXT_NAMES_MAX; i++) {
		if (pxt_process_next_description(process, &at, &type, text))
			break;
		QUICK_ASSERT(strlen(text) <= PXT_DESCRIPTION_MAX);
		QUICK_ASSERT(!pxt_process_description(process, type, text));
	}
}

static void open_name(struct pxt_process *process, const char *name)
{
	uint32_t type;
	int err;

	if (pxt_process_open_name(process, name, &type))
		return;
	err = pxt_process_describe(process, type, "long c");
	QUICK_ASSERT(!err || err == EEXIST || err == ENOMEM || err == EINVAL);
	QUICK_ASSERT(type == PXT_EVENT_UNNAMED ||
		     (type >= PXT_EVENT_USER_FIRST && type < PXT_EVENT_END));
}

static void look_at_image(const struct pxt_process *process)
{
	static uint8_t data[PXT_PROCESS_IMAGE];
	struct pxt_image_module module;
	struct pxt_image image;
	uint32_t version, modules = 0;
	size_t len;

	if (pxt_process_get_image(process, data, &len, &version))
		return;
	QUICK_ASSERT(len <= sizeof(data));
	module = (struct pxt_image_module){ .path = "" };
	pxt_image_find_id(&module, data, len);
	look(module.id, module.id_len);
	if (pxt_image_decode(&image, data, len))
		return;
	look(image.name, strlen(image.name));
	look(image.command, strlen(image.command));
	while (!pxt_image_next_module(&image, &module)) {
		QUICK_ASSERT(module.start <= module.end);
		look(module.id, module.id_len);
		look(module.path, strlen(module.path));
		modules++;
	}
	QUICK_ASSERT(modules == image.modules);
}

static void look_at_heirs(struct pxt_process *process)
{
	for (uint64_t born = 0; born < 3; born++)
		if (pxt_process_has_heirs(process, born))
			pxt_process_inherit(&child.process, process, born);
	pxt_process_disowned(process, CHILD, 1);
	pxt_process_disown(process, CHILD, 2);
	QUICK_ASSERT(pxt_process_disowned(process, CHILD, 2));
	pxt_process_drop_stream(process, 77);
}

static void be_child(struct pxt_process *process)
{
	struct pxt_process mine;

	if (pxt_process_find(directory, CHILD, 1, &mine))
		return;
	pxt_lineage_fork(&mine, process, directory, PXT_HERITAGE_PARENTS,
			 UINT64_MAX);
	look_at_image(&mine);
	open_name(&mine, "delta");
	pxt_process_close(&mine);
}

static void visit(struct pxt_process *process, void *argument)
{
	unsigned *count = argument;

	look_at_image(process);
	++*count;
}

static void look_at_all(void)
{
	struct pxt_process process;
	unsigned count = 0;

	pxt_process_for_each(directory, visit, &count);
	QUICK_ASSERT(count);
	if (!pxt_process_find_pid(directory, 0, PARENT, &process))
		pxt_process_close(&process);
	pxt_process_sweep(directory);
}

static struct pxt_log_writer *begin_log(void)
{
	struct pxt_log_writer *log;

	quick_file_set(log_begin, log_size);
	QUICK_ASSERT(!pxt_log_resume(quick_file(), NULL, NULL, &log));
	return log;
}

static void end_log(struct pxt_log_writer *log)
{
	const struct pxt_log_end end = { .events = 0 };
	struct pxt_log_reader *reader;
	struct pxt_log_damage damage;

	QUICK_ASSERT(!pxt_log_put_end(log, &end));
	pxt_log_writer_close(log);

	QUICK_ASSERT(!pxt_log_open(quick_file(), &reader));
	QUICK_ASSERT(pxt_log_reader_end(reader));
	pxt_log_reader_damage(reader, &damage);
	QUICK_ASSERT(!damage.count);
	pxt_log_reader_close(reader);
}

/* The log takes what is an image, and nothing else. */
static void write_image(void)
{
	struct pxt_log_writer *log = begin_log();
	struct pxt_images *images;

	QUICK_ASSERT(!pxt_images_create(directory, 0, &images));
	pxt_images_note(images, PARENT);
	QUICK_ASSERT(!pxt_images_write(images, log));
	pxt_images_close(images);
	end_log(log);
}

/* Nor what is no object, nor a thread's name. */
static void write_objects(const struct pxt_names *names)
{
	struct pxt_log_writer *log = begin_log();
	struct pxt_images *images;
	struct pxt_announced_objects *told;
	struct pxt_thread_names *threads;

	QUICK_ASSERT(!pxt_images_create(directory, 0, &images));
	QUICK_ASSERT(!pxt_thread_names_create(images, &threads));
	QUICK_ASSERT(!pxt_announced_objects_create(0, names, &told));
	QUICK_ASSERT(!pxt_announced_objects_write(told, names, threads, log));
	QUICK_ASSERT(!pxt_announced_objects_write_missed(told, names, log));
	QUICK_ASSERT(!pxt_thread_names_write(threads, log));
	pxt_announced_objects_close(told);
	pxt_thread_names_close(threads);
	pxt_images_close(images);
	end_log(log);
}

static void look_at_texts(const struct pxt_object *object)
{
	struct pxt_object_texts texts;

	if (pxt_object_get(object, &texts))
		return;
	QUICK_ASSERT(*texts.kind);
	look(texts.kind, strlen(texts.kind));
	look(texts.name, strlen(texts.name));
	look(texts.details, strlen(texts.details));
}

/* One that is found is found by who knows its handle, if it lives. */
static void look_at_slots(const struct pxt_names *names)
{
	struct pxt_object object;
	pxt_object_handle handle;

	for (uint32_t i = pxt_objects_next(names, 0); i < PXT_OBJECTS_MAX;
	     i = pxt_objects_next(names, i + 1)) {
		handle = 0;
		if (pxt_objects_look(names, i, &handle, &object))
			continue;
		look_at_texts(&object);
		QUICK_ASSERT(!pxt_objects_get(names, handle, &object) ==
			     !(handle & PXT_OBJECT_ENDED));
		QUICK_ASSERT(pxt_objects_look(names, i, &handle, &object) ==
			     ENODATA);
	}
}

static void look_at_objects_now(const struct pxt_names *names)
{
	const struct pxt_log_object wanted = {
		.pid = PARENT,
		.address = 0x2000,
		.kind = "queue",
		.since_ns = 1500,
	};
	struct posix_trace_object_np object;
	struct pxt_object_texts texts;
	uint32_t slot = 0;

	if (!pxt_current_objects_find(names, &wanted, &texts, &object))
		look(object.name, strlen(object.name));
	while (!pxt_current_objects_next(names, &slot, &texts, &object))
		look(object.kind, strlen(object.kind));
	QUICK_ASSERT(slot == PXT_OBJECTS_MAX);
}

/* What somebody finds room for is there, until he ends it. */
static void add_object(struct pxt_names *names)
{
	const struct pxt_object mine =
		object_of(getpid(), 0x3000, "thread", "mine");
	pxt_object_handle handle;
	struct pxt_object object;
	int err;

	err = pxt_objects_add(names, &mine, &handle);
	QUICK_ASSERT(!err || err == ENOSPC || err == ENOMEM);
	if (err)
		return;
	QUICK_ASSERT(!pxt_objects_get(names, handle, &object));
	QUICK_ASSERT(!memcmp(&object, &mine, sizeof(mine)));
	QUICK_ASSERT(!pxt_objects_rename(names, &handle, "other"));
	pxt_objects_end(names, handle, 3000);
	QUICK_ASSERT(pxt_objects_get(names, handle, &object) == ESTALE);
}

static void use_objects(struct pxt_names *names)
{
	look_at_slots(names);
	look_at_objects_now(names);
	write_objects(names);
	add_object(names);
}

static void use(int mode)
{
	struct pxt_process process;

	if (mode & MODE_ALL)
		look_at_all();
	if (mode & MODE_LOG)
		write_image();
	if (pxt_process_find(directory, PARENT, 1, &process))
		return;
	if (mode & MODE_NAMES) {
		look_at_names(&process);
		look_at_descriptions(&process);
		open_name(&process, "alpha");
		open_name(&process, "gamma");
	}
	if (mode & MODE_IMAGE)
		look_at_image(&process);
	if (mode & MODE_OBJECTS)
		use_objects(&process.names);
	if (mode & MODE_HEIRS)
		look_at_heirs(&process);
	if (mode & MODE_CHILD)
		be_child(&process);
	if (mode & MODE_ENDED) {
		pxt_process_forget_names(&process, directory);
		pxt_process_forget_image(&process);
	}
	pxt_process_close(&process);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pxt_bytes in;
	int mode;

	begin();
	pxt_bytes_init(&in, data, size);
	mode = pxt_bytes_u8(&in);
	quick_begin();
	while (pxt_bytes_left(&in))
		scribble_once(&in);
	parent.top = atomic_load(&parent.process.names.shared->top);
	child.top = atomic_load(&child.process.names.shared->top);
	parent.description_top =
		atomic_load(&parent.process.names.shared->description_top);
	child.description_top =
		atomic_load(&child.process.names.shared->description_top);

	use(mode);
	QUICK_ASSERT(quick_peak() <= MEMORY_MAX);
	QUICK_ASSERT(quick_work() <= WORK_MAX);
	restore(&parent);
	restore(&child);
	if (quick_made())
		quick_tidy();
	quick_end();
	return 0;
}
