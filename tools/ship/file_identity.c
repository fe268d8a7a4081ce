/*
 * file_identity.c - which file of which machine one is
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "ship/file_identity.h"

enum { BOOT_TEXT = 36 };

/* Machines that do not tell are one. */
static uint32_t boot_sum(void)
{
	const int fd =
		open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	char text[BOOT_TEXT];
	ssize_t n = 0;

	if (fd >= 0) {
		n = read(fd, text, sizeof(text));
		close(fd);
	}
	return n > 0 ? pxt_crc32c(0, text, (size_t)n) : 0;
}

uint64_t file_identity(int fd)
{
	struct stat st;
	uint64_t dev, ino;

	if (fstat(fd, &st))
		return 0;
	dev = st.st_dev;
	ino = st.st_ino;
	return (uint64_t)pxt_crc32c(boot_sum(), &dev, sizeof(dev)) << 32 |
	       pxt_crc32c(0, &ino, sizeof(ino));
}
