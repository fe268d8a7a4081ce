/*
 * modules.c - programs and shared objects in a CTF trace
 */
#include "common/stamp.h"
#include "common/talk.h"
#include "source/ctf/frame_reader.h"
#include "source/ctf/import.h"
#include "source/foreign/modules.h"

enum { MOST_LOOKS = 4 }; /* ahead, before all of the trace is read */

/* A module that is looked for, by an address and a time. */
struct wanted {
	pid_t pid;
	uint64_t address;
	int64_t ns;
	struct posix_trace_module_np *module;
};

/* True if the modules that were read ahead have it for certain. */
static bool is_ahead(const struct foreign *foreign, const struct wanted *wanted)
{
	return wanted->ns <= foreign->ahead_ns &&
	       !ctf_modules_find_now(&foreign->modules, wanted->pid,
				     wanted->address, wanted->ns,
				     wanted->module);
}

/* Frames of other kinds tell what the trace's other decoder tells as well. */
static void put(struct foreign *foreign, struct ctf_frame frame)
{
	struct ctf_frame_module module;

	if (frame.kind != CTF_FRAME_MODULE ||
	    !ctf_frame_take(&frame, &module, sizeof(module)))
		return;
	ctf_modules_put(&foreign->modules, &module,
			ctf_frame_take_text(&frame));
	foreign->ahead_ns = (int64_t)module.time;
}

/* Reads until it is there; wanted NULL: to the end. False: it was not found. */
static bool read_frames(struct foreign *foreign, struct pxt_feed *feed,
			const struct wanted *wanted)
{
	struct ctf_frame frame;

	while (!ctf_frame_peek(feed, &frame)) {
		put(foreign, frame);
		ctf_frame_skip(feed, frame.len);
		if (wanted && is_ahead(foreign, wanted))
			return true;
	}
	foreign->has_modules = true;
	return false;
}

/* A trace that cannot be read has no modules. */
static bool read_ahead(struct foreign *foreign, const struct wanted *wanted)
{
	struct ctf_decoder decoder = foreign->decoder;
	struct pxt_feed *feed;
	bool found = false;

	ctf_modules_fini(&foreign->modules);
	decoder.wants_modules = true;
	decoder.pid = 0;
	decoder.fd = -1;
	if (ctf_decoder_start(&decoder) || pxt_feed_open(decoder.fd, &feed)) {
		foreign->has_modules = true;
	} else {
		found = read_frames(foreign, feed, wanted);
		pxt_feed_close(feed);
	}
	ctf_decoder_stop(&decoder);
	return found;
}

static void learn(struct foreign *foreign)
{
	read_ahead(foreign, NULL);
	if (foreign->modules.is_full)
		talk("%s: more programs and shared objects than are kept: "
		     "some addresses have no names",
		     foreign->name);
}

/* The modules of the whole trace, if they are known. */
static const struct ctf_modules *find_all(const struct foreign *foreign)
{
	const struct ctf_modules *here;
	bool are_all;

	if (foreign->has_modules || !foreign->is_folder)
		return &foreign->modules;
	here = ctf_import_modules(&foreign->import, &are_all);
	return are_all ? here : NULL;
}

static const struct ctf_modules *find_present(const struct foreign *foreign)
{
	bool are_all;

	return find_all(foreign) ?
		       NULL :
		       ctf_import_modules(&foreign->import, &are_all);
}

static const struct ctf_modules *get_all(struct foreign *foreign)
{
	const struct ctf_modules *all = find_all(foreign);

	if (all)
		return all;
	learn(foreign);
	return &foreign->modules;
}

/* Looks among those of the items so far, and a little ahead. */
static bool find_here(struct foreign *foreign, const struct wanted *wanted)
{
	const struct ctf_modules *present = find_present(foreign);

	if (!present || wanted->ns == CTF_ANY_TIME)
		return false;
	return !ctf_modules_find_now(present, wanted->pid, wanted->address,
				     wanted->ns, wanted->module) ||
	       is_ahead(foreign, wanted) ||
	       (foreign->looks++ < MOST_LOOKS && read_ahead(foreign, wanted));
}

int foreign_modules_get(struct source *source, unsigned origin, pid_t pid,
			const void *address, const struct timespec *when,
			struct posix_trace_module_np *module)
{
	struct foreign *foreign = foreign_of(source);
	const struct wanted wanted = {
		.pid = pid,
		.address = (uintptr_t)address,
		.ns = stamp_ns(when),
		.module = module,
	};

	if (origin)
		return ESRCH;
	if (find_here(foreign, &wanted))
		return 0;
	return ctf_modules_find(get_all(foreign), pid, wanted.address,
				wanted.ns, module);
}

uint64_t foreign_modules_get_era(struct source *source, unsigned origin,
				 pid_t pid, const struct timespec *when)
{
	const struct foreign *foreign = foreign_of(source);
	const struct ctf_modules *all = find_all(foreign);
	const struct ctf_modules *present = find_present(foreign);

	if (origin)
		return 0;
	if (all)
		return ctf_modules_era(all, pid, stamp_ns(when));
	return present ? ctf_modules_era_now(present, pid) : 0;
}

int foreign_modules_list(struct source *source, unsigned origin, pid_t pid,
			 source_module *visit, void *argument)
{
	struct foreign *foreign = foreign_of(source);
	size_t others;
	int err;

	if (origin)
		return ESRCH;
	err = ctf_modules_list(get_all(foreign), pid, visit, argument, &others);
	if (!err && others)
		talk("%s: no names in a log of it for addresses of process "
		     "%ld in %zu programs or shared objects that were at the "
		     "same place, one after the other",
		     foreign->name, (long)pid, others);
	return err;
}
