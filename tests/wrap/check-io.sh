#!/bin/sh
#
# check-io.sh - what programs do with files
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/wrap/wrap.sh"

filer=$(tool tests/wrap/filer) || exit 99

# moved DIRECTION PATH: how many bytes the file of that name gave or got, as the
# events in json say, which are in the order of things
moved() {
	sed -n 's/.*"name":"\([a-z_]*\)".*"fd":\([0-9][0-9]*\)[^0-9].*/\1 \2 &/p' \
		json | awk -v event="file_$1" -v path="$2" '
		$1 == "file_open" { is[$2] = index($0, "\"" path "\"") }
		$1 == event && is[$2] && /"result":[0-9]/ {
			sub(/.*"result":/, "")
			sum += $0 + 0
		}
		END { print sum + 0 }'
}

# Everything, once. Whatever the program sees is as without us.
record 42 'files' -q --wrap=io -o io.ptl -- "$filer"
has '^fine$' out
names_of io.ptl
while read -r line; do
	has "^$line\$" names
done << 'END'
29 file_close
5 file_copy
5 file_copy_wait
5 file_dup
19 file_open
4 file_pipe
1 file_rename
3 file_seek
4 file_sync
4 file_sync_wait
1 file_truncate
10 file_unlink
END

# They say what with. Memory that is none is not looked at.
"$posixtrace" show --no-pager io.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' file_open .* flags=O_RDWR\|O_CREAT\|O_EXCL path=filer\.[0-9A-Za-z]{6} mode=0600 ' shown
has ' file_open .* flags=O_WRONLY\|O_CREAT\|O_TRUNC path=filer\.size ' shown
has ' file_rename .*from=filer\.[^ ]*\.end to=filer\.renamed ' shown
has ' file_unlink .*path=filer\.size ' shown
has ' file_truncate .* size=1000B ' shown
has ' file_seek .* whence=SEEK_END offset=-10 result=990 ' shown
has ' file_sync .* error=EBADF ' shown
has ' file_sync .* error=ECANCELED ' shown

# What failed, and why: memory that is none has no text.
has ' file_open_fail +error=ENOENT fd=AT_FDCWD flags=O_RDONLY path=/none/such ' shown
has ' file_open_fail +error=EINVAL .* flags=O_RDWR\|O_CREAT\|O_EXCL path=filer mode=0600 ' shown
has ' file_open_fail +error=ENOENT .* flags=O_RDONLY\|O_DIRECTORY path=/none/such ' shown
has ' file_fail +call=rename error=ENOENT fd=AT_FDCWD path=filer\.none to=filer\.other ' shown
has ' file_fail +call=unlink error=EFAULT fd=AT_FDCWD path="" ' shown
has ' file_fail +call=dup error=EBADF fd=1048576 ' shown
has ' file_fail +call=pipe error=EFAULT  ' shown
has ' file_control_fail +error=EBADF fd=1048576 command=F_GETFL ' shown
has ' file_control_fail +error=EINVAL fd=[^ ]+ command=F_SETPIPE_SZ ' shown
has ' file_control_fail +error=EINVAL fd=[^ ]+ command=7777 ' shown
has ' file_dup .*fd=(fd/)?100 from=' shown
has ' file_read .* error=0 size=5B result=5B ' shown
has ' file_read .* error=0 size=5B result=2B ' shown
has ' file_read .* error=EFAULT size=0B result=-1 ' shown
has ' file_write .* error=0 size=5B result=5B ' shown
has ' file_write .* error=EINVAL size=0B result=-1 ' shown
has ' file_copy .* error=0 size=4B result=4B ' shown
has ' file_copy .* error=0 size=100B result=6B ' shown
has ' file_copy .* error=EFAULT ' shown

