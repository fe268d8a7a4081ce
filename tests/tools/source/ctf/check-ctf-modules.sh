#!/bin/sh
#
# check-ctf-modules.sh - addresses of CTF traces have names, by the modules that
# were there at the time
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with libbabeltrace2' ||
	skip 'built without libbabeltrace2'
"$posixtrace" --version | grep -q 'with libdw' || skip 'built without libdw'
for program in python3 nm readelf; do
	command -v $program > /dev/null || skip "there is no $program"
done

here=$top_srcdir/tests/tools/source/ctf

# module NAME: libNAME.so has a function of that name, at the same place in each
module() {
	printf 'int %s(int x)\n{\n\treturn x + 1;\n}\n' "$1" > "$1.c"
	${CC:-cc} -g -O1 -fPIC -shared -nostdlib -Wl,--build-id -o "lib$1.so" \
		"$1.c" 2> err || skip "no shared object can be built: $(head -n 1 err)"
}

# id_of NAME
id_of() {
	readelf -n "lib$1.so" | sed -n 's/.*Build ID: //p'
}

module early
module later
at=$(nm libearly.so | sed -n 's/^0*\([0-9a-f]*\) T early$/\1/p')
[ "$at" = "$(nm liblater.so | sed -n 's/^0*\([0-9a-f]*\) T later$/\1/p')" ] ||
	skip 'functions are not at the same place in two shared objects'
# Hex addresses of the function, and of what follows a call in it
entry=7f00$(printf '%08x' "0x$at")
call=7f00$(printf '%08x' $((0x$at + 2)))

# trace NAME: a trace of the events in the standard input
trace() {
	rm -rf "$1"
	python3 "$here/modules_trace.py" "$1" 2> err || fail "trace $1" err
}

show() {
	"$posixtrace" show --no-pager "$@" > out 2> err
	status_is 0 $? "show $*" err
}

# functions: what the events call and func_entry of the last show -f json are in
functions() {
	sed -n 's/.*"name":"\(orders:call\|lttng_ust_cyg_[a-z:_]*entry\)"/&/p' \
		out | sed 's/.*"func":"\([^"]*\)".*/\1/; s/^{.*/-/' |
		tr '\n' ' '
}

# functions_are WANTED TRACE
functions_are() {
	show -f json "$2"
	[ "$(functions)" = "$1 " ] ||
		fail "$2: functions are '$(functions)', not '$1 '" out
}

# A dump that comes after the first events tells of them, too
trace late << EOF
10 7 $call call
11 7 $entry func_entry $entry
20 7 0 start
21 7 0 bin_info 7f0000000000 4000 $work/libearly.so 1 1
22 7 0 build_id 7f0000000000 $(id_of early)
23 7 0 end
30 7 $entry func_exit $entry
31 8 $call call
EOF
functions_are 'early early -' late
[ -s err ] && fail 'remarks about modules' err
has '"name":"orders:call".*"func":"early","src":"early\.c:3"' out
has '"name":"lttng_ust_cyg_profile_fast:func_entry".*"addr":"0x'$entry'".*"objects":\{"addr":"function/early"\}' out
"$posixtrace" convert -q late -t folded -o folded 2> err
status_is 0 $? 'convert -t folded' err
has '^7/7;early 19000$' folded
# A log that is made of it has the names as well
"$posixtrace" convert -q late -t ptl -o late.ptl 2> err
status_is 0 $? 'convert -t ptl' err
functions_are 'early early -' late.ptl

# So do dumps of many processes, each late
for pid in 11 12 13 14 15 16 17; do
	echo "$pid $pid $call call"
done > events
for pid in 11 12 13 14 15 16 17; do
	echo "1$pid $pid 0 start"
	echo "1$pid $pid 0 bin_info 7f0000000000 4000 $work/libearly.so 1 1"
	echo "1$pid $pid 0 build_id 7f0000000000 $(id_of early)"
	echo "1$pid $pid 0 end"
done >> events
echo "200 17 $call call" >> events
trace many < events
functions_are 'early early early early early early early early' many

# Without a dump nothing has a name
trace without << EOF
10 7 $call call
EOF
functions_are '-' without

# Modules come and go at one place; a constructor runs before its module is told
# of
trace both << EOF
10 7 $call call
20 7 0 load 7f0000000000 4000 $work/libearly.so 1
21 7 0 lib_id 7f0000000000 $(id_of early)
30 7 $call call
40 7 0 unload 7f0000000000
45 7 $call call
50 7 0 load 7f0000000000 4000 $work/liblater.so 1
51 7 0 lib_id 7f0000000000 $(id_of later)
60 7 $call call
70 7 0 unload 7f0000000000
80 7 $call call
EOF
functions_are 'early early later later -' both
"$posixtrace" convert -q both -t chrome -o places=yes -o - 2> err | grep -c early.c > count
grep -qx 2 count || fail 'chrome: not two calls in early.c' count
"$posixtrace" merge -q both without -o both-merged.ptl 2> err
status_is 0 $? 'merge both without' err
"$posixtrace" show -f json both without > out 2> err
[ "$(functions)" = 'early - early later later - ' ] ||
	[ "$(functions)" = '- early early later later - ' ] ||
	fail "both without: functions are '$(functions)'" out
