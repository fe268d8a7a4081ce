/* images.c - from process files to a log */
#include "session/transfer/images.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/proc.h"
#include "model/image.h"
#include "session/transfer/proc_image.h"
#include "stream/process_image.h"

enum {
	PROCESSES_MAX = 4096,
	IMAGES_MAX = 1024, /* of one process: more are somebody scribbling */
};

struct portrait {
	struct pxt_process process; /* shared NULL: none, or not found yet */
	uint32_t pid;
	uint32_t version; /* that is in the log */
	uint32_t images;  /* that are */
	bool is_sketched; /* since the log has begun */
	void *sketch;	  /* NULL: none, or it is in the log */
	size_t sketch_len;
};

struct pxt_portraits {
	int dir;
	struct portrait *portrait;
	size_t count, room;
	uint8_t image[PXT_PROCESS_IMAGE];
};

int pxt_portraits_create(int dir, struct pxt_portraits **out)
{
	struct pxt_portraits *portraits = calloc(1, sizeof(*portraits));

	if (!portraits)
		return ENOMEM;
	portraits->dir = dir;
	*out = portraits;
	return 0;
}

void pxt_portraits_close(struct pxt_portraits *portraits)
{
	if (!portraits)
		return;
	for (size_t i = 0; i < portraits->count; i++) {
		pxt_process_close(&portraits->portrait[i].process);
		free(portraits->portrait[i].sketch);
	}
	free(portraits->portrait);
	free(portraits);
}

static bool make_room(struct pxt_portraits *portraits)
{
	size_t room = portraits->room ? 2 * portraits->room : 16;
	struct portrait *portrait;

	if (portraits->count < portraits->room)
		return true;
	if (portraits->room >= PROCESSES_MAX)
		return false;
	portrait = reallocarray(portraits->portrait, room, sizeof(*portrait));
	if (!portrait)
		return false;
	portraits->portrait = portrait;
	portraits->room = room;
	return true;
}

static bool find(struct pxt_portraits *portraits, struct portrait *one)
{
	return one->process.shared ||
	       !pxt_process_find_pid(portraits->dir, (pid_t)one->pid,
				     &one->process);
}

/* A command that a controller has forked, and that waits to be executed, looks
 * like the controller. */
static bool looks_like_controller(const struct pxt_process *process)
{
	struct pxt_proc self;

	return process->pid != getpid() && !pxt_proc_read(getpid(), &self) &&
	       pxt_proc_runs_image(process->pid, process->start, self.image);
}

/* It may never tell what it is, and be gone when it is asked for. */
static void sketch(struct pxt_portraits *portraits, struct portrait *one)
{
	uint32_t version;
	size_t len;

	if (!find(portraits, one) ||
	    !pxt_process_get_image(&one->process, portraits->image, &len,
				   &version) ||
	    !pxt_proc_alive(one->process.pid, one->process.start) ||
	    looks_like_controller(&one->process) ||
	    pxt_sketch(one->process.pid, portraits->image,
		       sizeof(portraits->image), &len))
		return;
	one->sketch = malloc(len);
	if (!one->sketch)
		return;
	memcpy(one->sketch, portraits->image, len);
	one->sketch_len = len;
	one->is_sketched = true;
}

void pxt_portraits_note(struct pxt_portraits *portraits, uint32_t pid)
{
	if (!pid)
		return;
	for (size_t i = portraits->count; i-- > 0;)
		if (portraits->portrait[i].pid == pid)
			return;
	if (!make_room(portraits))
		return;
	portraits->portrait[portraits->count] = (struct portrait){ .pid = pid };
	sketch(portraits, &portraits->portrait[portraits->count++]);
}

static struct portrait *get(struct pxt_portraits *portraits, uint32_t pid)
{
	for (size_t i = portraits->count; i-- > 0;) {
		struct portrait *one = &portraits->portrait[i];

		if (one->pid == pid)
			return find(portraits, one) ? one : NULL;
	}
	return NULL;
}

bool pxt_portraits_known(struct pxt_portraits *portraits, uint32_t pid)
{
	const struct portrait *one = get(portraits, pid);

	return one && one->process.pid == (pid_t)pid &&
	       pxt_proc_is_still(one->process.pid, one->process.start);
}

bool pxt_portraits_is_called(struct pxt_portraits *portraits, uint32_t pid,
			     const char *name)
{
	struct portrait *one = get(portraits, pid);
	struct pxt_image image;
	uint32_t version;
	size_t len;

	return one &&
	       !pxt_process_get_image(&one->process, portraits->image, &len,
				      &version) &&
	       !pxt_image_decode(&image, portraits->image, len) &&
	       !strncmp(image.name, name, PXT_PROC_NAME - 1);
}

static bool has_told(const struct portrait *one)
{
	return one->process.shared &&
	       atomic_load_explicit(&one->process.shared->image_length,
				    memory_order_relaxed);
}

unsigned pxt_portraits_told(const struct pxt_portraits *portraits)
{
	unsigned told = 0;

	for (size_t i = 0; i < portraits->count; i++)
		told += has_told(&portraits->portrait[i]);
	return told;
}

void pxt_portraits_again(struct pxt_portraits *portraits)
{
	for (size_t i = 0; i < portraits->count; i++) {
		struct portrait *one = &portraits->portrait[i];

		one->version = 0;
		one->images = 0;
		one->is_sketched = one->sketch;
	}
}

static int write_image(struct pxt_log_writer *log, const void *image,
		       size_t len)
{
	int err = pxt_log_put_process(log, image, len);

	/* The log refuses what is no image: the process alone is to blame,
	 * and nobody else is to suffer. */
	return err == EINVAL || err == EMSGSIZE ? 0 : err;
}

static int write_sketch(struct pxt_portraits *portraits, struct portrait *one,
			struct pxt_log_writer *log)
{
	int err;

	if (!one->is_sketched)
		sketch(portraits, one);
	if (!one->sketch)
		return 0;
	err = write_image(log, one->sketch, one->sketch_len);
	if (err)
		return err;
	free(one->sketch);
	one->sketch = NULL;
	return 0;
}

static int write_one(struct pxt_portraits *portraits, struct portrait *one,
		     struct pxt_log_writer *log)
{
	uint32_t version;
	size_t len;
	int err;

	if (!find(portraits, one))
		return 0;
	if (pxt_process_get_image(&one->process, portraits->image, &len,
				  &version))
		return write_sketch(portraits, one, log);
	if (version == one->version || one->images == IMAGES_MAX)
		return 0;
	err = write_image(log, portraits->image, len);
	if (err)
		return err;
	one->version = version;
	one->images++;
	return 0;
}

int pxt_portraits_write(struct pxt_portraits *portraits,
			struct pxt_log_writer *log)
{
	int err = 0;

	for (size_t i = 0; i < portraits->count && !err; i++)
		err = write_one(portraits, &portraits->portrait[i], log);
	return err;
}
