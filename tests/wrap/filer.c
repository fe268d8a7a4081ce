/*
 * filer.c - a program that handles files, and knows nothing of tracing
 *
 *	filer
 *
 * Each thing happens in a fixed way, so that its events can be counted. What
 * the functions give is compared with what POSIX says, and so is errno. It
 * prints "fine" and exits with 42. Files filer.* come and go in the current
 * directory.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wrap/expectation.h"

enum { NO_FD = 1 << 20 };

/* No address of anything, as far as the compiler knows. */
static void *volatile nowhere = (void *)16;
static DIR *volatile no_directory;
static const volatile int too_many = 1 << 20;

static void make_up(void)
{
	char path[] = "filer.XXXXXX", other[] = "filer.XXXXXX.end";
	char none[] = "filer";
	int fd;

	errno = NONSENSE;
	fd = mkstemp(path);
	MUST(fd >= 0 && strcmp(path, "filer.XXXXXX"));
	MUST(!close(fd) && !unlink(path));
	fd = mkostemps(other, 4, O_CLOEXEC);
	MUST(fd >= 0 && !close(fd));
	MUST(!rename(other, "filer.renamed") && !remove("filer.renamed"));
	MUST(errno == NONSENSE);
	MUST(mkstemp(none) == -1 && errno == EINVAL);
	MUST(rename("filer.none", "filer.other") == -1 && errno == ENOENT);
	MUST(unlink(nowhere) == -1 && errno == EFAULT);
}

static void seek_and_cut(void)
{
	struct stat about;
	int fd;

	umask(0);
	errno = NONSENSE;
	fd = creat("filer.size", 0640);
	MUST(fd >= 0 && !ftruncate(fd, 1000) && !fstat(fd, &about));
	MUST((about.st_mode & 07777) == 0640 && about.st_size == 1000);
	MUST(lseek(fd, -10, SEEK_END) == 990);
	MUST(!fsync(fd) && !fdatasync(fd));
	MUST(errno == NONSENSE);
	MUST(lseek(fd, -1, SEEK_SET) == -1 && errno == EINVAL);
	MUST(!close(fd) && fsync(fd) == -1 && errno == EBADF);
	MUST(!unlink("filer.size"));
}

static void make_more(void)
{
	int ends[2], other[2], fd;
	char to[8];

	errno = NONSENSE;
	MUST(!pipe(ends) && !pipe2(other, O_CLOEXEC));
	fd = dup(ends[1]);
	MUST(fd >= 0 && dup2(fd, other[1]) == other[1]);
	MUST(dup3(fd, other[0], O_CLOEXEC) == other[0]);
	MUST(write(other[0], "abc", 3) == 3 && read(ends[0], to, 8) == 3);
	MUST(fcntl(fd, F_GETFD) == 0);
	MUST(fcntl(other[0], F_GETFD) == FD_CLOEXEC);
	MUST(fcntl(fd, F_DUPFD_CLOEXEC, 100) == 100);
	MUST(!close(100) && errno == NONSENSE);
	MUST(dup(NO_FD) == -1 && errno == EBADF);
	MUST(fcntl(NO_FD, F_GETFL) == -1 && errno == EBADF);
	MUST(fcntl(ends[0], F_SETPIPE_SZ, -1) == -1 && errno == EINVAL);
	MUST(fcntl(ends[0], 7777) == -1 && errno == EINVAL);
	MUST(dup3(fd, fd, 0) == -1 && errno == EINVAL);
	MUST(pipe(nowhere) == -1 && errno == EFAULT);
	MUST(!close(fd) && !close(ends[0]) && !close(ends[1]));
	MUST(!close(other[0]) && !close(other[1]));
}

static void move_pieces(void)
{
	char one[4] = "ab", two[4] = "cde";
	struct iovec pieces[] = { { one, 2 }, { two, 3 } };
	int fd = open("filer.pieces", O_CREAT | O_RDWR | O_EXCL, 0600);

	MUST(fd >= 0);
	errno = NONSENSE;
	MUST(writev(fd, pieces, 2) == 5 && pwritev(fd, pieces, 2, 5) == 5);
	MUST(!lseek(fd, 0, SEEK_SET) && readv(fd, pieces, 2) == 5);
	MUST(preadv(fd, pieces, 2, 8) == 2 && !memcmp(one, "de", 2));
	MUST(preadv2(fd, pieces, 2, 10, 0) == 0 && errno == NONSENSE);
	MUST(readv(fd, nowhere, 2) == -1 && errno == EFAULT);
	MUST(writev(fd, pieces, too_many) == -1 && errno == EINVAL);
	MUST(!close(fd));
}