# Streams: in blocks of their buffers, and past them
has ' file_open .* flags=O_RDWR\|O_CREAT\|O_TRUNC\|O_CLOEXEC path=filer\.stream ' shown
has ' file_open .* flags=O_RDWR\|O_CREAT\|O_TRUNC path=""' shown
has ' file_write .* error=0 size=7B result=7B ' shown
has ' file_write .* error=0 size=15B result=15B ' shown
has ' file_write .* error=0 size=0B result=8B ' shown
has ' file_write .* error=ENOSPC size=9B result=-1 ' shown
has ' file_read .* error=0 size=99B result=100B ' shown
has ' file_read .* error=0 size=700B result=700B ' shown
has ' file_read .* error=0 size=7B result=27B ' shown
has ' file_read .* error=EBADF size=7B result=-1 ' shown
has ' file_read .* error=ECANCELED size=1B result=-1 ' shown

# Descriptors are called by their files, until these are closed.
has ' file_close .*fd=fd/filer\.size ' shown
has ' file_sync .*fd=fd/3 error=EBADF ' shown
has ' file_read .*fd=fd/filer\.stream ' shown
has ' file_write .*fd=/dev/full ' shown
has ' file_read .*fd=fd/[0-9]+ error=ECANCELED ' shown

has ' file_write .*fd=fd/filer\.lent error=0 size=4B result=4B ' shown
has ' file_write .*fd=fd/stdout error=0 size=9B result=9B( |$)' shown
has ' file_write .*fd=fd/stdout error=0 size=5B result=5B ' shown

# Directories, and memory
has ' file_open .*fd=fd/\. flags=O_RDONLY\|O_DIRECTORY path=\. ' shown
has ' file_write .*fd=fd/filer error=0 size=6B ' shown
has ' file_open .* flags=O_RDWR\|O_CREAT\|O_EXCL path=/posixtrace-filer-' shown
has ' file_unlink .*path=/posixtrace-filer-' shown

# All that went to a file and came of it is there: written once, and read
# twice, by lines and by blocks; and some lines more.
"$posixtrace" show -f json --no-pager io.ptl > json 2> err
[ "$(moved write filer.stream)" -eq 4035 ] ||
	fail "$(moved write filer.stream) bytes were written" shown
[ "$(moved read filer.stream)" -eq 8000 ] ||
	fail "$(moved read filer.stream) bytes were read" shown
[ "$(moved write '')" -eq 27 ] || fail 'the file without a name' shown
[ "$(moved read '')" -eq 27 ] || fail 'the file without a name' shown

# What may be waited for is a span.
"$posixtrace" stat --no-pager io.ptl > stat 2> err
status_is 0 $? 'stat' err
for span in copy read sync write; do
	has "^SPAN $span: " stat
done
lacks 'unmatched [1-9]' stat

# Programs read by streams, too: what they read is what there is.
seq 100000 > numbers
tr '\n' '\0' < numbers > nulls
for program in 'sort numbers' 'sed -n /7/p numbers' 'cut -c1 numbers' \
	'uniq -c numbers' 'paste numbers' 'join numbers numbers' \
	'awk {print} numbers' 'sort -z nulls' 'sed p nulls' 'tac numbers'; do
	# shellcheck disable=SC2086
	$program > plain 2> /dev/null || continue
	rm -f log.ptl
	# shellcheck disable=SC2086
	record 0 "$program" -q --wrap=io -o log.ptl -- $program
	cmp -s out plain || fail "$program gives something else"
	file=${program##* }
	"$posixtrace" show -f json --no-pager log.ptl > json 2> err
	read=$(moved read "$file")
	size=$(wc -c < "$file")
	[ $((read % size)) -eq 0 ] && [ "$read" -gt 0 ] ||
		fail "$program: $read bytes were read of $size"
done

# Misuse: a group that is none, and a group that was not asked for
record 2 'no such group' --wrap=files -o no.ptl -- "$filer"
has '^posixtrace.*--wrap=.files.: no such group' err
record 42 'another group' -q --wrap=net -o none.ptl -- "$filer"
names_are none.ptl < /dev/null
finish
