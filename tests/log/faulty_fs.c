/*
 * faulty_fs.c - a file system for tests: a folder, on a disk that fails
 *
 *	faulty_fs FOLDER MOUNTPOINT ORDERS
 *
 * What is done to MOUNTPOINT is done to FOLDER, as long as the file ORDERS is
 * empty. While it has one of these words, and from the next call on,
 *
 *	eio	nothing can be written: EIO
 *	torn	half of what is written gets through, and then EIO
 *	nocut	no file can be cut: EIO
 *	hang	whoever writes waits until there are other orders, or until it
 *		is killed
 *
 * For each call that is refused, or begins to wait, the file ORDERS.refused has
 * a byte. It stays in the foreground; a signal to end unmounts it. Killed, it leaves a
 * mountpoint that answers ENOTCONN.
 */
#define FUSE_USE_VERSION 31

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HANG_US = 10000 };

static int folder; /* all paths are relative to it */
static const char *orders_path;
static int refusals;
static _Atomic unsigned tears; /* every other one gets half through */

static const char *in_folder(const char *path)
{
	return path[1] ? path + 1 : ".";
}

static bool ordered(const char *word)
{
	char orders[64];
	int fd = open(orders_path, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? 0 : read(fd, orders, sizeof(orders) - 1);

	if (fd >= 0)
		close(fd);
	orders[len < 0 ? 0 : len] = '\0';
	return strstr(orders, word);
}

static int refuse(void)
{
	if (write(refusals, "!", 1) != 1)
		warn("refusing");
	return -EIO;
}

static int result(long done)
{
	return done < 0 ? -errno : (int)done;
}

static void *begin(struct fuse_conn_info *connection,
		   struct fuse_config *config)
{
	(void)connection;
	config->kernel_cache = 0;
	config->attr_timeout = 0;
	config->entry_timeout = 0;
	config->negative_timeout = 0;
	return NULL;
}

static int get_attr(const char *path, struct stat *st,
		    struct fuse_file_info *info)
{
	(void)info;
	return result(
		fstatat(folder, in_folder(path), st, AT_SYMLINK_NOFOLLOW));
}

static int read_folder(const char *path, void *buffer, fuse_fill_dir_t fill,
		       off_t from, struct fuse_file_info *info,
		       enum fuse_readdir_flags flags)
{
	(void)path;
	(void)from;
	(void)info;
	(void)flags;
	fill(buffer, ".", NULL, 0, 0);
	fill(buffer, "..", NULL, 0, 0);
	return 0;
}

/* No page cache: it would hold the end of the file while that is written, and
 * whoever reads it would hang with the writer. */
static int keep(int fd, struct fuse_file_info *info)
{
	if (fd < 0)
		return -errno;
	info->fh = (uint64_t)fd;
	info->direct_io = 1;
	return 0;
}

static int open_file(const char *path, struct fuse_file_info *info)
{
	return keep(openat(folder, in_folder(path), info->flags | O_CLOEXEC),
		    info);
}

static int create_file(const char *path, mode_t mode,
		       struct fuse_file_info *info)
{
	return keep(openat(folder, in_folder(path),
			   info->flags | O_CREAT | O_CLOEXEC, mode),
		    info);
}

static int read_file(const char *path, char *buffer, size_t size, off_t at,
		     struct fuse_file_info *info)
{
	(void)path;
	return result(pread((int)info->fh, buffer, size, at));
}

static int write_file(const char *path, const char *data, size_t size, off_t at,
		      struct fuse_file_info *info)
{
	(void)path;
	if (ordered("hang"))
		refuse();
	while (ordered("hang")) {
		if (fuse_interrupted())
			return -EINTR;
		usleep(HANG_US);
	}
	if (ordered("eio"))
		return refuse();
	if (ordered("torn")) {
		if (atomic_fetch_add(&tears, 1) % 2 || size < 2)
			return refuse();
		size /= 2;
	}
	return result(pwrite((int)info->fh, data, size, at));
}

static int cut_file(const char *path, off_t size, struct fuse_file_info *info)
{
	int fd, done;

	if (ordered("nocut"))
		return refuse();
	if (info)
		return result(ftruncate((int)info->fh, size));
	fd = openat(folder, in_folder(path), O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	done = result(ftruncate(fd, size));
	close(fd);
	return done;
}

static int close_file(const char *path, struct fuse_file_info *info)
{
	(void)path;
	close((int)info->fh);
	return 0;
}

static int unlink_file(const char *path)
{
	return result(unlinkat(folder, in_folder(path), 0));
}

static const struct fuse_operations operations = {
	.init = begin,
	.getattr = get_attr,
	.readdir = read_folder,
	.open = open_file,
	.create = create_file,
	.read = read_file,
	.write = write_file,
	.truncate = cut_file,
	.release = close_file,
	.unlink = unlink_file,
};

int main(int argc, char **argv)
{
	char foreground[] = "-f";
	char *arguments[] = { argv[0], foreground, argv[2], NULL };
	char path[4096];

	if (argc != 4)
		errx(EXIT_FAILURE, "usage: faulty_fs FOLDER MOUNTPOINT ORDERS");
	folder = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		err(EXIT_FAILURE, "%s", argv[1]);
	/* libfuse goes to the root. */
	orders_path = realpath(argv[3], NULL);
	if (!orders_path)
		err(EXIT_FAILURE, "%s", argv[3]);
	snprintf(path, sizeof(path), "%s.refused", orders_path);
	refusals = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (refusals < 0)
		err(EXIT_FAILURE, "%s", path);
	return fuse_main(3, arguments, &operations, NULL);
}