static void copy(void)
{
	int from = open("filer.pieces", O_RDONLY), ends[2], to;
	off64_t at = 0;

	to = open("filer.copy", O_CREAT | O_RDWR | O_TRUNC, 0600);
	MUST(from >= 0 && to >= 0 && !pipe(ends));
	errno = NONSENSE;
	MUST(sendfile(to, from, NULL, 4) == 4);
	MUST(copy_file_range(from, NULL, to, NULL, 100, 0) == 6);
	MUST(splice(from, &at, ends[1], NULL, 3, 0) == 3 && at == 3);
	MUST(errno == NONSENSE);
	MUST(splice(from, nowhere, ends[1], NULL, 3, 0) == -1 &&
	     errno == EFAULT);
	MUST(sendfile(NO_FD, from, NULL, 4) == -1 && errno == EBADF);
	MUST(!close(from) && !close(to) && !close(ends[0]) && !close(ends[1]));
	MUST(!unlink("filer.pieces") && !unlink("filer.copy"));
}

/* A child that has its parent's memory, and descriptors of its own */
static void lend(void)
{
	int fd = open("filer.lent", O_CREAT | O_WRONLY, 0600), status;
	pid_t child;

	MUST(fd >= 0);
	child = vfork();
	if (!child)
		_exit(dup2(STDOUT_FILENO, fd) != fd);
	MUST(waitpid(child, &status, 0) == child && !status);
	MUST(write(fd, "kept", 4) == 4);
	MUST(!close(fd) && !unlink("filer.lent"));
}

/* Streams */

static const char name[] = "filer.stream";

/* 4000 bytes through a buffer of 64. */
static void write_stream(void)
{
	FILE *file = fopen(name, "w+e");
	char buffer[64];
	int i;

	errno = NONSENSE;
	MUST(file && !setvbuf(file, buffer, _IOFBF, sizeof(buffer)));
	for (i = 0; i < 100; i++) {
		MUST(fputs("a line\n", file) >= 0);
		MUST(fputc('+', file) == '+' && putc('\n', file) == '\n');
		MUST(fwrite("four", 2, 2, file) == 2);
		MUST(fprintf(file, "%6d", i) == 6);
		MUST(putc_unlocked('\n', file) == '\n');
		MUST(fwrite("sixteen bytes..\n", 16, 1, file) == 1);
		MUST(fwrite_unlocked("1234", 4, 1, file) == 1);
	}
	MUST(!fflush(file) && ftell(file) == 4000 && errno == NONSENSE);
	MUST(!fclose(file));
}

static void read_lines(void)
{
	FILE *file = fopen(name, "r");
	size_t room = 0, all = 0;
	char *line = NULL, to[100], buffer[100];
	ssize_t len;

	MUST(file && !setvbuf(file, buffer, _IOFBF, sizeof(buffer)));
	errno = NONSENSE;
	MUST(fgets(to, sizeof(to), file) == to && !strcmp(to, "a line\n"));
	MUST(fgetc(file) == '+' && ungetc('!', file) == '!');
	MUST(getc(file) == '!' && fgets(to, 2, file) == to && *to == '\n');
	while ((len = getline(&line, &room, file)) > 0)
		all += (size_t)len;
	MUST(len == -1 && all == 4000 - 9 && errno == NONSENSE);
	MUST(!fgets(to, sizeof(to), file) && feof(file));
	free(line);
	MUST(!fclose(file));
}

static void read_blocks(void)
{
	FILE *file = fopen(name, "r");
	char to[1024], buffer[77];

	MUST(file && !setvbuf(file, buffer, _IOFBF, sizeof(buffer)));
	errno = NONSENSE;
	MUST(fread(to, 7, 100, file) == 100);
	MUST(getc_unlocked(file) >= 0);
	MUST(fread_unlocked(to, 1000, 1, file) == 1);
	MUST(fread(to, 0, 7, file) == 0 && fread(to, 7, 0, file) == 0);
	MUST(fread(to, 1000, 1, file) == 1 && fread(to, 999, 1, file) == 1);
	MUST(fread(to, 7, 100, file) == 300 / 7 && feof(file));
	MUST(errno == NONSENSE);
	MUST(!fclose(file) && !unlink(name));
}