# A log knows no times of modules: none is better than a wrong one
"$posixtrace" convert both -t ptl -o both.ptl 2> err
status_is 0 $? 'convert both' err
has 'both: no names in a log .* 2 programs or shared objects' err
functions_are '- - - - -' both.ptl

# One that comes back where it was is one
trace again << EOF
10 7 0 load 7f0000000000 4000 $work/libearly.so 1
11 7 0 lib_id 7f0000000000 $(id_of early)
20 7 0 unload 7f0000000000
30 7 0 load 7f0000000000 4000 $work/libearly.so 1
31 7 0 lib_id 7f0000000000 $(id_of early)
40 7 $call call
EOF
functions_are 'early' again
"$posixtrace" convert -q again -t ptl -o again.ptl 2> err
functions_are 'early' again.ptl

# A program that executes another one has a new dump, without the old modules
trace exec << EOF
10 7 0 start
11 7 0 bin_info 7f0000000000 4000 $work/libearly.so 1 1
12 7 0 build_id 7f0000000000 $(id_of early)
13 7 0 end
20 7 $call call
30 7 0 start
31 7 0 bin_info 7e0000000000 4000 $work/liblater.so 1 1
32 7 0 build_id 7e0000000000 $(id_of later)
33 7 0 end
40 7 $call call
50 7 $(echo "$call" | sed 's/^7f/7e/') call
EOF
functions_are 'early - later' exec

# Another file of that name has no name for it, but its place in it
trace changed << EOF
10 7 0 load 7f0000000000 4000 $work/libearly.so 1
11 7 0 lib_id 7f0000000000 $(id_of later)
20 7 $call call
30 7 $entry func_entry $entry
EOF
functions_are '- -' changed
has 'libearly.so: is another build than was traced' err
has "\"objects\":\{\"addr\":\"function/libearly.so\+0x$at\"\}" out
# So has one whose build ID was lost
trace lost << EOF
10 7 0 load 7f0000000000 4000 $work/libearly.so 1
20 7 $call call
EOF
functions_are '-' lost

# A program that is not position-independent has the addresses of its file
if ${CC:-cc} -g -O1 -no-pie -static -nostdlib -Wl,-e,early -Wl,--build-id \
	-o fixed early.c 2> err; then
	fixed=$(nm fixed | sed -n 's/^0*\([0-9a-f]*\) T early$/\1/p')
	trace fixed-trace << EOF
10 7 0 bin_info $(printf '%x' $((0x$fixed & ~0xffff))) 40000 $work/fixed 0 0
20 7 $(printf '%x' $((0x$fixed + 2))) call
EOF
	functions_are 'early' fixed-trace
else
	say "no program for a fixed place: $(head -n 1 err)"
fi

# Any values are borne
trace hostile << EOF
10 7 0 end
11 7 0 unload 0
12 7 0 build_id 7f0000000000 00
13 7 0 bin_info 7f0000000000 0 [linux-vdso.so.1] 0 0
14 7 0 bin_info ffffffffffffff00 4000 $work/libearly.so 1 1
15 7 0 bin_info 7f0000000000 ffffffffffffffff $work/libearly.so 1 1
16 -7 0 bin_info 7f0000000000 4000 $work/libearly.so 1 0
17 0 0 bin_info 7f0000000000 4000 $work/libearly.so 1 0
18 7 0 bin_info 7f0000000000 4000 libearly.so 1 0
19 7 0 load 7f0000000000 4000 $work/nowhere.so 1
20 7 0 lib_id 7f0000000000 $(printf '%0400d' 0)
21 7 0 lib_id 7f0000000000 01
22 7 0 unload 7f0000000000
23 7 0 unload 7f0000000000
24 -7 $call call
25 0 $call call
26 7 ffffffffffffffff call
27 7 1 call
28 7 $call call
29 7 0 start
30 7 0 start
31 7 0 end
32 7 0 end
EOF
functions_are '- - - - -' hostile

# More modules than are kept is told, once.
{
	echo "10 7 0 start"
	for i in $(seq 4200); do
		printf '11 7 0 bin_info %x 1000 %s 1 0\n' $((0x7f0000000000 + i * 4096)) \
			"$work/libearly.so"
	done
	echo "12 7 0 end"
	echo "13 7 $call call"
} | trace crowded
show crowded
lines_are 1 err
has '^posixtrace: crowded: modules of processes are left out, as there are too many: ' \
	err
finish
