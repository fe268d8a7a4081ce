/* images.c - images of processes, for a log */
#include "session/transfer/images.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/number_space.h"
#include "base/proc.h"
#include "model/image.h"
#include "session/transfer/proc_image.h"
#include "stream/process_image.h"

enum {
	PROCESSES_MAX = 4096,
	IMAGES_MAX =
		1024, /* images of a process: more are somebody scribbling */
};

struct image {
	struct pxt_process process; /* shared NULL: none, or not found yet */
	uint32_t pid;
	uint32_t version; /* the one in the log */
	uint32_t written; /* number of images in the log */
	bool is_seen;	  /* had events since the log began */
	void *seen;	  /* NULL: none, or in the log */
	size_t seen_len;
};

struct pxt_images {
	int dir;
	uint64_t space;
	bool is_here; /* the numbers are those of the caller's /proc */
	struct image *image;
	size_t count, room;
	uint8_t bytes[PXT_PROCESS_IMAGE];
};

int pxt_images_create(int dir, uint64_t space, struct pxt_images **out)
{
	struct pxt_images *images = calloc(1, sizeof(*images));

	if (!images)
		return ENOMEM;
	images->dir = dir;
	images->space = space;
	images->is_here = pxt_space_is_here(space);
	*out = images;
	return 0;
}

void pxt_images_close(struct pxt_images *images)
{
	if (!images)
		return;
	for (size_t i = 0; i < images->count; i++) {
		pxt_process_close(&images->image[i].process);
		free(images->image[i].seen);
	}
	free(images->image);
	free(images);
}

static bool make_room(struct pxt_images *images)
{
	return images->count < PROCESSES_MAX &&
	       !pxt_array_reserve(&images->image, &images->room,
				  images->count + 1, sizeof(*images->image));
}

static bool find(struct pxt_images *images, struct image *image)
{
	return image->process.shared ||
	       !pxt_process_find_pid(images->dir, images->space,
				     (pid_t)image->pid, &image->process);
}

/* A forked command that waits for its exec looks like the controller. */
static bool looks_like_controller(const struct pxt_process *process)
{
	uint64_t start, image;

	return !pxt_process_is_own(process) && !pxt_proc_own(&start, &image) &&
	       pxt_proc_runs_image(pxt_process_number(process),
				   process->id.start, image);
}

/* A process may never describe itself, and be gone when it is asked for. */
static void look_at_proc(struct pxt_images *images, struct image *image)
{
	uint32_t version;
	size_t len;

	if (!find(images, image) ||
	    !pxt_process_get_image(&image->process, images->bytes, &len,
				   &version) ||
	    !pxt_process_number(&image->process) ||
	    !pxt_process_lives(&image->process) ||
	    looks_like_controller(&image->process) ||
	    pxt_proc_image_read(pxt_process_number(&image->process), image->pid,
				images->bytes, sizeof(images->bytes), &len))
		return;
	image->seen = malloc(len);
	if (!image->seen)
		return;
	memcpy(image->seen, images->bytes, len);
	image->seen_len = len;
	image->is_seen = true;
}

void pxt_images_note(struct pxt_images *images, uint32_t pid)
{
	if (!pid)
		return;
	for (size_t i = images->count; i-- > 0;)
		if (images->image[i].pid == pid)
			return;
	if (!make_room(images))
		return;
	images->image[images->count] = (struct image){ .pid = pid };
	look_at_proc(images, &images->image[images->count++]);
}

static struct image *get(struct pxt_images *images, uint32_t pid)
{
	for (size_t i = images->count; i-- > 0;) {
		struct image *image = &images->image[i];

		if (image->pid == pid)
			return find(images, image) ? image : NULL;
	}
	return NULL;
}

pid_t pxt_images_number(const struct pxt_images *images, uint32_t number)
{
	pid_t here = (pid_t)number;

	if (!images->is_here &&
	    pxt_space_find(images->space, (pid_t)number, &here))
		return 0;
	return here;
}

bool pxt_images_has_process(struct pxt_images *images, uint32_t pid)
{
	const struct image *image = get(images, pid);

	return image && image->process.id.pid == (pid_t)pid &&
	       pxt_proc_is_still(pxt_images_number(images, pid),
				 image->process.id.start);
}

bool pxt_images_has_name(struct pxt_images *images, uint32_t pid,
			 const char *name)
{
	struct image *image = get(images, pid);
	struct pxt_image decoded;
	uint32_t version;
	size_t len;

	return image &&
	       !pxt_process_get_image(&image->process, images->bytes, &len,
				      &version) &&
	       !pxt_image_decode(&decoded, images->bytes, len) &&
	       !strncmp(decoded.name, name, PXT_PROC_NAME - 1);
}

static bool has_recorded_image(const struct image *image)
{
	return image->process.shared &&
	       atomic_load_explicit(&image->process.shared->image_length,
				    memory_order_relaxed);
}

unsigned pxt_images_count_recorded(const struct pxt_images *images)
{
	unsigned told = 0;

	for (size_t i = 0; i < images->count; i++)
		told += has_recorded_image(&images->image[i]);
	return told;
}

void pxt_images_switch_log(struct pxt_images *images)
{
	for (size_t i = 0; i < images->count; i++) {
		struct image *image = &images->image[i];

		image->version = 0;
		image->written = 0;
		image->is_seen = image->seen;
	}
}

static int write_image(struct pxt_log_writer *log, const void *image,
		       size_t len)
{
	int err = pxt_log_put_process(log, image, len);

	/* The log refuses invalid images: only that process is affected. */
	return err == EINVAL || err == EMSGSIZE ? 0 : err;
}

static int write_outside_image(struct pxt_images *images, struct image *image,
			       struct pxt_log_writer *log)
{
	int err;

	if (!image->is_seen)
		look_at_proc(images, image);
	if (!image->seen)
		return 0;
	err = write_image(log, image->seen, image->seen_len);
	if (err)
		return err;
	free(image->seen);
	image->seen = NULL;
	return 0;
}

static int write_new(struct pxt_images *images, struct image *image,
		     struct pxt_log_writer *log)
{
	uint32_t version;
	size_t len;
	int err;

	if (!find(images, image))
		return 0;
	if (pxt_process_get_image(&image->process, images->bytes, &len,
				  &version))
		return write_outside_image(images, image, log);
	if (version == image->version || image->written == IMAGES_MAX)
		return 0;
	err = write_image(log, images->bytes, len);
	if (err)
		return err;
	image->version = version;
	image->written++;
	return 0;
}

int pxt_images_write(struct pxt_images *images, struct pxt_log_writer *log)
{
	int err = 0;

	for (size_t i = 0; i < images->count && !err; i++)
		err = write_new(images, &images->image[i], log);
	return err;
}
