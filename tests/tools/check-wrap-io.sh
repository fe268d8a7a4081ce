#!/bin/sh
#
# check-wrap-io.sh - what programs do with files
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/wrap.sh"

filer=$(tool tests/tools/filer) || exit 99

# Everything, once. Whatever the program sees is as without us.
record 42 'files' -q --wrap=io -o io.ptl -- "$filer"
has '^fine$' out
names_of io.ptl
while read -r line; do
	has "^$line\$" names
done << 'END'
15 file_close
5 file_copy
5 file_copy_wait
4 file_dup
7 file_open
3 file_pipe
5 file_read
5 file_read_wait
1 file_rename
3 file_seek
4 file_sync
4 file_sync_wait
1 file_truncate
5 file_unlink
4 file_write
4 file_write_wait
END

# They say what with. Memory that is none is not looked at.
"$posixtrace" show --no-pager io.ptl > shown 2> err
status_is 0 $? 'showing' err
has ' file_open .* flags=0xc2 path=filer\.[0-9A-Za-z]{6} ' shown
has ' file_open .* flags=0x241 path=filer\.size ' shown
has ' file_rename .*from=filer\.[^ ]*\.end to=filer\.renamed ' shown
has ' file_unlink .*path=filer\.size ' shown
has ' file_truncate .* size=1000B ' shown
has ' file_seek .* whence=end offset=-10 result=990 ' shown
has ' file_sync .* error=9 ' shown
has ' file_sync .* error=125 ' shown
has ' file_dup .*fd=0x64 from=' shown
has ' file_read .* error=0 size=5B result=5B ' shown
has ' file_read .* error=0 size=5B result=2B ' shown
has ' file_read .* error=14 size=0B result=-1B ' shown
has ' file_write .* error=0 size=5B result=5B ' shown
has ' file_write .* error=22 size=0B result=-1B ' shown
has ' file_copy .* error=0 size=4B result=4B ' shown
has ' file_copy .* error=0 size=100B result=6B ' shown
has ' file_copy .* error=14 ' shown

# What may be waited for is a span.
"$posixtrace" stat --no-pager io.ptl > stat 2> err
status_is 0 $? 'stat' err
for span in copy read sync write; do
	has "^SPAN $span: " stat
done
lacks 'unmatched [1-9]' stat

# Misuse: a group that is none, and a group that was not asked for
record 2 'no such group' --wrap=files -o no.ptl -- "$filer"
has '^posixtrace.*--wrap=.files.: no such group' err
record 42 'another group' -q --wrap=net -o none.ptl -- "$filer"
names_are none.ptl < /dev/null
finish
