/* portraits.c - from process files to a log */
#include "session/portraits.h"

#include <errno.h>
#include <stdlib.h>

enum { PROCESSES_MAX = 4096 };

struct portrait {
	struct pxt_process process; /* shared NULL: none, or not found yet */
	uint32_t pid;
	uint32_t version; /* that is in the log */
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
	for (size_t i = 0; i < portraits->count; i++)
		pxt_process_close(&portraits->portrait[i].process);
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

void pxt_portraits_note(struct pxt_portraits *portraits, uint32_t pid)
{
	if (!pid)
		return;
	for (size_t i = portraits->count; i-- > 0;)
		if (portraits->portrait[i].pid == pid)
			return;
	if (make_room(portraits))
		portraits->portrait[portraits->count++] =
			(struct portrait){ .pid = pid };
}

static int write_one(struct pxt_portraits *portraits, struct portrait *one,
		     struct pxt_log_writer *log)
{
	uint32_t version;
	size_t len;
	int err;

	if (!one->process.shared &&
	    pxt_process_find_pid(portraits->dir, (pid_t)one->pid,
				 &one->process))
		return 0;
	if (pxt_process_get_image(&one->process, portraits->image, &len,
				  &version) ||
	    version == one->version)
		return 0;
	err = pxt_log_put_process(log, portraits->image, len);
	/* The log refuses what is no image: the process alone is to blame,
	 * and nobody else is to suffer. */
	if (err && err != EINVAL && err != EMSGSIZE)
		return err;
	one->version = version;
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
