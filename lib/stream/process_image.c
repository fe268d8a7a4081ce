/* process_image.c - the image of a process, in its file */
#include "stream/process_image.h"

#include <errno.h>
#include <string.h>

#include "base/shm.h"
#include "model/image.h"

void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len)
{
	struct pxt_process_shared *shared = process->shared;
	uint32_t version = atomic_load_explicit(&shared->image_version,
						memory_order_relaxed) |
			   1;

	if (len > PXT_PROCESS_IMAGE || pxt_shm_populate(shared->image, len))
		return;

	/* A reader that sees any of the new bytes finds an odd or changed
	 * version when it looks again. */
	atomic_store_explicit(&shared->image_version, version,
			      memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	memcpy(shared->image, image, len);
	atomic_store_explicit(&shared->image_length, (uint32_t)len,
			      memory_order_relaxed);
	atomic_store_explicit(&shared->image_version, version + 1,
			      memory_order_release);
}

void pxt_process_forget_image(struct pxt_process *process)
{
	struct pxt_process_shared *shared = process->shared;
	uint32_t old = atomic_load_explicit(&shared->image_version,
					    memory_order_relaxed);

	/* Odd: the new program is writing its image. Incremented: readers of
	 * the old image see that it is outdated. */
	if (old & 1 || !atomic_compare_exchange_strong_explicit(
			       &shared->image_version, &old, old | 1,
			       memory_order_relaxed, memory_order_relaxed))
		return;
	atomic_store_explicit(&shared->image_length, 0, memory_order_relaxed);
	atomic_store_explicit(&shared->image_version, old + 2,
			      memory_order_release);
}

/* Reads a part of the image. *len: the total length. */
static int read_part(const struct pxt_process *process, void *part, size_t from,
		     size_t size, size_t *len, uint32_t *version)
{
	const struct pxt_process_shared *shared = process->shared;
	uint32_t before, after, length;

	before = atomic_load_explicit(&shared->image_version,
				      memory_order_acquire);
	length = atomic_load_explicit(&shared->image_length,
				      memory_order_relaxed);
	if (!before || before & 1 || length <= from ||
	    length > PXT_PROCESS_IMAGE)
		return ENODATA;

	memcpy(part, shared->image + from,
	       length - from < size ? length - from : size);
	atomic_thread_fence(memory_order_acquire);
	after = atomic_load_explicit(&shared->image_version,
				     memory_order_relaxed);
	if (after != before)
		return ENODATA;
	*len = length;
	*version = before;
	return 0;
}

static int read_image(const struct pxt_process *process, void *image,
		      size_t room, size_t *len, uint32_t *version)
{
	int err = read_part(process, image, 0, room, len, version);

	return !err && *len > room ? ENODATA : err;
}

int pxt_process_get_program_name(const struct pxt_process *process, char *name,
				 size_t size)
{
	uint32_t version;
	size_t len;

	memset(name, 0, size);
	return read_part(process, name, PXT_IMAGE_NAME, size - 1, &len,
			 &version);
}

int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version)
{
	return read_image(process, image, PXT_PROCESS_IMAGE, len, version);
}

/* Copied from file to file without a buffer: this may be a signal handler. */
void pxt_process_copy_image(struct pxt_process *to,
			    const struct pxt_process *from)
{
	const uint32_t pid = (uint32_t)to->id.pid;
	uint8_t *image = to->shared->image;
	uint32_t version;
	size_t len;

	len = atomic_load_explicit(&from->shared->image_length,
				   memory_order_relaxed);
	if (len > PXT_PROCESS_IMAGE || pxt_shm_populate(image, len) ||
	    read_image(from, image, len, &len, &version) || len < 4)
		return;
	for (int i = 0; i < 4; i++)
		image[i] = (uint8_t)(pid >> 8 * i);
	atomic_store_explicit(&to->shared->image_length, (uint32_t)len,
			      memory_order_relaxed);
	atomic_store_explicit(&to->shared->image_version, 2,
			      memory_order_release);
}