/* Null characters are part of lines; what comes is not more than is asked. */
static void read_nulls(void)
{
	static const char lines[] = "a\0b\nlonger than that\0\nend\0.";
	FILE *file = tmpfile();
	char to[8];
	int times = 0;

	MUST(file && fwrite(lines, 1, sizeof(lines) - 1, file) == 27);
	rewind(file);
	while (fgets(to, sizeof(to), file))
		times++;
	MUST(times == 5 && !fclose(file));
}

static void write_lines(void)
{
	FILE *lines = fopen(name, "w"), *bytes = fopen(name, "a");

	MUST(lines && bytes && !setvbuf(lines, NULL, _IOLBF, 512));
	MUST(!setvbuf(bytes, NULL, _IONBF, 0));
	MUST(fputs("part of ", lines) >= 0 && fputs("a line\n", lines) >= 0);
	MUST(fputs("bytes", bytes) >= 0 && fputc('\n', bytes) == '\n');
	MUST(dprintf(fileno(bytes), "%s", "printed\n") == 8);
	MUST(fprintf(bytes, "%d\n", 12345) == 6);
	MUST(!fclose(lines) && !fclose(bytes) && !unlink(name));
}

static void misuse_streams(void)
{
	FILE *file = fopen(name, "w"), *full = fopen("/dev/full", "w");
	char memory[16], to[8];

	MUST(file && full);
	MUST(!fopen("/none/such", "r") && errno == ENOENT);
	MUST(!fopen(name, "nonsense") && errno == EINVAL);
	MUST(fread(to, 1, 8, file) == 0 && errno == EBADF && ferror(file));
	MUST(fgetc(file) == EOF && !fgets(to, 8, file));
	MUST(!fclose(file) && !unlink(name));
	MUST(fputs("something", full) >= 0 && fflush(full) == EOF);
	MUST(errno == ENOSPC);
	fclose(full);
	file = fmemopen(memory, sizeof(memory), "w+");
	MUST(file && fputs("memory", file) >= 0 && !fflush(file));
	rewind(file);
	MUST(fgetc(file) == 'm' && !fclose(file));
	MUST(!fflush(NULL));
}

static void *get_cancelled(void *file)
{
	MUST(!pthread_cancel(pthread_self()));
	MUST(fgetc(file) >= 0);
	MUST(!"a cancellation point");
	return NULL;
}

/* It does not keep the stream. */
static void cancel_reader(void)
{
	pthread_t thread;
	int ends[2];
	FILE *file;
	void *value;

	MUST(!pipe(ends));
	file = fdopen(ends[0], "r");
	MUST(file && !pthread_create(&thread, NULL, get_cancelled, file));
	MUST(!pthread_join(thread, &value) && value == PTHREAD_CANCELED);
	MUST(!ftrylockfile(file));
	funlockfile(file);
	MUST(!fclose(file) && !close(ends[1]));
}

static void open_others(void)
{
	DIR *directory = opendir(".");
	char room[64];
	int fd;

	MUST(directory && readdir(directory) && !closedir(directory));
	MUST(!opendir("/none/such") && errno == ENOENT);
	MUST(closedir(no_directory) == -1 && errno == EINVAL);
	fd = memfd_create("filer", MFD_CLOEXEC);
	MUST(fd >= 0 && write(fd, "memory", 6) == 6 && !close(fd));
	snprintf(room, sizeof(room), "/posixtrace-filer-%d", (int)getpid());
	fd = shm_open(room, O_CREAT | O_EXCL | O_RDWR, 0600);
	MUST(fd >= 0 && !close(fd) && !shm_unlink(room));
	MUST(shm_unlink(room) == -1 && errno == ENOENT);
}

static void *sync_cancelled(void *fd)
{
	MUST(!pthread_cancel(pthread_self()));
	MUST(!fsync(*(int *)fd));
	MUST(!"a cancellation point");
	return NULL;
}

static void be_cancelled(void)
{
	int fd = open("/dev/null", O_WRONLY);
	pthread_t thread;
	void *value;

	MUST(fd >= 0 && !pthread_create(&thread, NULL, sync_cancelled, &fd));
	MUST(!pthread_join(thread, &value));
	MUST(value == PTHREAD_CANCELED && !close(fd));
}

int main(void)
{
	make_up();
	seek_and_cut();
	make_more();
	move_pieces();
	copy();
	be_cancelled();
	lend();
	open_others();
	write_stream();
	read_lines();
	read_blocks();
	read_nulls();
	write_lines();
	misuse_streams();
	cancel_reader();
	puts("fine");
	MUST(!fflush(stdout));
	puts("good bye");
	return STATUS;
}
