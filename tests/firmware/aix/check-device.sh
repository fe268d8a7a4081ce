#!/bin/sh
#
# check-device.sh - the control device is there for programs that open it, and
# other files are what they are
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/aix/compile.sh"
unset POSIXTRACE_AIX_DIR POSIXTRACE_FIRMWARE

cat > wanted << 'END'
trcstart: 0
TRCON: 0
TRCOFF: 0
TRCSTOP: 0
trcstop: -1 ENXIO
TRCON: -1 ENXIO
TRCON: -1 EINVAL
FIONREAD: -1 ENOTTY
close: 0
TRCON: -1 EBADF
write: 4
TRCON: -1 ENOTTY
mode 640
FIONREAD: 0
4 bytes
creat: 4
none: -1 ENOENT
none: -1 ENOENT
none: -1 ENOENT
fcntl: 0
fcntl: 1
epoll: -1 EINVAL
eventfd: -1 ENOTTY
memfd: -1 ENOTTY
dup: -1 ENXIO
END

# open(), and what it is with more checks, and with large files
has_sanitizer || more=-D_FORTIFY_SOURCE=2
for option in -O0 "-O2 ${more-}" -D_FILE_OFFSET_BITS=64; do
	# shellcheck disable=SC2086
	compile "$top_srcdir/tests/firmware/aix/device.c" device -D_GNU_SOURCE \
		$option
	rm -f made
	./device > told 2> err
	status_is 0 $? "the device, $option" err
	diff wanted told > difference || fail "told otherwise, $option" difference
	show trcfile
	lines_are 10 shown
done

# Under the library that wraps open(), too
if ! has_sanitizer; then
	"$posixtrace" record -q --wrap=io -o io.ptl -- ./device > told 2> err
	status_is 0 $? 'the device, wrapped' err
	has '^TRCSTOP: 0$' told
	show trcfile
	lines_are 10 shown
	show io.ptl
	lines_are 14 shown
fi
finish
