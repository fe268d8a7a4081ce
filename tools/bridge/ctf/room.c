/*
 * room.c - whether a trace's directory has room for more
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bridge/ctf/room.h"

/* More than the sink asks for at once. */
enum { MORE = 1 << 20, DESCRIPTORS = 16, OWNER_ONLY = 0600 };

static int let_grow(const char *path, const struct stat *st, int flag,
		    struct FTW *place)
{
	int err;
	int fd;

	(void)place;
	if (flag != FTW_F)
		return 0;
	fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return errno;
	err = posix_fallocate(fd, st->st_size, MORE);
	close(fd);
	return err;
}

int ctf_room_check(const char *folder, size_t bytes)
{
	char *path;
	int err;
	int fd;

	if (asprintf(&path, "%s/room", folder) < 0)
		return ENOMEM;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ONLY);
	err = fd < 0 ? errno : posix_fallocate(fd, 0, (off_t)bytes);
	if (fd >= 0) {
		close(fd);
		unlink(path);
	}
	free(path);
	return err;
}

int ctf_room_find_reason(const char *folder)
{
	const int err = ctf_room_check(folder, 1);
	const int more =
		err ? err : nftw(folder, let_grow, DESCRIPTORS, FTW_PHYS);

	return more < 0 ? 0 : more;
}
