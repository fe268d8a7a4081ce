#!/bin/sh
#
# check-fortify.sh - programs that were compiled with _FORTIFY_SOURCE call
# other functions, which are recorded as well
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

cat > fortified.c << 'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Nobody knows at compile time how much it is. */
static volatile int size = 16;
static volatile int flags = O_RDONLY;
static char to[16];

#define MUST(condition) \
	do { if (!(condition)) { puts(#condition); exit(1); } } while (0)

static void print(FILE *file, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	MUST(vfprintf(file, format, list) == 17);
	va_end(list);
	va_start(list, format);
	MUST(vdprintf(fileno(file), format, list) == 17);
	va_end(list);
}

int main(int argc, char **argv)
{
	struct pollfd fds[16];
	FILE *file = fopen("fortified.out", "w+");
	int pair[2], fd = open(argv[1], flags);

	MUST(fd >= 0 && read(fd, to, size) == 16);
	MUST(pread(fd, to, size, 16) == 16 && !close(fd));
	fd = openat(AT_FDCWD, argv[1], flags);
	MUST(fd >= 0 && pread64(fd, to, size, 0) == 16 && !close(fd));
	MUST(!socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
	MUST(send(pair[0], "12", 2, 0) == 2 && send(pair[0], "3", 1, 0) == 1);
	for (int i = 0; i < 16; i++)
		fds[i] = (struct pollfd){ .fd = pair[1], .events = POLLIN };
	MUST(poll(fds, (nfds_t)size, -1) == 16);
	MUST(ppoll(fds, (nfds_t)size, NULL, NULL) == 16);
	MUST(recv(pair[1], to, (size_t)size, 0) == 2);
	MUST(recvfrom(pair[1], to, (size_t)size, 0, NULL, NULL) == 1);
	MUST(!setvbuf(file, NULL, _IONBF, 0));
	print(file, "%s\n", "sixteen letters.");
	MUST(fprintf(file, "%d%c", argc, '\n') == 2);
	MUST(dprintf(fileno(file), "%d%c", argc, '\n') == 2);
	rewind(file);
	MUST(fgets(to, size, file) && !strcmp(to, "sixteen letters"));
	MUST(fgets_unlocked(to, size, file) && !strcmp(to, ".\n"));
	MUST(fread(to, 1, (size_t)size, file) == 16);
	MUST(fread_unlocked(to, 1, (size_t)size, file) == 5);
	MUST(!fclose(file) && printf("%s%c", "fine", '\n') == 5);
	return 42;
}
END
"${CC:-cc}" -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -w -o fortified \
	fortified.c 2> err || skip "no compiler: $(head -n 1 err)"
seq 100 > numbers
./fortified numbers > out
status_is 42 $? 'the program alone' out

# It does call them.
${NM:-nm} -D --undefined-only fortified | sed 's/.* //; s/@.*//' > called
for name in open_2 openat_2 read_chk pread_chk pread64_chk recv_chk \
	recvfrom_chk poll_chk ppoll_chk vfprintf_chk vdprintf_chk \
	fprintf_chk dprintf_chk printf_chk fgets_chk fgets_unlocked_chk \
	fread_chk fread_unlocked_chk; do
	grep -qx "__$name" called || say "not here: __$name"
done
has '^__(read|fread|recv|poll|printf)_chk$' called

record 42 'fortified' -q --wrap=io,net,event -o fortified.ptl -- \
	./fortified numbers
has '^fine$' out
names_are fortified.ptl << 'END'
3 file_close
3 file_open
7 file_read
7 file_read_wait
5 file_write
5 file_write_wait
2 poll_return
2 poll_wait
2 socket_create
2 socket_recv
2 socket_recv_wait
2 socket_send
2 socket_send_wait
END
"$posixtrace" show --no-pager fortified.ptl > shown 2> err
status_is 0 $? 'showing' err
[ "$(grep -c ' file_read .* error=0 size=16B result=16B' shown)" -ge 4 ] ||
	fail 'what is read' shown
[ "$(grep -c ' file_write .* error=0 size=0B result=17B' shown)" -eq 2 ] ||
	fail 'what is printed' shown
has ' socket_recv .* error=0 size=16B result=2B ' shown
has ' poll_return .*result=16 error=0 ' shown

# An overflow is found as ever.
cat > overflow.c << 'END'
#include <stdio.h>
#include <unistd.h>

static volatile size_t size = 17;
static char to[16];

int main(void)
{
	return read(STDIN_FILENO, to, size) > 0;
}
END
"${CC:-cc}" -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -w -o overflow \
	overflow.c || fail 'no overflow'
record 134 'an overflow' -q --wrap=all -o overflow.ptl -- ./overflow < numbers
finish
