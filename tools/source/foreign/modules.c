/*
 * modules.c - programs and shared objects in a CTF trace
 */
#include "common/stamp.h"
#include "common/talk.h"
#include "source/ctf/frame_reader.h"
#include "source/foreign/modules.h"

/* Frames of other kinds tell what the trace's other decoder tells as well. */
static void put(struct foreign *foreign, struct ctf_frame frame)
{
	struct ctf_frame_module module;

	if (frame.kind == CTF_FRAME_MODULE &&
	    ctf_frame_take(&frame, &module, sizeof(module)))
		ctf_modules_put(&foreign->modules, &module,
				ctf_frame_take_text(&frame));
}

static void read_frames(struct foreign *foreign, struct pxt_feed *feed)
{
	struct ctf_frame frame;

	while (!ctf_frame_peek(feed, &frame)) {
		put(foreign, frame);
		ctf_frame_skip(feed, frame.len);
	}
}

/* A trace that cannot be read has no modules. */
static void learn(struct foreign *foreign)
{
	struct ctf_decoder decoder = foreign->decoder;
	struct pxt_feed *feed;

	if (foreign->has_modules || !foreign->is_folder)
		return;
	foreign->has_modules = true;
	decoder.wants_modules = true;
	decoder.pid = 0;
	decoder.fd = -1;
	if (ctf_decoder_start(&decoder))
		return;
	if (!pxt_feed_open(decoder.fd, &feed)) {
		read_frames(foreign, feed);
		pxt_feed_close(feed);
	}
	ctf_decoder_stop(&decoder);
	if (foreign->modules.is_full)
		talk("%s: more programs and shared objects than are kept: "
		     "some addresses have no names",
		     foreign->name);
}

int foreign_modules_get(struct source *source, unsigned origin, pid_t pid,
			const void *address, const struct timespec *when,
			struct posix_trace_module_np *module)
{
	struct foreign *foreign = foreign_of(source);

	if (origin)
		return ESRCH;
	learn(foreign);
	return ctf_modules_find(&foreign->modules, pid, (uintptr_t)address,
				stamp_ns(when), module);
}

uint64_t foreign_modules_get_era(struct source *source, unsigned origin,
				 pid_t pid, const struct timespec *when)
{
	struct foreign *foreign = foreign_of(source);

	if (origin)
		return 0;
	learn(foreign);
	return ctf_modules_era(&foreign->modules, pid, stamp_ns(when));
}

int foreign_modules_list(struct source *source, unsigned origin, pid_t pid,
			 source_module *visit, void *argument)
{
	struct foreign *foreign = foreign_of(source);
	size_t others;
	int err;

	if (origin)
		return ESRCH;
	learn(foreign);
	err = ctf_modules_list(&foreign->modules, pid, visit, argument,
			       &others);
	if (!err && others)
		talk("%s: no names in a log of it for addresses of process "
		     "%ld in %zu programs or shared objects that were at the "
		     "same place, one after the other",
		     foreign->name, (long)pid, others);
	return err;
}
